"""Bad input without sockets: messages for a lobby and lines for text sessions."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Final

import msgspec

from overtrick.bots.bot import find_bot
from overtrick.bots.sampling.advice import Advice
from overtrick.conversation.session import TextSession
from overtrick.protocol import incoming, outgoing
from overtrick.server.ports.text import Lines
from overtrick.table import log
from overtrick.table.agreements import is_sure
from overtrick.table.events import snapshot
from overtrick.table.lobby import Lobby
from overtrick.table.output import Client, Hinting, Output, Thinking
from overtrick.table.state import restored
from overtrick.texts import LANGUAGES
from scripts.bad_input.messages import Maker, Memory, is_clean
from scripts.bad_input.sender import GAMES, Tally

CLIENTS: Final = 12
MOST_TABLES: Final = 60
"""after so many, a new lobby begins"""
COMPARED: Final = 500
"""after so many messages, tables are compared with what is stored of them"""
LONGEST: Final = 1 << 16

_decode: Final = msgspec.json.Decoder(incoming.Message).decode


def rage(messages: int, seed: str) -> Tally:
    """Throw messages at lobbies; anything but a refusal raises."""
    tally, rng = Tally(messages), Random(f"{seed}/lobby")
    while tally.left > 0:
        Storm(rng, tally).rage()
    return tally


class Storm:
    """A lobby with clients that make trouble: the even ones by messages, the odd ones by text sessions."""

    def __init__(self, rng: Random, tally: Tally) -> None:
        self._rng, self._tally = rng, tally
        self._lobby = Lobby(rng.randbytes)
        self._logs: dict[str, list[bytes]] = defaultdict(list)
        self._shared, self._makers = Memory(), dict[Client, Maker]()
        self._sessions: dict[Client, TextSession | None] = {}
        self._thinking: list[Thinking] = []
        self._hints: list[Hinting] = []
        self._now = 1000.0
        self._tables = self._clients = 0

    def rage(self) -> None:
        """Throw messages until the lobby has seen enough."""
        while self._tally.left > 0 and self._tables <= MOST_TABLES:
            while len(self._sessions) < CLIENTS:
                self._connect()
            self._tally.left -= 1
            self._tally.counts["messages"] += 1
            self._send(self._rng.choice(tuple(self._sessions)))
            self._let_time_pass()
            if self._tally.left % COMPARED == 0:
                self._compare()
        self._compare()

    def _send(self, client: Client) -> None:
        session, maker = self._sessions[client], self._makers[client]
        if session is not None:
            self._type(client, session, maker.line())
            return
        try:
            message = _decode(maker.move() if self._rng.random() < 0.3 else maker.message())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self._tally.counts["unreadable"] += 1
        else:
            self._say(client, message)

    def _type(self, client: Client, session: TextSession, data: bytes) -> None:
        for line in Lines(LONGEST).feed(data + b"\n"):
            messages, shown = session.enter(line.decode("utf-8", "replace"))
            _check_shown(shown)
            for message in messages:
                self._say(client, message)
        if session.over and client in self._sessions:
            self._lose(client)

    def _say(self, client: Client, message: incoming.Message) -> None:
        self._carry_out(self._lobby.receive(client, message, self._now))

    def _connect(self) -> None:
        """Let somebody come in: most say hello, and some of them sit down with bots."""
        self._clients += 1
        client, rng = self._clients, self._rng
        session = TextSession(rng.choice(LANGUAGES), prefix=f"{client}.") if client % 2 else None
        self._sessions[client], self._makers[client] = session, Maker(rng, Memory(self._shared))
        self._tally.counts["connections"] += 1
        if session is not None:
            self._say(client, session.hello())
        elif rng.random() < 0.9:
            self._say(client, incoming.Hello(v=incoming.VERSION, name="x"))
            options = incoming.Options(bot_delay=0, grace=rng.choice((0, 5)))
            self._say(client, incoming.Create(game=rng.choice(GAMES), options=options, bots="random"))

    def _lose(self, client: Client) -> None:
        del self._sessions[client], self._makers[client]
        self._tally.counts["ended by lost"] += 1
        self._carry_out(self._lobby.lost(client, self._now))

    def _let_time_pass(self) -> None:
        """Let bots answer, clocks run out and connections break."""
        rng, lobby = self._rng, self._lobby
        if self._thinking and rng.random() < 0.8:
            thinking = self._thinking.pop(rng.randrange(len(self._thinking)))
            action = str(find_bot(thinking.bot, Random(thinking.seed))(thinking.view))
            self._carry_out(lobby.thought(thinking, action if rng.random() < 0.99 else "nonsense", self._now))
        if self._hints and rng.random() < 0.5:
            hinting = self._hints.pop()
            advice = Advice(rng.choice(hinting.view.legal)) if rng.random() < 0.9 else None
            self._carry_out(lobby.hinted(hinting, advice))
        self._now += rng.choice((0, 0, 0, 0, 0, 0, 0.1, 1, 10))
        if lobby.wake_at is not None and lobby.wake_at <= self._now:
            self._carry_out(lobby.wake(self._now))
        if rng.random() < 0.005:
            self._lose(rng.choice(tuple(self._sessions)))

    def _carry_out(self, output: Output) -> None:
        """Store and deliver."""
        for table, n, entry in output.kept:
            self._logs[table].append(entry)
            self._tables += n == 1
            assert len(self._logs[table]) == n
        for table in output.closed:
            del self._logs[table]
        self._thinking += output.thinking
        self._hints += output.hints
        for claim in output.claims:
            self._carry_out(self._lobby.claimed(claim, is_sure(claim.view, claim.more), self._now))
        answers: list[tuple[Client, incoming.Message]] = []
        for post in output.posts:
            for client in post.to:
                if client in self._sessions:
                    answers += [(client, answer) for answer in self._deliver(client, post.message)]
        for client, answer in answers:
            if client in self._sessions:
                self._say(client, answer)

    def _deliver(self, client: Client, message: outgoing.Message) -> list[incoming.Message]:
        """Give a client a message; the answers that come by themselves."""
        session = self._sessions[client]
        self._makers[client].memory.learn(message)
        self._tally.counts["refused"] += isinstance(message, outgoing.Refused)
        assert msgspec.json.encode(message)
        _check_shown(f"{getattr(message, 'text', '')}{getattr(message, 'name', '')}")
        if isinstance(message, outgoing.Bye):
            self._lose(client)
        elif session is not None:
            _check_shown(session.receive(message))
            assert not session.lost_track, message
            return session.answers()
        return []

    def _compare(self) -> None:
        """What is stored of a table is the same table."""
        assert len(self._logs) == len(self._lobby.rooms)
        for room in self._lobby.rooms.values():
            live = room.table.state
            stored = restored(map(log.decode, self._logs[live.table]))
            for seat in range(5):
                assert snapshot(live, seat) == snapshot(stored, seat), live.table


def _check_shown(text: str) -> None:
    assert is_clean(text.replace("\n", "")), repr(text)
