"""Auctions side by side, as arrays: imagined ones go on from the same calls, each with other hands.

Everything that happens to them happens to all at once, so that they have the same dealer and the same player on turn.
Calls are numbered as `BIDDING.calls` has them: a pass, the bids from the lowest up, double and redouble. Seats are
counted from 0, and strains as they are bid: clubs first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import product
from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.bots.checkpoint import Singles
from overtrick.core.actions import Call
from overtrick.core.comparing import IMP_BOUNDS
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.games.bridge.rules import BID_ORDER, BIDDING, contract_score

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Tricks = Callable[[Numbers, Numbers, Numbers], Numbers]
"""what declarers win, from rows, strains and declarers"""

NUMBERS: Final = {call: number for number, call in enumerate(BIDDING.calls)}
BIDS: Final = len(BIDDING.bids)
CALLS: Final = len(NUMBERS)
PASS: Final = 0
DOUBLE, REDOUBLE = BIDS + 1, BIDS + 2
STRAINS: Final = len(BID_ORDER)
NOBODY: Final = -1
MOST_PASSES: Final = len(SEATS) - 1
"""that can come before an opening"""
SIZES: Final = (len(Side), MOST_PASSES + 1, len(SEATS) * BIDS, len(SEATS) * BIDS, BIDS + 1, len(SEATS), 3)
FEATURES: Final = sum(SIZES)
"""how many numbers tell an auction"""
TRICKS: Final = 14
"""how many numbers of tricks there are"""


class Auctions:
    """Some auctions after as many calls each."""

    def __init__(self, count: int, dealer: Seat, vulnerable: Collection[Side], calls: Sequence[Call] = ()) -> None:
        """All of them after the same calls."""
        self.vulnerable = frozenset(vulnerable)
        self.turn = dealer - 1
        self.last, self.double = np.zeros(count, np.int64), np.zeros(count, np.int64)
        """the bid that stands, 0 for none, and 1 if it is doubled, 2 if it is redoubled"""
        self.bidder = np.full(count, NOBODY)
        """who made it"""
        self.over = np.zeros(count, np.bool_)
        self._passes, self._before = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._bid, self._doubled = (np.zeros((count, len(SEATS), BIDS), np.bool_) for _ in range(2))
        """`[auction, seat, bid]`: who has made which bid, and who has doubled or redoubled it"""
        self._named = np.full((count, len(Side), STRAINS), NOBODY)
        """`[auction, side, strain]`: who named a strain first"""
        self._way = np.zeros(count, np.int64)
        """a number that those have in common which have gone the same way"""
        for call in calls:
            self.add(np.full(count, NUMBERS[call]))

    def __len__(self) -> int:
        return len(self.last)

    def legal(self) -> Flags:
        """`[auction, call]`: what the player on turn may call."""
        legal = np.zeros((len(self), CALLS), np.bool_)
        legal[:, PASS] = True
        legal[:, 1:DOUBLE] = np.arange(1, DOUBLE) > self.last[:, None]
        theirs = (self.bidder - self.turn) % 2 == 1
        legal[:, DOUBLE] = (self.last > 0) & theirs & (self.double == 0)
        legal[:, REDOUBLE] = (self.last > 0) & ~theirs & (self.double == 1)
        return legal

    def features(self) -> Singles:
        """What a player on turn knows of each auction, as zeros and ones; players are counted from that one.

        Who is vulnerable, the own side first; the passes before the first bid; who has made which bid; who has doubled
        which; the bid that stands; who made it; how often it is doubled.
        """
        count, turn = len(self), self.turn
        told = np.zeros((count, FEATURES), np.float32)
        starts = np.cumsum((0, *SIZES))
        own = SEATS[turn].side
        told[:, 0], told[:, 1] = own in self.vulnerable, own.other in self.vulnerable
        each = np.arange(count)
        told[each, starts[1] + np.minimum(self._before, MOST_PASSES)] = 1
        told[:, starts[2] : starts[3]] = np.roll(self._bid, -turn, axis=1).reshape(count, -1)
        told[:, starts[3] : starts[4]] = np.roll(self._doubled, -turn, axis=1).reshape(count, -1)
        told[each, starts[4] + self.last] = 1
        has_bid = self.last > 0
        told[each[has_bid], starts[5] + (self.bidder[has_bid] - turn) % 4] = 1
        told[each, starts[6] + self.double] = 1
        return told

    def add(self, calls: Numbers) -> None:
        """The next call of each; of those that are over it is not looked at."""
        rows = np.flatnonzero(~self.over)
        calls, turn = calls[rows], self.turn
        passed = calls == PASS
        opened = self.last[rows] > 0
        self._passes[rows] = np.where(passed, self._passes[rows] + 1, 0)
        self._before[rows] += passed & ~opened
        is_bid = (calls > PASS) & (calls < DOUBLE)
        bids, numbers = rows[is_bid], calls[is_bid]
        self.last[bids], self.bidder[bids], self.double[bids] = numbers, turn, 0
        self._bid[bids, turn, numbers - 1] = True
        strains = (numbers - 1) % STRAINS
        first = self._named[bids, turn % 2, strains] == NOBODY
        self._named[bids[first], turn % 2, strains[first]] = turn
        doubles = rows[calls >= DOUBLE]
        self.double[doubles] += 1
        self._doubled[doubles, turn, self.last[doubles] - 1] = True
        self.over[rows] = self._passes[rows] >= np.where(self.last[rows] > 0, MOST_PASSES, len(SEATS))
        self._way[rows] = np.unique(self._way[rows] * CALLS + calls, return_inverse=True)[1]
        self.turn = (turn + 1) % len(SEATS)

    def finish(self, choose: Callable[[Auctions, Numbers], Numbers]) -> None:
        """Go on to the end; the calls come from copies of those that are not over, and from their rows."""
        while len(going := np.flatnonzero(~self.over)):
            calls = np.zeros(len(self), np.int64)
            calls[going] = choose(self.some(going), going)
            self.add(calls)

    def points(self, tricks: Tricks, below: Scores = (0, 0)) -> Numbers:
        """What those that are over bring to North and South; what sides have `below` the line helps them to games."""
        points = np.zeros(len(self), np.int64)
        rows = np.flatnonzero(self.last > 0)
        bids = self.last[rows] - 1
        declarers = self._named[rows, self.bidder[rows] % 2, bids % STRAINS]
        vulnerable = np.array([seat.side in self.vulnerable for seat in SEATS], np.int64)[declarers]
        played = bids, self.double[rows], vulnerable, tricks(rows, bids % STRAINS, declarers)
        first, second = (scores_of_contracts(had)[played] for had in below)
        points[rows] = np.where(declarers % 2, -second, first)
        return points

    def different(self) -> tuple[Auctions, Numbers]:
        """One of each way that they have gone, and which of these is that of each; none may be over."""
        _, first, which = np.unique(self._way, return_index=True, return_inverse=True)
        return self.some(first), which

    def repeated(self, times: int) -> Auctions:
        """Each of them several times, one after the other."""
        return self.some(np.repeat(np.arange(len(self)), times))

    def some(self, rows: Numbers) -> Auctions:
        """Copies of those of some rows."""
        made = object.__new__(Auctions)
        for name, part in vars(self).items():
            setattr(made, name, part[rows] if isinstance(part, np.ndarray) else part)
        return made


def imps_of(differences: Numbers) -> Numbers:
    """The IMPs of differences in points."""
    won: Numbers = np.sign(differences) * np.searchsorted(IMP_BOUNDS, np.abs(differences), side="right")
    return won


@cache
def scores_of_contracts(below: int = 0) -> Numbers:
    """`[bid, double, vulnerable, tricks]`: what a contract brings to a side that has some points below the line."""
    kinds = product(range(BIDS), range(3), (False, True), range(TRICKS))
    scores = [
        contract_score(bid // STRAINS + 1, BID_ORDER[bid % STRAINS], double, vulnerable, tricks, below)
        for bid, double, vulnerable, tricks in kinds
    ]
    return np.array(scores).reshape(BIDS, 3, 2, TRICKS)
