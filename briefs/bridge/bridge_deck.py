"""The deck of 52 cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TextIO

from bridge_card import Card, Rank, Suit
from bridge_random import Random

from overtrick import seed_of, shuffled

SIZE = 52


class Deck:
    def __init__(self) -> None:
        self._cards = [Card(rank, suit) for suit in Suit for rank in Rank]
        self._cardsDealt = 0
        self._random = Random()

    def reset(self) -> None:
        self._cardsDealt = 0

    def dealNextCard(self) -> Card:
        card = self._cards[self._cardsDealt]
        self._cardsDealt += 1
        return card

    def shuffle(self) -> None:
        seed = seed_of("bridge", self._random.randomInteger(0, 2**64))
        self._cards = list(shuffled(self._cards, seed))

    def read(self, in_: TextIO) -> bool:
        """Take the next 52 cards of a stream; whether there were any, else the deck stays as it is."""
        cards: dict[str, Card] = {}
        for word in islice(_words(in_), SIZE):
            card = Card(word)
            if str(card) in cards:
                raise ValueError(f"{card} is in the deck twice.")
            cards[str(card)] = card
        if 0 < len(cards) < SIZE:
            raise ValueError(f"A deck has {SIZE} cards, but the last one has {len(cards)}.")
        self._cards = list(cards.values()) or self._cards
        return bool(cards)

    def __str__(self) -> str:
        return " ".join(map(str, self._cards))


def _words(in_: TextIO) -> Iterator[str]:
    """The words of a stream; nothing is read after the end of the last one that is asked for."""
    word = ""
    while letter := in_.read(1):
        if not letter.isspace():
            word += letter
        elif word:
            yield word
            word = ""
    if word:
        yield word
