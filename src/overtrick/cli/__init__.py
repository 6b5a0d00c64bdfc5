"""The command line: one file for each command, of which only the one that is called is loaded."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Final

from overtrick.core.errors import Invalid, OvertrickError
from overtrick.texts import LANGUAGES

COMMANDS: Final = {
    "admin": "look after servers that share a database",
    "arena": "let bots meet on the same deals, and tell which is better",
    "bots": "let bots sit down at the tables of a server",
    "challenge": "ask a program on a server for a rated match",
    "convert": "convert records of games into another format",
    "deal": "deal cards from a seed, at random or by a condition",
    "honest": "show that a bot decides without hidden cards",
    "join": "sit down at the tables of a server",
    "judge": "judge games: verdicts, proofs and scores",
    "perft": "count the legal sequences of cards from a deal",
    "play": "play against bots",
    "records": "export or copy what a server has stored",
    "review": "review played deals: what each card cost",
    "rules": "print the rules of a game as they will be played",
    "score": "score a result without cards",
    "serve": "serve tables to people and programs on the network",
    "simulate": "let bots play many deals or matches",
    "solve": "tell what deals are worth by best play with all hands open",
    "standings": "rank pairs or teams over many records",
    "teams": "let two teams of programs play the same boards in two rooms",
    "verify": "verify where the cards of records come from",
    "warm": "compile the kernels, so that no later command waits for it",
}
BAD_USAGE: Final = 2
EXTRAS: Final = {
    **dict.fromkeys(("aiohttp", "cryptography", "msgspec", "openskill", "prometheus_client"), "server"),
    **dict.fromkeys(("numba", "numpy"), "fast"),
}
"""what brings the packages without which some commands cannot be loaded"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the result is the exit code of the process."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices of bots are so small that threads only wait
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal has the letters of every language
    try:
        code = _run(words)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except OvertrickError as error:
        print(f"overtrick {words[0]}: {error.told(_language(words))}", file=sys.stderr)
        return BAD_USAGE
    except ModuleNotFoundError as error:
        module = (error.name or "").partition(".")[0]
        if module not in EXTRAS:
            raise
        missing = Invalid("not-installed", module=module, extra=EXTRAS[module])
        print(f"overtrick {words[0]}: {missing.told(_language(words))}", file=sys.stderr)
        return BAD_USAGE
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _forget_output()
        return 141
    except OSError as error:
        print(f"overtrick: cannot go on: {error.strerror or error}", file=sys.stderr)
        _forget_output()
        return BAD_USAGE


def _run(words: Sequence[str]) -> int:
    command = words[0] if words else ""
    if command in ("--version", "-V"):
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"overtrick {version('overtrick')}")
        except PackageNotFoundError:
            print("overtrick, not installed")
        return 0
    if command in COMMANDS:
        code: int = import_module(f"overtrick.cli.{command}").run(words[1:])
        return code
    wanted = command in ("", "-h", "--help", "help")
    if not wanted:
        print(f"overtrick: there is no command '{command}'", file=sys.stderr)
    print(_usage(), file=sys.stdout if wanted else sys.stderr)
    return 0 if wanted else BAD_USAGE


def _language(words: Sequence[str]) -> str:
    """The language that the arguments ask for."""
    asked = [word for option, word in pairwise(words) if option == "--lang"]
    asked += [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    return next((word for word in asked if word in LANGUAGES), "en")


def _forget_output() -> None:
    """Nobody takes our output any more: give the interpreter somewhere else to flush it to."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {what}" for name, what in COMMANDS.items()]
    return "\n".join(
        [
            "usage: overtrick COMMAND …",
            "",
            *lines,
            "",
            "overtrick COMMAND --help tells more, overtrick --version the version.",
        ]
    )
