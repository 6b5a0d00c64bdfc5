"""The Euchre simulator: `./euchre PACK_FILENAME [shuffle|noshuffle] POINTS_TO_WIN NAME1 NAME2 NAME3 NAME4`."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Sequence

from euchre_game import Game
from euchre_pack import Pack

USAGE = "Usage: euchre PACK_FILENAME [shuffle|noshuffle] POINTS_TO_WIN NAME1 NAME2 NAME3 NAME4"
SHUFFLE = {"shuffle": True, "noshuffle": False}
MOST_POINTS = 100
EXIT_SUCCESS, EXIT_FAILURE = 0, 1


def main(argv: Sequence[str]) -> int:
    """Run the program with its name and its arguments; the result is the exit code of the process."""
    if len(argv) != 8 or argv[2] not in SHUFFLE or not 1 <= _number(argv[3]) <= MOST_POINTS:
        return _refuse(USAGE)
    _, pack_filename, shuffle, points_to_win, *names = argv
    print(*argv, end=" \n")
    try:
        pack = Pack.read(pack_filename)
    except OSError:
        return _refuse(f"Error opening {pack_filename}")
    except ValueError as error:
        return _refuse(f"Error reading {pack_filename}: {error}")
    Game(pack, SHUFFLE[shuffle], _number(points_to_win), names).play()
    return EXIT_SUCCESS


def _number(text: str) -> int:
    """The number of some digits; 0 for anything else, and for what is too long to be in bounds."""
    digits = text.lstrip("0")
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MOST_POINTS)) else 0


def _refuse(message: str) -> int:
    print(message)
    return EXIT_FAILURE


def run() -> int:
    """Run the program with the arguments of this process, which are printed byte for byte as they were typed."""
    if hasattr(signal, "SIGPIPE"):  # Windows has none
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the end is quiet when nobody reads the output any more
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding=sys.getfilesystemencoding(), errors=sys.getfilesystemencodeerrors())
    return main(sys.argv)


if __name__ == "__main__":
    sys.exit(run())
