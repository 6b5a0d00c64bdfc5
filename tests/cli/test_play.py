"""`overtrick play`: in a terminal, by a script, and where there is nobody."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import pytest
from lengths import first
from networks import some_checkpoint
from patience import PATIENCE
from terminals import Terminal

from overtrick.cli import main
from overtrick.cli.local_table import LocalTable, seeded_bytes
from overtrick.cli.play import _prepare
from overtrick.client.endpoint import Endpoint
from overtrick.core.actions import Action
from overtrick.core.catalogue import game_names
from overtrick.deal.view import View
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import VERSION, Act, Create, Hello, Options
from overtrick.protocol.seen import Seen


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "overtrick", "play", *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1"},
        check=False,
        timeout=PATIENCE,
    )


@pytest.mark.parametrize(("bot", "compiled"), [("sampling", 1), ("sampling:4", 1), ("simple", 0), ("program", 0)])
def test_only_for_bots_that_need_it_something_is_compiled_beforehand(
    bot: str, compiled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    warmed: list[object] = []
    monkeypatch.setattr("overtrick.server.thinking.warm_up", lambda bots, games: warmed.append(games))
    _prepare(Namespace(bot=bot, game="belote"))
    assert warmed == [["belote"]] * compiled


@pytest.mark.parametrize("language", first(1, ["fr", "en", "pt"]))
def test_without_a_terminal_it_says_what_to_do(language: str) -> None:
    done = run("belote", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    assert {"en": "terminal", "fr": "ADRESSE", "pt": "ENDEREÇO"}[language] in done.stdout
    assert "overtrick join" in done.stdout


def test_without_any_standard_input_too() -> None:
    command = f"'{sys.executable}' -m overtrick play belote <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    assert "overtrick serve" in done.stdout


def test_a_script_plays_and_the_same_seed_gives_the_same_deal() -> None:
    first, second = (run("euchre", "--level", "1", "--seed", "7", typed="1\n" * 20) for _ in range(2))
    assert first.returncode == 0
    assert first.stderr == ""
    assert first.stdout == second.stdout
    assert "Deal 2" in first.stdout
    assert first.stdout.endswith("Goodbye.\n")
    others = [run("euchre", "--bot", "simple", "--seed", seed, typed="1\n").stdout for seed in ("7", "8")]
    assert others[0] != others[1]


def test_a_person_plays_with_bots_that_have_learned(tmp_path: Path) -> None:
    path = tmp_path / "euchre.npz"
    some_checkpoint().write(path)
    done = run("euchre", "--bot", f"policy:{path}", "--seed", "7", typed="1\n" * 20)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Deal 2" in done.stdout
    assert str(path) not in done.stdout
    refused = run("sueca", "--bot", f"policy:{path}")
    assert refused.returncode == 2
    assert "does not play sueca" in refused.stderr


def test_a_script_quits() -> None:
    done = run("sueca", "--bot", "simple", typed="hand\nquit\n1\n")
    assert done.returncode == 0
    assert done.stdout.endswith("Goodbye.\n")


def test_forced_cards_are_played_if_wanted() -> None:
    done = run("belote", "--bot", "simple", "--seed", "3", "--auto-forced", typed="1\n" * 40)
    assert "Deal 2" in done.stdout
    asked = done.stdout.split("Your card> ")[:-1]
    forced = [text for text in asked if "  1) " in text and "  2) " not in text.rpartition("  1) ")[2]]
    assert forced, "there was no forced card"
    for text in forced:
        assert done.stdout.partition(text)[2].startswith("Your card> \n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tarot"], "There is no game 'tarot'"),
        (["belote", "--bot", "clever"], "There is no bot 'clever'"),
        (["belote", "--bot", "sampling:9"], "The bot 'sampling' has no options '9'"),
        (["belote", "--bot", "simple", "--level", "2"], "The bot 'simple' has no options: '2' means nothing to it."),
        (["belote", "--bot", "sampling:2", "--level", "2"], "The level is given twice: in 'sampling:2', and as 2."),
        (["belote,deals=x"], "deals"),
    ],
)
def test_what_cannot_be_played(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *arguments]) == 2
    assert words in capsys.readouterr().err


async def hands(game: str, seed: str, choose: Callable[[View], Action], deals: int) -> list[tuple[str, ...]]:
    """The hands as they were dealt, of some deals that a person plays in his way."""
    dealt: list[tuple[str, ...]] = []
    endpoint = Endpoint(lambda: Hello(v=VERSION), seeded_bytes(f"{seed} client"))
    create = Create(game=game, options=Options(clock=0, bot_delay=0), bots="random")
    seen: Seen | None = None
    async with LocalTable(endpoint, create, seeded_bytes(seed)) as channel:
        async for news in channel:
            if isinstance(news, outgoing.Snapshot):
                seen = Seen(news)
            elif isinstance(news, outgoing.Event) and seen is not None:
                seen.apply(news)
            if isinstance(news, outgoing.Dealt):
                dealt.append(news.deal.hand)
            if len(dealt) == deals or isinstance(news, outgoing.Ended):
                break
            if seen is not None and seen.view is not None and seen.view.legal:
                channel.send(Act(id="", at=seen.n, action=str(choose(seen.view))))
    return dealt


@pytest.mark.parametrize("game", [game for game in game_names() if game != "hokm"])  # where who wins says who deals
def test_the_cards_of_a_seed_do_not_depend_on_how_they_are_played(game: str) -> None:
    async def compare() -> None:
        first = await hands(game, "seed", lambda view: view.legal[0], 3)
        second = await hands(game, "seed", lambda view: view.legal[1 % len(view.legal)], 3)
        both = min(len(first), len(second))
        assert both > 1
        assert first[:both] == second[:both]
        assert await hands(game, "other", lambda view: view.legal[0], 1) != first[:1]

    asyncio.run(compare())


def test_a_terminal_shows_lines_if_wanted() -> None:
    with Terminal("play", "belote", "--plain", "--level", "1", "--seed", "7", "--name", "Zoé") as terminal:
        terminal.wait_for("Your card> ")
        assert "2: sampling 1 (bot)" in terminal.shown
        assert "\x1b" not in terminal.shown
        terminal.type("1\n")
        terminal.wait_for("goes to")
        terminal.type("quit\n")
        assert terminal.end() == 0
        assert "Goodbye." in terminal.shown


@pytest.mark.parametrize(("key", "code"), [("\x04", 0), ("\x03", 130)])
def test_a_terminal_of_lines_is_left_by_a_key(key: str, code: int) -> None:
    with Terminal("play", "belote", "--bot", "simple", term="dumb") as terminal:
        terminal.wait_for("> ")
        terminal.type(key)
        assert terminal.end() == code


@pytest.mark.parametrize("keys", first(1, ["quit\r", "\x03", "\x04"]))
def test_a_terminal_has_a_screen(keys: str) -> None:
    with Terminal("play", "sueca", "--bot", "simple", "--seed", "7", "--name", "Zoé") as terminal:
        terminal.wait_for("Your card")
        assert "\x1b[?1049h" in terminal.shown  # the other screen of the terminal
        terminal.type("1\r")
        terminal.wait_for("Zoé")
        terminal.type(keys)
        assert terminal.end() == 0
        assert "\x1b[?1049l" in terminal.shown
        assert "Traceback" not in terminal.shown
