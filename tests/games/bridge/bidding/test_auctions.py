"""Auctions side by side go as those of the engine do."""

import random

import numpy as np

from overtrick.core.auctions import BiddingAuction, Contract
from overtrick.core.game import Outcome
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.games.bridge.bidding.auctions import CALLS, FEATURES, NUMBERS, SIZES, Auctions
from overtrick.games.bridge.rules import BIDDING, PRESETS

COUNT = 60


def test_random_auctions_are_those_of_the_engine() -> None:
    rng = random.Random(1)
    tricks = np.array([rng.randrange(14) for _ in range(COUNT)])
    for dealer in SEATS:
        plain = [BiddingAuction(BIDDING, dealer) for _ in range(COUNT)]
        side_by_side = Auctions(COUNT, dealer, frozenset(Side))
        while not side_by_side.over.all():
            legal, calls = side_by_side.legal(), np.zeros(COUNT, np.int64)
            for row, auction in enumerate(plain):
                assert side_by_side.over[row] == (auction.turn is None)
                if auction.turn is not None:
                    assert auction.turn == side_by_side.turn + 1
                    assert set(np.flatnonzero(legal[row])) == {NUMBERS[call] for call in auction.legal()}
                    call = rng.choice(auction.legal()[:6])
                    plain[row], calls[row] = auction.call(call), NUMBERS[call]
            side_by_side.add(calls)
        points = side_by_side.points(lambda rows, strains, declarers: tricks[rows])
        for row, auction in enumerate(plain):
            assert points[row] == points_of(auction.contract, int(tricks[row]))


def points_of(contract: Contract | None, tricks: int) -> int:
    """What a contract brings to North and South, by the rules, with both sides vulnerable."""
    if contract is None or contract.side is None:
        return 0
    won = (tricks, 13 - tricks) if contract.side is Side.ONE else (13 - tricks, tricks)
    score = PRESETS["duplicate"].score(Outcome(contract, (0, 0), won, vulnerable=frozenset(Side)))
    assert score is not None
    return score.scores[0] - score.scores[1]


def test_calls_that_were_made_and_copies() -> None:
    calls = [BIDDING.calls[NUMBERS[call]] for call in BIDDING.calls if call in ("pass", "1C", "X")]
    auction = Auctions(1, Seat.EAST, (), [calls[0], calls[1], calls[2]])
    copies = auction.repeated(3)
    assert len(copies) == 3
    assert (copies.features() == auction.features()).all()
    copies.add(np.full(3, NUMBERS[calls[0]]))
    assert auction.turn == 0
    assert copies.turn == 1


def test_auctions_that_have_gone_the_same_way_are_told_once() -> None:
    rng, auctions = np.random.default_rng(1), Auctions(COUNT, Seat.EAST, frozenset(Side))
    for _ in range(6):
        auctions.add((rng.random(auctions.legal().shape) * auctions.legal())[:, :5].argmax(axis=1))
        going = auctions.some(np.flatnonzero(~auctions.over))
        different, which = going.different()
        assert len(different) == len(np.unique(which)) < len(going)
        assert (different.features()[which] == going.features()).all()
        assert (different.legal()[which] == going.legal()).all()


def test_features_tell_players_from_the_one_on_turn() -> None:
    """After 1C by East with South on turn: the bid is that of the one before, and the own side is vulnerable."""
    bid = next(call for call in BIDDING.calls if call == "1C")
    (seen,) = Auctions(1, Seat.EAST, [Side.ONE], [bid]).features()
    ends = np.cumsum(SIZES)
    assert len(seen) == FEATURES
    assert seen[:2].tolist() == [1, 0]
    assert np.flatnonzero(seen[ends[1] : ends[2]]).tolist() == [3 * 35]
    assert np.flatnonzero(seen[ends[3] : ends[4]]).tolist() == [1]
    assert np.flatnonzero(seen[ends[4] : ends[5]]).tolist() == [3]
    assert len(BIDDING.calls) == CALLS
