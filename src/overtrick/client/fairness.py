"""A client's part in fair dealing: it is bound to a nonce for each deal, and opens it in time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair import NOTHING, SIZE, commitment


class FairPlayer:
    """Says when to be ready and when to open a nonce. Everything that affects this is in this file.

    A nonce is opened only after the server has shown what all others are bound to. Each deal of a table has one: with
    a second one, a server could take the deal that it likes. What may have been lost with a connection is said again:
    saying it twice does no harm.
    """

    def __init__(self, entropy: Callable[[int], bytes]) -> None:
        """A player whose nonces come from `entropy`, which gives as many random bytes as it is asked for."""
        self._entropy = entropy
        self._table = ""
        self._seat = 0
        """0 without one"""
        self._next_deal = 0
        self._deal: int | None = None
        """the deal of this table that the nonce is for, if there is one"""
        self._nonce = b""
        self._is_open = False
        """whether the nonce was told"""
        self._due: incoming.Ready | incoming.Reveal | None = None
        """what the server may not have got yet"""

    def receive(self, message: outgoing.Message) -> list[incoming.Message]:
        """What to send after a message of the server."""
        match message:
            case outgoing.Welcome():  # maybe after a connection was lost, and with it what was sent last
                pass
            case outgoing.Taken():
                self._come_to(message.table)
                self._seat, self._due = message.seat, None
            case outgoing.InLobby() | outgoing.Closed():
                self._seat, self._due = 0, None
            case outgoing.Snapshot():
                self._come_to(message.table)
                self._seat, self._next_deal = message.seat or 0, message.next_deal
                self._due = self._due_at(message)
            case outgoing.WasReady() if message.seat == self._seat:
                self._due = None
                return []
            case outgoing.Committed():
                self._due = self._reveal(message.deal, message.seats)
            case outgoing.Dealt():
                self._due = None
            case outgoing.Scored() | outgoing.Ended():
                self._next_deal = message.next_deal
                is_over = isinstance(message, outgoing.Ended) or message.standing.over
                self._due = None if is_over else self._ready()
            case outgoing.Restarted():
                self._due = self._ready()
            case _:
                return []
        return [] if self._due is None else [self._due]

    def _come_to(self, table: str) -> None:
        if table != self._table:
            self._table, self._deal = table, None

    def _due_at(self, table: outgoing.Snapshot) -> incoming.Ready | incoming.Reveal | None:
        if table.state not in ("open", "deal"):
            return None
        if table.commitments:
            return self._reveal(table.next_deal, table.commitments)
        is_ready = any(seat.ready for seat in table.seats[self._seat - 1 : self._seat])
        return None if is_ready else self._ready()

    def _ready(self) -> incoming.Ready | None:
        """The commitment to a nonce for the next deal."""
        if not self._seat:
            return None
        deal, last = self._next_deal, self._deal
        if last is not None and (deal < last or (deal == last and self._is_open)):
            return incoming.Ready(deal=deal, commitment=NOTHING)
        if deal != last:
            self._deal, self._nonce, self._is_open = deal, self._entropy(SIZE), False
        return incoming.Ready(deal=deal, commitment=commitment(self._nonce))

    def _reveal(self, deal: int, commitments: Sequence[str]) -> incoming.Reveal | None:
        """The nonce, if all others are bound and so are we, by this one."""
        if deal != self._deal or commitment(self._nonce) not in commitments[self._seat - 1 : self._seat]:
            return None
        self._is_open = True
        return incoming.Reveal(deal=deal, nonce=self._nonce.hex())
