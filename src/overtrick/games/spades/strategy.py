"""A plain strategy for Spades: bid what the hand is worth, nil on a harmless one, and stop winning when it is enough.

A card is better the higher its rank, in any suit; of equal ones the first in the order of all cards is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from overtrick.bots.simple_play import choose
from overtrick.core.actions import Action, Call
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards, Rank, Suit
from overtrick.core.errors import Illegal
from overtrick.core.seats import Seat
from overtrick.core.short_auctions import NIL
from overtrick.core.tricks import Trick
from overtrick.deal.view import View
from overtrick.games.spades.blind import act as act_blind

BASE: Final = -20
"""what a hand is worth without any of what follows, in hundredths of a trick, as all below"""
SPADES: Final = (90, 80, 78, 60, 40)
"""ace to ten of spades"""
FIRST: Final = 3
SHORT: Final = 30
"""each of the first three spades"""
LONG: Final = 45
"""each further one"""
PLAIN: Final = (95, 55, 25, 14)
"""ace to jack of other suits"""
VOID: Final = 14
SINGLETON: Final = 9
"""a suit without cards, or with one, for each of the first three spades"""
LONE_KING: Final = -45
ROUNDING: Final = 5
"""is added before what is left of a trick is dropped"""
TO_NIL: Final = 200
"""hands that are worth more do not bid nil"""
NIL_SPADES: Final = 3
"""nor do those with more spades"""
GUARDS: Final = 1
"""nor those with a plain suit of court cards and fewer cards of it that are seven or lower"""
LOW: Final = Rank.SEVEN
LEFT_OVER: Final = 2
"""a side that has its bid ducks if the others can lose so many tricks and still make theirs"""


def act(view: View) -> Action:
    """The call, the gift or the card of this strategy."""
    if (blind := act_blind(view)) is not None:
        return blind
    if view.phase == "auction":
        return bid(view)
    contract, trick, seat = view.contract, view.trick, view.turn
    if contract is None or trick is None or seat is None:
        raise Illegal("not-in-play")
    legal = [card for card in view.legal if isinstance(card, Card)]
    winners = Cards.from_mask(0) if trick.master is None else _winners(view, contract, trick, legal)
    if wants_to_lose(view, contract, seat):
        return duck(legal, winners, trick)
    if is_nil(view, contract, seat.partner) and (card := cover(legal, winners, trick)) is not None:
        return card
    return choose(view)


def worth(hand: Cards) -> int:
    """How many tricks a hand is worth, in hundredths."""
    suits = {suit: [card.rank for card in hand if card.suit is suit] for suit in Suit}
    spades = suits.pop(Suit.SPADES)
    return worth_of_spades(spades) + sum(worth_of_suit(ranks, len(spades)) for ranks in suits.values())


def worth_of_spades(ranks: Sequence[Rank]) -> int:
    """What the spades of a hand are worth, with all that does not come from other suits."""
    short = min(len(ranks), FIRST)
    high = sum(value for value, rank in zip(SPADES, reversed(Rank), strict=False) if rank in ranks)
    return BASE + SHORT * short + LONG * (len(ranks) - short) + high


def worth_of_suit(ranks: Sequence[Rank], spades: int) -> int:
    """What another suit is worth beside some number of spades."""
    high = sum(value for value, rank in zip(PLAIN, reversed(Rank), strict=False) if rank in ranks)
    ruffs = min(spades, FIRST) * {0: VOID, 1: SINGLETON}.get(len(ranks), 0)
    return high + ruffs + (LONE_KING if ranks == [Rank.KING] else 0)


def is_harmless(hand: Cards) -> bool:
    """Whether a hand may well win no trick."""
    suits = {suit: [card.rank for card in hand if card.suit is suit] for suit in Suit}
    spades = suits.pop(Suit.SPADES)
    if len(spades) > NIL_SPADES or any(rank >= Rank.JACK for rank in spades) or worth(hand) > TO_NIL:
        return False
    return all(
        max(ranks, default=Rank.TWO) < Rank.JACK or sum(rank <= LOW for rank in ranks) >= GUARDS
        for ranks in suits.values()
    )


def bid(view: View) -> Call:
    """Nil on a harmless hand, or else the number that is nearest to what it is worth."""
    calls = [call for call in view.legal if isinstance(call, Call)]
    nil = next((call for call in calls if call.value == NIL), None)
    numbers = {call.value: call for call in calls if isinstance(call.value, int)}
    if not numbers or (nil is not None and is_harmless(view.hand)):
        return calls[0]
    wanted = max((worth(view.hand) + ROUNDING) // 100, 1)
    return numbers[max(min(numbers), min(wanted, max(numbers)))]


def is_nil(view: View, contract: Contract, seat: Seat) -> bool:
    """Whether a player has promised to win no trick, and has won none."""
    return seat in contract.nils and not view.tally.tricks_of[seat - 1]


def wants_to_lose(view: View, contract: Contract, seat: Seat) -> bool:
    """Whether a player has a nil to keep, or a side all that it bid, while the others are not to be beaten any more."""
    if is_nil(view, contract, seat):
        return True
    if contract.bids is None:
        return False
    side, left = seat.side, len(view.game.pack) // 4 - len(view.tricks)
    needed, others = (contract.bids[each - 1] - view.tally.tricks[each - 1] for each in (side, side.other))
    return needed <= 0 and others <= left - LEFT_OVER


def duck(legal: Iterable[Card], winners: Cards, trick: Trick) -> Card:
    """The best card that does not hold the trick, or if none is left the least one; the last player loses the best."""
    cards = Cards(legal)
    if not trick.cards:
        return lowest(_plain(cards) or cards)
    losers = cards - winners
    return highest(losers or cards) if losers or len(trick.cards) == 3 else lowest(cards)


def cover(legal: Iterable[Card], winners: Cards, trick: Trick) -> Card | None:
    """A card that wins the trick instead of a partner who is not to win it; None where none does or need do."""
    cards = Cards(legal)
    if not trick.cards:
        return highest(_plain(cards) or cards)
    if not winners:
        return None
    if len(trick.cards) == 1:
        return highest(_plain(winners) or winners)
    return lowest(_plain(winners) or winners) if trick.holder is trick.turn.partner else None


def highest(cards: Cards) -> Card:
    """The best of some cards."""
    return min(cards, key=lambda card: -card.rank)


def lowest(cards: Cards) -> Card:
    """The least of some cards."""
    return min(cards, key=lambda card: card.rank)


def _plain(cards: Cards) -> Cards:
    return Cards(card for card in cards if card.suit is not Suit.SPADES)


def _winners(view: View, contract: Contract, trick: Trick, legal: Iterable[Card]) -> Cards:
    assert trick.master is not None, "somebody has led"
    ranking = view.game.rules(contract.strain).ranking
    return Cards.from_mask(Cards(legal).mask & ranking.beaten_by[trick.master.index])
