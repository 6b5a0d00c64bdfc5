"""Starts of real processes: cold, warm, without a folder, without Numba, with a damaged cache."""

from __future__ import annotations

import ast
import io
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from overtrick.cli import main
from overtrick.engine.kernel import engine as engine_module
from overtrick.engine.kernel.engine import CHOICE, FROZEN, MOST_KEPT, PURPOSES, prepare

COUNT = ["perft", "belote", "N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "8", "--trump", "H"]
ANSWER = "143\n"
COMPILING = "Compiling the kernels of perft"
SOURCES = Path(engine_module.__file__).parents[3]


class Started(NamedTuple):
    code: int
    out: str
    err: str


def start(arguments: list[str], *, python: tuple[str, ...] = (), **environment: str | Path) -> Started:
    inherited = {name: value for name, value in os.environ.items() if name != CHOICE}
    done = subprocess.run(
        [sys.executable, *python, "-m", "overtrick", *arguments],
        env={**inherited, "PYTHONPATH": str(SOURCES), **{name: str(value) for name, value in environment.items()}},
        capture_output=True,
        text=True,
        check=False,
    )
    return Started(done.returncode, done.stdout, done.stderr)


@pytest.mark.long
def test_the_second_start_is_warm_and_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    cold, warm = (start(COUNT, OVERTRICK_CACHE=tmp_path / "new") for _ in range(2))
    assert (cold.code, cold.out, warm) == (0, ANSWER, Started(0, ANSWER, ""))
    assert cold.err.count("\n") == 1
    assert COMPILING in cold.err
    for file in tmp_path.rglob("*.nb?"):
        file.write_bytes(file.read_bytes()[:100])
    again, warm = (start(COUNT, OVERTRICK_CACHE=tmp_path / "new") for _ in range(2))
    assert (again.out, COMPILING in again.err, warm) == (ANSWER, True, Started(0, ANSWER, ""))


@pytest.mark.long
def test_where_no_folder_can_be_every_start_compiles(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for _ in range(2):
        started = start(COUNT, OVERTRICK_CACHE=tmp_path / "file" / "folder")
        assert (started.code, started.out) == (0, ANSWER)
        assert COMPILING in started.err


def test_without_numba_the_plain_engine_answers_with_one_line_of_notice() -> None:
    started = start(COUNT, python=("-S",))
    assert (started.code, started.out) == (0, ANSWER)
    assert "overtrick[fast]" in started.err
    assert started.err.count("\n") == 1


@pytest.mark.parametrize("python", [("-S",), ()])
@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_without_kernels_long_runs_are_played_by_the_plain_engine(command: str, python: tuple[str, ...]) -> None:
    """As after an installation without Numba and NumPy, or as somebody wishes; no run is too short to be long here."""
    program = f"""
import sys
from overtrick.arena import results
from overtrick.cli import main
results.WORTH_LOADING = results.WORTH_COMPILING = 1
code = main(["{command}", "sueca", "--bots", "simple,random", "--deals", "2", "--seed", "1"])
print(sorted({{"numpy", "numba"}} & set(sys.modules)), code)
"""
    done = subprocess.run(
        [sys.executable, *python, "-c", program],
        env={**os.environ, "PYTHONPATH": str(SOURCES), CHOICE: "" if python else "plain"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.endswith("[] 0\n")


def test_the_plain_engine_can_be_chosen(tmp_path: Path) -> None:
    assert start(COUNT, OVERTRICK_ENGINE="plain", OVERTRICK_CACHE=tmp_path) == (0, ANSWER, "")
    assert not list(tmp_path.iterdir())
    refused = start(COUNT, OVERTRICK_ENGINE="fastest")
    assert (refused.code, refused.out) == (2, "")
    assert "'fastest'" in refused.err


def test_warm_compiles_all_kernels_once() -> None:
    assert main(["warm"]) == 0
    warmed = start(["warm"])
    assert (warmed.code, warmed.err) == (0, "")
    assert "kept in" in warmed.out
    assert "nothing to compile" in start(["warm"], OVERTRICK_ENGINE="plain").out


def test_every_module_with_kernels_is_warmed() -> None:
    assert prepare(*PURPOSES)
    folder = Path(engine_module.__file__).parent / "compiled"
    with_kernels = {
        f"overtrick.engine.kernel.compiled.{path.stem}"
        for path in folder.glob("*.py")
        if "@kernel\n" in path.read_text()
    }
    assert len(with_kernels) > len(PURPOSES)
    assert with_kernels <= set(sys.modules)


def test_folders_of_old_versions_are_removed(tmp_path: Path) -> None:
    old = [tmp_path / f"kernels-{number}" for number in range(MOST_KEPT + 5)]
    for number, folder in enumerate(old):
        folder.mkdir()
        os.utime(folder, (number, number))
    assert start(COUNT, OVERTRICK_CACHE=tmp_path).out == ANSWER
    assert len(list(tmp_path.iterdir())) == MOST_KEPT
    assert all(folder.exists() for folder in old[-MOST_KEPT + 1 :])


def test_kernels_of_other_packages_are_never_stale(tmp_path: Path) -> None:
    package = tmp_path / "other"
    package.mkdir()
    (package / "native.py").write_text(
        "from other.numbers import ANSWER\n"
        "from overtrick.engine.kernel.compiled.native import kernel\n"
        "@kernel\n"
        "def answer() -> int:\n"
        "    return ANSWER\n"
    )
    for answer in (1, 2):
        (package / "numbers.py").write_text(f"ANSWER = {answer}\n")
        done = subprocess.run(
            [sys.executable, "-B", "-c", "from other.native import answer; print(answer())"],
            env={**os.environ, "PYTHONPATH": f"{SOURCES}{os.pathsep}{tmp_path}", "OVERTRICK_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == f"{answer}\n"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_that_the_compiler_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with engine_module._working("Compiling"):
        while "Compiling /" not in terminal.getvalue():
            time.sleep(0.01)
    assert terminal.getvalue().endswith("\rCompiling  \n")


def is_number(value: object) -> bool:
    """Whether a constant is a number, or made of such, as those are that are compiled into kernels."""
    if isinstance(value, Mapping):
        return any(map(is_number, value.values()))
    if isinstance(value, Iterable) and not isinstance(value, str):
        return any(map(is_number, value))
    return isinstance(value, int | float) and not isinstance(value, Enum)


def test_every_module_with_numbers_that_kernels_are_compiled_with_is_in_the_name_of_the_folder() -> None:
    package = SOURCES / "overtrick"
    frozen = [*package.glob("engine/kernel/**/*.py"), *(path for form in FROZEN for path in package.glob(form))]
    missing = set()
    for source in frozen:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("overtrick."):
                module = import_module(node.module)
                names = [each.name for each in node.names if each.name.isupper() and each.name != "DEAD"]
                if any(is_number(getattr(module, name)) for name in names) and Path(str(module.__file__)) not in frozen:
                    missing.add(node.module)
    assert missing == set()
