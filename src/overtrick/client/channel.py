"""How a client talks to a lobby: over the network, or in its own process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from typing import NamedTuple

from overtrick.client.endpoint import Endpoint
from overtrick.protocol import incoming, outgoing


class Disconnected(NamedTuple):
    """The connection is lost; the next try comes after some seconds."""

    pause: float


class Reconnected(NamedTuple):
    """The connection is there again."""


News = outgoing.Message | Disconnected | Reconnected
"""what a client gets from its channel"""


class Channel(ABC):
    """Carries the messages of one client, in both directions. Channels differ in how messages travel."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint

    def send(self, message: incoming.Message) -> str:
        """Say something, once that is possible; gives the id with which it goes."""
        id_, messages = self._endpoint.say(message)
        self._post(messages)
        return id_

    def ask_anew(self) -> None:
        """What came makes no sense: ask for the whole table."""
        self._endpoint.ask_anew()

    @abstractmethod
    def __aiter__(self) -> AsyncIterator[News]:
        """All that comes, until the server or the client has ended it."""

    def _hear(self, message: outgoing.Message) -> list[outgoing.Message]:
        """Post what answers a message of the server; gives what the client gets of it."""
        shown, answers = self._endpoint.hear(message)
        self._post(answers)
        return shown

    @abstractmethod
    def _post(self, messages: list[incoming.Message]) -> None:
        """Put messages on their way."""
