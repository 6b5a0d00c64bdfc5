"""A server of its own for the page."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Final

READY: Final = re.compile(r"ready: (http://127\.0\.0\.1:(\d+))")
LONGEST_END: Final = 120.0
"""seconds"""


class PageServer:
    """`overtrick serve` as a process; it can be stopped and started again on the same port."""

    def __init__(self, *options: str, python: str = sys.executable) -> None:
        self._options, self._python = options, python
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = ("serve", "--port", str(self.port), "--text-port", "0", *self._options)
        self._process = subprocess.Popen(
            [self._python, "-X", "utf8", "-m", "overtrick", *command], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := READY.search(line):
                self.url, self.port = found[1], int(found[2])
                return
        raise ChildProcessError(f"the server ended with {self._process.wait()}")

    def close(self) -> None:
        """Stop it as a machine does that shuts down."""
        self._process.terminate()
        self._end()

    def kill(self) -> None:
        """End it without a word, as a power cut does."""
        self._process.kill()
        self._end()

    def _end(self) -> None:
        self._process.communicate(timeout=LONGEST_END)
