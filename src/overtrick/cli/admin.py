"""`overtrick admin`: the processes that share a database, and what players have told of each other."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import UTC, datetime

from overtrick import texts
from overtrick.cli.options import Parser, positive
from overtrick.server.store.opening import needing_driver, stored_reports


def run(arguments: Sequence[str]) -> int:
    """Look after processes."""
    parser = Parser("admin", "Look after the processes that share a PostgreSQL database, and after their players.")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    list_: Parser = commands.add_parser("list", help="list them", description="List the processes that live.")
    list_.set_defaults(run=_list)
    drain: Parser = commands.add_parser(
        "drain",
        help="let one hand its tables over",
        description="Let a process hand its tables over to the others. It takes no more, but serves its connections.",
    )
    drain.set_defaults(run=_drain)
    tables: Parser = commands.add_parser(
        "tables", help="list the tables", description="List the tables that are open, each with its process."
    )
    tables.set_defaults(run=_tables)
    move: Parser = commands.add_parser(
        "move",
        help="let one have a table",
        description="Let a process have a table. Who plays there goes on as after a lost connection.",
    )
    move.set_defaults(run=_move)
    reports: Parser = commands.add_parser(
        "reports",
        help="list what players have told of each other",
        description="List what players have told of each other, each with what was said last at their table.",
    )
    reports.set_defaults(run=_reports)
    for command in (list_, tables, drain, move):
        command.value("db", "DB", "the database, postgresql://…")
    reports.value("db", "DB", "the file of the server, or its postgresql://…")
    for command in (list_, tables, drain, move, reports):
        command.lang("of the messages")
    move.value("table", "TABLE", "its name")
    for command in (drain, move):
        command.value("process", "PROCESS", "its number in the list", type=positive)
    options = parser.parse_args(arguments)
    options.run(options)
    return 0


def _list(options: argparse.Namespace) -> None:
    with needing_driver():
        from overtrick.server.store.admin import processes
    for process in processes(options.db):
        told = texts.say(options.lang, "admin.drained") if process.is_drained else ""
        tables = texts.say(options.lang, "admin.tables", count=process.tables)
        print(f"{process.id}  {process.address}  {process.version}  {tables}  {told}".rstrip())


def _reports(options: argparse.Namespace) -> None:
    for report in stored_reports(options.db):
        time = datetime.fromtimestamp(report.at, UTC).isoformat(" ", "seconds").removesuffix("+00:00")
        told = texts.say(options.lang, "admin.report", author=report.author, about=report.about, table=report.table)
        print(f"{time}  {told}  {report.reason}".rstrip())
        for line in report.said:
            print(f"    {line}")


def _drain(options: argparse.Namespace) -> None:
    with needing_driver():
        from overtrick.server.store.admin import drain
    drain(options.db, options.process)


def _tables(options: argparse.Namespace) -> None:
    with needing_driver():
        from overtrick.server.store.admin import tables
    for place in tables(options.db):
        print(f"{place.table}  {place.process}")


def _move(options: argparse.Namespace) -> None:
    with needing_driver():
        from overtrick.server.store.admin import move
    move(options.db, options.table, options.process)
