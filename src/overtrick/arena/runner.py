"""Runs deals and matches of bots, on all cores; the same seed gives the same cards and calls.

Deal k of a seed is that of `numbered_deal`. Match m has the decks of the seed `SEED/m`, and the dealer of deal m deals
first. A bot gets a source of randomness of its own, by the seed, the number of the deal or match, and its seat, so that
it does not matter who plays besides, or which process runs what.

A bot that fails, or does what is illegal, loses its deal as `Game.lost_deal` says, and the next deal is played. So does
one that cannot be made, when it is first asked. One that fails when it hears how a deal ended does not lose it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from overtrick.bots.asking import BotError, ask, failed, hears_results, tell
from overtrick.bots.bot import Bot, find_bot, is_program
from overtrick.core.actions import Action
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game, Standing
from overtrick.core.parallel import one_by_one
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.shuffle import Seed
from overtrick.deal.deals import NumberedMatch, numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from random import Random

    from overtrick.bots.program.bot import Programs

T = TypeVar("T")

Unit = Literal["deals", "matches"]

MOST_LOST: Final = 20
"""how many deals of a match, lost by failures, lose the match, which might never end otherwise"""


class Plan(NamedTuple):
    """What is to be played."""

    game: Game
    bots: tuple[str, str, str, str]
    """the names of the bots of the seats 1 to 4"""
    seed: Seed
    size: int
    """how many deals or matches"""
    unit: Unit = "deals"
    seconds: float | None = None
    """the most that a bot may think about an action; without it the same seed gives the same play"""


class Failure(NamedTuple):
    """A bot that did not play on."""

    seat: Seat
    finding: Finding
    is_lost: bool = True
    """whether its side has lost the deal by it; otherwise it was over"""


class Played(NamedTuple):
    """A deal or a match that is over."""

    number: int
    """from 1"""
    rounds: tuple[Round, ...]
    """one, or all deals of a match; one that a bot lost by a failure ends there"""
    standing: Standing | None = None
    """of a match, at its end"""
    failures: tuple[Failure | None, ...] = ()
    """who failed first in each deal; empty where nobody did"""

    @property
    def scores(self) -> tuple[DealScore, ...]:
        """The scores of all deals, those that a bot lost included."""
        failures = self.failures or (None,) * len(self.rounds)
        return tuple(_score(round_, failure) for round_, failure in zip(self.rounds, failures, strict=True))


class Lost(BotError):
    """A bot has failed, and lost its deal by it."""

    def __init__(self, round_: Round, seat: Seat, finding: Finding) -> None:
        super().__init__(finding)
        self.round = round_
        """the deal, as far as it was played"""
        self.seat = seat

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.round, self.seat, self.finding)


def play_out(
    round_: Round, bots: Sequence[Bot], standing: Standing | None = None, names: Sequence[str | None] = (None,) * 4
) -> Round:
    """The end of a deal that the bots of the seats 1 to 4 play on; raises `Lost` for a bot that fails.

    In a match the bots know where it stands. By their names it is told which one has failed.
    """
    while (actor := round_.actor) is not None:
        try:
            action = ask(bots[actor - 1], view(round_, actor, standing), names[actor - 1])
        except BotError as error:
            raise Lost(round_, actor, error.finding) from error
        round_ = round_.apply_unchecked(action)
    return round_


def bots_for(names: Sequence[str], seed: Seed, number: int, seconds: float | None = None) -> list[Bot]:
    """The bots of the seats for the deal or the match of a number."""
    from overtrick.bots.chance import chance_of  # loads `random`, which takes milliseconds

    programs = _programs(names)
    return [
        _bot(name, chance_of(seed, seat, number), seconds, programs) for seat, name in zip(SEATS, names, strict=True)
    ]


def _bot(name: str, rng: Random, seconds: float | None, programs: Programs | None) -> Bot:
    """The bot of a text; where its maker breaks, one that fails when it is asked."""
    try:
        return find_bot(name, rng, seconds, programs, files=True)
    except Invalid as error:
        if error.finding.code != "broken-bot":
            raise
        reason = BotError(error.finding)
    except Exception as error:  # it may be anybody's maker, and only its own deal is lost
        reason = failed(name, error)

    def fail(seen: View) -> Action:
        raise reason

    return fail


def _programs(names: Sequence[str]) -> Programs | None:
    """Where those bots are started that are programs, if there are any."""
    if not any(map(is_program, names)):
        return None
    from overtrick.bots.program.bot import programs_here

    return programs_here()


def play_deal(game: Game, names: Sequence[str], seed: Seed, number: int) -> Round:
    """The deal of a number, from 1, as `numbered_deal` gives it, played by the bots of four names.

    Raises `Lost` for a bot that fails.
    """
    return play_out(numbered_deal(game, seed, number), bots_for(names, seed, number), names=names)


def play_match(game: Game, names: Sequence[str], seed: Seed, number: int, seconds: float | None = None) -> Played:
    """The match of a number, from 1, played by the bots of four names; another player deals first in each."""
    match, bots = NumberedMatch(game, seed, number), bots_for(names, seed, number, seconds)
    rounds, failures = list[Round](), list[Failure | None]()
    while not (standing := _standing(match.standing, failures)).is_over:
        round_, failure = _end_of(match.next_round(), bots, names, standing)
        rounds.append(round_)
        failures.append(failure)
        match.add(_score(round_, failure))
    return Played(number, tuple(rounds), standing, tuple(failures) if any(failures) else ())


def play(plan: Plan, number: int) -> Played:
    """The deal or the match of a number of a plan."""
    if plan.unit == "matches":
        return play_match(plan.game, plan.bots, plan.seed, number, plan.seconds)
    bots = bots_for(plan.bots, plan.seed, number, plan.seconds)
    round_, failure = _end_of(numbered_deal(plan.game, plan.seed, number), bots, plan.bots)
    return Played(number, (round_,), failures=() if failure is None else (failure,))


def _end_of(
    round_: Round, bots: Sequence[Bot], names: Sequence[str], standing: Standing | None = None
) -> tuple[Round, Failure | None]:
    """A deal that the bots play on, as far as they do, and who failed; all get to know how it ended."""
    failure = None
    try:
        round_ = play_out(round_, bots, standing, names)
    except Lost as lost:
        round_, failure = lost.round, Failure(lost.seat, lost.finding)
    hearers = [(seat, bot) for seat, bot in zip(SEATS, bots, strict=True) if hears_results(bot)]
    if hearers:
        first, second, third, fourth = names
        record, scores = round_.record((first, second, third, fourth)), _score(round_, failure).scores
        for seat, bot in hearers:
            try:
                tell(bot, seat, record, scores, names[seat - 1])
            except BotError as error:
                failure = failure or Failure(seat, error.finding, is_lost=False)
    return round_, failure


def _score(round_: Round, failure: Failure | None) -> DealScore:
    """What a deal is worth; who failed in it has lost it."""
    if failure is not None and failure.is_lost:
        return round_.game.lost_deal(failure.seat.side, round_.auction.contract, round_.vulnerable)
    score = round_.score
    assert score is not None, "the bots have played it to its end"
    return score


def _standing(standing: Standing, failures: Sequence[Failure | None]) -> Standing:
    """Where a match stands; a side with too many failures has lost it."""
    for side in Side:
        if sum(1 for each in failures if each and each.is_lost and each.seat.side is side) >= MOST_LOST:
            return standing._replace(is_over=True, winner=side.other)
    return standing


def simulate(plan: Plan, digest: Callable[[Played], T], executor: Executor | None = None) -> Generator[T, None, None]:
    """What `digest` makes of each deal or match of a plan, in order; it works where they are played.

    Without an executor a long plan is run on all cores, a short one here. With processes, the digest and what it gives
    have to be such that they can be pickled. However long the plan is, little of it is in memory at a time.
    """
    return ending_programs(plan.bots, one_by_one(partial(_digested, plan, digest), range(1, plan.size + 1), executor))


def ending_programs(names: Sequence[str], answers: Generator[T, None, None]) -> Generator[T, None, None]:
    """The same answers; at their end those bots end that are programs and were started here for them."""
    try:
        yield from answers
    finally:
        if programs := _programs(names):
            programs.close()


def _digested(plan: Plan, digest: Callable[[Played], T], number: int) -> T:
    return digest(play(plan, number))
