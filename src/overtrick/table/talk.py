"""What players say to each other, and to whoever runs the server of each other."""

from __future__ import annotations

from collections import Counter
from typing import Final

from overtrick.core.errors import Illegal
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.clean import clean_line
from overtrick.table.ledger import Ledger
from overtrick.table.output import KeptReport

MOST_REPORTS: Final = 3
"""of a seat in a deal: they are kept for ever, and nobody is to fill the disk with them"""


class Talk:
    """Lets players talk, unless the host does not want it."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._reports: Counter[tuple[int, int]] = Counter()
        """how many were kept, by the deal on the table, or the next one, and the seat of their author"""

    def say(self, seat: int, message: incoming.Say) -> None:
        said = outgoing.Said(n=0, seat=seat, name=self._speaker(seat), text=spoken(message))
        self._ledger.write(said, seat, message.id)

    def emote(self, seat: int, message: incoming.Emote) -> None:
        emoted = outgoing.Emoted(n=0, seat=seat, name=self._speaker(seat), what=message.what)
        self._ledger.write(emoted, seat, message.id)

    def report(self, seat: int, message: incoming.Report, now: float) -> None:
        """Keep what a player tells of another one, with what was said last."""
        state = self._ledger.state
        author, about = state.chairs[seat], state.chairs[message.seat]
        if about.kind != "person" or message.seat == seat:
            raise Illegal("nobody-there", seat=message.seat)
        if self._reports[state.deal, seat] >= MOST_REPORTS:
            raise Illegal("reported-enough")
        self._reports = Counter({key: many for key, many in self._reports.items() if key[0] == state.deal})
        self._reports[state.deal, seat] += 1
        lines = tuple(f"{said.name}: {said.text}" for said in state.said)
        reason = clean_line(message.reason)
        kept = KeptReport(state.table, now, author.name, about.name, reason, lines)
        self._ledger.changes.reports.append(kept)

    def _speaker(self, seat: int) -> str:
        """The name of a player who may talk."""
        chair = self._ledger.state.chairs[seat]
        if chair.muted:
            raise Illegal("muted")
        return chair.name


def spoken(message: incoming.Say) -> str:
    """What somebody says; refused if that is nothing."""
    text = clean_line(message.text)
    if not text:
        raise Illegal("nothing-said")
    return text
