"""What is at stake in a deal: what a side still needs, or that it is settled who wins; all tricks, and the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Side
from overtrick.reasons.knowing import Knowing
from overtrick.reasons.reason import Reason

NEEDS: Final = {
    ("take", "points"): "make-points",
    ("take", "tricks"): "make-tricks",
    ("defend", "points"): "defeat-points",
    ("defend", "tricks"): "defeat-tricks",
    ("free", "points"): "win-deal-points",
    ("free", "tricks"): "win-deal-tricks",
}
"""by what a side does in the deal, and what counts: the codes for what it still needs"""
SETTLED: Final = {
    ("take", True): "made",
    ("take", False): "not-made",
    ("defend", True): "defeated",
    ("defend", False): "not-defeated",
    ("free", True): "deal-won",
    ("free", False): "deal-lost",
}
"""the same where nothing can change any more whether it wins the deal"""


def deal_stakes(knowing: Knowing) -> Iterator[Reason]:
    """What is at stake, from the middle of the deal on; before, everything is."""
    if 2 * len(knowing.view.tricks) >= knowing.view.game.hand_size:
        for stake in (_match_stake(knowing), _deal_stake(knowing), _sweep_stake(knowing)):
            if stake is not None:
                yield stake


def _deal_stake(knowing: Knowing) -> Reason | None:
    """What the side of the player needs to win the deal; None where hidden belotes or annonces leave that open."""
    view = knowing.view
    contract, side = view.contract, knowing.turn.side
    if contract is None:
        return None
    role = "free" if contract.side is None else "take" if contract.side is side else "defend"
    if view.game.sweeper(contract) is not None:
        is_open = not view.tricks_won[side.other - 1] if role == "take" else not view.tricks_won[side - 1]
        return Reason("needs-all" if role == "take" else "needs-one") if is_open else None
    scores = _scores(knowing, contract, side)
    if scores is None:
        return None
    wins = [score.winner is side for score in scores]
    if all(wins) or not any(wins):
        return Reason(SETTLED[role, wins[0]])
    first = wins.index(True)
    return Reason(NEEDS[role, view.game.unit], number=first) if all(wins[first:]) else None


def _sweep_stake(knowing: Knowing) -> Reason | None:
    """That a side may still win all tricks, which brings more."""
    view, (own, others) = knowing.view, _of_side(knowing.view.tricks_won, knowing.turn.side)
    if not (view.game.capot_bonus or 0) > 0 or bool(own) == bool(others):
        return None
    return Reason("sweep" if own else "save-trick")


def _match_stake(knowing: Knowing) -> Reason | None:
    """That the match ends with this deal, whoever wins it."""
    view, target = knowing.view, knowing.view.game.match_target
    if view.standing is None or target is None or view.contract is None:
        return None
    scores = _scores(knowing, view.contract, knowing.turn.side)
    if scores is None:
        return None
    totals = view.standing.totals
    ends = [(totals[0] + score.counted[0], totals[1] + score.counted[1]) for score in scores]
    is_last = all(max(end) >= target and end[0] != end[1] for end in ends)
    return Reason("last-deal") if is_last else None


def _scores(knowing: Knowing, contract: Contract, side: Side) -> Sequence[DealScore] | None:
    """What the deal may be worth, by what the side still wins of what is left, from nothing on."""
    view = knowing.view
    extras = _extras(knowing)
    if extras is None:
        return None
    belotes, annonces = extras
    total = view.game.points_in_tricks(contract.strain)
    won, lost = _of_side(view.tally.points, side)
    scores = []
    for points in range(won, total - lost + 1):
        both = (points, total - points) if side is Side.ONE else (total - points, points)
        tricks = both
        if not view.game.trick_points:
            first, second = (max(view.tricks_won[each - 1], both[each - 1] > 0) for each in Side)
            tricks = (first, second)
        by_taker = 0 if contract.side is None else tricks[contract.side - 1]
        score = view.game.score(Outcome(contract, both, tricks, belotes, annonces, by_taker, view.vulnerable))
        if score is None:
            return None
        scores.append(score)
    return scores


def _extras(knowing: Knowing) -> tuple[Scores, Scores] | None:
    """What belotes and annonces bring to the sides; None as long as that is not known for certain."""
    view = knowing.view
    rules, _ = view.course.in_play
    counting, declaring = rules.counting, view.game.declaring
    if declaring.is_allowed and not view.tricks:
        return None
    shown = [(seat, each) for seat, cards in view.shown for each in declaring.annonces_of(cards, rules.strain)]
    belotes = [0, 0]
    for pair in counting.pairs if counting.pair_bonus else ():
        for seat in SEATS:
            played, held = view.course.played[seat - 1], knowing.placed[seat]
            if pair & ~(played | held | knowing.may_hold.get(seat, 0)):
                continue
            if pair & ~(played | held) or counting.king_first:
                return None
            if not counting.must_be_said or not pair & played & ~view.tally.announced:
                belotes[seat.side - 1] += counting.pair_bonus
    return (belotes[0], belotes[1]), declaring.scores(shown)


def _of_side(scores: Scores, side: Side) -> Scores:
    """Scores by side, those of one side first."""
    return scores if side is Side.ONE else (scores[1], scores[0])
