"""`overtrick arena`: bots meet on the same deals, and a table tells who is better, by how much and how surely."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from functools import partial
from typing import NoReturn

from overtrick import texts
from overtrick.arena.duplicate import Contest, go_on
from overtrick.arena.journal import open_journal, seed_in
from overtrick.arena.plot import plot, plot_form
from overtrick.arena.scoreboard import Scoreboard
from overtrick.bots.bot import BOTS
from overtrick.cli.arena_output import as_json, table
from overtrick.cli.files import check_writable, write_safely
from overtrick.cli.interrupts import ended_by_interrupts
from overtrick.cli.options import positive, positive_seconds, random_seed
from overtrick.cli.progress import Progress
from overtrick.core.catalogue import find_game


def run(arguments: Sequence[str]) -> int:
    """Play what the arguments ask for and print who is better; gives 1 if a bot failed."""
    parser = argparse.ArgumentParser(
        prog="overtrick arena",
        formatter_class=partial(argparse.HelpFormatter, width=100),
        description="Let every two bots meet on the same deals, each of which is played twice with the sides swapped.",
    )
    parser.add_argument("game", metavar="GAME[:PRESET][,RULE=VALUE…]")
    parser.add_argument(
        "--bots", metavar="A,B[,C…]", required=True, help=f"two bots or more: {', '.join(BOTS)}, exec:COMMAND"
    )
    parser.add_argument("--deals", metavar="N", type=positive, required=True, help="so many deals, each played twice")
    parser.add_argument("--seed", metavar="S", help="any text; without one it is random, and told")
    parser.add_argument("--file", metavar="FILE", help="keep all results there; the same command then goes on with it")
    parser.add_argument(
        "--bot-seconds", metavar="S", type=positive_seconds, help="the most that a bot may think at a time"
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="play on the Dask cluster of this scheduler")
    parser.add_argument("--plot", metavar="FILE", help="draw a picture of it, a .png or .svg file")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    parser.add_argument("--lang", choices=texts.LANGUAGES, default="en", help="the language of the table")
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
            _tell(options, "goes-on", done=len(kept), pairs=contest.size, path=options.file)
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
        print(json.dumps(as_json(board, seconds), ensure_ascii=False))
    else:
        print(*table(board, seconds, options.lang), sep="\n")
    if options.plot is not None:
        write_safely(options.plot, plot(board, plot_form(options.plot), options.lang))


def _end_interrupted(options: argparse.Namespace) -> NoReturn:
    """Say how to go on, and end at once: the processes that still play end with this one."""
    sys.stdout.flush()
    _tell(options, "stopped-unkept" if options.file is None else "stopped")
    with ended_by_interrupts():
        signal.raise_signal(signal.SIGINT)
    raise KeyboardInterrupt  # where interrupts are ignored


def _tell(options: argparse.Namespace, key: str, **values: str | int) -> None:
    print(f"overtrick arena: {texts.say(options.lang, f'arena.{key}', **values)}", file=sys.stderr)
