"""What a deal is worth: who made trumps needs more than the others, points and roem together."""

from __future__ import annotations

from typing import Final, Literal

from overtrick.core.game import Outcome
from overtrick.core.scoring import Aim, DealScore, Part, score_of
from overtrick.core.seats import Side

LAST_TRICK: Final = 10
WHOLE: Final = 152 + LAST_TRICK


def scored(outcome: Outcome, pit: int, pit_for: Literal["takers", "both"]) -> DealScore | None:
    """Each side marks its points and roem; the others mark all of both if the takers do not have more (nat)."""
    taker, (points, roem) = outcome.contract.side, (outcome.points, outcome.belotes)
    if taker is None:
        return None
    (won, lost), other = (points[side - 1] + roem[side - 1] for side in (taker, taker.other)), taker.other
    swept = pit if outcome.sweeper is taker or (outcome.sweeper and pit_for == "both") else 0
    if won <= lost:
        parts = [Part(other, "nat", WHOLE), Part(other, "roem", sum(roem)), Part(other, "pit", swept)]
        return score_of(parts, other, taker)
    parts = [Part(side, "tricks", points[side - 1]) for side in Side]
    parts += [Part(side, "roem", roem[side - 1]) for side in Side]
    return score_of([*parts, Part(taker, "pit", swept)], taker, taker)


def aim_of(outcome: Outcome) -> Aim | None:
    """What the takers needed of what the tricks of a deal brought, roem included."""
    taker, roem = outcome.contract.side, outcome.belotes
    if taker is None:
        return None
    needed, own = (sum(outcome.points) + sum(roem)) // 2 + 1, roem[taker - 1]
    return Aim(taker, "points", needed, outcome.points[taker - 1], (("roem", own),) if own else ())
