"""The scorer of Sueca games: `python sueca_scorer.py [-c | -g] <game_file>`."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Sequence
from typing import NamedTuple

from sueca_cards import CardInvalid
from sueca_games import CardAlreadyPlayed, DealerDoesNotHoldTrumpCard, Game, IllegalCardPlayed
from sueca_suits_ranks import SUECA, suit_full_name
from sueca_tricks import GameFileInvalid, Trick, parseGameFile

from overtrick import Seat

INVALID = "The game is invalid"
USAGE = "Usage: python sueca_scorer.py [-c | -g] <game_file>"


class Style(NamedTuple):
    """What differs in the document between the command line and a console session."""

    bar: str
    draw: str


COMMAND_LINE = Style("|", "The game resulted in a draw.")
CONSOLE = Style("-", "The game resulted in a draw")


class GameFileCouldNotBeFound(Exception):
    pass


class SuecaGameIncomplete(Exception):
    pass


def runGame(fname: str, showCards: bool = False, showGame: bool = False) -> None:
    _runGame(fname, showCards, showGame, CONSOLE)


def main(arguments: Sequence[str]) -> int:
    """Run the command line; the result is the exit code of the process."""
    option = fname = None
    for word in arguments:
        if word in ("-c", "-g") and option is None:
            option = word
        elif not word.startswith("-") and fname is None:
            fname = word
        else:
            return _refuse(f"Invalid option {word}", USAGE)
    if fname is None:
        return _refuse("A game file is missing", USAGE)
    try:
        return 0 if _runGame(fname, option == "-c", option == "-g", COMMAND_LINE) else 1
    except GameFileCouldNotBeFound as error:
        return _refuse(error, USAGE)
    except (CardInvalid, GameFileInvalid) as error:
        return _refuse(INVALID, f"{error} (line {error.line} of game file)")
    except (SuecaGameIncomplete, CardAlreadyPlayed, DealerDoesNotHoldTrumpCard) as error:
        return _refuse(INVALID, error)


def _refuse(*lines: object) -> int:
    print(*lines, sep="\n")
    return 1


def _runGame(fname: str, showCards: bool, showGame: bool, style: Style) -> bool:
    """Print the result of a game; whether it is a valid one, which an illegal card has not ended."""
    game, tricks = _loadGame(fname)
    try:
        for trick in tricks:
            game.playTrick(trick)
    except IllegalCardPlayed as error:
        print(INVALID, error, sep="\n")
        _printScore(error.score, COMMAND_LINE)  # the document's console session has this bar here too
        return False
    _printScore(game.score(), style)
    if showCards:
        print("Player's cards in the sueca game")
        for player in Seat:
            print(f"Player {player}: {', '.join(card.show() for card in game.cardsOf(player))}")
    if showGame:
        trump = game.gameTrump()
        print(f"Trump: {trump.show()} {style.bar} {suit_full_name(trump.suit)}")
        for number, trick in enumerate(game.gameTricks(), 1):
            print(f"{number}: {trick.show()}")
    return True


def _loadGame(fname: str) -> tuple[Game, list[Trick]]:
    """The game of a file before its first trick, and its tricks."""
    try:
        trump, tricks = parseGameFile(fname)
    except FileNotFoundError:
        raise GameFileCouldNotBeFound(f"Could not find the game file '{fname}'") from None
    except OSError as error:
        raise GameFileCouldNotBeFound(f"Could not read the game file '{fname}': {error.strerror}") from None
    if len(tricks) < SUECA.hand_size:
        raise SuecaGameIncomplete(
            f"Game file '{fname}' is incomplete. A complete game takes {SUECA.hand_size} rounds; "
            f"the given game includes {len(tricks)} rounds only."
        )
    return Game(trump), tricks


def _printScore(score: tuple[int, int], style: Style) -> None:
    a, b = score
    print(style.draw if a == b else f"Pair {'A' if a > b else 'B'} won the given sueca game.")
    print(f"Score: {a} {style.bar} {b}")


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # Windows has none
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the end is quiet when nobody reads the output any more
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file, or its name, may hold what the output cannot
    sys.exit(main(sys.argv[1:]))
