"""The deals that are imagined agree with the calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from overtrick.arena.runner import bots_for
from overtrick.bots.sampling.beliefs import believed, called_on, drawn_by, likelihood
from overtrick.core.cards import Cards, Suit
from overtrick.core.catalogue import find_game
from overtrick.core.hands import high_card_points, lengths
from overtrick.core.seats import Seat
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import view
from overtrick.engine.dealing import deals
from overtrick.engine.worlds import Worlds, sample_worlds
from overtrick.games.bridge.bidding.system import DEFAULT
from overtrick.games.spades.strategy import worth
from overtrick.games.tarneeb.strategy import expected

Hands = npt.NDArray[np.uint64]


def share(hands: Hands, seat: Seat, condition: Any) -> float:
    """Of some deals, those in which a hand meets a condition."""
    return float(np.mean([condition(Cards.from_mask(int(mask))) for mask in hands[:, seat - 1]]))


def test_an_opener_is_believed_to_have_what_his_bid_shows() -> None:
    dealt = next(deals(find_game("bridge"), "hcp(N) >= 15 and hcp(E) <= 8", "beliefs"))
    round_ = dealt.apply_all(["1NT", "pass", "3NT", "pass", "pass", "pass"])
    seen = view(round_, Seat.EAST)
    plain, kept = sample_worlds(seen, 200, 1).hands, believed(seen, 200, 1, DEFAULT)

    def is_opening(hand: Cards) -> bool:
        return 14 <= high_card_points(hand) <= 17 and min(lengths(hand)) >= 2

    assert share(kept, Seat.NORTH, is_opening) > 0.6
    assert share(plain, Seat.NORTH, is_opening) < 0.3


def test_who_orders_up_is_believed_to_have_trumps() -> None:
    round_ = numbered_deal(find_game("euchre"), "beliefs", 1)
    maker, turn_up = round_.actor, round_.dealt.turn_up
    assert maker is not None
    assert turn_up is not None
    round_ = round_.apply("order")
    round_ = round_.apply(round_.legal()[0])
    seen = view(round_, maker.partner)
    plain, kept = sample_worlds(seen, 200, 1).hands, believed(seen, 200, 1, DEFAULT)
    trumps = round_.game.rules(seen.contract.strain).ranking.trumps if seen.contract is not None else 0

    def has_trumps(hand: Cards) -> bool:
        return (hand.mask & trumps).bit_count() >= 2

    assert share(kept, maker, has_trumps) > share(plain, maker, has_trumps) + 0.2


def test_who_bids_more_is_believed_to_have_more() -> None:
    def trumps_of_partner(bid: str) -> float:
        round_ = numbered_deal(find_game("coinche"), "beliefs", 1)
        bidder = round_.actor
        assert bidder is not None
        seen = view(round_.apply_all([bid, "pass"]), bidder.partner)
        hands = sample_worlds(seen, 4000, 1).hands
        kept = hands[drawn_by(likelihood(seen, hands), 200)]
        return share(kept, bidder, lambda hand: (hand.mask & Cards("Jh 9h Ah").mask).bit_count() >= 2)

    assert trumps_of_partner("140 H") > trumps_of_partner("80 H") + 0.15


def test_who_plays_alone_is_believed_to_have_more_than_who_only_takes() -> None:
    dealt = numbered_deal(find_game("euchre"), "beliefs", 1)
    maker = dealt.actor
    assert maker is not None
    trumps: list[float] = []
    for call in ("order", "order alone"):
        round_ = dealt.apply(call)
        round_ = round_.apply(round_.legal()[0])
        seen = view(round_, maker.next)
        assert seen.contract is not None
        of_trumps = np.uint64(round_.game.rules(seen.contract.strain).ranking.trumps)
        trumps.append(float(np.bitwise_count(believed(seen, 200, 1, DEFAULT)[:, maker - 1] & of_trumps).mean()))
    together, alone = trumps
    assert alone > together + 0.3


@pytest.mark.parametrize("name", ["euchre", "coinche", "bridge"])
def test_the_hands_of_the_auction_are_found_again(name: str) -> None:
    game, picked_up = find_game(name), 0
    for number in range(1, 31):
        round_, bots = numbered_deal(game, "again", number), bots_for(["random"] * 4, "again", number)
        dealt = [Cards(hand).mask for hand in round_.dealt.hands]
        while round_.actor is not None:
            if round_.phase == "play":
                discard = 0 if round_.discard is None else round_.discard.bit
                picked_up += bool(discard)
                now = [hand.mask for hand in round_.hands]
                real = Worlds(*(np.array([part], np.uint64) for part in (now, 0, discard)))
                assert called_on(view(round_, round_.actor), real).tolist() == [dealt]
            round_ = round_.apply(bots[round_.actor - 1](view(round_, round_.actor)))
    assert picked_up or name != "euchre"


def test_without_calls_all_deals_are_alike() -> None:
    seen = view(numbered_deal(find_game("sueca"), "beliefs", 1), Seat.NORTH)
    assert np.array_equal(believed(seen, 20, 1, DEFAULT), sample_worlds(seen, 20, 1).hands)


def test_only_how_likely_deals_are_beside_each_other_counts() -> None:
    likely = np.array([0.0, 0.5, 0.0, 0.25, 0.25])
    assert drawn_by(likely, 8).tolist() == drawn_by(1e-30 * likely, 8).tolist() == [1, 1, 1, 1, 3, 3, 4, 4]
    assert drawn_by(0 * likely, 5).tolist() == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("bid", ["3", "13"])
def test_a_wild_bid_does_not_silence_that_of_the_partner(bid: str) -> None:
    round_ = numbered_deal(find_game("spades"), "beliefs", 1)
    first = round_.actor
    assert first is not None
    seen = view(round_.apply_all(["7", bid, "2", "1"]), first.partner)
    plain, kept = sample_worlds(seen, 200, 1).hands, believed(seen, 200, 1)

    def is_strong(hand: Cards) -> bool:
        return worth(hand) >= 500

    assert share(plain, first, is_strong) < 0.2 < 0.5 < share(kept, first, is_strong)
    assert len(np.unique(kept, axis=0)) > 100


def test_numbers_and_names_of_tarneeb_tell_of_hands() -> None:
    round_ = numbered_deal(find_game("tarneeb"), "beliefs", 1)
    first = round_.actor
    assert first is not None
    seen = view(round_.apply_all(["9", "pass", "pass", "pass", "name H"]), first.next)
    hands = called_on(seen, sample_worlds(seen, 2000, 1))
    rows = drawn_by(likelihood(seen, hands), 400)

    def is_strong(hand: Cards) -> bool:
        return max(expected(hand, suit) for suit in Suit) >= 900

    def has_hearts(hand: Cards) -> bool:
        return max(Suit, key=lambda suit: expected(hand, suit)) is Suit.HEARTS

    for condition in (is_strong, has_hearts):
        assert share(hands, first, condition) < 0.4 < 0.5 < share(hands[rows], first, condition)
    assert share(hands[rows], first.next.next.next, is_strong) < share(hands, first.next.next.next, is_strong)
