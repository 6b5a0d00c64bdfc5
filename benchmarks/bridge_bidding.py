"""Bridge auctions against par, over 500 deals of a fixed seed: all four players bid by the same system.

The contract of each auction is scored by its double-dummy result and compared with the par of the deal, by dealer and
vulnerability. The loss is the mean of the differences in IMPs, whoever they favour; the balance counts them for the
side that par favours, so that it is below zero where that side gets less than par; both with 95 % intervals. Games and
slams are those that are made at par: how many of them were bid by the side that makes them, and how many of all games
and slams bid fail, in any strain and sacrifices included.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from benchmarks.resuming import part_of, resumed
from overtrick import find_game
from overtrick.arena.estimates import Sample
from overtrick.core.actions import Action
from overtrick.core.auctions import Contract
from overtrick.core.cards import Cards
from overtrick.core.comparing import imps
from overtrick.core.game import Outcome
from overtrick.core.seats import Side
from overtrick.deal.deals import numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.solver.brought import DoubleDummyTable
from overtrick.games.bridge import strategy
from overtrick.games.bridge.bidding.situation import GAME_LEVELS, SLAM_LEVEL
from overtrick.games.bridge.bidding.system import SYSTEMS, call
from overtrick.games.bridge.double_dummy import Par, dd_table, par
from overtrick.games.bridge.rules import BOOK

Caller = Callable[[View], Action]

DEALS: Final = 500
SEED: Final = "bridge bidding"
GAME: Final = find_game("bridge")


CALLERS: Final[dict[str, Caller]] = {
    **{name: partial(call, system=name) for name in SYSTEMS},
    "simple": strategy.act,
}
"""by the names of their systems"""
HEAD: Final = (
    "loss",
    "balance",
    "games bid",
    "games that fail",
    "slams bid",
    "slams that fail",
    "passed out at par",
)


class Result(NamedTuple):
    """What an auction came to, as plain data."""

    gain: int
    """the difference from par in IMPs, above zero if the side that par favours has more"""
    passed_out: bool
    made: bool
    """whether the contract was made"""
    is_game: bool
    is_slam: bool
    by_par_side: bool
    """whether the side plays that par favours, so that a sacrifice against its game is not taken for the game"""
    none_at_par: bool
    """whether nobody makes anything"""
    game_at_par: bool
    """whether par is a game that is made"""
    slam_at_par: bool


def table(share: float = 1) -> str:
    """All systems side by side."""
    found = resumed("bridge-bidding", part_of(share, DEALS), results_of, on_all_cores=True)
    return "\n".join(
        [
            f"| system | {' | '.join(HEAD)} |",
            f"|---{'|---' * len(HEAD)}|",
            *(row(name, [Result(*results[name]) for results in found]) for name in CALLERS),
        ]
    )


def results_of(number: int) -> dict[str, Result]:
    """What the auctions of all systems come to on the deal of a number."""
    round_ = numbered_deal(GAME, SEED, number)
    tricks = dd_table([Cards(hand) for hand in round_.hands])
    return {name: result_of(round_, tricks, bid(round_, caller)) for name, caller in CALLERS.items()}


def bid(round_: Round, *callers: Caller) -> Contract | None:
    """The contract that four players come to: of one caller, of one for each side, or of one for each seat."""
    while round_.phase == "auction" and round_.actor is not None:
        caller = callers[(round_.actor - 1) % len(callers)]
        round_ = round_.apply(caller(view(round_, round_.actor)))
    return round_.contract


def result_of(round_: Round, table: DoubleDummyTable, contract: Contract | None) -> Result:
    """The double-dummy result of a contract."""
    best = par(table, round_.dealer, round_.vulnerable)
    tricks, points = double_dummy(round_, table, contract)
    difference, level = imps(points - best.score), 0 if contract is None else int(contract.value or 0)
    return Result(
        gain=difference if best.score >= 0 else -difference,
        passed_out=contract is None,
        made=contract is None or tricks >= BOOK + level,
        is_game=contract is not None and _is_game(level, str(contract.strain)),
        is_slam=contract is not None and _is_slam(level, str(contract.strain)),
        by_par_side=contract is not None and contract.side is (Side.ONE if best.score > 0 else Side.TWO),
        none_at_par=not best.contracts,
        game_at_par=_at_par(best, _is_game),
        slam_at_par=_at_par(best, _is_slam),
    )


def double_dummy(round_: Round, table: DoubleDummyTable, contract: Contract | None) -> tuple[int, int]:
    """The tricks of the declarer, and the points for North and South."""
    if contract is None or contract.seat is None:
        return 0, 0
    tricks = table.tricks[contract.strain][contract.seat - 1]
    won = (tricks, GAME.hand_size - tricks) if contract.side is Side.ONE else (GAME.hand_size - tricks, tricks)
    score = GAME.score(Outcome(contract, (0, 0), won, vulnerable=round_.vulnerable))
    return tricks, score.scores[0] - score.scores[1] if score else 0


def row(name: str, found: Sequence[Result]) -> str:
    """The figures of a system."""
    loss, balance = Sample(), Sample()
    for result in found:
        loss.add(abs(result.gain))
        balance.add(result.gain)
    games = [result.is_game and result.by_par_side for result in found if result.game_at_par]
    slams = [result.is_slam and result.by_par_side for result in found if result.slam_at_par]
    failed_games = [not result.made for result in found if result.is_game]
    failed_slams = [not result.made for result in found if result.is_slam]
    passed_out = [result.none_at_par for result in found if result.passed_out]
    shares = " | ".join(map(_share, (games, failed_games, slams, failed_slams, passed_out)))
    means = f"{loss.mean().told('.2f')} | {balance.mean().told('+.2f')}"
    return f"| {name} | {means} | {shares} |"


def _is_game(level: int, strain: str) -> bool:
    return GAME_LEVELS[strain] <= level < SLAM_LEVEL


def _is_slam(level: int, strain: str) -> bool:
    return level >= SLAM_LEVEL


def _at_par(best: Par, kind: Callable[[int, str], bool]) -> bool:
    """Whether par is a contract of this kind that is made."""
    return any(kind(found.level, str(found.strain)) and not found.is_doubled for found in best.contracts)


def _share(cases: list[bool]) -> str:
    return f"{sum(cases)} of {len(cases)}" + (f" ({sum(cases) / len(cases):.0%})" if cases else "")


if __name__ == "__main__":
    print(table())
