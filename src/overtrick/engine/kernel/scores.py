"""What deals are worth, remembered by what it depends on, so that kernels find it without Python.

The game's own `score` is asked once for each case. It gets an outcome that notes which of its parts are read; what no
score has read so far is not part of the key. Once a part is read that was not, all is forgotten.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.core.auctions import Contract
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS
from overtrick.engine.kernel.deals import Model, model_of
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.keys import IS_KEY, KEY_FIELDS
from overtrick.engine.kernel.learning import LEARNING
from overtrick.engine.kernel.matches import KnownMarks
from overtrick.engine.kernel.memory import NamedMemory, Number, Row
from overtrick.engine.kernel.watching import watching

SMALLEST: Final = 1 << 10
"""how many scores a table has room for"""
MOST_KEPT: Final = 1 << 16
"""scores that are kept with their parts; the table has all"""


class KnownScore(NamedMemory):
    """What a deal is worth, with all that it depends on."""

    first = Number()
    """of the two numbers of a key; 0 where there is none"""
    second = Number()
    scores = Row(2)
    """of the sides"""
    counted = Row(2)
    """what it counts in a match"""
    kind = Number()
    """of the score, as `KnownMarks` tells them apart"""


class ScoreTable(NamedTuple):
    """What deals are worth, by all that it depends on: an open hash table."""

    known: KnownScore
    """one after the other; behind the last one stands one that is always empty"""
    size: int
    """how many there is room for, a power of 2"""
    first_reads: int
    second_reads: int
    """the bits of the two numbers of a key on which scores depend"""


class DealsPlayed(NamedTuple):
    """What came of many deals."""

    scores: Sequence[DealScore]
    """all that there were, each once"""
    which: npt.NDArray[np.intp]
    """that of each deal, by its number among them"""


class KnownScores:
    """The scores of a game that kernels know; they may read the table while others are added to it."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.marks = KnownMarks(model.game)
        self._read: set[str] = set()
        self._forget()

    def _forget(self) -> None:
        """Begin anew, with the parts of keys that were read so far."""
        self._noted = len(self._read)
        self._masks = self._reads()
        self._watching = watching(Contract, self._read), watching(Outcome, self._read)
        self._kept: dict[tuple[int, int], DealScore] = {}
        """by keys without what no score has read"""
        self._size = 0
        """at least as many as the table has scores: some are counted twice"""
        self.table = _empty_table(SMALLEST, self._masks)

    def learn(self, keys: Sequence[Sequence[int]]) -> ScoreTable:
        """Ask the game for the scores of some keys; gives a table that has them."""
        load("deals")
        from overtrick.engine.kernel.compiled.deals import add_scores

        with LEARNING:
            scores, table = self._asked(keys), self.table
            added = {
                self._cut(key): (*score.scores, *score.counted, self.marks.kind(score))
                for key, score in zip(keys, scores, strict=True)
            }
            self._size += len(added)
            if 2 * self._size > table.size:
                known = table.known.array[: table.size * KnownScore.SIZE].reshape(-1, KnownScore.SIZE)
                known = known[known[:, 0] != 0]
                self._size = len(known) + len(added)  # some were added twice
                if 2 * self._size > table.size:
                    table = _empty_table(4 << self._size.bit_length(), self._masks)
                    add_scores(table, known)
            add_scores(table, np.array([key + known for key, known in added.items()], np.int64))
            self.table = table
            return table

    def score(self, key: Sequence[int]) -> DealScore:
        """The score of a key, with its parts."""
        with LEARNING:
            return self._asked([key])[0]

    def scores(self, keys: npt.NDArray[np.int64]) -> DealsPlayed:
        """The scores of many keys, with their parts."""
        while True:
            masks = self._masks
            read = np.where(keys[:, :1] > 0, keys & masks, keys)
            _, first, which = np.unique(read, axis=0, return_index=True, return_inverse=True)
            with LEARNING:
                found = self._asked(keys[first].tolist())
                if masks == self._masks:  # else scores depend on more than was known
                    return DealsPlayed(found, which.reshape(-1))

    def _asked(self, keys: Sequence[Sequence[int]]) -> list[DealScore]:
        """What the game says; where it reads what it never did before, all is forgotten first."""
        if len(self._kept) > MOST_KEPT:
            self._kept = {}
        while True:
            found = [self._kept.get(self._cut(key)) or self._ask(key) for key in keys]
            if len(self._read) == self._noted:
                return found
            self._forget()

    def _ask(self, key: Sequence[int]) -> DealScore:
        game, (contract_kind, outcome_kind) = self._model.game, self._watching
        if key[0] < 0:
            return game.passed_out(SEATS[-1 - key[0]])
        contract, *others = self._model.outcome(key)
        score = game.score(outcome_kind(contract_kind(*contract), *others)) or DealScore()
        self._kept[self._cut(key)] = score
        return score

    def _cut(self, key: Sequence[int]) -> tuple[int, int]:
        """A key without what no score has read."""
        first, second = self._masks if key[0] > 0 else (-1, -1)
        return key[0] & first, key[1] & second

    def _reads(self) -> list[int]:
        masks = [IS_KEY, 0]
        for name in self._read & set(KEY_FIELDS):
            word, at, bits = KEY_FIELDS[name]
            masks[word] |= (1 << bits) - 1 << at
        return masks


def _empty_table(size: int, reads: Sequence[int]) -> ScoreTable:
    return ScoreTable(KnownScore(size * KnownScore.SIZE), size, *reads)


@lru_cache(64)
def known_scores(game: Game) -> KnownScores:
    """The scores of a game of which there is a model, for all who ask."""
    model = model_of(game)
    assert model is not None
    return KnownScores(model)
