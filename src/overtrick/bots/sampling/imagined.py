"""Imagined deals from a call on: how the auction goes on, how the rest is dealt and played, and what it brings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.bots.masks import Floats, MaskArray, bits_of
from overtrick.bots.native import simple_act
from overtrick.bots.sampling.beliefs import with_played
from overtrick.bots.sampling.knowledge import BidLimits, Taking, knowledge_of
from overtrick.bots.sampling.quick_calls import Rows, Strengths, card_weights, leanings
from overtrick.bots.sampling.rollouts import play_on, played_out
from overtrick.bots.sampling.worth import belotes_in, score_of, worth_of
from overtrick.bots.simple_play import GOOD, simple
from overtrick.core.actions import Action, Call, Discard
from overtrick.core.auctions import Auction, BiddingAuction, Contract
from overtrick.core.cards import CARDS, Cards, Rank
from overtrick.core.catalogue import has_part
from overtrick.core.game import Game
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain, Trick
from overtrick.deal.dealing import deck_of, later_packets
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.kernel.deals import Model, native_model
from overtrick.engine.kernel.imagining import (
    BidScale,
    Called,
    Imagining,
    Leaning,
    TakingScale,
    ended_after,
    ended_plainly,
    state_of,
)
from overtrick.engine.kernel.rollouts import Moment
from overtrick.engine.kernel.strategies import ways_of

Facts = npt.NDArray[np.int32]
"""what scores depend on, by deal: points, tricks, belotes and annonces, each of side 1 and of side 2"""
_score: Final = lru_cache(1 << 15)(score_of)
LONG_SUIT: Final = 0.1
"""what a card that the dealer might lay away is worth more for each other card of its plain suit"""


class Gains(NamedTuple):
    """What deals bring to the own side, one in each row."""

    worth: Floats
    wins: Floats
    points: Floats


class Imagined:
    """Deals that a player imagines; hands are those of the moment, masks by seat.

    They are imagined before the play, or in it where all are thought to call and play as `simple` does.
    """

    def __init__(self, seen: View, hands: MaskArray, stock: MaskArray, rng: np.random.Generator) -> None:
        assert seen.seat is not None
        self._seen = seen
        self.game, self.dealer, self.turn_up, self.side = seen.game, seen.dealer, seen.turn_up, seen.seat.side
        self.hands, self.standing = hands, seen.standing
        self._strengths = Strengths(seen.game, hands)
        self._played: dict[tuple[Strain, Side | None], Facts] = {}
        self._stock = _shuffled(stock, rng) if seen.game.dealing.later else None
        self._next = _turned_next(seen, len(hands), rng) if seen.game.dealing.beside else None
        """the card that is turned up next in each deal, by its number"""
        self._model = native_model(seen.game, "imagining")

    def after(self, action: Action) -> Gains:
        """What the deals bring after an action of the player."""
        seen = self._seen
        if self._model is not None:
            return self._by_kernels(self._model, action)
        if calls_plainly(seen.game):
            return self._plainly(action)
        if isinstance(action, Call):
            return self._called(seen.auction.call(action, seen.hand))
        assert isinstance(action, Discard), "nothing else is done before the play"
        assert seen.contract is not None, "cards are laid away after the auction"
        hands = self.hands.copy()
        hands[:, seen.dealer - 1] &= ~np.uint64(action.card.bit)
        return self._scored(seen.contract, self._play(seen.contract, hands))

    def _by_kernels(self, model: Model, action: Action) -> Gains:
        seen, index = self._seen, self.side - 1
        totals = (0, 0) if self.standing is None else self.standing.totals
        moment = Called(seen.dealer, seen.turned, seen.vulnerable, seen.auction.calls, seen.plays, totals)
        none = np.zeros((len(self.hands), 0), np.int64)
        stock = next((cards for cards in (self._stock, self._next) if cards is not None), none)
        begun, deals = state_of(model, moment), Imagining(np.ascontiguousarray(self.hands), stock)
        ways, act = ways_of(seen.game, GOOD), simple_act(seen.game) if calls_plainly(seen.game) else None
        if act is None:
            ended = ended_after(model, ways, leaning_of(seen.game), begun, deals, action, self.side)
        else:
            ended = ended_plainly(model, ways, act, begun, deals, action)
        (scores, which), points = ended
        return self._gains(scores, which, points[:, index])

    def _plainly(self, action: Action) -> Gains:
        """What the deals bring if all go on as `simple` does."""
        seen, size = self._seen, len(self.hands)
        scores, points = list[DealScore](), np.zeros(size, np.int64)
        dealt = with_played(seen, self.hands)
        for row in range(size):
            deal = self._begun(row, [Cards.from_mask(hand) for hand in dealt[row].tolist()])
            deal = deal.apply_all([*seen.plays, action])
            while deal.actor is not None:
                deal = deal.apply(simple(view(deal, deal.actor, self.standing)))
            assert deal.score is not None, "it is over"
            scores.append(deal.score)
            points[row] = view(deal, None).points[self.side - 1]
        return self._gains(scores, np.arange(size), points)

    def _begun(self, row: int, hands: Sequence[Cards]) -> Round:
        """The deal of a row after the calls so far; in the play, after all that comes before the first card."""
        seen = self._seen
        if seen.contract is not None:  # whatever partners have given each other
            return Round.at_play(seen.game, seen.dealer, seen.contract, hands, auction=seen.auction)
        kitty = () if self._stock is None else tuple(CARDS[card] for card in self._stock[row].tolist())
        deck = deck_of(seen.game, seen.dealer, Deal(tuple(map(tuple, hands)), seen.turn_up, kitty))
        return Round(seen.game, seen.dealer, deck, vulnerable=seen.vulnerable).apply_all(seen.auction.calls)

    def _called(self, auction: Auction) -> Gains:
        """What the deals bring from an auction on."""
        ends = Gains(*(np.zeros(len(self.hands)) for _ in Gains._fields))
        self._go_on(auction, np.arange(len(self.hands)), ends)
        return ends

    def _go_on(self, auction: Auction, rows: Rows, ends: Gains) -> None:
        if auction.turn is None:
            self._finish(auction, rows, ends)
            return
        if auction.wants_card and self._next is not None:
            for card in np.unique(self._next[rows]):
                turned = rows[self._next[rows, 0] == card]
                self._go_on(auction.with_card(CARDS[card]), turned, ends)
            return
        calls, leaning = leanings(auction, self._strengths, rows)
        chosen = leaning.argmax(axis=1)
        for number in np.unique(chosen):
            self._go_on(auction.call(calls[number]), rows[chosen == number], ends)

    def _finish(self, auction: Auction, rows: Rows, ends: Gains) -> None:
        contract = auction.contract
        if contract is None:
            ends.worth[rows] = self._worth(self.game.passed_out(self.dealer))
            ends.wins[rows] = 0.5
            return
        facts = self._facts(contract, rows)
        hopeless = _is_hopeless(self.game, auction, contract, facts) & (contract.side is self.side)
        for case, part in ((contract, ~hopeless), (contract._replace(double=1), hopeless)):
            if part.any():
                for array, values in zip(ends, self._scored(case, facts[part]), strict=True):
                    array[rows[part]] = values

    def _facts(self, contract: Contract, rows: Rows) -> Facts:
        """What the scores depend on in some of the deals; where nothing is dealt later, they are played once only."""
        if self.turn_up is not None or self._stock is not None:
            return self._play(contract, self._dealt(contract, rows))
        key = contract.strain, contract.side
        if key not in self._played:
            self._played[key] = self._play(contract, self.hands)
        return self._played[key][rows]

    def _dealt(self, contract: Contract, rows: Rows) -> MaskArray:
        """The hands with which the play begins."""
        hands = self.hands[rows]
        turned = np.uint64(0 if self.turn_up is None else self.turn_up.bit)
        if self._stock is not None:
            at = 0
            for seat, size in later_packets(self.game, self.dealer, contract):
                cards = np.uint64(1) << self._stock[rows, at : at + size].astype(np.uint64)
                hands[:, seat - 1] |= np.bitwise_or.reduce(cards, axis=1)
                at += size
            if contract.seat is not None:
                hands[:, contract.seat - 1] |= turned
        elif self.game.pick_up.happens(contract, self.turn_up, self.dealer):
            held = hands[:, self.dealer - 1] | turned
            hands[:, self.dealer - 1] = held & ~_laid_away(self.game, contract.strain, held)
        return hands

    def _play(self, contract: Contract, hands: MaskArray) -> Facts:
        """Play whole deals in a contract."""
        game, strain = self.game, contract.strain
        leader = game.leader(self.dealer, contract) or self.dealer.next
        moment = Moment(game, strain, Trick(leader, out=contract.out), taker=contract.side)
        belotes, annonces = belotes_in(game, strain, hands), _annonces(game, strain, leader, hands)
        if game.counting(strain).trick_sets:  # which a score may count for one side only, unlike `play_on`
            tallies = [played_out(moment, list(map(Cards.from_mask, row)))[0] for row in hands.tolist()]
            ends = [(tally.points, tally.tricks, tally.bonus) for tally in tallies]
            points, tricks, bonus = np.array(ends, np.int32).swapaxes(0, 1)
            belotes += bonus
        else:
            points, tricks = (by_side[:, 0] for by_side in play_on(moment, hands))
        counted = tricks if game.trick_points else np.minimum(tricks, 1)
        return np.concatenate([points, counted, belotes, annonces], axis=1)

    def _scored(self, contract: Contract, facts: Facts) -> Gains:
        """What deals bring that were played in a contract."""
        each, which = np.unique(facts, axis=0, return_inverse=True)
        scores = [_score(self.game, contract, *zip(row[::2], row[1::2], strict=True)) for row in each.tolist()]
        return self._gains(scores, which, facts[:, self.side - 1])

    def _gains(
        self, scores: Sequence[DealScore], which: npt.NDArray[np.intp], points: npt.NDArray[np.integer[Any]]
    ) -> Gains:
        worth = np.array([self._worth(score) for score in scores])
        wins = np.array([0.5 if score.winner is None else float(score.winner is self.side) for score in scores])
        return Gains(worth[which], wins[which], points.astype(np.float64))

    def _worth(self, score: DealScore) -> float:
        return worth_of(score, self.side, self.game, self.standing)


@lru_cache(64)
def calls_plainly(game: Game) -> bool:
    """Whether players are thought to call as `simple` does: where nothing else is told of calls, and kernels do it."""
    known = knowledge_of(game)
    return known.taking is None and known.bidding is None and has_part(game, "native")


@lru_cache(64)
def leaning_of(game: Game) -> Leaning:
    """How kernels think of the calls of a game."""
    known, weights = knowledge_of(game), [card_weights(game, strain) for strain in game.strains]
    return Leaning(np.stack(weights), LONG_SUIT, _bid_scale(known.bidding), _taking_scale(known.taking))


def _bid_scale(limits: BidLimits | None) -> BidScale:
    names = BidScale._fields[1:]
    return BidScale(limits is not None, *(1.0 if limits is None else float(getattr(limits, name)) for name in names))


def _taking_scale(limits: Taking | None) -> TakingScale:
    if limits is None:
        return TakingScale(False, np.zeros(len(SEATS)), 0.0, 0.0, 1.0)
    to_take = limits.to_take + np.array(limits.by_place, np.float64)
    return TakingScale(True, to_take, *map(float, (limits.to_name, limits.to_play_alone, limits.spread)))


def _from(first: Seat) -> list[Seat]:
    """The seats in order from one on."""
    return [SEATS[(first - 1 + step) % len(SEATS)] for step in range(len(SEATS))]


def _is_hopeless(game: Game, auction: Auction, contract: Contract, facts: Facts) -> npt.NDArray[np.bool_]:
    """Where the takers are so far from what they bid that the others are thought to double them."""
    no, value, limits = np.zeros(len(facts), np.bool_), contract.value, knowledge_of(game).bidding
    if limits is None or not isinstance(auction, BiddingAuction) or contract.double or contract.side is None:
        return no
    if value in auction.rules.never_doubled:
        return no
    found: npt.NDArray[np.bool_] = (
        facts[:, [contract.side - 1 + pair for pair in (0, 4, 6)]].sum(axis=1) < value - limits.hopeless
        if isinstance(value, int)
        else facts[:, contract.side.other - 1] > limits.hopeless
    )
    return found


def _shuffled(stock: MaskArray, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """The numbers of the cards of each mask, one in each column, in an order drawn for each."""
    bits = bits_of(stock)
    count = int(bits[0].sum()) if len(bits) else 0
    return np.ascontiguousarray(np.argsort(np.where(bits, rng.random(bits.shape), 2), axis=1)[:, :count], np.int64)


def _turned_next(seen: View, count: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """The number of the card that is turned up next in each of some deals: any one of the rank whose turn it is."""
    beside, turned = seen.game.dealing.beside, Cards(seen.turned)
    ranks = sorted({card.rank for card in beside})
    rank = ranks[len(turned) % len(ranks)]
    return rng.choice([card.index for card in beside - turned if card.rank is rank], (count, 1))


def _laid_away(game: Game, strain: Strain, held: MaskArray) -> MaskArray:
    """The card that the dealer lays away from each hand: one that is worth little, rather from a short suit."""
    bits, ranking = bits_of(held), game.rules(strain).ranking
    worth = np.where(bits, card_weights(game, strain), np.inf)
    for suit in ranking.suits:
        cards = bits_of(np.array([suit & ~ranking.trumps], np.uint64))[0]
        worth += cards * LONG_SUIT * (bits @ cards)[:, None]
    away: MaskArray = np.uint64(1) << worth.argmin(axis=1).astype(np.uint64)
    return away


def _annonces(game: Game, strain: Strain, leader: Seat, hands: MaskArray) -> Facts:
    """What declared sequences and fours of a kind bring to the sides, if all declare what they have."""
    found = np.zeros((len(hands), 2), np.int32)
    if not game.declaring.is_allowed:
        return found
    may_have = _may_have_annonces(hands)
    for row in np.flatnonzero(may_have.any(axis=1)):
        declared = [
            (seat, annonce)
            for seat in _from(leader)
            if may_have[row, seat - 1]
            for annonce in game.declaring.annonces_of(Cards.from_mask(int(hands[row, seat - 1])), strain)
        ]
        found[row] = game.declaring.scores(declared)
    return found


def _may_have_annonces(hands: MaskArray) -> npt.NDArray[np.bool_]:
    """Which hands have three cards of a suit in a row, or four of a kind."""
    one, two, suit = np.uint64(1), np.uint64(2), np.uint64(len(Rank))
    four = hands & hands >> suit & hands >> (suit * two) & hands >> (suit + suit * two)
    found: npt.NDArray[np.bool_] = (hands & hands >> one & hands >> two | four) != 0
    return found
