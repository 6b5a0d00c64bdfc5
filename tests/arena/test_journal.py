"""Journals: what was played is kept, torn lines go, other contests and other files are left alone."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import BinaryIO

import pytest
from networks import some_checkpoint

from overtrick.arena import sources
from overtrick.arena.duplicate import Contest, Lapse, Meeting, compete
from overtrick.arena.journal import open_journal, seed_in
from overtrick.bots import bot
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid

CONTEST = Contest(find_game("sueca"), ("simple", "random", "sampling:1"), "x", 2)
COUPLES = CONTEST.couples
LATE = Finding("unreadable", {"path": "É a vida", "reason": "x"})
MEETINGS = [
    Meeting(1, COUPLES[0], ((1, 0), (0, 2))),
    Meeting(1, COUPLES[1], ((-50, 0), (0, 0)), (Lapse("simple", LATE),)),
    Meeting(1, COUPLES[2], ((0, 0), (0, 0)), (Lapse("random", LATE, is_lost=False),)),
    Meeting(2, COUPLES[0], ((4, 0), (4, 0))),
]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.jsonl"


@pytest.fixture
def content(path: Path) -> bytes:
    """That of a file with all meetings."""
    with open_journal(str(path), CONTEST) as journal:
        assert journal.kept == []
        for meeting in MEETINGS:
            journal.add(meeting)
    return path.read_bytes()


def kept(path: Path, contest: Contest = CONTEST) -> list[Meeting]:
    with open_journal(str(path), contest) as journal:
        return journal.kept


def test_what_was_written_is_kept(path: Path, content: bytes) -> None:
    assert kept(path) == MEETINGS
    assert kept(path, CONTEST._replace(deals=1000)) == MEETINGS
    assert path.read_bytes() == content
    assert seed_in(str(path)) == "x"
    assert [sorted(json.loads(line)) for line in content.splitlines()[:3]] == [
        ["arena", "bot_seconds", "bots", "game", "overtrick", "seed"],
        ["bots", "deal", "scores"],
        ["bots", "deal", "failures", "scores"],
    ]


def test_every_beginning_of_a_file_is_taken_up(path: Path, content: bytes) -> None:
    ends = [place for place, letter in enumerate(content) if letter == ord("\n")]
    for length in range(len(content)):
        path.write_bytes(content[:length])
        whole = sum(end < length for end in ends)
        assert kept(path) == MEETINGS[: max(whole - 1, 0)]
        with open_journal(str(path), CONTEST) as journal:
            for meeting in MEETINGS[len(journal.kept) :]:
                journal.add(meeting)
        assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("other", "field"),
    [
        (CONTEST._replace(seed="y"), '\'seed\' is "x", here it is "y"'),
        (CONTEST._replace(seconds=3), "'bot_seconds' is null, here it is 3"),
        (CONTEST._replace(bots=("simple", "random")), "'bots' is "),
        (CONTEST._replace(bots=("random", "simple", "sampling:1")), "'bots' is "),
        (CONTEST._replace(game=find_game("sueca,bandeira=3")), "'game' is "),
    ],
)
def test_the_file_of_another_contest_is_refused_and_left_alone(
    other: Contest, field: str, path: Path, content: bytes
) -> None:
    torn = content[:-3]
    path.write_bytes(torn)
    with pytest.raises(Invalid, match=field), open_journal(str(path), other):
        pass
    assert path.read_bytes() == torn


def test_a_contest_does_not_go_on_with_other_sources(
    path: Path, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "old.jsonl"
    old.write_bytes(content.replace(b'"overtrick":"', b'"overtrick":"0.0.1'))
    with pytest.raises(Invalid, match=r"'overtrick' is .0\.0\.1"):
        kept(old)
    copy = tmp_path / "overtrick"
    (copy / "cli").mkdir(parents=True)
    versions = []
    files = ("bot.py", b"1"), ("cli/main.py", b"1"), ("bot.py", b"2"), ("network.npz", b"\xff"), ("other.py", b"")
    for name, written in files:
        (copy / name).write_bytes(written)
        monkeypatch.setattr(sources, "PACKAGE", copy)
        sources.own_version.cache_clear()
        versions.append(sources.code_version(()))
        with pytest.raises(Invalid, match="'overtrick' is "):
            kept(path)
    sources.own_version.cache_clear()
    assert versions[0] == versions[1]
    assert len(set(versions)) == 4
    assert path.read_bytes() == content


def test_the_packages_of_bots_are_part_of_their_version(monkeypatch: pytest.MonkeyPatch) -> None:
    found = SimpleNamespace(dist=SimpleNamespace(name="their-package", version="2.1"))
    monkeypatch.setattr(bot, "installed", lambda group: {"theirs": found, "simple": found})
    own = sources.code_version(("simple", "exec:./theirs"))
    assert sources.code_version(("simple", "theirs:3", "theirs")) == f"{own}, their-package 2.1"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errno.EAGAIN, "is in use"),
        (errno.EACCES, "is in use"),
        (errno.ENOLCK, "cannot be written: No locks available"),
    ],
)
def test_file_systems_that_lock_in_their_own_way(
    error: int, sentence: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(file: BinaryIO) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr("overtrick.arena.journal._lock", fail)
    with pytest.raises(Invalid, match=sentence):
        kept(path)


@pytest.mark.parametrize(
    "strange",
    [b"my notes", b"my notes\n", b"{}\n", b"[]\n", b"1\n", b'{"arena":2', b"\xff\n", b"\n", b"[" * 9999],
)
def test_a_file_of_something_else_is_refused_and_left_alone(strange: bytes, path: Path) -> None:
    path.write_bytes(strange)
    with pytest.raises(Invalid, match="is not a file of the arena"), open_journal(str(path), CONTEST):
        pass
    assert path.read_bytes() == strange


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"[]",
        b"7",
        b"nonsense",
        b"\xff",
        b'{"deal":1,"bots":["simple","random"],"scores":[[1,0],[0,2]]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0]]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0],[1,0.5]]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0],[1,true]]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0],[1,0]],"failures":[{"bot":"simple"}]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0],[1,0]],'
        b'"failures":[{"bot":"random","code":"unreadable","values":{"path":"x","reason":"x"}}]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0],[1,0]],'
        b'"failures":[{"bot":"simple","code":"unreadable","values":{"path":"x"}}]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0],[1,0]],'
        b'"failures":[{"bot":"simple","code":"unreadable","values":{"path":"x","reason":[]}}]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0],[1,0]],'
        b'"failures":[{"bot":"simple","code":"unreadable","values":{"path":"x","reason":"x"},"lost":0}]}',
        b'{"deal":1,"bots":["simple","sampling:1"],"scores":[[1,0],[1,0]],"failures":[1]}',
        b'{"deal":2,"bots":["simple","sampling:1"],"scores":[[1,0],[1,0]]}',
        b"[" * 9999,
    ],
)
def test_a_line_that_is_not_the_next_meeting_is_told_with_its_number(line: bytes, path: Path, content: bytes) -> None:
    lines = content.splitlines()
    lines[2] = line
    path.write_bytes(b"\n".join([*lines, b""]))
    with pytest.raises(Invalid, match=r"Line 3 of .*arena.jsonl is not the next meeting"):
        kept(path)


def test_nobody_else_writes_meanwhile(path: Path) -> None:
    with open_journal(str(path), CONTEST):
        with pytest.raises(Invalid, match="is in use"), open_journal(str(path), CONTEST):
            pass
        assert seed_in(str(path)) == "x"
    assert kept(path) == []


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    for bad in (str(tmp_path), str(tmp_path / "no" / "file"), "a\0b"):
        with pytest.raises(Invalid, match="cannot be written"), open_journal(bad, CONTEST):
            pass
        assert seed_in(bad) is None
    empty = tmp_path / "empty"
    empty.touch()
    assert seed_in(str(empty)) is None
    (tmp_path / "other").write_bytes(b'{"arena":1,"seed":7}\n')
    with pytest.raises(Invalid, match="is not a file of the arena"):
        seed_in(str(tmp_path / "other"))


def test_a_contest_that_was_stopped_is_the_same_in_the_end(tmp_path: Path) -> None:
    contest = Contest(find_game("euchre"), ("simple", "random"), "x", 9)
    paths = [tmp_path / "once", tmp_path / "twice"]
    for path, stops in zip(paths, ([9], [4, 9]), strict=True):
        for deals in stops:
            with open_journal(str(path), contest._replace(deals=deals)) as journal:
                for meeting in compete(contest._replace(deals=deals), len(journal.kept)):
                    journal.add(meeting)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_bot_that_has_learned_more_is_another_one(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    some_checkpoint().write(path)
    bots = ("simple", f"policy:{path}")
    before = sources.code_version(bots)
    assert before.startswith(f"{sources.code_version(())}, a.npz ")
    assert sources.code_version(bots) == before
    some_checkpoint(seed=2).write(path)
    assert sources.code_version(bots) != before
