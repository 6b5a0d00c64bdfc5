"""The networks of Bridge can be made anew: a few steps with tables that mean nothing."""

from pathlib import Path

import numpy as np
import pytest

from overtrick.core.seats import Seat
from overtrick.games.bridge.bidding.auctions import Auctions
from overtrick.games.bridge.bidding.network import Network, layers_of
from scripts.bidding import learn, learn_tricks, tables
from scripts.bidding.learn_tricks import with_other_suits
from scripts.bidding.tables import HELD_OUT, Tables


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Random deals with random tricks."""
    rng = np.random.default_rng(1)
    cards = rng.random((HELD_OUT + 100, 52)).argsort(axis=1).reshape(-1, 4, 13).astype(np.uint64)
    hands = np.bitwise_or.reduce(np.uint64(1) << cards, axis=2)
    (tmp_path / "tables").mkdir()
    np.savez(tmp_path / "tables" / "1.npz", hands=hands, tricks=rng.integers(14, size=(len(hands), 5, 4)))
    return tmp_path / "tables"


def test_a_network_learns_to_bid(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = f"learn {folder} --pages 16 --imitations 2 --updates 1 --processes 1 --out {tmp_path / 'bids.npz'}"
    monkeypatch.setattr("sys.argv", words.split())
    learn.main()
    network = Network(layers_of(tmp_path / "bids.npz"))
    hands = tables.read(folder).hands[:, 0]
    worths = network.worths(network.read(hands), Auctions(1, Seat.NORTH, ()))
    assert np.isfinite(worths).all()
    assert len(set(worths.argmax(axis=1).tolist())) > 1


def test_a_network_learns_to_guess_tricks(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", f"learn_tricks {folder} --steps 2 --out {tmp_path / 'tricks.npz'}".split())
    learn_tricks.main()
    assert layers_of(tmp_path / "tricks.npz")[-1].bias.shape == (14,)


def test_suits_are_exchanged_with_their_tricks() -> None:
    """In each deal North has the spades, and wins as many tricks as in no other suit with them."""
    hands = np.array([[0x1FFF << 13 * suit for suit in range(4)]] * 5, np.uint64)
    tricks = np.zeros((5, 5, 4), np.int64)
    tricks[:, 3, 0] = 13  # spades are bid after clubs, diamonds and hearts
    for seed in range(20):
        some = with_other_suits(Tables(hands, tricks), np.random.default_rng(seed))
        suit = int(some.hands[0, 0]).bit_length() // 13 - 1
        assert some.tricks[0, 3 - suit, 0] == 13
        assert some.tricks.sum() == 5 * 13
