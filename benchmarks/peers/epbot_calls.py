"""EPBot, the bidder of BBA, which the repository of BEN brings as a library: it makes calls, asked by JSON lines.

    python -m benchmarks.peers.epbot_calls REPOSITORY CARD THEIR_CARD

The cards are files of `BBA/CC` without their ending: what EPBot plays, and what it is told that its opponents play.
`bridge_bidders.py` tells what is asked and answered.
"""

from __future__ import annotations

import json
import platform
import sys
from ctypes import CDLL, c_char_p, c_int, c_void_p
from pathlib import Path
from time import process_time
from typing import Any, Final, NamedTuple

LIBRARIES: Final = {
    "linux": "linux/{}/libEPBot.so",
    "darwin": "macos/{}/libEPBot.dylib",
    "win32": "windows/{}/EPBot.dll",
}
IMPS: Final = 1
"""the number of this scoring; 0 would be matchpoints"""
SIDES: Final = 2
FIRST_CALLS: Final = {"pass": 0, "X": 1, "XX": 2}
BIDS: Final = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
NUMBERS: Final = {**FIRST_CALLS, **{bid: number for number, bid in enumerate(BIDS, 5)}}
CALLS: Final = {number: call for call, number in NUMBERS.items()}


class Card(NamedTuple):
    """A convention card."""

    system: int
    conventions: dict[str, int]
    """whether each is played, by its name"""


def read_card(path: Path) -> Card:
    """The card of a file: a line for the system, and one for each convention."""
    lines = [line.split(" = ") for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    (_, system), *conventions = lines
    return Card(int(system), {name: int(is_played) for name, is_played in conventions})


class Player:
    """EPBot at a seat: its side plays one card, the other side another one."""

    def __init__(self, library: CDLL, seat: int, ours: Card, theirs: Card) -> None:
        self._library, self._seat = library, seat
        self._bot = c_void_p(library.epbot_create())
        for side in range(SIDES):
            card = ours if side == seat % SIDES else theirs
            self._do("set_system_type", c_int(side), c_int(card.system))
            for name, is_played in card.conventions.items():
                self._do("set_conventions", c_int(side), c_char_p(name.encode()), c_int(is_played))
        self._do("set_scoring", c_int(IMPS))

    def call(self, hand: str, dealer: int, vulnerable: list[bool], calls: list[str]) -> str:
        """The call after some calls, of whoever holds this hand."""
        suits = "\n".join(reversed(hand.split(".")))
        north_south, east_west = vulnerable
        conditions = c_int(dealer), c_int(2 * north_south + east_west), c_int(0), c_int(0)
        self._do("new_hand", c_int(self._seat), c_char_p(suits.encode()), *conditions)
        for place, call in enumerate(calls, dealer):
            if place % 4 == self._seat:
                self._do("get_bid")  # it remembers what it thought: without that it goes on in another way now and then
            self._do("set_bid", c_int(place % 4), c_int(NUMBERS[call]), c_char_p(b""))
        return CALLS[self._do("get_bid")]

    def _do(self, name: str, *arguments: object) -> int:
        answer: int = getattr(self._library, f"epbot_{name}")(self._bot, *arguments)
        if answer < 0:
            raise RuntimeError(f"{name} of EPBot has failed: {answer}")
        return answer


def load(repository: Path) -> CDLL:
    """The library for this machine."""
    kind = "arm64" if platform.machine().lower() in ("arm64", "aarch64") else "x64"
    library = CDLL(str(repository / "bin" / "BBA" / LIBRARIES[sys.platform].format(kind)))
    library.epbot_create.restype = c_void_p
    return library


def main() -> None:
    """Answer until nobody asks any more."""
    repository, *names = sys.argv[1:]
    ours, theirs = (read_card(Path(repository, "BBA", "CC", f"{name}.bbsa")) for name in names)
    library = load(Path(repository))
    players = [Player(library, seat, ours, theirs) for seat in range(4)]
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        start = process_time()
        call = players[asked["seat"]].call(*(asked[name] for name in ("hand", "dealer", "vulnerable", "calls")))
        print(json.dumps({"call": call, "seconds": process_time() - start}), flush=True)


if __name__ == "__main__":
    main()
