"""Who won a club evening: pairs or teams ranked over many records.

A pair is known by its two names, in any order. Records that cannot count (wrong, unfinished, without names) are told
and left out, and so is a board that a pair plays twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count
from typing import Final, Literal, NamedTuple, TypeVar

from overtrick.core.catalogue import only_for
from overtrick.core.comparing import cross_imps, imps, matchpoints, victory_points
from overtrick.core.errors import Finding, Invalid
from overtrick.core.scoring import Scores
from overtrick.deal.record import Names, Record
from overtrick.formats.result_text import Sitting, form_of
from overtrick.referee.judging import judge
from overtrick.referee.paperwork import wrong_score
from overtrick.referee.verdict import Fault

T = TypeVar("T", bound=Hashable)

Measure = Literal["mp", "imp", "vp", "points"]
"""matchpoints, IMPs, victory points, or the points of the game"""

AND: Final = " & "
ROOMS: Final = ("open", "closed")
MATCH_TAGS: Final = ("Event", "Stage", "Round", "Table", "HomeTeam", "VisitTeam")
"""the tags that tell one team match from another"""
SCORING, DATE = "Scoring", "Date"
UNKNOWN: Final = "?"
"""the name of a player whom nobody knows"""
AVERAGE, ADJUSTED_IMPS = 50, 3
DECIMALS: Final = ("percent", "vp")
"""the columns that are no whole numbers"""


Key = frozenset[str]
"""A pair: its names, in no order."""


class Counted(NamedTuple):
    """A record that counts."""

    number: int
    """its number among the records, from 0"""
    record: Record
    scores: Scores
    worth: Scores
    """what the deal counts in a match"""
    pairs: tuple[Key, Key]
    adjusted: tuple[float, float] | None = None
    """what the pairs have by a ruling, in percent of the best score, instead of scores"""

    @property
    def net(self) -> int:
        """What side 1 scored more than side 2."""
        return self.scores[0] - self.scores[1]


class StandingsRow(NamedTuple):
    """A line of the standings."""

    rank: int
    is_tied: bool
    name: str
    values: Mapping[str, float]
    """what was counted, by the names of the columns; the last one makes the rank"""


class Standings(NamedTuple):
    """The ranking, and which records were left out of it and why, by their numbers in all files together."""

    rows: tuple[StandingsRow, ...]
    left_out: tuple[tuple[int, Finding | Fault], ...]


def standings(files: Iterable[Iterable[Record]], by: Measure | None = None) -> Standings:
    """Rank the pairs of the records of some files, all of one game, or its teams where the records have rooms.

    A record may have the results of many tables (`ScoreTable`). What writers say once for all records of a file, those
    behind it inherit, and numbers of pairs have the names of their own file. By default it goes by matchpoints where
    tables are compared, by IMPs if the records say that they are scored so, and else by points. IMPs and victory points
    are those of teams if the records name rooms; else IMPs are against all other tables, and there are no victory
    points.
    """
    filled = [_with_inherited(records) for records in files]
    all_records = list(chain.from_iterable(filled))
    games = sorted({record.game.name for record in all_records})
    if not games:
        raise Invalid("empty")
    if len(games) > 1:
        raise Invalid("several-kinds", games=", ".join(games))
    is_compared = all_records[0].game.is_compared
    by = by or (_usual(all_records) if is_compared else "points")
    if by != "points" and not is_compared:
        raise only_for(f"--by {by}", lambda game: game.is_compared)
    table = _Table(filled)
    if by == "points":
        table.points()
    elif by == "mp":
        table.compare(_add_matchpoints)
    elif table.has_rooms:
        table.teams(by)
    elif by == "imp":
        table.compare(_add_cross_imps)
    else:
        raise Invalid("no-rooms")
    return Standings(_ranked(table), tuple(sorted(table.left_out, key=lambda item: item[0])))


class Settled(NamedTuple):
    """What a finished deal that is right brings to each side."""

    scores: Scores
    worth: Scores
    """what it counts in a match"""


def settled(record: Record) -> Settled | Finding | Fault:
    """What a finished deal brings, or why it does not.

    A record without cards counts by the result that it states, in games whose records do.
    """
    form = form_of(record.game)
    stated = None if form is None or record.plays else form.stated(record)
    if stated is None:
        judgement = judge(record)
        if judgement.finding is not None or judgement.final is None:
            return judgement.finding or Finding("unsettled")
        return Settled(judgement.final, judgement.worth or judgement.final)
    if record.scores is not None and record.scores != stated:
        return wrong_score(record.scores, stated)
    return Settled(stated, stated)


class _Table:
    """Adds up what pairs or teams have, and remembers what was left out."""

    def __init__(self, files: Iterable[Sequence[Record]]) -> None:
        self.left_out: list[tuple[int, Finding | Fault]] = []
        self.shown: dict[Hashable, str] = {}
        """the names of pairs and teams as they were written first"""
        self.values: dict[Hashable, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        """what each of them has, by columns"""
        self.results: list[Counted] = []
        numbers = count()
        for records in files:
            forms = {record.game: form_of(record.game) for record in records}
            names: dict[str, str] = {}
            for record in records:
                form = forms[record.game]
                names |= form.names(record) if form else {}
            for record in records:
                form, number = forms[record.game], next(numbers)
                sittings = form.sittings(record, names) if form else ()
                if form and (unread := form.unread(record)):
                    self.left_out.append((number, Finding("rows-unread", {"count": unread})))
                self.results += self._sat(number, record, sittings) if sittings else self._result(number, record)
        self.has_rooms = any(_room(result.record) for result in self.results)

    def _sat(self, number: int, record: Record, sittings: Sequence[Sitting]) -> list[Counted]:
        """The results of all tables of a board."""
        found = (
            Counted(number, record, scores, scores, self._pairs(seats), adjusted)
            for seats, scores, adjusted in sittings
        )
        return [result for result in found if self._has_two_pairs(result)]

    def _pairs(self, seats: Names) -> tuple[Key, Key]:
        north, east, south, west = seats
        return self._pair(north, south), self._pair(east, west)

    def _result(self, number: int, record: Record) -> list[Counted]:
        north, east, south, west = (name.strip() for name in record.seats)
        found = settled(record)
        if isinstance(found, Settled) and not ((north or south) and (east or west)):
            found = Finding("no-names")
        if not isinstance(found, Settled):
            self.left_out.append((number, found))
            return []
        seats = north or UNKNOWN, east or UNKNOWN, south or UNKNOWN, west or UNKNOWN
        result = Counted(number, record, *found, self._pairs(seats))
        return [result] if self._has_two_pairs(result) else []

    def _has_two_pairs(self, result: Counted) -> bool:
        """Whether a pair does not play against itself, which is told."""
        first, second = result.pairs
        if first == second:
            self._leave_out(result, Finding("one-pair", {"pair": self.shown[first]}))
        return first != second

    def _pair(self, first: str, second: str) -> Key:
        """A pair, which may have one text for its two names."""
        names = [name for name in (first, second) if name] or [UNKNOWN]
        key = frozenset(names)
        self.shown.setdefault(key, AND.join(names))
        return key

    def add(self, key: Hashable, **amounts: float) -> None:
        """Add to what a pair or team has."""
        for column, amount in amounts.items():
            self.values[key][column] += amount

    def points(self) -> None:
        """The points of each deal, as they count in a match; where tables are compared, less those of the others."""
        for result in self.results:
            if result.adjusted is not None:
                self._leave_out(result, Finding("adjusted", {"board": result.record.board or 0}))
                continue
            first, second = result.scores
            shares = (result.net, -result.net) if result.record.game.is_compared else result.worth
            for key, mine, theirs, share in zip(result.pairs, (first, second), (second, first), shares, strict=True):
                self.add(key, deals=1, wins=mine > theirs, points=share)

    def compare(self, add: Callable[[_Table, Sequence[Counted]], None]) -> None:
        """Compare the tables of each board."""
        for tables in self._boards(self.results).values():
            once, seen = [], set[Key]()
            for result in tables:
                if seen.isdisjoint(result.pairs):
                    once.append(result)
                    seen.update(result.pairs)
                else:
                    self._leave_out(result, Finding("board-twice", {"board": result.record.board or 0}))
            played = [result for result in once if result.adjusted is None]
            if len(played) > 1:
                add(self, once)
            else:
                for result in once:
                    self._leave_out(result, Finding("board-once", {"board": result.record.board or 0}))

    def _boards(self, results: Iterable[Counted]) -> dict[Hashable, list[Counted]]:
        """The results of each board; boards of one number with different cards are different boards.

        So are those without cards of different days. Else a result without cards belongs to the only deal of the board.
        """
        boards: dict[Hashable, list[Counted]] = defaultdict(list)
        known: dict[int, set[tuple[str, Hashable]]] = defaultdict(set)
        numbered = []
        for result in results:
            if result.record.board is None:
                self._leave_out(result, Finding("no-board"))
            else:
                told = result.record.tag(DATE), _cards(result.record)
                numbered.append((result.record.board, *told, result))
                known[result.record.board].add(told)
        for board, day, cards, result in numbered:
            if cards is None:
                day = day or _only(each for each, _ in known[board] if each) or ""
                cards = _only(dealt for each, dealt in known[board] if dealt and (each == day or not (each and day)))
            boards[board, cards or day].append(result)
        return boards

    def teams(self, by: Measure) -> None:
        """Compare the two rooms of each board of each match."""
        matches: dict[Hashable, list[Counted]] = defaultdict(list)
        for result in self.results:
            if _room(result.record):
                matches[tuple(result.record.tag(tag) for tag in MATCH_TAGS)].append(result)
            else:
                self._leave_out(result, Finding("no-room"))
        for results in matches.values():
            margins: dict[tuple[Hashable, Hashable], list[int]] = defaultdict(list)
            for tables in self._boards(results).values():
                rooms = {_room(result.record): result for result in tables if result.adjusted is None}
                if len(rooms) < len(ROOMS) or len(tables) > len(ROOMS):
                    for result in tables:
                        self._leave_out(result, Finding("not-two-rooms", {"board": result.record.board or 0}))
                    continue
                opened, closed = (rooms[room] for room in ROOMS)
                margins[self._teams(opened, closed)].append(imps(opened.net - closed.net))
            for teams, won in margins.items():
                margin = sum(won)
                points = victory_points(margin, len(won)) if by == "vp" else (0, 0)
                for team, sign, share in zip(teams, (1, -1), points, strict=True):
                    shares = {"vp": share} if by == "vp" else {}
                    self.add(team, matches=1, boards=len(won), imps=sign * margin, **shares)

    def _teams(self, opened: Counted, closed: Counted) -> tuple[Hashable, Hashable]:
        """The team that sits North-South in the open room, and the other one, by their names or by their players."""
        teams: list[Hashable] = []
        for tag, pairs in zip(
            ("HomeTeam", "VisitTeam"), zip(opened.pairs, reversed(closed.pairs), strict=True), strict=True
        ):
            name = opened.record.tag(tag).strip()
            key: Hashable = name or frozenset(pairs)
            self.shown.setdefault(key, name or " / ".join(self.shown[pair] for pair in pairs))
            teams.append(key)
        return teams[0], teams[1]

    def _leave_out(self, result: Counted, finding: Finding) -> None:
        self.left_out.append((result.number, finding))


def _add_matchpoints(table: _Table, tables: Sequence[Counted]) -> None:
    """Those who have an adjusted score get their share of the best one, and the others are compared without them."""
    played = [result for result in tables if result.adjusted is None]
    top = 2 * (len(played) - 1)
    for result, won in zip(played, matchpoints([result.net for result in played]), strict=True):
        for pair, mine in zip(result.pairs, (won, top - won), strict=True):
            table.add(pair, boards=1, matchpoints=mine, percent=100 * mine / top)
    for pair, share in _adjusted(tables):
        table.add(pair, boards=1, matchpoints=top * share / 100, percent=share)


def _add_cross_imps(table: _Table, tables: Sequence[Counted]) -> None:
    """The same in IMPs, of which an average plus brings three against each other table."""
    played = [result for result in tables if result.adjusted is None]
    for result, won in zip(played, cross_imps([result.net for result in played]), strict=True):
        for pair, mine in zip(result.pairs, (won, -won), strict=True):
            table.add(pair, boards=1, imps=mine)
    for pair, share in _adjusted(tables):
        table.add(pair, boards=1, imps=len(played) * ((share > AVERAGE) - (share < AVERAGE)) * ADJUSTED_IMPS)


def _adjusted(tables: Sequence[Counted]) -> Iterator[tuple[Key, float]]:
    """The pairs with adjusted scores and their shares."""
    for result in tables:
        if result.adjusted is not None:
            yield from zip(result.pairs, result.adjusted, strict=True)


def _with_inherited(records: Iterable[Record]) -> list[Record]:
    """The records of a file, each with what writers leave out since it is as in the record before, or at its table.

    Where two tables of each board follow each other and teams are named, but no rooms, the first one is the open room.
    """
    filled: list[Record] = []
    latest: dict[str, object] = {}
    names: dict[Hashable, Names] = {}
    tables = 0
    """at this board, this one included"""
    for record in records:
        tables = tables + 1 if filled and record.board is not None and filled[-1].board == record.board else 1
        tags: dict[str, object] = {**latest, **record.tags}
        latest = {name: tags[name] for name in (*MATCH_TAGS, SCORING, DATE) if name in tags}
        has_teams = bool(tags.get("HomeTeam") and tags.get("VisitTeam"))
        if has_teams and tables <= len(ROOMS):
            tags.setdefault("Room", ROOMS[tables - 1])
        table = _room(record) or tables
        seats = record.seats if any(record.seats) or not has_teams else names.get(table, record.seats)
        names[table] = seats
        filled.append(record._replace(seats=seats, tags=tags))
    return filled


def _usual(records: Sequence[Record]) -> Measure:
    """The measure by which records say that they are scored."""
    return "imp" if any("imp" in record.tag(SCORING).lower() for record in records) else "mp"


def _room(record: Record) -> str:
    """The room of a team match, if the record has one."""
    room = record.tag("Room").strip().lower()
    return room if room in ROOMS else ""


def _only(values: Iterable[T]) -> T | None:
    """The only one of some values, each of which may come often; None if there are several, or none."""
    different = set(values)
    return different.pop() if len(different) == 1 else None


def _cards(record: Record) -> Hashable:
    """The hands of a board, if all are known."""
    hands = record.deal.hands
    return None if hands is None or None in hands else tuple(frozenset(hand or ()) for hand in hands)


def _ranked(table: _Table) -> tuple[StandingsRow, ...]:
    """The best first; a percentage is the mean of those of the boards."""
    rows: list[tuple[float, str, dict[str, float]]] = []
    for key, amounts in table.values.items():
        if "percent" in amounts:
            amounts["percent"] /= amounts["boards"]
        rounded = {name: round(amount, 2) for name, amount in amounts.items()}
        values = {name: amount if name in DECIMALS or amount % 1 else int(amount) for name, amount in rounded.items()}
        rows.append((list(values.values())[-1], table.shown[key], values))
    rows.sort(key=lambda row: (-row[0], row[1]))
    marks = [mark for mark, _, _ in rows]
    return tuple(StandingsRow(marks.index(mark) + 1, marks.count(mark) > 1, name, told) for mark, name, told in rows)
