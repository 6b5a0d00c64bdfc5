"""Batches give what the plain engine gives, step by step, in 100,000 random deals of every preset.

    python -m scripts.batch_soundness [GAME…] [--deals 100000] [--seed 1] [--match]

At each step actor, legal actions and observation are compared, at the end of a deal or with `--match` of a match the
rewards; now and then somebody doubles out of turn, where that is allowed.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

import numpy as np

from overtrick import Batch, Game, Round, Seat, game_names, presets, view
from overtrick.core.actions import Action, actions_of
from overtrick.core.catalogue import game_text
from overtrick.core.game import Standing
from overtrick.core.scoring import Scores
from overtrick.deal.deals import NumberedMatch, numbered_deal
from overtrick.engine.kernel.deals import model_of
from overtrick.engine.observation import observe

SIZE: Final = 16
"""deals side by side: the auctions of so many are remembered as numbers for all four seats"""
OUT_OF_TURN: Final = 0.1
"""how often somebody doubles out of turn who may"""


def check(batch: Batch, row: int, deal: Round, standing: Standing | None = None) -> None:
    """A row tells what the plain engine tells of a deal."""
    seat = deal.actor
    assert seat is not None
    seen = observe(view(deal, seat, standing))
    assert batch.actor[row] == seat
    assert batch.legal[row].tobytes() == seen["action_mask"].tobytes()
    assert (batch.observation[row] == seen["observation"]).all()


def rewards_of(scores: Scores) -> list[float]:
    """What an end brings to the four seats, in points."""
    more = scores[0] - scores[1]
    return [more, -more, more, -more]


class PlainRow:
    """A deal or a match by the plain engine."""

    def __init__(self, game: Game, seed: int, number: int, match: bool) -> None:
        self.match = NumberedMatch(game, seed, number) if match else None
        self.deal = (self.match.next_round() if self.match else numbered_deal(game, seed, number)).declare()
        self.ended_deals = 0

    @property
    def standing(self) -> Standing | None:
        """Where the match stands."""
        return None if self.match is None else self.match.standing

    def choose(self, action: Action) -> Scores | None:
        """Go on with an action; gives the scores at the end."""
        self.deal = self.deal.choose(action)
        score = self.deal.score
        if score is None:
            return None
        self.ended_deals += 1
        if self.match is None:
            return score.scores
        self.match.add(score)
        if self.match.standing.is_over:
            return self.match.standing.totals
        self.deal = self.match.next_round().declare()
        return None


def play_side_by_side(game: Game | str, size: int, deals: int, seed: int, match: bool = False) -> int:
    """Play a batch and the same by the plain engine, until some deals have ended; gives how many steps it took."""
    batch, rng, ended, steps = Batch(game, size, seed, raw=True, match=match), np.random.default_rng(seed), 0, 0
    game = batch.game
    assert batch.engine == "numba"
    plain = [PlainRow(game, seed, number, match) for number in range(1, size + 1)]
    while ended + sum(row.ended_deals for row in plain) < deals:
        for number, row in enumerate(plain):
            check(batch, number, row.deal, row.standing)
            assert batch.standing(number) == row.standing
        chosen = batch.random_actions()
        for number, row in enumerate(plain):
            if row.deal.phase == "auction" and rng.random() < OUT_OF_TURN:
                calls = [call for seat in Seat for call in row.deal.auction.legal_out_of_turn(seat)]
                chosen[number] = actions_of(game).number(calls[0]) if calls else chosen[number]
        batch.step(chosen)
        for number, row in enumerate(plain):
            scores = row.choose(batch.action(int(chosen[number])))
            assert batch.over[number] == (scores is not None)
            assert batch.rewards[number].tolist() == rewards_of(scores or (0, 0))
            if scores is not None:
                ended += row.ended_deals
                plain[number] = PlainRow(game, seed, int(batch.number[number]), match)
        steps += size
    return steps


def main() -> None:
    """Compare all presets, on all cores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", metavar="GAME", nargs="*", help="games with or without a preset (all)")
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match", action="store_true", help="play whole matches")
    options = parser.parse_args()
    every = [game for name in game_names() for game in presets(name).values()]
    names = options.games or [game_text(game) for game in every if model_of(game)]
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        work = partial(play_side_by_side, size=SIZE, deals=options.deals, seed=options.seed, match=options.match)
        for name, steps in zip(names, executor.map(work, names), strict=True):
            print(f"{name}: {options.deals:,} deals, {steps:,} steps, all equal", flush=True)


if __name__ == "__main__":
    main()
