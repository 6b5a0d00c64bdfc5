"""Agreements at a table: taking back, claims, giving up, another match. They happen only if those concerned agree."""

from __future__ import annotations

from overtrick.core.errors import Illegal
from overtrick.core.seats import Seat
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.table.claims import is_sure
from overtrick.table.due import Clockwork
from overtrick.table.log import MatchEnded, TookBack


class Agreements(Clockwork):
    """A table whose players can propose something to each other."""

    def _propose(self, seat: int, message: incoming.Propose, now: float) -> None:
        self._check_at(message.at)
        if self.state.proposal is not None:
            raise Illegal("proposal-open")
        if self.state.paused and message.what != "resign":
            raise Illegal("paused")
        if message.what == "take-back":
            self._last_action_of(seat)
        elif message.what == "claim":
            self._check_claim(seat, message.tricks)
        elif message.what == "resign":
            if self.state.phase not in ("deal", "play"):
                raise Illegal("no-match")
        elif self.state.phase != "over" or self.state.empty_seats:
            raise Illegal("no-rematch")
        for other in self._voters(seat, message.what):
            if not self.state.chairs[other].present:
                raise Illegal("player-gone", player=other)
        self._do(
            outgoing.Proposed(n=0, seat=seat, what=message.what, tricks=message.tricks), author=seat, id_=message.id
        )
        self._settle(now)

    def _answer(self, seat: int, message: incoming.Answer, now: float) -> None:
        self._check_at(message.at)
        made = self.state.proposal
        if made is not None and message.at < self.state.proposed_at:
            raise Illegal("stale", at=message.at, last=self.state.proposed_at)
        if made is None or seat not in self._voters(made.seat, made.what) or seat in made.agreed:
            raise Illegal("nothing-to-answer")
        self._do(outgoing.Answered(n=0, seat=seat, yes=message.yes), seat, message.id)
        self._settle(now)

    def _voters(self, seat: int, what: incoming.Proposal) -> list[int]:
        """The persons who have to agree: the partner of who resigns, the opponents of who claims, or all others."""
        others = [other for other, _ in self.state.persons if other != seat]
        if what == "resign":
            return [other for other in others if other == Seat(seat).partner]
        if what == "claim":
            return [other for other in others if Seat(other).side is not Seat(seat).side]
        return others

    def _settle(self, now: float) -> None:
        """Do what was proposed once all have agreed."""
        made, state = self.state.proposal, self.state
        if made is None or not set(self._voters(made.seat, made.what)) <= set(made.agreed):
            return
        if made.what == "take-back":
            to = self._last_action_of(made.seat)
            until = self._clock_end(state.round_before(to), now)
            self._do(TookBack(to=to, until=until))
        elif made.what == "claim":
            self._end_deal(self._deal_on_table().claim(made.tricks, lambda _, __: True), made.tricks)
        elif made.what == "resign":
            secret = self._secret() if state.round is not None or state.committed is not None else ""
            self._end_match(MatchEnded(why="resigned", seat=made.seat, secret=secret))
        else:
            self._do(outgoing.Restarted(n=0))

    def _last_action_of(self, seat: int) -> int:
        """The number of the last action of a player in this deal."""
        actions = self.state.actions
        for number in range(len(actions) - 1, -1, -1):
            if actions[number].seat == seat:
                return number
        raise Illegal("nothing-to-take-back")

    def _check_claim(self, seat: int, tricks: int) -> None:
        """Only the declarer claims; bots agree only to what he can know to be sure."""
        round_ = self._deal_on_table()
        contract = round_.contract
        if contract is None or contract.seat != seat:
            raise Illegal("no-claim")
        bots = any(
            chair.kind == "bot" for other, chair in self.state.chairs.items() if Seat(other).side != Seat(seat).side
        )
        round_.claim(tricks, lambda _, more: not bots or is_sure(view(round_, Seat(seat)), more))
