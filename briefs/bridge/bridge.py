"""Opening bids of Bridge: `python bridge.py [deck file]`."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from bridge_game import Game

DEALS = 4
LINE = "=" * 62


def main(arguments: Sequence[str]) -> int:
    """Run the command line; the result is the exit code of the process."""
    if len(arguments) > 1:
        return _refuse("Usage: python bridge.py [deck file]")
    try:
        deals = _dealsOfFile(arguments[0]) if arguments else _shuffledDeals()
    except FileNotFoundError:
        return _refuse("Error: Could not find file")
    except OSError as error:
        return _refuse(f"Error: Could not read file: {error.strerror}")
    except ValueError as error:
        return _refuse(f"Error: {error}")
    print(*deals, sep="", end="")
    return 0


def _shuffledDeals() -> list[str]:
    game = Game()
    return [_play(game, fromFile=False) for _ in range(DEALS)]


def _dealsOfFile(name: str) -> list[str]:
    """A deal for each deck of a file; a single deck is dealt by each player in turn."""
    game, deals = Game(), list[str]()
    # Bytes that are not UTF-8 are no cards either, and refused as such.
    with open(name, encoding="utf-8-sig", errors="backslashreplace") as in_:
        while game.read(in_):
            deals.append(_play(game, fromFile=True))
    if not deals:
        raise ValueError("There is no deck in the file.")
    if len(deals) == 1:
        deals += [_play(game, fromFile=True) for _ in range(1, DEALS)]
    return deals


def _play(game: Game, fromFile: bool) -> str:
    game.setup(fromFile)
    game.deal()
    game.auction()
    told = f"{game}\n\n\n{LINE}\n\n"
    game.nextDealer()
    return told


def _refuse(message: str) -> int:
    print(message, file=sys.stderr)
    return 1


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # Windows has none
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the end is quiet when nobody reads the output any more
    sys.exit(main(sys.argv[1:]))
