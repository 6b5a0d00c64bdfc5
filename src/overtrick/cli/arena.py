"""`overtrick arena`: bots meet on the same deals, and a table tells who is better, by how much and how surely."""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import NoReturn

from overtrick import texts
from overtrick.arena.duplicate import Contest, go_on
from overtrick.arena.estimates import UNKNOWN, Estimate
from overtrick.arena.journal import open_journal, seed_in
from overtrick.arena.plot import plot, plot_form
from overtrick.arena.scoreboard import Decisions, Scoreboard
from overtrick.cli.files import check_writable, write_safely
from overtrick.cli.options import Parser, ended_by_interrupts, positive, random_seed, tell
from overtrick.cli.progress import Progress
from overtrick.cli.terminal import print_json
from overtrick.core.catalogue import changed_rules, find_game


def run(arguments: Sequence[str]) -> int:
    """Play what the arguments ask for and print who is better; gives 1 if a bot failed."""
    parser = Parser(
        "arena", "Let every two bots meet on the same deals, each of which is played twice with the sides swapped."
    )
    parser.game()
    parser.bots("A,B[,C…]", "two bots or more")
    parser.value("--deals", "N", "how many deals, each played twice", type=positive, required=True)
    parser.seed()
    parser.value("--file", "FILE", "keep all results there; the same command then goes on with it")
    parser.bot_seconds()
    parser.value("--scheduler", "ADDRESS", "play on the Dask cluster of this scheduler")
    parser.value("--plot", "FILE", "draw a picture of it, a .png or .svg file")
    parser.flag("--json", "print one JSON object instead of a table")
    parser.lang("of the table")
    options = parser.parse_args(arguments)
    game, bots = find_game(options.game), tuple(bot.strip() for bot in options.bots.split(","))
    Contest(game, bots, "", options.deals).check()
    if options.plot is not None:
        plot_form(options.plot)
        check_writable(options.plot)
    if options.scheduler is not None:
        from overtrick.cli.cluster import load_dask  # others do without it

        load_dask()
    seed = options.seed
    if seed is None and options.file is not None:
        seed = seed_in(options.file)
    if seed is None:
        seed = random_seed("arena", options.lang, "simulation.seed")
    contest = Contest(game, bots, seed, options.deals, options.bot_seconds)
    board, started = Scoreboard(contest), time.monotonic()
    try:
        _play(board, options)
    except KeyboardInterrupt:
        _show(board, options, time.monotonic() - started)
        _end_interrupted(options)
    _show(board, options, time.monotonic() - started)
    return 1 if board.first_lapse else 0


def _play(board: Scoreboard, options: argparse.Namespace) -> None:
    """Play all of a contest that is not in the file yet."""
    contest, progress = board.contest, Progress(board.contest.size)
    with ExitStack() as stack:
        journal = None if options.file is None else stack.enter_context(open_journal(options.file, contest))
        kept = [] if journal is None else journal.kept[: contest.size]
        for meeting in kept:
            board.add(meeting)
        if kept:
            tell("arena", options.lang, "arena.goes-on", done=len(kept), pairs=contest.size, path=options.file)
        progress.skip(len(kept))
        stack.callback(progress.clear)
        executor, ahead = None, None
        if options.scheduler is not None:
            from overtrick.cli.cluster import connected

            executor, ahead = stack.enter_context(connected(options.scheduler, contest.bots))
        for meeting in stack.enter_context(closing(go_on(contest, len(kept), executor, ahead))):
            if journal is not None:
                journal.add(meeting)
            board.add(meeting)
            progress.advance(1)


def _show(board: Scoreboard, options: argparse.Namespace, seconds: float) -> None:
    if options.json:
        print_json(_as_json(board, seconds))
    else:
        print(*_table(board, seconds, options.lang), sep="\n")
    if options.plot is not None:
        write_safely(options.plot, plot(board, plot_form(options.plot), options.lang))


def _end_interrupted(options: argparse.Namespace) -> NoReturn:
    """Say how to go on, and end at once: the processes that still play end with this one."""
    sys.stdout.flush()
    tell("arena", options.lang, "arena.stopped-unkept" if options.file is None else "arena.stopped")
    with ended_by_interrupts():
        signal.raise_signal(signal.SIGINT)
    raise KeyboardInterrupt  # where interrupts are ignored


def _as_json(board: Scoreboard, seconds: float) -> dict[str, object]:
    """A scoreboard as plain data; docs/formats.md tells the fields."""
    game, bots, elo = board.contest.game, board.contest.bots, board.elo()
    rates = {bot: board.win_rate(bot) for bot in bots}
    points = {bot: board.points_per_deal(bot) for bot in bots}
    return {
        "game": game.name,
        "preset": game.preset,
        "house": changed_rules(game),
        "bots": bots,
        "seed": board.contest.seed,
        "deals": board.deals,
        "pairs": board.pairs,
        "decided": board.decided,
        "win_rate": {bot: rates[bot].value for bot in bots},
        "interval": {bot: rates[bot].interval for bot in bots},
        "points_per_deal": {bot: points[bot].value for bot in bots},
        "points_interval": {bot: points[bot].interval for bot in bots},
        "elo": {bot: elo[bot].value for bot in bots},
        "elo_interval": {bot: elo[bot].interval for bot in bots},
        "failures": {bot: board.lapses[bot] for bot in bots},
        "meetings": [_meeting_as_json(board, couple) for couple in board.contest.couples],
        "seconds": round(seconds, 3),
    }


def _meeting_as_json(board: Scoreboard, couple: tuple[str, str]) -> dict[str, object]:
    decisions, points = board.decisions_between(couple), board.points_between(couple)
    return {
        "bots": couple,
        **decisions._asdict(),
        "win_rate": decisions.win_rate.value,
        "interval": decisions.win_rate.interval,
        "points_per_deal": points.value,
        "points_interval": points.interval,
    }


def _table(board: Scoreboard, seconds: float, language: str) -> Iterator[str]:
    """A row for each bot, then one for every two of them if there are more, and what it was made of."""
    say, contest, elo = partial(texts.say, language), board.contest, board.elo()
    heads = [say(f"arena.{head}") for head in ("points", "won", "interval")]
    rows = [
        [
            bot,
            *_cells(board.points_per_deal(bot), board.decisions(bot), board.win_rate(bot)),
            _elo(elo[bot], bot == contest.bots[0]),
        ]
        for bot in contest.bots
    ]
    yield from texts.table_lines([[say("arena.bot"), *heads, say("arena.elo")], *rows], left=1)
    yield ""
    if len(contest.couples) > 1:
        met = [(couple, board.decisions_between(couple)) for couple in contest.couples]
        rows = [
            [" – ".join(couple), *_cells(board.points_between(couple), decisions, decisions.win_rate)]
            for couple, decisions in met
        ]
        yield from texts.table_lines([[say("arena.bots"), *heads], *rows], left=1)
        yield ""
    for bot, finding in board.first_lapse.items():
        key = "arena.failed" if board.lapses[bot] else "arena.failed-later"
        yield say(key, bot=bot, deals=board.lapses[bot], message=finding.message(language))
    yield say("arena.pairs", pairs=board.pairs, decided=board.decided, seconds=f"{seconds:.1f}")


def _cells(points: Estimate, decisions: Decisions, rate: Estimate) -> list[str]:
    won = UNKNOWN if rate.value is None else f"{decisions.won} / {decisions.decided} ({rate.value:.1%})"
    ends = UNKNOWN if rate.low is None or rate.high is None else f"{100 * rate.low:.1f} – {100 * rate.high:.1f}"
    return [points.told("+.2f"), won, ends]


def _elo(estimate: Estimate, is_first: bool) -> str:
    if is_first:
        return "0"
    if estimate.value is not None:
        return estimate.told("+.0f")
    if estimate.low is not None:
        return f"> {estimate.low:+.0f}"
    return UNKNOWN if estimate.high is None else f"< {estimate.high:+.0f}"
