"""`overtrick serve`: tables on the network."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from ipaddress import ip_address
from socket import gaierror
from threading import Thread
from typing import TYPE_CHECKING, Final

from overtrick import texts
from overtrick.cli import logs
from overtrick.cli.options import Parser, positive, tell
from overtrick.client.address import MOST_PORTS, PORT, Address
from overtrick.core.errors import Invalid

if TYPE_CHECKING:
    from overtrick.server.server import Server

TEXT_PORT: Final = 7412
MOST_WORKERS: Final = 64
MOST_PROCESSES: Final = 64


def run(arguments: Sequence[str]) -> int:
    """Serve until a signal ends it."""
    parser = Parser(
        "serve",
        "Serve tables to people and programs: WebSocket and HTTP on one port, lines of text on another. "
        "docs/club.md tells how to run it for others.",
    )
    workers = partial(_number, most=MOST_WORKERS)
    parser.value("--host", "ADDRESS", "where to listen (this machine only)", default="127.0.0.1")
    parser.add_argument("--port", type=port_number, default=PORT, help="for WebSocket and HTTP (%(default)s); 0: any")
    parser.value("--text-host", "ADDRESS", "where to listen for text", default="127.0.0.1")
    parser.value("--text-port", "PORT", "for text (%(default)s)", type=port_number, default=TEXT_PORT)
    parser.value(
        "--table-manager",
        "PORT",
        "for programs of others that speak the Table Manager protocol; on the address of text",
        type=port_number,
    )
    parser.value("--boards", "N", "how many boards a match of these programs has (16)", type=positive)
    parser.value("--db", "PATH", "where everything is stored: a file, which is made if need be, or postgresql://…")
    parser.value("--link-host", "ADDRESS", "where to listen for processes with the same database", default="127.0.0.1")
    parser.value("--link-port", "PORT", "for them (any)", type=port_number, default=0)
    parser.flag(
        "--trusted-proxy",
        "clients come through a proxy, and their addresses are the last ones of its X-Forwarded-For",
    )
    parser.value(
        "--origin",
        "URL",
        "pages of this origin may connect, and players show their keys by its name, as by those of this server; can be "
        "given several times",
        action="append",
        default=[],
    )
    parser.value(
        "--processes",
        "N",
        "servers that share ports and a PostgreSQL database (1)",
        type=partial(_number, least=1, most=MOST_PROCESSES),
        default=1,
    )
    parser.add_argument("--shared-ports", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--watched", action="store_true", help=argparse.SUPPRESS)
    parser.flag("--no-players", "nobody can have a key here, nor a rating")
    parser.flag("--no-daily", "have no deal of the day")
    parser.flag("--json-log", "log one JSON object a line, for programs")
    parser.flag("--open", "open the page in a browser, if there is one here")
    parser.value("--workers", "N", "processes that think for bots (one a core)", type=workers)
    parser.lang("for who asks for none")
    options = parser.parse_args(arguments)
    from overtrick.server.server import ServerSettings, serve
    from overtrick.server.store.opening import is_shared

    if is_shared(options.db) and _is_any_address(options.link_host):
        raise Invalid("bad-link-host", host=options.link_host)
    if options.processes > 1:
        if not is_shared(options.db):
            raise Invalid("processes-need-postgresql")
        return _serve_many(arguments, options)
    settings = ServerSettings(
        host=options.host,
        port=options.port,
        text_host=options.text_host,
        text_port=options.text_port,
        table_manager_port=options.table_manager,
        boards=options.boards,
        db=options.db,
        link_host=options.link_host,
        link_port=options.link_port,
        workers=(os.cpu_count() or 1) if options.workers is None else options.workers,
        is_behind_proxy=options.trusted_proxy,
        origins=tuple(options.origin),
        language=options.lang,
        shared_ports=options.shared_ports,
        has_players=not options.no_players,
        daily=not options.no_daily,
    )
    if settings.db is None:
        tell("serve", options.lang, "serve.in-memory")
    logs.begin(options.json_log)
    try:
        serve(settings, partial(_begin, options=options))
    except gaierror as error:
        hosts = ", ".join(dict.fromkeys([settings.host, settings.text_host, settings.link_host]))
        raise Invalid("unknown-host", hosts=hosts, reason=error.strerror or str(error)) from None
    return 0


def _serve_many(arguments: Sequence[str], options: argparse.Namespace) -> int:
    """Serve with several processes, which think for their bots with the cores of all."""
    from overtrick.cli.processes import Processes, reserved

    logs.begin(options.json_log)
    own = [argument for argument in arguments if argument != "--open"]
    workers = max(1, (os.cpu_count() or 1) // options.processes) if options.workers is None else options.workers
    with ExitStack() as stack:
        port = reserved(stack, options.host, options.port)
        text_port = reserved(stack, options.text_host, options.text_port)
        shared = ["--port", str(port), "--text-port", str(text_port), "--workers", str(workers)]
        links = [options.link_port and options.link_port + number for number in range(options.processes)]
        alone = ["--processes", "1", "--shared-ports", "--watched"]
        commands = [[*own, *shared, *alone, "--link-port", str(link)] for link in links]
        web, text = Address(options.host, port), Address(options.text_host, text_port)
        return Processes(commands, partial(_tell, web, text, options.open, options.lang)).run()


def _begin(server: Server, options: argparse.Namespace) -> None:
    """Tell where the ports of a server are, and that it lives, if somebody looks after it."""
    settings = server.settings
    web, text = Address(settings.host, server.port), Address(settings.text_host, server.text_port)
    manager = Address(settings.text_host, server.table_manager_port)
    more = "" if settings.table_manager_port is None else f", table manager {manager}"
    _tell(web, text, options.open, options.lang, more)
    if options.watched:
        from overtrick.cli.processes import show_life

        show_life()


def _tell(web: Address, text: Address, is_to_open: bool, language: str, more: str = "") -> None:
    print(f"ready: http://{web}, text {text}{more}", flush=True)
    if is_to_open:
        print(texts.say(language, "serve.open", address=f"http://{web}"), flush=True)
        if _has_screen():
            Thread(target=webbrowser.open, args=(f"http://{web}",), daemon=True).start()  # some wait for their browser


def _has_screen() -> bool:
    """Whether a browser would have a window; one in the terminal would be in the way of the server."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _is_any_address(host: str) -> bool:
    """Whether it stands for all addresses of a machine, as `0.0.0.0` does."""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def port_number(text: str) -> int:
    """The number of a port, or 0 for any, as a type for argparse."""
    return _number(text, MOST_PORTS)


def _number(text: str, most: int, least: int = 0) -> int:
    """A number up to `most`, as a type for argparse."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from {least} to {most}")
    return int(text)
