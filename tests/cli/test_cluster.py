"""The arena on a Dask cluster: the same results, whoever dies on the way, and sentences for what cannot be used."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
from patience import PATIENCE

from overtrick.arena.duplicate import Contest, compete
from overtrick.arena.journal import open_journal
from overtrick.arena.sources import code_version
from overtrick.cli import cluster, main
from overtrick.core.catalogue import find_game

pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="there is no cluster without distributed")

DEALS = 80
OTHER_VERSION = """
from importlib import metadata
true_version = metadata.version
metadata.version = lambda name: "0.0" if name == "overtrick" else true_version(name)
"""
OTHER_SOURCES = """
from overtrick.arena import sources
sources.own_version = lambda: "0.0+other"
"""
PROGRAM = Path(__file__).parents[2] / "examples" / "bots" / "simple_bot.py"
WORDS = ["arena", "bridge", "--bots", "simple,random", "--seed", "x"]


@contextmanager
def dask(part: str, *arguments: str, folder: Path, before: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler or a worker, as its command starts it; some code may run before."""
    code = f"{before}from distributed.cli.dask_{part} import main; main()"
    command = [sys.executable, "-c", code, *arguments, "--no-dashboard"]
    with (folder / f"{part}.log").open("ab") as log, subprocess.Popen(command, cwd=folder, stderr=log) as process:
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def scheduler(folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A scheduler at a free port, with its address."""
    file = folder / "scheduler.json"
    where = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]
    with dask("scheduler", *where, folder=folder) as process:
        until = time.monotonic() + PATIENCE
        while not file.exists() or not file.read_text().endswith("}"):
            assert process.poll() is None
            assert time.monotonic() < until, (folder / "scheduler.log").read_text()
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], process


@contextmanager
def worker(address: str, folder: Path, before: str = "") -> Iterator[subprocess.Popen[bytes]]:
    how = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder)]
    with dask("worker", address, *how, folder=folder, before=before) as process:
        yield process


@contextmanager
def killed_on_the_way(victim: subprocess.Popen[bytes], path: Path, lines: int, most: int) -> Iterator[None]:
    """Kill a process when a file has so many lines, which must not be the most that it gets."""
    at_the_kill: list[int] = []

    def kill() -> None:
        wait_for_lines(path, lines)
        victim.kill()
        at_the_kill.append(path.read_bytes().count(b"\n"))

    killer = threading.Thread(target=kill)
    killer.start()
    yield
    killer.join()
    assert victim.wait() == -signal.SIGKILL
    assert lines <= at_the_kill[0] < most


def wait_for_lines(path: Path, lines: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and (not path.exists() or path.read_bytes().count(b"\n") < lines):
        time.sleep(0.01)


@pytest.mark.long
def test_whoever_dies_nothing_is_lost_and_the_results_are_those_of_one_machine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, local = tmp_path / "cluster.jsonl", tmp_path / "local.jsonl"
    with scheduler(tmp_path) as (address, scheduling):
        words = [*WORDS, "--scheduler", address, "--file", str(path), "--deals"]
        monkeypatch.setattr(cluster, "PATIENCE", 0.5)
        assert main([*words, "3"]) == 2
        assert f"The Dask scheduler at {address} has no workers" in capsys.readouterr().err
        monkeypatch.setattr(cluster, "PATIENCE", PATIENCE)
        with worker(address, tmp_path, OTHER_VERSION):
            assert main([*words, "3"]) == 2
            assert "of the Dask cluster Overtrick is 0.0, and here it is " in capsys.readouterr().err
        with worker(address, tmp_path) as victim, worker(address, tmp_path):
            with killed_on_the_way(victim, path, 10, DEALS + 1):
                assert main([*words, str(DEALS), "--json"]) == 0
            out, err = capsys.readouterr()
            assert (json.loads(out)["pairs"], err) == (DEALS, "")
            content = path.read_bytes()
            with killed_on_the_way(scheduling, path, DEALS + 5, 999999):
                assert main([*words, "999999"]) == 2
            assert f"The connection to the Dask scheduler at {address} is lost" in capsys.readouterr().err
    assert path.read_bytes().startswith(content)
    contest = Contest(find_game("bridge"), ("simple", "random"), "x", path.read_bytes().count(b"\n") - 1)
    with open_journal(str(local), contest) as journal:
        for meeting in compete(contest):
            journal.add(meeting)
    assert path.read_bytes() == local.read_bytes()


@pytest.mark.long
def test_a_worker_of_other_sources_is_refused_when_it_comes_later_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cluster.jsonl"
    with scheduler(tmp_path) as (address, _), worker(address, tmp_path), ExitStack() as stack:

        def come_late() -> None:
            wait_for_lines(path, 5)
            stack.enter_context(worker(address, tmp_path, OTHER_SOURCES))

        late = threading.Thread(target=come_late)
        late.start()
        words = [*WORDS, "--scheduler", address, "--file", str(path), "--deals"]
        assert main([*words, "999999"]) == 2
        late.join()
        told = capsys.readouterr().err
        assert f"Overtrick is 0.0+other, and here it is {code_version(())}" in told
        assert main([*words, "999999"]) == 2
        assert "Overtrick is 0.0+other" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see what runs")
def test_programs_on_workers_end_with_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with scheduler(tmp_path) as (address, _), worker(address, tmp_path) as process:
        bots = f"exec:{sys.executable} {PROGRAM},simple"
        assert main(["arena", "euchre", "--bots", bots, "--deals", "2", "--scheduler", address, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["failures"] == dict.fromkeys(bots.split(","), 0)
        children = [file.read_text() for file in Path(f"/proc/{process.pid}/task").glob("*/children")]
        assert not "".join(children).split()


def test_without_a_scheduler(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        for address in (f"127.0.0.1:{taken.getsockname()[1]}", "nonsense", "", "foo://bar", "tls://127.0.0.1:1"):
            assert main([*WORDS, "--deals", "3", "--scheduler", address]) == 2
            assert f"There is no Dask scheduler at '{address}': " in capsys.readouterr().err


def test_without_dask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*WORDS, "--deals", "3", "--scheduler", "127.0.0.1:8786"]) == 2
    assert "pip install 'overtrick[cluster]'" in capsys.readouterr().err
