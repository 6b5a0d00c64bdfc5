"""Runs deals and matches of bots, on all cores; the same seed gives the same cards and calls.

Deal k of a seed is that of `numbered_deal`. Match m has the decks of the seed `SEED/m`, and the dealer of deal m deals
first. A bot gets a source of randomness of its own, by the seed, the number of the deal or match, and its seat, so that
it does not matter who plays besides, or which process runs what.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from overtrick.bots.bot import Bot, find_bot
from overtrick.parallel import in_order
from overtrick.play.deals import dealer_of, deck_for, numbered_deal
from overtrick.play.match import Match
from overtrick.play.round import Round
from overtrick.play.view import view
from overtrick.rules.game import Game, Standing
from overtrick.seats import SEATS
from overtrick.shuffle import seed_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

T = TypeVar("T")

Unit = Literal["deals", "matches"]

CHUNK: Final[dict[Unit, int]] = {"deals": 50, "matches": 5}
"""so many are played at a time by one process"""
WORTH_MORE_CORES: Final[dict[Unit, int]] = {"deals": 400, "matches": 40}
"""so many are worth the start of further processes"""


class Plan(NamedTuple):
    """What is to be played."""

    game: Game
    bots: tuple[str, str, str, str]
    """the names of the bots of the seats 1 to 4"""
    seed: str
    size: int
    """how many deals or matches"""
    unit: Unit = "deals"


class Played(NamedTuple):
    """A deal or a match that is over."""

    number: int
    """from 1"""
    rounds: tuple[Round, ...]
    """one, or all deals of a match"""
    standing: Standing | None = None
    """of a match, at its end"""


def play_out(round_: Round, bots: Sequence[Bot], standing: Standing | None = None) -> Round:
    """The end of a deal that the bots of the seats 1 to 4 play on; raises `Illegal` for a bot that breaks a rule.

    In a match the bots know where it stands.
    """
    while (actor := round_.actor) is not None:
        round_ = round_.apply(bots[actor - 1](view(round_, actor, standing)))
    return round_


def bots_for(names: Sequence[str], seed: str, number: int) -> list[Bot]:
    """The bots of the seats for the deal or the match of a number."""
    from random import Random

    return [
        find_bot(name, Random(seed_of(f"{seed}/bots/{seat}", number))) for seat, name in zip(SEATS, names, strict=True)
    ]


def play_deal(game: Game, names: Sequence[str], seed: str, number: int) -> Round:
    """The deal of a number, from 1, as `numbered_deal` gives it, played by the bots of four names."""
    return play_out(numbered_deal(game, seed, number), bots_for(names, seed, number))


def play_match(game: Game, names: Sequence[str], seed: str, number: int) -> Played:
    """The match of a number, from 1, played by the bots of four names; another player deals first in each."""
    match, bots, rounds = Match.start(game, dealer_of(game, number)), bots_for(names, seed, number), list[Round]()
    while not (standing := match.standing).is_over:
        deck = deck_for(game, f"{seed}/{number}", len(rounds) + 1)
        rounds.append(play_out(match.next_round(deck), bots, standing))
        match = match.add(rounds[-1])
    return Played(number, tuple(rounds), standing)


def play(plan: Plan, number: int) -> Played:
    """The deal or the match of a number of a plan."""
    if plan.unit == "matches":
        return play_match(plan.game, plan.bots, plan.seed, number)
    return Played(number, (play_deal(plan.game, plan.bots, plan.seed, number),))


def simulate(plan: Plan, digest: Callable[[Played], T], executor: Executor | None = None) -> Generator[T, None, None]:
    """What `digest` makes of each deal or match of a plan, in order; it works where they are played.

    Without an executor a long plan is run on all cores, a short one here. With processes, the digest and what it gives
    have to be such that they can be pickled. However long the plan is, little of it is in memory at a time.
    """
    chunks = (
        range(first, min(first + CHUNK[plan.unit], plan.size + 1))
        for first in range(1, plan.size + 1, CHUNK[plan.unit])
    )
    for answers in in_order(
        partial(_play_chunk, plan, digest), chunks, plan.size >= WORTH_MORE_CORES[plan.unit], executor
    ):
        yield from answers


def _play_chunk(plan: Plan, digest: Callable[[Played], T], numbers: range) -> list[T]:
    return [digest(play(plan, number)) for number in numbers]
