"""How matches go on, remembered by what it depends on, so that kernels find it without Python.

The game's own `mark` and `end` are asked once for each case, and what they read is noted, as it is of its `score`. How
far matches are, and what came of deals, has numbers: the same one where nothing differs that was ever read. Totals are
added up; of them it is told which are as high as the target, or have let the other fall to the floor, and which is
higher.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.core.game import Game, Progress, Standing
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS, Side
from overtrick.deal.deals import NumberedMatch
from overtrick.engine.kernel.deals import NONE, VULNERABLE
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.learning import LEARNING
from overtrick.engine.kernel.memory import NamedMemory, Number, Row
from overtrick.engine.kernel.watching import watching

SMALLEST: Final = 1 << 10
"""how many marks a table has room for"""
MOST_KEPT: Final = 1 << 16
"""marks of a game that are remembered"""
NEVER: Final = 1 << 62
"""points that nobody reaches"""
GOES_ON, DRAWN, WON = range(3)
"""how a match stands; `WON` by the first side, and one more by the second"""
REACHED: Final = ((), (Side.ONE,), (Side.TWO,), tuple(Side))
"""`[mask]`: the sides that have reached the target"""
AHEAD: Final = (None, *Side)
KIND_BITS: Final = 32
SIDE_BITS: Final = 2


class MatchState(NamedMemory):
    """A match as it is now, before the deal that goes on in it."""

    number = Number()
    dealt = Number()
    """the number of this deal in it"""
    place = Number()
    """how far it is, by the number that it has in a table"""
    dealer = Number()
    deals = Number()
    totals = Row(2)
    held = Number()
    vulnerable = Number()
    """sides, as a mask"""
    games = Row(2)
    below = Row(2)
    bags = Row(2)
    rows = Row(2)
    end = Number()

    @property
    def progress(self) -> Progress:
        """How far it is."""
        pairs = self.totals, self.games, self.below, self.bags, self.rows
        totals, games, below, bags, rows = (tuple(pair.tolist()) for pair in pairs)
        winner, vulnerable = None if self.end < WON else Side(self.end - DRAWN), VULNERABLE[self.vulnerable]
        standing = Standing(totals, self.end != GOES_ON, winner, self.held, vulnerable, games, below, bags, rows)
        return Progress(SEATS[self.dealer], standing, self.deals)

    @progress.setter
    def progress(self, progress: Progress) -> None:
        standing = progress.standing
        self.dealer, self.deals, self.end = progress.dealer - 1, progress.deals, GOES_ON
        self.totals[:], self.games[:], self.below[:] = standing.totals, standing.games, standing.below
        self.bags[:], self.rows[:] = standing.bags, standing.rows
        self.held, self.vulnerable = standing.held, VULNERABLE.index(standing.vulnerable)


class KnownMark(NamedMemory):
    """What a deal means for a match, with all that it depends on."""

    key = Number()
    """the place of the match, who is vulnerable, and the kind of the score; 0 where there is none"""
    place = Number()
    """of the match after it"""
    counts = Number()
    moves = Number()
    """by how many seats the deal moves on"""
    more = Row(2)
    held = Number()
    vulnerable = Number()
    games = Row(2)
    below = Row(2)
    bags = Row(2)
    rows = Row(2)
    ends = Row(len(AHEAD) * len(REACHED))
    """`[who is ahead][who has reached the target]`: how the match stands then"""


class Beginnings(NamedMemory):
    """How matches begin, and the points that end them."""

    dealers = Row(4)
    """`[number of the match]`, from 1 on and again from 5 on: who deals first"""
    places = Row(4)
    """`[dealer]`"""
    target = Number()
    floor = Number()
    behind = Number()
    """by how many points a side is behind that is vulnerable; `NEVER` where that does not matter"""


class MarkTable(NamedTuple):
    """What deals mean for matches: an open hash table."""

    beginnings: Beginnings
    known: KnownMark
    """one after the other; behind the last one stands one that is always empty"""
    size: int
    """how many there is room for, a power of 2"""


class KnownMarks:
    """What deals of a game mean for matches; kernels may read the table while others are added to it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._numbers = count(1)
        """of places and kinds; none is used again, so that those of former tables are found in no other"""
        self._read, self._heard = set[str](), set[str]()
        """the parts of matches and of scores on which it depends"""
        self._forget()

    def _forget(self) -> None:
        """Begin anew, with the parts that were read so far."""
        self._noted = len(self._read) + len(self._heard)
        self._watching = (
            watching(Progress, self._read),
            watching(Standing, self._read),
            watching(DealScore, self._heard),
        )
        self._places, self._kinds = dict[object, int](), dict[object, int]()
        self._known: dict[int, npt.NDArray[np.int64]] = {}
        self.table = self._table(SMALLEST)

    def _table(self, size: int) -> MarkTable:
        made, target, floor = Beginnings(), self._game.match_target, self._game.match_floor
        made.target, made.floor = NEVER if target is None else target, -NEVER if floor is None else floor
        behind = self._game.vulnerability and self._game.vulnerability.behind
        made.behind = NEVER if behind is None else behind
        made.dealers[:] = [NumberedMatch(self._game, "", number).match.dealer - 1 for number in (1, 2, 3, 4)]
        made.places[:] = [self._place(Progress(dealer)) for dealer in SEATS]
        return MarkTable(made, KnownMark(size * KnownMark.SIZE), size)

    def place(self, progress: Progress) -> int:
        """The number of how far a match is."""
        with LEARNING:
            return self._place(progress)

    def _place(self, progress: Progress) -> int:
        standing, read = progress.standing, self._read
        told = standing.held, standing.games, standing.below, standing.bags, standing.rows
        others = {"dealer": progress.dealer, "deals": progress.deals, "totals": standing.totals}
        return self._number(self._places, (told, *(part for name, part in others.items() if name in read)))

    def kind(self, score: DealScore) -> int:
        """The number of a score."""
        with LEARNING:
            return self._kind(score)

    def _kind(self, score: DealScore) -> int:
        return self._number(self._kinds, tuple(part for name, part in score._asdict().items() if name in self._heard))

    def _key(self, before: Progress, score: DealScore) -> int:
        vulnerable = VULNERABLE.index(before.standing.vulnerable)
        return (self._place(before) << SIDE_BITS | vulnerable) << KIND_BITS | self._kind(score)

    def _number(self, numbers: dict[object, int], what: object) -> int:
        if what not in numbers:
            numbers[what] = next(self._numbers)
        return numbers[what]

    def learn(self, cases: Sequence[tuple[Progress, DealScore]]) -> None:
        """Ask the game what some deals mean for their matches; then the table has it."""
        with LEARNING:
            if len(self._known) > MOST_KEPT:
                self._forget()
            while True:
                keys = [self._key(*case) for case in cases]
                asked = dict(zip(keys, cases, strict=True))
                added = {key: self._asked(*case) for key, case in asked.items() if key not in self._known}
                if len(self._read) + len(self._heard) == self._noted:
                    break
                self._forget()
            self._add(added)

    def _asked(self, before: Progress, score: DealScore) -> npt.NDArray[np.int64]:
        """What the game says, as a `KnownMark` without its key."""
        game, made, (progress_kind, standing_kind, score_kind) = self._game, KnownMark(), self._watching
        seen, heard = progress_kind(before.dealer, standing_kind(*before.standing), before.deals), score_kind(*score)
        made.counts, made.moves = game.counts(heard), game.dealer_moves(seen.standing, heard)
        if made.counts:
            mark = game.mark(seen, heard)
            ends = [game.end(seen, heard, mark, reached, ahead) for ahead in AHEAD for reached in REACHED]
            made.more[:], made.ends[:] = mark.more, [is_over and DRAWN + (winner or 0) for is_over, winner in ends]
        if "totals" in self._read:
            self._heard.update(("parts", "worth"))  # they make the next totals
        after = game.after(before, score)
        standing, made.place = after.standing, self._place(after)
        made.held, made.vulnerable = standing.held, VULNERABLE.index(standing.vulnerable)
        made.games[:], made.below[:], made.bags[:] = standing.games, standing.below, standing.bags
        made.rows[:] = standing.rows
        return made.array

    def _add(self, added: dict[int, npt.NDArray[np.int64]]) -> None:
        load("batch")
        from overtrick.engine.kernel.compiled.matches import publish, slot_of_mark

        self._known |= added
        table = self.table
        if 2 * len(self._known) > table.size:
            table, added = self._table(4 << len(self._known).bit_length()), self._known
        for key, mark in added.items():
            slot = slot_of_mark(table, key, NONE)
            table.known.array[slot * KnownMark.SIZE + 1 : (slot + 1) * KnownMark.SIZE] = mark[1:]
            publish(table.known, slot, key)
        self.table = table
