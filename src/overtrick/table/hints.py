"""Hints: what is best to do, for a person who plays with bots alone. A hint is no event, and nothing is kept of it."""

from __future__ import annotations

from overtrick.bots.bot import check_bot
from overtrick.bots.bridge.meaning import Shown
from overtrick.bots.sampling.advice import Advice
from overtrick.core.errors import Illegal
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.infos import action_infos
from overtrick.protocol.parts import OptionInfo, ShownInfo
from overtrick.table.agreements import Agreements
from overtrick.table.ledger import Entropy
from overtrick.table.output import Hinting
from overtrick.table.state import TableState


class Hints(Agreements):
    """A table that helps who plays there with bots alone."""

    def __init__(self, state: TableState, entropy: Entropy) -> None:
        super().__init__(state, entropy)
        self._hinting: Hinting | None = None
        """the hint that is being thought about"""

    def _is_alone(self, seat: int) -> bool:
        """Whether a person plays with bots only; who is gone and may come back is none."""
        return [number for number, _ in self.state.persons] == [seat]

    def _hint(self, seat: int, message: incoming.Hint) -> None:
        """Ask for a hint, from what the seat may know; said again, it is answered once."""
        state = self.state
        self._check_at(message.at)
        round_ = self._deal_on_table()
        if not self._is_alone(seat):
            raise Illegal("hint-among-others")
        if round_.actor != seat:
            raise Illegal("not-your-turn-now", player=round_.game.seat_name(round_.actor or SEATS[0]))
        check_bot("sampling")
        if self._hinting is not None and self._hinting.id != message.id:
            raise Illegal("hint-under-way")
        if self._hinting is None:
            seen = view(round_, Seat(seat), state.match.standing)
            self._hinting = Hinting(state.table, seat, state.pivot, message.id, seen)
            self.changes.hints.append(self._hinting)

    def hinted(self, hinting: Hinting, advice: Advice | None) -> outgoing.Message | None:
        """The answer to who asked, which has nothing in it if the position has changed; None if there is no hint."""
        self._hinting = None
        if hinting.at != self.state.pivot:
            return outgoing.Done(id=hinting.id, n=self.state.n)
        if advice is None:
            return None
        named = advice.action, *(option.action for option in advice.options)
        return outgoing.Hinted(
            id=hinting.id,
            action=str(advice.action),
            options=tuple(
                OptionInfo(str(option.action), *(round(number, 4) for number in option[1:]))
                for option in advice.options
            ),
            actions=action_infos(hinting.view.game, map(str, named)),
            worlds=advice.worlds,
            for_match=advice.for_match,
            shows=_info(advice.shows),
            partner=_info(advice.partner),
        )


def _info(shown: Shown | None) -> ShownInfo | None:
    if shown is None:
        return None
    spades, hearts, diamonds, clubs = shown.suits
    return ShownInfo(shown.points, (spades, hearts, diamonds, clubs))
