"""Bots that are programs: `exec:COMMAND`.

Each seat has a process of its own, so that partners know no more of each other than the rules let them. A process is
started when its seat is first asked, and stays for all deals; after a failure it is killed, and the next question
starts it anew.
"""

from __future__ import annotations

import os
import shlex
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing.util import Finalize
from random import Random
from typing import Final
from weakref import WeakSet

from overtrick.bots.asking import BotError, illegal
from overtrick.bots.bot import BOTS, bot_name, find_bot
from overtrick.bots.program import messages
from overtrick.bots.program.process import Process, end_all
from overtrick.core import parallel
from overtrick.core.actions import Action
from overtrick.core.errors import Invalid, OvertrickError
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Record
from overtrick.deal.view import View

SECONDS: Final = 10.0
"""that a program has for an answer, where nothing else is said"""
GRACE: Final = 0.5
"""seconds more before it is ended, since it takes time to start a clock and to stop it"""
HELLO_SECONDS: Final = 30.0
"""that it has to get ready"""


class Programs:
    """The programs that somebody has started for bots; they end with it, at the latest with this process.

    Whoever has none starts none: at the tables of a server nobody can name a program.
    """

    def __init__(self) -> None:
        self._sitting: dict[tuple[str, Seat], _Sitting] = {}
        self._end = Finalize(self, _end, (self._sitting,), exitpriority=1)  # at exit in every kind of process

    def bot(self, command: str, rng: Random, seconds: float | None) -> ProgramBot:
        """The bot of a command, which is started when it is first asked; refuses what is no command."""
        _split(command)
        return ProgramBot(self, command, rng, SECONDS if seconds is None else seconds)

    def at(self, command: str, seat: Seat) -> _Sitting:
        """A program on a seat, started if it does not run."""
        if (command, seat) not in self._sitting:
            self._sitting[command, seat] = _Sitting(command)
        return self._sitting[command, seat]

    def tell(self, command: str, seat: Seat, message: str) -> None:
        """Send a message to a program, if it runs; one that does not read is ended."""
        try:
            if sitting := self._sitting.get((command, seat)):
                sitting.process.tell(message, SECONDS)
        except Invalid:
            self.kill(command, seat)

    def kill(self, command: str, seat: Seat) -> None:
        """End a program that has failed, if it runs."""
        if sitting := self._sitting.pop((command, seat), None):
            sitting.process.kill()

    def close(self) -> None:
        """End all programs; those that are asked later are started anew."""
        _end(self._sitting)


@contextmanager
def registered(text: str) -> Iterator[str]:
    """A name by which `find_bot` knows a program or a file as long as the block: for a table of somebody's own."""
    name = bot_name(text)
    with closing(Programs()) as programs:
        BOTS[name] = lambda making: find_bot(text, making.rng, making.seconds, programs, files=True)
        try:
            yield name
        finally:
            del BOTS[name]


def check_program(command: str, game: str | None = None) -> None:
    """Refuse a program that cannot be started, does not say hello, or does not play the game of a name."""
    with closing(Programs()) as programs:
        program = programs.at(command, SEATS[0])
        if game is not None:
            program.check_game(game)


class _Sitting:
    """A program on a seat, which has said hello."""

    def __init__(self, command: str) -> None:
        self._command = command
        self.process = Process(command, _split(command))
        self.asked = 0
        """how many questions"""
        try:
            self.games = messages.read_hello(command, self.process.ask(messages.hello(), HELLO_SECONDS))
        except BaseException:
            self.process.kill()
            raise

    def check_game(self, game: str) -> None:
        """Refuse a game that the program does not play."""
        if game not in self.games:
            raise Invalid("bot-wrong-game", bot=self._command, game=game, games=", ".join(self.games))


class ProgramBot:
    """A bot whose answers come from a program."""

    def __init__(self, programs: Programs, command: str, rng: Random, seconds: float) -> None:
        self._programs, self._command, self._rng, self._seconds = programs, command, rng, seconds

    def __call__(self, seen: View) -> Action:
        """What the program answers; raises `BotError` for one that fails."""
        assert seen.seat is not None, "who looks on is not asked"
        try:
            return self._ask(self._programs.at(self._command, seen.seat), seen)
        except BaseException as error:
            self._programs.kill(self._command, seen.seat)  # also after an interrupt: an answer may be on its way
            if isinstance(error, OvertrickError):
                raise BotError(error.finding) from error
            raise

    def _ask(self, program: _Sitting, seen: View) -> Action:
        program.check_game(seen.game.name)
        program.asked += 1
        question = messages.question(seen, program.asked, self._seconds, self._rng.getrandbits(32))
        line = program.process.ask(question, self._seconds + GRACE)
        answer, legal = messages.read_action(self._command, line, program.asked), {str(a): a for a in seen.legal}
        if answer not in legal:
            raise illegal(self._command, answer, seen)
        return legal[answer]

    def hear_result(self, seat: Seat, record: Record, scores: Scores) -> None:
        """Tell the program on a seat how a deal ended, if it runs."""
        self._programs.tell(self._command, seat, messages.result(seat, record, scores))


def _end(sitting: dict[tuple[str, Seat], _Sitting]) -> None:
    """End programs, and forget them."""
    end_all([each.process for each in sitting.values()])
    sitting.clear()


def _split(command: str) -> list[str] | str:
    """A command as it is started: never by a shell. Windows splits commands itself."""
    if not command.strip():
        raise Invalid("bad-bot-command", command=command)
    if os.name != "posix":
        return command
    try:
        return shlex.split(command)
    except ValueError:
        raise Invalid("bad-bot-command", command=command) from None


class _Here(threading.local):
    """What belongs to this thread; the programs of a process are not those of one that was forked from it."""

    def __init__(self) -> None:
        self.by_process: dict[int, Programs] = {}


_HERE: Final = _Here()
_ALL: Final[WeakSet[Programs]] = WeakSet()


def programs_here() -> Programs:
    """The programs of this thread, which end with it."""
    if os.getpid() not in _HERE.by_process:
        _HERE.by_process[os.getpid()] = programs = Programs()
        _ALL.add(programs)
    return _HERE.by_process[os.getpid()]


def close_all() -> None:
    """End the programs of all threads of this process; those that are asked later are started anew."""
    for programs in list(_ALL):
        programs.close()


parallel.BEFORE_THE_END.append(close_all)
