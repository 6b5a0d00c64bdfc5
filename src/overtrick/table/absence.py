"""Players who are gone: their seats are held for a while, then a bot stands in, the match pauses, or it ends."""

from __future__ import annotations

from collections.abc import Collection
from math import inf
from typing import Final

from overtrick.protocol import outgoing
from overtrick.table.ledger import Ledger
from overtrick.table.log import Moved

KEPT: Final = 24 * 3600.0
"""seconds for which a table is kept at which nobody is present"""


class Absence:
    """Sees to those who are gone. Since when nobody is there is lost with the server, and then counted anew."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._empty_since: float | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody is present."""
        return self._empty_since is not None

    def gone(self, seat: int, now: float) -> None:
        """A person's connection is lost."""
        state = self._ledger.state
        if state.chairs[seat].present:
            self._ledger.write(outgoing.Gone(n=0, seat=seat, until=now + state.options.grace))

    def back(self, seat: int, now: float) -> None:
        if not self._ledger.state.chairs[seat].present:
            self._ledger.write(outgoing.Back(n=0, seat=seat))
            self._end_emptiness(now)

    def moved(self, seat: int, token: str, now: float) -> None:
        """A person goes on with another device; `token` is the SHA-256 of the one that opens the seat from now on."""
        self._ledger.write(Moved(seat=seat, token=token))
        self._end_emptiness(now)

    def restored(self, connected: Collection[int], now: float) -> None:
        """The table was brought back from its log: the persons of these seats are there, all others are gone.

        No seat is held for longer than usual, whatever the clock was when its person went.
        """
        state = self._ledger.state
        for seat, chair in state.persons:
            if seat in connected:
                self.back(seat, now)
            elif chair.present or (not chair.bot and chair.until > now + state.options.grace):
                self._ledger.write(outgoing.Gone(n=0, seat=seat, until=now + state.options.grace))
        self._restart_clock(now)

    def _end_emptiness(self, now: float) -> None:
        if self.is_empty:
            self._restart_clock(now)

    def _restart_clock(self, now: float) -> None:
        """The player to act has all their time again: for a while there was no server, or nobody at the table."""
        state = self._ledger.state
        if state.until is not None and state.round is not None:
            self._ledger.write(outgoing.Resumed(n=0, until=state.clock_end(state.round, now)))

    def advance(self, now: float) -> bool:
        """Do one thing that is due, if there is any."""
        return self._see_to_absent(now) or self._see_to_pause(now)

    def _see_to_absent(self, now: float) -> bool:
        state, persons = self._ledger.state, self._ledger.state.persons
        if state.all_present or any(chair.present for _, chair in persons):
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = now
        if state.all_present:
            return False
        if not persons and state.phase == "open" and state.decks:  # a room of a team match waits for its players
            self._empty_since = None
            return False
        if not persons or (self._empty_since is not None and now >= self._empty_since + KEPT):
            has_been_used = state.n > 1  # a table that has just been made has nobody yet
            if has_been_used:
                self._ledger.write(outgoing.Closed(n=0))
            return has_been_used
        overdue = (seat for seat, chair in persons if not chair.present and now >= chair.until)
        return any(self._give_up_waiting(seat) for seat in overdue)

    @property
    def empty_since(self) -> float:
        """Since when nobody is present; never, where somebody is."""
        return inf if self._empty_since is None else self._empty_since

    def _give_up_waiting(self, seat: int) -> bool:
        """Do what follows when a seat was held long enough, unless it is done."""
        ledger, state, chair = self._ledger, self._ledger.state, self._ledger.state.chairs[seat]
        if not state.has_begun:
            ledger.write(outgoing.Left(n=0, seat=seat))
        elif state.options.when_gone == "end":
            ledger.break_off(seat, chair.name)
        elif state.options.when_gone == "bot" and not chair.bot:
            ledger.write(outgoing.StoodIn(n=0, seat=seat, bot=state.options.bot))
        elif state.options.when_gone == "pause" and not state.paused:
            ledger.write(outgoing.Paused(n=0, seat=seat))
        else:
            return False
        return True

    def _see_to_pause(self, now: float) -> bool:
        state = self._ledger.state
        if not state.paused or state.empty_seats:
            return False
        if any(not chair.present and now >= chair.until for _, chair in state.persons):
            return False
        until = None if state.round is None else state.clock_end(state.round, now)
        self._ledger.write(outgoing.Resumed(n=0, until=until))
        return True

    @property
    def wake_at(self) -> float:
        """When `advance` has something to do, if nobody says anything before."""
        state, kept_until = self._ledger.state, inf if self._empty_since is None else self._empty_since + KEPT
        if state.paused or state.all_present:
            return kept_until
        return min(kept_until, *(chair.until for _, chair in state.persons if not chair.present and not chair.bot), inf)
