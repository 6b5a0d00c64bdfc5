"""Cards of Sueca."""

from __future__ import annotations

from dataclasses import dataclass

from sueca_suits_ranks import SUECA, SUITS, check_rank, check_suit, rank_points, trumps

import overtrick


class CardInvalid(ValueError):
    """A string is not a card; `line` is where it stands in a game file, if it was read from one."""

    line: int | None = None


@dataclass(frozen=True)
class Card:
    rank: str
    suit: str

    def __post_init__(self) -> None:
        check_rank(self.rank)
        check_suit(self.suit)

    @property
    def in_pack(self) -> overtrick.Card:
        """The same card as the engine knows it."""
        return overtrick.parse_card(self.show(), "upper")

    def points(self) -> int:
        return rank_points(self.rank)

    def higher_than(self, other: Card, s: str, t: str) -> bool:
        check_suit(s)
        return SUECA.rules(trumps(t)).ranking.beats(self.in_pack, other.in_pack, SUITS[s])

    def show(self) -> str:
        return self.rank + self.suit


def parseCard(cs: str) -> Card:
    try:
        if len(cs) != 2:
            raise ValueError("A card string representation must contain 2 characters only")
        return Card(*cs)
    except ValueError as error:
        raise CardInvalid(f"Card '{cs}' is invalid!\n{error}") from None
