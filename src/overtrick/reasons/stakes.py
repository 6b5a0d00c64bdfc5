"""What is at stake in a deal: what a side still needs, or that it is settled who wins; all tricks, and the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome, Progress
from overtrick.core.scoring import DealScore, Scores, seen_from
from overtrick.core.seats import SEATS
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
    view, contract = knowing.view, knowing.view.contract
    if contract is None or 2 * len(view.tricks) < view.game.hand_size:
        return
    if view.game.sweeper(contract) is not None:
        yield from _bid_sweep(knowing, contract)
    elif (scores := _scores(knowing, contract)) is not None:
        yield from _match(knowing, scores)
        yield from _deal(knowing, contract, scores)
    yield from _sweep(knowing)


def _match(knowing: Knowing, scores: Sequence[DealScore]) -> Iterator[Reason]:
    """That the match ends with this deal, whoever wins it."""
    game, standing = knowing.view.game, knowing.view.standing
    if standing is None or game.honours.cards:  # nobody knows what honours bring before the end
        return
    before = Progress(knowing.view.dealer, standing)
    if all(game.after(before, score).standing.is_over for score in scores):
        yield Reason("last-deal")


def _deal(knowing: Knowing, contract: Contract, scores: Sequence[DealScore]) -> Iterator[Reason]:
    """What the side of the player needs to win the deal, or that this is settled; nothing where all players bid."""
    if contract.bids is not None:  # each side wants to make its own bids, whoever scores more
        return
    side, game = knowing.turn.side, knowing.view.game
    is_free = contract.side is None or not game.contracts_can_fail
    role = "free" if is_free else "take" if contract.side is side else "defend"
    wins = [score.winner is side for score in scores]
    if all(wins) or not any(wins):
        yield Reason(SETTLED[role, wins[0]])
    elif all(wins[wins.index(True) :]):
        yield Reason(NEEDS[role, game.unit], number=wins.index(True))


def _bid_sweep(knowing: Knowing, contract: Contract) -> Iterator[Reason]:
    """What a contract for all tricks needs, or who plays against it."""
    taker = contract.side
    if taker is not None and not knowing.view.tricks_won[taker.other - 1]:
        yield Reason("needs-all" if taker is knowing.turn.side else "needs-one")


def _sweep(knowing: Knowing) -> Iterator[Reason]:
    """That a side may still win all tricks, which brings more."""
    view, (own, others) = knowing.view, seen_from(knowing.turn.side, knowing.view.tricks_won)
    if (view.game.capot_bonus or 0) > 0 and bool(own) != bool(others):
        yield Reason("sweep" if own else "save-trick")


def _scores(knowing: Knowing, contract: Contract) -> Sequence[DealScore] | None:
    """What the deal may be worth, by what the side of the player still wins of what is left, from nothing on.

    None where hidden belotes or annonces leave it open, or a nil, for which it counts which player wins a trick, or
    where the order of the winners matters.
    """
    view, side = knowing.view, knowing.turn.side
    extras = _extras(knowing)
    if extras is None or contract.nils or view.game.pile is not None or view.game.sweep_goes_on:
        return None
    belotes, annonces = extras
    total = view.game.points_in_tricks(contract.strain)
    so_far = Outcome(contract, (0, 0), view.tricks_won, belotes, annonces, vulnerable=view.vulnerable)
    won, lost = seen_from(side, view.tally.points)
    scores = []
    for points in range(won, total - lost + 1):
        score = view.game.score(view.game.ended_with(seen_from(side, (points, total - points)), so_far))
        if score is None:
            return None
        scores.append(score)
    return scores


def _extras(knowing: Knowing) -> tuple[Scores, Scores] | None:
    """What belotes, annonces and sets in tricks bring to the sides; None as long as that is not known for certain."""
    view = knowing.view
    rules, _ = view.course.in_play
    counting, declaring = rules.counting, view.game.declaring
    if declaring.is_allowed and not view.tricks:
        return None
    if counting.trick_sets:
        gone = sum(card.bit for trick in view.tricks for card in trick.cards)
        return None if counting.trick_sets.open_in(view.game.pack.mask & ~gone) else (view.tally.bonus, (0, 0))
    shown = [(seat, each) for seat, cards in view.shown for each in declaring.annonces_of(cards, rules.strain)]
    belotes = [0, 0]
    for pair in counting.pairs if counting.pair_bonus else ():
        for seat in SEATS:
            played, held = view.course.played[seat - 1], knowing.placed[seat]
            if pair & ~(played | held | knowing.may_hold.get(seat, 0)):
                continue
            if pair & ~(played | held) or counting.king_first:
                return None
            unsaid = pair & played & ~view.tally.announced
            is_lost = unsaid == pair if counting.pairs_are_told_last else bool(unsaid)
            if not counting.must_be_said or not is_lost:
                belotes[seat.side - 1] += counting.pair_bonus
    return (belotes[0], belotes[1]), declaring.scores(shown)
