"""`overtrick standings`: pairs or teams ranked over the records of a club evening."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import NamedTuple, get_args

from overtrick import texts
from overtrick.arena.standings import DECIMALS, Measure, Standings, StandingsRow, standings
from overtrick.cli.files import read_any_games
from overtrick.cli.options import LEFT_OUT, Parser
from overtrick.cli.terminal import print_json
from overtrick.cli.warned import Warned
from overtrick.core.errors import Finding
from overtrick.formats.catalogue import FORMATS
from overtrick.referee.verdict import Fault


def run(arguments: Sequence[str]) -> int:
    """Print the standings; records that do not count are told on standard error."""
    parser = Parser(
        "standings",
        "Rank pairs, or teams where the records name rooms, over the records of some files. Records that "
        "are wrong, not finished, or without names are told and left out (exit code 1).",
    )
    parser.value("paths", "FILE", "files of records, or - for standard input", nargs="+")
    parser.add_argument(
        "--by",
        choices=get_args(Measure),
        help="mp: matchpoints (where tables are compared by default); imp: IMPs of teams, or against all other tables; "
        "vp: victory points of teams; points: wins and points (else by default)",
    )
    parser.add_argument("--from", dest="source_format", choices=FORMATS, help="the format of the files")
    parser.flag("--json", "print a JSON object")
    parser.lang("of the table")
    options = parser.parse_args(arguments)
    read = [
        (path, game) for path in options.paths for game in read_any_games(path, options.lang, options.source_format)
    ]
    warned = Warned(options.lang)
    for path, game in read:
        warned.add(path, [*([game.finding] if game.finding and game.record else []), *game.warnings])
    warned.tell()
    broken = [(path, game.finding or Finding("empty", {}, game.line)) for path, game in read if game.record is None]
    left_out = [_Left(path, finding.line, finding) for path, finding in broken]
    records = [(path, game.line, game.record) for path, game in read if game.record is not None]
    files = groupby(records, key=lambda record: record[0])
    evenings = [[record for *_, record in some] for _, some in files]
    ranking = standings(evenings, options.by) if read else Standings((), ())
    left_out += [_Left(*records[number][:2], finding) for number, finding in ranking.left_out]
    _tell(left_out, options.lang)
    if options.json:
        rows = [{"rank": row.rank, "name": row.name, **row.values} for row in ranking.rows]
        told = [
            {"place": f"{left.path}:{left.line}", "message": left.finding.message(options.lang)} for left in left_out
        ]
        print_json({"standings": rows, "left_out": told})
    else:
        print(*standings_lines(ranking.rows, options.lang), sep="\n")
    return LEFT_OUT if left_out else 0


class _Left(NamedTuple):
    """A record that does not count, and why."""

    path: str
    line: int | None
    finding: Finding | Fault


def _tell(left_out: Sequence[_Left], language: str) -> None:
    """Print what does not count: each reason once for a file, with how many more records it holds for."""
    counts = Counter((left.path, left.finding.code) for left in left_out)
    first = {(left.path, left.finding.code): left for left in reversed(left_out)}
    for key, count in counts.items():
        path, line, finding = first[key]
        more = f" ({texts.say(language, 'warning.more', count=count - 1)})" if count > 1 else ""
        print(f"{path}:{line}: {finding.message(language)}{more}", file=sys.stderr)


def standings_lines(rows: Sequence[StandingsRow], language: str) -> Iterator[str]:
    """A heading, and a line for each pair or team."""
    say = partial(texts.say, language)
    if not rows:
        yield say("standings.nobody")
        return
    ranks = [f"{row.rank}{'=' if row.is_tied else ''}" for row in rows]
    width = max(map(len, ranks))
    cells = [["", *(say(f"standings.{column}") for column in rows[0].values)]]
    for rank, row in zip(ranks, rows, strict=True):
        numbers = [f"{value:.2f}" if column in DECIMALS else str(value) for column, value in row.values.items()]
        cells.append([f"{rank:<{width}}  {row.name}", *numbers])
    yield from texts.table_lines(cells, left=1)
