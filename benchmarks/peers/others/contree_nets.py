"""The networks of contree.ai, which value hands and choose cards of Coinche, asked by JSON lines.

    python -m benchmarks.peers.others.contree_nets REPOSITORY

They are read without PyTorch. `programs.py` tells what is asked and answered.
"""

from __future__ import annotations

import pickle
import sys
from collections import OrderedDict
from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import IO, Any, Final, cast
from zipfile import ZipFile

import numpy as np
from numpy.typing import NDArray

from benchmarks.peers.others.answering import answer

Numbers = NDArray[np.float32]
Net = dict[str, Numbers]

BIDDING: Final = "PIMC_20_HT_bidding_model_300K_20e"
PLAYING: Final = "PIMC_20_HT_playing_data_1M_e50_resnet_dropout0.2_blocks4"
"""the newest ones"""
RANKS: Final = "789TJQKA"
SUITS: Final = "DSHC"
CARDS: Final = [rank + suit.lower() for suit in SUITS for rank in RANKS]
STRAINS: Final = 6
"""with no trumps and all trumps"""
POINTS: Final = 162
LOWEST, HIGHEST, STEP = 80, 160, 10


class Saved(pickle.Unpickler):
    """What PyTorch has saved, with arrays for tensors; nothing else of it is run."""

    def __init__(self, file: IO[bytes], archive: ZipFile, folder: str) -> None:
        super().__init__(file)
        self._archive, self._folder = archive, folder

    def find_class(self, module: str, name: str) -> Any:
        return {
            "OrderedDict": OrderedDict,
            "_rebuild_tensor_v2": _array,
            "FloatStorage": np.float32,
            "LongStorage": np.int64,
        }[name]

    def persistent_load(self, saved: Any) -> Any:
        _, kind, key, *_ = saved
        return np.frombuffer(self._archive.read(f"{self._folder}/data/{key}"), kind)


def _array(storage: NDArray[Any], offset: int, size: tuple[int, ...], *_: object) -> NDArray[Any]:
    return storage[offset : offset + prod(size)].reshape(size)


def load(path: Path) -> Net:
    """The weights of a network by their names."""
    with ZipFile(path) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/data.pkl"))
        with archive.open(name) as file:
            return cast("Net", Saved(file, archive, name.removesuffix("/data.pkl")).load())


def linear(net: Net, name: str, values: Numbers) -> Numbers:
    """A layer."""
    return net[f"{name}.weight"] @ values + net[f"{name}.bias"]


def normed(net: Net, name: str, values: Numbers) -> Numbers:
    """What training has measured of a layer is taken out of it."""
    scale = net[f"{name}.weight"] / np.sqrt(net[f"{name}.running_var"] + 1e-5)
    shifted: Numbers = (values - net[f"{name}.running_mean"]) * scale + net[f"{name}.bias"]
    return shifted


def relu(values: Numbers) -> Numbers:
    """What is below zero becomes zero."""
    return np.maximum(values, 0)


def held(cards: Iterable[str]) -> Numbers:
    """Cards as numbers."""
    return np.isin(CARDS, list(cards)).astype(np.float32)


class Player:
    """Bids as its tournament does, and plays the legal card that the network likes best."""

    def __init__(self, repository: Path) -> None:
        self._bidding, self._playing = (load(repository / "models" / f"{name}.pth") for name in (BIDDING, PLAYING))

    def __call__(self, asked: dict[str, Any]) -> str:
        return self._call(asked) if asked["phase"] == "auction" else self._card(asked)

    def _call(self, asked: dict[str, Any]) -> str:
        net, values = self._bidding, held(asked["hand"])
        for number in (1, 2, 3):
            values = relu(normed(net, f"bn{number}", linear(net, f"fc{number}", values)))
        points = linear(net, "output", values) * POINTS
        best = int(points.argmax())
        value = round(float(points[best]) / STEP) * STEP
        bids = [(call, caller) for call, caller in zip(asked["calls"], asked["callers"], strict=True) if " " in call]
        least = LOWEST
        if bids:
            (call, caller) = bids[-1]
            standing = call.partition(" ")[0]
            if standing == "capot" or any("coinche" in call for call in asked["calls"]):
                return "pass"
            is_ours = (caller - asked["turn"]) % 2 == 0
            least = int(standing) + STEP + (2 * STEP if is_ours else 0)
        return "pass" if value < least else f"{min(value, HIGHEST)} {SUITS[best]}"

    def _card(self, asked: dict[str, Any]) -> str:
        net, plays = self._playing, asked["plays"]
        trick = plays[len(plays) // 4 * 4 :]
        trump = np.eye(STRAINS, dtype=np.float32)[SUITS.index(asked["contract"]["strain"])]
        values = np.concatenate([held(asked["hand"]), held(plays), held(trick), trump])
        values = relu(normed(net, "input_bn", linear(net, "input_fc", values)))
        for number in range(sum(name.endswith(".fc1.weight") for name in net)):
            block = f"blocks.{number}"
            inner = relu(normed(net, f"{block}.bn1", linear(net, f"{block}.fc1", values)))
            values = relu(normed(net, f"{block}.bn2", linear(net, f"{block}.fc2", inner)) + values)
        likings = linear(net, "policy_head.2", relu(linear(net, "policy_head.0", values)))
        legal: list[str] = asked["legal"]
        return max(legal, key=lambda card: likings[CARDS.index(card)])


if __name__ == "__main__":
    answer(Player(Path(sys.argv[1])))
