"""The tables of a load: what their clients say to each of the servers that are compared."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from benchmarks.peers.clients import SEATS, Client, Load, Table

LEGAL: Final = b'"legal":["'
"""begins the actions of a player whose turn it is, in the messages of all servers here"""
ACTED: Final = b'{"type":"acted"'
TYPE: Final = len(b'{"type":"')
ANSWERED: Final = frozenset(b"taken snapshot scored ended proposed restarted refused bye".split())
"""the messages of our server that clients decode"""
UPDATE: Final = b'42/sueca,["update"'

_rng: Final = Random(1)


def choose(payload: bytes, legal: int) -> bytes:
    """One of the actions that stand at a place of a message, as JSON."""
    start = legal + len(LEGAL) - 1
    return _rng.choice(payload[start : payload.index(b"]", start)].split(b","))


def number_after(payload: bytes, name: bytes, start: int = 0) -> int:
    """The number that follows a name."""
    start = payload.index(name, start) + len(name)
    end = start
    while payload[end : end + 1].isdigit():
        end += 1
    return int(payload[start:end])


class OvertrickTable(Table):
    """Four clients of our server, that play match after match without commitments."""

    game = "sueca"

    def __init__(self, load: Load, number: int) -> None:
        super().__init__(load, number)
        self._ids = 0
        self._next_deal = 1
        for client in self.clients:
            client.say(b'{"type":"hello","v":1,"name":"player"}')

    def begin(self) -> None:
        self.clients[0].say(b'{"type":"create","game":"%b"}' % self.game.encode())

    def heard(self, client: Client, payload: bytes) -> None:
        legal = payload.find(LEGAL)
        if legal >= 0:
            n, action = number_after(payload, b'"n":'), choose(payload, legal)
            self.offer(client, b'{"type":"act","id":"%d","at":%d,"action":%b}' % (self._id(), n, action))
        if payload.startswith(ACTED):
            self.arrived()
        elif payload[TYPE : payload.index(b'"', TYPE)] in ANSWERED:
            self._answer(client, json.loads(payload))

    def _id(self) -> int:
        self._ids += 1
        return self._ids

    def _answer(self, client: Client, message: dict[str, Any]) -> None:
        """What is seldom said is decoded."""
        match message["type"]:
            case "taken" if client.seat == 0:
                for other in self.clients[1:]:
                    other.say(b'{"type":"sit","table":"%b"}' % message["table"].encode())
            case "snapshot":
                self._ready(client, message["next_deal"])
            case "scored":
                self._next_deal = message["next_deal"]
                if not message["standing"].get("over"):
                    self._ready(client, self._next_deal)
            case "ended" if client.seat == 0:
                client.say(b'{"type":"propose","id":"%d","at":%d,"what":"rematch"}' % (self._id(), message["n"]))
            case "proposed" if client.seat != 0:
                client.say(b'{"type":"answer","id":"%d","at":%d,"yes":true}' % (self._id(), message["n"]))
            case "restarted":
                self._ready(client, self._next_deal)
            case "refused" | "bye":
                raise ConnectionError(message)

    def _ready(self, client: Client, deal: int) -> None:
        client.say(b'{"type":"ready","deal":%d}' % deal)


class BeloteTable(OvertrickTable):
    """The same with calls, annonces and belotes."""

    game = "belote"


class FanOutTable(Table):
    """Four clients of a server that sends everything to all four."""

    def __init__(self, load: Load, number: int) -> None:
        self.path = f"/ws?table={number}"
        self._moves = 0
        super().__init__(load, number)

    def begin(self) -> None:
        self._offer_next()

    def heard(self, client: Client, payload: bytes) -> None:
        if client.seat == 0:
            self._offer_next()
        self.arrived()

    def _offer_next(self) -> None:
        self._moves += 1
        move = b'{"type":"act","id":"%d","at":%d,"action":"Ah"}' % (self._moves, self._moves)
        self.offer(self.clients[self._moves % SEATS], move)


class BoardgameIoTable(Table):
    """Four clients of boardgame.io, which speaks Socket.IO (protocol 5) in the frames."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def begin(self) -> None:
        self.clients[0].say(b"40/sueca,")

    def heard(self, client: Client, payload: bytes) -> None:
        if payload.startswith(UPDATE):
            legal = payload.find(LEGAL)
            if legal >= 0:
                self._offer(client, payload, legal)
            self.arrived()
        elif payload == b"2":
            client.say(b"3")  # a sign of life
        elif payload.startswith(b"40/sueca,"):
            client.say(b'42/sueca,["sync","%d","%d",null,4]' % (self.number, client.seat))
        elif payload.startswith(b'42/sueca,["sync"'):
            # One after another, or each of them would make a match of the same name.
            if client.seat == 0:
                self._first = payload
            if client.seat + 1 < SEATS:
                self.clients[client.seat + 1].say(b"40/sueca,")
            else:
                self._offer(self.clients[0], self._first, self._first.index(LEGAL))

    def _offer(self, client: Client, payload: bytes, legal: int) -> None:
        state = number_after(payload, b'"_stateID":', legal)
        self.offer(
            client,
            b'42/sueca,["update",{"type":"MAKE_MOVE","payload":{"type":"play","args":[%b],"playerID":"%d"}},%d,"%d","%d"]'
            % (choose(payload, legal), client.seat, state, self.number, client.seat),
        )
