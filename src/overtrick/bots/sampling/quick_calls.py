"""How strong hands are, and how players are thought to call by it.

So the rest of an auction is imagined, and so it is told what hands players may have from what they have called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.bots.masks import Floats, MaskArray, bits_of
from overtrick.bots.sampling.knowledge import BidLimits, Taking, knowledge_of
from overtrick.core.actions import PASS, Call
from overtrick.core.auctions import Auction, BiddingAuction, Contract, TurnUpAuction
from overtrick.core.cards import SUIT_MASKS, Card, Cards, Rank, Suit
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain
from overtrick.engine.kernel.imagining import NEVER

Rows = npt.NDArray[np.intp]
"""the numbers of some deals"""
Promises = Mapping[tuple[Seat, Strain], float]
EXACT: Final = 1024
"""weights are multiples of one part of so many: sums of them are then the same in any order"""


class Strengths:
    """What the hands of many deals are worth: masks in a row of four for each deal."""

    def __init__(self, game: Game, hands: MaskArray, *, with_bonuses: bool = False) -> None:
        """`with_bonuses` tells whether players think of belotes and annonces too when they bid."""
        self.game, self._hands, self._with_bonuses = game, hands, with_bonuses
        self._found: dict[tuple[Seat, Strain], Floats] = {}
        self._bonuses: dict[tuple[Seat, Strain], Floats] = {}

    def of(self, seat: Seat, strain: Strain) -> Floats:
        """By deal, what a player has under a strain."""
        found = self._found.get((seat, strain))
        if found is None:
            found = _summed(_suit_weights(self.game, strain), self._hands[:, seat - 1])
            self._found[seat, strain] = found
        return found

    def bonus(self, seat: Seat, strain: Strain) -> Floats | float:
        """By deal, what a hand brings besides tricks, if that is thought of."""
        if not self._with_bonuses:
            return 0
        found = self._bonuses.get((seat, strain))
        if found is None:
            hands = self._hands[:, seat - 1]
            found = _summed(_suit_bonuses(self.game, strain), hands)
            for four, worth in _four_bonuses(self.game, strain):
                found += worth * (hands & np.uint64(four) == four)
            self._bonuses[seat, strain] = found
        return found


def _summed(by_suit: Sequence[Floats], hands: MaskArray) -> Floats:
    """The sums for hands of what the cards of each suit are worth, by masks of them."""
    found = np.zeros(len(hands))
    for place, worth in enumerate(by_suit):
        found += worth[(hands >> np.uint64(place * len(Rank)) & np.uint64(len(worth) - 1)).astype(np.intp)]
    return found


@lru_cache(64)
def _suit_weights(game: Game, strain: Strain) -> tuple[Floats, ...]:
    """By suit, the sums of the weights of its cards; by a mask of them."""
    cards, weights = bits_of(np.arange(1 << len(Rank), dtype=np.uint64))[:, : len(Rank)], card_weights(game, strain)
    return tuple(cards @ weights[place * len(Rank) :][: len(Rank)] for place in range(len(Suit)))


@lru_cache(64)
def _suit_bonuses(game: Game, strain: Strain) -> tuple[Floats, ...]:
    """By suit, what belotes and annonces bring that are in its cards alone; by a mask of them."""
    found = []
    for suit in SUIT_MASKS:
        points = np.zeros(1 << len(Rank))
        own = cards = game.pack.mask & suit
        while own:
            points[own // (suit & -suit)] = _bonus_of(game, strain, own)
            own = own - 1 & cards
        found.append(points)
    return tuple(found)


@lru_cache(64)
def _four_bonuses(game: Game, strain: Strain) -> tuple[tuple[int, float], ...]:
    """The fours of a kind that are worth something, as masks, and what they bring."""
    fours = (Cards(card for card in game.pack if card.rank is rank).mask for rank in Rank)
    return tuple((four, points) for four in fours if (points := _bonus_of(game, strain, four)))


def _bonus_of(game: Game, strain: Strain, held: int) -> float:
    """What belotes and annonces in some cards bring."""
    annonces = game.declaring.annonces_of(Cards.from_mask(held), strain)
    return game.counting(strain).bonus_in(held) + sum(annonce.points for annonce in annonces)


@lru_cache(64)
def card_weights(game: Game, strain: Strain) -> Floats:
    """The weights of all cards under a strain, by `Card.index`; of a game that tells none, trumps and high cards."""
    found = np.zeros(64)
    for card in game.pack:
        found[card.index] = _weight(game, strain, card)
    return np.round(found * EXACT) / EXACT


def _weight(game: Game, strain: Strain, card: Card) -> float:
    weights, rank, ranking = knowledge_of(game).weights, str(card.rank), game.rules(strain).ranking
    if weights is None:
        return ranking.power_of[card.index] + bool(card.bit & ranking.trumps) * len(game.orders.trumps)
    if strain.suit is None:
        without = {Strain.NO_TRUMPS: weights.no_trumps, Strain.LOW: weights.low}
        return without.get(strain, weights.all_trumps).get(rank, 0)
    if not card.bit & ranking.trumps:
        return weights.plain.get(rank, 0)
    return weights.trumps[rank] if card.suit is strain.suit else weights.left_bower


def leanings(auction: Auction, strengths: Strengths, rows: Rows, made: Call = PASS) -> tuple[tuple[Call, ...], Floats]:
    """The calls to think of for the next player, and how much they lean towards each of them in some of the deals.

    The call with the most is the one to expect; the chances of all are as their exponentials. In an auction of bids
    the lowest of each strain are thought of; one that was `made` stands for its strain instead, because who bids high
    at once is strong, and not somebody who might as well have bid low.
    """
    seat, known = auction.turn or auction.dealer, knowledge_of(strengths.game)
    columns: list[Floats | float]
    if isinstance(auction, BiddingAuction):
        others = (
            call for call in bids_to_think_of(auction, known.bidding) if call is PASS or call.strain != made.strain
        )
        calls = tuple(dict.fromkeys([*others, made]))
        columns = [_bidding(auction, seat, strengths, rows, call, known.bidding) for call in calls]
    else:
        calls = auction.legal()
        columns = [_taking(auction, seat, strengths, rows, call, known.taking) for call in calls]
    return calls, np.stack(np.broadcast_arrays(*columns, np.zeros(len(rows)))[:-1], axis=1)


def _taking(
    auction: Auction, seat: Seat, strengths: Strengths, rows: Rows, call: Call, limits: Taking | None
) -> Floats | float:
    if call.kind in ("pass", "alone"):
        return 0 if call.kind == "pass" else NEVER
    contract = auction.call(call).contract
    if contract is None:
        return NEVER
    own = strengths.of(seat, contract.strain)[rows]
    if limits is None:
        return own if all(other.kind == "name" for other in auction.legal()) else NEVER  # one of them must be named
    if isinstance(auction, TurnUpAuction):
        own = own + _turn_up_helps(strengths.game, auction.turn_up, contract, auction.dealer)
    place = (seat - auction.dealer - 1) % len(SEATS)
    needed = limits.to_take + limits.by_place[place] if call.kind == "accept" else limits.to_name
    return (own - needed + (own - limits.to_play_alone if contract.alone else 0)) / limits.spread


def _turn_up_helps(game: Game, turn_up: Card, contract: Contract, dealer: Seat) -> float:
    """What the turned-up card adds to a hand, be it in the own hand or in that of the dealer."""
    worth = float(card_weights(game, contract.strain)[turn_up.index])
    if game.dealing.later:
        return worth
    if not game.pick_up.happens(contract, turn_up, dealer):
        return 0
    return worth if dealer.side is contract.side else -worth


def bids_to_think_of(auction: BiddingAuction, limits: BidLimits | None) -> Iterable[Call]:
    """A pass and the lowest bid of each strain, where something is known of bids the lowest for points."""
    strains = set[Strain | None]()
    for call in auction.legal():
        if call is PASS:
            yield call
        elif call.strain not in strains and (limits is None or isinstance(call.value, int)):
            strains.add(call.strain)
            yield call


def _bidding(
    auction: BiddingAuction, seat: Seat, strengths: Strengths, rows: Rows, bid: Call, limits: BidLimits | None
) -> Floats | float:
    contract = auction.contract
    if bid is PASS or limits is None:
        return 0 if bid is PASS else NEVER
    if bid.strain is None:
        if contract is None or contract.side is seat.side or not isinstance(contract.value, int):
            return NEVER
        needed = limits.to_double - (contract.value - limits.secure) / 2
        return (strengths.of(seat, contract.strain)[rows] - needed) / limits.spread
    needed = max(bid.value, limits.secure) + limits.margin if isinstance(bid.value, int) else limits.all_tricks
    if contract is not None and contract.side is seat.side:
        needed += limits.to_raise
    return (expected(auction, seat, bid.strain, strengths, limits)[rows] - needed) / limits.spread


def expected(auction: Auction, seat: Seat, strain: Strain, strengths: Strengths, limits: BidLimits) -> Floats:
    """The points that a player expects for their side under a strain, by deal."""
    own, base = strengths.of(seat, strain), limits.base + strengths.bonus(seat, strain)
    shown = _promises(auction.callers, auction.calls, limits).get((seat.partner, strain))
    if shown is None:
        return base + own
    return base + limits.mean + limits.together * (own - limits.mean + shown - limits.mean)


@lru_cache(1 << 14)
def _promises(callers: tuple[Seat, ...], calls: tuple[Call, ...], limits: BidLimits) -> Promises:
    """What hands are worth under the strains that their players have bid, by the first bid of each."""
    shown = dict[tuple[Seat, Strain], float]()
    for seat, bid in zip(callers, calls, strict=True):
        if bid.strain is not None and isinstance(bid.value, int):
            shown.setdefault((seat, bid.strain), max(bid.value, limits.secure) + limits.margin - limits.base)
    return shown
