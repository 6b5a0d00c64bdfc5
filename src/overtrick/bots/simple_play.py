"""The bot `simple`: a plain strategy for each game, so that there is always somebody to play with.

It decides from its view alone and by fixed rules: the same view, the same action. A game brings its own strategy as a
part of its package; one that does not is played by what all games have in common. In the play that is to cash what is
certain, win cheaply, throw points on the partner's tricks, and play low.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from overtrick.core.actions import PASS, PAYING_WORDS, Action, Call, Word
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import part_of
from overtrick.core.errors import Illegal
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Side
from overtrick.core.tricks import Strain, Trick
from overtrick.deal.view import View

GOOD: Final = 0.6
"""which share of a hand must be trumps, or the highest of their suits, to take a contract with it"""


def simple(view: View) -> Action:
    """What the strategy of the game does."""
    part = part_of(view.game, "strategy")
    if part is not None:
        action: Action = part.act(view)
        return action
    return play(view) if view.phase == "play" else allowed(view, _call(view))


def _call(view: View) -> Call:
    """The first contract that the hand is good for, unless somebody has one already; else a pass."""
    if view.auction.contract is not None:
        return PASS
    calls = (call for call in view.legal if isinstance(call, Call) and not call.alone)
    named = ((call, view.auction.named_by(call)) for call in calls)
    return next((call for call, strain in named if strain and _worth(view, strain) >= GOOD), PASS)


def _worth(view: View, strain: Strain) -> float:
    """How many of the cards are trumps, or the highest of a plain suit."""
    ranking, pack = view.game.rules(strain).ranking, view.game.pack.mask
    masters = sum(card.bit for card in view.game.pack if not ranking.above[card.index] & pack)
    return len(Cards.from_mask(view.hand.mask & (ranking.trumps | masters))) / len(view.hand)


def play(view: View) -> Action:
    """The card that this way of playing takes, or what is said before it because it brings points."""
    return outspoken(view, choose)


def outspoken(view: View, choose: Callable[[View], Action]) -> Action:
    """What somebody does who says all that brings points, and else acts by a choice of their own."""
    word = paying_word(view)
    if word is not None:
        return word
    action = choose(view)
    return view.course.word_with(action, view.held) or action


def paying_word(view: View) -> Word | None:
    """What may be said now and brings points whatever is played next."""
    return next((word for word in PAYING_WORDS if word in view.legal), None) if view.phase == "play" else None


def allowed(view: View, call: str) -> Action:
    """A call if it is legal, else a pass if that is."""
    return next((action for wanted in (call, PASS) for action in view.legal if action == wanted), view.legal[0])


def choose(view: View) -> Card:
    """The card that this way of playing takes of the legal ones."""
    contract, trick = view.contract, view.trick
    if contract is None or trick is None:
        raise Illegal("not-in-play")
    seen = view.hand.mask | Cards(view.plays).mask | (view.open_hand[1].mask if view.open_hand else 0)
    legal = [card for card in view.legal if isinstance(card, Card)]
    return Turn(view.game, contract.strain, contract.side, trick, legal, view.game.pack.mask & ~seen).choose()


class Turn:
    """What a player sees at their turn: the trick, what may be played to it, and which cards nobody has shown yet."""

    def __init__(
        self, game: Game, strain: Strain, taker: Side | None, trick: Trick, legal: Sequence[Card], unseen: int
    ) -> None:
        """A turn in a contract of the side `taker`; `unseen` is a mask."""
        self.taker, self.trick, self.legal, self.unseen = taker, trick, legal, unseen
        self.ranking = game.rules(strain).ranking
        self.points = game.card_points(strain)

    def choose(self) -> Card:
        """The card of this way of playing."""
        return self.follow() if self.trick.cards else self.lead()

    def lead(self) -> Card:
        """Trumps from the top while the takers draw them, then cards that nobody can beat, then low from length."""
        masters = [card for card in self.legal if not self.unseen & self.ranking.above[card.index]]
        drawing = [card for card in masters if self._is_trump(card)]
        is_taker = self.taker is self.trick.leader.side
        if drawing and is_taker and self.unseen & self.ranking.trumps:
            return max(drawing, key=lambda card: self.ranking.power_of[card.index])
        plain = [card for card in masters if not self._is_trump(card)]
        if plain:
            return max(plain, key=lambda card: (self.points[card.index], self._length(card)))
        return min(self.legal, key=lambda card: (self._is_trump(card), -self._length(card), *self._cost(card)))

    def follow(self) -> Card:
        """A certain trick at once, a likely one from third seat, points for the partner, else the cheapest card."""
        trick, left = self.trick, len(SEATS) - len(self.trick.out) - len(self.trick.cards) - 1
        assert trick.master is not None, "somebody has led"
        by_partner = trick.holder is trick.turn.partner
        if by_partner and (left == 0 or self._is_safe(trick.master)):
            return self._richest(self.legal)
        winners = [card for card in self.legal if card.bit & self.ranking.beaten_by[trick.master.index]]
        certain = [card for card in winners if left == 0 or self._is_safe(card)]
        if certain:
            return self._richest(certain)
        if winners and left == 1 and not by_partner:
            return self._cheapest(winners)
        return self._cheapest(self.legal)

    def _is_safe(self, card: Card) -> bool:
        """Whether no card that others may hold takes the trick from this one."""
        return not self.unseen & self.ranking.beaten_by[card.index]

    def _is_trump(self, card: Card) -> bool:
        return bool(card.bit & self.ranking.trumps)

    def _length(self, card: Card) -> int:
        """How many cards of the same suit may be led."""
        return sum(self.ranking.suit_of[other.index] is self.ranking.suit_of[card.index] for other in self.legal)

    def _cost(self, card: Card) -> tuple[int, int]:
        return self.points[card.index], self.ranking.power_of[card.index]

    def _richest(self, cards: Iterable[Card]) -> Card:
        """The card with most points, rather none of trumps, and the lowest of equal ones."""
        return max(
            cards,
            key=lambda card: (
                not self._is_trump(card),
                0 if self._is_trump(card) else self.points[card.index],
                -self.ranking.power_of[card.index],
            ),
        )

    def _cheapest(self, cards: Iterable[Card]) -> Card:
        """The card with fewest points and least power, rather none of trumps."""
        return min(cards, key=lambda card: (self._is_trump(card), *self._cost(card)))
