"""The exact solver for games of most tricks in which suit must be followed: Bridge with open hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from overtrick.core.cards import CARDS, Card, Cards
from overtrick.core.game import Game
from overtrick.core.scoring import Counting
from overtrick.core.seats import Side
from overtrick.core.tricks import FOLLOW_SUIT, Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.bridge_memory import (
    HANDS,
    LANE,
    LIMIT,
    MOST_PATTERNS,
    NODES,
    REPLIES,
    ROOM,
    SIZE,
    SLOTS,
    STOPPED,
    TRUMPS,
)
from overtrick.engine.kernel.bridge_search import ask, set_up
from overtrick.engine.kernel.question import Answer, Question
from overtrick.engine.kernel.tables import STRAIN, tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

NO_LIMIT: Final = 1 << 62
NO_CARD: Final = -2


def serves(game: Game, strain: Strain) -> bool:
    """Whether this search is made for a game under a strain: suit is followed, and only tricks count."""
    counting = game.counting(strain)
    return (
        game.ladder == FOLLOW_SUIT
        and strain is not Strain.ALL_TRUMPS
        and counting == Counting((0,) * len(CARDS), trick_points=1)
        and all(suit.bit_count() <= LANE.bit_count() for suit in game.rules(strain).ranking.suits)
    )


class BridgeSearcher:
    """Searches positions of one game under one strain, and remembers what it found in a deal for the next question.

    All four players must take part. Values are tricks of the side of the player to move.
    """

    def __init__(self, game: Game, strain: Strain) -> None:
        assert serves(game, strain)
        self._tables = tables_of(game, strain)
        self._array = np.zeros(SIZE, np.int64)
        self._array[ROOM] = MOST_PATTERNS
        self._array[TRUMPS] = LANE << 48 if self._tables.array[STRAIN] else 0
        self._deal = [0, 0, 0, 0]
        self._guess = 0
        """tricks that side 1 had in the last position of the deal"""

    def forget(self) -> None:
        """Forget what earlier questions left, so that the next search is the same whatever came before."""
        self._array[REPLIES:SLOTS] = 0
        self._deal = [0, 0, 0, 0]  # any other is new, for which the table and the guess are dropped

    def bounds(self, position: Position, low: int, high: int, max_nodes: int = 0) -> tuple[int, int, int]:
        """Bounds of the value of a position, and how many cards were tried.

        They are equal, or beyond one of the given ones, unless the search ended because it had tried `max_nodes`.
        """
        tricks = self._set_up(position, max_nodes)
        odd = position.turn.side is Side.TWO
        least, most = self._narrowed(tricks, odd, low, high, tricks - self._guess if odd else self._guess, -1)
        self._guess = tricks - most if odd else most
        return least, most, int(self._array[NODES])

    def card_bounds(self, position: Position, max_nodes: int = 0) -> tuple[dict[Card, tuple[int, int]], int]:
        """Bounds of the value of each legal card, equal unless the search was cut short, and how many were tried."""
        tricks = self._set_up(position, max_nodes)
        odd = position.turn.side is Side.TWO
        _, best = self._narrowed(tricks, odd, 0, tricks, tricks - self._guess if odd else self._guess, -1)
        self._guess = tricks - best if odd else best
        found: dict[Card, tuple[int, int]] = {}
        before, least, most = NO_CARD, 0, best
        for bit, card in sorted(self._bits(position)):
            if bit != before + 1:  # else the card is as good as the one below it
                least, most = self._narrowed(tricks, odd, 0, best, best, 1 << bit)
            found[card] = least, min(most, best)
            before = bit
        return found, int(self._array[NODES])

    def value_cards(self, question: Question) -> Answer:
        """Bounds of the values of some cards in worlds; there is no bonus for all tricks."""
        columns = {card: column for column, card in enumerate(question.cards)}
        found, searched = np.zeros((2, len(question.worlds), len(columns)), np.int64), 0
        for row, masks in enumerate(question.worlds.tolist()):
            world = question.position.with_hands([Cards.from_mask(mask) for mask in masks])
            tricks = self._set_up(world, max(min(question.nodes, question.most_nodes - searched), 1))
            odd, before, least, most = world.turn.side is Side.TWO, NO_CARD, 0, tricks
            for bit, card in sorted(self._bits(world)):
                if bit != before + 1 and card in columns:
                    least, most = self._between_steps(tricks, odd, question.steps, 1 << bit)
                before = bit if card in columns else NO_CARD
                if card in columns:
                    found[:, row, columns[card]] = least, most
            searched += int(self._array[NODES])
        return Answer(found[0], found[1], searched)

    def _between_steps(self, tricks: int, odd: bool, steps: Sequence[int], allowed: int) -> tuple[int, int]:
        """Bounds of what the allowed cards bring that have no step between them."""
        least, most = 0, tricks
        while between := [step for step in steps if least < step <= most]:
            own = tricks - self._guess if odd else self._guess
            target = min(between, key=lambda step: abs(step - own))
            found = self._narrowed(tricks, odd, target - 1, target, target, allowed)
            least, most = max(least, found[0]), min(most, found[1])
            if self._array[STOPPED]:
                break
            self._guess = tricks - most if odd else most
        return least, most

    def _bits(self, position: Position) -> list[tuple[int, Card]]:
        """The legal cards with their bit numbers in the search."""
        bit_of, master = self._tables.bit_of, position.trick.master
        every = self._tables.mask(card for hand in position.hands for card in hand)
        if master is not None:
            every |= 1 << bit_of[master.index]
        numbers = []
        for card in position.legal():
            lane, power = divmod(bit_of[card.index], 16)
            below = every >> 16 * lane & ((1 << power) - 1)
            numbers.append((16 * lane + below.bit_count(), card))
        return numbers

    def _set_up(self, position: Position, max_nodes: int) -> int:
        trick, array, tables = position.trick, self._array, self._tables
        hands = [tables.mask(hand) for hand in position.hands]
        is_new = any(hand & ~before for hand, before in zip(hands, self._deal, strict=True))
        if is_new:
            self._deal = hands
        array[HANDS : HANDS + 4] = hands
        array[NODES], array[LIMIT], array[STOPPED] = 0, max_nodes or NO_LIMIT, 0
        if trick.master is None or trick.holder is None:
            tricks = set_up(array, 0, trick.leader - 1, 0, 0, 0, 0, is_new)
        else:
            led, master = tables.bit_of[trick.cards[0].index] >> 4, tables.bit_of[trick.master.index]
            turn, table = len(trick.cards), tables.mask(trick.cards)
            tricks = set_up(array, turn, trick.leader - 1, led, master, trick.holder - 1, table, is_new)
        if is_new:
            self._guess = (tricks + 1) // 2
        return int(tricks)

    def _narrowed(self, tricks: int, odd: bool, low: int, high: int, guess: int, allowed: int) -> tuple[int, int]:
        """Ask whether there are as many tricks as guessed, then one more or one fewer, until the bounds are found."""
        least, most = 0, tricks
        while least < most and most > low and least < high:
            target = min(max(guess, least + 1, low + 1), most, high)
            value = int(ask(self._array, tricks + 1 - target if odd else target, allowed))
            if self._array[STOPPED]:
                break
            value = tricks - value if odd else value
            if value >= target:
                least = value
            else:
                most = value
            guess = value + (value >= target)
        return least, most
