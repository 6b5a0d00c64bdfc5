"""Several servers on one machine that share ports and a database: started together, and started again if one dies.

One that is paused or hangs is as good as dead: others have its tables when its lease ends, but who is connected to it
waits, and so does whoever the system lets connect to it next. So each of them shows that it lives, and who does not for
much longer than a lease is killed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from threading import Event, Thread
from time import sleep
from typing import Final

from overtrick.core.errors import Invalid

READY: Final = "ready: "
PAUSE: Final = 1.0
"""seconds before a process is started again that has died"""
LOOK: Final = 0.1
"""seconds between two looks at all of them"""
BEAT: Final = 1.0
"""seconds between two signs of life"""
ALIVE: Final = "alive\n"
MOST_SILENT: Final = 80
"""looks without a sign of life, twice a lease: not a time, which passes while this process is paused too"""

log: Final = logging.getLogger(__name__)


class Processes:
    """Servers that are started with the same arguments; of each option the last one counts."""

    def __init__(self, commands: Sequence[Sequence[str]], ready: Callable[[], None]) -> None:
        """`ready` is called when all of them have said for the first time that they are."""
        self._commands = commands
        self._ready = ready
        self._unready = set(range(len(commands)))
        self._children: dict[int, subprocess.Popen[str]] = {}
        self._silent: dict[subprocess.Popen[str], int] = {}
        """for how many looks each has shown no life, of those that have done so before"""

    def run(self) -> int:
        """Run until a signal ends it, or until one of them cannot even start; gives the exit code."""
        stopped = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        for index in range(len(self._commands)):
            self._start(index)
        code = 0
        while not code and not stopped.wait(LOOK):
            for index, child in list(self._children.items()):
                if child.poll() is None:
                    self._watch(child)
                    continue
                self._silent.pop(child, None)
                if index in self._unready:  # what is wrong is said by itself
                    code = child.returncode or 1
                else:
                    log.error("process %d has ended (%d), and is started again", child.pid, child.returncode)
                    if not stopped.wait(PAUSE):
                        self._start(index)
        for child in self._living():
            child.terminate()
        while living := self._living():  # one that is paused does not even hear that it has to end
            for child in living:
                self._watch(child)
            sleep(LOOK)
        return code

    def _living(self) -> list[subprocess.Popen[str]]:
        return [child for child in self._children.values() if child.poll() is None]

    def _watch(self, child: subprocess.Popen[str]) -> None:
        """Kill one that has not shown for a long time that it lives."""
        if child in self._silent:
            self._silent[child] += 1
            if self._silent[child] > MOST_SILENT:
                log.error("process %d shows no sign of life, and is killed", child.pid)
                child.kill()

    def _start(self, index: int) -> None:
        command = [sys.executable, "-m", "overtrick", "serve", *self._commands[index]]
        child = self._children[index] = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        Thread(target=self._read, args=(index, child), daemon=True).start()

    def _read(self, index: int, child: subprocess.Popen[str]) -> None:
        assert child.stdout is not None
        for line in child.stdout:
            if line == ALIVE:
                self._silent[child] = 0
            elif line.startswith(READY) and index in self._unready:
                self._unready.discard(index)
                if not self._unready:
                    self._ready()


def show_life() -> None:
    """Tell again and again who has started this process that its event loop turns; end when that one has."""
    if sys.platform != "win32":  # where there are never several processes
        os.set_blocking(sys.stdout.fileno(), False)
    try:
        os.write(sys.stdout.fileno(), ALIVE.encode())
    except BlockingIOError:  # it is paused
        pass
    except OSError:
        signal.raise_signal(signal.SIGTERM)
        return
    asyncio.get_running_loop().call_later(BEAT, show_life)


def reserved(stack: ExitStack, host: str, port: int) -> int:
    """A port that several processes can share, any free one for 0; nobody else gets it until the stack is closed."""
    if sys.platform == "win32":
        raise Invalid("no-shared-ports")
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    held = stack.enter_context(socket.socket(family, kind, protocol))
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        held.bind(address)
    except OSError as error:  # which does not tell where
        raise Invalid("no-port", host=host, port=port, reason=error.strerror or str(error)) from None
    number: int = held.getsockname()[1]
    return number
