"""The meetings of a contest in a file, line by line, so that one that was stopped goes on where it was.

docs/formats.md tells what the file has. It is only ever added to; a last line that was not written to its end, because
the process or the machine died, is taken away before.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, BinaryIO, Final

from overtrick.arena.duplicate import Contest, Couple, Lapse, Meeting
from overtrick.arena.sources import code_version
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Finding, Invalid
from overtrick.core.scoring import Scores

if sys.platform == "win32":
    import msvcrt

    FAR_AWAY: Final = 1 << 30
    """a byte that no file has: Windows lets nobody read what is locked"""

    def _lock(file: BinaryIO) -> None:
        file.seek(FAR_AWAY)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


VERSION: Final = 1
"""of the format"""
LONGEST_LINE: Final = 1 << 20


def lock(file: BinaryIO, path: str) -> None:
    """Keep other processes from locking a file that is open for appending, until it is closed; refuses one in use."""
    try:
        _lock(file)
    except (BlockingIOError, PermissionError):  # the latter on Windows, and on some file systems of a network
        raise Invalid("contest-runs", path=path) from None
    except OSError as error:  # a file system without locks
        raise Invalid("unwritable", path=path, reason=error.strerror or str(error)) from None


class Journal:
    """A file that is open for a contest."""

    def __init__(self, file: BinaryIO, kept: list[Meeting]) -> None:
        self._file = file
        self.kept = kept
        """the meetings that it had before"""

    def add(self, meeting: Meeting) -> None:
        """Write the next meeting."""
        fields: dict[str, object] = {"deal": meeting.deal, "bots": meeting.bots, "scores": meeting.scores}
        if meeting.lapses:
            fields["failures"] = [_as_json(lapse) for lapse in meeting.lapses]
        self._file.write(_line(fields))
        self._file.flush()


@contextmanager
def open_journal(path: str, contest: Contest) -> Iterator[Journal]:
    """Open a file, or make it, for a contest and for nobody else meanwhile.

    One of another contest is refused, and left as it is.
    """
    with ExitStack() as stack:
        try:
            file = stack.enter_context(open(path, "a+b"))
        except (OSError, ValueError) as error:
            raise Invalid("unwritable", path=path, reason=getattr(error, "strerror", None) or str(error)) from None
        lock(file, path)
        yield Journal(file, _take_up(file, path, contest))


def _take_up(file: BinaryIO, path: str, contest: Contest) -> list[Meeting]:
    """The meetings in a file; afterwards it has its first line, and ends with a line."""
    file.seek(0)
    whole, end, torn = file.read().rpartition(b"\n")
    head = _line(_head(contest))
    if not end:
        if not head.startswith(torn):
            raise Invalid("no-contest", path=path)
        file.truncate(0)
        file.write(head)
        file.flush()
        return []
    first, *lines = whole.split(b"\n")
    _compare(path, first, contest)
    kept = [_read(path, number, line, contest) for number, line in enumerate(lines)]
    if torn:
        file.truncate(len(whole) + len(end))
    return kept


def seed_in(path: str) -> str | None:
    """The seed of the contest of a file; None where there is no such file, or nothing in it."""
    try:
        with open(path, "rb") as file:
            first = file.readline(LONGEST_LINE)
    except (OSError, ValueError):
        return None
    if not first.endswith(b"\n"):
        return None
    seed = _object(path, first).get("seed")
    if not isinstance(seed, str):
        raise Invalid("no-contest", path=path)
    return seed


def _head(contest: Contest) -> dict[str, object]:
    """The first line: what must be the same when a contest goes on. The number of deals may grow."""
    return {
        "arena": VERSION,
        "overtrick": code_version(contest.bots),
        "game": game_text(contest.game),
        "bots": list(contest.bots),
        "seed": contest.seed,
        "bot_seconds": contest.seconds,
    }


def _compare(path: str, first: bytes, contest: Contest) -> None:
    """Refuse the first line of another contest."""
    found = _object(path, first)
    for field, wanted in _head(contest).items():
        if found.get(field) != wanted:
            values = {"found": json.dumps(found.get(field)), "wanted": json.dumps(wanted)}
            raise Invalid("other-contest", path=path, field=field, **values)


def _read(path: str, number: int, line: bytes, contest: Contest) -> Meeting:
    """The meeting of a number, from 0, which must be the next one of the contest."""
    round_, index = divmod(number, len(contest.couples))
    couple = contest.couples[index]
    try:
        fields = json.loads(line)
        if (fields["deal"], fields["bots"]) != (round_ + 1, list(couple)):
            raise ValueError("another meeting")
        first, second = fields["scores"]
        lapses = tuple(_lapse(lapse, couple) for lapse in fields.get("failures", ()))
        return Meeting(round_ + 1, couple, (_scores(first), _scores(second)), lapses)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise Invalid("bad-meeting", path=path, line=number + 2) from None


def _scores(value: Any) -> Scores:
    first, second = value
    if type(first) is not int or type(second) is not int:
        raise TypeError("points are whole numbers")
    return first, second


def _as_json(lapse: Lapse) -> dict[str, object]:
    fields: dict[str, object] = {
        "bot": lapse.bot,
        "code": lapse.finding.code,
        "values": dict(lapse.finding.values),
    }
    return fields if lapse.is_lost else fields | {"lost": False}


def _lapse(value: Any, couple: Couple) -> Lapse:
    bot, code, values, is_lost = value["bot"], value["code"], value["values"], value.get("lost", True)
    if type(is_lost) is not bool:
        raise TypeError("a deal is lost or not")
    lapse = Lapse(bot, Finding(code, values), is_lost)
    lapse.finding.message()  # which fails for values that are not those of its sentence
    if bot not in couple or not all(type(value) in (int, str) for value in values.values()):
        raise ValueError("nobody who was there, or nothing that can be said")
    return lapse


def _object(path: str, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or "arena" not in found:
        raise Invalid("no-contest", path=path)
    return found


def _line(fields: dict[str, object]) -> bytes:
    return json.dumps(fields, separators=(",", ":")).encode() + b"\n"
