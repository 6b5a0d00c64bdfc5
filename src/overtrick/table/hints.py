"""Hints: what is best to do, for a person who plays with bots alone. A hint is no event, and nothing is kept of it."""

from __future__ import annotations

from overtrick.bots.bot import check_bot
from overtrick.bots.sampling.advice import Advice
from overtrick.core.errors import Illegal
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.infos import action_infos, reason_infos, shown_info
from overtrick.protocol.outgoing import OptionInfo
from overtrick.table.ledger import Ledger
from overtrick.table.output import Hinting
from overtrick.table.turns import not_your_turn


class Hints:
    """Helps a person who plays with bots alone."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._hinting: Hinting | None = None
        """the hint that is being thought about"""

    def ask(self, seat: int, message: incoming.Hint) -> None:
        """Ask for a hint, from what the seat may know; said again, it is answered once."""
        state = self._ledger.state
        state.check_at(message.at)
        round_ = state.deal_on_table()
        if state.options.rated:
            raise Illegal("rated-match")
        if not state.is_alone(seat):
            raise Illegal("hint-among-others")
        hand = state.hand_of(seat, round_)
        if round_.actor is not hand:
            raise not_your_turn(round_)
        check_bot("sampling")
        if self._hinting is not None and self._hinting.id != message.id:
            raise Illegal("hint-under-way")
        if self._hinting is None:
            seen = view(round_, hand, state.match.standing)
            self._hinting = Hinting(state.table, seat, state.pivot, message.id, seen)
            self._ledger.changes.hints.append(self._hinting)

    def answer(self, hinting: Hinting, advice: Advice | None) -> outgoing.Hinted | outgoing.Done | None:
        """What the person gets, which tells nothing if the position has changed; None if there is no hint."""
        self._hinting = None
        state = self._ledger.state
        if hinting.at != state.pivot:
            return outgoing.Done(id=hinting.id, n=state.n)
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
            shows=None if advice.shows is None else shown_info(advice.shows),
            partner=None if advice.partner is None else shown_info(advice.partner),
            reasons=reason_infos(advice.reasons),
        )
