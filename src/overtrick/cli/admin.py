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
    for command in (list_, drain):
        command.value("db", "DB", "the database, postgresql://…")
        command.lang("of the messages")
    drain.value("process", "PROCESS", "its number in the list", type=positive)
    options = parser.parse_args(arguments)
    options.run(options)
    return 0


def _list(options: argparse.Namespace) -> None:
    with needing_driver():
        from overtrick.server.store.leases import processes
    for process in processes(options.db):
        told = texts.say(options.lang, "admin.drained") if process.is_drained else ""
        tables = texts.say(options.lang, "admin.tables", count=process.tables)
        print(f"{process.id}  {process.address}  {process.version}  {tables}  {told}".rstrip())


def _drain(options: argparse.Namespace) -> None:
    with needing_driver():
        from overtrick.server.store.leases import drain
    drain(options.db, options.process)
