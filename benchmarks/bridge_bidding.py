"""Bridge auctions against par, over 500 deals of a fixed seed: all four players bid by the same system.

The contract of each auction is scored by its double-dummy result and compared with the par of the deal, by dealer and
vulnerability. The loss is the mean of the differences in IMPs, whoever they favour; the balance counts them for the
side that par favours, so that it is below zero where that side gets less than par. Games and slams are those that are
made at par: how many of them were bid by the side that makes them, and how many of all games and slams bid fail, in
any strain and sacrifices included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from benchmarks.resuming import part_of
from overtrick import find_game
from overtrick.auctions import Contract
from overtrick.bots import simple_bridge
from overtrick.bots.bridge.situation import GAME_LEVELS, SLAM_LEVEL
from overtrick.bots.bridge.system import SYSTEMS, call
from overtrick.cards import Cards
from overtrick.comparing import imps
from overtrick.play.deals import deals
from overtrick.play.round import Action, Round
from overtrick.play.view import View, view
from overtrick.rules.bridge import BOOK
from overtrick.rules.game import Outcome
from overtrick.seats import Side
from overtrick.solver.double_dummy import DoubleDummyTable, dd_tables
from overtrick.solver.par import Par, par

Caller = Callable[[View], Action]

DEALS: Final = 500
SEED: Final = "bridge bidding"
GAME: Final = find_game("bridge")


class Result(NamedTuple):
    """What an auction came to."""

    contract: Contract | None
    tricks: int
    score: int
    """for North and South"""
    par: Par

    @property
    def loss(self) -> int:
        """The difference from par in IMPs, above zero if the side that par favours has more."""
        difference = imps(self.score - self.par.score)
        return difference if self.par.score >= 0 else -difference

    @property
    def made(self) -> bool:
        """Whether the contract was made."""
        return self.contract is None or self.tricks >= BOOK + int(self.contract.value or 0)


def bid(round_: Round, caller: Caller) -> Contract | None:
    """The contract that four players of a system come to."""
    while round_.phase == "auction" and round_.actor is not None:
        round_ = round_.apply(caller(view(round_, round_.actor)))
    return round_.contract


def result_of(round_: Round, table: DoubleDummyTable, contract: Contract | None) -> Result:
    """The double-dummy result of a contract."""
    best = par(table, round_.dealer, round_.vulnerable)
    if contract is None or contract.seat is None:
        return Result(None, 0, 0, best)
    tricks = table.tricks[contract.strain][contract.seat - 1]
    won = (tricks, GAME.hand_size - tricks) if contract.side is Side.ONE else (GAME.hand_size - tricks, tricks)
    score = GAME.score(Outcome(contract, (0, 0), won, vulnerable=round_.vulnerable))
    return Result(contract, tricks, score.scores[0] - score.scores[1] if score else 0, best)


def row(name: str, results: Iterable[Result]) -> str:
    """The figures of a system."""
    found = list(results)
    loss = sum(abs(result.loss) for result in found) / len(found)
    balance = sum(result.loss for result in found) / len(found)
    games = [_is_bid(result, _is_game) and _by_par_side(result) for result in found if _at_par(result.par, _is_game)]
    slams = [_is_bid(result, _is_slam) and _by_par_side(result) for result in found if _at_par(result.par, _is_slam)]
    failed_games = [not result.made for result in found if _is_bid(result, _is_game)]
    failed_slams = [not result.made for result in found if _is_bid(result, _is_slam)]
    passed_out = [not result.par.contracts for result in found if result.contract is None]
    shares = " | ".join(map(_share, (games, failed_games, slams, failed_slams, passed_out)))
    return f"| {name} | {loss:.2f} | {balance:+.2f} | {shares} |"


def _is_game(level: int, strain: str) -> bool:
    return GAME_LEVELS[strain] <= level < SLAM_LEVEL


def _is_slam(level: int, strain: str) -> bool:
    return level >= SLAM_LEVEL


def _at_par(best: Par, kind: Callable[[int, str], bool]) -> bool:
    """Whether par is a contract of this kind that is made."""
    return any(kind(found.level, str(found.strain)) and not found.is_doubled for found in best.contracts)


def _is_bid(result: Result, kind: Callable[[int, str], bool]) -> bool:
    contract = result.contract
    return contract is not None and kind(int(contract.value or 0), str(contract.strain))


def _by_par_side(result: Result) -> bool:
    """Whether the side plays that par favours, so that a sacrifice against its game is not taken for the game."""
    return result.contract is not None and result.contract.side is (Side.ONE if result.par.score > 0 else Side.TWO)


def _share(cases: list[bool]) -> str:
    return f"{sum(cases)} of {len(cases)}" + (f" ({sum(cases) / len(cases):.0%})" if cases else "")


def table(share: float = 1) -> str:
    """All systems side by side."""
    dealt = list(islice(deals(GAME, seed=SEED), part_of(share, DEALS)))
    tables = list(dd_tables([Cards(hand) for hand in round_.hands] for round_ in dealt))
    callers: dict[str, Caller] = {name: partial(call, system=name) for name in SYSTEMS}
    callers["simple"] = simple_bridge.act
    rows = [
        "| system | loss | balance | games bid | games that fail | slams bid | slams that fail | passed out at par |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, caller in callers.items():
        rows.append(row(name, (result_of(r, found, bid(r, caller)) for r, found in zip(dealt, tables, strict=True))))
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
