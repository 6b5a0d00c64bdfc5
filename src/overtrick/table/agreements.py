"""Agreements at a table: taking back, claims, giving up, another match. They happen only if those concerned agree."""

from __future__ import annotations

from overtrick.core.errors import Illegal
from overtrick.core.seats import Seat
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.outgoing import ProposalInfo
from overtrick.table.claims import is_sure
from overtrick.table.ledger import Ledger
from overtrick.table.log import MatchEnded, TookBack
from overtrick.table.state import TableState


class Agreements:
    """Takes proposals and answers, and does what was agreed."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def propose(self, seat: int, message: incoming.Propose, now: float) -> None:
        state = self._ledger.state
        state.check_at(message.at)
        if state.proposal is not None:
            raise Illegal("proposal-open")
        if state.paused and message.what != "resign":
            raise Illegal("paused")
        if message.what == "take-back":
            _last_action_of(state, seat)
        elif message.what == "claim":
            _check_claim(state, seat, message.tricks)
        elif message.what == "resign":
            if state.phase not in ("deal", "play"):
                raise Illegal("no-match")
        elif state.phase != "over" or state.empty_seats:
            raise Illegal("no-rematch")
        made = ProposalInfo(seat, message.what, message.tricks)
        for other, chair in state.persons:
            if made.waits_for(other) and not chair.present:
                raise Illegal("player-gone", player=other)
        proposed = outgoing.Proposed(n=0, seat=seat, what=message.what, tricks=message.tricks)
        self._ledger.write(proposed, seat, message.id)
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


def _check_claim(state: TableState, seat: int, tricks: int) -> None:
    """Only the declarer claims; bots agree only to what the declarer can know to be sure."""
    round_, own = state.deal_on_table(), Seat(seat)
    contract = round_.contract
    if contract is None or contract.seat != seat:
        raise Illegal("no-claim")
    bots = any(chair.kind == "bot" for other, chair in state.chairs.items() if Seat(other).side != own.side)
    round_.claim(tricks, lambda _, more: not bots or is_sure(view(round_, own), more))
