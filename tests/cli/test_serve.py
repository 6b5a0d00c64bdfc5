"""`overtrick serve`: from the first line to the end by a signal, and after the worst end."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import BufferedRWPair
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from lengths import first
from patience import PATIENCE

from overtrick.cli import main

if TYPE_CHECKING:
    from scripts.postgres import Postgres

READY = re.compile(r"ready: http://127\.0\.0\.1:(\d+), text 127\.0\.0\.1:(\d+)\n")
Lines = BufferedRWPair


@contextmanager
def served(
    *words: str, program: Sequence[str] = ("-m", "overtrick")
) -> Iterator[tuple[subprocess.Popen[str], int, int]]:
    """A server on free ports, with the numbers of its ports."""
    command = [sys.executable, *program, "serve", "--port", "0", "--text-port", "0", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            ready = READY.fullmatch(line)
            assert ready is not None, (line, process.stderr and process.stderr.read())
            yield process, int(ready[1]), int(ready[2])
        finally:
            process.kill()


@contextmanager
def connected(port: int) -> Iterator[Lines]:
    with (
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection,
        connection.makefile("rwb") as lines,
    ):
        yield lines


def greeted(stack: ExitStack, port: int) -> Lines:
    """Somebody in the lobby, who has said hello at once: who waits is taken for a person who types."""
    lines = stack.enter_context(connected(port))
    say(lines, type="hello", v=1)
    hear(lines, "in_lobby")
    return lines


def say(lines: Lines, **message: object) -> None:
    lines.write(json.dumps(message).encode() + b"\n")
    lines.flush()


def hear(lines: Lines, kind: str) -> dict[str, object]:
    """The next message of a kind."""
    for line in lines:
        message: dict[str, object] = json.loads(line)
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} came")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_everybody_is_told(number: signal.Signals, tmp_path: Path) -> None:
    with served("--db", str(tmp_path / "db"), "--workers", "1") as (process, _, port), connected(port) as lines:
        say(lines, type="hello", v=1)
        say(lines, type="create", game="belote")
        hear(lines, "snapshot")
        process.send_signal(number)
        assert hear(lines, "bye")["code"] == "shutdown"
        assert lines.read() == b""
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0
        assert "Traceback" not in err


def test_after_the_worst_end_the_tables_are_back(tmp_path: Path) -> None:
    words = ("--db", str(tmp_path / "db"), "--workers", "0")
    with served(*words) as (process, _, port), connected(port) as lines:
        say(lines, type="hello", v=1)
        say(lines, type="create", game="belote", bots="simple")
        taken = hear(lines, "taken")
        say(lines, type="ready", deal=1)
        dealt = hear(lines, "dealt")
        process.kill()
    with served(*words) as (_, _, port), connected(port) as lines:
        say(lines, type="hello", v=1, table=taken["table"], token=taken["token"])
        snapshot = hear(lines, "snapshot")
    before, after = dealt["deal"], snapshot["deal"]
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert before["hand"] == after["hand"]


def test_workers_end_with_the_server_however_it_ends() -> None:
    with served("--workers", "2") as (process, _, _):
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        if not children.exists():
            pytest.skip("this system does not tell the children of a process")
        pids = [int(pid) for pid in children.read_text(encoding="utf-8").split()]
        assert len(pids) >= 3  # two that think and one that judges
        process.kill()

    async def all_gone() -> None:
        while any(map(_is_alive, pids)):
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(all_gone(), PATIENCE))


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_without_a_file_it_says_that_nothing_survives() -> None:
    with served("--workers", "0", "--lang", "fr") as (process, _, _):
        process.terminate()
        _, err = process.communicate(timeout=PATIENCE)
    assert err.startswith("overtrick serve: sans --db rien ne survit à la fin du serveur\n")


def test_its_log_can_be_read_by_programs(tmp_path: Path) -> None:
    with served("--db", str(tmp_path / "db"), "--workers", "0", "--json-log") as (process, _, port):
        with connected(port) as lines:
            say(lines, type="hello", v=1)
            hear(lines, "welcome")
        process.terminate()
        _, err = process.communicate(timeout=PATIENCE)
    came = next(each for each in map(json.loads, err.splitlines()) if "client" in each)
    assert (came["level"], came["client"], came["address"], came["by"]) == ("INFO", 1, "127.0.0.1", "text port")
    assert came["message"] == "client 1 came from 127.0.0.1 by text port"


def test_it_opens_a_browser_where_there_is_a_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, asked_for = tmp_path / "browser", tmp_path / "address"
    browser.write_text(f'#!/bin/sh\necho "$1" > {asked_for}.new && mv {asked_for}.new {asked_for}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    monkeypatch.setenv("DISPLAY", ":0")
    with served("--workers", "0", "--open") as (process, port, _):
        assert process.stdout is not None
        assert process.stdout.readline() == f"Play in a browser at http://127.0.0.1:{port}. Ctrl+C ends it.\n"
        while not asked_for.exists():
            assert process.poll() is None
            time.sleep(0.02)
    assert asked_for.read_text() == f"http://127.0.0.1:{port}\n"


@pytest.mark.parametrize("option", first(1, ["--text-port", "--port"]))
def test_a_port_that_is_taken_is_told(option: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = ["--port", "0", "--text-port", "0", "--workers", "0", option, str(taken.getsockname()[1])]
        command = [sys.executable, "-m", "overtrick", "serve", *words]
        run = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.splitlines()[-1].endswith("address already in use")


def test_a_port_that_is_taken_is_named_for_several_processes_too(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        words = ["--processes", "2", "--db", "postgresql://127.0.0.1/x", "--text-port", "0", "--port", port]
        assert main(["serve", *words]) == 2
    assert f"The port {port} of 127.0.0.1 cannot be had: Address already in use." in capsys.readouterr().err


def test_a_host_that_is_not_known_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--text-port", "0", "--workers", "0", "--host", "999.1.1.1"]) == 2
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.startswith("overtrick serve: The server cannot be opened at 999.1.1.1, 127.0.0.1: ")


def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter").write_text("Dear Ann, …" * 100, encoding="utf-8")
    assert main(["serve", "--port", "0", "--text-port", "0", "--db", str(tmp_path / "letter")]) == 2
    assert capsys.readouterr().err.startswith("overtrick serve: ")
    assert (tmp_path / "letter").read_text(encoding="utf-8") == "Dear Ann, …" * 100


@pytest.mark.parametrize(
    "words", [["--port", "65536"], ["--port", "x"], ["--workers", "-1"], ["--text-port", ""], ["--lang", "de"], ["x"]]
)
def test_bad_arguments_are_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", *words])
    assert ended.value.code == 2
    assert "usage: overtrick serve" in capsys.readouterr().err


def test_the_other_commands_start_without_what_the_server_needs() -> None:
    code = "import sys; sys.modules.update(aiohttp=None, msgspec=None, uvloop=None); import overtrick.cli as c; "
    code += "print(c.main(['rules'])); print(c.main(['serve']))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert run.stdout.splitlines()[-2:] == ["0", "2"]
    assert run.stderr.startswith("overtrick serve: ")
    assert run.stderr.endswith(" is not installed: pip install 'overtrick[server]' does it.\n")


def test_without_native_speed_it_starts_and_has_the_bots_that_need_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules.update(numba=None, numpy=None)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with served("--workers", "1") as (_, _, port), connected(port) as lines:
        say(lines, type="hello", v=1)
        say(lines, type="create", game="sueca", bots="sampling:2")
        refused = hear(lines, "refused")
        assert refused["code"] == "not-installed"
        assert refused["text"] == "numba is not installed: pip install 'overtrick[fast]' does it."
        say(lines, type="create", game="sueca", bots="simple")
        hear(lines, "taken")
        say(lines, type="ready", deal=1)
        assert hear(lines, "acted")["seat"] == 2


def test_the_port_of_the_table_manager_protocol_is_told_and_speaks_it() -> None:
    command = [sys.executable, "-m", "overtrick", "serve", "--port", "0", "--text-port", "0", "--workers", "0"]
    with subprocess.Popen([*command, "--table-manager", "0"], stdout=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stdout is not None
            ready = re.fullmatch(r"ready: .*, table manager 127\.0\.0\.1:(\d+)\n", process.stdout.readline())
            assert ready is not None
            with connected(int(ready[1])) as lines:
                lines.write(b'Connecting "A" as South using protocol version 18\r\n')
                lines.flush()
                assert lines.readline() == b'South ("A") seated\r\n'
        finally:
            process.kill()


def test_processes_share_ports_and_one_that_dies_is_started_again(postgres: "Postgres") -> None:
    db = postgres.fresh()
    with served("--db", db, "--processes", "2", "--workers", "0") as (process, _, text_port):
        assert len(children(process.pid)) == 2
        seats: list[dict[str, object]] = []
        with ExitStack() as stack:
            people = [greeted(stack, text_port) for _ in range(4)]  # who gets which process is by chance
            say(people[0], type="create", game="sueca")
            seats.append(hear(people[0], "taken"))
            for person in people[1:]:
                say(person, type="sit", table=seats[0]["table"])
                seats.append(hear(person, "taken"))
            assert [seat["seat"] for seat in seats] == [1, 2, 3, 4]
            first, second = children(process.pid)
            os.kill(first, signal.SIGKILL)
            while len(others := children(process.pid)) < 2 or first in others:
                time.sleep(0.05)
            assert second in others
        with connected(text_port) as person:
            say(person, type="hello", v=1, table=seats[0]["table"], token=seats[0]["token"])
            assert hear(person, "snapshot")["table"] == seats[0]["table"]
        process.terminate()
        assert process.wait(PATIENCE) == 0


IMPATIENT = ("-c", "import sys; from overtrick.cli import main, processes as p; p.MOST_SILENT = 20; sys.exit(main())")


def test_a_process_that_is_paused_is_replaced_and_nobody_waits_for_it(postgres: "Postgres") -> None:
    words = ("--db", postgres.fresh(), "--processes", "2", "--workers", "0")
    with served(*words, program=IMPATIENT) as (process, _, text_port), ExitStack() as stack:
        first, second = children(process.pid)
        people = [greeted(stack, text_port) for _ in range(8)]
        os.kill(first, signal.SIGSTOP)
        while len(others := children(process.pid)) < 2 or first in others:
            time.sleep(0.05)
        assert second in others
        for person in people:
            with suppress(ConnectionError):
                say(person, type="ping", id="x")
                assert b"pong" in (person.readline() or b"pong"), "answered, or at an end"
        process.kill()  # which no process can prevent: the others find out
        while Path(f"/proc/{second}").exists():
            time.sleep(0.05)


def test_a_process_that_is_paused_does_not_keep_the_others_from_ending(postgres: "Postgres") -> None:
    words = ("--db", postgres.fresh(), "--processes", "2", "--workers", "0")
    with served(*words, program=IMPATIENT) as (process, _, _):
        os.kill(children(process.pid)[0], signal.SIGSTOP)
        process.terminate()
        assert process.wait(PATIENCE) == 0


def children(pid: int) -> list[int]:
    """The processes that another one has started."""
    words = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
    return [int(word) for word in words]


def test_several_processes_need_a_database_that_they_can_share(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--processes", "2", "--db", "tables.db"]) == 2
    assert "need a database that they can share" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_other_processes_need_an_address_that_they_can_call(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--db", "postgresql://127.0.0.1/x", "--link-host", host]) == 2
    assert f"cannot reach this one at {host}" in capsys.readouterr().err
