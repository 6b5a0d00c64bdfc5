"""The hand of a player."""

from __future__ import annotations

from bisect import insort

from bridge_card import Card, Suit

from overtrick import Cards, opening_bid

PASS = "PASS"


class Hand:
    def __init__(self) -> None:
        self._suits: dict[Suit, list[Card]] = {suit: [] for suit in reversed(Suit)}

    def clear(self) -> None:
        for cards in self._suits.values():
            cards.clear()

    def addCard(self, card: Card) -> None:
        insort(self._suits[card.getSuit()], card)

    def makeBid(self) -> str:
        """The bid as the document writes it: `PASS`, `1S`, `1 NT`."""
        bid = opening_bid(Cards(card.in_pack for cards in self._suits.values() for card in cards))
        return PASS if bid == "pass" else bid.replace("NT", " NT")

    def __str__(self) -> str:
        return "\n".join(
            f"{suit.name.capitalize():8}:{''.join(f' {card}' for card in cards)}" for suit, cards in self._suits.items()
        )
