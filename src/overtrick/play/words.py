"""What a player may say before he plays a card: `declare` his annonces, `belote` and `rebelote`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

DECLARE: Final = "declare"
BELOTE: Final = "belote"
REBELOTE: Final = "rebelote"
WORDS: Final = (DECLARE, BELOTE, REBELOTE)


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
