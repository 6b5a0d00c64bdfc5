"""The bots of the examples play all games by the rules, and what docs/bots.md shows of them is so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from overtrick.arena.runner import Plan, Played, simulate
from overtrick.core.catalogue import find_game, game_names
from overtrick.referee.judging import judge

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "bots"
DOCUMENT = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
SPY = Path(__file__).parent / "spy.py"


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The commands of the examples, by language; those in C are there if there is a compiler."""
    commands = {"python": f"exec:{sys.executable} {EXAMPLES / 'simple_bot.py'}"}
    compiler = shutil.which("cc")
    if compiler is not None:
        program = tmp_path_factory.mktemp("c") / "simple_bot"
        source = str(EXAMPLES / "simple_bot.c")
        subprocess.run([compiler, "-Wall", "-Wextra", "-Werror", "-o", str(program), source], check=True)
        commands["c"] = f"exec:{program}"
    return commands


def played_by(first: str, second: str, game: str, deals: int) -> list[Played]:
    plan = Plan(find_game(game), (first, second, first, second), "examples", deals)
    with ThreadPoolExecutor(1) as here:
        return list(simulate(plan, _kept, here))


def _kept(played: Played) -> Played:
    return played


@pytest.mark.parametrize("language", ["python", "c"])
@pytest.mark.parametrize("game", game_names())
def test_the_examples_play_whole_deals_of_all_games(commands: dict[str, str], language: str, game: str) -> None:
    if language not in commands:
        assert not os.environ.get("CI"), "there is a C compiler where everything is tested"
        pytest.skip("there is no C compiler")
    for played in played_by(commands[language], "random", game, 3):
        assert played.failures == ()
        assert judge(played.rounds[0].record()).status == "clean"


def test_the_examples_are_asked_for_a_word_after_the_last_card(commands: dict[str, str]) -> None:
    asked = 0
    for text in commands.values():
        for played in played_by(text, text, "klaverjas:kbn", 8):
            assert played.failures == ()
            asked += any(number == 32 for number, _ in played.rounds[0].said)
    assert asked


def test_the_same_seed_gives_the_same_play(commands: dict[str, str]) -> None:
    text = commands.get("c", commands["python"])
    first, again = (played_by(text, text, "sueca", 2) for _ in range(2))
    assert [played.rounds for played in first] == [played.rounds for played in again]


def test_the_document_shows_the_example_as_it_is() -> None:
    assert f"```python\n{(EXAMPLES / 'simple_bot.py').read_text(encoding='utf-8')}```" in DOCUMENT


def test_the_document_shows_what_is_said(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = f"exec:{sys.executable} {SPY} {log} {EXAMPLES / 'simple_bot.py'}"
    plan = Plan(find_game("euchre"), (text, "simple", "simple", "simple"), "2", 1)
    with ThreadPoolExecutor(1) as here:
        assert [played.failures for played in simulate(plan, _kept, here)] == [()]
    said = log.read_text(encoding="utf-8").replace(text, "exec:python simple_bot.py").splitlines()
    shown = DOCUMENT.partition("```text\n")[2].partition("```")[0].splitlines()
    assert [line for line in said if line in shown] == shown
    assert {line[2:].partition(",")[0] for line in shown} >= {
        '{"type":"hello"',
        '{"type":"view"',
        '{"type": "action"',
        '{"type":"result"',
        '{"type":"bye"}',
    }


def test_the_document_tells_every_field_of_what_is_sent(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = f"exec:{sys.executable} {SPY} {log} {EXAMPLES / 'simple_bot.py'}"
    game = find_game("bridge:duplicate,boards=2")
    with ThreadPoolExecutor(1) as here:
        list(simulate(Plan(game, (text, "simple", "simple", "simple"), "2", 1, "matches"), _kept, here))
    lines = log.read_text(encoding="utf-8").splitlines()
    messages = [json.loads(line[2:]) for line in lines if line.startswith(">")]
    parts = [message.get(name) or {} for message in messages for name in ("contract", "standing")]
    actions = [action for message in messages for action in message.get("actions", {}).values()]
    fields = {name for fields in (*messages, *parts, *actions) for name in fields}
    assert {"totals", "strain", "callers", "gap"} <= fields
    assert [name for name in sorted(fields) if f"`{name}`" not in DOCUMENT] == []
