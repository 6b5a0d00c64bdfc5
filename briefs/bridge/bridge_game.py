"""The game: a deck, four hands, a dealer and the opening bid."""

from __future__ import annotations

from typing import TextIO

from bridge_deck import SIZE, Deck
from bridge_hand import PASS, Hand

from overtrick import Seat as Position


class Game:
    def __init__(self) -> None:
        self._deck = Deck()
        self._hands = {position: Hand() for position in Position}
        self._dealer = Position.NORTH
        self._openingBid = PASS
        self._opener = self._dealer

    def setup(self, fromFile: bool) -> None:
        if not fromFile:
            self._deck.shuffle()
        self._deck.reset()
        for hand in self._hands.values():
            hand.clear()

    def deal(self) -> None:
        position = self._dealer
        for _ in range(SIZE):
            position = position.next
            self._hands[position].addCard(self._deck.dealNextCard())

    def auction(self) -> None:
        for position in self._fromDealer():
            self._openingBid, self._opener = self._hands[position].makeBid(), position
            if self._openingBid != PASS:
                break

    def nextDealer(self) -> None:
        self._dealer = self._dealer.next

    def read(self, in_: TextIO) -> bool:
        """Pass the stream on to the deck; whether it had cards."""
        return self._deck.read(in_)

    def __str__(self) -> str:
        hands = "".join(f"{position.name}\n{self._hands[position]}\n\n" for position in self._fromDealer())
        passed, opened = "All hands PASS", f"Opening Bid is {self._openingBid} made by {self._opener.name}"
        return f"{hands}\n{passed if self._openingBid == PASS else opened}"

    def _fromDealer(self) -> list[Position]:
        first = self._dealer
        return [first, first.next, first.partner, first.previous]
