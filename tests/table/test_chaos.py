"""Anything may be said by anybody at any time, connections and servers may be lost, entries may fail to be stored.

Nothing of that is ever an error of ours, and after each step everybody knows exactly what he should.
"""

from __future__ import annotations

from copy import copy
from random import Random
from typing import get_args

import pytest
from halls import Hall, check_seen, differences, facts
from lengths import first
from msgspec.structs import replace

from overtrick.core.catalogue import find_game
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair import NOTHING, commitment
from overtrick.protocol.incoming import (
    Act,
    AddBot,
    Answer,
    Create,
    Hello,
    Leave,
    Move,
    Options,
    Ping,
    Proposal,
    Propose,
    Quick,
    Ready,
    RemoveBot,
    Reveal,
    Salt,
    Say,
    Sit,
    Tables,
    Watch,
    WhenGone,
)
from overtrick.protocol.seen import Seen
from overtrick.referee.judging import judge
from overtrick.table.absence import KEPT
from overtrick.table.events import snapshot
from overtrick.table.gathering import Gathering
from overtrick.table.log import decode
from overtrick.table.state import restored

GAMES = [
    "belote:info0004",
    "coinche:dot_cardgames",
    "coinche:pagat",
    "sueca:fctp",
    "euchre:hoyle",
    "bridge:chicago",
    "?",
]
WORDS = [
    "pass",
    "take",
    "80 H",
    "coinche",
    "coinche 1",
    "order",
    "1NT",
    "X",
    "declare",
    "belote",
    "Ah",
    "7d",
    "\x1b[0m",
]


class Guest:
    """Somebody with a connection, who follows what he is sent."""

    def __init__(self, client: int) -> None:
        self.client = client
        self.read = 0
        self.seen: Seen | None = None
        self.taken: outgoing.Taken | None = None
        self.code = "x"
        """by which another device may have had his seat"""
        self.must_go = False

    def look(self, mail: list[outgoing.Message]) -> None:
        """Read on; every event comes once and in order."""
        for message in mail[self.read :]:
            match message:
                case outgoing.Taken():
                    self.taken = message
                case outgoing.Moving():
                    self.code = message.code
                case outgoing.Snapshot():
                    self.seen = Seen(message)
                case outgoing.Event():
                    assert self.seen is not None, message
                    assert self.seen.apply(message), message
                case outgoing.InLobby():
                    self.seen = None
                case outgoing.Bye() | outgoing.Refused(code="wrong-version"):
                    self.must_go = True
        self.read = len(mail)


class Chaos:
    """A hall and its guests, one random step after the other."""

    def __init__(self, seed: int, gathering: Gathering | None) -> None:
        self.rng, self.hall = Random(seed), Hall(seed, gathering)
        self.guests: list[Guest] = []
        self.away: list[Guest] = []
        self.nonces: dict[str, str] = {}
        self.count = 0
        self.happenings = [
            (self.do_the_next, 100.0),
            (self.say_anything, 25.0),
            (self.hall.think, 20.0),
            (self.arrive, 8.0),
            (self.lose, 4.0),
            (self.wait, 3.0),
            (self.restart, 0.3),
        ]

    def step(self) -> None:
        """Something happens, and everybody reads of it."""
        happenings, weights = zip(*self.happenings, strict=True)
        self.rng.choices(happenings, weights)[0]()
        for guest in list(self.guests):
            guest.look(self.hall.mail[guest.client])
            if guest.must_go:
                self.go(guest)

    # What happens

    def arrive(self) -> None:
        """Somebody comes in for the first time, or again."""
        if len(self.guests) > 9:
            return
        self.count += 1
        guest, rng = Guest(self.count), self.rng
        hello = Hello(
            v=1 if rng.random() < 0.95 else 2,
            name=rng.choice(["", "Zoé", "\u202eevil\x1b"]),
            lang=rng.choice(["en", "fr", "pt"]),
            token=rng.choice(["", "", "", "x"]),
        )
        known = [other for other in (*self.guests, *self.away) if other.taken is not None]
        if known and rng.random() < 0.7:
            before = rng.choice(known)
            taken = guest.taken = before.taken
            assert taken is not None
            hello = Hello(v=1, table=taken.table, token=taken.token, last=rng.choice([0, 10**6]))
            seen = before.seen
            if seen is not None and (seen.table, seen.seat) == (taken.table, taken.seat) and rng.random() < 0.7:
                guest.seen, hello = copy(seen), replace(hello, last=seen.n)
                guest.seen.seats = list(seen.seats)
        self.guests.append(guest)
        self.say(guest, hello)

    def lose(self) -> None:
        if self.guests:
            self.go(self.rng.choice(self.guests))

    def go(self, guest: Guest) -> None:
        """Somebody's connection is lost."""
        self.guests.remove(guest)
        self.away.append(guest)
        self.hall.lose(guest.client)

    def wait(self) -> None:
        self.hall.wait(self.rng.choice([0.5, 5, 30, 100]) if self.rng.random() < 0.99 else KEPT)

    def restart(self) -> None:
        self.away += self.guests
        self.guests = []
        self.hall.restart()

    def say(self, guest: Guest, message: incoming.Message) -> None:
        """A guest says something; now and then what it leads to cannot be stored."""
        hall = self.hall
        out = hall.lobby.receive(guest.client, message, hall.now)
        if not out.kept or self.rng.random() > 0.02:
            hall.carry(out)
            return
        if isinstance(message, Hello):  # he is sent away, and comes again
            hall.lobby.lost(guest.client, hall.now)
            self.guests.remove(guest)
            self.away.append(guest)
        for table in sorted({kept.table for kept in out.kept}):
            hall.carry(hall.lobby.restore(table, list(hall.logs.get(table, [])), hall.now))

    def do_the_next(self) -> None:
        """A guest does what a client would do."""
        guests = self.rng.sample(self.guests, len(self.guests))
        for guest in sorted(guests, key=lambda guest: guest.seen is None):
            for message in (messages := self.sensible(guest)):
                self.say(guest, message)
            if messages:
                return

    def sensible(self, guest: Guest) -> list[incoming.Message]:
        seen, rng, id_ = guest.seen, self.rng, str(self.rng.random())
        if seen is None:
            if self.hall.gathering is not None and rng.random() < 0.98:
                return []
            tables = [
                info.table for info in self.hall.lobby.rooms.public() if any(s.kind == "empty" for s in info.seats)
            ]
            return [Sit(table=rng.choice(tables)) if tables else self.create()]
        if seen.seat is None:
            return []
        if seen.proposal is not None:
            return [Answer(id=id_, at=seen.n, yes=rng.random() < 0.8)]
        if seen.state == "over":
            return [Propose(id=id_, at=seen.n, what="rematch")]
        if seen.state == "play":
            legal = seen.view.legal if seen.view is not None else ()
            return [Act(id=id_, at=seen.n, action=str(rng.choice(legal)))] if legal else []
        if seen.commitments:
            nonce = self.nonces.get(seen.commitments[seen.seat - 1], NOTHING)
            return [Reveal(deal=seen.next_deal, nonce=nonce)]
        nonce = rng.randbytes(32).hex()
        bound = commitment(bytes.fromhex(nonce))
        self.nonces[bound] = nonce
        ready = Ready(deal=seen.next_deal, commitment=rng.choice([bound, bound, NOTHING]))
        return [AddBot(bot="random"), ready] if rng.random() < 0.1 else [ready]

    def taken_seats(self) -> list[outgoing.Taken]:
        """The seats that anybody was given, in no special order."""
        taken = [guest.taken for guest in (*self.guests, *self.away) if guest.taken is not None]
        return self.rng.sample(taken, len(taken))

    def create(self) -> Create:
        rng, gone = self.rng, get_args(WhenGone)
        options = Options(
            private=rng.random() < 0.2,
            clock=rng.choice([None, 0, 10]),
            grace=rng.choice([0, 10, 60]),
            when_gone=rng.choice(gone),
            bot=rng.choice(["simple", "random"]),
            spectators=rng.random() < 0.8,
            once=rng.random() < 0.2,
        )
        bots = "random" if rng.random() < 0.2 else ""
        return Create(game=rng.choice(GAMES), options=options, seat=rng.randint(1, 4), bots=bots)

    def say_anything(self) -> None:
        """Somebody says something that may make sense or not."""
        if not self.guests:
            return
        guest, rng = self.rng.choice(self.guests), self.rng
        n = guest.seen.n if guest.seen is not None else 5
        id_, at, seat = rng.choice(["", "a", "b", "c"]), max(0, n - rng.choice([0, 0, 0, 1, 5, -1])), rng.randint(1, 4)
        deal = guest.seen.next_deal if guest.seen is not None else 1
        tables = [*self.hall.logs, "x", ""]
        codes = ["", *(taken.code for taken in self.taken_seats())]
        nonce = rng.choice([NOTHING, "0" * 64, *self.nonces.values()])
        messages: list[incoming.Message] = [
            Ping(id=id_),
            Tables(id=id_),
            self.create(),
            Quick(id=id_, game=rng.choice(GAMES)),
            Sit(id=id_, table=rng.choice(tables), code=rng.choice(codes), seat=rng.choice([None, seat])),
            Watch(id=id_, table=rng.choice(tables), code=rng.choice(codes)),
            AddBot(id=id_, bot=rng.choice(["simple", "random", "?"]), seat=rng.choice([None, seat])),
            RemoveBot(id=id_, seat=seat),
            Ready(id=id_, deal=deal + rng.choice([0, 1]), commitment=rng.choice([NOTHING, "0" * 64])),
            Reveal(id=id_, deal=deal, nonce=nonce),
            Salt(id=id_, words=rng.choice(["", "salt", "\ud800"])),
            Act(id=id_, at=at, action=rng.choice(WORDS)),
            Propose(id=id_, at=at, what=rng.choice(get_args(Proposal)), tricks=rng.randint(0, 13)),
            Answer(id=id_, at=at, yes=rng.random() < 0.7),
            Say(id=id_, text=rng.choice(["hello", "", "\x00\u202e", "\ud800"])),
            Hello(v=1, name="again", token=rng.choice(["", "x"])),
            Move(id=id_),
            Hello(v=1, move=rng.choice([*self.guests, *self.away]).code),
            *(Hello(v=1, table=taken.table, token=taken.token) for taken in self.taken_seats()[-1:]),
        ]
        self.say(guest, Leave(id=id_) if rng.random() < 0.06 else rng.choice(messages))

    # What holds

    def check_guest(self, guest: Guest) -> None:
        """He knows what he should."""
        if guest.seen is not None:
            room, seat = self.hall.lobby.rooms.get(guest.seen.table), guest.seen.seat
            assert room is not None
            assert guest.client in (room.watchers if seat is None else [room.clients[int(seat)]])
            check_seen(guest.seen, snapshot(room.table.state, 0 if seat is None else int(seat)))

    def check_logs(self) -> None:
        """All logs tell what is."""
        states = {room.table.state.table: room.table.state for room in self.hall.lobby.rooms.values()}
        assert self.hall.logs.keys() == states.keys()
        for table, state in states.items():
            assert not differences(restored(map(decode, self.hall.logs[table])), facts(state))


GATHERING = Gathering(
    find_game("coinche:dot_cardgames"), Options(clock=5, grace=3, when_gone="end", bot_delay=0, once=True)
)


@pytest.mark.parametrize("gathering", [None, GATHERING], ids=["tables", "gathering"])
@pytest.mark.parametrize("seed", first(2, range(10)))
def test_whatever_happens_everybody_knows_what_he_should(seed: int, gathering: Gathering | None) -> None:
    chaos = Chaos(seed, gathering)
    for number in range(1500):
        chaos.step()
        for guest in chaos.guests if number % 10 == 0 else chaos.guests[:1]:
            chaos.check_guest(guest)
        if number % 30 == 0:
            chaos.check_logs()
    assert all(judge(record).status == "clean" for record in chaos.hall.records)
    while chaos.guests:
        chaos.lose()
    chaos.hall.wait(2 * KEPT)
    assert (len(chaos.hall.lobby.rooms), chaos.hall.lobby.wake_at, chaos.hall.logs) == (0, None, {})
