"""`overtrick solve`: what deals are worth by best play with all hands open."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from overtrick import texts
from overtrick.cli.interrupts import ended_by_interrupts
from overtrick.cli.open_deals import Known, OpenDeal, read_deals
from overtrick.cli.options import positive
from overtrick.cli.progress import Progress
from overtrick.cli.solve_output import SIDES, dd_table_lines, solution_json, solution_lines, table_json
from overtrick.core.catalogue import find_game, only_for
from overtrick.core.errors import Finding, Invalid
from overtrick.core.seats import Seat, parse_seat
from overtrick.core.tricks import Strain, parse_strain
from overtrick.deal.position import Position
from overtrick.deal.record import VULNERABLE
from overtrick.engine.solver.double_dummy import GAME, DoubleDummyTable, dd_tables
from overtrick.engine.solver.par import Par, par
from overtrick.engine.solver.searchers import check_position
from overtrick.engine.solver.solve import solve_many

UNFINISHED: Final = 1
INVALID: Final = 2
"""the exit codes where a limit of nodes was reached, and where an input is wrong"""


class Case(NamedTuple):
    """A deal of the input that can be solved."""

    place: str
    """file and line; empty for the only deal"""
    position: Position
    known: Known


class Shown(NamedTuple):
    """What is printed of an answer, who found it, and whether it is all that was asked."""

    text: str
    engine: str
    finished: bool = True


def run(arguments: Sequence[str]) -> int:
    """Print what each deal is worth, in the order of the input; the exit code is that of the worst deal."""
    options = _options(arguments)
    with ended_by_interrupts():
        return _solve(options)


def _solve(options: argparse.Namespace) -> int:
    path, entries = read_deals(options.source, _told(options))
    cases = [_case(f"{path}:{entry.line}" if path else "", entry.deal, options) for entry in entries]
    answers = (_tables if options.table else _solutions)([case for case in cases if isinstance(case, Case)], options)
    progress, worst, engines = Progress(len(cases)), 0, dict[str, None]()
    for case in cases:
        if isinstance(case, Case):
            shown = next(answers)
            engines[shown.engine] = None
            worst = max(worst, 0 if shown.finished else UNFINISHED)
            progress.clear()
            print(shown.text, flush=True)
        else:
            worst = INVALID
            place, finding = case
            message = finding.message(options.lang)
            progress.clear()
            print(f"{place or 'overtrick solve'}: {message}", file=sys.stderr)
            if options.json:
                print(_json({"code": finding.code, "message": message}), flush=True)
        progress.advance(1)
    progress.clear()
    if engines and not options.json:
        print(texts.say(options.lang, "solve.engine", engines=", ".join(engines)))
    return worst


def _case(place: str, deal: OpenDeal | Finding, options: argparse.Namespace) -> Case | tuple[str, Finding]:
    """The deal with the position that is asked about, or why there is none."""
    if isinstance(deal, Finding):
        return place, deal
    try:
        if options.table and deal.game.name != GAME.name:
            raise only_for("--table", lambda game: game.name == GAME.name)
        # Of a table the leaders are the players after the declarers, and a trick that has begun makes none.
        position = Position(GAME, Strain.NO_TRUMPS, deal.hands, Seat.NORTH) if options.table else deal.position
        check_position(position, options.capot)
    except Invalid as error:
        return place, error.finding
    return Case(place, position, deal.known)


def _solutions(cases: Sequence[Case], options: argparse.Namespace) -> Iterator[Shown]:
    solutions = solve_many(
        (case.position for case in cases),
        all_cards=options.all_cards,
        line=options.line,
        at_least=options.at_least,
        capot=options.capot,
        max_nodes=options.max_nodes or 0,
    )
    for case, solution in zip(cases, solutions, strict=True):
        if options.json:
            text = _json(solution_json(solution, options.at_least, options.all_cards, options.line))
        else:
            first, *others = solution_lines(case.position, solution, options.at_least, options.lang)
            text = "\n".join([f"{case.place}: {first}" if case.place else first, *others])
        yield Shown(text, solution.engine, solution.finished)


def _tables(cases: Sequence[Case], options: argparse.Namespace) -> Iterator[Shown]:
    for case, table in zip(cases, dd_tables(case.position.hands for case in cases), strict=True):
        dealer = case.known.dealer or Seat.NORTH
        pars = _pars(table, dealer, case) if len(case.position.hands[0]) == GAME.hand_size else {}
        if options.json:
            text = _json(table_json(table, pars))
        else:
            heading = [f"{case.place}:"] if case.place else []
            text = "\n".join([*heading, *dd_table_lines(table, pars, dealer, options.lang)])
        yield Shown(text, table.engine)


def _pars(table: DoubleDummyTable, dealer: Seat, case: Case) -> dict[str, Par]:
    """Par by the words for who is vulnerable: as it is known, or else in all cases."""
    vulnerable = case.known.vulnerable
    return {word: par(table, dealer, VULNERABLE[word]) for word in SIDES if vulnerable in (None, VULNERABLE[word])}


def _json(fields: dict[str, object]) -> str:
    return json.dumps(fields, ensure_ascii=False)


def _told(options: argparse.Namespace) -> Known:
    """What the options say of all deals."""
    game = options.game or (GAME.name if options.table else None)
    seats = [parse_seat(word) for word in options.leader.split("-")] if options.leader else []
    return Known(
        find_game(game) if game else None,
        parse_strain(options.trump) if options.trump else None,
        seats[0] if seats else None,
        tuple(seats[1:]),
        parse_seat(options.dealer) if options.dealer else None,
        VULNERABLE[options.vulnerable] if options.vulnerable else None,
    )


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="overtrick solve",
        formatter_class=partial(argparse.HelpFormatter, width=100),
        description="Tell what deals are worth by best play with all hands open: what the side that plays next still "
        "wins, in points or in tricks; or the 20 results and par of Bridge deals. Exit code: 0 solved, 1 unfinished, "
        "2 invalid input.",
    )
    parser.add_argument(
        "source",
        metavar="FILE|DEAL",
        nargs="+",
        help="such as 'N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K'; or a file with a deal or a position a line, a PBN or LIN "
        "file, or - for standard input",
    )
    parser.add_argument("--game", metavar="GAME[:PRESET][,RULE=VALUE…]", help="which game deals are of")
    parser.add_argument("--trump", metavar="S|H|D|C|NT|AT")
    parser.add_argument(
        "--leader",
        metavar="SEAT",
        help="1 to 4 or N E S W; by default the seat named first, or by the contract of a board; who sits out stands "
        "behind, as in E-N",
    )
    parser.add_argument("--all-cards", action="store_true", help="tell what each legal card is worth")
    parser.add_argument("--line", action="store_true", help="tell a line of best play to the end of the deal")
    parser.add_argument("--at-least", metavar="N", type=positive, help="only tell whether it is so much: quicker")
    parser.add_argument("--capot", action="store_true", help="count capot for the side that plays next")
    parser.add_argument("--max-nodes", metavar="N", type=positive, help="give up a deal after so many nodes")
    parser.add_argument("--table", action="store_true", help="all declarers and strains, and par (Bridge)")
    parser.add_argument("--dealer", metavar="SEAT", help="for par; by default the seat named first")
    parser.add_argument("--vulnerable", choices=tuple(SIDES), help="for par; by default all four are told")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each deal")
    parser.add_argument("--lang", choices=texts.LANGUAGES, default="en", help="the language of the text")
    options = parser.parse_args(arguments)
    of_values = [options.all_cards, options.line, options.capot, options.at_least, options.max_nodes, options.trump]
    if options.table and any(of_values):
        parser.error("--table is of all strains, and goes with --dealer and --vulnerable only")
    if (options.dealer or options.vulnerable) and not options.table:
        parser.error("--dealer and --vulnerable go with --table")
    if options.at_least and (options.all_cards or options.line):
        parser.error("--at-least does not go with --all-cards or --line")
    return options
