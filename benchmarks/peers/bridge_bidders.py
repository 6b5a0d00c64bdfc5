"""Bidders of other programs as callers: they get a view and make a call.

What they are asked is a line of JSON, with seats from 0 for North and the sides North-South and East-West:

    {"seat": 2, "hand": "AQ5.J42.KT9.8532", "dealer": 0, "vulnerable": [false, true],
     "calls": ["1NT", "pass"], "legal": ["pass", "2C", …]}

The answer is the call of that player, and the CPU time that it took: `{"call": "2C", "seconds": 0.01}`. Calls are
written as ours are.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.peers.asked import Peer, module_peer
from benchmarks.peers.environment import NotMeasured
from overtrick.core.actions import PASS, Action
from overtrick.core.seats import Side
from overtrick.deal.view import View

REPOSITORY: Final = "BEN_REPOSITORY"
"""the variable that tells where the clone of BEN's repository is, which brings both programs"""
ADDRESS: Final = "https://github.com/lorserker/ben"


class Program(NamedTuple):
    """How a bidder is run."""

    title: str
    module: str
    arguments: tuple[str, ...] = ()
    """besides the folder of the repository"""
    package: str | None = None
    """what it needs besides Python"""


PROGRAMS: Final = {
    "sayc": Program("EPBot, SAYC", "epbot_calls", ("BBA-Sayc", "BBA-Sayc")),
    "21gf": Program("EPBot, 2 over 1", "epbot_calls", ("BBA-21GF", "BBA-Sayc")),
    "ben": Program("BEN, network", "ben_calls", package="onnxruntime"),
}


class Bidder:
    """A bidder of another program, at any number of seats."""

    def __init__(self, name: str) -> None:
        self.seconds: list[float] = []
        """of its calls"""
        self.illegal = 0
        """how many of them were not legal, and were taken for passes"""
        self._peer = peer(name)

    def __call__(self, seen: View) -> Action:
        answer = self._peer.ask(**question(seen))
        self.seconds.append(answer["seconds"])
        for action in seen.legal:
            if action == answer["call"]:
                return action
        self.illegal += 1
        return PASS


def question(seen: View) -> dict[str, Any]:
    """What a player knows, in terms that others understand."""
    assert seen.seat is not None
    suits = dict.fromkeys("SHDC", "")
    for card in seen.hand:
        suits[card.suit.name[0]] += str(card)[0]
    return {
        "seat": seen.seat - 1,
        "hand": ".".join(suits.values()),
        "dealer": seen.dealer - 1,
        "vulnerable": [side in seen.vulnerable for side in Side],
        "calls": list(map(str, seen.auction.calls)),
        "legal": list(map(str, seen.legal)),
    }


def peer(name: str) -> Peer:
    """The program of a name, which this process starts once: pipes cannot be shared with those that it forks."""
    return _peer(name, os.getpid())


@cache
def _peer(name: str, process: int) -> Peer:
    program = PROGRAMS[name]
    return module_peer(program.module, repository(), *program.arguments, package=program.package)


def repository() -> Path:
    """Where BEN's repository is."""
    folder = Path(os.environ.get(REPOSITORY) or os.devnull)
    if not (folder / "BBA").is_dir():
        raise NotMeasured(f"the variable {REPOSITORY} must name a folder into which {ADDRESS} was cloned")
    return folder.resolve()
