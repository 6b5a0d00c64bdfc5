"""The review of played deals: what their cards cost, with all hands open and by what their players could know."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from overtrick.core.errors import Finding
from overtrick.core.parallel import in_order
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.formats.places import Placed
from overtrick.referee.verdict import Fault
from overtrick.reviewing.case import Case, case_of
from overtrick.reviewing.deal_review import Review, review_of
from overtrick.reviewing.weighing import NORMAL, Effort, Weighed, prepare, weigh

__all__ = ["NORMAL", "Effort", "Review", "review", "review_games"]


def review(
    record: Record, *, worlds: int = NORMAL.worlds, seed: str = NORMAL.seed, max_nodes: int = NORMAL.max_nodes
) -> Review | Finding | Fault:
    """Review a played deal; or tell what the referee says of it, that all passed, or that too few cards are known.

    Each card is tried with all hands open, and in some worlds of its player, drawn with a seed. A search is given up
    after `max_nodes` positions, if that is not 0; what it would have told stays unknown.
    """
    case, effort = case_of(Placed(record, line=0)), Effort(worlds, seed, max_nodes)
    if not isinstance(case, Case):
        return case
    return review_of(case, [weigh(round_, effort) for round_ in case.rounds], effort)


def review_games(
    games: Iterable[Placed], effort: Effort, is_long: bool, weighed: Callable[[], None]
) -> Iterator[Review | Finding | Fault]:
    """Review the games of a file in their order, on all cores if it takes long; `weighed` is called after each card."""
    cases: deque[Case | Finding | Fault] = deque()
    turns: list[Weighed] = []

    def rounds() -> Iterator[Round]:
        for game in games:
            case = case_of(game)
            cases.append(case)
            if isinstance(case, Case):
                prepare(case.record.game, case.contract.strain)
                yield from case.rounds

    def finished() -> Iterator[Review | Finding | Fault]:
        while cases:
            case = cases[0]
            if not isinstance(case, Case):
                yield case
            elif len(turns) >= len(case.rounds):
                yield review_of(case, turns[: len(case.rounds)], effort)
                del turns[: len(case.rounds)]
            else:
                return
            cases.popleft()

    for turn in in_order(partial(weigh, effort=effort), rounds(), is_long):
        turns.append(turn)
        weighed()
        yield from finished()
    yield from finished()
