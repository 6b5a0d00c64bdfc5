"""Bots that have learned, `policy:FILE`: they play by their file, which is read for those alone who may name one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from networks import some_checkpoint

from overtrick.arena.runner import Plan, play, play_deal
from overtrick.bots import bot as module
from overtrick.bots.bot import bot_name, check_bot, check_name, find_bot
from overtrick.bots.checkpoint import Checkpoint, outputs
from overtrick.cli import main
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.engine.batch import Batch
from overtrick.referee.judging import judge


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "euchre.npz"
    some_checkpoint().write(path)
    return f"policy:{path}"


def code(error: pytest.ExceptionInfo[Invalid]) -> str:
    return error.value.finding.code


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("game", [*game_names(), "belote,annonces=true", "euchre:eecs280"])
def test_a_policy_plays_what_is_legal_in_all_games(game: str, history: bool, tmp_path: Path) -> None:
    some_checkpoint(find_game(game), history).write(tmp_path / "a.npz")
    names = (f"policy:{tmp_path / 'a.npz'}", "random") * 2
    for number in range(1, 4):
        played = play(Plan(find_game(game), names, "policy", 3), number)
        assert played.failures == ()
        assert judge(played.rounds[0].record()).status == "clean"


def test_it_says_belote_and_declares(tmp_path: Path) -> None:
    game = find_game("belote,annonces=true")
    some_checkpoint(game).write(tmp_path / "a.npz")
    deals = [play_deal(game, [f"policy:{tmp_path / 'a.npz'}"] * 4, "words", number) for number in range(1, 40)]
    assert {word for deal in deals for _, word in deal.said} == {"belote", "rebelote", "declare"}


def test_it_takes_what_is_most_likely_by_the_numbers_of_a_batch(file: str) -> None:
    layers = Checkpoint.read(Path(file.removeprefix("policy:"))).layers
    batch = Batch("euchre", 4, seed="same", automatic=False)
    while batch.actor.any():
        likely = np.where(batch.legal, outputs(layers, batch.observation)[-1][:, :-1], -np.inf)
        batch.step(likely.argmax(axis=1))
    for row in range(4):
        assert play_deal(find_game("euchre"), [file] * 4, "same", row + 1) == batch.round(row)


def test_a_file_is_read_once_as_long_as_it_stays_the_same(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reads, read = list[Path](), Checkpoint.read

    def counting(path: Path) -> Checkpoint:
        reads.append(path)
        return read(path)

    monkeypatch.setattr(Checkpoint, "read", counting)
    for number in range(1, 6):
        play_deal(find_game("euchre"), [file] * 4, "once", number)
    assert len(reads) == 1
    some_checkpoint(hidden=9).write(reads[0])
    play_deal(find_game("euchre"), [file] * 4, "once", 6)
    assert len(reads) == 2


def test_who_may_not_name_files_has_none_read(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_file_bot", lambda *_: pytest.fail("it was read"))
    for ask in (check_name, check_bot, lambda text: find_bot(text, Random(1))):
        for text in (file, "policy:/etc/passwd", "policy:"):
            with pytest.raises(Invalid) as error:
                ask(text)
            assert code(error) == "no-files"


def test_files_and_games_that_do_not_fit_are_refused(file: str) -> None:
    check_bot(file, is_own=True, game=find_game("euchre"))
    with pytest.raises(Invalid) as error:
        check_bot(file, is_own=True, game=find_game("whist"))
    assert code(error) == "bot-wrong-game"
    with pytest.raises(Invalid, match="The bot 'policy:' needs a file"):
        check_bot("policy:", is_own=True)
    for text in ("policy:/no/such/file.npz", "policy:a\0b"):
        with pytest.raises(Invalid) as error:
            check_bot(text, is_own=True)
        assert code(error) in ("unreadable", "no-checkpoint")
    with pytest.raises(Invalid) as error:
        check_bot("policy", is_own=True)
    assert code(error) == "unknown-bot"


def test_without_numpy_it_is_told_what_to_install(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(Invalid) as error:
        check_bot(file, is_own=True)
    assert code(error) == "not-installed"


def test_nobody_is_told_where_a_file_is(file: str) -> None:
    assert bot_name(file) == "policy"


def test_commands_know_it(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "euchre", "--bots", f"{file},random", "--deals", "3", "--seed", "1"]) == 0
    assert main(["simulate", "euchre", "--bots", file, "--deals", "3", "--seed", "1"]) == 0
    assert main(["arena", "whist", "--bots", f"{file},random", "--deals", "3", "--seed", "1"]) == 2
    assert "does not play whist" in capsys.readouterr().err
