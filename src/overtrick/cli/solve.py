"""`overtrick solve`: what deals are worth by best play with all hands open.

They are read from deal texts or positions, one a line, or from a file of records.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from overtrick import texts
from overtrick.cli.files import STANDARD, is_address, read_lines, shown
from overtrick.cli.options import Parser, ended_by_interrupts, positive
from overtrick.cli.progress import Progress
from overtrick.cli.terminal import json_text, print_json
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_names, only_for
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side, parse_seat
from overtrick.core.short_auctions import NILS
from overtrick.core.tricks import Strain, parse_strain
from overtrick.deal.position import Position
from overtrick.deal.record import VULNERABLE, vulnerable_text
from overtrick.deal.text import Hands, parse_deal
from overtrick.engine.solver.brought import DoubleDummy, DoubleDummyTable, Par, double_dummy_of
from overtrick.engine.solver.reference import at_stake
from overtrick.engine.solver.searchers import check_position
from overtrick.engine.solver.solve import Solution, solve_many
from overtrick.formats.catalogue import FORMATS, HOLDING_MANY, FormatName, format_of, format_of_path, telling_line
from overtrick.formats.lines import Line, filled_lines, text_lines
from overtrick.formats.record_format import Located

COMMENT: Final = "#"
DEAL_BEGINS: Final = re.compile(r"[1-4NESW]:\S*\.", re.IGNORECASE)
"""a seat and a hand, also where others are missing"""
WORDS_OF_DEAL: Final = 4
WORDS_OF_POSITION: Final = 7
"""the fewest that there can be"""
UNFINISHED: Final = 1
INVALID: Final = 2
"""the exit codes where a limit of nodes was reached, and where an input is wrong"""
SIDES: Final = ("None", "NS", "EW", "All")
"""the words for the vulnerable sides"""
INDENT: Final = "  "


class Told(NamedTuple):
    """What is known of a deal besides its hands, by what the user says or by the deal itself."""

    game: Game | None = None
    strain: Strain | None = None
    leader: Seat | None = None
    out: tuple[Seat, ...] = ()
    """who sits out"""
    dealer: Seat | None = None
    vulnerable: frozenset[Side] | None = None


class OpenDeal(NamedTuple):
    """Four hands, what else is known, and of a position what has happened before."""

    hands: Hands
    known: Told
    trick: tuple[Card, ...] = ()
    """the cards on the table"""
    broken: bool = False
    won: Scores = (0, 0)

    @property
    def game(self) -> Game:
        """The game; refuses a deal of which it is not known."""
        if self.known.game is None:
            raise Invalid("no-game-named")
        return self.known.game

    @property
    def position(self) -> Position:
        """The position; refuses a deal of which trumps or leader are not known."""
        game, strain, leader = self.game, self.known.strain, self.known.leader
        if strain is None:
            raise Invalid("no-trumps-named", allowed=" ".join(map(str, game.strains)))
        if leader is None:
            raise Invalid("no-leader-named")
        return Position(game, strain, self.hands, leader, self.trick, self.known.out, self.broken, self.won)


def read_deals(words: Sequence[str], told: Told) -> Iterator[tuple[str, OpenDeal | Finding]]:
    """The deals of a file, `-` for standard input, with their spots, or the deal that is given itself, without one.

    What the user told stands above what a deal says itself, but for a position, which says all.
    """
    path = " ".join(words)
    is_deal = DEAL_BEGINS.match(path) or (":" in path and len(path.split()) >= WORDS_OF_DEAL)
    if is_deal and not is_address(path) and not os.path.exists(path):
        yield "", _deal_of_line(path, told)
        return
    lines = read_lines(path)
    telling, texts = telling_line(text_lines(lines))
    form = _record_format(path, telling)
    if form is not None:
        format_of(telling, told.game, form)  # refuses another game
        for located in FORMATS[form].module.games(lines):
            yield f"{shown(path)}:{located.line}", _deal_of_board(located, told)
        return
    if any(b"\0" in line for line in lines):  # none of them is a deal, and one sentence says why
        raise Invalid("not-text", path=path)
    for line in filled_lines(texts):
        if not line.text.lstrip().startswith(COMMENT):
            yield f"{shown(path)}:{line.number}", _deal_of_line(line.text, told)


def _record_format(path: str, telling: Line) -> FormatName | None:
    """The format of a file of records, if it is one."""
    name = None if path == STANDARD else format_of_path(path)
    if name is None:
        try:
            name = format_of(telling)
        except Invalid:
            return None
    return name if name in HOLDING_MANY else None


def _deal_of_line(text: str, told: Told) -> OpenDeal | Finding:
    try:
        if len(text.split()) >= WORDS_OF_POSITION:
            position = Position.parse(text)
            trick = position.trick
            known = told._replace(game=position.game, strain=position.strain, leader=trick.leader, out=trick.out)
            return OpenDeal(position.hands, known, trick.cards, trick.broken, trick.won)
        first, hands = parse_deal(text)
    except Invalid as error:
        return error.finding
    return OpenDeal(hands, told._replace(leader=told.leader or first, dealer=told.dealer or first))


def _deal_of_board(located: Located, told: Told) -> OpenDeal | Finding:
    record = located.record
    if record is None:
        return located.finding or Finding("empty")
    hands, game = [Cards(hand) for hand in record.deal.hands or () if hand is not None], record.game
    if any(call is not None and call.value in NILS for call in map(game.auction_rules.parse, record.auction)):
        return Finding("no-solver-nil")
    is_begun = game.dealing.later and not record.plays and len(hands) == len(SEATS)
    if len(hands) != len(SEATS) or (is_begun and [*map(len, hands)] == game.dealing.first_sizes(record.dealer_seat)):
        return located.finding or Finding("deal-not-whole")
    north, east, south, west = hands
    known = told._replace(
        game=told.game if told.game is not None and told.game.name == game.name else game,
        strain=told.strain or record.strain,
        leader=told.leader or located.leader or record.leader,
        dealer=told.dealer or record.dealer,
        vulnerable=record.vulnerable if told.vulnerable is None else told.vulnerable,
    )
    return OpenDeal((north, east, south, west), known)


class Problem(NamedTuple):
    """A deal of the input that can be solved."""

    spot: str
    """file and line; empty for the only deal"""
    position: Position
    known: Told
    as_table: bool
    """whether all declarers and strains are asked for"""


class Printed(NamedTuple):
    """What is printed of an answer, who found it, and whether it is all that was asked."""

    text: str
    engine: str
    finished: bool = True


@ended_by_interrupts()
def run(arguments: Sequence[str]) -> int:
    """Print what each deal is worth, in the order of the input; the exit code is that of the worst deal."""
    options = _options(arguments)
    problems = [(spot, _problem(spot, deal, options)) for spot, deal in read_deals(options.source, _told(options))]
    solvable = [problem for _, problem in problems if isinstance(problem, Problem)]
    tables = _tables([problem for problem in solvable if problem.as_table], options)
    solutions = _solutions([problem for problem in solvable if not problem.as_table], options)
    if not problems:
        print(f"{shown(' '.join(options.source))}: {Finding('no-games').message(options.lang)}", file=sys.stderr)
    progress, worst, engines = Progress(len(problems)), 0, dict[str, None]()
    for spot, problem in problems:
        if isinstance(problem, Problem):
            answer = next(tables if problem.as_table else solutions)
            engines[answer.engine] = None
            worst = max(worst, 0 if answer.finished else UNFINISHED)
            progress.clear()
            print(answer.text, flush=True)
        else:
            worst = INVALID
            message = problem.message(options.lang)
            progress.clear()
            print(f"{spot or 'overtrick solve'}: {message}", file=sys.stderr)
            if options.json:
                print_json({"code": problem.code, "message": message})
        progress.advance(1)
    progress.clear()
    if engines and not options.json:
        print(texts.say(options.lang, "solve.engine", engines=", ".join(engines)))
    return worst


def _problem(spot: str, deal: OpenDeal | Finding, options: argparse.Namespace) -> Problem | Finding:
    """The deal with the position that is asked about, or why there is none."""
    if isinstance(deal, Finding):
        return deal
    try:
        has_tables = double_dummy_of(deal.game) is not None
        if options.table and not has_tables:
            raise only_for("--table", double_dummy_of)
        # Of a table the leaders are the players after the declarers, and a trick that has begun makes none.
        is_open = deal.known.strain is None and not (_asks_for_values(options) or options.leader)
        as_table = options.table or (has_tables and is_open)
        position = Position(deal.game, Strain.NO_TRUMPS, deal.hands, Seat.NORTH) if as_table else deal.position
        check_position(position, options.capot)
    except Invalid as error:
        return error.finding
    return Problem(spot, position, deal.known, as_table)


def _asks_for_values(options: argparse.Namespace) -> bool:
    """Whether the options are about one strain."""
    of_values = [options.all_cards, options.line, options.capot, options.at_least, options.max_nodes, options.trump]
    return any(of_values)


def _solutions(problems: Sequence[Problem], options: argparse.Namespace) -> Iterator[Printed]:
    solutions = solve_many(
        (problem.position for problem in problems),
        all_cards=options.all_cards,
        line=options.line,
        at_least=options.at_least,
        capot=options.capot,
        max_nodes=options.max_nodes or 0,
    )
    for problem, solution in zip(problems, solutions, strict=True):
        if options.json:
            text = json_text(_solution_json(solution, options.at_least, options.all_cards, options.line))
        else:
            first, *others = _solution_lines(problem.position, solution, options.at_least, options.lang)
            text = "\n".join([f"{problem.spot}: {first}" if problem.spot else first, *others])
        yield Printed(text, solution.engine, solution.finished)


def _tables(problems: Sequence[Problem], options: argparse.Namespace) -> Iterator[Printed]:
    brought = next((double_dummy_of(problem.position.game) for problem in problems), None)
    if brought is None:
        return
    for problem, table in zip(problems, brought.dd_tables(problem.position.hands for problem in problems), strict=True):
        dealer = problem.known.dealer or Seat.NORTH
        is_whole = len(problem.position.hands[0]) == problem.position.game.hand_size
        pars = _pars(brought, table, dealer, problem) if is_whole else {}
        if options.json:
            text = json_text(_table_json(table, pars))
        else:
            heading = [f"{problem.spot}:"] if problem.spot else []
            text = "\n".join([*heading, *_table_lines(table, pars, dealer, options.lang)])
        yield Printed(text, table.engine)


def _pars(brought: DoubleDummy, table: DoubleDummyTable, dealer: Seat, problem: Problem) -> dict[str, Par]:
    """Par by the words for who is vulnerable: as it is known, or else in all cases."""
    vulnerable = problem.known.vulnerable
    asked = [word for word in SIDES if vulnerable in (None, VULNERABLE[word])]
    return {word: brought.par(table, dealer, VULNERABLE[word]) for word in asked}


def _told(options: argparse.Namespace) -> Told:
    """What the options say of all deals."""
    with_tables = (name for name in game_names() if double_dummy_of(find_game(name)) is not None)
    game = options.game or (next(with_tables, None) if options.table else None)
    seats = [parse_seat(word) for word in options.leader.split("-")] if options.leader else []
    return Told(
        find_game(game) if game else None,
        parse_strain(options.trump) if options.trump else None,
        seats[0] if seats else None,
        tuple(seats[1:]),
        parse_seat(options.dealer) if options.dealer else None,
        VULNERABLE[options.vulnerable] if options.vulnerable else None,
    )


def _solution_json(solution: Solution, at_least: int | None, all_cards: bool, line: bool) -> dict[str, object]:
    """A solution with what was asked for; its bounds only where the value is not known."""
    fields: dict[str, object] = {"value": solution.value}
    if solution.value is None:
        fields |= {"low": solution.low, "high": solution.high}
    if at_least is not None:
        fields["at_least"] = solution.at_least(at_least)
    if all_cards:
        fields["cards"] = {str(card): value for card, value in solution.cards.items()}
    if line:
        fields["line"] = list(map(str, solution.line))
    return {**fields, "engine": solution.engine}


def _solution_lines(position: Position, solution: Solution, at_least: int | None, language: str) -> Iterator[str]:
    """A sentence with the value, then the cards by what they are worth, then a line of best play."""
    game, stake, seat = position.game, at_stake(position), position.turn
    key = f"solve.{game.unit}"
    players = texts.listed(language, [game.seat_name(player) for player in sorted((seat, seat.partner))])
    tell = partial(texts.say, language, players=players, all=max(stake, solution.low))
    answer = None if at_least is None else solution.at_least(at_least)
    if at_least is not None and answer is not None:
        yield tell(f"{key}.{'yes' if answer else 'no'}", asked=at_least)
    elif solution.value is None:
        yield tell(f"{key}.between", low=solution.low, high=solution.high, nodes=solution.nodes)
    else:
        yield tell(key, value=solution.value)
    if game.counting(position.strain).trick_sets:
        yield texts.say(language, "solve.sets")
    worths = sorted(set(solution.cards.values()), reverse=True)
    rows = [(str(worth), [card for card in solution.cards if solution.cards[card] == worth]) for worth in worths]
    if solution.cards and len(solution.cards) < len(position.legal()):
        rows.append(("?", [card for card in position.legal() if card not in solution.cards]))
    for worth, cards in rows:
        yield f"{INDENT}{worth:>3}  {' '.join(map(str, cards))}"
    if solution.line:
        yield INDENT + texts.say(language, "solve.line", tricks=_tricks(position, solution.line))


def _tricks(position: Position, line: tuple[Card, ...]) -> str:
    """The cards of a line, trick by trick."""
    size, coming, tricks = len(position.trick.players), iter(line), []
    trick = list(islice(coming, size - len(position.trick.cards)))
    while trick:
        tricks.append(" ".join(map(str, trick)))
        trick = list(islice(coming, size))
    return " | ".join(tricks)


def _table_json(table: DoubleDummyTable, pars: Mapping[str, Par]) -> dict[str, object]:
    """A table by strain and declarer, and par by who is vulnerable."""
    told = {word: {"score": par.score, "contracts": list(map(str, par.contracts))} for word, par in pars.items()}
    tricks = {str(strain): list(by_declarer) for strain, by_declarer in table.tricks.items()}
    return {"table": tricks, **({"par": told} if told else {}), "engine": table.engine}


def _table_lines(table: DoubleDummyTable, pars: Mapping[str, Par], dealer: Seat, language: str) -> Iterator[str]:
    """A table with a row for each strain and a column for each declarer, and par by who is vulnerable."""
    rows = [[str(strain), *map(str, by_declarer)] for strain, by_declarer in table.tricks.items()]
    yield from texts.table_lines([["", *(seat.letter for seat in SEATS)], *rows], left=1)
    for word, par in pars.items():
        key, contracts = "solve.par" if par.contracts else "solve.par.passed", ", ".join(map(str, par.contracts))
        values = {"dealer": dealer.letter, "score": f"{par.score:+}", "contracts": contracts}
        yield texts.say(language, key, vulnerable=vulnerable_text(None, VULNERABLE[word], language), **values)


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        "solve",
        "Tell what deals are worth by best play with all hands open: what the side that plays next still "
        "wins, in points or in tricks; or what all declarers win, and par. Exit code: 0 solved, 1 unfinished, "
        "2 invalid input.",
    )
    parser.value(
        "source",
        "FILE|DEAL",
        "such as 'N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K'; or a file with a deal or a position a line, a PBN or LIN "
        "file, - for standard input, or the address of a hand viewer",
        nargs="+",
    )
    parser.value("--game", "GAME[:PRESET][,RULE=VALUE…]", "which game deals are of")
    parser.add_argument("--trump", metavar="S|H|D|C|NT|AT|LO")
    parser.value(
        "--leader",
        "SEAT",
        "1 to 4 or N E S W; by default the seat named first, or by the contract of a board; who sits out stands "
        "behind, as in E-N",
    )
    parser.flag("--all-cards", "tell what each legal card is worth")
    parser.flag("--line", "tell a line of best play to the end of the deal")
    parser.value("--at-least", "N", "only tell whether it is so much: quicker", type=positive)
    parser.flag("--capot", "count capot for the side that plays next")
    parser.value("--max-nodes", "N", "give up a deal after N nodes", type=positive)
    parser.flag(
        "--table",
        "all declarers and strains, and par, where these are known: the default for a whole deal without trumps",
    )
    parser.value("--dealer", "SEAT", "for par; by default the seat named first")
    parser.add_argument("--vulnerable", choices=SIDES, help="for par; by default all four are told")
    parser.flag("--json", "print one JSON object for each deal")
    parser.lang("of the text")
    options = parser.parse_args(arguments)
    if options.table and _asks_for_values(options):
        parser.error("--table is of all strains, and goes with --dealer and --vulnerable only")
    if (options.dealer or options.vulnerable) and not options.table:
        parser.error("--dealer and --vulnerable go with --table")
    if options.at_least and (options.all_cards or options.line):
        parser.error("--at-least does not go with --all-cards or --line")
    return options
