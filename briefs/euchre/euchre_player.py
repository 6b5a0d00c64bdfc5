"""A player: a name, a hand and the document's strategy."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from euchre_card import Card, Card_print

from overtrick import Action, View, find_bot


class Player:
    def __init__(self, name: str) -> None:
        self.name = name
        self.hand: tuple[Card, ...] = ()
        self._strategy = find_bot("simple", Random())  # it leaves nothing to chance

    def deal(self, cards: Iterable[Card]) -> None:
        """Take the five cards of a hand."""
        self.hand = tuple(cards)

    def decide(self, view: View) -> Action | str:
        """What the player calls, lays away or plays, of what he can see."""
        action = self._strategy(view)
        self.hand = tuple(card for card in view.hand if card is not action)
        return action

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in [self.name, *(f"    {Card_print(card)}" for card in self.hand)])
