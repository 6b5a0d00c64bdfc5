"""A lobby that puts its players together by itself, four at a time in the order in which they came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.protocol.incoming import Options
from overtrick.protocol.outgoing import InLobby
from overtrick.table.output import Client, Output, Post


class Gathering(NamedTuple):
    """What a lobby plays that puts its players together by itself, four at a time in the order in which they came."""

    game: Game
    options: Options


class Queue:
    """Those who wait for a table. All of them are told how many they are whenever that changes."""

    def __init__(self) -> None:
        self._clients: list[Client] = []

    def __contains__(self, client: Client) -> bool:
        return client in self._clients

    @property
    def has_four(self) -> bool:
        """Whether there are enough for a table."""
        return len(self._clients) >= len(SEATS)

    def add(self, clients: Sequence[Client], why: InLobby, out: Output) -> None:
        """Some more wait, who are told why they do."""
        others, self._clients = self._clients, [*self._clients, *clients]
        self._tell(clients, why, out)
        self._tell(others, InLobby(why="waiting"), out)

    def remove(self, client: Client, out: Output) -> None:
        """A client has gone or sits somewhere, if it was here at all."""
        if client in self._clients:
            self._clients.remove(client)
            self._tell(self._clients, InLobby(why="waiting"), out)

    def take_four(self) -> dict[int, Client]:
        """The first four, by the seats that they get."""
        four, self._clients = self._clients[: len(SEATS)], self._clients[len(SEATS) :]
        return dict(enumerate(four, 1))

    def _tell(self, clients: Sequence[Client], why: InLobby, out: Output) -> None:
        if clients:
            out.posts.append(Post(tuple(clients), replace(why, waiting=len(self._clients))))
