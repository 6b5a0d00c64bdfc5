"""The lines of the Table Manager protocol (Blue Chip Bridge, version 18), by which programs of many authors play.

A line is a value, and its `str` is the line as managers and programs write it. `parse_line` reads it back, and also
what others write instead: in upper or lower case, with more or fewer blanks and full stops, and with more at the end.
Nothing here knows when a line may come: `overtrick.conversation.managed_seat` does for a table, and
`overtrick.client.table_manager` for a player.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal, NamedTuple
from unicodedata import normalize

from overtrick.core.actions import PASS
from overtrick.core.cards import Card, Cards, Suit, card_name, find_card
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.plugins import our_games

VERSION: Final = 18
VERSIONS: Final = (18, 19)
"""that are understood: what 19 adds may be left out"""
PORT: Final = 2000
"""of a manager that does not say otherwise"""
LONGEST_LINE: Final = 1000
HAND_SIZE: Final = 13
ENDING: Final = b"\r\n"
"""of each line; a line that ends without the return is read too"""

What = Literal["teams", "start", "deal", "cards", "bid", "card", "dummy"]
"""what a program can wait for: who plays, the session, a board, its hand, a call, a card, and dummy's hand"""
DUMMY: Final = "dummy"
SIDES: Final = {Side.ONE: "N/S", Side.TWO: "E/W"}
VULNERABLE: Final = {
    NOBODY: "Neither",
    **{frozenset([side]): name for side, name in SIDES.items()},
    frozenset(Side): "Both",
}
OTHER_WORDS: Final = {"none": "neither", "all": "both", "ns": "n/s", "ew": "e/w"}
"""for who is vulnerable"""
DOUBLE, REDOUBLE = "X", "XX"
VERBS: Final = {str(PASS): "passes", DOUBLE: "doubles", REDOUBLE: "redoubles"}
"""of calls that are no bids"""
SPELLINGS: Final = {
    **dict.fromkeys(("pass", "passes"), str(PASS)),
    **dict.fromkeys(("x", "double", "doubles"), DOUBLE),
    **dict.fromkeys(("xx", "redouble", "redoubles"), REDOUBLE),
}
"""of the same calls, in lower case"""


def managed_game(boards: int | None = None) -> Game:
    """The game of this protocol, which is the one of ours with a dummy; a match may have some number of boards."""
    game = next(game for game in map(find_game, our_games()) if game.has_dummy)
    return game if boards is None else game.with_house_rules({"boards": boards})


class Connecting(NamedTuple):
    """A program wants a seat: the one that it names, or any."""

    team: str
    seat: Seat | None
    version: int = VERSION

    def __str__(self) -> str:
        seat = "ANYPL" if self.seat is None else _name(self.seat)
        return f"Connecting {_quoted(self.team)} as {seat} using protocol version {self.version}"


class Seated(NamedTuple):
    """A program has a seat."""

    seat: Seat
    team: str

    def __str__(self) -> str:
        return f"{_name(self.seat)} ({_quoted(self.team)}) seated"


class Ready(NamedTuple):
    """A program waits for what it names; a manager tells nothing before."""

    seat: Seat
    what: What
    whose: Seat | None = None
    """of a bid or a card; None for dummy"""
    trick: int = 0
    """to which the card is played"""

    def __str__(self) -> str:
        whose = DUMMY if self.whose is None else _name(self.whose)
        match self.what:
            case "start":
                waits = "to start"
            case "bid":
                waits = f"for {whose}'s bid"
            case "card":
                waits = f"for {whose}'s card to trick {self.trick}"
            case _:
                waits = f"for {self.what}"
        return f"{_name(self.seat)} ready {waits}"


class Teams(NamedTuple):
    """Who plays."""

    north_south: str
    east_west: str

    def __str__(self) -> str:
        return f"Teams : N/S : {_quoted(self.north_south)} E/W : {_quoted(self.east_west)}"


class StartOfBoard(NamedTuple):
    """A board begins; amid another one, it begins instead of that."""

    def __str__(self) -> str:
        return "Start of Board"


class Board(NamedTuple):
    """What is known of a board before the cards."""

    number: int
    dealer: Seat
    vulnerable: frozenset[Side]

    def __str__(self) -> str:
        return f"Board number {self.number}. Dealer {_name(self.dealer)}. {VULNERABLE[self.vulnerable]} vulnerable."


class Hand(NamedTuple):
    """The thirteen cards of a seat, or of dummy."""

    seat: Seat | None
    """None for dummy"""
    cards: Cards

    def __str__(self) -> str:
        suits = (
            " ".join([str(suit).upper(), *([str(card.rank) for card in self.cards if card.suit is suit] or "-")])
            for suit in reversed(Suit)
        )
        return f"{_whose(self.seat)}'s cards : {'. '.join(suits)}."


class Called(NamedTuple):
    """A call, which may be alerted."""

    seat: Seat
    call: str
    """as records have it: `pass`, `1NT`, `X`, `XX`"""
    alert: str | None = None
    """what an alert says of it; None without one"""

    def __str__(self) -> str:
        verb = VERBS.get(self.call, f"bids {self.call}")
        alert = "" if self.alert is None else f" Alert. {_plain(self.alert)}".rstrip()
        return f"{_name(self.seat)} {verb}{alert}"


class ToLead(NamedTuple):
    """Somebody is told to lead: the player, or the declarer for dummy."""

    seat: Seat | None
    """None for dummy"""

    def __str__(self) -> str:
        return f"{_whose(self.seat)} to lead"


class Played(NamedTuple):
    """A card is played; for dummy the declarer says so, with dummy's seat."""

    seat: Seat | None
    """None where the line says dummy"""
    card: Card

    def __str__(self) -> str:
        return f"{_whose(self.seat)} plays {card_name(self.card, 'upper')}"


class Timing(NamedTuple):
    """The end of a board: the seconds that the sides took for it, and for all so far."""

    board: tuple[int, int] = (0, 0)
    total: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        sides = zip(SIDES.values(), self.board, self.total, strict=True)
        told = (f"{side} : this board  {_minutes(board)},  total  {_hours(total)}." for side, board, total in sides)
        return f"Timing - {'  '.join(told)}"


class EndOfSession(NamedTuple):
    """Nothing more is played."""

    def __str__(self) -> str:
        return "End of session"


FromProgram = Connecting | Ready | Called | Played
FromManager = Seated | Teams | StartOfBoard | Board | Hand | Called | ToLead | Played | Timing | EndOfSession
Line = FromProgram | FromManager


def parse_line(text: str) -> Line | None:
    """The line of a text; None for any other."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_LINE:
        for form, read in FORMS.items():
            if (found := form.fullmatch(line)) is not None:
                return read(found)
    return None


def encode_line(line: Line | str) -> bytes:
    """A line as it is sent, in ASCII."""
    return _plain(str(line)).encode("ascii") + ENDING


def _name(seat: Seat) -> str:
    return seat.name.capitalize()


def _whose(seat: Seat | None) -> str:
    return DUMMY.capitalize() if seat is None else _name(seat)


def _plain(text: str) -> str:
    """A text in the characters that the protocol has, as near as possible: `Zoé` as `Zoe`."""
    letters = normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(letter if letter.isprintable() else " " for letter in letters)


def _quoted(team: str) -> str:
    inside = _plain(team).replace('"', "'")
    return f'"{inside}"'


def _minutes(seconds: int) -> str:
    return f"{seconds // 60:02}:{seconds % 60:02}"


def _hours(seconds: int) -> str:
    return f"{seconds // 3600}:{_minutes(seconds % 3600)}"


def _seat(name: str | None) -> Seat | None:
    """The seat of a name; None for dummy, or whatever else it is."""
    return next((seat for seat in SEATS if seat.name == (name or "").upper()), None)


def _own(name: str) -> Seat:
    return Seat[name.upper()]


def _read_connecting(found: re.Match[str]) -> Line:
    return Connecting(found["team"], _seat(found["seat"]), int(found["version"]))


def _read_waiting(found: re.Match[str]) -> Line:
    what: dict[str, What] = {"teams": "teams", "deal": "deal", "cards": "cards", "dummy": "dummy"}
    return Ready(_own(found["seat"]), what[found["what"].lower()])


def _read_board(found: re.Match[str]) -> Line:
    word = found["who"].lower()
    sides = next(sides for sides, known in VULNERABLE.items() if known.lower() == OTHER_WORDS.get(word, word))
    return Board(int(found["number"]), _own(found["dealer"]), sides)


def _read_hand(found: re.Match[str]) -> Line | None:
    cards, suit = [], ""
    for letter in found["cards"].upper().replace("10", "T"):
        if letter in "SHDC":
            suit = letter
        elif (card := find_card(letter + suit, "upper")) is not None:
            cards.append(card)
        elif letter not in " .,;:-":
            return None
    is_whole = len(cards) == len(set(cards)) == HAND_SIZE
    return Hand(_seat(found["whose"]), Cards(cards)) if is_whole else None


def _read_call(found: re.Match[str]) -> Line:
    call = SPELLINGS.get((found["call"] or "").lower())
    if call is None:
        call = found["level"] + ("NT" if found["strain"].upper().startswith("N") else found["strain"].upper())
    return Called(_own(found["seat"]), call, found["alert"])


def _read_play(found: re.Match[str]) -> Line | None:
    card = find_card(found["card"])
    return None if card is None else Played(_seat(found["whose"]), card)


def _read_timing(found: re.Match[str]) -> Line:
    times = [[int(part) for part in time.split(":")] for time in re.findall(r"\d{1,6}(?::\d{1,2})+", found[0])]
    seconds = [sum(part * 60**power for power, part in enumerate(reversed(time))) for time in times]
    return Timing((seconds[0], seconds[2]), (seconds[1], seconds[3])) if len(seconds) == 4 else Timing()


_SEAT = "north|east|south|west"
_ANYBODY = rf"(?P<whose>{_SEAT}|dummy)"
_SHAPES: Final[dict[str, Callable[[re.Match[str]], Line | None]]] = {
    rf"(?P<seat>{_SEAT}) ready for (?P<whose>{_SEAT}|dummy)'s card to trick (?P<trick>\d{{1,2}})\.?": lambda found: (
        Ready(_own(found["seat"]), "card", _seat(found["whose"]), int(found["trick"]))
    ),
    rf"{_ANYBODY} plays? (?P<card>\w+)(?:[. ].*)?": _read_play,
    rf"(?P<seat>{_SEAT}) ready for (?P<whose>{_SEAT})'s bid\.?": lambda found: Ready(
        _own(found["seat"]), "bid", _own(found["whose"])
    ),
    rf"(?P<seat>{_SEAT}) (?:(?:bids? )?(?P<call>pass(?:es)?|x|doubles?|xx|redoubles?)"
    r"|bids? (?P<level>[1-7]) ?(?P<strain>nt?|[cdhs]))(?:[. ]*alert\b[. ]*(?P<alert>.*)|[. ].*)?": _read_call,
    rf"{_ANYBODY} to lead\b.*": lambda found: ToLead(_seat(found["whose"])),
    rf"(?P<seat>{_SEAT}) ready for (?P<what>teams|deal|cards|dummy)\.?": _read_waiting,
    rf"(?P<seat>{_SEAT}) ready to start\.?": lambda found: Ready(_own(found["seat"]), "start"),
    rf"{_ANYBODY}'s cards ?:? ?(?P<cards>.*)": _read_hand,
    r"timing\b.*": _read_timing,
    r"start of board\b.*": lambda _: StartOfBoard(),
    rf"board number (?P<number>\d{{1,9}})\b[. ]*dealer (?P<dealer>{_SEAT})\b[. ]*"
    r"(?P<who>neither|none|both|all|n/?s|e/?w) vulnerable\b.*": _read_board,
    r"end of session\b.*": lambda _: EndOfSession(),
    r'connecting "(?P<team>[^"]*)"(?: as (?P<seat>\w+))? using protocol(?: version)? (?P<version>\d{1,9})\b.*': (
        _read_connecting
    ),
    rf'(?P<seat>{_SEAT}) \(?"?(?P<team>.*?)"?\)? seated\.?': lambda found: Seated(_own(found["seat"]), found["team"]),
    r'teams ?:? ?n/s ?:? ?"(?P<north>[^"]*)"[., ]*e/w ?:? ?"(?P<east>[^"]*)".*': lambda found: Teams(
        found["north"], found["east"]
    ),
}
FORMS: Final = {re.compile(shape, re.IGNORECASE | re.ASCII): read for shape, read in _SHAPES.items()}
"""how lines look, blanks apart, and what reads them; those of the play come first, since there are most of them"""
