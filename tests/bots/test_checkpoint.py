"""Checkpoints of learners: what is written is read again, and what is wrong with a file is told in a sentence."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest
from networks import some_checkpoint

from overtrick.bots import checkpoint as module
from overtrick.bots.checkpoint import Checkpoint
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid


def refused(path: Path) -> str:
    with pytest.raises(Invalid) as error:
        Checkpoint.read(path)
    for language in ("en", "fr", "pt"):
        assert str(path) in error.value.told(language)
    return error.value.finding.code


def rewritten(path: Path, **changes: Any) -> Path:
    """A file with other arrays; those that are None are left out."""
    some_checkpoint().write(path)
    with np.load(path) as file:
        arrays = dict(file) | changes
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    return path


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("game", ["euchre", "belote:pagat", "bridge", "euchre,stick_the_dealer=false"])
def test_what_is_written_is_read_again(game: str, history: bool, tmp_path: Path) -> None:
    written = some_checkpoint(find_game(game), history)
    written.write(tmp_path / "a.npz")
    read = Checkpoint.read(tmp_path / "a.npz")
    assert (read.game, read.history, read.updates) == (find_game(game), history, 7)
    assert {name: array.tolist() for name, array in read.optimizer.items()} == {"steps": 3}
    for layer, other in zip(read.layers, written.layers, strict=True):
        assert (layer.weights == other.weights).all()
        assert (layer.bias == other.bias).all()
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]


def test_a_small_file_has_the_layers_alone(tmp_path: Path) -> None:
    written = some_checkpoint()
    written.write(tmp_path / "whole.npz")
    written.write(tmp_path / "a.npz", is_small=True)
    read = Checkpoint.read(tmp_path / "a.npz")
    assert {array.dtype for layer in read.layers for array in layer} == {np.dtype(np.float32)}
    assert read.optimizer == {}
    assert (tmp_path / "a.npz").stat().st_size < (tmp_path / "whole.npz").stat().st_size * 2 / 3
    assert np.allclose(read.layers[0].weights, written.layers[0].weights, atol=2e-3)


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    assert refused(tmp_path / "nothing.npz") == "unreadable"
    assert refused(tmp_path) == "no-checkpoint"
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert refused(tmp_path / "pipe") == "no-checkpoint"


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 and no more", bytes(1000)])
def test_what_is_no_archive_is_told(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(content)
    assert refused(path) == "no-checkpoint"


def test_a_file_that_is_damaged_anywhere_is_told_or_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    some_checkpoint(hidden=2).write(path)
    whole, same = path.read_bytes(), Checkpoint.read(path)
    rng = np.random.default_rng(1)
    for place in (int(place) for place in rng.integers(len(whole), size=150)):
        path.write_bytes(whole[:place])
        assert refused(path) == "no-checkpoint"
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        try:
            read = Checkpoint.read(path)
        except Invalid as error:
            assert error.finding.code in ("no-checkpoint", "large-checkpoint")  # where the sizes of arrays stand
        else:  # such as a date in the archive
            assert all((one == other).all() for one, other in zip(read.layers[0], same.layers[0], strict=True))


WRONG: dict[str, dict[str, Any]] = {
    "a format that is no number": {"format": "one"},
    "no game": {"game": None},
    "updates below 0": {"updates": -1},
    "updates that are no number": {"updates": "many"},
    "no layers": {"weights_0": None},
    "no bias": {"bias_1": None},
    "numbers that are none": {"bias_0": np.full(8, np.nan, np.float32)},
    "double precision": {"bias_0": np.zeros(8)},
    "whole numbers": {"bias_0": np.zeros(8, np.int64)},
    "another first size": {"weights_0": np.zeros((514, 8), np.float32)},
    "another last size": {"weights_1": np.zeros((8, 59), np.float32), "bias_1": np.zeros(59, np.float32)},
    "layers that do not fit": {"weights_1": np.zeros((9, 60), np.float32)},
    "weights without columns": {"weights_0": np.float32(1)},
}


@pytest.mark.parametrize("name", WRONG)
def test_arrays_that_are_no_network_are_told(name: str, tmp_path: Path) -> None:
    assert refused(rewritten(tmp_path / "a.npz", **WRONG[name])) == "no-checkpoint"


def test_another_format_is_told(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match=r"The checkpoint '.*' has format 2; format 1 is read here\."):
        Checkpoint.read(rewritten(tmp_path / "a.npz", format=2, game=None))


def test_code_in_a_file_is_not_run(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(tmp_path / "made"),)

    assert refused(rewritten(tmp_path / "a.npz", game=np.array([Evil()], object))) == "no-checkpoint"
    assert not (tmp_path / "made").exists()


def test_observations_and_actions_of_another_version_are_told(tmp_path: Path) -> None:
    layout = ["hand 24", "played 96"]
    assert refused(rewritten(tmp_path / "a.npz", layout=np.array(layout))) == "checkpoint-layout"
    assert refused(rewritten(tmp_path / "a.npz", actions=np.array(["pass"]))) == "checkpoint-layout"
    assert refused(rewritten(tmp_path / "a.npz", history=True)) == "checkpoint-layout"


def test_a_game_that_there_is_not_is_told(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="tarock"):
        Checkpoint.read(rewritten(tmp_path / "a.npz", game="tarock"))


def test_large_files_are_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.npz"
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("weights_0.npy", bytes(module.LARGEST + 1))
    assert path.stat().st_size < 1 << 20
    assert refused(path) == "large-checkpoint"
    monkeypatch.setattr(module, "LARGEST", 1000)
    path.write_bytes(bytes(1001))
    assert refused(path) == "large-checkpoint"


def test_house_rules_may_differ_where_nothing_else_is_seen_or_done() -> None:
    checkpoint = some_checkpoint()
    checkpoint.check_game(find_game("euchre,stick_the_dealer=false"), "a.npz")
    for game in ("sueca", "euchre:eecs280"):
        with pytest.raises(Invalid) as error:
            checkpoint.check_game(find_game(game), "a.npz")
        assert error.value.finding.code == "bot-wrong-game"
