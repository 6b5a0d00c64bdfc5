"""The messages between Overtrick and a program: what it is told, and how its answers are read.

The fields of a deal have the names that they have at the tables of a server.
"""

from __future__ import annotations

import json
from typing import Final

from overtrick.core.actions import action_fields
from overtrick.core.catalogue import changed_rules
from overtrick.core.errors import Invalid
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat
from overtrick.deal.record import Record
from overtrick.deal.view import View, view_fields
from overtrick.formats import jsonl

VERSION: Final = 1
BYE: Final = '{"type":"bye"}\n'
LONGEST_QUOTE: Final = 80
"""how many characters of a line are quoted"""
FIELDS: Final = (
    *("game", "preset", "house", "seat", "board", "dealer", "vulnerable", "phase", "turn", "legal", "hand", "sizes"),
    *("turn_up", "turned", "discard", "exchanged", "given", "calls", "callers", "contract"),
    *("plays", "players", "takers"),
    *("trick", "said", "actions", "declared", "shown", "dummy", "points", "tricks", "standing"),
)
"""of a view, in the order in which they are written"""


def hello() -> str:
    """The first message."""
    return _line({"type": "hello", "v": VERSION})


def question(seen: View, number: int, seconds: float, seed: int) -> str:
    """A view, and the question what to do."""
    head = {"type": "view", "id": number, "clock": int(seconds * 1000), "seed": seed}
    return _line({**head, **deal_fields(seen)})


def result(seat: Seat, record: Record, scores: Scores) -> str:
    """How a deal ended."""
    head = json.dumps({"type": "result", "seat": seat, "scores": scores}, separators=(",", ":"))
    return f'{head[:-1]},"record":{jsonl.dumps([record]).rstrip()}}}\n'


def deal_fields(seen: View) -> dict[str, object]:
    """All that a seat may know, as programs are told it."""
    game, standing = seen.game, seen.standing
    fields = view_fields(seen) | {
        "game": game.name,
        "preset": game.preset,
        "house": changed_rules(game),
        "seat": seen.seat,
        "trick": [] if seen.trick is None else list(map(str, seen.trick.cards)),
        "actions": action_fields((*seen.legal, *seen.auction.calls, *(word for _, word in seen.said))),
        "standing": standing
        and {name: getattr(standing, name) for name in ("totals", "held", "games", "below", "bags", "rows")},
    }
    return {name: fields[name] for name in FIELDS}


def _line(message: dict[str, object]) -> str:
    return json.dumps(message, separators=(",", ":")) + "\n"


def read_hello(bot: str, line: bytes) -> tuple[str, ...]:
    """The games that a bot plays by its first line; raises `Invalid` for anything else."""
    expected = f'{{"type": "hello", "v": {VERSION}, "games": […]}}'
    message = _read(bot, line, {"type": "hello", "v": VERSION}, expected)
    games = message.get("games")
    if not isinstance(games, list) or not all(isinstance(game, str) for game in games):
        raise _garbage(bot, line, expected)
    return tuple(games)


def read_action(bot: str, line: bytes, number: int) -> str:
    """The action that answers the question of a number; raises `Invalid` for anything else."""
    expected = f'{{"type": "action", "id": {number}, "action": …}}'
    action = _read(bot, line, {"type": "action", "id": number}, expected).get("action")
    if not isinstance(action, str):
        raise _garbage(bot, line, expected)
    return action


def _read(bot: str, line: bytes, wanted: dict[str, object], expected: str) -> dict[str, object]:
    """The object of a line, if some of its fields are as they are wanted."""
    try:
        message = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise _garbage(bot, line, expected) from None
    if not isinstance(message, dict):
        raise _garbage(bot, line, expected)
    if any((type(message.get(key)), message.get(key)) != (type(value), value) for key, value in wanted.items()):
        raise _garbage(bot, line, expected)
    return message


def _garbage(bot: str, line: bytes, expected: str) -> Invalid:
    text = line.decode(errors="backslashreplace").rstrip("\r\n")
    short = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1] + "…"
    return Invalid("bot-garbage", bot=bot, line=short, expected=expected)
