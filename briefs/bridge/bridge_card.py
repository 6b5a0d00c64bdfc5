"""Cards, their ranks and their suits."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import overload

if find_spec("overtrick") is None:  # a bare clone, with nothing installed
    sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

import overtrick
from overtrick import Rank as Rank
from overtrick import Suit as Suit


class Card:
    @overload
    def __init__(self, /) -> None: ...

    @overload
    def __init__(self, rank: Rank, suit: Suit, /) -> None: ...

    @overload
    def __init__(self, text: str, /) -> None: ...

    def __init__(self, rank: Rank | str = Rank.TWO, suit: Suit = Suit.CLUBS, /) -> None:
        """The two of clubs, the card of a rank and a suit, or that of a text such as `AD`."""
        card = overtrick.parse_card(rank, "upper") if isinstance(rank, str) else overtrick.Card.of(rank, suit)
        self.in_pack = card
        """the same card as the engine knows it"""

    def getRank(self) -> Rank:
        return self.in_pack.rank

    def getSuit(self) -> Suit:
        return self.in_pack.suit

    def __lt__(self, other: Card) -> bool:
        """Whether this card is displayed before another: spades, hearts, diamonds, clubs, each from the ace down."""
        return self.in_pack < other.in_pack

    def __call__(self, first: Card, second: Card) -> bool:
        """The same comparison of two other cards."""
        return first < second

    def __str__(self) -> str:
        return overtrick.card_name(self.in_pack, "upper")
