"""A program in a terminal of its own."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType

from patience import PATIENCE

SIZE = (24, 80)
"""lines and columns"""


class Terminal:
    """Runs `overtrick` with some arguments where it can show a screen; `shown` is all that it has written."""

    def __init__(self, *arguments: str, term: str = "xterm-256color") -> None:
        self._own, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        self.shown = ""
        self._waited = 0
        """where what was waited for ends"""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "overtrick", *arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            env={**os.environ, "TERM": term, "PYTHONUTF8": "1"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(other)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._own)

    def type(self, keys: str) -> None:
        os.write(self._own, keys.encode())

    def wait_for(self, words: str) -> None:
        """Wait until something is written after what was waited for before."""
        end = time.monotonic() + PATIENCE
        while (found := self.shown.find(words, self._waited)) < 0:
            assert time.monotonic() < end, f"no {words!r} in {self.shown!r}"
            assert self._read(), f"the end, but no {words!r} in {self.shown!r}"
        self._waited = found + len(words)

    def end(self) -> int:
        """Wait for the end; gives the exit code."""
        end = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < end, "it does not end"
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        """Read what is written; whether there may be more."""
        try:
            if select.select([self._own], [], [], 0.1)[0]:
                data = os.read(self._own, 65536)
                self.shown += data.decode("utf-8", "replace")
                return bool(data)
        except OSError:  # the other end is closed
            return False
        return True
