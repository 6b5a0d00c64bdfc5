"""A table in this process at which a test acts for everybody, while the page in a browser has a seat at it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

from halls import Hall, Regular, encode
from msgspec.json import Decoder
from playwright.sync_api import WebSocketRoute

from overtrick.deal.round import Round
from overtrick.formats import jsonl
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Create, Options, Sit
from scripts.browsing import Player, Visitor

PAGE, BOT = 1, 3
"""seats; the other two have people with long names, and all clients have the numbers of their seats"""
NAME = "Wilhelmina Wassermann-Wu"
decode = Decoder(incoming.Message).decode
SEEN = "n => Number(document.querySelector('main[data-n]')?.dataset.n) >= n"


def _dealt(game: str, seed: int) -> tuple[Hall, list[Regular]]:
    """A hall with a table where cards have just been dealt, and those who sit there besides the page."""
    hall = Hall(seed)
    people = [Regular(hall, seat, Random(seat)) for seat in (PAGE, 2, 4)]
    for person in people:
        hall.hello(person.client, NAME)
    hall.say(PAGE, Create(game=game, options=Options(clock=60)))
    for person in people[1:]:
        hall.say(person.client, Sit(table=hall.state.table, seat=person.client))
    hall.say(PAGE, incoming.AddBot(seat=BOT))
    while hall.state.round is None:
        assert any(person.look() for person in people)
    return hall, people[1:]


class ArrangedTable:
    """A table where cards have just been dealt; whatever happens at it, happens because the test does it."""

    def __init__(
        self,
        visit: Callable[..., Visitor],
        game: str,
        language: str = "en",
        wanted: Callable[[Round], bool] = lambda _: True,
        **options: Any,
    ) -> None:
        """The first deal that is `wanted`."""
        halls = (_dealt(game, seed) for seed in count(1))
        self.hall, self._others = next((hall, others) for hall, others in halls if wanted(hall.round()))
        hall = self.hall
        hall.say(PAGE, incoming.Move())
        self.visitor = visit(language, f"/#move={hall.last(PAGE, outgoing.Moving).code}", self._connect, **options)
        self.page, self.player = self.visitor.page, Player(self.visitor)
        self.page.route("**/api/records/**", lambda route: route.fulfill(body=jsonl.dumps(hall.records[-1:])))
        self._wait()

    def act(self, action: str = "") -> None:
        """Let the player whose turn it is do something or anything, and the page see it."""
        self._act(action)
        self._settle()

    def play_until(self, phase: str, actor: int = PAGE) -> None:
        """Let everybody do anything until it is somebody's turn in a phase."""
        while self.hall.round().phase != phase or self.hall.actor() != actor:
            self._act("pass" if phase == "auction" else "")
        self._settle()

    def wait(self, seconds: float) -> None:
        """Let time pass at the table, and the page see what came of it."""
        self.hall.wait(seconds)
        self._settle()

    def play_deal(self) -> None:
        """Let everybody do anything until the deal is over."""
        while self.hall.state.round is not None:
            self._act()
        self._settle()

    def _act(self, action: str = "") -> None:
        hall = self.hall
        anything = action or str(hall.round().legal()[-1])  # the first one is to pass
        if hall.actor() == BOT:
            hall.carry(hall.lobby.thought(hall.thinking.pop(), anything, hall.now))
        else:
            hall.act(anything)

    def _connect(self, socket: WebSocketRoute) -> None:
        self.hall.lose(PAGE)
        self._socket, self._sent = socket, len(self.hall.mail[PAGE])
        socket.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        self.hall.say(PAGE, decode(message))
        self._deliver()

    def _settle(self) -> None:
        self._deliver()
        self._wait()

    def _wait(self) -> None:
        self.page.wait_for_function(SEEN, arg=self.hall.state.n)

    def _deliver(self) -> None:
        """Let everybody know what has happened, and take a part in the next deal."""
        while any(other.look() for other in self._others):
            pass
        new = self.hall.mail[PAGE][self._sent :]
        self._sent += len(new)
        for message in new:
            self._socket.send(encode(message).decode())
