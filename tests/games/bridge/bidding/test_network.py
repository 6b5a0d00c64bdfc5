"""What the networks are, and that they know something."""

from functools import partial
from importlib.resources import files

import numpy as np

from overtrick.bots.masks import bits_of
from overtrick.core.cards import Cards
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.deals import numbered_deal
from overtrick.games.bridge.bidding import network as networks
from overtrick.games.bridge.bidding import tricks
from overtrick.games.bridge.bidding.auctions import STRAINS, Auctions
from overtrick.games.bridge.bidding.network import HAND_FEATURES, NEVER, hand_features, network
from overtrick.games.bridge.bidding.tricks import guessed
from overtrick.games.bridge.double_dummy import dd_table
from overtrick.games.bridge.rules import BID_ORDER, PRESETS

GAME = PRESETS["duplicate"]
STRONG = Cards("As Ks Qs Js Ts 9s Ah Kh Qh Ad Kd Ac Kc")
WEAK = Cards("2s 3s 4s 2h 3h 4h 2d 3d 4d 2c 3c 4c 5c")


def masks(*hands: Cards) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    return np.array([hand.mask for hand in hands], np.uint64)


def test_files_are_small() -> None:
    for name in (networks.FILE, tricks.FILE):
        assert len(files("overtrick.games.bridge.bidding").joinpath(name).read_bytes()) < 1_000_000


def test_hands_are_told_by_cards_lengths_and_points() -> None:
    (seen,) = hand_features(masks(STRONG))
    assert seen.shape == (HAND_FEATURES,)
    assert (seen[:52] == bits_of(masks(STRONG))[0, :52]).all()
    assert np.flatnonzero(seen[52:108]).tolist() == [6, 14 + 3, 28 + 2, 42 + 2]
    assert np.flatnonzero(seen[108:]).tolist() == [4 * 4 + 3 * 4 + 2 * 2 + 1]


def test_what_is_not_legal_is_never_best_and_strong_hands_open() -> None:
    auction = Auctions(1, Seat.NORTH, ())
    worths = network().worths(network().read(masks(STRONG, WEAK)), auction)
    assert (worths[:, 36:] == NEVER).all()
    assert worths[0].argmax() > 0
    assert worths[1].argmax() == 0


def test_opinions_of_auctions_side_by_side_are_those_of_each() -> None:
    auctions = Auctions(4, Seat.NORTH, ())
    auctions.add(np.array([1, 0, 1, 2]))
    read = network().read(masks(STRONG, WEAK, WEAK, STRONG))
    found = network().worths(read, auctions)
    for row in range(len(auctions)):
        alone = network().worths(read[row : row + 1], auctions.some(np.array([row])))
        assert np.allclose(found[row], alone[0], atol=1e-3)


def test_tricks_are_guessed_well() -> None:
    """In the mean of some deals; the luck tells which of the likely numbers is given."""
    hands, rows, strains, declarers, won = [], [], [], [], []
    for number in range(1, 13):
        deal = numbered_deal(GAME, "guessed tricks", number).hands
        table = dd_table(deal)
        hands.append([hand.mask for hand in deal])
        for strain in range(STRAINS):
            for seat in SEATS:
                rows.append(number - 1)
                strains.append(strain)
                declarers.append(seat - 1)
                won.append(table.tricks[BID_ORDER[strain]][seat - 1])
    ask = partial(guessed, np.array(hands, np.uint64), np.array(rows), np.array(strains), np.array(declarers))
    middle, low, high = (ask(np.full(len(rows), luck, np.float32)) for luck in (0.5, 0.1, 0.9))
    assert np.abs(middle - np.array(won)).mean() < 1
    assert (low <= middle).all()
    assert (middle <= high).all()
    assert (low < high).any()
