"""The client: shows what the server sends, and sends what is typed: `./client ADDRESS PORT`."""

from __future__ import annotations

import os
import socket
from codecs import getincrementaldecoder
from collections.abc import Iterator, Sequence
from contextlib import suppress
from threading import Event, Thread
from time import sleep

from coinche_start import EXIT_FAILURE, read_parameters, reason, refuse, show
from coinche_texts import say

QUIT = b"quit"
STANDARD_INPUT = 0
PATIENCE = 2.0
"""seconds for the last words of the server"""


def main(arguments: Sequence[str]) -> int:
    """Run the command line; the result is the exit code of the process."""
    parameters = read_parameters("client", ["ADDRESS", "PORT"], arguments)
    if parameters is None:
        return EXIT_FAILURE
    address, port, _ = parameters
    try:
        server = socket.create_connection((address, port))
    except (OSError, UnicodeError) as error:
        return refuse(say("no-server", address=address, port=port, reason=reason(error)))
    with server:
        return _talk(server)


def _talk(server: socket.socket) -> int:
    has_quit = Event()
    # The thread may wait for a line that is never typed, and must not keep the program alive then.
    Thread(target=_send_typed, args=(server, has_quit), daemon=True).start()
    decoder, text = getincrementaldecoder("utf-8")("replace"), "\n"
    with suppress(ConnectionError):
        while data := server.recv(4096):
            text = decoder.decode(data) or text
            show(text)
    if not text.endswith("\n"):  # a prompt was the last that came
        show("\n")
    return 0 if has_quit.is_set() else refuse(say("gone"))


def _send_typed(server: socket.socket, has_quit: Event) -> None:
    with suppress(OSError):  # the connection has gone, as everybody sees
        for line in _typed_lines():
            if line.strip().lower() == QUIT:
                break
            server.sendall(line + b"\n")
        has_quit.set()
        server.sendall(QUIT + b"\n")
        sleep(PATIENCE)
        server.shutdown(socket.SHUT_RDWR)


def _typed_lines() -> Iterator[bytes]:
    """The lines of standard input as they come.

    It is read without the buffer of `sys.stdin`, which a thread that still waits for a line would keep locked at the
    end of the program.
    """
    rest = b""
    with suppress(OSError):  # there may be no standard input
        while data := os.read(STANDARD_INPUT, 4096):
            *lines, rest = (rest + data).split(b"\n")
            yield from lines
    if rest:
        yield rest
