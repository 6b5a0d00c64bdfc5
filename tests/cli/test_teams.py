"""`overtrick teams`: a whole match of our bots, one that is broken off, and boards that cannot be dealt."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from patience import PATIENCE

from overtrick.cli import main
from overtrick.games.bridge import pbn

ROOM = re.compile(r"(?:open|closed) room: (127\.0\.0\.1:\d+), code \w+\n")


def started(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "overtrick", *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


@contextmanager
def rooms(*words: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command, and the addresses of its rooms."""
    with started("teams", "--port", "0", "--closed-port", "0", *words) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline() for _ in range(2)]
            yield process, [match[1] for line in lines if (match := ROOM.fullmatch(line))]
        finally:
            process.kill()


def bots(address: str, seats: str, team: str) -> subprocess.Popen[str]:
    return started("bots", "--table-manager", address, "--seats", seats, "--name", team, "--bot", "simple")


def test_two_teams_play_the_boards_of_a_file_and_the_result_is_told_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    boards, output = tmp_path / "boards.pbn", tmp_path / "match.pbn"
    assert main(["deal", "bridge", "-n", "3", "--seed", "t", "--format", "pbn"]) == 0
    boards.write_text(capsys.readouterr().out, encoding="utf-8")
    with rooms(str(boards), "--boards", "2", "--output", str(output)) as (process, addresses):
        sides = zip(
            (*addresses, *addresses), ("NS", "EW", "EW", "NS"), ("Ours", "Ours", "Theirs", "Theirs"), strict=True
        )
        playing = [bots(*side) for side in sides]
        told, errors = process.communicate(timeout=PATIENCE)
        assert [each.wait(PATIENCE) for each in playing] == [0] * 4
        for each in playing:
            each.communicate()
    assert process.returncode == 0, errors
    lines = told.splitlines()
    assert lines[0].split() == ["board", "open", "closed", "Ours", "Theirs"]
    assert [line.split()[0] for line in lines[1:3]] == ["1", "2"]
    records = pbn.loads(output.read_text(encoding="utf-8"))
    assert [record.tag("Room") for record in records] == ["Open", "Closed"] * 2
    assert main(["standings", str(output), "--by", "vp"]) == 0
    assert capsys.readouterr().out.splitlines() == lines[4:]


def test_a_match_that_is_broken_off_is_written_as_far_as_it_went(tmp_path: Path) -> None:
    output = tmp_path / "match.pbn"
    with rooms("--seed", "t", "--boards", "2", "--output", str(output)) as (process, _):
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert told.split() == ["board", "open", "closed", "N/S", "E/W"]
    assert pbn.loads(output.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tests/data/club.pbn", "--boards", "999"], "fewer than 999"),
        (["nothing.pbn"], "nothing.pbn"),
        (["x.pbn", "--seed", "1"], "two sources of boards"),
        (["--output", "no/such/folder.pbn"], "no/such/folder.pbn"),
    ],
)
def test_boards_that_cannot_be_dealt_are_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        assert main(["teams", *words]) == 2
    except SystemExit as ended:
        assert ended.code == 2
    assert told in capsys.readouterr().err
