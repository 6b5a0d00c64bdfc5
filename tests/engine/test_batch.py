"""Batches: deals in arrays that are, step by step, those of the plain engine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from overtrick import Batch, Game, Invalid, Round, Seat, deals, find_game, game_names, view
from overtrick.core.catalogue import game_text, presets
from overtrick.deal.deals import numbered_deal
from overtrick.engine.batch import Buffers, best_result, empty_buffers
from overtrick.engine.observation import action_mask, in_bytes, observe

GAMES = [game_text(game) for name in game_names() for game in presets(name).values()]
HOUSE_RULES = [
    "coinche:cannes",
    "euchre alone defend_alone",
]


def random_actions(batch: Batch, rng: np.random.Generator) -> Any:
    """A legal action for each row, each with the same chance."""
    return ((rng.random(batch.legal.shape) + 1) * batch.legal).argmax(axis=1)


def told(game: Game, deal: Round, history: bool = False) -> tuple[int, list[int], Any]:
    """What a batch has to tell of a deal, by the plain engine."""
    assert deal.actor is not None
    seen = view(deal, deal.actor)
    return int(deal.actor), action_mask(seen).tolist(), observe(seen, history)["observation"]


def assert_equal_to_plain(text: str, size: int, steps: int, seed: int) -> int:
    """Play a batch and the same deals by the plain engine side by side; gives how many deals ended."""
    game, ended = find_game(text), 0
    batch, rng = Batch(game, size, seed), np.random.default_rng(seed)
    assert batch.engine == "numba"
    plain = [numbered_deal(game, seed, number).declare() for number in range(1, size + 1)]
    for _ in range(steps):
        for row, deal in enumerate(plain):
            actor, legal, seen = told(game, deal)
            assert (batch.actor[row], batch.legal[row].tolist()) == (actor, legal)
            assert np.array_equal(batch.observation[row], seen)
        chosen = random_actions(batch, rng)
        batch.step(chosen)
        for row, deal in enumerate(plain):
            after = deal.choose(batch.action(int(chosen[row])))
            assert batch.over[row] == (after.phase == "over")
            if after.score is None:
                plain[row] = after
                assert not batch.rewards[row].any()
                continue
            ended += 1
            more = (after.score.scores[0] - after.score.scores[1]) / best_result(game)
            reward = np.float32(max(-1.0, min(1.0, more)))
            assert batch.rewards[row].tolist() == [reward, -reward, reward, -reward]
            plain[row] = numbered_deal(game, seed, int(batch.number[row])).declare()
    return ended


@pytest.mark.parametrize("text", GAMES)
def test_deals_are_those_of_the_plain_engine(text: str) -> None:
    assert assert_equal_to_plain(text, 4, 120, 1) > 4
