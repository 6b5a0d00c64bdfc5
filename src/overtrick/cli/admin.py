"""`overtrick admin`: the processes that share a database."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from overtrick import texts
from overtrick.cli.options import Parser, positive
from overtrick.server.store.opening import needing_driver


def run(arguments: Sequence[str]) -> int:
    """Look after processes."""
    parser = Parser("admin", "Look after the processes that share a PostgreSQL database.")
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
    for command in (list_, tables, drain, move):
        command.value("db", "DB", "the database, postgresql://…")
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
