"""The plain solver: alpha-beta over positions, to be read and believed; the kernels give the same answers sooner.

Values are for the side of the player to move and count what is still to be won, the current trick included: card
points with the bonus for the last trick, or tricks where a game counts tricks; where a side may win enough of them to
end the deal, it then has those that are not played. Sets of cards in a trick (roem) count
for one half to the side that wins it and for the other half from the others: so what both sides win is the same however
they play, and the difference between them is the true one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import Counting
from overtrick.core.seats import Side
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.question import Answer, Question

WORST: Final = -(1 << 30)
"""below all values"""
MOST_KNOWN: Final = 1 << 18
"""how many positions are remembered"""


def capot_bonus(game: Game) -> int:
    """What a side has for all tricks besides their points; refuses games in which that counts nothing."""
    if game.capot_bonus is None:
        raise Invalid("no-capot", game=game.name)
    return game.capot_bonus


def at_stake(position: Position) -> int:
    """All that both sides can still win, the current trick included; it is nothing at the end of a deal."""
    game, trick, hands = position.game, position.trick, position.hands
    counting = game.counting(position.strain)
    tricks = max(len(hands[seat - 1]) + (number < len(trick.cards)) for number, seat in enumerate(trick.players))
    if not tricks or not position.legal():
        return 0
    cards = Cards(trick.cards)
    for seat in trick.players:
        cards |= hands[seat - 1]
    points = sum(counting.card_points[card.index] for card in cards)
    return points + tricks * counting.trick_points + counting.last_trick


def worth_of(counting: Counting, trick: Sequence[Card], after: Position) -> tuple[int, int]:
    """What a trick brings to the side that wins it, and what that takes besides from the others, by sets of cards.

    `after` is the position that follows it.
    """
    points = sum(counting.card_points[card.index] for card in trick) + counting.trick_points
    more = counting.trick_sets.points_in(Cards(trick).mask) // 2 if counting.trick_sets else 0
    if not after.legal():
        points += counting.last_trick + counting.trick_points * len(after.hands[after.turn - 1])
    return points, more


def margin_of(game: Game, strain: Strain) -> int:
    """How far beyond what is at stake values can be, by sets of cards."""
    return game.counting(strain).trick_sets.most // 2


class PlainSearcher:
    """Exact bounds of the values of positions, with the interface of the kernels' searchers.

    With `capot` the side of the player to move has `capot_bonus` more if it wins all the tricks that remain, the
    current one included.
    """

    def __init__(self, game: Game, strain: Strain, capot: bool = False) -> None:
        self._counting = game.counting(strain)
        self._margin = margin_of(game, strain)
        self._capot = capot
        self._bonus = capot_bonus(game) if capot else 0
        self._known: dict[tuple[Position, Side | None], tuple[int, int]] = {}
        """bounds of the values before a lead, by the side that has the bonus if it wins the rest"""
        self._nodes = 0
        self._most_nodes = 0

    def forget(self) -> None:
        """Forget what earlier questions left, so that the next search is the same whatever came before."""
        self._known.clear()

    def bounds(self, position: Position, low: int, high: int, max_nodes: int = 0) -> tuple[int, int, int]:
        """Bounds between which the value is, and how many nodes it took to find them.

        They are equal, or the upper one is at most `low`, or the lower one at least `high`; unless the search came to
        its limit of nodes (0 is none).
        """
        self._begin(max_nodes)
        stake = at_stake(position)
        least, most = -self._margin, stake + max(0, self._bonus) + self._margin
        if low >= most or high <= least:
            return least, most, 0
        try:
            value = self._value(position, max(low, least - 1), min(high, most + 1), stake, self._hope(position))
        except _LimitReached:
            return least, most, self._nodes
        return (value if value > low else least), (value if value < high else most), self._nodes

    def card_bounds(self, position: Position, max_nodes: int = 0) -> tuple[dict[Card, tuple[int, int]], int]:
        """Bounds of the value of each legal card, which are equal unless the limit was reached, and the nodes."""
        self._begin(max_nodes)
        stake = at_stake(position)
        least, most = -self._margin, stake + max(0, self._bonus) + self._margin
        found = dict.fromkeys(position.legal(), (least, most))
        try:
            for card in found:
                value = self._value_of(card, position, least - 1, most + 1, stake, self._hope(position))
                found[card] = value, value
        except _LimitReached:
            pass
        return found, self._nodes

    def value_cards(self, question: Question) -> Answer:
        """Bounds of the values of some cards in worlds: they are exact, or as wide as can be."""
        import numpy as np

        found, searched = np.zeros((2, len(question.worlds), len(question.cards)), np.int64), 0
        for row, masks in enumerate(question.worlds.tolist()):
            world = question.position.with_hands([Cards.from_mask(mask) for mask in masks])
            stake, side, sweeper = at_stake(world), world.turn.side, question.sweeper
            least = -self._margin - (self._bonus if sweeper is side.other else 0)
            most = stake + self._margin + (self._bonus if sweeper is side else 0)
            found[:, row] = [[least], [most]]
            self._begin(max(min(question.nodes, question.most_nodes - searched), 1))
            try:
                for column, card in enumerate(question.cards):
                    found[:, row, column] = self._value_of(card, world, least - 1, most + 1, stake, sweeper)
            except _LimitReached:
                pass
            searched += self._nodes
        return Answer(found[0], found[1], searched)

    def _begin(self, max_nodes: int) -> None:
        self._nodes, self._most_nodes = 0, max_nodes
        if len(self._known) > MOST_KNOWN:
            self._known.clear()

    def _hope(self, position: Position) -> Side | None:
        return position.turn.side if self._capot else None

    def _value(self, position: Position, low: int, high: int, stake: int, hope: Side | None) -> int:
        """The value if it is between low and high, else a bound of it beyond the one or the other.

        `stake` is all that can still be won, `hope` the side that has the bonus if it wins all of that.
        """
        if self._nodes == self._most_nodes > 0:
            raise _LimitReached
        self._nodes += 1
        if not position.legal():
            return 0 if hope is None else self._bonus if hope is position.turn.side else -self._bonus
        if position.trick.cards:
            return self._best(position, low, high, stake, hope)
        least, most = self._known.get((position, hope), (WORST, -WORST))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        low, high = max(low, least), min(high, most)
        value = self._best(position, low, high, stake, hope)
        self._known[position, hope] = (value if value > low else least), (value if value < high else most)
        return value

    def _best(self, position: Position, low: int, high: int, stake: int, hope: Side | None) -> int:
        best = WORST
        for card in position.legal():
            best = max(best, self._value_of(card, position, max(low, best), high, stake, hope))
            if best >= high:
                break
        return best

    def _value_of(self, card: Card, position: Position, low: int, high: int, stake: int, hope: Side | None) -> int:
        """What a card leads to for the side that plays it, with bounds as for `_value`."""
        after, gained, side = position.play_unchecked(card), 0, position.turn.side
        if not after.trick.cards:
            winners = after.trick.leader.side
            taken, more = worth_of(self._counting, (*position.trick.cards, card), after)
            stake -= taken
            gained = taken + more if winners is side else -more
            hope = hope if winners is hope else None
        if after.turn.side is side:
            return gained + self._value(after, low - gained, high - gained, stake, hope)
        left = stake + gained
        return left - self._value(after, left - high, left - low, stake, hope)


class _LimitReached(Exception):
    """As many nodes were visited as were allowed."""
