"""The review of played deals: what their cards cost, with all hands open and by what their players could know."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from overtrick.core.errors import Finding
from overtrick.core.parallel import in_order
from overtrick.core.shuffle import Seed
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.formats.record_format import Located
from overtrick.referee.verdict import Fault
from overtrick.reviewing.deal_review import Review, review_of
from overtrick.reviewing.played_deal import PlayedDeal, played_deal
from overtrick.reviewing.weighing import NORMAL, Effort, Weighed, prepare, weigh

__all__ = ["NORMAL", "Effort", "Review", "review", "review_games"]


def review(
    record: Record, *, worlds: int = NORMAL.worlds, seed: Seed = NORMAL.seed, max_nodes: int = NORMAL.max_nodes
) -> Review | Finding | Fault:
    """Review a played deal; or tell what the referee says of it, that all passed, or that too few cards are known.

    Each card is tried with all hands open, and in some worlds of its player, drawn with a seed. A search is given up
    after `max_nodes` positions, if that is not 0; what it would have told stays unknown.
    """
    deal, effort = played_deal(Located(record, line=0)), Effort(worlds, seed, max_nodes)
    if not isinstance(deal, PlayedDeal):
        return deal
    return review_of(deal, [weigh(round_, effort) for round_ in deal.rounds], effort)


def review_games(
    games: Iterable[Located], effort: Effort, is_long: bool, weighed: Callable[[], None]
) -> Iterator[Review | Finding | Fault]:
    """Review the games of a file in their order, on all cores if it takes long; `weighed` is called after each card."""
    deals: deque[PlayedDeal | Finding | Fault] = deque()
    turns: list[Weighed] = []

    def rounds() -> Iterator[Round]:
        for game in games:
            deal = played_deal(game)
            deals.append(deal)
            if isinstance(deal, PlayedDeal):
                prepare(deal.record.game, deal.contract.strain)
                yield from deal.rounds

    def finished() -> Iterator[Review | Finding | Fault]:
        while deals:
            deal = deals[0]
            if not isinstance(deal, PlayedDeal):
                yield deal
            elif len(turns) >= len(deal.rounds):
                yield review_of(deal, turns[: len(deal.rounds)], effort)
                del turns[: len(deal.rounds)]
            else:
                return
            deals.popleft()

    for turn in in_order(partial(weigh, effort=effort), rounds(), is_long):
        turns.append(turn)
        weighed()
        yield from finished()
    yield from finished()
