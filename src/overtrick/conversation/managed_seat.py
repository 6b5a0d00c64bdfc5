"""The table manager's part of a talk with one program, without the connection: it reads lines, and writes lines.

The program has a seat at one of our tables, and what it says and hears there are the messages of any client. It is
told what happened when it says that it is ready for it, however late. If it comes back to a board that is on, the board
begins anew for it: it has to call and play again what was called and played on its seat, and so gets to where the
others are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, MutableMapping
from functools import partial
from typing import Final, NamedTuple, TypeVar

from overtrick.core.cards import Cards
from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.core.seats import Seat
from overtrick.deal.course import Course
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.outgoing import Acted, Dealt, Event
from overtrick.protocol.seen import Seen
from overtrick.protocol.table_manager import (
    VERSIONS,
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
    Timing,
    ToLead,
    What,
    parse_line,
)

T = TypeVar("T")
Talk = Generator[None, None, T]
"""a part of the talk, which waits for anything new wherever it yields"""
Alerts = MutableMapping[tuple[int, int], str]
"""what alerts say of calls, by the numbers of the deal and of the call; nothing without one"""

TRICK_SIZE: Final = 4
MOST_WAITING: Final = 16
"""lines that a program may say before they are asked for"""


class Wanted(NamedTuple):
    """A program wants a seat, which is for whoever knows all tables to find; a refusal has the id."""

    connecting: Connecting
    id: str


class Outcome(NamedTuple):
    """What follows from something that was said."""

    lines: list[Line | str]
    """for the program"""
    messages: list[incoming.Message | Wanted]
    """for the table"""
    refusals: list[Invalid]
    """what was wrong with lines of the program"""


class BrokenOffError(Exception):
    """The board has ended without its last card."""


class ManagedSeat:
    """One program, from its connecting to the end of the session."""

    def __init__(self, alerts: Callable[[str], Alerts], clock: Callable[[], float], prefix: str) -> None:
        """A program that has just come; `alerts` are those that all programs of a table share.

        `prefix` begins the ids of all that is said at the table, where nobody before may have had the same.
        """
        self.is_over = False
        """whether nothing more is said"""
        self.team = ""
        """of the program, once it has told"""
        self._alerts, self._clock, self._prefix = alerts, clock, prefix
        self._ids = 0
        self._asked = ""
        """the id of what waits for an answer"""
        self._refusal = ""
        """the answer, where it was no"""
        self._lines: deque[Line] = deque()
        self._outcome = Outcome([], [], [])
        self._is_in_lobby = False
        self._seen: Seen | None = None
        self._ready_for = self._board_number = 0
        """the last deal for which the program was ready, and the one that it plays or played last"""
        self._since = 0.0
        self._times = {"board": [0.0, 0.0], "total": [0.0, 0.0]}
        self._talking = self._talk()
        self._go_on()

    # What comes in

    def enter(self, text: str) -> Outcome:
        """Take a line of the program."""
        line = parse_line(text)
        if line is None:
            self._outcome.refusals.append(Invalid("bad-line", line=text))
        elif len(self._lines) == MOST_WAITING:
            self._outcome.refusals.append(Invalid("too-many-requests"))
        else:
            self._lines.append(line)
            self._go_on()
        return self._take_outcome()

    def receive(self, message: outgoing.Message) -> Outcome:
        """Take a message of the server."""
        match message:
            case outgoing.InLobby():
                self._is_in_lobby = True
            case outgoing.Snapshot():
                self._seen, self._since, self._is_in_lobby = Seen(message), self._clock(), False
            case outgoing.Refused() if not message.id:
                self._outcome.lines.append(message.text)
            case outgoing.Refused() if message.id == self._asked:
                self._asked, self._refusal = "", message.text
            case outgoing.Bye():
                self._outcome.lines.append(EndOfSession() if message.code == "shutdown" else message.text)
            case Event() if self._seen is not None:
                self._note_time(self._seen, message)
                self._seen.apply(message)
                self._decline(self._seen)
        self._go_on()
        return self._take_outcome()

    def _take_outcome(self) -> Outcome:
        outcome, self._outcome = self._outcome, Outcome([], [], [])
        return outcome

    def _go_on(self) -> None:
        if not self.is_over:
            try:
                next(self._talking)
            except StopIteration:
                self.is_over = True

    def _note_time(self, seen: Seen, event: Event) -> None:
        """Count what the side that acted took for it."""
        now = self._clock()
        if isinstance(event, Dealt):
            self._times["board"] = [0.0, 0.0]
        elif isinstance(event, Acted) and event.n > seen.n:
            for times in self._times.values():
                times[Seat(event.seat).side - 1] += now - self._since
        else:
            return
        self._since = now

    def _decline(self, seen: Seen) -> None:
        """Agree to nothing: programs do not take back, claim or give up."""
        made = seen.proposal
        if made is not None and seen.seat is not None and made.waits_for(seen.seat):
            self._outcome.messages.append(incoming.Answer(id=self._new_id(), at=seen.n, yes=False))

    # What goes out

    def _write(self, line: Line | str) -> None:
        self._outcome.lines.append(line)

    def _say(self, message: incoming.Message | Wanted) -> None:
        self._outcome.messages.append(message)

    def _new_id(self) -> str:
        self._ids += 1
        return f"{self._prefix}{self._ids}"

    # The talk, in the order of the protocol

    def _talk(self) -> Talk[None]:
        try:
            seat = yield from self._sit_down()
            if seat is None:
                return
            self._seat = seat
            yield from self._ready("teams")
            yield from self._until(lambda: all(info.kind != "empty" for info in self._table.seats) or self._has_ended)
            self._write(Teams(self._table.info(Seat.NORTH).name, self._table.info(Seat.EAST).name))
            yield from self._ready("start")
            while (yield from self._is_dealt()):
                try:
                    yield from self._board()
                except BrokenOffError:
                    continue
                self._write(Timing(_seconds(self._times["board"]), _seconds(self._times["total"])))
            self._write(EndOfSession())
        except OvertrickError as error:  # after which there is nothing to talk about
            self._write(error.told("en"))

    def _sit_down(self) -> Talk[Seat | None]:
        """Get the program to a seat; None if the table would not have it."""
        while True:
            line = yield from self._next_line()
            if isinstance(line, Connecting):
                break
            self._refuse(line, 'Connecting "TEAM" as SEAT using protocol version 18')
        if line.version not in VERSIONS:
            known = ", ".join(map(str, VERSIONS))
            raise Illegal("wrong-manager-version", version=line.version, known=known)
        self.team = line.team
        self._say(incoming.Hello(v=incoming.VERSION, name=line.team[: incoming.LONGEST_NAME]))
        yield from self._until(lambda: self._is_in_lobby)
        self._asked = self._new_id()
        self._say(Wanted(line, self._asked))
        yield from self._until(lambda: self._seen is not None or bool(self._refusal))
        seat = None if self._seen is None else self._seen.seat
        self._write(self._refusal if seat is None else Seated(seat, line.team))
        return seat

    def _is_dealt(self) -> Talk[bool]:
        """Wait for the next board; False if there is none."""
        while not self._has_ended:
            table = self._table
            if table.state == "play" and table.deal_number != self._board_number:
                return True
            waits = table.state in ("open", "deal") and not table.standing.over
            if waits and table.next_deal != self._ready_for:
                self._ready_for = table.next_deal
                self._say(incoming.Ready(deal=table.next_deal, id=self._new_id()))
            yield
        return False

    def _board(self) -> Talk[None]:
        self._board_number = self._table.deal_number
        self._write(StartOfBoard())
        yield from self._ready("deal")
        course = self._course
        self._write(Board(course.number or self._board_number, course.dealer, course.vulnerable))
        yield from self._ready("cards")
        self._write(Hand(self._seat, self._dealt_to(self._seat)))
        yield from self._auction()
        if self._course.contract is not None:
            yield from self._play()

    def _auction(self) -> Talk[None]:
        number = 0
        while (caller := self._caller(number)) is not None:
            if caller is self._seat:
                yield from self._own_call(number)
            else:
                yield from self._ready("bid", caller)
                yield from self._until_done(partial(self._is_called, number))
                self._write(Called(caller, str(self._course.auction.calls[number]), self._alert(caller, number)))
            number += 1

    def _caller(self, number: int) -> Seat | None:
        """Who makes a call of a number, from 0; None after the last."""
        course = self._course
        callers = course.auction.callers
        if number < len(callers):
            return callers[number]
        return course.turn if course.phase == "auction" else None

    def _is_called(self, number: int) -> bool:
        return len(self._course.auction.calls) > number

    def _own_call(self, number: int) -> Talk[None]:
        while True:
            line = yield from self._next_line()
            if not isinstance(line, Called) or line.seat is not self._seat:
                self._refuse(line, f"{Called(self._seat, '1C')}")
            else:
                self._alerts(self._table.table)[self._board_number, number] = line.alert or ""
                if (yield from self._act(line.call, lambda: self._course.auction.calls[number:])):
                    return

    def _alert(self, caller: Seat, number: int) -> str | None:
        """What an alert says of a call, which is for the opponents; one that says nothing is none."""
        if caller.side is self._seat.side:
            return None
        return self._alerts(self._table.table).get((self._board_number, number)) or None

    def _play(self) -> Talk[None]:
        number = 0
        while (player := self._player(number)) is not None:
            dummy = self._course.dummy
            actor = player.partner if player is dummy else player
            if actor is self._seat:
                if number % TRICK_SIZE == 0:
                    self._write(ToLead(None if player is dummy else player))
                yield from self._own_card(player, number)
            else:
                yield from self._ready("card", None if player is dummy else player, number // TRICK_SIZE + 1)
                yield from self._until_done(partial(self._is_played, number))
                self._write(Played(player, self._course.plays[number]))
            if number == 0 and dummy is not None and dummy is not self._seat:
                yield from self._ready("dummy")
                self._write(Hand(None, self._dealt_to(dummy)))
            number += 1

    def _player(self, number: int) -> Seat | None:
        """Who plays a card of a number, from 0; None after the last."""
        course = self._course
        if number < len(course.players):
            return course.players[number]
        if course.claimed is not None:
            raise BrokenOffError
        return course.turn

    def _is_played(self, number: int) -> bool:
        return len(self._course.plays) > number

    def _own_card(self, player: Seat, number: int) -> Talk[None]:
        while True:
            line = yield from self._next_line()
            if not isinstance(line, Played) or line.seat not in (player, self._name_of(player)):
                self._refuse(line, f"{player.name.capitalize()} plays 2C")
            elif (yield from self._act(str(line.card), lambda: self._course.plays[number:])):
                return

    def _name_of(self, player: Seat) -> Seat | None:
        """How else a line may name a player: dummy as such."""
        return None if player is self._course.dummy else player

    def _act(self, action: str, done: Callable[[], tuple[object, ...]]) -> Talk[bool]:
        """Call or play at the table, where `done` tells what was done from there on; False if that was refused."""
        if not done():
            self._refusal, self._asked = "", self._new_id()
            self._say(incoming.Act(id=self._asked, at=self._table.n, action=action))
            yield from self._until_done(lambda: bool(done() or self._refusal))
        if not done():
            self._write(self._refusal)
            return False
        if str(done()[0]) != action:  # somebody else was quicker, when the time was over or the program away
            raise Illegal("out-of-step", action=str(done()[0]))
        return True

    def _next_line(self) -> Talk[Line]:
        while not self._lines:
            self._check_board()
            yield
        return self._lines.popleft()

    def _ready(self, what: What, whose: Seat | None = None, trick: int = 0) -> Talk[None]:
        """Wait until the program is ready for something; it need not know for what number."""
        expected = Ready(self._seat, what, whose, trick)
        while True:
            line = yield from self._next_line()
            if isinstance(line, Ready) and (line.seat, line.what) == (self._seat, what):
                return
            self._refuse(line, str(expected))

    def _refuse(self, line: Line, expected: str) -> None:
        """A line comes at the wrong time; some programs say before every board that they are ready to start."""
        if not (isinstance(line, Ready) and line.what == "start" and self._board_number):
            self._outcome.refusals.append(Invalid("unexpected-line", line=str(line), expected=expected))

    def _until(self, is_so: Callable[[], bool]) -> Talk[None]:
        while not is_so():
            yield

    def _until_done(self, is_so: Callable[[], bool]) -> Talk[None]:
        """Wait for something that happens in the board."""
        while not is_so():
            self._check_board()
            yield

    def _check_board(self) -> None:
        """Leave a board that is no more, or will not be played to its end."""
        if self._board_number:
            course, is_another = self._course, self._table.deal_number != self._board_number
            if is_another or course.claimed is not None or (self._is_in_lobby and course.phase != "over"):
                raise BrokenOffError

    # The table

    @property
    def _table(self) -> Seen:
        assert self._seen is not None, "the program has a seat"
        return self._seen

    @property
    def _has_ended(self) -> bool:
        return self._is_in_lobby or self._table.state in ("over", "closed")

    @property
    def _course(self) -> Course:
        if self._table.view is None:
            raise BrokenOffError
        return self._table.view.course

    def _dealt_to(self, seat: Seat) -> Cards:
        """The hand of a seat that the program may see, as it was dealt."""
        view = self._table.view
        assert view is not None, "a board is on"
        hand = view.hand
        if seat is not self._seat:
            assert view.open_hand is not None, "dummy is open after the first card"
            hand = view.open_hand[1]
        return hand | Cards.from_mask(view.course.played[seat - 1])


def _seconds(times: list[float]) -> tuple[int, int]:
    return round(times[0]), round(times[1])
