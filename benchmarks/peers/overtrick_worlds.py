"""Hidden hands by `sample_worlds`, as the player to move sees them after two tricks of random deals.

    python -m benchmarks.peers.overtrick_worlds

A world is what the four seats hold; it contradicts the play if some card could not be played from such hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

from benchmarks.peers.rates import VIEWS, WorldRate, tell, world_rate_of
from overtrick import Cards, Game, Illegal, Position, View, find_game, game_names, numbered_deal, sample_worlds, view
from overtrick.engine.kernel.engine import engine

NAMES: Final = {"numba": "overtrick, kernel", "plain": "overtrick, plain engine"}
TWO_TRICKS: Final = 8

_rng: Final = Random(1)


def after_two_tricks(game: Game) -> Iterator[View]:
    """Random deals that nobody plays alone."""
    number = 0
    while True:
        number += 1
        round_ = numbered_deal(game, "1", number)
        while round_.actor is not None and len(round_.plays) < TWO_TRICKS:
            round_ = round_.apply(_rng.choice(round_.legal()))
        if round_.actor is not None and not round_.position.trick.out:
            yield view(round_, round_.actor)


def draw(seen: View, worlds: int) -> Iterable[Sequence[int]]:
    """What the player to move may think of: the hands of the seats as masks."""
    return sample_worlds(seen, worlds, seed=1).hands


def contradicts(seen: View, hands: Sequence[int]) -> bool:
    """Whether the cards that were played could not be played from such hands."""
    assert seen.contract is not None
    at_first = [int(mask) for mask in hands]
    for card, seat in zip(seen.plays, seen.players, strict=True):
        at_first[seat - 1] |= card.bit
    position = Position(seen.game, seen.contract.strain, [*map(Cards.from_mask, at_first)], seen.players[0])
    try:
        for card in seen.plays:
            position = position.play(card)
    except Illegal:
        return True
    return False


def rates() -> Iterator[WorldRate]:
    """All games."""
    chosen = engine()
    for name in game_names():
        views = list(islice(after_two_tricks(find_game(name)), VIEWS))
        yield world_rate_of(name, NAMES[chosen], views, draw, contradicts, has_set_up=chosen == "numba")


if __name__ == "__main__":
    tell(rates())
