"""`overtrick records`: what a server has stored, exported or copied while it may be running."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from overtrick import texts
from overtrick.cli.files import STANDARD, Writer, write_output, write_safely
from overtrick.cli.options import Parser
from overtrick.core.errors import Invalid
from overtrick.formats import jsonl
from overtrick.formats.catalogue import FORMATS, HOLDING_MANY, format_of_path
from overtrick.formats.lines import Line
from overtrick.formats.record_format import Located
from overtrick.server.store.opening import back_up, stored_records
from overtrick.server.store.store import StoredRecord


def run(arguments: Sequence[str]) -> int:
    """Export or copy what is stored."""
    parser = Parser("records", "What a server has stored where its option --db says. The server may be running.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    export: Parser = commands.add_parser(
        "export",
        help="write the deals that are over",
        description="Write the deals that are over, in the order in which they ended, those of private tables too. "
        "Deals that the format cannot hold are told and left out (exit code 1).",
    )
    export.value("--table", "ID", "only those of a table")
    export.add_argument("--format", choices=HOLDING_MANY, help="by the name of the output, or json if it has none")
    export.value("--output", "FILE", "a file instead of standard output", default=STANDARD)
    export.set_defaults(run=_export)
    backup: Parser = commands.add_parser(
        "backup",
        help="copy the whole file",
        description="Copy the whole file as it is at one moment. A server can go on with the copy.",
    )
    backup.set_defaults(run=_back_up)
    for command in (export, backup):
        command.value("db", "DB", "the file of the server, or its postgresql://…")
        command.lang("of the messages")
    backup.value("target", "FILE", "the copy, which must not exist yet")
    options = parser.parse_args(arguments)
    code: int = options.run(options)
    return code


def _back_up(options: argparse.Namespace) -> int:
    back_up(options.db, options.target)
    return 0


def _export(options: argparse.Namespace) -> int:
    by_name = format_of_path(options.output)
    name = options.format or (by_name if by_name is not None and by_name in HOLDING_MANY else "json")
    found = stored_records(options.db, options.table)
    first = next(found, None)
    if first is None and options.table is not None:
        raise Invalid("no-such-records")
    stored = chain([first] if first else [], found)
    form = FORMATS[name]
    writer = Writer(form, options.lang)
    pieces = (
        (kept.line for kept in stored) if name == "json" else form.pieces(writer.writable(_games(stored, options.lang)))
    )
    if options.output == STANDARD:
        write_output(pieces)
    elif (text := "".join(pieces)) or not writer.exit_code:  # else a file would be replaced by nothing
        write_safely(options.output, text)
    return writer.exit_code


def _games(stored: Iterable[StoredRecord], language: str) -> Iterator[tuple[str, Located]]:
    """The games of stored records, each with its table and number."""
    for kept in stored:
        spot = texts.say(language, "records.spot", table=kept.table, deal=kept.deal)
        yield spot, jsonl.read_line(Line(1, kept.line))
