"""What a player may say before he plays a card: `declare` his annonces, `belote` and `rebelote`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from overtrick.core.cards import Cards
from overtrick.core.game import Game

DECLARE: Final = "declare"
BELOTE: Final = "belote"
REBELOTE: Final = "rebelote"
WORDS: Final = (DECLARE, BELOTE, REBELOTE)


@lru_cache(64)
def has_annonces(game: Game) -> bool:
    """Whether anything can be declared in a game."""
    first_hand = Cards(list(game.pack)[: game.hand_size])  # one suit from the ace down
    return bool(game.annonces_in(first_hand, game.strains[0]))


def announceable(word: str, pairs: Iterable[int], hand: int, announced: int) -> int:
    """The cards of a hand with which its player may say belote or rebelote, as masks.

    He says belote with one of a pair that he holds, and rebelote with the other if he has said belote with the first;
    `announced` are the cards with which he did.
    """
    cards = 0
    for pair in pairs:
        if (word == BELOTE and not pair & ~hand) or (word == REBELOTE and pair & hand and pair & announced):
            cards |= pair & hand
    return cards
