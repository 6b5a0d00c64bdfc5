"""The server: plays Coinche with every four players who connect: `./server ADDRESS PORT`."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from coinche_start import EXIT_FAILURE, read_parameters, reason, refuse, show
from coinche_texts import LANGUAGE, say

from overtrick import find_game, serve
from overtrick.protocol import incoming
from overtrick.server.server import ServerSettings
from overtrick.table.gathering import Gathering

GAME = "coinche:dot_cardgames"
OPTIONS = incoming.Options(clock=0, grace=0, when_gone="end", bot_delay=0, once=True)
"""no time is measured, nobody who has left is waited for, and after one game all are back in the lobby"""


def main(arguments: Sequence[str]) -> int:
    """Run the command line; the result is the exit code of the process."""
    parameters = read_parameters("server", ["ADDRESS", "PORT"], arguments)
    if parameters is None:
        return EXIT_FAILURE
    address, port, _ = parameters
    try:
        serve(_settings(address, port), lambda _: show(say("listening", address=address, port=port) + "\n"))
    except (OSError, UnicodeError) as error:
        return refuse(say("no-port", address=address, port=port, reason=reason(error)))
    return 0


def _settings(address: str, port: int) -> ServerSettings:
    """No HTTP, nothing stored; who waits for others may wait for ever, and many players may share an address."""
    limits = ServerSettings().locals._replace(idle_time=inf)
    return ServerSettings(
        port=None,
        text_host=address,
        text_port=port,
        language=LANGUAGE,
        strangers=limits,
        locals=limits,
        gathering=Gathering(find_game(GAME), OPTIONS),
    )
