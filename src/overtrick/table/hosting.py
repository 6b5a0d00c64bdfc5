"""What the host of a table may do: the person who has been sitting there longest."""

from __future__ import annotations

from overtrick.core.errors import Illegal
from overtrick.protocol import incoming, outgoing
from overtrick.table.ledger import Ledger


class Hosting:
    """Lets the host change how the table is run. Who is alone with bots is the host."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def pace(self, seat: int, message: incoming.Pace) -> None:
        """Change how long bots take, and complete tricks lie."""
        self._check_host(seat)
        paced = outgoing.Paced(n=0, seat=seat, bot_delay=message.bot_delay, trick_delay=message.trick_delay)
        self._ledger.write(paced, seat, message.id)

    def _check_host(self, seat: int) -> None:
        state = self._ledger.state
        if state.host != seat:
            raise Illegal("host-only", player=state.chairs[state.host].name)
