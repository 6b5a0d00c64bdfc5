"""Another program that answers questions, in a process of its own, by lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any, Self

from benchmarks.peers.environment import PYTHON, ROOT, install


class Ended(Exception):
    """A peer has ended although it was asked."""


class Peer:
    """A program that is run by a command."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request: object) -> dict[str, Any]:
        """The answer to a request."""
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        pipe_in.write(json.dumps(request) + "\n")
        pipe_in.flush()
        answer = pipe_out.readline()
        if not answer:
            raise Ended(f"{' '.join(self._command)} has ended at {request}")
        told: dict[str, Any] = json.loads(answer)
        return told

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        with self._process:  # closes the pipes, at which the other one ends, and waits for that
            pass


def module_peer(module: str, *arguments: object, package: str | None = None) -> Peer:
    """A module of this folder that is run with some arguments; a package that it needs is installed if missing."""
    if package is not None:
        install(package)
    python = sys.executable if package is None else str(PYTHON)
    return Peer([python, "-m", f"{__package__}.{module}", *map(str, arguments)])
