"""Turns in a deal: people act, bots are asked to, and act for people who are gone or out of time."""

from __future__ import annotations

from math import inf
from typing import Final

from overtrick.core.actions import Action, Call
from overtrick.core.errors import Illegal
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.protocol import incoming
from overtrick.protocol.outgoing import By
from overtrick.table.ledger import Ledger
from overtrick.table.log import ActionDone
from overtrick.table.output import Thinking
from overtrick.table.refusals import Forbidden

SEED_BYTES: Final = 8


class Turns:
    """Takes what is done in a deal. Which bot was asked is lost with the server, and asked again."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._asked = (0, 0)
        """the position for which a bot is thinking, and since when it has been playing on its seat"""
        self._late = 0
        """the position in which the clock has run out"""

    def act(self, seat: int, message: incoming.Act, now: float) -> None:
        state = self._ledger.state
        state.check_at(message.at)
        round_ = state.deal_on_table()
        if state.paused:
            raise Illegal("paused")
        self._write(seat, *_allowed(round_, state.hand_of(seat, round_), message.action), "", now, message.id)

    def bot_acted(self, seat: Seat, at: int, action: str, now: float) -> None:
        """A bot's answer. One that comes too late is ignored; one that breaks a rule is replaced."""
        state, round_ = self._ledger.state, self._ledger.state.round
        if round_ is None or round_.actor is not seat or at != state.pivot or state.paused:
            return
        player = state.player_of(seat, round_)
        chair = state.chairs[player]
        if not chair.bot and self._late != state.pivot:
            return
        legal = round_.legal()
        by: By = "" if chair.kind == "bot" else "clock" if chair.present else "stand-in"
        done = next((each for each in legal if str(each) == action), legal[0])
        self._write(player, done, round_.apply_unchecked(done), by, now)

    def _write(self, seat: int, action: Action, after: Round, by: By, now: float, id_: str = "") -> None:
        until = self._ledger.state.clock_end(after, now)
        entry = ActionDone(seat=seat, action=str(action), by=by, until=until)
        self._ledger.write(entry, seat if not by else 0, id_, after)

    def wake_bot(self, now: float) -> None:
        """Ask for a bot's action where it is one's turn."""
        state, round_ = self._ledger.state, self._ledger.state.round
        if round_ is None or round_.actor is None or state.paused:
            return
        seat = round_.actor
        chair = state.chairs[state.player_of(seat, round_)]
        if state.until is not None and now >= state.until:
            self._late = state.pivot
        bot = chair.bot or (state.options.bot if self._late == state.pivot else "")
        question = state.pivot, chair.since
        if bot and self._asked != question:
            self._asked = question
            seed = int.from_bytes(self._ledger.entropy(SEED_BYTES), "big")
            seen, later = view(round_, seat, state.match.standing), now + _delay(round_, state.options)
            self._ledger.changes.thinking.append(Thinking(state.table, seat, state.pivot, bot, seed, seen, later))

    @property
    def wake_at(self) -> float:
        """When the clock runs out for a player for whom no bot is thinking yet."""
        state, round_ = self._ledger.state, self._ledger.state.round
        if state.until is None or state.paused or round_ is None or round_.actor is None:
            return inf
        chair = state.chairs[state.player_of(round_.actor, round_)]
        is_asked = self._asked == (state.pivot, chair.since)
        return inf if is_asked else state.until


def _delay(round_: Round, options: incoming.Options) -> float:
    """How long a bot takes at least; the one who leads leaves the others the time to see the last trick."""
    leads_on = bool(round_.tricks) and round_.trick is not None and not round_.trick.cards
    return options.lead_delay if leads_on else options.bot_delay


def _allowed(round_: Round, seat: Seat, text: str) -> tuple[Action, Round]:
    """The action of a seat that a text is and the round after it, if the seat may act now or call out of turn."""
    call = round_.auction.parse(text) if round_.phase == "auction" else None
    if round_.actor != seat:
        kind = None if call is None or call.seat not in (None, seat) else call.kind
        for allowed in round_.auction.legal_out_of_turn(seat):
            if allowed.kind == kind:
                return allowed, round_.apply(allowed)
        raise not_your_turn(round_)
    if call is not None and call not in round_.legal() and _can_follow(round_, call):
        raise not_your_turn(round_)  # a forced pass may not be left out here, and nobody calls for somebody else
    try:
        action = round_.course.parse(text) if round_.phase != "auction" else None
        after = round_.apply(action or text)  # the refusal of a call quotes it as it was written
    except Illegal as error:
        raise Forbidden(error, round_) from None
    done = action or call
    assert done is not None, "it was done"
    return done, after


def _can_follow(round_: Round, call: Call) -> bool:
    """Whether a call could be made by another player, or after a pass that is forced."""
    try:
        round_.apply(call)
    except Illegal:
        return False
    return True


def not_your_turn(round_: Round) -> Illegal:
    """The error of a player who acts although it is another one's turn."""
    return Illegal("not-your-turn-now", player=round_.game.seat_name(round_.actor or SEATS[0]))
