"""A table in this process at which a test acts for everybody, while the page in a browser has a seat at it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from halls import Hall, Player, encode, play_until
from msgspec.json import Decoder
from playwright.sync_api import WebSocketRoute

from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Create, Options, Sit
from scripts.browsing import Visitor

PAGE, BOT = 1, 3
"""seats; the other two have people with long names, and all clients have the numbers of their seats"""
NAME = "Wilhelmina Wassermann-Wu"
decode = Decoder(incoming.Message).decode
SEEN = "n => Number(document.querySelector('main[data-n]')?.dataset.n) >= n"


class ArrangedTable:
    """A table where cards have just been dealt; whatever happens at it, happens because the test does it."""

    def __init__(self, visit: Callable[..., Visitor], game: str, language: str) -> None:
        self.hall = Hall()
        self._deal(game)
        move = self.hall.say(PAGE, incoming.Move())[-1]
        assert isinstance(move, outgoing.Moving)
        self.hall.lose(PAGE)
        self._sent = len(self.hall.mail[PAGE])
        visitor = visit(language, f"/#move={move.code}", sockets=self._connect)
        self.page = visitor.page
        self._wait()

    def _deal(self, game: str) -> None:
        people = [Player(self.hall, seat, Random(seat)) for seat in (PAGE, 2, 4)]
        for person in people:
            self.hall.hello(person.client, NAME)
        self.hall.say(PAGE, Create(game=game, options=Options(clock=60)))
        for person in people[1:]:
            self.hall.say(person.client, Sit(table=self.hall.state.table, seat=person.client))
        self.hall.say(PAGE, incoming.AddBot(seat=BOT))
        play_until(self.hall, people, outgoing.Dealt)

    def act(self, action: str = "") -> None:
        """Let the player whose turn it is do something or anything, and the page see it."""
        if self.hall.actor() == BOT:
            answer = action or str(self.hall.round().legal()[0])
            self.hall.carry(self.hall.lobby.thought(self.hall.thinking.pop(), answer, self.hall.now))
        else:
            self.hall.act(action)
        self._deliver()
        self._wait()

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        self.hall.say(PAGE, decode(message))
        self._deliver()

    def _deliver(self) -> None:
        new = self.hall.mail[PAGE][self._sent :]
        self._sent += len(new)
        for message in new:
            self._socket.send(encode(message).decode())

    def _wait(self) -> None:
        self.page.wait_for_function(SEEN, arg=self.hall.state.n)
