"""Where bots stand in a contest: points, meetings won, and Elo, each with its 95 % interval.

A deal counts when all of its meetings are there, so that all bots are compared by the same cards. Meetings on the same
deal are alike; therefore it is the deals by whose differences all of this is told to be sure or not.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from overtrick.arena.duplicate import Contest, Couple, Meeting
from overtrick.arena.elo import Outcome, elo
from overtrick.arena.estimates import Estimate, Sample, share_of
from overtrick.core.errors import Finding

PLAYED_TWICE: Final = 2
STOPS: Final = 200
"""how often on the way it is noted where the bots stand"""


class Decisions(NamedTuple):
    """Meetings by how they ended."""

    won: int
    lost: int
    drawn: int

    @property
    def decided(self) -> int:
        """Those that somebody won."""
        return self.won + self.lost

    @property
    def win_rate(self) -> Estimate:
        """The share of the decided ones that were won, if each was on a deal of its own."""
        return share_of(self.won, self.decided)


class Stop(NamedTuple):
    """Where the bots stood after some deals."""

    deals: int
    points: dict[str, Estimate]


class Scoreboard:
    """All that is known of a contest so far."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.deals = 0
        """of which all meetings are there"""
        self.lapses: Counter[str] = Counter()
        """deals that a bot lost because it failed"""
        self.first_lapse: dict[str, Finding] = {}
        """how a bot failed first, whether it lost the deal by that or not"""
        self.course: list[Stop] = []
        self._of_deal: list[Meeting] = []
        """those that wait for the others of their deal"""
        self._points = {bot: Sample() for bot in contest.bots}
        self._balances = {couple: Sample() for couple in contest.couples}
        self._outcomes: Counter[Outcome] = Counter()

    def add(self, meeting: Meeting) -> None:
        """The next meeting, in order."""
        self._of_deal.append(meeting)
        if len(self._of_deal) == len(self._balances):
            self._count()
            self._of_deal = []

    def _count(self) -> None:
        self.deals += 1
        balances = dict.fromkeys(self.contest.bots, 0)
        for meeting in self._of_deal:
            first, second = meeting.bots
            balances[first] += meeting.balance
            balances[second] -= meeting.balance
            self._balances[meeting.bots].add(meeting.balance)
            for lapse in meeting.lapses:
                self.lapses[lapse.bot] += lapse.is_lost
                self.first_lapse.setdefault(lapse.bot, lapse.finding)
        for bot, balance in balances.items():
            self._points[bot].add(balance)
        self._outcomes[tuple(_sign(meeting.balance) for meeting in self._of_deal)] += 1
        if self.deals * STOPS // self.contest.deals > (self.deals - 1) * STOPS // self.contest.deals:
            self.course.append(Stop(self.deals, {bot: self.points_per_deal(bot) for bot in self.contest.bots}))

    @property
    def pairs(self) -> int:
        """How many meetings were counted."""
        return self.deals * len(self._balances)

    @property
    def decided(self) -> int:
        """How many of them somebody won."""
        return sum(self.decisions_between(couple).decided for couple in self.contest.couples)

    def points_per_deal(self, bot: str) -> Estimate:
        """What a bot has more than the other side in a deal."""
        return self._points[bot].mean(PLAYED_TWICE * (len(self.contest.bots) - 1))

    def decisions(self, bot: str) -> Decisions:
        """How the meetings of a bot ended."""
        all_ = [self.decisions_between(couple) for couple in self.contest.couples if couple[0] == bot]
        as_second = [self.decisions_between(couple) for couple in self.contest.couples if couple[1] == bot]
        all_ += [Decisions(lost, won, drawn) for won, lost, drawn in as_second]
        won, lost, drawn = map(sum, zip(*all_, strict=True))
        return Decisions(won, lost, drawn)

    def win_rate(self, bot: str) -> Estimate:
        """The share of its decided meetings that a bot has won."""
        won, lost, _ = self.decisions(bot)
        return share_of(won, won + lost, self._alike(bot, won, won + lost))

    def _alike(self, bot: str, won: int, decided: int) -> float:
        """How many meetings of a bot tell no more than one, since those on a deal tend to end in the same way.

        That is the variance of its win rate from deal to deal relative to that of meetings which do not depend on each
        other; where it cannot be told, all on a deal count as one.
        """
        opponents, scatter = len(self.contest.bots) - 1, 0
        if self.deals < 2 or not 0 < won < decided:
            return opponents
        for outcome, times in self._outcomes.items():
            wins, losses = self._ends(bot, outcome)
            scatter += times * (wins * decided - (wins + losses) * won) ** 2
        ratio = scatter / (won * (decided - won) * decided) * self.deals / (self.deals - 1)
        return min(max(ratio, 1), opponents)

    def _ends(self, bot: str, outcome: Outcome) -> tuple[int, int]:
        """How many meetings a bot has won and lost on a deal that ended so."""
        own = [
            sign if couple[0] == bot else -sign
            for couple, sign in zip(self.contest.couples, outcome, strict=True)
            if bot in couple
        ]
        return own.count(1), own.count(-1)

    def decisions_between(self, couple: Couple) -> Decisions:
        """How the meetings of two bots ended for the first of them."""
        row, counts = self.contest.couples.index(couple), Counter[int]()
        for outcome, times in self._outcomes.items():
            counts[outcome[row]] += times
        return Decisions(counts[1], counts[-1], counts[0])

    def points_between(self, couple: Couple) -> Estimate:
        """What the first of two bots has more than the second in a deal."""
        return self._balances[couple].mean(PLAYED_TWICE)

    def elo(self) -> dict[str, Estimate]:
        """How strong the bots are relative to the first one."""
        return elo(self.contest.bots, self.contest.couples, self._outcomes)


def _sign(balance: int) -> int:
    return (balance > 0) - (balance < 0)
