"""Records as JSON Lines: one object a line. docs/formats.md tells its fields."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, Final, TextIO, TypeVar

from overtrick.core.actions import ALONE, parse_word
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards, parse_card, parse_hand
from overtrick.core.catalogue import changed_rules, find_preset
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.game import NO_CARDS, Game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain, parse_strain
from overtrick.deal.record import Deal, Record
from overtrick.formats.lines import Line, filled_lines, lines_of, text_lines
from overtrick.formats.record_format import Located, Source

VERSION: Final = 1
IN_RECORDS: Final = tuple(field for field in Contract._fields if field not in ("bids", "nils"))
"""the fields of a contract; what each player bid, the auction says"""

T = TypeVar("T")


def games(source: Source) -> Iterator[Located]:
    """The games of a text or of lines; one that cannot be read has a finding, and the others are read nonetheless."""
    return map(read_line, filled_lines(text_lines(source)))


def read_line(line: Line) -> Located:
    """The game of one line."""
    try:
        return Located(parse_line(line), line=line.number)
    except Invalid as error:
        return Located(None, error.finding, line.number)


def loads(text: str) -> list[Record]:
    """The records of a text; raises `Invalid`, with line and column, for anything that is not of the format."""
    return [parse_line(line) for line in filled_lines(lines_of(text))]


def load(file: Iterable[str] | Iterable[bytes]) -> Iterator[Record]:
    """The records of a file, one by one."""
    return map(parse_line, filled_lines(text_lines(file)))


def dumps(records: Iterable[Record]) -> str:
    """The text of some records, a line each."""
    return "".join(json.dumps(_as_json(record), ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)


def dump(records: Iterable[Record], file: TextIO) -> None:
    """Write some records, a line each."""
    for record in records:
        file.write(dumps([record]))


def parse_line(line: Line) -> Record:
    """The record of one line."""
    return _Reader(line, parse_json(line.text, line.number)).record()


def parse_json(text: str, line: int) -> Any:
    """The value of a JSON text that begins on some line; raises `Invalid` for any other text."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # half of a surrogate pair could not be written again
    except json.JSONDecodeError as error:
        spot = (line + error.lineno - 1, error.colno)
        raise Invalid(Finding("bad-json", {"reason": error.msg}, *spot)) from None
    except (ValueError, RecursionError) as error:
        raise Invalid(Finding("bad-json", {"reason": str(error)}, line, 1)) from None
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value")


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large")
    return value


class _Reader:
    """Reads one record; each refusal names the field, what it holds and what was expected, and where it stands."""

    def __init__(self, line: Line, value: object) -> None:
        self.line = line
        self.root = self.object_of(value, "")

    def record(self) -> Record:
        root = self.root
        self.only_known(root, _FIELDS, "")
        version = root.get("v", VERSION)
        if type(version) is not int or version != VERSION:
            raise self.bad("v", version, "expected.version")
        game = self.game()
        return Record(
            game,
            plays=self.cards(game, root.get("plays"), "plays"),
            contract=self.contract(game, root.get("contract")),
            deal=self.deal(game, root.get("deal")),
            dealer=self.optional(root.get("dealer"), "dealer", self.seat),
            seats=self.names(root.get("seats")),
            auction=self.list_of(root.get("auction"), "auction", self.text),
            scores=self.optional(root.get("scores"), "scores", self.scores),
            said=None if root.get("said") is None else self.list_of(root["said"], "said", self.word),
            fair=self.optional(root.get("fair"), "fair", self.object_of),
            tags=self.optional(root.get("tags"), "tags", self.object_of) or {},
        )

    def game(self) -> Game:
        if "game" not in self.root:
            raise Invalid(Finding("missing-field", {"field": "game"}, self.line.number, 1))
        name = self.text(self.root["game"], "game")
        preset = self.optional(self.root.get("preset"), "preset", self.text)
        house = self.optional(self.root.get("house"), "house", self.object_of) or {}
        try:
            return find_preset(name, preset).with_house_rules(house)
        except Invalid as error:
            field = {"unknown-game": "game", "broken-game": "game", "unknown-preset": "preset"}.get(
                error.finding.code, "house"
            )
            raise self.located(error, field) from None

    def deal(self, game: Game, value: object) -> Deal:
        if value is None:
            return Deal()
        deal = self.object_of(value, "deal")
        self.only_known(deal, Deal._fields, "deal.")
        card, beside = self.card_reader(game), game.dealing.beside
        return Deal(
            self.optional(deal.get("hands"), "deal.hands", lambda hands, path: self.hands(game, hands, path)),
            self.optional(deal.get("turn_up"), "deal.turn_up", self.card_reader(game, beside)),
            self.cards(game, deal.get("kitty"), "deal.kitty", beside),
            self.optional(deal.get("discard"), "deal.discard", card),
            self.known(game, deal.get("known"), "deal.known"),
            self.cards(game, deal.get("given"), "deal.given"),
        )

    def known(self, game: Game, value: object, path: str) -> tuple[tuple[Card, ...], ...]:
        """What is known of hands that are not known whole."""
        hands = () if value is None else self.hands(game, value, path)
        return tuple(hand or () for hand in hands)

    def hands(self, game: Game, value: object, path: str) -> tuple[tuple[Card, ...] | None, ...]:
        """Four hands, each a list of cards or a text such as `AK.T9..72`, or null."""
        if not isinstance(value, list) or len(value) != len(SEATS):
            raise self.bad(path, value, "expected.four-hands")

        def hand(item: object, where: str) -> tuple[Card, ...]:
            if isinstance(item, str):
                try:
                    item = [str(c) for c in parse_hand(item)]
                except Invalid as error:
                    raise self.located(error, where) from None
            return self.cards(game, item, where)

        return tuple(None if item is None else hand(item, f"{path}[{number}]") for number, item in enumerate(value))

    def contract(self, game: Game, value: object) -> Contract | None:
        if value is None:
            return None
        contract = self.object_of(value, "contract")
        self.only_known(contract, IN_RECORDS, "contract.")
        if "strain" not in contract:
            raise Invalid(Finding("missing-field", {"field": "contract.strain"}, self.line.number, 1))
        seat = self.optional(contract.get("seat"), "contract.seat", self.seat)
        side = self.optional(contract.get("side"), "contract.side", self.side)
        if seat is not None and side not in (None, seat.side):
            raise self.bad("contract.side", side, "expected.side-of-seat")
        value, double = contract.get("value"), contract.get("double", 0)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | str)):
            raise self.bad("contract.value", value, "expected.value")
        if type(double) is not int or double not in (0, 1, 2):
            raise self.bad("contract.double", double, "expected.double")
        strain, side = self.strain(game, contract["strain"]), side or (seat.side if seat else None)
        lone = (seat,) if value == ALONE and seat is not None else ()
        alone = self.list_of(contract.get("alone"), "contract.alone", self.seat)
        if len({each.side for each in alone}) < len(alone):
            raise self.bad("contract.alone", contract["alone"], "expected.alone")
        return Contract(strain, side, seat, value, double, alone or lone)

    def strain(self, game: Game, value: object) -> Strain:
        try:
            strain = parse_strain(self.text(value, "contract.strain"))
            game.rules(strain)
        except Invalid as error:
            raise self.located(error, "contract.strain") from None
        return strain

    def cards(self, game: Game, value: object, path: str, beside: Cards = NO_CARDS) -> tuple[Card, ...]:
        if isinstance(value, list):
            names = _names(game.pack)
            with suppress(KeyError, TypeError):  # a card in another notation, or none
                return tuple([names[name] for name in value])
        return self.list_of(value, path, self.card_reader(game, beside))

    def card_reader(self, game: Game, beside: Cards = NO_CARDS) -> Callable[[object, str], Card]:
        """What reads a card of the pack, or of some cards beside it."""

        def card(value: object, path: str) -> Card:
            try:
                card = parse_card(self.text(value, path))
                if card not in game.pack and card not in beside:
                    raise Invalid("not-in-pack", card=str(card), game=game.name)
            except Invalid as error:
                raise self.located(error, path) from None
            return card

        return card

    def seat(self, value: object, path: str) -> Seat:
        """A number, or a letter as Bridge has it."""
        for seat in Seat:
            if (type(value) is int and value == seat) or value == seat.letter:
                return seat
        raise self.bad(path, value, "expected.seat")

    def side(self, value: object, path: str) -> Side:
        if type(value) is not int or value not in tuple(Side):
            raise self.bad(path, value, "expected.side")
        return Side(value)

    def names(self, value: object) -> tuple[str, str, str, str]:
        names = self.list_of(["", "", "", ""] if value is None else value, "seats", self.text)
        if len(names) != len(SEATS):
            raise self.bad("seats", value, "expected.four-names")
        return (names[0], names[1], names[2], names[3])

    def scores(self, value: object, path: str) -> tuple[int, int]:
        if not isinstance(value, list) or len(value) != 2 or any(type(score) is not int for score in value):
            raise self.bad(path, value, "expected.scores")
        return (value[0], value[1])

    def word(self, value: object, path: str) -> tuple[int, str]:
        if isinstance(value, list) and len(value) == 2 and type(value[0]) is int and isinstance(value[1], str):
            return (value[0], parse_word(value[1]) or value[1])
        raise self.bad(path, value, "expected.word")

    def text(self, value: object, path: str) -> str:
        if not isinstance(value, str):
            raise self.bad(path, value, "expected.text")
        return value

    def object_of(self, value: object, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self.bad(path, value, "expected.object")
        return value

    def list_of(self, value: object, path: str, item: Callable[[object, str], T]) -> tuple[T, ...]:
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.bad(path, value, "expected.list")
        return tuple(item(member, f"{path}[{number}]") for number, member in enumerate(value))

    def optional(self, value: object, path: str, kind: Callable[[object, str], T]) -> T | None:
        return None if value is None else kind(value, path)

    def only_known(self, value: Mapping[str, object], known: Iterable[str], path: str) -> None:
        for name in value:
            if name not in known:
                finding = Finding("unknown-field", {"field": path + name, "known": ", ".join(known)})
                raise self.located(Invalid(finding), path + name)

    def bad(self, path: str, value: object, expected: str) -> Invalid:
        shown = json.dumps(value, ensure_ascii=False)
        short = shown if len(shown) <= 40 else shown[:39] + "…"
        return self.located(Invalid("bad-field", field=path, value=short, expected=Phrase(expected)), path)

    def located(self, error: Invalid, path: str) -> Invalid:
        """The error at the spot of a field in the line."""
        return Invalid(error.finding.at(self.line.number, _offset(self.line.text, path) + 1))


@cache
def _names(pack: Cards) -> Mapping[str, Card]:
    """The cards of a pack by the names that we write."""
    return {str(card): card for card in pack}


def _offset(text: str, path: str) -> int:
    """Where the value of a field such as `deal.hands[2]` begins in the text of a JSON object, which must be valid."""
    decode, at = json.JSONDecoder().raw_decode, _skip(text, 0)
    for name in re.findall(r"[^.\[\]]+", path):
        if text[at] not in "[{":
            break  # a hand may be a text, whose cards have no spots of their own
        is_object, member, found = text[at] == "{", 0, at
        at = _skip(text, at + 1)
        while text[at] not in "]}":
            key, value = str(member), at
            if is_object:
                key, end = decode(text, at)
                value = _skip(text, _skip(text, end) + 1)
            if key == name:
                found = value  # go on: of two fields with one name, JSON takes the last
            at = _skip(text, decode(text, value)[1])
            at = _skip(text, at + 1) if text[at] == "," else at
            member += 1
        at = found
    return at


def _skip(text: str, at: int) -> int:
    """Where the next character stands that is no blank."""
    while text[at] in " \t\r\n":
        at += 1
    return at


_FIELDS: Final = (
    *("v", "game", "preset", "house", "seats", "dealer", "deal"),
    *("auction", "contract", "plays", "said", "scores", "fair", "tags"),
)


def _as_json(record: Record) -> dict[str, object]:
    game, deal, contract = record.game, record.deal, record.contract
    return {
        "v": VERSION,
        "game": game.name,
        "preset": game.preset,
        "house": changed_rules(game),
        "seats": list(record.seats),
        "dealer": record.dealer,
        "deal": {
            "hands": deal.hands and [hand and list(map(str, hand)) for hand in deal.hands],
            "turn_up": deal.turn_up and str(deal.turn_up),
            "kitty": list(map(str, deal.kitty)),
            "discard": deal.discard and str(deal.discard),
            **({"known": [list(map(str, hand)) for hand in deal.known]} if deal.known else {}),
            **({"given": list(map(str, deal.given))} if deal.given else {}),
        },
        "auction": list(record.auction),
        "contract": contract and contract_as_json(contract),
        "plays": list(map(str, record.plays)),
        **({} if record.said is None else {"said": list(map(list, record.said))}),
        "scores": record.scores and list(record.scores),
        "fair": record.fair,
        "tags": dict(record.tags),
    }


def contract_as_json(contract: Contract) -> dict[str, object]:
    """A contract as it stands in a record."""
    fields = contract._replace(bids=None).as_json()
    if len(contract.alone) < 2:  # that the taker alone has no partner, the bid says
        del fields["alone"]
    return fields
