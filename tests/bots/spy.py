"""A program that is another one, and writes down all that is said.

python spy.py FILE SCRIPT
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Iterator
from typing import TextIO


class Input:
    """Lines as they come, each written down."""

    def __init__(self, log: TextIO) -> None:
        self.log = log

    def __iter__(self) -> Iterator[str]:
        assert sys.__stdin__ is not None
        for line in sys.__stdin__:
            print(f"> {line}", end="", file=self.log, flush=True)
            yield line


class Output:
    """What is printed, each line written down."""

    def __init__(self, log: TextIO) -> None:
        self.log, self.text = log, ""

    def write(self, text: str) -> None:
        assert sys.__stdout__ is not None
        sys.__stdout__.write(text)
        self.text += text

    def flush(self) -> None:
        assert sys.__stdout__ is not None
        for line in self.text.splitlines():
            print(f"< {line}", file=self.log, flush=True)
        self.text = ""
        sys.__stdout__.flush()


if __name__ == "__main__":
    with open(sys.argv[1], "a", encoding="utf-8") as log:
        sys.stdin, sys.stdout = Input(log), Output(log)
        runpy.run_path(sys.argv[2])
