"""A plain strategy for Bridge: natural opening bids, raises and no trumps to the level of both hands, no doubles.

Each player tells their strength once, so that every auction is short: opener or overcaller, answer, perhaps a game.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from overtrick.bots.simple_play import allowed, play
from overtrick.core.actions import PASS, Action, Call
from overtrick.core.cards import Cards
from overtrick.core.hands import high_card_points, length_points
from overtrick.core.seats import Seat
from overtrick.core.tricks import SUIT_STRAINS, Strain
from overtrick.deal.view import View
from overtrick.games.bridge.openings import (
    ONE_NO_TRUMPS,
    OPENING,
    STRONG,
    STRONG_FROM,
    TWO_NO_TRUMPS,
    opening_bid,
)

MAJORS: Final = (Strain.SPADES, Strain.HEARTS)
OVERCALL: Final = 10
"""the points that a bid after the opponents' promises at the level of one; three more a level"""
PREEMPT: Final = 6
"""the points that a weak opening is taken to have"""
OVERCALL_LENGTH: Final = 5
ANSWER: Final = 6
"""how many points an answer to an opening of one needs"""
INVITATION: Final = 3
"""an answer at this level, or two no trumps, asks for a game"""
INVITING: Final = 10
"""and how many points it has"""
NO_TRUMP_OPENINGS: Final = {"1NT": ONE_NO_TRUMPS[0], "2NT": TWO_NO_TRUMPS, STRONG: STRONG_FROM}
"""the points that they promise"""
GAME: Final = 25
"""how many points together are worth a game in no trumps or a major suit"""
MINOR_GAME: Final = 28
SUIT_LEVELS: Final = ((37, 7), (33, 6), (GAME, 4), (22, 3), (0, 2))
"""points together, and the level that they are worth in a suit"""
NO_TRUMP_LEVELS: Final = ((37, 7), (33, 6), (GAME, 3), (23, 2), (0, 1))


class _Bid(NamedTuple):
    seat: Seat
    call: Call
    level: int
    strain: Strain


def act(view: View) -> Action:
    """The call or the card of this strategy."""
    return allowed(view, _call(view)) if view.phase == "auction" else play(view)


def _call(view: View) -> str:
    seat, bids = view.seat, _bids(view)
    if seat is None:
        return PASS
    if not bids:
        return opening_bid(view.hand)
    own = [bid for bid in bids if bid.seat is seat]
    partners = [bid for bid in bids if bid.seat is seat.partner]
    if not own and not partners:
        return _overcall(view.hand, view.legal)
    if partners and not own:
        return _answer(view.hand, partners[-1], is_opening=bids[0] == partners[-1])
    if partners and len(own) == 1 and bids[-1] == partners[-1]:
        return _rebid(view.hand, partners[-1])
    return PASS


def _bids(view: View) -> list[_Bid]:
    """All bids so far; passes and doubles are none."""
    made = view.auction.made
    return [_Bid(seat, c, c.value, c.strain) for seat, c in made if isinstance(c.value, int) and c.strain is not None]


def points(hand: Cards) -> int:
    """High-card points and length points."""
    return high_card_points(hand) + length_points(hand)


def length(hand: Cards, strain: Strain) -> int:
    """How many cards of a suit there are."""
    return sum(card.suit is strain.suit for card in hand)


def _overcall(hand: Cards, legal: tuple[Action, ...]) -> str:
    """A good suit at the level of one or two, if the hand is strong enough for the level."""
    suit = max(SUIT_STRAINS, key=lambda strain: length(hand, strain))
    if length(hand, suit) < OVERCALL_LENGTH:
        return PASS
    level = next((level for level in (1, 2) if f"{level}{suit}" in legal), None)
    return PASS if level is None or points(hand) < OVERCALL + 3 * (level - 1) else f"{level}{suit}"


def _promised(bid: _Bid, is_opening: bool) -> int:
    """The points that a first bid shows."""
    if not is_opening:
        return OVERCALL + 3 * (bid.level - 1)
    if bid.call in NO_TRUMP_OPENINGS:
        return NO_TRUMP_OPENINGS[bid.call]
    return OPENING if bid.level == 1 else PREEMPT


def _answer(hand: Cards, bid: _Bid, is_opening: bool) -> str:
    """The partner's suit with enough cards of it, else no trumps, as high as both hands are worth."""
    together = _promised(bid, is_opening) + points(hand)
    if bid.level == 1 and bid.call not in NO_TRUMP_OPENINGS and points(hand) < ANSWER:
        return PASS
    is_suit = bid.strain.suit is not None and not (is_opening and bid.call == STRONG)
    if not is_suit:
        return _bid_for(together, Strain.NO_TRUMPS, at_least=bid.level)
    enough = 4 if is_opening and bid.level == 1 else 3
    if length(hand, bid.strain) >= enough:
        return _bid_for(together, bid.strain)
    is_weak = is_opening and bid.level > 1
    return PASS if is_weak else _bid_for(together, Strain.NO_TRUMPS)


def _bid_for(together: int, strain: Strain, at_least: int = 1) -> str:
    """The bid of a strain that some points are worth."""
    levels = NO_TRUMP_LEVELS if strain is Strain.NO_TRUMPS else SUIT_LEVELS
    level = max(at_least, next(level for least, level in levels if together >= least))
    if level == 4 and strain not in (*MAJORS, Strain.NO_TRUMPS):
        level = 5 if together >= MINOR_GAME else 3
    return f"{level}{strain}"


def _rebid(hand: Cards, answer: _Bid) -> str:
    """A game after an answer, if the hand has enough for it besides what the answer shows."""
    together = points(hand) + (INVITING if answer.level >= INVITATION or answer.call == "2NT" else ANSWER)
    return _bid_for(min(together, MINOR_GAME), answer.strain) if together >= GAME else PASS
