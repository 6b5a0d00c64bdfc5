"""Transcripts: what a client at a table sent and got, a JSON object a line. docs/formats.md tells its fields.

Only what concerns the dealing is read: for each deal, what the client knew of it, and in which order.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeVar

from overtrick.core.cards import Cards, parse_card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.match import Match
from overtrick.formats.lines import Line, filled_lines, text_lines
from overtrick.formats.record_format import Source
from overtrick.protocol.fair import NOTHING

T = TypeVar("T", str, int, list[Any], dict[str, Any])
Texts = tuple[str, ...]
Sent = tuple[int, str]
"""what a client sent, after the number of its line"""

EXPECTED: Final = {str: "expected.text", int: "expected.number", list: "expected.list", dict: "expected.object"}


class ToldDeal(NamedTuple):
    """The cards of a deal as the client was told of them."""

    line: int
    nonces: Texts
    marks: Texts
    dealer: Seat
    due: Seat | None
    """who had to deal, where the deals before tell"""
    turn_up: str
    hand: Cards
    """the client's own"""


class Witness:
    """What a client saw of one deal."""

    def __init__(self) -> None:
        self.seat: Seat | None = None
        """the client's own; None if it only looked on"""
        self.games: set[Game] = set()
        """what is played, and if it was told twice and not the same, all of it"""
        self.dealers: set[Seat] = set()
        """who deals, as snapshots told it"""
        self.server: set[str] = set()
        """the server's commitment, and if it was told twice and not the same, all of them"""
        self.lists: list[tuple[int, Texts]] = []
        """the commitments of the seats whenever they were told, with the numbers of the lines"""
        self.bound_with: list[tuple[Game | None, int]] = []
        """the game and the dealer that were told with each of these lists; None and 0 by older versions"""
        self.bound: list[Sent] = []
        """the commitments of the client itself"""
        self.opened: list[Sent] = []
        """its nonces, with the lines that first told them"""
        self.dealt: list[ToldDeal] = []
        """once, at an honest table"""
        self.hands: list[tuple[Seat | None, Cards]] = []
        """what the client held, and on whose seat, whenever it was told later on, since an action was taken back"""
        self.secrets: set[str] = set()
        """the server's, as its commitment"""


Witnesses = Mapping[tuple[str, int], Witness]
"""what was seen of all deals, by the name in its record, that of the table or of a day, and the number of the deal"""


def read_transcript(source: Source) -> Witnesses:
    """What a transcript tells; raises `Invalid`, with the line, for anything that is not of the format.

    A client may have been killed while it wrote a line. What there is of it is skipped, at the end or before a `hello`.
    """
    reader, last, broken = _Reader(), "", None

    def lines() -> Iterator[str]:
        nonlocal last
        for text in text_lines(source):
            last = text
            yield text

    for line in filled_lines(lines()):
        try:
            is_hello = reader.read(line)
        except Invalid as error:
            found = Invalid(error.finding.at(line.number))
            if broken is not None or found.finding.code != "bad-json":
                raise broken or found from None
            broken = found
            continue
        if broken is not None and not is_hello:
            raise broken
        broken = None
    if broken is not None and last.endswith("\n"):
        raise broken
    # Of a deal at which the client was not, it has the server's commitment, which comes with the deal before.
    return {key: seen for key, seen in reader.witnesses.items() if seen.lists or seen.dealt or seen.hands}


class _Fields:
    """A JSON object whose fields must be of the kinds that are asked for; messages leave out what is empty."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def get(self, name: str, kind: type[T]) -> T:
        if name not in self.values:
            raise Invalid("missing-field", field=name)
        return _checked(name, self.values[name], kind)

    def text(self, name: str, default: str = "") -> str:
        return default if self.values.get(name) is None else self.get(name, str)

    def texts(self, name: str) -> Texts:
        return tuple(_checked(name, item, str) for item in self.get(name, list)) if name in self.values else ()

    def seat(self, name: str) -> Seat:
        number = self.get(name, int)
        if number not in tuple(SEATS):
            raise _bad(name, number, "expected.seat")
        return Seat(number)

    def cards(self, name: str) -> Cards:
        return Cards(map(parse_card, self.texts(name)))

    def part(self, name: str) -> _Fields:
        return _Fields(self.get(name, dict))


def _checked(name: str, value: object, kind: type[T]) -> T:
    if type(value) is not kind:
        raise _bad(name, value, EXPECTED[kind])
    return value


def _bad(name: str, value: object, expected: str) -> Invalid:
    return Invalid("bad-field", field=name, value=json.dumps(value, ensure_ascii=False), expected=Phrase(expected))


def _object_of(line: Line) -> _Fields:
    try:
        value = json.loads(line.text)
    except json.JSONDecodeError as error:
        raise Invalid(Finding("bad-json", {"reason": error.msg}, line.number, error.colno)) from None
    except (ValueError, RecursionError) as error:
        raise Invalid("bad-json", reason=str(error)) from None
    if not isinstance(value, dict):
        raise Invalid("bad-transcript-line")
    return _Fields(value)


class _Table:
    """A table as its client knows it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.day = ""
        """the name of the deal of a day that comes first; or nothing"""
        self.seat: Seat | None = None
        self.game: Game | None = None
        self.deal = 0
        """the number of the deal on the table, or of the next one"""
        self.dealer: Seat | None = None
        """who deals or has dealt it; None where nothing tells"""

    def dealt_as(self, deal: int) -> tuple[str, int]:
        """The name and the number of a deal in its record."""
        return (self.day if self.day and deal == 1 else self.name), deal


class _Reader:
    """Goes through a transcript, with a method for each message that tells something, by its direction and type.

    Events do not name their table: it is the one that the client came to last.
    """

    def __init__(self) -> None:
        self.witnesses: dict[tuple[str, int], Witness] = {}
        self.line = 0
        self.told: dict[str, int] = {}
        """the nonces of the client by the lines that first told them, for whichever deal"""
        self.tables: dict[str, _Table] = {}
        self.table = self._at("")
        """a client that is at no table sees nothing of any; what is said there nevertheless is kept under no name"""

    def read(self, line: Line) -> bool:
        """One line; gives whether the client said hello in it."""
        fields, self.line = _object_of(line), line.number
        direction = next((name for name in ("sent", "got") if name in fields.values), "")
        if fields.values.keys() != {"at", direction} or type(fields.values["at"]) not in (int, float):
            raise Invalid("bad-transcript-line")
        message = fields.part(direction)
        handler = getattr(self, f"{direction}_{message.get('type', str)}", None)
        if handler is not None:
            handler(message)
        return handler == self.sent_hello

    def _at(self, name: str) -> _Table:
        return self.tables.setdefault(name, _Table(name))

    def _witness(self, deal: int) -> Witness:
        witness = self.witnesses.setdefault(self.table.dealt_as(deal), Witness())
        witness.seat = self.table.seat
        if self.table.game is not None:
            witness.games.add(self.table.game)
        return witness

    def sent_hello(self, message: _Fields) -> None:
        if table := message.text("table"):  # else it is told to be in the lobby, or stays where it is
            self.table = self._at(table)

    def sent_ready(self, message: _Fields) -> None:
        self._witness(message.get("deal", int)).bound.append((self.line, message.text("commitment", NOTHING)))

    def sent_reveal(self, message: _Fields) -> None:
        nonce = message.get("nonce", str)
        told = self.told.setdefault(nonce, self.line)
        self._witness(message.get("deal", int)).opened.append((told, nonce))

    def got_in_lobby(self, message: _Fields) -> None:
        self.table = self._at("")

    def got_taken(self, message: _Fields) -> None:
        self.table = self._at(message.get("table", str))
        self.table.seat = message.seat("seat")

    def got_snapshot(self, message: _Fields) -> None:
        table = self.table = self._at(message.get("table", str))
        table.seat = message.seat("seat") if "seat" in message.values else None
        table.game, table.day = find_game(message.get("game", str)), message.text("day")
        number = message.get("next_deal", int)
        dealer = Match.start(table.game).dealer if number == 1 else table.dealer if number == table.deal else None
        if message.get("state", str) == "play":
            deal = message.part("deal")
            number, told = deal.get("deal", int), deal.seat("dealer")
            dealer = table.dealer if number == table.deal and table.dealer is not None else told
            self._witness(number).hands.append(self._hand(deal))
            self._witness(number).dealers.add(told)
        table.deal, table.dealer = number, dealer
        witness = self._witness(number)
        witness.server.add(message.get("commitment", str))
        if commitments := message.texts("commitments"):
            witness.lists.append((self.line, commitments))
            is_told = "dealer" in message.values
            witness.bound_with.append((table.game if is_told else None, message.get("dealer", int) if is_told else 0))

    def got_committed(self, message: _Fields) -> None:
        self.table.deal = message.get("deal", int)
        witness = self._witness(self.table.deal)
        witness.server.add(message.get("server", str))
        witness.lists.append((self.line, message.texts("seats")))
        game = message.text("game")
        dealer = message.get("dealer", int) if "dealer" in message.values else 0
        witness.bound_with.append((find_game(game) if game else None, dealer))

    def got_dealt(self, message: _Fields) -> None:
        deal = message.part("deal")
        self.table.deal = deal.get("deal", int)
        nonces, marks, dealer = message.texts("nonces"), message.texts("marks"), deal.seat("dealer")
        dealt = ToldDeal(self.line, nonces, marks, dealer, self.table.dealer, deal.text("turn_up"), deal.cards("hand"))
        self._witness(self.table.deal).dealt.append(dealt)
        self.table.dealer = dealer

    def got_acted(self, message: _Fields) -> None:
        if message.values.get("hand") is not None:
            self._witness(self.table.deal).hands.append(self._hand(message))

    def got_taken_back(self, message: _Fields) -> None:
        # The auction may take another course now, and with it cards that were dealt after it.
        self._witness(self.table.deal).hands = [self._hand(message.part("deal"))]

    def _hand(self, told: _Fields) -> tuple[Seat | None, Cards]:
        """A hand that the client was shown, and whose it is: its own, or that of a bot for which it plays."""
        return told.seat("plays_for") if "plays_for" in told.values else self.table.seat, told.cards("hand")

    def got_scored(self, message: _Fields) -> None:
        self._witness(message.get("deal", int)).secrets.add(message.get("secret", str))
        table, played = self.table, message.values.get("played", True)
        stays = not played and table.game is not None and table.game.passed_out_is_redealt
        table.dealer = table.dealer if stays or table.dealer is None else table.dealer.next
        self._next(message)

    def got_ended(self, message: _Fields) -> None:
        if secret := message.text("secret"):
            self._witness(self.table.deal).secrets.add(secret)
        self._next(message)

    def _next(self, message: _Fields) -> None:
        self.table.deal = message.get("next_deal", int)
        self._witness(self.table.deal).server.add(message.get("commitment", str))

    def got_restarted(self, message: _Fields) -> None:
        if self.table.game is not None and self.table.game.first_dealer is not None:
            self.table.dealer = self.table.game.first_dealer
