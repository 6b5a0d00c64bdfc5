"""USEBIO, the XML of results: a record for each board of a section, with its traveller as a `ScoreTable`.

So the results are those of tournament files in PBN, and standings and converters need nothing else. The names of the
pairs stand with the first record as a `TotalScoreTable`; hands are those of the hand set with the board's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from overtrick.core.cards import Cards, hand_text
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Deal, Record
from overtrick.formats.record_format import Located, RecordFormat, Spot
from overtrick.games.bridge.hands import SUITS_DOWN, Hand, Hands, deal_of
from overtrick.games.bridge.notation import (
    SEATS_BY_NAME,
    Masks,
    add_board,
    bridge,
    check_writable,
    declarer_tricks,
    scored,
)
from overtrick.games.bridge.score_tables import (
    SEAT_COLUMNS,
    SIDES,
    Entry,
    Row,
    adjusted_of,
    entries_of,
    rows_of,
    side_of,
    two_names,
)

SUITS: Final = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
COLUMNS: Final = {
    "Section": "",
    "PairId_NS": "NS_PAIR_NUMBER",
    "PairId_EW": "EW_PAIR_NUMBER",
    **{f"PlayerId_{seat}": f"{seat[0]}_PLAYER_NUMBER" for seat in SEAT_COLUMNS},
    "Contract": "CONTRACT",
    "Declarer": "PLAYED_BY",
    "Result": "TRICKS",
    "Lead": "LEAD",
    "MP_NS": "NS_MATCH_POINTS",
    "MP_EW": "EW_MATCH_POINTS",
}
"""the columns of a `ScoreTable` with the elements of a line of a traveller, but for the scores"""
_ADJUSTED: Final = re.compile(r"A\s*(\d\d|100)\s*(\d\d|100)", re.IGNORECASE)
ARTIFICIAL: Final = "ARTIFICIAL_SCORE"
"""the element of a line that has no result; its points of 0 are none, and its match points tell the ruling"""
_DATE: Final = re.compile(r"(.*?)[.](.*?)[.](.*)", re.DOTALL)
_POINTS: Final = re.compile(r"\d{1,6}(?:\.\d{1,6})?", re.ASCII)
_NUMBER: Final = re.compile(r"[1-9]\d{0,4}", re.ASCII)
DEEPEST: Final = 100
SCORINGS: Final = {"MATCH_POINTS": "MP", "CROSS_IMPS": "IMP;Cross", "IMPS": "IMP"}


class Element:
    """An element of XML with its spot."""

    def __init__(self, tag: str, attributes: Mapping[str, str], spot: Spot) -> None:
        self.tag, self.attributes, self.spot = tag, attributes, spot
        self.children: list[Element] = []
        self.texts: list[str] = []
        """in pieces, as they come"""

    def value(self, tag: str) -> str:
        """The text of the first child with a tag, or nothing."""
        return next(("".join(child.texts).strip() for child in self.children if child.tag == tag), "")

    def all(self, tag: str) -> Iterator[Element]:
        """All elements with a tag below this one."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.all(tag)


def parsed(text: str) -> Element:
    """The root of a document; raises `Invalid` where it is no XML, or one that no program writes."""
    root = Element("", {}, (1, 1))
    stack = [root]
    parser = expat.ParserCreate("utf-8")  # the text is decoded already, whatever its first line says

    def start(tag: str, attributes: dict[str, str]) -> None:
        spot = (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        if len(stack) > DEEPEST:
            raise Invalid(Finding("bad-xml", {"reason": "nested too deeply"}, *spot))
        stack[-1].children.append(Element(tag.upper(), attributes, spot))
        stack.append(stack[-1].children[-1])

    parser.StartElementHandler = start
    parser.CharacterDataHandler = lambda some: stack[-1].texts.append(some)
    parser.EndElementHandler = lambda tag: stack.pop()
    try:
        parser.Parse(text.strip().encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        values = {"reason": expat.ErrorString(error.code)}
        raise Invalid(Finding("bad-xml", values, error.lineno, error.offset + 1)) from None
    return root


def read(text: str) -> Iterator[Located]:
    """The boards of a document."""
    try:
        root = parsed(text)
    except Invalid as error:
        yield Located(None, error.finding, error.finding.line or 1)
        return
    deals = {board.value("BOARD_NUMBER"): _deal(board) for board in _boards_of(root.all("HANDSET"))}
    event = next(root.all("EVENT"), root)
    tags: dict[str, object] = {
        "Event": event.value("EVENT_DESCRIPTION"),
        "Date": ".".join(reversed(event.value("DATE").split("/"))),
        "Scoring": SCORINGS.get(event.value("BOARD_SCORING_METHOD"), ""),
    }
    tags = {name: value for name, value in tags.items() if value}
    names = _names(root)
    boards: dict[str, list[tuple[Element, str]]] = {}
    for section in [*root.all("SECTION")] or [event]:
        for board in section.all("BOARD"):
            shown = section.attributes.get("SECTION_ID", "") if section.tag == "SECTION" else ""
            boards.setdefault(board.value("BOARD_NUMBER"), []).append((board, shown))
    has_sections = len({section for lines in boards.values() for _, section in lines}) > 1
    for number, parts in boards.items():
        lines = [(line, section) for board, section in parts for line in board.all("TRAVELLER_LINE")]
        deal, findings = deals.get(number, (Deal(), []))
        own = {"Board": number, "ScoreTable": _table(lines, has_sections)}
        if names:
            own["TotalScoreTable"], names = names, {}
        spot = parts[0][0].spot
        record = Record(
            bridge(str(tags.get("Scoring", ""))), deal=deal, dealer=_dealer(number, deal), tags={**tags, **own}
        )
        yield Located(record, findings[0] if findings else None, spot[0], fields={"Board": spot})


def _boards_of(sets: Iterable[Element]) -> Iterator[Element]:
    return (board for one in sets for board in one.all("BOARD"))


def _dealer(number: str, deal: Deal) -> Seat | None:
    return SEATS[(int(number) - 1) % len(SEATS)] if _NUMBER.fullmatch(number) and deal.hands else None


def _deal(board: Element) -> tuple[Deal, list[Finding]]:
    hands, told = Hands(), dict[Seat, Hand | None]()
    for element in board.all("HAND"):
        seat = SEATS_BY_NAME.get(element.value("DIRECTION").lower())
        if seat is not None:
            texts = [element.value(suit).strip("-") for suit in SUITS]
            suits = [(text, suit, element.spot) for text, suit in zip(texts, SUITS_DOWN, strict=True)]
            told[seat] = hands.read(suits, element.spot)
    return deal_of([told.get(seat) for seat in SEATS])[0], hands.findings


def _names(root: Element) -> dict[str, object]:
    """The names of pairs, or of players in an individual event, as a table, by sections and sides."""
    found: dict[tuple[str, str, str], str] = {}
    for section in (*root.all("SECTION"), root):
        shown = section.attributes.get("SECTION_ID", "")
        for pair in section.all("PAIR"):
            players = [player.value("PLAYER_NAME") for player in pair.all("PLAYER")]
            key = shown, pair.value("PAIR_NUMBER"), side_of(pair.value("DIRECTION"))
            found.setdefault(key, " & ".join(filter(None, players)))
        for player in section.all("PLAYER"):
            found.setdefault((shown, player.value("PLAYER_NUMBER"), ""), player.value("PLAYER_NAME"))
    columns = ("Section", "PairId", "Direction", "Names")
    rows = [
        dict(zip(columns, (section, number, side, name), strict=True))
        for (section, number, side), name in found.items()
        if number and name
    ]
    return _in_use(columns, rows) if rows else {}


def _table(lines: Iterable[tuple[Element, str]], has_sections: bool) -> dict[str, object]:
    """The lines of a traveller as a `ScoreTable`."""
    rows, told = [], list(lines)
    top = max((sum(_match_points(line)) for line, _ in told if not line.value(ARTIFICIAL)), default=0.0)
    for line, section in told:
        cells = {column: line.value(tag) for column, tag in COLUMNS.items()}
        cells["Section"] = section if has_sections else ""
        cells["Score_NS"], cells["Score_EW"] = _scores(line, top)
        rows.append(cells)
    return _in_use((*COLUMNS, "Score_NS", "Score_EW"), rows)


def _in_use(columns: Iterable[str], rows: Sequence[Mapping[str, str]]) -> dict[str, object]:
    """A table with those of its columns that are in use."""
    used = [name for name in columns if any(row[name] for row in rows)]
    return {"value": ";".join(used), "rows": [" ".join(_cell(row[name]) for name in used) for row in rows]}


def _scores(line: Element, top: float) -> tuple[str, str]:
    """The points of a line for N-S, or what both sides have by a ruling, where the best score of the board is `top`."""
    score = line.value("SCORE")
    adjusted = _ADJUSTED.fullmatch(score)
    if adjusted is not None:
        return f"{adjusted[1]}%", f"{adjusted[2]}%"
    if not line.value(ARTIFICIAL):
        return score, ""
    points = _match_points(line)
    first, second = (f"{min(100 * mine / top, 100):.4g}%" if points and top else "" for mine in points or (0, 0))
    return first, second


def _match_points(line: Element) -> list[float]:
    """What both sides have for a line; nothing where it does not say so."""
    texts = [line.value(f"{side}_MATCH_POINTS") for side in ("NS", "EW")]
    return list(map(float, texts)) if all(map(_POINTS.fullmatch, texts)) else []


def _cell(text: str) -> str:
    plain = " ".join(text.replace('"', "'").split())
    return "-" if not plain else f'"{plain}"' if re.search(r"[^\w+-]", plain, re.ASCII) else plain


def write(records: Iterable[Record]) -> str:
    """A document of pairs, or of individuals where a `ScoreTable` has them, by the sections that the tables name."""
    all_records = list(records)
    numbers = dict[str, str]()
    entries: dict[Entry, None] = {}
    sections: dict[str, dict[str, list[Row]]] = {}
    for record in all_records:
        check_writable(record)
        if record.board is None:
            raise Invalid("not-writable", reason=Phrase("reason.board-number"))
        entries |= dict.fromkeys(entries_of(record))
        for row in list(rows_of(record, "ScoreTable")) or [_row(record, numbers)]:
            boards = sections.setdefault(row.get("section", ""), {})
            boards.setdefault(str(record.board), []).extend([_numbered(row, numbers)] if row else [])
    entries |= dict.fromkeys(Entry("", number, "", name) for name, number in numbers.items())
    lines = ['<?xml version="1.0" encoding="utf-8"?>', '<USEBIO Version="1.2">', '<EVENT EVENT_TYPE="PAIRS">']
    lines += _about(all_records[0].tags if all_records else {})
    lines += _participants(entry for entry in entries if entry.section not in sections or not entry.section)
    for section, boards in sections.items():
        if section:
            lines.append(f"<SECTION SECTION_ID={quoteattr(section)}>")
            lines += _participants(entry for entry in entries if entry.section == section)
        for board, results in boards.items():
            lines += ["<BOARD>", _element("BOARD_NUMBER", board)]
            lines += [f"<TRAVELLER_LINE>{_line(row)}</TRAVELLER_LINE>" for row in results]
            lines.append("</BOARD>")
        if section:
            lines.append("</SECTION>")
    lines += ["</EVENT>", "<HANDSET>", *_hand_set(all_records), "</HANDSET>", "</USEBIO>"]
    return "".join(f"{line}\n" for line in lines)


def _numbered(row: Row, numbers: dict[str, str]) -> Row:
    """A row whose pairs have numbers, where it has only their names."""
    named = {f"pairid_{side}": row.get(f"names_{side}", "") for side in map(str.lower, SIDES)}
    found = {
        column: numbers.setdefault(" & ".join(filter(None, two_names(name))), str(len(numbers) + 1))
        for column, name in named.items()
        if name and not row.get(column)
    }
    return {**row, **found}


def _participants(entries: Iterable[Entry]) -> Iterator[str]:
    """The pairs of a section, or of all of them."""
    pairs = list(entries)
    if not pairs:
        return
    yield "<PARTICIPANTS>"
    for entry in pairs:
        side = _element("DIRECTION", entry.side) if entry.side else ""
        players = "".join(f"<PLAYER>{_element('PLAYER_NAME', one)}</PLAYER>" for one in two_names(entry.name) if one)
        yield f"<PAIR>{_element('PAIR_NUMBER', entry.number)}{side}{players}</PAIR>"
    yield "</PARTICIPANTS>"


def _about(tags: Mapping[str, object]) -> Iterator[str]:
    """What is said of an event."""
    known = str(tags.get("Scoring", "")).lower().replace("matchpoints", "mp")
    scoring = next((method for method, name in SCORINGS.items() if known.startswith(name.lower())), "")
    date = _DATE.sub(r"\3/\2/\1", str(tags.get("Date", "")))
    date = "" if "?" in date else date
    told = {"BOARD_SCORING_METHOD": scoring, "EVENT_DESCRIPTION": str(tags.get("Event", "")), "DATE": date}
    return (_element(tag, text) for tag, text in told.items() if text)


def _hand_set(records: Iterable[Record]) -> Iterator[str]:
    """The hands of the boards, as far as they are known."""
    known = dict[int, Masks]()
    for record in records:
        if record.board and record.deal.hands:
            add_board(known, record.board, tuple(Cards(hand or ()).mask for hand in record.deal.hands))
    for number, hands in known.items():
        yield f"<BOARD>{_element('BOARD_NUMBER', str(number))}"
        for seat, hand in zip(SEATS, hands, strict=True):
            if hand:
                suits = zip(SUITS, hand_text(Cards.from_mask(hand)).split("."), strict=True)
                held = "".join(_element(suit, ranks) for suit, ranks in suits)
                yield f"<HAND>{_element('DIRECTION', seat.name.title())}{held}</HAND>"
        yield "</BOARD>"


def _element(tag: str, text: str) -> str:
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return f"<{tag}>{escape(plain)}</{tag}>"


def _row(record: Record, numbers: dict[str, str]) -> dict[str, str]:
    """The result of a record of one table as a row; the pairs get numbers. Nothing where there is no result."""
    north, east, south, west = (name.strip() for name in record.seats)
    contract, scores = record.contract, record.scores or scored(record)
    is_pass = record.auction == ("pass",) * len(SEATS) or record.tags.get("Contract") == "Pass"
    if scores is None and not is_pass:
        return {}
    pairs = [" & ".join(filter(None, pair)) for pair in ((north, south), (east, west))]
    first, second = (numbers.setdefault(pair, str(len(numbers) + 1)) for pair in pairs)
    net = 0 if scores is None else scores[0] - scores[1]
    row = {"pairid_ns": first, "pairid_ew": second, "score_ns": str(net)}
    if contract is None:
        return {**row, "contract": "PASS"} if is_pass else row
    tricks = declarer_tricks(record)
    return {
        **row,
        "contract": f"{contract.value or ''}{contract.strain}{'x' * contract.double}",
        "declarer": contract.seat.letter if contract.seat else "",
        "result": "" if tricks is None else str(tricks),
    }


def _line(row: Row) -> str:
    """The elements of a line of a traveller."""
    cells = {tag: row.get(column.lower(), "") for column, tag in COLUMNS.items() if tag}
    adjusted = adjusted_of(row)
    if adjusted is not None:
        cells |= dict.fromkeys(("CONTRACT", "PLAYED_BY", "TRICKS", "LEAD"), "")
        cells["SCORE"] = "A" + "".join(f"{round(share):02}" for share in adjusted)
    else:
        first, second = row.get("score_ns", ""), row.get("score_ew", "")
        cells["SCORE"] = first or (f"-{second}".replace("--", "") if second else "")
    return "".join(_element(tag, text) for tag, text in cells.items() if text)


FORMAT: Final = RecordFormat(read, write)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
