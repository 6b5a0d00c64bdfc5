"""Bridge auctions against other programs: EPBot, the bidder of BBA, and the bidding network of BEN.

Each board is bid at two tables, with our bidder as North-South at one and as East-West at the other. The contracts are
scored by their double-dummy results, so that only the auctions count; what we gain is in IMPs, with a 95 % interval.
Then each program bids all four hands and is compared with par, as in the section on auctions. The times are
for a call, in CPU time of the process that decides.

EPBot bids for IMPs and is told that its opponents play its SAYC. It is not quite the same in each run: what it was
asked before changes about one call in 3,000. BEN bids by its network alone, without the search that it can do besides.
A call that is not legal is taken for a pass, and counted.

What is the same for a player at several tables of a board, the hand and the calls so far, is decided once. The times
are those of these decisions.

Both come with the repository of BEN, and the variable `BEN_REPOSITORY` names the folder into which it was cloned.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from functools import partial
from statistics import median
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from benchmarks import bridge_bidding
from benchmarks.bots_times import Timed, milliseconds
from benchmarks.bridge_bidding import CALLERS, GAME, Caller, Result, bid, double_dummy, result_of, row
from benchmarks.peers.bridge_bidders import PROGRAMS, Bidder, peer, repository
from benchmarks.peers.environment import NotMeasured
from benchmarks.resuming import part_of, resumed
from overtrick.arena.estimates import Sample
from overtrick.arena.runner import bots_for
from overtrick.bots.bot import Bot
from overtrick.core.actions import Action, Call
from overtrick.core.cards import Cards
from overtrick.core.comparing import imps
from overtrick.core.seats import SEATS
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import View
from overtrick.games.bridge.double_dummy import dd_table

BOARDS: Final = 2000
SEED: Final = "bidding match"
OURS: Final = "sampling:3"
HEAD: Final = ("boards", "IMPs a board", "our median ms", "their median ms", "illegal calls")


class Match(NamedTuple):
    """What is measured."""

    ours: str = OURS
    """a system of `bridge_bidding.py`, or the name of a bot"""
    against: tuple[str, ...] = tuple(PROGRAMS)
    seed: str = SEED


class Board(NamedTuple):
    """What became of a board, as plain data."""

    gains: dict[str, int]
    """what we have more than the others, in IMPs, by their names"""
    results: dict[str, Result]
    """the tables of one program alone, by the names of all of them"""
    seconds: dict[str, list[float]]
    """of all calls"""
    illegal: dict[str, int]


def table(share: float = 1) -> str:
    """Our system against all programs."""
    return tables(Match(), part_of(share, BOARDS))


def tables(match: Match, boards: int, *, on_all_cores: bool = False) -> str:
    """What we gain, and below it all programs beside par; or why nothing was measured."""
    try:
        repository()
    except NotMeasured as error:
        return f"No other program was measured: {error}."
    against, missing = [], []
    for name in match.against:
        try:
            peer(name)
            against.append(name)
        except NotMeasured as error:
            missing.append(f"\n{PROGRAMS[name].title} was not measured: {error}.")
    match = match._replace(against=tuple(against))
    run = quote(" ".join((match.seed, match.ours, *against)))
    found = resumed(f"bidding-{run}", boards, partial(met, match), on_all_cores=on_all_cores)
    return "\n".join([*rows(match, [as_board(*kept) for kept in found]), *missing])


class Remembering:
    """A bidder at all seats of a board, who decides once where the same player has heard the same calls."""

    def __init__(self, bidder: Caller) -> None:
        self._bidder = bidder
        self._made: dict[tuple[Call, ...], Action] = {}

    def __call__(self, seen: View) -> Action:
        calls = seen.auction.calls
        if calls not in self._made:
            self._made[calls] = self._bidder(seen)
        return self._made[calls]


def met(match: Match, number: int) -> Board:
    """What becomes of the board of a number."""
    round_ = numbered_deal(GAME, match.seed, number)
    tricks = dd_table([Cards(hand) for hand in round_.hands])
    seconds: list[float] = []
    ours = Remembering(Timed(bidder(match, number), seconds))
    programs = {name: Bidder(name) for name in match.against}
    others = {name: Remembering(program) for name, program in programs.items()}

    def points(*callers: Caller) -> int:
        return double_dummy(round_, tricks, bid(round_, *callers))[1]

    return Board(
        {name: imps(points(ours, other) - points(other, ours)) for name, other in others.items()},
        {name: result_of(round_, tricks, bid(round_, caller)) for name, caller in {match.ours: ours, **others}.items()},
        {match.ours: seconds, **{name: program.seconds for name, program in programs.items()}},
        {name: program.illegal for name, program in programs.items()},
    )


def bidder(match: Match, number: int) -> Bot:
    """Ours at all seats of a board; chance depends on the calls so far, and not on what was asked before."""

    def decided(seen: View) -> Action | str:
        seed = f"{match.seed} {' '.join(seen.auction.calls)}"
        return bots_for([match.ours] * len(SEATS), seed, number)[0](seen)

    return CALLERS.get(match.ours, decided)


def as_board(
    gains: dict[str, int], results: dict[str, list[Any]], seconds: dict[str, list[float]], illegal: dict[str, int]
) -> Board:
    """A board as it was before it was kept."""
    return Board(gains, {name: Result(*result) for name, result in results.items()}, seconds, illegal)


def rows(match: Match, boards: Sequence[Board]) -> list[str]:
    """Both tables."""
    return [
        f"| {match.ours} against | {' | '.join(HEAD)} |",
        f"|---{'|--:' * len(HEAD)}|",
        *(f"| {PROGRAMS[name].title} | {_cells(match.ours, name, boards)} |" for name in match.against),
        "",
        f"| all four players | {' | '.join(bridge_bidding.HEAD)} |",
        f"|---{'|---' * len(bridge_bidding.HEAD)}|",
        row(match.ours, [board.results[match.ours] for board in boards]),
        *(row(PROGRAMS[name].title, [board.results[name] for board in boards]) for name in match.against),
    ]


def _cells(ours: str, name: str, boards: Sequence[Board]) -> str:
    gains = Sample()
    for board in boards:
        gains.add(board.gains[name])
    times = [median(seconds for board in boards for seconds in board.seconds[who]) for who in (ours, name)]
    figures = (gains.mean().told("+.2f"), *map(milliseconds, times), str(sum(board.illegal[name] for board in boards)))
    return " | ".join((f"{len(boards):,}", *figures))


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = ArgumentParser(prog="python -m benchmarks.bots_bridge_bidding")
    parser.add_argument("--boards", type=int, default=BOARDS)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--ours", default=OURS, help=f"{', '.join(CALLERS)}, or a bot such as sampling:3")
    parser.add_argument("--against", nargs="+", choices=PROGRAMS, default=list(PROGRAMS))
    parser.add_argument("--all-cores", action="store_true", help="quicker, and the times are a little longer")
    asked = parser.parse_args()
    print(tables(Match(asked.ours, tuple(asked.against), asked.seed), asked.boards, on_all_cores=asked.all_cores))


if __name__ == "__main__":
    main()
