"""The files that commands read and write; `-` is standard input or output, and an address is its own content."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO, Final, Literal, TextIO

from overtrick.cli.options import LEFT_OUT
from overtrick.cli.warned import Repeats
from overtrick.core.errors import Finding, Invalid
from overtrick.deal.record import Record
from overtrick.formats.catalogue import FORMATS, Format, FormatName, format_of, format_of_path, telling_line
from overtrick.formats.lines import text_lines
from overtrick.formats.record_format import Located

STANDARD: Final = "-"
"""the path of standard input, or of standard output"""
WIDE: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""how files in UTF-16 begin"""


def is_address(path: str) -> bool:
    """Whether an argument is no file, but the address of a hand viewer, which has the deal in it."""
    return path.lower().startswith(("https://", "http://"))


def shown(path: str) -> str:
    """What messages call an input: an address without the deal that makes it long."""
    return f"{path.partition('?')[0]}?…" if is_address(path) and "?" in path else path


def open_to_read(path: str) -> AbstractContextManager[BinaryIO]:
    """The bytes of an input."""
    if path == STANDARD:
        return nullcontext(io.BytesIO() if sys.stdin is None else sys.stdin.buffer)
    return io.BytesIO(path.replace(" ", "%20").encode("utf-8", "replace")) if is_address(path) else open(path, "rb")


def text_of(file: BinaryIO) -> TextIO:
    """The text of any bytes, with universal line ends; what is not UTF-8 becomes characters that no format knows.

    Bytes that begin with the mark of UTF-16 are read as such.
    """
    is_wide = isinstance(file, io.BufferedReader) and file.peek(len(codecs.BOM_UTF16)).startswith(WIDE)
    return io.TextIOWrapper(file, encoding="utf-16" if is_wide else "utf-8", errors="replace", newline=None)


def read_lines(path: str) -> list[bytes]:
    """All lines of a file with their ends; those of UTF-16 in UTF-8."""
    try:
        with open_to_read(path) as file:
            lines = file.readlines()
        if lines and lines[0].startswith(WIDE):
            return io.BytesIO(b"".join(lines).decode("utf-16", "replace").encode("utf-8", "replace")).readlines()
        return lines
    except (OSError, ValueError) as error:
        raise _refused("unreadable", path, error) from None


def read_games(path: str, form: FormatName | None = None) -> Iterator[Located]:
    """The games of a file; the format is the given one, or by the name of the file, or by its content."""
    lines = read_lines(path)
    name = form or format_of_path(path) or format_of(telling_line(text_lines(lines))[0])
    try:
        return FORMATS[name].games(lines)
    except Invalid as error:
        has_head = error.finding.code == "empty" and any(line.strip() for line in lines)
        raise Invalid("no-games") if has_head else error from None


def read_any_games(path: str, language: str, form: FormatName | None = None) -> Iterator[Located]:
    """The games of a file as in `read_games`; that it has none, as a mere head, is told on standard error."""
    try:
        return read_games(path, form)
    except Invalid as error:
        if error.finding.code != "no-games":
            raise
        print(f"{shown(path)}: {error.finding.message(language)}", file=sys.stderr)
        return iter(())


class Writer:
    """Sifts the records that a format can hold; those that it cannot are told on standard error, and left out."""

    def __init__(self, form: Format, language: str) -> None:
        self._form, self._language = form, language
        self._repeats = Repeats(language)
        self.exit_code = 0

    def writable(self, games: Iterable[tuple[str, Located]]) -> Iterator[Record]:
        """The records of some games, each of which has a spot to tell it by; what of them was not read is told too."""
        written = 0
        for spot, game in games:
            try:
                if game.record is None:
                    raise Invalid(game.finding or Finding("empty"))
                if game.finding is not None:
                    self._tell(spot, game.finding)
                if written and self._form.has_tricks:
                    raise Invalid("one-game-only")
                self._form.dumps([game.record])
            except Invalid as error:
                self._tell(spot, error.finding)
            else:
                written += 1
                yield game.record
        for line in self._repeats.lines():
            print(line, file=sys.stderr)

    def _tell(self, spot: str, finding: Finding) -> None:
        self.exit_code = LEFT_OUT
        sentence = finding.message(self._language)
        if self._repeats.are_few("", sentence):
            print(f"{spot}: {sentence}", file=sys.stderr)


def write_output(pieces: Iterable[str]) -> None:
    """Write to standard output as it is: the encoding and the line ends of a terminal are not those of a format."""
    for piece in pieces:
        write_safely(STANDARD, piece)


def open_to_write(path: str | None, mode: Literal["a", "w"]) -> AbstractContextManager[TextIO | None]:
    """A text file that is written bit by bit, or nothing where no path is given."""
    try:
        return nullcontext() if path is None else open(path, mode, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _refused("unwritable", str(path), error) from None


def check_writable(path: str) -> None:
    """Refuse a path where `write_safely` could not write a file, before there is anything to write."""
    if "\0" in path:
        code = errno.EINVAL
    elif not os.path.isdir(folder := os.path.dirname(os.path.realpath(path))):
        code = errno.ENOENT
    elif os.path.isdir(path):
        code = errno.EISDIR
    elif not os.access(folder, os.W_OK | os.X_OK):
        code = errno.EACCES
    else:
        return
    raise Invalid("unwritable", path=path, reason=os.strerror(code))


def write_safely(path: str, content: str | bytes) -> None:
    """Write a whole file or nothing: the content goes to another file beside it, which then replaces it."""
    data = content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass")
    if path == STANDARD:
        if sys.stdout is not None:
            sys.stdout.buffer.write(data)
        return
    try:
        _replace(os.path.realpath(path), data)
    except (OSError, ValueError) as error:
        raise _refused("unwritable", path, error) from None


def _refused(code: str, path: str, error: Exception) -> Invalid:
    return Invalid(code, path=path, reason=getattr(error, "strerror", None) or str(error))


def _replace(path: str, data: bytes) -> None:
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "wb") as device:
            device.write(data)
        return
    from secrets import token_hex  # here, because it takes milliseconds to import

    beside = f"{path}.{token_hex(4)}.tmp"
    try:
        with open(beside, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if os.path.exists(path):
            os.chmod(beside, os.stat(path).st_mode & 0o7777)
        os.replace(beside, path)
    except BaseException:
        if os.path.exists(beside):
            os.remove(beside)
        raise
