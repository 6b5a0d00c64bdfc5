"""The ledger of a table: what it is, what it has done since the lobby last asked, and how the one becomes the other."""

from __future__ import annotations

from collections.abc import Callable

from overtrick.core.errors import Illegal
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.protocol import fair
from overtrick.table import cut, endings, events
from overtrick.table.changes import Changes
from overtrick.table.log import Action, CardsDealt, DealEnded, Entry, Line, encode
from overtrick.table.state import TableState

Entropy = Callable[[int], bytes]
"""gives so many random bytes"""


class Ledger:
    """The state of a table and its changes."""

    def __init__(self, state: TableState, entropy: Entropy) -> None:
        self.state = state
        self.changes = Changes()
        self._entropy = entropy

    def take_changes(self) -> Changes:
        """What was done since the last time."""
        changes, self.changes = self.changes, Changes()
        return changes

    def _do(self, entry: Entry, author: int = 0, id_: str = "", after: Round | None = None) -> None:
        """Let an entry happen; `after` is the round that it leads to, where it is known already."""
        state, line = self.state, Line(entry, author, id_)
        before = state.round
        if isinstance(entry, DealEnded):
            self.changes.records.append((state.deal, self._record(entry)))
        if after is not None and isinstance(entry, Action | CardsDealt):
            state.note(line)
            state.become(entry, after)
        else:
            state.apply(line)
        self.changes.entries.append((state.n, encode(line)))
        self.changes.events += events.events_of(line, state, before)

    def _record(self, entry: DealEnded) -> Record:
        """The record of the deal that ends."""
        state = self.state
        committed, dealt = state.committed, state.dealt
        assert committed is not None
        assert dealt is not None
        came_from = fair.Fair(
            state.table, state.deal, committed.server, state.secret.hex(), committed.seats, dealt.nonces, dealt.marks
        )
        first, second, third, fourth = (chair.name for chair in state.chairs.values())
        round_ = endings.ended_round(self._deal_on_table(), entry)
        return round_.record((first, second, third, fourth))._replace(fair=came_from.as_json())

    def _secret(self) -> str:
        return self._entropy(fair.SIZE).hex()

    def _check_at(self, at: int) -> None:
        """Refuse what answers an event that is not the last that matters, or that has not happened."""
        if at < self.state.pivot:
            raise Illegal("stale", at=at, last=self.state.pivot)
        if at > self.state.n:
            raise Illegal("unknown-event", at=at, last=self.state.n)

    def _deal_on_table(self) -> Round:
        if self.state.round is None:
            raise Illegal("no-deal-on-table")
        return self.state.round

    def _do_action(self, seat: int, after: Round, by: events.By, now: float, id_: str = "") -> None:
        text = cut.action_text(self._deal_on_table(), after)
        entry = Action(seat=seat, action=text, by=by, until=self._clock_end(after, now))
        self._do(entry, seat if not by else 0, id_, after)

    def _clock_end(self, round_: Round, now: float) -> float | None:
        """When the time of the player to act is over."""
        seconds, actor = self.state.options.turn_seconds, round_.actor
        if not seconds or actor is None or self.state.chairs[int(actor)].kind != "person":
            return None
        return now + seconds
