"""A bot at a table of somebody else's table manager.

It says what it waits for, line by line, and asks the bot with the view that its seat has of the board.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final, TypeVar

from overtrick.bots.bot import Bot
from overtrick.client.address import Address
from overtrick.client.network_bot import choose
from overtrick.core.actions import Action
from overtrick.core.cards import Card, Cards, cards_in
from overtrick.core.errors import Invalid, OvertrickError
from overtrick.core.seats import Seat
from overtrick.deal.course import Course
from overtrick.deal.view import View
from overtrick.protocol.clean import shortened
from overtrick.protocol.table_manager import (
    LONGEST_LINE,
    Board,
    Called,
    Connecting,
    EndOfSession,
    Hand,
    Line,
    Played,
    Ready,
    Seated,
    StartOfBoard,
    Teams,
    ToLead,
    What,
    encode_line,
    managed_game,
    parse_line,
)

LONGEST_QUOTE: Final = 200
TIME_TO_CONNECT: Final = 10.0
L = TypeVar("L", bound=Line)

log: Final = logging.getLogger(__name__)


class SessionOverError(Exception):
    """The manager has said that nothing more is played."""


class NewBoardError(Exception):
    """The manager begins a board, whatever was played before."""


class ManagedBot:
    """A bot on one seat, until the session is over."""

    def __init__(self, seat: Seat, team: str, bot: Bot) -> None:
        self._seat, self._team, self._bot = seat, team, bot
        self.boards = 0
        """how many were played to their end"""
        self._last_words = ""
        """of the manager, which are no line of the protocol"""

    async def run(self, address: Address) -> None:
        """Sit down and play until the end of the session; raises `Invalid` where that cannot be."""
        try:
            async with asyncio.timeout(TIME_TO_CONNECT):
                streams = await asyncio.open_connection(address.host, address.port, limit=4 * LONGEST_LINE)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise Invalid("unreachable", address=str(address), reason=reason) from None
        self._reader, self._writer = streams
        try:
            await self._play()
        except SessionOverError:
            pass
        except ConnectionError:
            raise self._cut_off() from None
        finally:
            self._writer.close()
            with suppress(OSError):
                await self._writer.wait_closed()

    async def _play(self) -> None:
        self._say(Connecting(self._team, self._seat))
        await self._answer(Seated)
        self._wait_for("teams")
        await self._answer(Teams)
        self._wait_for("start")
        await self._expect(StartOfBoard)
        while True:
            with suppress(NewBoardError):
                await self._board()
                self.boards += 1
                await self._expect(StartOfBoard)

    async def _board(self) -> None:
        self._wait_for("deal")
        board = await self._expect(Board)
        self._wait_for("cards")
        hand = await self._expect(Hand)
        course = Course.start(managed_game(), board.dealer, None, board.vulnerable, board.number)
        self._view = View(course, self._seat, held=hand.cards.mask)
        while self._course.phase == "auction":
            await self._call()
        while (turn := self._course.turn) is not None:
            await self._card(turn)
            if len(self._course.plays) == 1:
                await self._see_dummy()

    async def _call(self) -> None:
        turn = self._course.turn
        assert turn is not None, "the auction is not over"
        if turn is self._seat:
            call = str(await self._choose(self._course.auction.legal(self._view.hand)))
            self._say(Called(turn, call))
        else:
            self._wait_for("bid", turn)
            called = await self._expect(Called)
            self._check(called.seat is turn, called)
            call = called.call
        with self._fitting(Called(turn, call)):
            self._view = self._view._replace(course=self._course.call(call))

    async def _card(self, turn: Seat) -> None:
        course, is_dummy = self._course, turn is self._course.dummy
        assert course.trick is not None, "somebody has to play"
        if course.actor is self._seat:
            if not course.trick.cards:
                await self._expect(ToLead)
            action = await self._choose(cards_in(course.legal_cards(self._held_by(turn))))
            assert isinstance(action, Card)
            card = action
            self._say(Played(turn, card))
        else:
            self._wait_for("card", None if is_dummy else turn, len(course.tricks) + 1)
            played = await self._expect(Played)
            self._check(played.seat is turn or (played.seat is None and is_dummy), played)
            self._check(self._can_be_played(turn, played.card), played)
            card = played.card
        course, open_hand = course.play(card), self._view.open_hand
        self._view = self._view._replace(
            course=course,
            held=self._view.held & ~card.bit,
            open_hand=None if open_hand is None else (open_hand[0], open_hand[1] - Cards([card])),
        )

    def _held_by(self, turn: Seat) -> int:
        """The cards of a hand that is seen, as a mask."""
        open_hand = self._view.open_hand
        return self._view.held if turn is self._seat or open_hand is None else open_hand[1].mask

    def _can_be_played(self, turn: Seat, card: Card) -> bool:
        """Whether somebody can have a card, as far as this seat can see."""
        held, open_hand = self._view.held, self._view.open_hand
        if turn is self._seat or (open_hand is not None and open_hand[0] is turn):
            return bool(self._held_by(turn) & card.bit)
        seen = held | sum(self._course.played) | (0 if open_hand is None else open_hand[1].mask)
        return not seen & card.bit

    async def _see_dummy(self) -> None:
        dummy = self._course.dummy
        assert dummy is not None, "there is a contract"
        cards = self._view.hand
        if dummy is not self._seat:
            self._wait_for("dummy")
            hand = await self._expect(Hand)
            self._check(not hand.cards.mask & (self._view.held | sum(self._course.played)), hand)
            cards = hand.cards
        self._view = self._view._replace(open_hand=(dummy, cards))

    async def _choose(self, legal: tuple[Action, ...]) -> Action:
        """What the bot does. It thinks in a thread, so that other bots of this process are not kept waiting."""
        return await asyncio.to_thread(choose, self._bot, self._view._replace(legal=legal))

    @property
    def _course(self) -> Course:
        return self._view.course

    # Lines

    def _say(self, line: Line) -> None:
        self._writer.write(encode_line(line))

    def _wait_for(self, what: What, whose: Seat | None = None, trick: int = 0) -> None:
        self._say(Ready(self._seat, what, whose, trick))

    async def _answer(self, kind: type[L]) -> L:
        """The answer before the first board; what is no line of the protocol is a refusal."""
        line = await self._line()
        while line is not None and not isinstance(line, kind):
            line = await self._line()
        if line is None:
            raise self._cut_off()
        return line

    async def _expect(self, kind: type[L]) -> L:
        """The next line of a kind; what has no meaning for the game may stand before it."""
        while True:
            line = await self._line()
            if isinstance(line, kind):
                return line
            if isinstance(line, StartOfBoard):
                raise NewBoardError
            self._check(not isinstance(line, Called | Played | Hand | Board | ToLead), line)

    async def _line(self) -> Line | None:
        """The next line, None for one that is none of the protocol."""
        try:
            data = await self._reader.readline()
        except ValueError:  # it has no end
            raise Invalid("no-manager-line", line="…") from None
        if not data:
            raise self._cut_off()
        text = shortened(data.decode("ascii", "replace"), LONGEST_QUOTE)
        line = parse_line(data.decode("ascii", "replace"))
        if isinstance(line, EndOfSession):
            raise SessionOverError
        if line is None and text:
            self._last_words = text
            log.warning("the table manager says: %s", text)
        return line

    def _cut_off(self) -> Invalid:
        return Invalid("server-refused", reason=self._last_words) if self._last_words else Invalid("manager-gone")

    def _check(self, is_right: bool, line: object) -> None:
        """Refuse what cannot be in this board."""
        if not is_right:
            raise Invalid("no-manager-line", line=str(line))

    @contextmanager
    def _fitting(self, line: Line) -> Iterator[None]:
        try:
            yield
        except OvertrickError:
            raise Invalid("no-manager-line", line=str(line)) from None
