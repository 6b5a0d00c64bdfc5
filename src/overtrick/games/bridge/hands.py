"""The hands of a file: whole, the ends of hands, or the few cards of them that a lesson shows.

Hands of one length are whole, or what is left of them in an end position. Where they differ, those of 13 cards are
whole, and of the others some cards are known; so it is with a hand that has `x` for small cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from overtrick.core.cards import CARDS, Suit, cards_in
from overtrick.core.errors import Finding
from overtrick.deal.record import Deal
from overtrick.formats.record_format import Spot
from overtrick.games.bridge.notation import HAND_SIZE

SUITS_DOWN: Final = tuple(reversed(Suit))
"""spades, hearts, diamonds, clubs: the order in which a hand is told"""
_RANK: Final = re.compile(r"10|\S")
SMALL: Final = "xX"
_BIT_OF: Final = {
    suit: {
        letter: card.bit for card in CARDS if card.suit is suit for letter in (str(card.rank), str(card.rank).lower())
    }
    for suit in Suit
}
"""the cards of each suit by the letters of their ranks"""

Ranks = tuple[str, Suit, Spot]
"""Ranks of a suit, and where the first of them stands."""


class Hand(NamedTuple):
    """What a file tells of a hand."""

    mask: int
    spot: Spot
    is_whole: bool = True
    """False where some of its cards are not told, or make no sense"""


class Hands:
    """Reads the hands of one deal; no card may stand in two of them."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        """what cannot be a hand"""
        self.seen = 0

    def read(self, ranks: Sequence[Ranks], spot: Spot) -> Hand | None:
        """The hand of some ranks by suits; None where it has no card."""
        mask = 0
        for text, suit, _ in ranks:
            bits = _bits(text, suit)
            if bits < 0 or bits & (mask | self.seen):
                return self._odd(ranks, spot)
            mask |= bits
        if mask.bit_count() > HAND_SIZE:
            return self._odd(ranks, spot)
        self.seen |= mask
        return Hand(mask, spot) if mask else None

    def _odd(self, ranks: Iterable[Ranks], spot: Spot) -> Hand | None:
        """A hand of which something is small, wrong or too much."""
        mask, is_whole, count = 0, True, 0
        for text, suit, (line, column) in ranks:
            for match in _RANK.finditer(text):
                letter, at, count = match[0], (line, column + match.start()), count + 1
                bits = _bits(letter, suit)
                if letter in SMALL:
                    is_whole = False
                elif bits < 0:
                    self.findings.append(Finding("bad-rank", {"text": letter}, *at))
                elif bits & (mask | self.seen):
                    card = cards_in(bits)[0]
                    self.findings.append(Finding("card-in-two-hands", {"card": str(card)}, *at))
                else:
                    mask |= bits
                    continue
                is_whole = False
        if count > HAND_SIZE:
            self.findings.append(Finding("hand-size", {"game": "bridge", "size": HAND_SIZE, "count": count}, *spot))
            return None
        self.seen |= mask
        return Hand(mask, spot, is_whole) if mask else None


def deal_of(hands: Sequence[Hand | None]) -> tuple[Deal, Finding | None]:
    """The deal of the hands of the seats 1 to 4, and where they have different lengths, a warning."""
    told = [hand for hand in hands if hand is not None]
    sizes = {hand.mask.bit_count() for hand in told if hand.is_whole}
    if len(sizes) <= 1 and len(told) == sum(hand.is_whole for hand in told):
        whole = tuple(None if hand is None else cards_in(hand.mask) for hand in hands)
        return Deal(whole if told else None), None
    are_whole = [hand is not None and hand.is_whole and hand.mask.bit_count() == HAND_SIZE for hand in hands]
    shown = [cards_in(hand.mask) if hand is not None else () for hand in hands]
    deal = Deal(
        tuple(cards if is_whole else None for cards, is_whole in zip(shown, are_whole, strict=True))
        if any(are_whole)
        else None,
        known=tuple(() if is_whole else cards for cards, is_whole in zip(shown, are_whole, strict=True)),
    )
    size = max(sizes, default=0)
    short = (hand for hand in told if hand.is_whole and hand.mask.bit_count() < size)
    hand = next(short, None)
    if hand is None:
        return deal, None
    return deal, Finding("unequal-hands", {"size": size, "count": hand.mask.bit_count()}, *hand.spot)


def with_missing_hand(hands: Sequence[Hand | None]) -> list[Hand | None]:
    """The hands, of which one that is missing has the cards that three whole ones leave."""
    told = [hand for hand in hands if hand is not None and hand.is_whole and hand.mask.bit_count() == HAND_SIZE]
    if len(told) != len(hands) - 1 or sum(hand is None for hand in hands) != 1:
        return list(hands)
    rest = (1 << len(hands) * HAND_SIZE) - 1 & ~sum(hand.mask for hand in told)
    return [hand or Hand(rest, told[0].spot) for hand in hands]


def mask_of(suits: Sequence[str]) -> int:
    """The hand of the ranks of spades, hearts, diamonds and clubs as a mask; below 0 if they are anything else."""
    spades, hearts, diamonds, clubs = suits
    return (
        _bits(spades, Suit.SPADES)
        | _bits(hearts, Suit.HEARTS)
        | _bits(diamonds, Suit.DIAMONDS)
        | _bits(clubs, Suit.CLUBS)
    )


@lru_cache(maxsize=1 << 15)
def _bits(ranks: str, suit: Suit) -> int:
    """The cards of some ranks, each once, as a mask; -1 if they are anything else."""
    mask, bits = 0, _BIT_OF[suit]
    for letter in ranks.replace("10", "T"):
        bit = bits.get(letter, 0)
        if not bit & ~mask:
            return -1
        mask |= bit
    return mask
