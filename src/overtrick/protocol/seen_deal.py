"""The deal as a client sees it: a `View`, made from what the server sends of it and changed by every event.

What is sent is what a seat cannot work out: its new cards, what it may do, words and annonces. The auction, the tricks,
who holds them, how many cards are left and what the sides have won follow from that here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Invalid
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import DealScore, Tally
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain, Trick, parse_strain
from overtrick.deal.outcome import outcome_of, tally_of
from overtrick.deal.round import CLAIM, DISCARD, Action, Phase
from overtrick.deal.view import View
from overtrick.deal.words import BELOTE, DECLARE, REBELOTE, WORDS
from overtrick.protocol.outgoing import Acted
from overtrick.protocol.parts import ContractInfo, DealInfo, StandingInfo


def view_of(game: Game, seat: Seat | None, info: DealInfo, standing: Standing | None = None) -> View:
    """The view that was sent as such a deal; of one that is over, without its score."""
    dealer, turn_up = Seat(info.dealer), None if info.turn_up is None else _card(game, info.turn_up)
    auction = game.auction(dealer, turn_up)
    for call in info.calls:
        auction = auction.call(call)
    contract = None if info.contract is None else _contract(info.contract)
    seen = View(
        game=game,
        seat=seat,
        dealer=dealer,
        number=info.board,
        vulnerable=frozenset(map(Side, info.vulnerable)),
        phase=info.phase,
        turn=_seat(info.turn),
        actor=_seat(info.actor),
        legal=_actions(game, info.phase, info.legal),
        out_of_turn=info.out_of_turn,
        hand=_cards(game, info.hand),
        sizes=info.sizes,
        turn_up=turn_up,
        discard=None if info.discard is None else _card(game, info.discard),
        auction=auction,
        contract=contract,
        plays=(),
        players=(),
        tricks=(),
        trick=None if contract is None else _first_trick(game, dealer, contract),
        said=info.said,
        declared=tuple((Seat(seat), name) for seat, name in info.declared),
        shown=_open_hands(game, info.shown),
        dummy=None if info.dummy is None else (Seat(info.dummy[0]), _cards(game, info.dummy[1])),
        points=(0, 0),
        tricks_won=(0, 0),
        score=None,
        standing=standing,
    )
    for card in info.plays:
        seen = seen._replace(**_card_on_table(seen, _card(game, card)))
    return _counted(seen)


def standing_of(info: StandingInfo) -> Standing:
    """The standing that was sent so."""
    winner, vulnerable = None if info.winner is None else Side(info.winner), frozenset(map(Side, info.vulnerable))
    return Standing(info.totals, info.over, winner, info.held, vulnerable, info.games, info.below)


def view_after(seen: View, event: Acted) -> View:
    """The view after an action."""
    game, phase = seen.game, event.phase or seen.phase
    changes: dict[str, Any] = {
        "phase": phase,
        "turn": _seat(event.turn),
        "actor": _seat(event.actor),
        "legal": _actions(game, phase, event.legal),
        "out_of_turn": event.out_of_turn,
        **_changes(seen, Seat(event.seat), event.action),
    }
    if event.contract is not None:
        changes["contract"] = contract = _contract(event.contract)
        changes["trick"] = _first_trick(game, seen.dealer, contract)
    if event.hand is not None:
        changes["hand"] = _cards(game, event.hand)
    if event.sizes is not None:
        changes["sizes"] = event.sizes
    if event.said:
        changes["said"] = tuple(sorted((*seen.said, *event.said)))
    if event.declared:
        changes["declared"] = (*seen.declared, *((Seat(seat), name) for seat, name in event.declared))
    if event.shown:
        changes["shown"] = _open_hands(game, event.shown)
    if event.dummy is not None:
        changes["dummy"] = Seat(event.dummy[0]), _cards(game, event.dummy[1])
    return _counted(seen._replace(**changes))


def view_at_end(seen: View, hands: Sequence[Sequence[str]], claimed: int | None) -> View:
    """The view of a deal that is over, all hands of which are known as they were dealt; perhaps by a claim."""
    if claimed is not None:
        said = (*seen.said, (len(seen.plays), f"{CLAIM} {claimed}"))
        seen = seen._replace(phase="over", turn=None, actor=None, legal=(), said=said)
    return seen._replace(score=_score(seen, [_cards(seen.game, hand) for hand in hands], claimed))


def _changes(seen: View, seat: Seat, action: str) -> dict[str, Any]:
    """What follows from the action itself."""
    if seen.phase == "auction":
        auction: Auction = seen.auction.call(action)
        return {"auction": auction}
    if action in WORDS:
        return {"said": (*seen.said, (len(seen.plays), action))}
    sizes = tuple(size - (number == seat) for number, size in enumerate(seen.sizes, 1))
    if seen.phase == "discard":
        name = action.removeprefix(DISCARD).strip()
        mine = {"discard": _card(seen.game, name), "hand": seen.hand - Cards(name)} if name else {}
        return {"sizes": sizes, **mine}
    card = _card(seen.game, action)
    dummy = seen.dummy
    return {
        "sizes": sizes,
        "hand": seen.hand - Cards([card]) if seat is seen.seat else seen.hand,
        "dummy": None if dummy is None else (dummy[0], dummy[1] - Cards([card])),
        **_card_on_table(seen, card),
    }


def _card_on_table(seen: View, card: Card) -> dict[str, Any]:
    contract, before = _in_play(seen)
    trick = seen.game.rules(contract.strain).add(before, card)
    return {
        "plays": (*seen.plays, card),
        "players": (*seen.players, before.turn),
        "tricks": (*seen.tricks, trick) if trick.is_complete else seen.tricks,
        "trick": trick.next_trick() if trick.is_complete else trick,
    }


def _in_play(seen: View) -> tuple[Contract, Trick]:
    if seen.contract is None or seen.trick is None:
        raise ValueError("a card was played without a contract")
    return seen.contract, seen.trick


def _first_trick(game: Game, dealer: Seat, contract: Contract) -> Trick:
    return Trick(game.leader(dealer, contract) or dealer.next, out=contract.out)


def _tally(seen: View, strain: Strain) -> Tally:
    announced = {number for number, word in seen.said if word in (BELOTE, REBELOTE)}
    return tally_of(seen.game, strain, seen.players, seen.plays, seen.tricks, announced)


def _counted(seen: View) -> View:
    """The view with what the sides have won so far."""
    if seen.contract is None:
        return seen
    tally = _tally(seen, seen.contract.strain)
    return seen._replace(points=tally.scores, tricks_won=tally.tricks)


def _score(seen: View, hands: Sequence[Cards], claimed: int | None) -> DealScore | None:
    game, contract = seen.game, seen.contract
    if contract is None:
        return game.passed_out(seen.dealer)
    declarers = [seen.players[number] for number, word in seen.said if word == DECLARE]
    declared = [(seat, a) for seat in declarers for a in game.annonces_in(hands[seat - 1], contract.strain)]
    tally = _tally(seen, contract.strain)
    return game.score(outcome_of(game, contract, tally, declared, hands, claimed, seen.vulnerable))


def _contract(info: ContractInfo) -> Contract:
    side = None if info.side is None else Side(info.side)
    alone = tuple(map(Seat, info.alone))
    return Contract(parse_strain(info.strain), side, _seat(info.seat), info.value, info.double, alone)


def _actions(game: Game, phase: Phase, names: Sequence[str]) -> tuple[Action, ...]:
    if phase == "discard":
        return tuple(f"{DISCARD} {_card(game, name.removeprefix(DISCARD).strip())}" for name in names)
    return tuple(_card(game, name) if phase == "play" and name not in WORDS else name for name in names)


def _open_hands(game: Game, hands: Sequence[tuple[int, Sequence[str]]]) -> tuple[tuple[Seat, Cards], ...]:
    return tuple((Seat(seat), _cards(game, cards)) for seat, cards in hands)


def _cards(game: Game, names: Sequence[str]) -> Cards:
    return Cards(_card(game, name) for name in names)


def _card(game: Game, name: str) -> Card:
    card = Card(name)
    if card not in game.pack:
        raise Invalid("not-in-pack", card=name, game=game.name)
    return card


def _seat(number: int | None) -> Seat | None:
    return None if number is None else Seat(number)
