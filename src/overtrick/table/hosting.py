"""What the host of a table may do: the person who has been sitting there longest."""

from __future__ import annotations

from overtrick.core.errors import Illegal
from overtrick.protocol import incoming, outgoing
from overtrick.table.ledger import Ledger
from overtrick.table.seats import Seats


class Hosting:
    """Lets the host change how the table is run. Who is alone with bots is the host."""

    def __init__(self, ledger: Ledger, seats: Seats) -> None:
        self._ledger, self._seats = ledger, seats

    def pace(self, seat: int, message: incoming.Pace) -> None:
        """Change how long bots take, and complete tricks lie."""
        self._check_host(seat)
        paced = outgoing.Paced(n=0, seat=seat, bot_delay=message.bot_delay, trick_delay=message.trick_delay)
        self._ledger.write(paced, seat, message.id)

    def mute(self, seat: int, message: incoming.Mute) -> None:
        """Let a player say nothing any more, or again."""
        self._check_guest(seat, message.seat)
        self._ledger.write(outgoing.Muted(n=0, seat=message.seat, on=message.on), seat, message.id)

    def kick(self, seat: int, message: incoming.Kick) -> None:
        """Take the seat from a player; not where that would end the match."""
        self._check_guest(seat, message.seat)
        state = self._ledger.state
        if state.has_begun and state.options.when_gone == "end":
            raise Illegal("no-kick-now")
        self._seats.leave(message.seat, message.id, by=seat)

    def _check_guest(self, seat: int, other: int) -> None:
        self._check_host(seat)
        if other == seat or self._ledger.state.chairs[other].kind != "person":
            raise Illegal("nobody-there", seat=other)

    def _check_host(self, seat: int) -> None:
        state = self._ledger.state
        if state.host != seat:
            raise Illegal("host-only", player=state.chairs[state.host].name)
