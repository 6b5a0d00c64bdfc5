"""A program that runs, and is asked one line at a time within a time.

Where it writes and reads too slowly, or not at all, only a thread of its own waits, which ends with the question: pipes
cannot be waited for on every system, and a process without threads can be forked.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread
from typing import Final

from overtrick.bots.program.messages import BYE
from overtrick.core.errors import Invalid

LONGEST_LINE: Final = 10_000
"""bytes of an answer"""
LAST_WORDS: Final = 1.0
"""seconds in which a program may end by itself, when it is told to, or when it has closed its output"""


class Process:
    """A program that has been started; `Invalid` is raised for whatever it does wrong, and it is to be killed then."""

    def __init__(self, name: str, command: list[str] | str) -> None:
        """Start a program apart from the terminal, so that interrupts are ours; what it says of errors is shown."""
        try:
            self._popen = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=sys.platform != "win32",
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Invalid("bot-not-started", bot=name, reason=reason) from None
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._input, self._output = self._popen.stdin, self._popen.stdout
        self._name = name
        self._owner = os.getpid()
        self._thread: Thread | None = None

    def ask(self, message: str, seconds: float) -> bytes:
        """The line with which the program answers a message."""
        line = self._in_time(lambda: self._exchange(message), seconds)
        if not line.endswith(b"\n"):
            if len(line) == LONGEST_LINE:
                raise Invalid("bot-long-line", bot=self._name, most=LONGEST_LINE)
            raise self._ending()
        return line

    def tell(self, message: str, seconds: float) -> None:
        """Send a message that has no answer; a program that is gone will be missed when it is asked."""
        self._in_time(lambda: self._write(message), seconds)

    def _exchange(self, message: str) -> bytes:
        self._write(message)
        with suppress(OSError, ValueError):  # the program is gone, or was ended here meanwhile
            return self._output.readline(LONGEST_LINE)
        return b""

    def _write(self, message: str) -> bytes:
        with suppress(OSError, ValueError):  # as above
            self._input.write(message.encode())
            self._input.flush()
        return b""

    def _in_time(self, work: Callable[[], bytes], seconds: float) -> bytes:
        """What some work with the pipes gives, if it does so in time."""
        answers: list[bytes] = []
        self._thread = Thread(target=lambda: answers.append(work()), daemon=True)
        self._thread.start()
        self._thread.join(seconds)
        if not answers:
            raise Invalid("bot-timeout", bot=self._name, milliseconds=int(seconds * 1000))
        return answers[0]

    def _ending(self) -> Invalid:
        """What is wrong with a program whose output has ended."""
        try:
            return Invalid("bot-crashed", bot=self._name, code=self._popen.wait(LAST_WORDS))
        except subprocess.TimeoutExpired:
            return Invalid("bot-closed", bot=self._name)

    @property
    def is_own(self) -> bool:
        """Whether this process has started the program, and not the one that it was forked from."""
        return self._owner == os.getpid()

    def kill(self) -> None:
        """End the program, and all that it has started, at once."""
        with suppress(OSError):  # nothing of it is left
            if sys.platform == "win32":
                self._popen.kill()
            else:
                os.killpg(self._popen.pid, signal.SIGKILL)  # also what outlives the program
        self._popen.wait()
        if self._thread is not None and self._is_busy:  # one that an interrupt kept from starting cannot be joined
            self._thread.join(LAST_WORDS)
        if not self._is_busy:
            for pipe in (self._input, self._output):
                with suppress(OSError):  # what could not be written any more
                    pipe.close()

    @property
    def _is_busy(self) -> bool:
        """Whether a thread still works with the pipes."""
        return self._thread is not None and self._thread.is_alive()

    def dismiss(self) -> None:
        """Say goodbye to the program, unless it is still asked something; nothing waits for it."""
        if self._is_busy:
            self.kill()
            return
        with suppress(OSError):  # it is gone already, or does not read
            if sys.platform != "win32":
                os.set_blocking(self._input.fileno(), False)
            self._input.write(BYE.encode())
            self._input.close()

    def wait(self, seconds: float) -> None:
        """Wait for the end of the program."""
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(seconds)


def end_all(processes: Iterable[Process]) -> None:
    """End the programs that this process has started: those that do not go when they are told to are killed."""
    own = [process for process in processes if process.is_own]
    for process in own:
        process.dismiss()
    latest = time.monotonic() + LAST_WORDS
    for process in own:
        process.wait(max(latest - time.monotonic(), 0))
        process.kill()
