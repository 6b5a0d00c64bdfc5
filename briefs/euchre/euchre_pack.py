"""The pack of 24 cards, read from a file."""

from __future__ import annotations

from collections.abc import Sequence

from euchre_card import Card, Card_print, Card_read

from overtrick import find_game

PACK = find_game("euchre:eecs280").pack
WORDS_A_CARD = 3
CUT = 17
CUTS = 3


class Pack:
    def __init__(self, cards: Sequence[Card]) -> None:
        """A pack of 24 different cards in some order; raises `ValueError` for any other."""
        for number, card in enumerate(cards):
            if card in cards[:number]:
                raise ValueError(f"{Card_print(card)} is in the pack twice.")
            if card not in PACK:
                raise ValueError(f"{Card_print(card)} is not in a pack of Euchre.")
        if len(cards) != len(PACK):
            raise ValueError(f"A pack has {len(PACK)} cards, but this one has {len(cards)}.")
        self.cards = tuple(cards)

    @classmethod
    def read(cls, pack_filename: str) -> Pack:
        """The pack of a file with words such as `Nine of Spades`, whatever white space is between them."""
        # Bytes that are not UTF-8 are no cards either, and refused as such.
        with open(pack_filename, encoding="utf-8-sig", errors="backslashreplace") as file:
            words = file.read().split()
        texts = [" ".join(words[start : start + WORDS_A_CARD]) for start in range(0, len(words), WORDS_A_CARD)]
        return cls([Card_read(text) for text in texts])

    def shuffle(self) -> None:
        """Cut the pack at 17 cards and swap the two parts, three times."""
        for _ in range(CUTS):
            self.cards = self.cards[CUT:] + self.cards[:CUT]
