"""`overtrick review`: what the cards of played deals cost, and where the deals turned."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from overtrick import texts
from overtrick.cli.files import STANDARD, read_any_games, shown, write_safely
from overtrick.cli.options import Parser, ended_by_interrupts, positive
from overtrick.cli.progress import Progress
from overtrick.cli.review_page import page
from overtrick.cli.review_text import DealSection, legend_lines, section_lines
from overtrick.cli.terminal import print_json
from overtrick.formats import jsonl
from overtrick.formats.record_format import Located
from overtrick.reviewing import NORMAL, Effort, Review, review_games
from overtrick.reviewing.deal_review import as_json
from overtrick.reviewing.weighing import engine_of

EXIT_CODES: Final = {"reviewed": 0, "passed-out": 0, "not-played": 0, "hands-unknown": 1, "fault": 1, "invalid": 2}
WORTH_MORE_CORES: Final = 800
"""how many cards, each in each world, are worth the start of further processes"""


LARGE_HAND: Final = 13


@ended_by_interrupts()
def run(arguments: Sequence[str]) -> int:
    """Review what the arguments name; the exit code is that of the worst deal."""
    parser = Parser(
        "review",
        "Review played deals: what each card cost against best play with all hands open, and against the "
        "best choice by what its player could know; where the deal turned; claims and contracts checked. Exit code: "
        "0 reviewed, passed out or not played, 1 a fault or too few cards known, 2 invalid input.",
    )
    parser.value(
        "sources",
        "FILE|RECORD",
        "files of records, - for standard input, JSON records, or addresses of a hand viewer",
        nargs="+",
    )
    parser.flag("--json", "print one JSON object for each deal")
    parser.value("--html", "OUT", "write all of it, with the hands and a curve, as a page")
    parser.value(
        "--worlds",
        "N",
        "try each card in N deals that fit what its player had seen (%(default)s)",
        type=positive,
        default=NORMAL.worlds,
    )
    parser.flag("--open", "try cards with all hands open only")
    parser.value("--seed", "S", "any text: another one draws other deals", default=NORMAL.seed)
    parser.value(
        "--max-nodes",
        "N",
        "give up a search after N positions (%(default)s)",
        type=positive,
        default=NORMAL.max_nodes,
    )
    parser.lang("of the review")
    options = parser.parse_args(arguments)
    effort = Effort(0 if options.open else options.worlds, options.seed, options.max_nodes)
    games = [game for source in options.sources for game in _games(source, options.lang)]
    if any(map(_is_slow, games)):
        print(texts.say(options.lang, "review.slow"), file=sys.stderr)
    worst, kept, has_table = 0, list[DealSection](), False
    for section in _sections(games, effort):
        worst = max(worst, EXIT_CODES[section.status])
        if options.html:
            kept.append(section)
        if options.json:
            print_json(_as_json(section, options.lang))
        elif not options.html:
            print(*section_lines(section, options.lang, effort.worlds), sep="\n", flush=True)
            has_table |= isinstance(section.found, Review) and bool(section.found.cards)
        elif not isinstance(section.found, Review):
            print(*section_lines(section, options.lang, effort.worlds), sep="\n", file=sys.stderr)
    if options.html:
        write_safely(options.html, page(kept, options.lang, effort.worlds))
        if options.html != STANDARD and not options.json:
            print(texts.say(options.lang, "review.written", path=options.html, deals=len(kept)))
    if has_table:
        print(*legend_lines(options.lang, effort.worlds), sep="\n")
    return worst


def _is_slow(game: tuple[str, Located]) -> bool:
    """Whether a deal has so many cards that searches without kernels take minutes."""
    record = game[1].record
    return bool(record and record.plays and record.game.hand_size == LARGE_HAND and engine_of(record.game) == "plain")


def _games(source: str, language: str) -> Iterator[tuple[str, Located]]:
    """The deals of a file with their spots, or of a record that is given itself."""
    is_record = source.lstrip().startswith("{")
    for game in jsonl.games(source) if is_record else read_any_games(source, language):
        yield "" if is_record else f"{shown(source)}:{game.line}", game


def _sections(games: Sequence[tuple[str, Located]], effort: Effort) -> Iterator[DealSection]:
    """The reviews of all deals in their order, with a progress bar."""
    cards = sum(len(game.record.plays) for _, game in games if game.record is not None)
    progress = Progress(cards)
    is_long = cards * max(effort.worlds, 1) >= WORTH_MORE_CORES
    reviews = review_games((game for _, game in games), effort, is_long, partial(progress.advance, 1))
    for number, ((spot, _), found) in enumerate(zip(games, reviews, strict=True), 1):
        progress.clear()
        yield DealSection(spot, number, found)
    progress.clear()


def _as_json(section: DealSection, language: str) -> dict[str, object]:
    found = section.found
    fields = as_json(found) if isinstance(found, Review) else {"code": found.code, "message": found.message(language)}
    return {"place": section.spot or None, "status": section.status, **fields}
