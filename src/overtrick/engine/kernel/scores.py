"""What deals are worth, remembered by what it depends on, so that kernels find it without Python.

The game's own `score` is asked once for each case. It gets an outcome that notes which of its parts are read; what no
score has read so far is not part of the key. Once a part is read that was not, all is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.core.auctions import Contract
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS
from overtrick.core.shuffle import Seed, word_of
from overtrick.engine.kernel.deals import (
    IS_KEY,
    KEY_FIELDS,
    Model,
    ScoreTable,
    State,
    Workspace,
    model_of,
    shuffler_of,
)
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.splitmix import signed

SMALLEST: Final = 1 << 10


class DealsPlayed(NamedTuple):
    """What came of many deals."""

    scores: Sequence[DealScore]
    """all that there were, each once"""
    which: npt.NDArray[np.intp]
    """that of each deal, by its number among them"""


class KnownScores:
    """The scores of a game that kernels know; they get a table that never changes."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._lock = Lock()
        self._read: set[str] = set()
        self._scores: dict[tuple[int, int], DealScore] = {}
        self._masks = self._reads()
        self.table = _empty_table(SMALLEST, self._masks)

    def learn(self, keys: Sequence[Sequence[int]]) -> None:
        """Ask the game for the scores of some keys."""
        load("deals")
        from overtrick.engine.kernel.compiled.deals import fill_in

        with self._lock:
            before = len(self._read)
            found = [self._score(key) for key in keys]
            if len(self._read) > before:
                self._scores, self._masks = {}, self._reads()
            self._scores |= {self._cut(key): score for key, score in zip(keys, found, strict=True)}
            rows = np.array([(*key, *score.scores) for key, score in zip(keys, found, strict=True)], np.int64)
            (entries, reads), masks = self.table, self._masks
            known = entries[:0] if len(self._read) > before else entries[entries[:, 0] != 0]
            if 2 * (len(known) + len(rows)) > len(entries) or len(self._read) > before:
                table = _empty_table(max(SMALLEST, 4 << (len(known) + len(rows)).bit_length()), masks)
                fill_in(table, known)
            else:
                table = ScoreTable(entries.copy(), reads)
            fill_in(table, rows)
            self.table = table

    def score(self, key: Sequence[int]) -> DealScore:
        """The score of a key."""
        if (score := self._scores.get(self._cut(key))) is None:
            self.learn([key])
            score = self._scores[self._cut(key)]
        return score

    def scores(self, keys: npt.NDArray[np.int64]) -> DealsPlayed:
        """The scores of many keys."""
        masks = None
        while masks != self._masks:  # what is read may become more meanwhile
            masks = self._masks
            read = np.where(keys[:, :1] > 0, keys & masks, keys)
            _, first, which = np.unique(read, axis=0, return_index=True, return_inverse=True)
            each = keys[first].tolist()
            if unknown := [key for key in each if self._cut(key) not in self._scores]:
                self.learn(unknown)
            found = [self.score(key) for key in each]
        return DealsPlayed(found, which.reshape(-1))

    def _score(self, key: Sequence[int]) -> DealScore:
        game = self._model.game
        if key[0] < 0:
            return game.passed_out(SEATS[-1 - key[0]])
        return game.score(watched(self._model.outcome(key), self._read.add)) or DealScore()

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
    return ScoreTable(np.zeros((size, 4), np.int64), np.array(reads))


@lru_cache(64)
def known_scores(game: Game) -> KnownScores:
    """The scores of a game of which there is a model, for all who ask."""
    model = model_of(game)
    assert model is not None
    return KnownScores(model)


def random_deals(game: Game, count: int, seed: Seed, first: int = 1) -> npt.NDArray[np.int64] | None:
    """Deals of a seed in which all actions are drawn from the legal ones: scores of the sides, and cards played.

    None where the auction of a game is of a kind that kernels do not know.
    """
    model = model_of(game)
    if model is None:
        return None
    known, shuffler, state, space = known_scores(game), shuffler_of(seed), State(), Workspace()
    from overtrick.engine.kernel.compiled import deals as kernels

    results, row = np.zeros((count, 3), np.int64), 0
    while True:
        row = kernels.random_deals(
            model.rules, shuffler, state, space, known.table, signed(word_of(seed)), first, row, results
        )
        if row == count:
            return results
        known.learn([space.key.tolist()])


def watched(outcome: Outcome, note: Callable[[str], None]) -> Outcome:
    """The same outcome, which notes the names of the parts of it and of its contract that are read."""
    contract = _Contract(*outcome.contract)
    seen: Outcome = _Outcome(contract, *outcome[1:])
    vars(contract)["note"] = vars(seen)["note"] = note
    return seen


class _Watched:
    """A named tuple that notes what is read of it."""

    note: Callable[[str], None] = staticmethod(lambda name: None)
    _fields: tuple[str, ...]

    def __iter__(self) -> Iterator[Any]:
        for name in self._fields:
            yield getattr(self, name)

    def __getitem__(self, place: Any) -> Any:
        return tuple(self)[place]


def _noted(kind: type[Any]) -> dict[str, Any]:
    def noting(place: int, name: str) -> property:
        def read(self: Any) -> Any:
            self.note(name)
            return tuple.__getitem__(self, place)

        return property(read)

    return {name: noting(place, name) for place, name in enumerate(kind._fields)}


_Contract: Any = type("_Contract", (_Watched, Contract), _noted(Contract))
_Outcome: Any = type("_Outcome", (_Watched, Outcome), _noted(Outcome))
