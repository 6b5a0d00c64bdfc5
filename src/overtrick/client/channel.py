"""How a client talks to a lobby: over the network, or in its own process."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from overtrick.protocol import incoming, outgoing

if TYPE_CHECKING:
    from overtrick.client.conversation import Conversation


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


class ConversationChannel(ABC):
    """What all channels have in common: a conversation. They differ in how messages travel."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def send(self, message: incoming.Message) -> str:
        """Say something, once that is possible; gives the id with which it goes."""
        said = self._conversation.say(message)
        self._post(said.messages)
        return said.id

    def _hear(self, message: outgoing.Message) -> list[outgoing.Message]:
        """Post what answers a message of the server; gives what the client gets of it."""
        heard = self._conversation.hear(message)
        self._post(heard.answers)
        return heard.shown

    @abstractmethod
    def _post(self, messages: list[incoming.Message]) -> None:
        """Put messages on their way."""
