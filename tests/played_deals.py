"""Deals that bots have played, as records."""

from overtrick.arena.runner import play_deal
from overtrick.core.catalogue import find_game
from overtrick.deal.record import Record


def played(game: str, seed: str = "played", first: int = 1, bot: str = "random") -> Record:
    """The first deal of a seed, from a number on, that is not passed out by four bots of a kind."""
    number = first
    while not (round_ := play_deal(find_game(game), (bot,) * 4, seed, number)).plays:
        number += 1
    return round_.record()
