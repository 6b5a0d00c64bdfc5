"""The example that learns: its gradients are right, it gets better, and it can be stopped and goes on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from patience import PATIENCE

from examples.learn import learn
from examples.learn.learn import CURIOSITY, Decisions, Learner, beginner, draw, gradients, measure, play
from overtrick.arena.duplicate import Contest, meet
from overtrick.bots.checkpoint import Checkpoint, Layer
from overtrick.core.catalogue import find_game, game_names
from overtrick.engine.batch import Batch

SCRIPT = Path(learn.__file__)
TRAINED = SCRIPT.with_name("euchre.npz")
EUCHRE = find_game("euchre")


def arrays_of(learner: Learner) -> list[list[float]]:
    return [array.tolist() for array in learner.arrays]


def numbers(rng: np.random.Generator, *shape: int) -> npt.NDArray[Any]:
    """In double precision, by which differences can be told."""
    return rng.normal(size=shape)


def some_decisions(rng: np.random.Generator, size: int, seen: int, actions: int) -> Decisions:
    """Decisions some of which are far likelier or less likely by now than when they were made."""
    legal = rng.random((size, actions)) < 0.6
    legal[:, 0] = True
    action = draw((legal / legal.sum(axis=1, keepdims=True)).astype(np.float32), rng)
    chance: npt.NDArray[Any] = rng.uniform(0.1, 0.6, size)
    return Decisions(numbers(rng, size, seen), legal, action, chance, numbers(rng, size), numbers(rng, size))


def test_gradients_are_those_of_the_loss() -> None:
    rng = np.random.default_rng(1)
    sizes, size = (6, 5, 4, 4), 40
    layers = [Layer(numbers(rng, *shape), numbers(rng, shape[1])) for shape in pairwise(sizes)]
    decisions = some_decisions(rng, size, sizes[0], sizes[-1] - 1)

    def total() -> float:
        loss = gradients(layers, decisions, size, CURIOSITY)[1]
        return loss.policy + loss.value + CURIOSITY * loss.doubt

    found, _ = gradients(layers, decisions, size, CURIOSITY)
    for array, gradient in zip((array for layer in layers for array in layer), found, strict=True):
        for place in np.ndindex(array.shape):
            kept, ends = array[place], list[float]()
            for step in (1e-6, -1e-6):
                array[place] = kept + step
                ends.append(total())
            array[place] = kept
            assert gradient[place] == pytest.approx((ends[0] - ends[1]) / 2e-6, rel=1e-4, abs=1e-8)


def test_the_parts_of_a_step_add_up_to_it() -> None:
    rng = np.random.default_rng(2)
    layers = [Layer(numbers(rng, 6, 4), numbers(rng, 4))]
    decisions = some_decisions(rng, 10, 6, 3)
    whole, loss = gradients(layers, decisions, 10, CURIOSITY)
    (one, first), (two, second) = (
        gradients(layers, decisions.some(np.arange(n, 10, 2)), 10, CURIOSITY) for n in range(2)
    )
    assert all(np.allclose(array, a + b) for array, a, b in zip(whole, one, two, strict=True))
    assert loss == pytest.approx(np.add(first, second))


def test_only_what_is_likely_is_drawn_and_as_often_as_it_is() -> None:
    rng = np.random.default_rng(3)
    likely = np.tile(np.array([0, 0.5, 0, 0.2, 0.3, 0], np.float32), (10_000, 1))
    counts = np.bincount(draw(likely, rng), minlength=6) / 10_000
    assert np.allclose(counts, likely[0], atol=0.02)
    assert not counts[[0, 2, 5]].any()


@pytest.mark.parametrize("game", game_names())
def test_decisions_are_those_that_left_a_choice(game: str) -> None:
    layers = beginner(find_game(game), False, 1).layers
    decisions = play(layers, Batch(game, 8, "decisions", automatic=False), np.random.default_rng(1))
    assert (decisions.legal.sum(axis=1) > 1).all()
    assert decisions.legal[np.arange(len(decisions.action)), decisions.action].all()
    assert len({len(part) for part in decisions}) == 1


def test_all_credit_makes_the_reward_of_the_own_side_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learn, "CREDIT", 1.0)
    layers, batch = beginner(EUCHRE, False, 1).layers, Batch(EUCHRE, 1, "credit", automatic=False)
    decisions = play(layers, batch, np.random.default_rng(1))
    scores = batch.round(0).score
    assert scores is not None
    first, second = scores.scores
    assert first != second
    assert np.allclose(np.abs(decisions.result), abs(first - second) / 4, atol=1e-5)
    assert len(np.unique(np.sign(decisions.result))) == 2


def test_it_learns_and_soon_plays_far_better(tmp_path: Path) -> None:
    learner, path = Learner(beginner(EUCHRE, False, 1), seed=1, deals=512), tmp_path / "a.npz"
    learner.checkpoint.write(path)
    before = measure(learner, path, 60)
    losses = [learner.update() for _ in range(4)]
    learner.checkpoint.write(path)
    after = measure(learner, path, 60)
    assert after.points > before.points + 0.5
    assert after.won > before.won
    assert losses[-1].value < losses[0].value
    assert losses[-1].doubt > losses[0].doubt


def test_the_same_seed_gives_the_same_network_and_so_does_going_on(tmp_path: Path) -> None:
    def learned(start: Checkpoint, updates: int, seed: int = 5) -> Learner:
        learner = Learner(start, seed, deals=32)
        for _ in range(updates):
            learner.update()
        return learner

    start = beginner(EUCHRE, False, 5)
    whole = learned(start, 3)
    first = learned(start, 2)
    first.checkpoint.write(tmp_path / "a.npz")
    second = learned(Checkpoint.read(tmp_path / "a.npz"), 1)
    assert arrays_of(whole) == arrays_of(second)
    assert (whole.updates, whole.steps) == (second.updates, second.steps)
    assert arrays_of(whole) != arrays_of(learned(start, 3, seed=6))


def test_what_was_kept_for_another_network_is_begun_anew() -> None:
    start = beginner(EUCHRE, False, 1)
    learner = Learner(start._replace(optimizer={"mean_0": np.zeros(3, np.float32), "steps": np.array("x")}), 1, 8)
    learner.update()
    assert learner.steps == learn.EPOCHS


def test_the_command_writes_a_checkpoint_a_log_a_bot_and_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    out, small, picture = tmp_path / "a.npz", tmp_path / "small.npz", tmp_path / "a.png"
    words = [str(out), "--game", "sueca", "--deals", "16", "--pairs", "4", "--bot", str(small), "--plot", str(picture)]
    assert learn.main([*words, "--updates", "2"]) == 0
    assert learn.main([*words, "--updates", "4"]) == 0
    log = [json.loads(line) for line in out.with_suffix(".jsonl").read_text().splitlines()]
    assert [line["updates"] for line in log] == [0, 1, 2, 4]
    assert [line["deals"] for line in log] == [0, 32, 64, 128]
    assert Checkpoint.read(out).updates == Checkpoint.read(small).updates == 4
    assert small.stat().st_size < out.stat().st_size / 3
    assert picture.read_bytes().startswith(b"\x89PNG")
    told = capsys.readouterr().out
    assert told.count("against simple:") == 4
    assert f"{out}: 4 updates" in told


def test_files_that_are_no_checkpoint_of_the_game_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.npz"
    beginner(EUCHRE, False, 1).write(path)
    assert learn.main([str(path), "--game", "whist"]) == 2
    assert "does not play whist" in capsys.readouterr().err
    path.write_bytes(b"nothing")
    assert learn.main([str(path)]) == 2
    assert "is no checkpoint" in capsys.readouterr().err
    assert learn.main([str(path), "--plot", "a.txt"]) == 2
    assert "a.txt" in capsys.readouterr().err
    assert learn.main([str(path), "--game", "tarock"]) == 2
    assert "tarock" in capsys.readouterr().err


def test_what_cannot_be_written_is_told_before_anything_is_learned(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "train", None)  # nobody comes so far
    path, nowhere = str(tmp_path / "a.npz"), str(tmp_path / "nowhere" / "b.svg")
    for words in ([nowhere], [path, "--bot", nowhere], [path, "--plot", nowhere], [path, "--bot", str(tmp_path)]):
        assert learn.main(words) == 2
        assert "cannot be written" in capsys.readouterr().err


def test_a_log_that_cannot_be_gone_on_with_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.npz"
    beginner(EUCHRE, False, 1).write(path)
    for line in ("{", "[]", '{"updates": 1}'):
        path.with_suffix(".jsonl").write_text(f"{line}\n")
        assert learn.main([str(path)]) == 2
        told = capsys.readouterr().err
        assert "a.jsonl" in told
        assert "Traceback" not in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["a.jsonl"], "would be its own log"),
        (["a.npz", "--history"], "has learned without --history"),
        (["a.npz", "--minutes", "nan"], "'nan' is not a number of minutes"),
        (["a.npz", "--minutes", "-1"], "'-1' is not a number of minutes"),
    ],
)
def test_options_that_cannot_be_followed_are_told(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    beginner(EUCHRE, False, 1).write(Path("a.npz"))
    with pytest.raises(SystemExit) as ended:
        learn.main(words)
    assert ended.value.code == 2
    assert told in capsys.readouterr().err


def test_without_numpy_it_is_told_what_to_install() -> None:
    program = f"import sys, runpy; sys.modules['numpy'] = None; runpy.run_path({str(SCRIPT)!r})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "NumPy is not installed: pip install 'overtrick[fast]' does it.\n")


def test_an_interrupt_ends_it_with_the_checkpoint_written(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    command = [sys.executable, str(SCRIPT), str(path), "--deals", "16", "--pairs", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while " updates, " not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    assert f"{path}: {Checkpoint.read(path).updates} updates" in out


def test_the_network_that_comes_with_it_beats_simple() -> None:
    assert TRAINED.stat().st_size < 300_000
    couple = (f"policy:{TRAINED}", "simple")
    contest = Contest(EUCHRE, couple, "trained", 400)
    balances = [meet(contest, (deal, couple)).balance for deal in range(1, contest.deals + 1)]
    won, lost = sum(balance > 0 for balance in balances), sum(balance < 0 for balance in balances)
    assert won > 1.4 * lost
    assert sum(balances) > 0
