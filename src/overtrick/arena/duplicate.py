"""Bots meet on the same deals: each deal is played twice, with the sides swapped, so that the cards favour nobody.

Every two bots of a contest meet on every deal. The meetings come in order, deal by deal, and depend on nothing but the
game, the bots, the seed and the number of the deal: a contest that was stopped goes on where it was, on any machine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from itertools import combinations, count, islice
from typing import TYPE_CHECKING, NamedTuple

from overtrick.arena.results import is_for_kernels
from overtrick.arena.runner import Plan, ending_programs, play
from overtrick.bots.bot import check_bot
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.core.parallel import one_by_one
from overtrick.core.scoring import Scores
from overtrick.core.seats import Side
from overtrick.core.shuffle import Seed

if TYPE_CHECKING:
    from concurrent.futures import Executor

Couple = tuple[str, str]
"""The texts of two bots that meet."""


class Contest(NamedTuple):
    """Who meets whom on what."""

    game: Game
    bots: tuple[str, ...]
    """their texts, such as `sampling:4`"""
    seed: Seed
    deals: int
    """how many; each is played twice by every two bots"""
    seconds: float | None = None
    """the most that a bot may think about an action; without it the same seed gives the same play"""

    @property
    def couples(self) -> tuple[Couple, ...]:
        return tuple(combinations(self.bots, 2))

    @property
    def size(self) -> int:
        """How many meetings there are: duplicate pairs of deals."""
        return self.deals * len(self.couples)

    def check(self) -> None:
        """Refuse bots that do not exist or do not play the game, and less than two different ones."""
        for bot in self.bots:
            check_bot(bot, is_own=True, game=self.game)
            if self.bots.count(bot) > 1:
                raise Invalid("bot-meets-itself", bot=bot)
        if len(self.bots) < 2:
            raise Invalid("one-bot", bot=", ".join(self.bots))


class Lapse(NamedTuple):
    """A bot that failed."""

    bot: str
    finding: Finding
    is_lost: bool = True
    """whether it has lost its deal by it; otherwise the deal was over"""


class Meeting(NamedTuple):
    """Two bots on one deal, which was played twice."""

    deal: int
    """its number, from 1"""
    bots: Couple
    scores: tuple[Scores, Scores]
    """what counts in a match, of the first and the second bot: with the first as side 1, then with the sides swapped"""
    lapses: tuple[Lapse, ...] = ()

    @property
    def balance(self) -> int:
        """What the first bot has more than the second over both deals; nobody has won the meeting if it is 0."""
        return sum(first - second for first, second in self.scores)


def compete(
    contest: Contest, done: int = 0, executor: Executor | None = None, ahead: int | None = None
) -> Generator[Meeting, None, None]:
    """The meetings of a contest in order, without the first ones that are `done`.

    They are played on all cores of this machine if that takes long, or by an executor. As many pieces of work as
    `ahead` says are under way at a time; an executor with many more workers than this machine has cores wants more.
    Bots that are programs end with the threads and processes of the executor, which should be ended after it.
    """
    contest.check()
    return go_on(contest, done, executor, ahead)


def go_on(
    contest: Contest, done: int, executor: Executor | None = None, ahead: int | None = None
) -> Generator[Meeting, None, None]:
    """What `compete` gives, of a contest that was checked before."""
    if executor is None and is_for_kernels(2 * (contest.size - done)):
        from overtrick.arena.native import native_meetings  # loads NumPy

        found = native_meetings(contest, done)
        if found is not None:
            return found
    meetings = islice(_meetings(contest), done, contest.size)
    return ending_programs(contest.bots, one_by_one(partial(meet, contest), meetings, executor, ahead))


def _meetings(contest: Contest) -> Iterator[tuple[int, Couple]]:
    return ((deal, couple) for deal in count(1) for couple in contest.couples)


def meet(contest: Contest, meeting: tuple[int, Couple]) -> Meeting:
    """Let two bots play a deal twice; the first is side 1 first."""
    deal, (one, two) = meeting
    scores, lapses = list[Scores](), list[Lapse]()
    for sides in ((one, two), (two, one)):
        plan = Plan(contest.game, (*sides, *sides), contest.seed, contest.deals, seconds=contest.seconds)
        played = play(plan, deal)
        score = played.scores[0]
        worth = score.counted
        scores.append((worth[sides.index(one)], worth[sides.index(two)]))
        for failure in filter(None, played.failures):
            bot = sides[0 if failure.seat.side is Side.ONE else 1]
            lapses.append(Lapse(bot, failure.finding, failure.is_lost))
    return Meeting(deal, (one, two), (scores[0], scores[1]), tuple(lapses))
