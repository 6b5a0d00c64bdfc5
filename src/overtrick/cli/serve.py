"""`overtrick serve`: tables on the network."""

from __future__ import annotations

import argparse
import logging
import os
import sys
import webbrowser
from collections.abc import Sequence
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Final

from overtrick import texts
from overtrick.client.address import MOST_PORTS, PORT, Address
from overtrick.core.errors import Invalid

if TYPE_CHECKING:
    from overtrick.server.server import Server

TEXT_PORT: Final = 7412
MOST_WORKERS: Final = 64


def run(arguments: Sequence[str]) -> int:
    """Serve until a signal ends it."""
    parser = argparse.ArgumentParser(
        prog="overtrick serve",
        formatter_class=partial(argparse.HelpFormatter, width=100),
        description="Serve tables to people and programs: WebSocket and HTTP on one port, lines of text on another. "
        "docs/club.md tells how to run it for others.",
    )
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1", help="where to listen (this machine only)")
    parser.add_argument("--port", type=_port, default=PORT, help="for WebSocket and HTTP (%(default)s); 0: any")
    parser.add_argument("--text-host", metavar="ADDRESS", default="127.0.0.1", help="where to listen for text")
    parser.add_argument(
        "--text-port",
        metavar="PORT",
        type=_port,
        default=TEXT_PORT,
        help="for text (%(default)s)",
    )
    parser.add_argument("--db", metavar="PATH", help="the file in which everything is stored; it is made if need be")
    parser.add_argument(
        "--trusted-proxy",
        action="store_true",
        help="clients come through a proxy, and their addresses are the last ones of its X-Forwarded-For",
    )
    parser.add_argument(
        "--origin",
        metavar="URL",
        action="append",
        default=[],
        help="pages of this origin may connect, as those of this server; can be given several times",
    )
    parser.add_argument("--open", action="store_true", help="open the page in a browser, if there is one here")
    parser.add_argument("--workers", metavar="N", type=_workers, help="processes that think for bots (one a core)")
    parser.add_argument("--lang", choices=texts.LANGUAGES, default="en", help="the language for who asks for none")
    options = parser.parse_args(arguments)
    try:
        from overtrick.server.server import ServerSettings, serve
    except ModuleNotFoundError as error:
        raise Invalid("not-installed", module=error.name or "", extra="server") from None
    settings = ServerSettings(
        host=options.host,
        port=options.port,
        text_host=options.text_host,
        text_port=options.text_port,
        db=options.db,
        workers=(os.cpu_count() or 1) if options.workers is None else options.workers,
        is_behind_proxy=options.trusted_proxy,
        origins=tuple(options.origin),
        language=options.lang,
    )
    if settings.db is None:
        print(f"overtrick serve: {texts.say(options.lang, 'serve.in-memory')}", file=sys.stderr)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    serve(settings, partial(_tell, is_to_open=options.open, language=options.lang))
    return 0


def _tell(server: Server, is_to_open: bool, language: str) -> None:
    settings = server.settings
    web, text = Address(settings.host, server.port), Address(settings.text_host, server.text_port)
    print(f"ready: http://{web}, text {text}", flush=True)
    if is_to_open:
        print(texts.say(language, "serve.open", address=f"http://{web}"), flush=True)
        if _has_screen():
            Thread(target=webbrowser.open, args=(f"http://{web}",), daemon=True).start()  # some wait for their browser


def _has_screen() -> bool:
    """Whether a browser would have a window; one in the terminal would be in the way of the server."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))


def _port(text: str) -> int:
    return _number(text, MOST_PORTS)


def _workers(text: str) -> int:
    return _number(text, MOST_WORKERS)


def _number(text: str, most: int) -> int:
    """A number up to `most`, as a type for argparse."""
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(most)) and int(text) <= most):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0 to {most}")
    return int(text)
