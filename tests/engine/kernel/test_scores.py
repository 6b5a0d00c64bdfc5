"""Scores that kernels know are those of the game, whatever it reads, and whoever asks meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np
import pytest

from overtrick import Batch
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import DealScore, Part, score_of
from overtrick.core.seats import SEATS, Side
from overtrick.engine.kernel.deals import Model, State, Workspace, model_of
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.scores import KnownScores, known_scores
from overtrick.engine.kernel.shuffling import shuffler_of

EUCHRE = find_game("euchre:hoyle,defend_alone=true")


def keys_of(game: Game, count: int) -> tuple[Model, list[list[int]]]:
    """The keys of random deals."""
    model = model_of(game)
    assert model is not None
    load("deals")
    from overtrick.engine.kernel.compiled import deals as kernels

    state, space, shuffler, keys = State(), Workspace(), shuffler_of("keys"), []
    for number in range(1, count + 1):
        kernels.begin_deal(model.rules, shuffler, state, space, number)
        chance = number
        while state.turn >= 0:
            chance = chance * 6364136223846793005 % 2**62
            kernels.step(model.rules, state, space, kernels.random_action(model.rules, state, space, chance))
        keys.append(key_of(model, state))
    return model, keys


def key_of(model: Model, state: State) -> list[int]:
    from overtrick.engine.kernel.compiled.batch import write_keys

    keys = np.zeros((1, 2), np.int64)
    write_keys(model.rules, state, np.zeros(1, np.int64), keys, Workspace())
    return list(keys[0].tolist())


def lone(game: Game, outcome: Outcome) -> DealScore:
    return worth(4 if outcome.contract.value == "alone" else 1)


def lone_side(game: Game, outcome: Outcome) -> DealScore:
    alone = outcome.contract.alone
    return worth(1 + int(alone[0].side) if alone else 1)


def compared(game: Game, outcome: Outcome) -> DealScore:
    return worth(2 if outcome.contract == outcome.contract._replace(double=0, seat=SEATS[1], side=Side.TWO) else 3)


@lru_cache
def remembered(tricks: object) -> int:
    return sum(map(hash, str(tricks).encode())) % 7


def hashed(game: Game, outcome: Outcome) -> DealScore:
    return worth(remembered(outcome[2]) + (1 in outcome.tricks) + hash(outcome.contract) % 5)


def swept(game: Game, outcome: Outcome) -> DealScore:
    return worth((outcome.sweeper or 0) + 3 * outcome.is_solo)


def worth(points: int) -> DealScore:
    return score_of([Part(Side.ONE, "tricks", points)], Side.ONE, Side.ONE)


@pytest.mark.parametrize("rule", [lone, lone_side, compared, hashed, swept])
def test_scores_depend_on_all_that_is_read_in_any_way(rule: object, monkeypatch: pytest.MonkeyPatch) -> None:
    model, keys = keys_of(EUCHRE, 150)
    monkeypatch.setattr(type(EUCHRE), "score", rule)
    known, own = KnownScores(model), [EUCHRE.score(model.outcome(key)) for key in keys if key[0] > 0]
    assert len(set(map(str, own))) > 1
    scores, which = known.scores(np.array(keys))
    assert [scores[place] for place, key in zip(which, keys, strict=True) if key[0] > 0] == own
    assert [known.score(key) for key in keys if key[0] > 0] == own
    assert looked_up(known, keys) == [known.score(key).scores for key in keys]


def looked_up(known: KnownScores, keys: list[list[int]]) -> list[tuple[int, int]]:
    """What kernels find."""
    from overtrick.engine.kernel.compiled.deals import look_up

    waiting = np.array([[row, *key] for row, key in enumerate(keys)])
    results = np.zeros((len(keys), 3), np.int64)
    look_up(known.learn(keys), waiting, results)
    return [(first, second) for first, second, _ in results.tolist()]


def test_a_score_that_was_interrupted_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    model, keys = keys_of(EUCHRE, 60)
    known, calls, score = KnownScores(model), 0, type(EUCHRE).score

    def interrupted(game: Game, outcome: Outcome) -> DealScore | None:
        nonlocal calls
        calls += 1
        if calls in (1, 7, 20):
            raise KeyboardInterrupt
        return score(game, outcome)

    monkeypatch.setattr(type(EUCHRE), "score", interrupted)
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            known.learn(keys)
    monkeypatch.undo()
    assert looked_up(known, keys) == [KnownScores(model).score(key).scores for key in keys]


@pytest.mark.parametrize("name", ["coinche", "belote:pagat"])
def test_many_may_ask_at_the_same_time(name: str) -> None:
    game = find_game(name)

    def rewards(first: int) -> list[tuple[int, float]]:
        batch, found = Batch(game, 64, "threads", first=first, threads=2), []
        for _ in range(60):
            before = batch.number.copy()
            batch.step(batch.random_actions())
            found += [(int(before[row]), float(batch.rewards[row, 0])) for row in np.flatnonzero(batch.over)]
        return found

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(rewards, [1, 1, 1, 1]))
    known_scores.cache_clear()
    assert together == [rewards(1)] * 4
