"""Makes what nobody should send: random bytes, mutated messages, and right ones at the wrong time.

Everything comes from a `Random`, and from what was learnt from the server: tables, tokens, numbers and legal actions
that are real make messages that get further than nonsense.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Final, get_args
from unicodedata import category

from overtrick import game_names, presets
from overtrick.conversation.commands import COMMANDS
from overtrick.protocol import fair, incoming, outgoing
from overtrick.protocol.clean import UNSAFE

Data = dict[str, object]

NAMES: Final = ("Zoé", "", "\x1b[2J\u202eevil", "a\0b", "x" * 65, "\ud800", "e" + "\u0301" * 40, "😀" * 20, "\r\nquit")
LINES: Final = (*NAMES, "good cards", "  ", "\u2028\u2029\u200f", "{" * 80, "%s{0}{name}", "y" * 501, "\x07" * 30)
NUMBERS: Final = (-1, 0, 1, 4, 5, 13, 14, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**40, -(2**63) - 1, 0.5, -0.0, 1e308)
KEYS: Final = ("8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c", "0" * 64, "f" * 64, "", "0" * 63)
"""of a player, and some that are none"""
PLAYERS: Final = ("0" * 32, "simple", "", "x" * 65)
"""whom nobody has seen, and who are none"""
NONCE: Final = bytes(fair.SIZE)
"""to which senders are bound, where they are bound rightly"""
BOTS: Final = ("simple", "random", "random", "nobody", "sampling:0", "simple:3", "exec:true", "exec:", ":", "a:b:c")
SPLINTERS: Final = (b"\0", b"\xff", b"\xff\xfb\x01", b'"', b"}", b"\xe2\x80\xae", b"\x1b[")
GAMES: Final = (
    *(f"{name}:{preset}" for name in game_names() for preset in presets(name)),
    *game_names(),
    *("", "chess", "belote:", "belote:,,", "belote,target=1", "belote,target=-1", "sueca,=", "bridge:rubber,x=true"),
    *("coinche,sa_ta=true,generale=maybe", "euchre,target=99999999999999999999", "BELOTE", "belote\0", "sueca:\u202e"),
)
RAW: Final = (
    *(b"", b"{", b"{}", b"[]", b"null", b"0", b'"', b"\0", b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80"),
    *(b'{"type":', b'{"type":null}', b'{"type":[]}', b'{"type":"hello"}', b'{"type":"hello","v":1e999}', b"NaN"),
    *(b'{"type":"ping","id":"\\ud800"}', b'{"type":"ping","id":"\\udc00\\ud800"}', b'{"type":"say","text":"\\u0000"}'),
    *(b"[" * 5000, b'{"type":' * 1500, b'{"a":[' * 1000, b'{"type":"say","text":"' + b"z" * 9000 + b'"}', b"9" * 5000),
    *(b'{"type":"ready","deal":' + b"9" * 4000 + b"}", b'{"type":"ping","type":"tables"}', b'{"v":1,"type":"hello"}'),
    *(b"GET / HTTP/1.1", b"\x16\x03\x01\x02\x00\x01", b"SSH-2.0-x", b"EHLO x", b"\xef\xbb\xbf{}", b"\xff\xfd\x18"),
)


class Memory:
    """What a sender knows of the server; where there are tables, and what opens them, is known to all together."""

    def __init__(self, shared: Memory | None = None) -> None:
        self.tables: deque[str] = deque(["0123456789abcdef"], 40) if shared is None else shared.tables
        self.tokens: deque[str] = deque(["0" * 32], 40) if shared is None else shared.tokens
        self.codes: deque[str] = deque(["23456789ab"], 10) if shared is None else shared.codes
        self.moves: deque[str] = deque(["2" * 17], 10) if shared is None else shared.moves
        self.n = self.deal = 0
        """the last numbers that it heard"""
        self.actions: tuple[str, ...] = ()
        """that were legal when it heard of any"""

    def learn(self, message: outgoing.Message) -> None:
        """Remember what can be used again."""
        match message:
            case outgoing.Taken():
                self.tables.append(message.table)
                self.tokens.append(message.token)
                if message.code:
                    self.codes.append(message.code)
            case outgoing.Moving():
                self.moves.append(message.code)
            case outgoing.TableList():
                self.tables.extend(table.table for table in message.tables[:5])
            case outgoing.Snapshot():
                self.n, self.deal = message.n, message.next_deal
                self.actions = () if message.deal is None else message.deal.legal
            case outgoing.Dealt():
                self.n, self.actions = message.n, message.deal.legal or self.actions
            case outgoing.Acted():
                self.n, self.actions = message.n, message.legal or self.actions
            case outgoing.Scored() | outgoing.Ended():
                self.n, self.deal, self.actions = message.n, message.next_deal, ()
            case outgoing.Event():
                self.n = message.n


class Maker:
    """Makes messages, lines and mutations."""

    def __init__(self, rng: Random, memory: Memory) -> None:
        self.rng = rng
        self.memory = memory
        self._kinds: Mapping[str, Callable[[], Data]] = {
            "hello": self._hello,
            "create": self._create,
            "quick": lambda: {"game": self.rng.choice(GAMES)},
            "sit": lambda: {**self._place(), "seat": self.rng.choice((1, 2, 3, 4, None))},
            "watch": self._place,
            "add_bot": lambda: {"bot": self.rng.choice(BOTS), "seat": self.rng.choice((2, None))},
            "remove_bot": lambda: {"seat": self.rng.randint(1, 4)},
            "ready": lambda: {"deal": self._deal(), "commitment": self.rng.choice(("-", "-", fair.commitment(NONCE)))},
            "reveal": lambda: {"deal": self._deal(), "nonce": self.rng.choice(("-", NONCE.hex(), "e" * 64))},
            "keep": lambda: {"on": self.rng.random() < 0.5},
            "salt": lambda: {"words": self.rng.choice(LINES)},
            "act": lambda: {**self._command(), "action": self._action()},
            "hint": self._command,
            "propose": self._propose,
            "answer": lambda: {**self._command(), "yes": self.rng.random() < 0.7},
            "pace": lambda: {"bot_delay": self.rng.choice((0, 0.7, 10)), "trick_delay": self.rng.choice((0, 1.2))},
            "say": lambda: {"text": self.rng.choice(LINES)},
            "emote": lambda: {"what": self.rng.choice(get_args(incoming.Emotion))},
            "mute": lambda: {"seat": self.rng.randint(1, 4), "on": self.rng.random() < 0.7},
            "kick": lambda: {"seat": self.rng.randint(1, 4)},
            "report": lambda: {"seat": self.rng.randint(1, 4), "reason": self.rng.choice(LINES)},
            "identify": lambda: {
                "key": self.rng.choice(KEYS),
                "signature": "5" * 128,
                "program": self.rng.random() < 0.5,
            },
            "invite": lambda: {"player": self.rng.choice(PLAYERS), "seat": self.rng.randint(1, 4)},
            "available": lambda: {"games": self.rng.choice((None, [], [self.rng.choice(GAMES)]))},
            "decline": lambda: {
                "table": self.rng.choice(self.memory.tables),
                "seat": self.rng.randint(1, 4),
                "why": self.rng.choice(get_args(incoming.Excuse)),
            },
            **dict.fromkeys(("tables", "leave", "move", "ping", "challenge", "forget"), dict),
        }
        self._names = (*(kind for kind in self._kinds if kind != "leave"),) * 10 + ("leave",)  # it ends much
        assert set(self._names) == {kind.__struct_config__.tag for kind in get_args(incoming.Message)}

    # Messages

    def message(self) -> bytes:
        """Anything as JSON, or as what is not."""
        chance = self.rng.random()
        if chance < 0.3:
            return self.right()
        if chance < 0.75:
            return self._mutated_fields()
        if chance < 0.87:
            return self.mutated(self.right())
        return self.nonsense()

    def right(self, kind: str = "") -> bytes:
        """A message that could be right, most likely at another time, with ids that come again."""
        return _json(self._data(kind))

    def move(self) -> bytes:
        """What may bring a game further."""
        memory = self.memory
        if not memory.actions:
            return _json({"type": "ready", "deal": memory.deal})
        act = {"id": f"move{memory.n}", "at": memory.n, "action": self.rng.choice(memory.actions)}
        return _json({"type": "act", **act})

    def nonsense(self) -> bytes:
        """Bytes that are hardly ever a message."""
        rng = self.rng
        if rng.random() < 0.3:
            return rng.choice(RAW)
        if rng.random() < 0.5:
            return rng.randbytes(rng.randint(1, 100))
        return "".join(map(chr, (rng.randrange(0x20, 0x3000) for _ in range(rng.randint(1, 60))))).encode()

    def mutated(self, data: bytes) -> bytes:
        """The bytes with something wrong in them."""
        rng, spoilt = self.rng, bytearray(data)
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            place = rng.randrange(len(spoilt) + 1)
            match rng.randrange(5):
                case 0:
                    spoilt[place : place + 1] = rng.randbytes(1)
                case 1:
                    spoilt[place:place] = rng.choice(SPLINTERS)
                case 2:
                    del spoilt[place : place + rng.randint(1, 8)]
                case 3:
                    spoilt[place:place] = spoilt[place : place + rng.randint(1, 40)]
                case _:
                    del spoilt[place:]
        return bytes(spoilt)

    def _data(self, kind: str = "") -> Data:
        kind = kind or self.rng.choice(self._names)
        data: Data = {"type": kind, **self._kinds[kind]()}
        if "id" not in data and self.rng.random() < 0.5:
            data["id"] = self._id()
        return {name: value for name, value in data.items() if value is not None}

    def _mutated_fields(self) -> bytes:
        rng, data = self.rng, self._data()
        for _ in range(rng.choice((1, 1, 2))):
            name = rng.choice(tuple(data) or ("type",))
            match rng.randrange(6):
                case 0:
                    data.pop(name, None)
                case 1 | 2:
                    data[name] = self._anything()
                case 3:
                    data[rng.choice((name.upper(), "colour", "", "id", "v", "\u202e"))] = data.pop(name, None)
                case 4:
                    data = {**self._data(), **data}
                case _:  # the same field twice
                    twice = _json({name: self._anything()})
                    return b"%b,%b" % (_json(data)[:-1], twice[1:])
        return _json(data)

    def _anything(self, depth: int = 0) -> object:
        rng = self.rng
        match rng.randrange(8):
            case 0:
                return None
            case 1:
                return rng.random() < 0.5
            case 2 | 3:
                return rng.choice(NUMBERS)
            case 4 | 5:
                return rng.choice(LINES)
            case 6 if depth < 3:
                return [self._anything(depth + 1) for _ in range(rng.randint(0, 4))]
            case _:
                return self._data() if depth < 3 else {}

    # Fields

    def _id(self) -> str:
        """One of a few, so that they are often used before."""
        return self.rng.choice(("", "1", "2", "3", str(self.rng.randrange(1000)), "\u202e", "i" * 64, "i" * 65))

    def _number(self, near: int) -> int:
        return max(0, near + self.rng.choice((0, 0, 0, 0, -1, 1, -10, 10**6)))

    def _deal(self) -> int:
        return self._number(self.memory.deal)

    def _command(self) -> Data:
        return {"id": f"{self._id()}{self.rng.randrange(10)}", "at": self._number(self.memory.n)}

    def _action(self) -> str:
        return self.rng.choice((*self.memory.actions, "pass", "order", "Ah", "10♥", "discard 9s", "belote", *LINES[:3]))

    def _place(self) -> Data:
        by_code = self.rng.random() < 0.2
        return (
            {"code": self.rng.choice(self.memory.codes)} if by_code else {"table": self.rng.choice(self.memory.tables)}
        )

    def _hello(self) -> Data:
        rng = self.rng
        hello: Data = {"v": rng.choice((1, 1, 1, 2)), "name": rng.choice(NAMES), "lang": rng.choice(("en", "fr", "pt"))}
        if rng.random() < 0.4:
            hello |= {"table": rng.choice(self.memory.tables), "token": rng.choice(self.memory.tokens)}
            hello["last"] = self._number(self.memory.n)
        elif rng.random() < 0.2:
            hello["move"] = rng.choice(self.memory.moves)
        return hello

    def _create(self) -> Data:
        rng = self.rng
        options: Data = {"bot_delay": 0, "clock": rng.choice((0, 0, 1, 3600)), "private": rng.random() < 0.1}
        options |= {"grace": rng.choice((0, 0, 1, 5)), "when_gone": rng.choice(("bot", "pause", "end"))}
        options |= {"bot": rng.choice(BOTS), "once": rng.random() < 0.3, "rated": rng.random() < 0.05}
        return {
            "game": rng.choice(GAMES),
            "options": options,
            "seat": rng.randint(1, 4),
            "bots": rng.choice(("random", "")),
        }

    def _propose(self) -> Data:
        what = self.rng.choice(get_args(incoming.Proposal))
        return {**self._command(), "what": what, "tricks": self.rng.randint(0, 13)}

    # Lines

    def line(self) -> bytes:
        """Anything that could be typed, and more, without an end of line."""
        chance = self.rng.random()
        if chance < 0.2:
            return self.command()
        if chance < 0.4:
            return str(self.rng.choice((1, 1, 2, 3, 4, 5, 6, 7, 8, 0, -1, 99, "٣", 10**30))).encode()
        if chance < 0.7:
            return self.mutated(self.command())
        if chance < 0.8:
            return self.mutated(self.right())
        return self.nonsense()

    def end_of_line(self, longest: int) -> bytes:
        """How a line ends: some are too long for a server that takes so many bytes."""
        return (b"x" * longest if self.rng.random() < 0.0003 else b"") + self.rng.choice(
            (b"\n", b"\n", b"\r\n", b"\r\0\n")
        )

    def command(self) -> bytes:
        """A command, most likely at the wrong time."""
        rng, memory = self.rng, self.memory
        word = rng.choice((*COMMANDS, *memory.actions))
        if COMMANDS.get(word) in ("quit", "leave") and rng.random() < 0.9:
            word = "hand"
        places: tuple[str, ...] = (*memory.tables, *memory.codes)
        more = rng.choice(
            ("", "", rng.choice(LINES), rng.choice(places), rng.choice(GAMES), f"simple {rng.randint(0, 5)}", "pt")
        )
        return f"{word} {more}".rstrip(" ").encode("utf-8", "surrogatepass")


def is_clean(text: str) -> bool:
    """Whether nothing in a text moves a cursor or turns other text around."""
    return text.isprintable() or not any(category(letter) in UNSAFE for letter in text)


def _json(data: object) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")
