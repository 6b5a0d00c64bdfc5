"""`overtrick records`: what a server has stored, exported or copied while it may be running."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final

from overtrick import texts
from overtrick.cli.files import STANDARD, write_output, write_safely
from overtrick.core.errors import Invalid
from overtrick.deal.record import Record
from overtrick.formats import jsonl
from overtrick.formats.catalogue import FORMATS, HOLDING_MANY, Format, format_of_path
from overtrick.server import database
from overtrick.server.database import StoredRecord

LEFT_OUT: Final = 1
"""the exit code where some records could not be written"""


def run(arguments: Sequence[str]) -> int:
    """Export or copy what is stored."""
    formatter = partial(argparse.HelpFormatter, width=100)
    parser = argparse.ArgumentParser(
        prog="overtrick records",
        formatter_class=formatter,
        description="What a server has stored in the file of its option --db. The server may be running.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    export = commands.add_parser(
        "export",
        formatter_class=formatter,
        help="write the deals that are over",
        description="Write the deals that are over, in the order in which they ended, those of private tables too. "
        "Deals that the format cannot hold are told and left out (exit code 1).",
    )
    export.add_argument("--table", metavar="ID", help="only those of a table")
    export.add_argument("--format", choices=HOLDING_MANY, help="by the name of the output, or json if it has none")
    export.add_argument("--output", metavar="FILE", default=STANDARD, help="a file instead of standard output")
    export.set_defaults(run=_export)
    backup = commands.add_parser(
        "backup",
        formatter_class=formatter,
        help="copy the whole file",
        description="Copy the whole file as it is at one moment. A server can go on with the copy.",
    )
    backup.set_defaults(run=_back_up)
    for command in (export, backup):
        command.add_argument("db", metavar="DB", help="the file of the server")
        command.add_argument("--lang", choices=texts.LANGUAGES, default="en", help="the language of the messages")
    backup.add_argument("target", metavar="FILE", help="the copy, which must not exist yet")
    options = parser.parse_args(arguments)
    code: int = options.run(options)
    return code


def _back_up(options: argparse.Namespace) -> int:
    database.back_up(options.db, options.target)
    return 0


def _export(options: argparse.Namespace) -> int:
    by_name = format_of_path(options.output)
    name = options.format or (by_name if by_name is not None and by_name in HOLDING_MANY else "json")
    stored = database.records(options.db, options.table)
    first = next(stored, None)
    if first is None and options.table is not None:
        raise Invalid("no-such-records")
    export = _Export(FORMATS[name], options.lang)
    pieces = export.pieces(chain([first] if first else [], stored))
    if options.output == STANDARD:
        for piece in pieces:
            write_output(piece)
    else:
        write_safely(options.output, "".join(pieces))
    return LEFT_OUT if export.has_left_out else 0


class _Export:
    """Writes stored records in a format, and tells those that it cannot hold."""

    def __init__(self, form: Format, language: str) -> None:
        self.form = form
        self.language = language
        self.has_left_out = False

    def pieces(self, stored: Iterable[StoredRecord]) -> Iterator[str]:
        """The text, record by record as they come."""
        if self.form is FORMATS["json"]:
            return (kept.line for kept in stored)
        return self.form.pieces(self._writable(stored))

    def _writable(self, stored: Iterable[StoredRecord]) -> Iterator[Record]:
        for kept in stored:
            try:
                (record,) = jsonl.loads(kept.line)
                self.form.dumps([record])
            except Invalid as error:
                self.has_left_out = True
                place = texts.say(self.language, "records.place", table=kept.table, deal=kept.deal)
                print(f"{place}: {error.finding.message(self.language)}", file=sys.stderr)
                continue
            yield record
