"""The command line: one file for each command, of which only the one that is called is loaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from overtrick.errors import OvertrickError

COMMANDS: Final = {
    "judge": "judge games: verdicts, proofs and scores",
    "perft": "count the legal sequences of cards from a deal",
}
BAD_USAGE: Final = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the result is the exit code of the process."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    command = words[0] if words else ""
    if command in ("--version", "-V"):
        from importlib.metadata import version

        print(f"overtrick {version('overtrick')}")
        return 0
    if command not in COMMANDS:
        wanted = command in ("", "-h", "--help", "help")
        if not wanted:
            print(f"overtrick: there is no command '{command}'", file=sys.stderr)
        print(_usage(), file=sys.stdout if wanted else sys.stderr)
        return 0 if wanted else BAD_USAGE
    try:
        code: int = import_module(f"overtrick.cli.{command}").run(words[1:])
        sys.stdout.flush()
        return code
    except OvertrickError as error:
        print(f"overtrick {command}: {error}", file=sys.stderr)
        return BAD_USAGE
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; give the interpreter somewhere else to flush to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _usage() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {what}" for name, what in COMMANDS.items()]
    return "\n".join(["usage: overtrick COMMAND …", "", *lines, "", "overtrick COMMAND --help tells more."])
