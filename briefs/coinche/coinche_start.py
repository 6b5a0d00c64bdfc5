"""What the three programs share: how they start, their parameters, and how they speak to the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from coinche_texts import say

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / ".venv"
"""where `make setup` installs everything"""
MOST = {"PORT": 65535, "N": 1000}
"""the highest value of each parameter that is a number"""
EXIT_FAILURE = 1
EXIT_PIPE = 128 + 13
"""of a program whose output nobody reads any more, as the shell tells it"""
EXIT_INTERRUPT = 128 + 2


class Parameters(NamedTuple):
    address: str
    port: int
    number: int = 1
    """of players"""


def refuse(sentence: str) -> int:
    """Tell why the program cannot go on; the result is its exit code."""
    print(sentence, file=sys.stderr)
    return EXIT_FAILURE


def reason(error: OSError | UnicodeError) -> str:
    """Why an address cannot be used, in the words of the system where it has any."""
    if isinstance(error, UnicodeError):
        return say("no-address")
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error.strerror or error)


def read_parameters(program: str, names: Sequence[str], arguments: Sequence[str]) -> Parameters | None:
    """The parameters of a command line; None where it is wrong, which is told."""
    problems = [
        say("bad-number", name=say(name), text=text, most=MOST[name])
        for name, text in zip(names, arguments, strict=False)
        if name in MOST and not 1 <= _number(text) <= MOST[name]
    ]
    if problems or len(arguments) != len(names) or not all(arguments):
        refuse("\n".join([*problems, say("usage", program=program, parameters=" ".join(map(say, names)))]))
        return None
    address, *numbers = arguments
    return Parameters(address, *map(_number, numbers))


def _number(text: str) -> int:
    """The number of some digits; 0 for anything else, and for what is too long to be in bounds."""
    digits = text.lstrip("0")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 5 else 0


def show(text: str) -> None:
    """Print a text at once, and nothing else; where nobody reads it, the program ends quietly."""
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        os._exit(EXIT_PIPE)  # no task nor thread gets to say anything about it


def start(module: str, *packages: str) -> int:
    """Run a program that needs some packages: in this process, or by the Python in which `make setup` installs them."""
    missing = [name for name in packages if find_spec(name) is None]
    python = ENVIRONMENT / "bin" / "python"
    if missing and python.exists() and Path(sys.prefix).resolve() != ENVIRONMENT.resolve():
        os.execv(python, [str(python), *sys.argv])
    if missing:
        return refuse(say("missing", missing=", ".join(missing)))
    if find_spec("overtrick") is None:  # a bare clone, with nothing installed
        sys.path.append(str(ROOT / "src"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal has the symbols of the suits
    try:
        code: int = import_module(module).main(sys.argv[1:])
    except KeyboardInterrupt:
        return EXIT_INTERRUPT
    return code
