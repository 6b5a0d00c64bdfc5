"""No false accusation and no fault missed, on many random games; prints a table of what was found.

    python -m scripts.soundness [GAME…] [--games 100000] [--preset-games 10000] [--seed 1]

Every legal game must be found clean at both levels. Every game with one planted revoke must be found, at the deal level
not later than at the player level; an offender who is named must be the planted one, and he must be among the suspects.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import get_args

from overtrick import Fault, find_game, game_names, presets
from overtrick.referee.referee import Level
from scripts.random_games import random_game

BATCH = 500
WIDTHS = (8, 9, 9, 15, 12, 8, 13, 9)


def judge_batch(name: str, seed: str, count: int) -> Counter[str]:
    """Judge some legal games and as many with a revoke; counts of what was found."""
    game, rng, seen = find_game(name), Random(seed), Counter[str]()
    for _ in range(count):
        legal = random_game(game, rng)
        for level in get_args(Level):
            if legal.first_finding(level) is not None:
                raise AssertionError(f"{name}: accused without a fault at level {level}: {legal}")
        seen["legal"] += 1

        revoked = random_game(game, rng, with_revoke=True)
        found = {level: revoked.first_finding(level) for level in get_args(Level)}
        if found["player"] is None and revoked.is_hidden:
            seen["hidden"] += 1
            continue
        if found["player"] is None or found["deal"] is None:
            raise AssertionError(f"{name}: a fault was missed: {revoked}")
        (by_player, _), (by_deal, referee) = found["player"], found["deal"]
        fault = referee.finding
        assert isinstance(fault, Fault), (name, revoked)
        assert revoked.revoke is not None
        assert revoked.revoke <= by_deal <= by_player, (name, revoked)
        assert revoked.offender in fault.suspects, (name, revoked)
        assert fault.offender in (None, revoked.offender), (name, revoked)
        seen["revoked"] += 1
        seen["named"] += fault.offender is not None
        if by_deal < by_player:
            seen["earlier"] += 1
            seen["cards earlier"] += by_player - by_deal
            seen["a trick earlier"] += by_player // 4 > by_deal // 4
            seen["named when earlier"] += fault.offender is not None
        seen["at once"] += by_deal == revoked.revoke
        seen[f"proof of {len(fault.proof)}"] += 1
    return seen


def main() -> int:
    """Judge all games and presets on all cores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", metavar="GAME", nargs="*", help="by default all")
    parser.add_argument("--games", type=int, default=100_000, help="of the default preset of each game")
    parser.add_argument("--preset-games", type=int, default=10_000, help="of each further preset")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        print(
            f"{'game':<24}{'legal':>8}{'revoked':>9}{'earlier':>9}{'trick earlier':>15}{'mean cards':>12}{'named':>8}",
            end="",
        )
        print(f"{'named early':>13}{'at once':>9}  proof sizes")
        for game in options.names or game_names():
            for number, preset in enumerate(presets(game)):
                name = f"{game}:{preset}"
                total = options.preset_games if number else options.games
                batches = [min(BATCH, total - start) for start in range(0, total, BATCH)]
                seeds = [f"{options.seed}/{name}/{i}" for i in range(len(batches))]
                seen = sum(executor.map(judge_batch, [name] * len(batches), seeds, batches), Counter[str]())
                print(_row(name, seen), flush=True)
    return 0


def _row(name: str, seen: Counter[str]) -> str:
    revoked, earlier = seen["revoked"], max(seen["earlier"], 1)
    cells = [
        str(seen["legal"]),
        str(revoked),
        f"{seen['earlier'] / revoked:.1%}",
        f"{seen['a trick earlier'] / revoked:.1%}",
        f"{seen['cards earlier'] / earlier:.1f}",
        f"{seen['named'] / revoked:.1%}",
        f"{seen['named when earlier'] / earlier:.1%}",
        f"{seen['at once'] / revoked:.1%}",
    ]
    sizes = [f"{key.removeprefix('proof of ')}:{n}" for key, n in sorted(seen.items()) if key.startswith("proof of ")]
    return f"{name:<24}" + "".join(map(str.rjust, cells, WIDTHS)) + "  " + " ".join(sizes)


if __name__ == "__main__":
    sys.exit(main())
