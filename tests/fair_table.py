"""Deals at a real table between clients that keep transcripts, for tests of fair dealing."""

import io
from collections.abc import Callable, Sequence
from random import Random
from typing import Literal, NamedTuple

from halls import Hall

from overtrick.client.fairness import FairPlayer
from overtrick.core.actions import PASS
from overtrick.deal.record import Record
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair.recording import Transcript

Kind = Literal["fair", "mute", "salt", "silent", "bot"]
"""a client that takes its part; that does not open its nonce; that gives words; that gives nothing; a bot"""

FOUR: Sequence[Kind] = ("fair", "fair", "fair", "fair")
WATCHER = 5


class Played(NamedTuple):
    """What is left of some deals."""

    records: list[Record]
    transcripts: dict[int, str]
    """by seat; that of somebody who looked on has the number 5"""


class Client:
    """Somebody at the table, who does anything that is legal, or passes whenever he may; the first wants rematches."""

    def __init__(self, kind: Kind, seed: str, passes: bool, proposes: bool) -> None:
        self.kind, self.passes, self.proposes, self.random = kind, passes, proposes, Random(seed)
        self.connection = self.read = 0
        self.table, self.token, self.last = "", "", 0
        self.act: incoming.Act | None = None
        """what is to be done, which may have been lost"""
        self.file = io.StringIO()
        self.transcript = Transcript(self.file, lambda: 0.5)
        self.fair = FairPlayer(self.random.randbytes)

    def answers(self, message: outgoing.Message) -> list[incoming.Message]:
        """What the client says after a message."""
        self.transcript.got(message)
        self.last = getattr(message, "n", self.last)
        answers = [mine for answer in self.fair.receive(message) for mine in self._in_its_way(answer)]
        match message:
            case outgoing.Taken():
                self.table, self.token = message.table, message.token
            case outgoing.Welcome() if self.act is not None:
                answers.append(self.act)
            case outgoing.Dealt():
                answers += self._acts(message.deal.legal)
            case outgoing.Acted():
                answers += self._acts(message.legal)
            case outgoing.Snapshot():
                answers += self._acts(() if message.deal is None else message.deal.legal)
            case outgoing.Ended() if self.proposes:
                answers.append(incoming.Propose(id=f"propose {message.n}", at=message.n, what="rematch"))
            case outgoing.Proposed() if not self.proposes:
                answers.append(incoming.Answer(id=f"answer {message.n}", at=message.n, yes=True))
        return answers

    def _acts(self, legal: Sequence[str]) -> list[incoming.Message]:
        self.act = None
        if not legal:
            return []
        action = str(PASS if self.passes and PASS in legal else self.random.choice(legal))
        self.act = incoming.Act(id=f"act {self.last}", at=self.last, action=action)
        return [self.act]

    def _in_its_way(self, answer: incoming.Message) -> list[incoming.Message]:
        if isinstance(answer, incoming.Reveal) and self.kind == "mute":
            return []
        if isinstance(answer, incoming.Ready) and self.kind == "salt":
            return [incoming.Salt(words="a pinch of salt"), incoming.Ready(deal=answer.deal)]
        if isinstance(answer, incoming.Ready) and self.kind == "silent":
            return [incoming.Ready(deal=answer.deal)]
        return [answer]


class FairTable:
    """A table of clients; time passes only when nobody has anything to say."""

    def __init__(
        self,
        game: str,
        kinds: Sequence[Kind] = FOUR,
        seed: int = 0,
        passes: bool = False,
        when_gone: incoming.WhenGone = "bot",
    ) -> None:
        self.hall = Hall(seed)
        self.clients: dict[int, Client] = {}
        people = [seat for seat, kind in enumerate(kinds, 1) if kind != "bot"]
        for number in (*people, WATCHER):
            kind = "fair" if number == WATCHER else kinds[number - 1]
            self.clients[number] = Client(kind, f"{number} {seed}", passes, proposes=number == people[0])
            self._connect(number)
        options = incoming.Options(clock=0, when_gone=when_gone)
        self.say(people[0], incoming.Create(game=game, options=options, seat=people[0]))
        (table,) = self.hall.logs
        self.say(WATCHER, incoming.Watch(table=table))
        for seat in people[1:]:
            self.say(seat, incoming.Sit(table=table, seat=seat))
        if len(people) < len(kinds):
            self.say(people[0], incoming.AddBot())

    def _connect(self, number: int, last: int = 0) -> None:
        client = self.clients[number]
        client.connection, client.read = len(self.hall.mail) + 1, 0
        self.say(number, incoming.Hello(v=incoming.VERSION, table=client.table, token=client.token, last=last))

    def _reconnect(self, number: int, is_noticed: bool, knows_last: bool) -> None:
        """A client loses its connection, with all that is on the way to it, and comes back."""
        client = self.clients[number]
        if is_noticed:
            self.hall.lose(client.connection)
        self._connect(number, client.last if knows_last else 0)

    def say(self, number: int, message: incoming.Message, is_lost: bool = False) -> None:
        """A client says something, which may be lost on the way."""
        client = self.clients[number]
        client.transcript.sent(message)
        if not is_lost:
            self.hall.say(client.connection, message)

    @property
    def records(self) -> list[Record]:
        """The deals that are over."""
        return self.hall.records

    def play(self, deals: int) -> Played:
        """Play so many deals; to what comes after them nobody answers."""
        while len(self.records) < deals:
            self.step()
        for client in self.clients.values():
            for message in self.hall.mail[client.connection][client.read :]:
                client.transcript.got(message)
        transcripts = {number: client.file.getvalue() for number, client in self.clients.items()}
        return Played(self.records[:deals], transcripts)

    def play_until(self, condition: Callable[[outgoing.Message], bool]) -> None:
        """Play until some client has answered such a message."""
        while not condition(self.step()):
            pass

    def step(self, random: Random | None = None) -> outgoing.Message:
        """One client answers the next message, which is the result; at random it loses its connection before that."""
        while not (waiting := [n for n, c in self.clients.items() if c.read < len(self.hall.mail[c.connection])]):
            if not self.hall.think():
                wake_at = self.hall.lobby.wake_at
                assert wake_at is not None, "the table waits for nothing"
                self.hall.wait(wake_at - self.hall.now)
        client = self.clients[number := waiting[0]]
        message = self.hall.mail[client.connection][client.read]
        client.read += 1
        is_lost = random is not None and bool(client.token) and random.random() < 0.2
        for answer in client.answers(message):
            self.say(number, answer, is_lost)
        if random is not None and is_lost:
            self._reconnect(number, is_noticed=random.random() < 0.5, knows_last=random.random() < 0.5)
        return message
