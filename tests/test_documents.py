"""What documents and docstrings show is true; the Python sessions of documents are run as doctests."""

import ast
import doctest
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

import overtrick
from overtrick.cli import COMMANDS, main
from overtrick.core.actions import CallKind, WordName
from overtrick.core.auctions import Contract
from overtrick.core.tricks import Strain

ROOT = Path(__file__).parents[1]


def console_sessions() -> list[tuple[str, str]]:
    """The commands of all ```console blocks, with the output that is shown for each."""
    sessions = []
    for document in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for block in document.read_text(encoding="utf-8").split("```console\n")[1:]:
            for part in block.partition("```")[0].split("$ ")[1:]:
                command, _, output = part.partition("\n")
                sessions.append((command, output))
    return sessions


def cases() -> list[Any]:
    """The sessions to parametrize with: bots that think are for the long run."""
    return [
        pytest.param(command, output, id=command, marks=[pytest.mark.long] if "sampling" in command else [])
        for command, output in console_sessions()
    ]


@pytest.mark.parametrize(("command", "output"), cases())
def test_a_command_prints_what_the_document_shows(
    command: str, output: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    first, _, others = command.partition(" | ")
    words = words_of(first)
    if words is None:
        shown, told = in_shell(command)
    else:
        main(words)  # which starts sooner than another process
        shown, told = capsys.readouterr()
        if others:
            shown, more = in_shell(others, shown)
            told += more
    assert shown == output
    assert told == ""


def words_of(command: str) -> list[str] | None:
    """The arguments of a call of `overtrick` that needs no shell; None for another command."""
    lexer = shlex.shlex(command, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    program, *words = lexer
    needs_shell = any(set(word) <= set(lexer.punctuation_chars) for word in words)
    return None if program != "overtrick" or needs_shell else words


def in_shell(command: str, stdin: str = "") -> tuple[str, str]:
    """What a command prints, and what it tells on standard error."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["sh", "-c", command],
        input=stdin,
        env={**os.environ, "PATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return run.stdout, run.stderr


def described() -> dict[str, str]:
    """The sections of the page about commands, by command."""
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    parts = (part.partition("\n") for part in re.split(r"^## ", page, flags=re.M)[1:])
    return {command: text for title, _, text in parts for command in title.split(", ")}


@pytest.mark.parametrize("command", [*COMMANDS, "records export", "records backup"])
def test_a_command_and_its_options_are_described(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*command.split(), "--help"])
    options = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", capsys.readouterr().out)) - {"--help", "--lang"}
    section = described()[command.split()[0]]
    assert [option for option in sorted(options) if option not in section] == []


def modules_with_sessions() -> list[str]:
    """The modules whose docstrings have Python sessions; to have all collected would load all of them."""
    sources = ROOT / "src"
    files = [path for path in sources.rglob("*.py") if ">>>" in path.read_text(encoding="utf-8")]
    return [".".join(path.relative_to(sources).with_suffix("").parts).removesuffix(".__init__") for path in files]


@pytest.mark.parametrize("module", modules_with_sessions())
def test_a_session_of_a_docstring_is_true(module: str) -> None:
    done = doctest.testmod(import_module(module))
    assert done.attempted > 0
    assert done.failed == 0


def test_the_public_names_are_those_that_can_be_imported() -> None:
    assert overtrick.__all__ == sorted(overtrick.__all__)
    modules = {module.name for module in pkgutil.iter_modules(overtrick.__path__)}
    assert not modules & set(overtrick.__all__)  # importing a module would hide the name
    tree = ast.parse(Path(overtrick.__file__).with_suffix(".pyi").read_text())
    typed = {a.asname: f.module for f in ast.walk(tree) if isinstance(f, ast.ImportFrom) for a in f.names if a.asname}
    assert sorted(typed) == overtrick.__all__
    for name, module in typed.items():
        value = getattr(overtrick, name)
        home = sys.modules[f"{module}"]
        assert value is getattr(home, name)
    with pytest.raises(AttributeError):
        overtrick.no_such_name  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    "values", [get_args(CallKind), get_args(WordName), [strain.value for strain in Strain], Contract._fields]
)
def test_whoever_writes_a_bot_reads_of_all_that_can_be_called_said_and_played(values: Sequence[str]) -> None:
    told = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    assert [value for value in values if f"`{value}`" not in told] == []
