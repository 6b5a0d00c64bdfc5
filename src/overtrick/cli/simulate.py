"""`overtrick simulate`: bots play many deals or matches, and a table tells what came of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import partial

from overtrick import texts
from overtrick.arena.results import Results, results_of
from overtrick.arena.runner import Plan, Unit
from overtrick.bots.bot import check_bot
from overtrick.cli.files import open_to_write
from overtrick.cli.options import Parser, positive, random_seed
from overtrick.cli.progress import Progress
from overtrick.cli.terminal import print_json
from overtrick.core.catalogue import changed_rules, find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Side


def run(arguments: Sequence[str]) -> int:
    """Play what the arguments ask for and print the results; gives 1 if a bot failed."""
    parser = Parser(
        "simulate", "Let bots play many deals or matches. The same seed gives the same deals and the same play."
    )
    parser.game()
    amount = parser.add_mutually_exclusive_group(required=True)
    amount.add_argument("--deals", metavar="N", type=positive, help="how many deals, dealt by each player in turn")
    amount.add_argument("--matches", metavar="N", type=positive, help="how many whole matches")
    parser.bots("A[,B[,C,D]]", "four bots in order of play, or one for each side, or one for all")
    parser.bot_seconds()
    parser.seed()
    parser.value("--record", "FILE", "write a record of each deal to a file, as JSON Lines")
    parser.flag("--json", "print one JSON object instead of a table")
    parser.lang("of the table")
    options = parser.parse_args(arguments)
    unit: Unit = "deals" if options.matches is None else "matches"
    size: int = options.deals if options.matches is None else options.matches
    game = find_game(options.game)
    bots = parse_bots(options.bots, game)
    seed = random_seed("simulate", options.lang, "simulation.seed") if options.seed is None else options.seed
    plan = Plan(game, bots, seed, size, unit, options.bot_seconds)
    started = time.monotonic()
    results = _play(plan, options.record)
    seconds = time.monotonic() - started
    if options.json:
        print_json(_as_json(plan, results, seconds))
    else:
        print(*_table(plan, results, seconds, options.lang), sep="\n")
    return 1 if results.failures else 0


def parse_bots(text: str, game: Game) -> tuple[str, str, str, str]:
    """The names of four bots for a game: those of `A,B,C,D`, of the sides in `A,B`, or the same for all."""
    names = [name.strip() for name in text.split(",")]
    if len(names) not in (1, 2, len(SEATS)):
        raise Invalid("bad-bots", text=text)
    for name in names:
        check_bot(name, is_own=True, game=game)
    first, second, third, fourth = names * (len(SEATS) // len(names))
    return first, second, third, fourth


def _play(plan: Plan, path: str | None) -> Results:
    """Play all of a plan; the records go to the file as they come."""
    results, progress = Results(), Progress(plan.size)
    with open_to_write(path, "w") as file, ExitStack() as stack:
        stack.callback(progress.clear)
        for result, times in results_of(plan, with_records=file is not None):
            results.add(result, times)
            if file is not None:
                file.write(result.lines)
            progress.advance(times)
    return results


def _as_json(plan: Plan, results: Results, seconds: float) -> dict[str, object]:
    """The results as plain data; docs/formats.md tells the fields."""
    return {
        "game": plan.game.name,
        "preset": plan.game.preset,
        "house": changed_rules(plan.game),
        "bots": plan.bots,
        "seed": plan.seed,
        plan.unit: plan.size,
        "deals": results.deals,
        "passed_out": results.passed_out,
        "seconds": round(seconds, 3),
        "sides": [_side_as_json(plan, results, side) for side in Side],
        "failures": [
            {"seat": seat, "code": finding.code, "message": finding.message()}
            for (seat, _), finding in results.failures.items()
        ],
    }


def _side_as_json(plan: Plan, results: Results, side: Side) -> dict[str, object]:
    index = side - 1
    points = results.points[index].mean()
    matches = {"matches_won": results.matches_won[index]} if plan.unit == "matches" else {}
    return {
        "side": int(side),
        "mean": points.value,
        "interval": points.interval,
        **matches,
        "deals_won": results.deals_won[index],
        "contracts": results.contracts[index],
        "made": results.made[index],
        "lost_by_failure": results.lost_by_failure[index],
    }


def _table(plan: Plan, results: Results, seconds: float, language: str) -> Iterator[str]:
    """A row for each side, then what it was made of."""
    say, of_matches = partial(texts.say, language), plan.unit == "matches"
    heads = ["side", "bots", "points", *(["matches-won"] if of_matches else []), "deals-won", "contracts-made"]
    rows = [[say(f"simulation.{head}") for head in heads]]
    for side in Side:
        index = side - 1
        won = [_share(results.matches_won[index], results.size)] if of_matches else []
        rows.append(
            [
                str(side.value),
                ", ".join(plan.bots[index::2]),
                results.points[index].mean().told(".2f"),
                *won,
                _share(results.deals_won[index], results.deals),
                _share(results.made[index], results.contracts[index]),
            ]
        )
    yield from texts.table_lines(rows, left=2)
    yield ""
    if of_matches:
        drawn = results.size - sum(results.matches_won)
        yield say("simulation.matches", matches=results.size, drawn=drawn)
    if results.failures:
        first, second = results.lost_by_failure
        yield say("simulation.lost", first=first, second=second)
        for (seat, _), finding in results.failures.items():
            yield say("simulation.failure", seat=seat, message=finding.message(language))
    speed = f"{results.deals / max(seconds, 1e-9):.0f}"
    yield say("simulation.deals", deals=results.deals, passed=results.passed_out, seconds=f"{seconds:.1f}", speed=speed)


def _share(some: int, all_: int) -> str:
    return f"{some} / {all_}" + (f" ({some / all_:.1%})" if all_ else "")
