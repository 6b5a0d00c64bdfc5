"""Several servers on one machine that share ports and a database: started together, and started again if one dies."""

from __future__ import annotations

import logging
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from threading import Event, Thread
from typing import Final

from overtrick.core.errors import Invalid

READY: Final = "ready: "
PAUSE: Final = 1.0
"""seconds before a process is started again that has died"""
LOOK: Final = 0.1

log: Final = logging.getLogger(__name__)


class Processes:
    """Servers that are started with the same arguments; of each option the last one counts."""

    def __init__(self, commands: Sequence[Sequence[str]], ready: Callable[[], None]) -> None:
        """`ready` is called when all of them have said for the first time that they are."""
        self._commands = commands
        self._ready = ready
        self._unready = set(range(len(commands)))
        self._children: list[subprocess.Popen[str] | None] = [None] * len(commands)

    def run(self) -> int:
        """Run until a signal ends it, or until one of them cannot even start; gives the exit code."""
        stopped = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        for index in range(len(self._commands)):
            self._start(index)
        code = 0
        while not code and not stopped.wait(LOOK):
            for index, child in enumerate(self._children):
                if child is None or child.poll() is None:
                    continue
                if index in self._unready:  # what is wrong is said by itself
                    code = child.returncode or 1
                else:
                    log.error("process %d has ended (%d), and is started again", child.pid, child.returncode)
                    stopped.wait(PAUSE)
                    self._start(index)
        for child in self._children:
            if child is not None and child.poll() is None:
                child.terminate()
        for child in self._children:
            if child is not None:
                child.wait()
        return code

    def _start(self, index: int) -> None:
        command = [sys.executable, "-m", "overtrick", "serve", *self._commands[index]]
        child = self._children[index] = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        Thread(target=self._read, args=(index, child), daemon=True).start()

    def _read(self, index: int, child: subprocess.Popen[str]) -> None:
        assert child.stdout is not None
        for line in child.stdout:
            if line.startswith(READY) and index in self._unready:
                self._unready.discard(index)
                if not self._unready:
                    self._ready()


def reserved(stack: ExitStack, host: str, port: int) -> int:
    """A port that several processes can share, any free one for 0; nobody else gets it until the stack is closed."""
    if sys.platform == "win32":
        raise Invalid("no-shared-ports")
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    held = stack.enter_context(socket.socket(family, kind, protocol))
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    held.bind(address)
    number: int = held.getsockname()[1]
    return number
