"""Batches give what the plain engine gives, step by step, in 100,000 random deals of every preset.

    python -m scripts.batch_soundness [GAME…] [--deals 100000] [--seed 1]

At each step actor, legal actions and observation are compared, at the end of a deal the rewards; now and then somebody
doubles out of turn, where that is allowed.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

import numpy as np

from overtrick import Batch, Game, Round, Seat, game_names, presets, view
from overtrick.core.actions import actions_of
from overtrick.core.catalogue import game_text
from overtrick.deal.deals import numbered_deal
from overtrick.engine.observation import observe

SIZE: Final = 20
"""deals side by side"""
OUT_OF_TURN: Final = 0.1
"""how often somebody doubles out of turn who may"""


def check(batch: Batch, row: int, deal: Round) -> None:
    """A row tells what the plain engine tells of a deal."""
    seat = deal.actor
    assert seat is not None
    seen = observe(view(deal, seat))
    assert batch.actor[row] == seat
    assert np.array_equal(batch.legal[row], seen["action_mask"])
    assert np.array_equal(batch.observation[row], seen["observation"])


def rewards_of(deal: Round) -> list[float]:
    """What a deal that is over brings to the four seats, in points."""
    score = deal.score
    assert score is not None
    more = score.scores[0] - score.scores[1]
    return [more, -more, more, -more]


def play_side_by_side(game: Game | str, size: int, deals: int, seed: int) -> int:
    """Play a batch and the same deals by the plain engine, until some have ended; gives how many steps it took."""
    batch, rng, ended, steps = Batch(game, size, seed, raw=True), np.random.default_rng(seed), 0, 0
    game = batch.game
    assert batch.engine == "numba"
    plain = [numbered_deal(game, seed, number).declare() for number in range(1, size + 1)]
    while ended < deals:
        for row, deal in enumerate(plain):
            check(batch, row, deal)
        chosen = batch.random_actions()
        for row, deal in enumerate(plain):
            if deal.phase == "auction" and rng.random() < OUT_OF_TURN:
                calls = [call for seat in Seat for call in deal.auction.legal_out_of_turn(seat)]
                chosen[row] = actions_of(game).number(calls[0]) if calls else chosen[row]
        batch.step(chosen)
        for row, deal in enumerate(plain):
            plain[row] = after = deal.choose(batch.action(int(chosen[row])))
            assert batch.over[row] == (after.phase == "over")
            if after.phase == "over":
                ended += 1
                assert batch.rewards[row].tolist() == rewards_of(after)
                plain[row] = numbered_deal(game, seed, int(batch.number[row])).declare()
            else:
                assert not batch.rewards[row].any()
        steps += size
    return steps


def main() -> None:
    """Compare all presets, on all cores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", help="games with or without a preset (all)")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    names = options.games or [game_text(game) for name in game_names() for game in presets(name).values()]
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        work = partial(play_side_by_side, size=SIZE, deals=options.deals, seed=options.seed)
        for name, steps in zip(names, executor.map(work, names), strict=True):
            print(f"{name}: {options.deals:,} deals, {steps:,} steps, all equal", flush=True)


if __name__ == "__main__":
    main()
