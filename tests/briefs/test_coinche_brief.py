"""The Coinche brief: its client, its command lines, and how its programs start."""

import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import pytest
from coinche_people import FOLDER, Process, command, environment, free_port, run, running, serving, stop
from lengths import first
from patience import PATIENCE

PROGRAMS = {"server": "ADDRESS PORT", "client": "ADDRESS PORT", "ai": "ADDRESS PORT N"}
GONE = "The server has closed the connection.\n"


@pytest.mark.parametrize("program", PROGRAMS)
def test_programs_can_be_executed(program: str) -> None:
    assert (FOLDER / program).stat().st_mode & 0o777 == 0o755
    assert (FOLDER / program).read_text(encoding="utf-8").startswith("#!/usr/bin/env python3\n")


# Wrong parameters


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    "words",
    first(
        4,
        [
            [],
            ["127.0.0.1", "4242", "1", "1"],
            ["127.0.0.1", "65536", "1"],
            ["--help"],
            ["127.0.0.1"],
            ["", "4242", "1"],
            ["127.0.0.1", "0", "1"],
            ["127.0.0.1", "-1", "1"],
            ["127.0.0.1", "port", "1"],
            ["127.0.0.1", "4242x", "1"],
            ["127.0.0.1", "٤٢٤٢", "1"],
            ["127.0.0.1", "1" * 5000, "1"],
        ],
    ),
)
def test_wrong_parameters_give_a_usage_message(program: str, words: list[str]) -> None:
    if len(words) == 3 and program != "ai":
        words = words[:2]
    done = run(program, *words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith(f"Usage: {program} {PROGRAMS[program]}\n")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", ["0", "-1", "many", "1.5", "1001", ""])
def test_the_number_of_artificial_players_is_positive(number: str) -> None:
    done = run("ai", "127.0.0.1", 4242, number)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.endswith("Usage: ai ADDRESS PORT N\n")


def test_usage_in_french() -> None:
    done = run("ai", "127.0.0.1", "x", "1", locale="fr_FR.UTF-8")
    assert done.returncode == 1
    assert done.stderr == "PORT est « x » : un nombre de 1 à 65535 était attendu.\nUsage : ai ADRESSE PORT N\n"


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("address", first(2, ["nowhere.invalid", "café\udcff", "a..b", "x" * 300]))
def test_an_address_that_is_none_gives_a_sentence(program: str, address: str) -> None:
    done = run(program, address, 4242, *(["1"] if program == "ai" else []))
    assert (done.returncode, done.stdout) == (1, "")
    assert "port 4242" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("program", ["client", "ai"])
def test_where_nobody_listens_there_is_no_connection(program: str) -> None:
    port = free_port()
    done = run(program, "127.0.0.1", port, *(["2"] if program == "ai" else []))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"There is no connection to 127.0.0.1, port {port}: Connection refused.\n"


def test_a_port_in_use_cannot_be_opened() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        done = run("server", "127.0.0.1", port)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"127.0.0.1, port {port} cannot be opened: Address already in use.\n"


def test_an_address_of_another_machine_cannot_be_opened() -> None:
    done = run("server", "192.0.2.1", 4242)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "192.0.2.1, port 4242 cannot be opened: Cannot assign requested address.\n"


# The language


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_MESSAGES": "fr_CA.UTF-8", "LANG": "en_CA.UTF-8"}, "fr"),
        ({"LC_ALL": "C", "LC_MESSAGES": "fr_FR", "LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LANG": "fr_FR"}, "fr"),
    ],
)
def test_the_environment_says_which_language_is_spoken(
    variables: dict[str, str], language: str, load_brief: Callable[..., list[ModuleType]]
) -> None:
    (texts,) = load_brief("coinche", "coinche_texts")
    assert texts.language(variables) == language


def test_every_sentence_exists_in_both_languages(load_brief: Callable[..., list[ModuleType]]) -> None:
    (texts,) = load_brief("coinche", "coinche_texts")
    for english, french in texts.SENTENCES.values():
        assert sorted(_placeholders(english)) == sorted(_placeholders(french))


def _placeholders(sentence: str) -> list[str]:
    return [part.partition("}")[0] for part in sentence.split("{")[1:]]


# The client


class Listener:
    """A server that says what a test wants it to say."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener
        listener.settimeout(PATIENCE)
        self.port: int = listener.getsockname()[1]

    def accept(self) -> socket.socket:
        connection, _ = self._listener.accept()
        connection.settimeout(PATIENCE)
        return connection


@pytest.fixture
def listener() -> Iterator[Listener]:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        yield Listener(opened)


def pipes(process: Process) -> tuple[IO[str], IO[str]]:
    assert process.stdin is not None
    assert process.stdout is not None
    return process.stdin, process.stdout


def receive(connection: socket.socket, length: int) -> bytes:
    data = b""
    while len(data) < length and (more := connection.recv(length - len(data))):
        data += more
    return data


def test_the_client_shows_all_that_comes_and_sends_all_that_is_typed(listener: Listener) -> None:
    with running(command("client", "127.0.0.1", listener.port)) as client, listener.accept() as connection:
        typed, shown = pipes(client)
        for part in (b"Main : A\xe2", b"\x99\xa5\n  1) passe\nVotre annonce> "):
            connection.sendall(part)
        text = "Main : A♥\n  1) passe\nVotre annonce> "
        assert shown.read(len(text)) == text  # also the prompt, which no end of line follows
        typed.write("1\nélégant\n")
        typed.flush()
        sent = "1\nélégant\n".encode()
        assert receive(connection, len(sent)) == sent
        typed.write("  QUIT \n")
        typed.flush()
        assert receive(connection, 5) == b"quit\n"
        connection.sendall(b"\nAu revoir.\n")
        connection.shutdown(socket.SHUT_RDWR)
        assert shown.read() == "\nAu revoir.\n"
        assert client.wait(PATIENCE) == 0


def test_the_end_of_the_input_closes_the_client(listener: Listener) -> None:
    with running(command("client", "127.0.0.1", listener.port)) as client, listener.accept() as connection:
        typed, _ = pipes(client)
        typed.write("1\n2")
        typed.close()
        assert receive(connection, 100) == b"1\n2\nquit\n"
        client.stdin = None
        assert client.communicate(timeout=PATIENCE) == ("", "")
        assert client.returncode == 0


def test_a_server_that_does_not_let_go_cannot_keep_the_client(listener: Listener) -> None:
    with running(command("client", "127.0.0.1", listener.port)) as client, listener.accept() as connection:
        connection.sendall(b"> ")
        assert client.communicate("quit\n", timeout=PATIENCE) == ("> \n", "")
        assert client.returncode == 0


@pytest.mark.parametrize("last", ["Welcome.\n", "Your call> "])
def test_the_client_says_when_the_server_is_gone(listener: Listener, last: str) -> None:
    with running(command("client", "127.0.0.1", listener.port)) as client:
        with listener.accept() as connection:
            connection.sendall(last.encode())
        _, shown = pipes(client)
        assert shown.read() == last.rstrip("\n") + "\n"
        assert client.wait(PATIENCE) == 1
        assert client.stderr is not None
        assert client.stderr.read() == GONE


def test_the_client_ends_quietly_when_nobody_reads_its_output(listener: Listener) -> None:
    with running(command("client", "127.0.0.1", listener.port)) as client, listener.accept() as connection:
        _, shown = pipes(client)
        shown.close()
        connection.sendall(b"Welcome.\n")
        assert client.wait(PATIENCE) == 141
        assert client.stderr is not None
        assert client.stderr.read() == ""


def test_a_terminal_without_the_symbols_of_the_suits(listener: Listener) -> None:
    words = command("client", "127.0.0.1", listener.port)
    variables = {**environment("C"), "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables) as client:
        with listener.accept() as connection:
            connection.sendall("A♥\n".encode())
            assert client.stdout is not None
            assert client.stdout.readline() == b"A\\u2665\n"
        client.communicate()


def test_the_client_needs_nothing_but_python(run_bare: Callable[..., Any]) -> None:
    with serving() as port:
        done = run_bare(str(FOLDER / "client"), "127.0.0.1", str(port), stdin="name Zoé\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You are in the lobby.\nPlayers here: 1 of 4." in done.stdout
    assert "Welcome, Zoé." in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


# What server and artificial players need


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the programs in a clone in which nothing is installed."""
    shutil.copytree(FOLDER, tmp_path / "clone" / "briefs" / "coinche")
    return tmp_path / "clone"


@pytest.mark.parametrize(("program", "missing"), [("server", "aiohttp, msgspec"), ("ai", "msgspec")])
def test_without_the_packages_there_is_a_sentence(
    program: str, missing: str, copied: Path, run_bare: Callable[..., Any]
) -> None:
    done = run_bare(str(copied / "briefs" / "coinche" / program), "127.0.0.1", "4242", "1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{missing} is not installed: run make setup, or pip install 'overtrick[server]'.\n"


@pytest.mark.parametrize("program", ["server", "ai"])
def test_the_packages_of_make_setup_are_found(program: str, copied: Path, run_bare: Callable[..., Any]) -> None:
    python = copied / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    done = run_bare(str(copied / "briefs" / "coinche" / program))
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"Usage: {program} {PROGRAMS[program]}\n")


# Artificial players that cannot go on


def test_artificial_players_say_when_the_server_is_gone(listener: Listener) -> None:
    with running(command("ai", "127.0.0.1", listener.port, 2)) as ai:
        for _ in range(2):
            with listener.accept() as connection:
                assert connection.recv(1) == b"{"
        out, err = ai.communicate(timeout=PATIENCE)
        assert (ai.returncode, out) == (1, "")
        assert err.count("\n") == 2
        assert "Traceback" not in err


def test_artificial_players_repeat_why_they_were_refused(listener: Listener) -> None:
    with running(command("ai", "127.0.0.1", listener.port, 1)) as ai, listener.accept() as connection:
        connection.sendall(b"\x1b[31mToo many.\n")
        out, err = ai.communicate(timeout=PATIENCE)
        assert (ai.returncode, out) == (1, "")
        assert "Too many." in err
        assert "\x1b" not in err


def test_artificial_players_end_quietly_when_nobody_reads_their_output() -> None:
    with serving() as port, running(command("ai", "127.0.0.1", port, 4)) as ai:
        _, shown = pipes(ai)
        shown.readline()
        shown.close()
        assert ai.wait(PATIENCE) == 141
        assert ai.stderr is not None
        assert ai.stderr.read() == ""


@pytest.mark.skipif(signal.getsignal(signal.SIGINT) is signal.SIG_IGN, reason="processes inherit that")
@pytest.mark.parametrize("program", ["client", "ai"])
def test_an_interrupt_ends_a_program_quietly(program: str, listener: Listener) -> None:
    words = command(program, "127.0.0.1", listener.port, *(["1"] if program == "ai" else []))
    with running(words) as process, listener.accept() as connection:
        if program == "client":
            connection.sendall(b"Welcome.\n")
            assert pipes(process)[1].readline() == "Welcome.\n"
        else:
            assert receive(connection, 1) == b"{"
        assert stop(process, signal.SIGINT) == (130, "")
