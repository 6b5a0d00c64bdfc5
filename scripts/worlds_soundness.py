"""No world that is drawn contradicts what was seen, on many random deals; prints a table of what was drawn.

    python -m scripts.worlds_soundness [GAME…] [--worlds 100000] [--preset-worlds 10000] [--seed 1]

Random deals are stopped anywhere, and worlds are drawn for one of the seats or for a spectator. In each of them every
card must have been legal when it was played, as the plain engine has it, and every card must have one place.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random

from overtrick import (
    Cards,
    Game,
    OvertrickError,
    Position,
    Round,
    Seat,
    View,
    find_game,
    game_names,
    presets,
    sample_worlds,
    view,
)

BATCH = 5000
WORLDS_OF_A_VIEW = 20


def check_batch(name: str, seed: str, count: int) -> Counter[str]:
    """Draw some worlds and check them; counts of what was drawn."""
    game, rng, drawn = find_game(name), Random(seed), Counter[str]()
    while drawn["worlds"] < count:
        seen = view(random_round(game, rng), rng.choice((None, *Seat)))
        worlds = sample_worlds(seen, min(WORLDS_OF_A_VIEW, count - drawn["worlds"]), rng.getrandbits(64))
        for hands, stock, discard in zip(*(array.tolist() for array in worlds), strict=True):
            try:
                check_world(seen, hands, stock, discard)
            except (AssertionError, OvertrickError) as problem:
                raise AssertionError(f"{name}: {hands}, {stock}, {discard} is no world of {seen}") from problem
        drawn["views"] += 1
        drawn["worlds"] += len(worlds.hands)
        drawn["plays"] += len(worlds.hands) * len(seen.plays)
    return drawn


def random_round(game: Game, rng: Random) -> Round:
    """A random deal, stopped somewhere; passes keep the auction short."""
    round_ = Round(game, rng.choice(list(Seat)), rng.sample(list(game.pack), len(game.pack)))
    for _ in range(rng.randrange(len(game.pack))):
        if round_.turn is None:
            break
        legal = round_.legal()
        action = rng.choice(legal)
        round_ = round_.apply(rng.choice((legal[0], action)) if round_.phase == "auction" else action)
    return round_


def check_world(seen: View, hands: Sequence[int], stock: int, discard: int) -> None:
    """Raise an error unless a deal agrees with a view; cards are masks."""
    game, played = seen.game, Cards(seen.plays).mask
    places = sum(hands) + stock + discard + played
    on_table = seen.turn_up.bit if seen.turn_up is not None and not places & seen.turn_up.bit else 0
    assert places + on_table == game.pack.mask
    assert tuple(hand.bit_count() for hand in hands) == seen.sizes
    assert seen.seat is None or hands[seen.seat - 1] == seen.hand.mask
    assert seen.open_hand is None or hands[seen.open_hand[0] - 1] == seen.open_hand[1].mask
    if seen.contract is None or not seen.plays:
        return
    before = list(hands)
    for seat, card in zip(seen.players, seen.plays, strict=True):
        before[seat - 1] |= card.bit
    dealt = [Cards.from_mask(hand) for hand in before]
    position = Position(game, seen.contract.strain, dealt, seen.players[0], out=seen.contract.out)
    for card in seen.plays:
        position = position.play(card)


def main() -> int:
    """Check all games and presets on all cores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", metavar="GAME", nargs="*", help="by default all")
    parser.add_argument("--worlds", type=int, default=100_000, help="of the default preset of each game")
    parser.add_argument("--preset-worlds", type=int, default=10_000, help="of each further preset")
    parser.add_argument("--seed", default="1")
    options = parser.parse_args()
    print(f"{'game':<24}{'views':>9}{'worlds':>9}{'plays checked':>15}")
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for game in options.names or game_names():
            for number, preset in enumerate(presets(game)):
                name = f"{game}:{preset}"
                total = options.preset_worlds if number else options.worlds
                batches = [min(BATCH, total - start) for start in range(0, total, BATCH)]
                seeds = [f"{options.seed}/{name}/{i}" for i in range(len(batches))]
                drawn = sum(executor.map(check_batch, [name] * len(batches), seeds, batches), Counter[str]())
                print(f"{name:<24}{drawn['views']:>9}{drawn['worlds']:>9}{drawn['plays']:>15}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
