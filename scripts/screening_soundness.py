"""The kernel that screens games gives the answers of the plain referee, on a million random games.

    python -m scripts.screening_soundness [GAME…] [--games 62500] [--first 0] [--seed 1]

Half of the games are legal and half have one planted revoke; some are cut short, and of some the referee knows pins or
hands besides. At both levels `judge_many` and `Referee` must object to the same card, or to none, and legal games must
be clean. Every preset of every game has so many games, beginning with the number `--first`, so that a further run can
go on where the last one ended.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import NamedTuple, get_args

import numpy as np

from overtrick import Cards, Referee, Strain, find_game, game_names, judge_many, presets
from overtrick.engine.screening import Screening
from overtrick.referee.evidence import kept_out
from overtrick.referee.referee import Level
from scripts.random_games import LEADER, Pins, Played, random_game

BATCH = 500
KNOWN_HAND, KNOWN_PINS, CUT_SHORT = 0.2, 0.8, 0.1
"""how often a referee knows a hand, and the pins; how often a game is not finished"""
COLUMNS = ("legal", "revoked", "player", "deal", "earlier")


class Question(NamedTuple):
    """A game, and what the referee knows besides its plays."""

    played: Played
    hands: list[Cards | None]
    pins: Pins

    def answer(self, level: Level) -> int:
        """The number of the first card that the plain referee objects to, or -1."""
        game, strain = self.played.game, self.played.strain
        referee = Referee(game, strain, level, leader=LEADER, hands=self.hands, pins=self.pins)
        return next((number for number, card in enumerate(self.played.plays) if referee.play(card) is not None), -1)


def compare_batch(name: str, seed: str, count: int) -> Counter[str]:
    """Compare the answers for some games; counts of what was found."""
    game, rng, seen = find_game(name), Random(seed), Counter[str]()
    by_strain: dict[Strain, list[Question]] = {}
    for number in range(count):
        played = random_game(game, rng, with_revoke=number % 2 == 1)
        if rng.random() < CUT_SHORT:
            del played.plays[rng.randrange(len(played.plays)) :]
        hands = [hand if rng.random() < KNOWN_HAND else None for hand in played.hands]
        pins = played.pins if rng.random() < KNOWN_PINS else {}
        by_strain.setdefault(played.strain, []).append(Question(played, hands, pins))
    for questions in by_strain.values():
        screening = screened(questions)
        for question, *found in zip(questions, screening.player.tolist(), screening.deal.tolist(), strict=True):
            expected = [question.answer(level) for level in get_args(Level)]
            if found != expected:
                raise AssertionError(f"{name}: the kernel says {found}, the referee {expected}: {question}")
            is_legal = question.played.revoke is None
            if is_legal and found != [-1, -1]:
                raise AssertionError(f"{name}: accused without a fault: {question}")
            by_player, by_deal = found
            seen["legal" if is_legal else "revoked"] += 1
            seen["player"] += by_player != -1
            seen["deal"] += by_deal != -1
            seen["earlier"] += by_deal != by_player
    return seen


def screened(questions: list[Question]) -> Screening:
    """The answers of the kernel for games of one strain."""
    game, strain = questions[0].played.game, questions[0].played.strain
    plays = np.full((len(questions), 4 * game.hand_size), 255, np.uint8)
    for row, question in zip(plays, questions, strict=True):
        row[: len(question.played.plays)] = [card.index for card in question.played.plays]
    barred = [kept_out(game, question.hands, question.pins) for question in questions]
    return judge_many(game, strain, plays, leader=LEADER, barred=barred)


def main() -> int:
    """Compare the answers for all games and presets on all cores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", metavar="GAME", nargs="*", help="by default all")
    parser.add_argument("--games", type=int, default=62_500, help="of each preset")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game of each preset")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    total = Counter[str]()
    print(f"{'game':<24}" + "".join(f"{column:>10}" for column in COLUMNS))
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for name in [f"{game}:{preset}" for game in options.names or game_names() for preset in presets(game)]:
            starts = range(options.first, options.first + options.games, BATCH)
            counts = [min(BATCH, starts.stop - start) for start in starts]
            seeds = [f"{options.seed}/{name}/{start}" for start in starts]
            seen = sum(executor.map(compare_batch, [name] * len(counts), seeds, counts), Counter[str]())
            print(_row(name, seen), flush=True)
            total += seen
    print(_row("all", total))
    return 0


def _row(name: str, seen: Counter[str]) -> str:
    return f"{name:<24}" + "".join(f"{seen[column]:>10,}" for column in COLUMNS)


if __name__ == "__main__":
    sys.exit(main())
