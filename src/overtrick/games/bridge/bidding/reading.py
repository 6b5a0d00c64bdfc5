"""What calls tell of hands, if players bid as the network does: which deals are likely, and what a call shows."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.sampling.beliefs import drawn_by
from overtrick.bots.shown import BALANCED, HAND_SIZE, MOST_POINTS, SUITS, Range, Shown
from overtrick.core.actions import PASS, Call
from overtrick.core.cards import CARDS
from overtrick.core.hands import high_card_points, length_points, lengths
from overtrick.core.seats import Seat, Side
from overtrick.deal.view import View
from overtrick.engine.kernel.hands import Hands, Masks
from overtrick.engine.worlds import sample_worlds
from overtrick.games.bridge.bidding.auctions import NUMBERS, Auctions, Numbers
from overtrick.games.bridge.bidding.network import SUIT_SIZE, network

DRAWN_FROM: Final = 8
"""how many times more deals there are to draw from, by how well they agree with the calls"""
SPREAD: Final = 0.2
"""IMPs by which players see the worth of a call otherwise than the network"""
TOLD_SPREAD: Final = 0.03
"""the same for what is told of a call: what it is meant to show, of which players who see it otherwise know nothing"""
PARTNERS_BY_PAGES, OPPONENTS_BY_PAGES = 0.2, 0.5
"""the shares of those who are thought to bid by the pages instead of the network, as people and other programs may"""
SURPRISE: Final = 0.01
"""how likely any call is, whatever the hand"""
LIKELY: Final = 0.01
"""how likely a deal must be beside the likeliest one"""
HANDS: Final = 4000
"""of which those that make a call tell what it shows"""
USUAL: Final = (0.05, 0.95)
"""the shares of them between which lies what is told"""


class Counted(NamedTuple):
    """What players count in each of some hands."""

    points: Numbers
    """for high cards and length"""
    lengths: Numbers
    """`[hand, suit]`, spades first"""


def counted(hands: MaskArray) -> Counted:
    """What is counted in some hands, as `core.hands` does it."""
    every: Any = Hands(Masks(hands))
    points: Any = high_card_points(every) + length_points(every)
    return Counted(points, np.stack(lengths(every), axis=1))


def believed(view: View, count: int, seed: int) -> MaskArray:
    """Deals that agree with what a player sees, drawn by how likely the calls of the others are in them."""
    hands = sample_worlds(view, DRAWN_FROM * count, seed).hands
    return hands[drawn_by(likelihood(view, hands), count)]


def likelihood(view: View, hands: MaskArray) -> Floats:
    """How likely the calls of the others are in each of some deals, whose hands are whole."""
    likely, auction, made = np.ones(len(hands)), Auctions(1, view.dealer, view.vulnerable), []
    for seat, call in view.auction.made:
        if seat is not view.seat:
            made.append((seat, call, auction.repeated(1)))
        auction.add(np.array([NUMBERS[call]]))
    for seat, call, before in sorted(made, key=lambda each: each[1] == PASS):  # bids rule out most of the deals
        rows = np.flatnonzero(likely > LIKELY * likely.max())
        by_pages = PARTNERS_BY_PAGES if view.seat and seat is view.seat.partner else OPPONENTS_BY_PAGES
        chance = np.zeros(len(hands))
        chance[rows] = SURPRISE + (1 - SURPRISE) * _chance(before, hands[rows, seat - 1], call, by_pages)
        likely *= chance
    return likely


def _chance(auction: Auctions, hands: MaskArray, call: Call, by_pages: float = 0, spread: float = SPREAD) -> Floats:
    """How likely the player on turn makes a call with each of some hands, if a share of players bids by the pages."""
    likely, worth = network().opinions(network().read(hands), auction)
    odds = np.exp((worth - worth.max(axis=1, keepdims=True)) / spread)
    chance: Floats = (1 - by_pages) * odds[:, NUMBERS[call]] / odds.sum(axis=1)
    chance += by_pages * np.exp(likely[:, NUMBERS[call]])
    return chance


def shown_by(view: View, seat: Seat, calls: tuple[Call, ...]) -> Shown | None:
    """What a player has shown when some calls have been made: what nine of ten hands have that make theirs.

    Only what most hands do not have is told; None if that is nothing.
    """
    of_all, found = _ranges(view.dealer, view.vulnerable, (), seat), _ranges(view.dealer, view.vulnerable, calls, seat)
    points = _news(found[0], of_all[0], MOST_POINTS)
    if all(BALANCED.least <= suit.least and suit.most <= BALANCED.most for suit in found[1:]):
        return Shown(points, (BALANCED,) * len(SUITS))
    pairs = zip(found[1:], of_all[1:], strict=True)
    shown = Shown(points, tuple(_news(range_, usual, HAND_SIZE) for range_, usual in pairs))
    return None if shown == Shown() else shown


def _news(found: Range, usual: Range, limit: int) -> Range:
    """A range whose ends are left open where they tell hardly anything."""
    least = found.least if found.least > usual.least + 1 else 0
    return Range(least, found.most if found.most < usual.most - 1 else limit)


@lru_cache(256)
def _ranges(dealer: Seat, vulnerable: frozenset[Side], calls: tuple[Call, ...], seat: Seat) -> list[Range]:
    """The points and the lengths of the suits, spades first."""
    hands, likely, auction = _some_hands(), np.ones(HANDS), Auctions(1, dealer, vulnerable)
    for call in calls:
        if auction.turn == seat - 1:
            likely *= _chance(auction, hands, call, spread=TOLD_SPREAD)
            most = likely.max()
            likely = likely / most if most else np.ones(HANDS)  # what no hand is worth shows nothing
        auction.add(np.array([NUMBERS[call]]))
    points, of_suits = counted(hands)
    return [_usual(numbers, likely) for numbers in (points, *of_suits.T)]


def _usual(numbers: Numbers, likely: Floats) -> Range:
    """Between which numbers most of some lie."""
    order = np.argsort(numbers, kind="stable")
    summed = likely[order].cumsum()
    least, most = numbers[order][np.searchsorted(summed, np.array(USUAL) * summed[-1])].tolist()
    return Range(least, most)


@cache
def _some_hands() -> MaskArray:
    """Random hands, always the same."""
    rng = np.random.default_rng(1)
    cards = rng.random((HANDS, len(CARDS))).argsort(axis=1)[:, :SUIT_SIZE].astype(np.uint64)
    masks: MaskArray = np.bitwise_or.reduce(np.uint64(1) << cards, axis=1)
    return masks
