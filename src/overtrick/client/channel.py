"""How a client talks to a lobby: over the network, or in its own process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple, Protocol

from overtrick.table import incoming, outgoing


class Lost(NamedTuple):
    """The connection is lost; the next try comes after so many seconds."""

    pause: float


class Back(NamedTuple):
    """The connection is there again."""


News = outgoing.Message | Lost | Back
"""what a client gets from its channel"""


class Channel(Protocol):
    """Carries the messages of one client, in both directions."""

    def send(self, message: incoming.Message) -> str:
        """Say something, once that is possible; gives the id with which it goes."""

    def ask_anew(self) -> None:
        """What came makes no sense: ask for the whole table."""

    def __aiter__(self) -> AsyncIterator[News]:
        """All that comes, until the conversation is over."""
