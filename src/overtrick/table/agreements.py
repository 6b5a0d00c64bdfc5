"""Agreements at a table: taking back, claims, giving up, another match. They happen only if those concerned agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Illegal
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.position import Position
from overtrick.deal.view import View, view
from overtrick.engine.worlds import Known, known_places
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.outgoing import ProposalInfo
from overtrick.table.cashing import Cashing
from overtrick.table.ledger import Ledger
from overtrick.table.log import MatchEnded, TookBack
from overtrick.table.output import Claiming
from overtrick.table.state import TableState

MOST_TRICKS: Final = 3
"""left at a claim that is played through in every deal; with more that would take too long"""


class Agreements:
    """Takes proposals and answers, and does what was agreed."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._claiming: Claiming | None = None
        """the claim that is being looked at"""

    def propose(self, seat: int, message: incoming.Propose, now: float) -> bool:
        """Ask the others; False if it is a claim against bots, of which somebody else has to say whether it is sure."""
        state, has_to_be_sure = self._ledger.state, False
        state.check_at(message.at)
        if state.proposal is not None:
            raise Illegal("proposal-open")
        if state.paused and message.what != "resign":
            raise Illegal("paused")
        if message.what == "take-back":
            if state.options.rated:
                raise Illegal("rated-match")
            _last_action_of(state, seat)
        elif message.what == "claim":
            has_to_be_sure = self._check_claim(seat, message)
        elif message.what == "resign":
            if state.phase not in ("deal", "play"):
                raise Illegal("no-match")
        elif state.phase != "over" or state.empty_seats:
            raise Illegal("no-rematch")
        made = ProposalInfo(seat, message.what, message.tricks)
        for other, chair in state.persons:
            if made.waits_for(other) and not chair.present:
                raise Illegal("player-gone", player=other)
        if not has_to_be_sure:
            self._write(made, message.id, now)
        return not has_to_be_sure

    def _check_claim(self, seat: int, message: incoming.Propose) -> bool:
        """Only the declarer claims; gives whether bots are asked, who agree only to what is sure for the declarer."""
        state = self._ledger.state
        round_ = state.deal_on_table()
        contract, own = round_.contract, state.hand_of(seat, round_)
        if contract is None or contract.seat != own:
            raise Illegal("no-claim")
        pending = self._claiming
        if pending is not None and pending.at == state.pivot:
            if pending.id != message.id:
                raise Illegal("proposal-open")
            return True
        more = 0

        def note(_: Position, tricks: int) -> bool:
            nonlocal more
            more = tricks
            return True

        round_.claim(message.tricks, note)
        bots = any(chair.kind == "bot" for other, chair in state.chairs.items() if Seat(other).side != own.side)
        if not bots or not more:
            return False
        seen = view(round_, own)
        self._claiming = Claiming(state.table, seat, state.pivot, message.id, message.tricks, more, seen)
        self._ledger.changes.claims.append(self._claiming)
        return True

    def looked_at(self, claiming: Claiming, is_sure: bool, now: float) -> None:
        """Do what follows from a claim; one to another position than that on the table is refused."""
        state = self._ledger.state
        if self._claiming == claiming:
            self._claiming = None
        state.check_at(claiming.at)
        if state.proposal is not None:
            raise Illegal("proposal-open")
        if state.paused:
            raise Illegal("paused")
        if not is_sure or state.chairs[claiming.seat].kind != "person":
            few = max(claiming.view.sizes) <= MOST_TRICKS
            raise Illegal("claim-not-sure" if few else "claim-not-from-the-top", tricks=claiming.tricks)
        self._write(ProposalInfo(claiming.seat, "claim", claiming.tricks), claiming.id, now)

    def _write(self, made: ProposalInfo, id_: str, now: float) -> None:
        proposed = outgoing.Proposed(n=0, seat=made.seat, what=made.what, tricks=made.tricks)
        self._ledger.write(proposed, made.seat, id_)
        self._settle(now)

    def answer(self, seat: int, message: incoming.Answer, now: float) -> None:
        state = self._ledger.state
        state.check_at(message.at)
        made = state.proposal
        if made is not None and message.at < state.proposed_at:
            raise Illegal("stale", at=message.at, last=state.proposed_at)
        if made is None or not made.waits_for(seat):
            raise Illegal("nothing-to-answer")
        self._ledger.write(outgoing.Answered(n=0, seat=seat, yes=message.yes), seat, message.id)
        self._settle(now)

    def _settle(self, now: float) -> None:
        """Do what was proposed once all have agreed; bots always do."""
        ledger, state, made = self._ledger, self._ledger.state, self._ledger.state.proposal
        if made is None or any(made.waits_for(seat) for seat, _ in state.persons):
            return
        if made.what == "take-back":
            to = _last_action_of(state, made.seat)
            ledger.write(TookBack(to=to, until=state.clock_end(state.round_before(to), now)))
        elif made.what == "claim":
            ledger.end_deal(state.deal_on_table().claim(made.tricks, lambda _, __: True), made.tricks)
        elif made.what == "resign":
            secret = ledger.new_secret() if state.round is not None or state.committed is not None else ""
            ledger.end_match(MatchEnded(why="resigned", seat=made.seat, secret=secret))
        else:
            ledger.write(outgoing.Restarted(n=0))


def _last_action_of(state: TableState, seat: int) -> int:
    """The number of the last action of a player in this deal."""
    actions = state.actions
    for number in range(len(actions) - 1, -1, -1):
        if actions[number].seat == seat:
            return number
    raise Illegal("nothing-to-take-back")


def is_sure(seen: View, tricks: int) -> bool:
    """Whether the side of a seat, which sees dummy, has a play that wins some more tricks in all possible deals.

    With more than a few cards left, only if it takes them from the top. Whether bots agree to a claim must not depend
    on anything else: else somebody could find out by claims where the cards are.
    """
    if tricks == 0:
        return True
    if seen.seat is None or seen.open_hand is None:
        return False
    if max(seen.sizes) > MOST_TRICKS:
        return _takes_from_the_top(seen, tricks)
    return _wins(list(positions(seen)), seen.seat.side, tricks)


def _takes_from_the_top(seen: View, tricks: int) -> bool:
    """Whether the side of a seat, which sees dummy and is to lead, takes some tricks at once by masters alone."""
    contract, trick, open_hand = seen.contract, seen.trick, seen.open_hand
    if contract is None or trick is None or open_hand is None or seen.seat is None:
        return False
    if trick.cards or trick.leader.side is not seen.seat.side:
        return False
    dummy, cards = open_hand
    hands = (cards.mask, seen.held) if trick.leader is dummy else (seen.held, cards.mask)
    unseen = seen.game.pack.mask & ~seen.held & ~cards.mask & ~Cards(seen.plays).mask
    return Cashing(seen.game.rules(contract.strain).ranking, unseen).takes(hands, tricks)


def positions(seen: View) -> Iterator[Position]:
    """All positions in the play that a view leaves open."""
    known, contract, trick = known_places(seen), seen.contract, seen.trick
    if contract is not None and trick is not None:
        for places in _ways(known, known.unseen, [place for place, room in enumerate(known.room) if room]):
            hands = [Cards.from_mask(known.placed[seat] | places.get(seat, 0)) for seat in SEATS]
            yield Position.at(seen.game, contract.strain, hands, trick)


def _ways(known: Known, unseen: int, places: Sequence[int]) -> Iterator[dict[int, int]]:
    """All ways to give unseen cards some places, as masks by place."""
    if not places:
        yield {}
        return
    place, *others = places
    for cards in combinations(Cards.from_mask(unseen & ~known.barred[place]), known.room[place]):
        mask = Cards(cards).mask
        for way in _ways(known, unseen & ~mask, others):
            yield {place: mask, **way}


def _wins(possible: Sequence[Position], side: Side, tricks: int) -> bool:
    """Whether a side wins a number of tricks in all of some positions that it cannot tell apart."""
    mine = possible[0].turn.side is side
    cards = {card: None for position in possible for card in position.legal()}
    if tricks <= 0 or not cards:
        return tricks <= 0
    results = (_wins_after(possible, card, side, tricks) for card in cards)
    return any(results) if mine else all(results)


def _wins_after(possible: Sequence[Position], card: Card, side: Side, tricks: int) -> bool:
    """The same after a card, which shows that positions in which it could not be played are not the real one."""
    after = [position.play_unchecked(card) for position in possible if card in position.legal()]
    before, trick = possible[0].trick, after[0].trick
    is_won = bool(before.cards) and not trick.cards and trick.leader.side is side
    return _wins(after, side, tricks - is_won)


def sure_cards(seen: View, tricks: int) -> list[Card]:
    """The cards after which the side of a seat, which sees dummy, still wins some more tricks in all possible deals."""
    possible = list(positions(seen))
    own = (card for card in seen.legal if isinstance(card, Card))
    return [card for card in own if _wins_after(possible, card, possible[0].turn.side, tricks)]
