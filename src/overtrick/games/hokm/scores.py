"""What a deal of Hokm is worth, what it means for a match, and who deals after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from overtrick.core.game import Mark, Outcome, Standing
from overtrick.core.scoring import DealScore, Part, for_side
from overtrick.core.seats import Side

if TYPE_CHECKING:
    from overtrick.games.hokm.rules import Hokm

ENOUGH: Final = 7
"""tricks that win a deal"""
KOTS: Final = ("kot", "hakem-kot", "court", "goon-court", "court-52", "lost-deal")
"""the reasons of points where the others have no trick"""


def score(game: Hokm, outcome: Outcome) -> DealScore | None:
    """Only the winners of a deal score, and more if the others have no trick."""
    taker, tricks = outcome.contract.side, outcome.tricks
    if taker is None or max(tricks) < ENOUGH:
        return None
    winner = Side.ONE if tricks[0] >= ENOUGH else Side.TWO
    is_kot, has_piles = tricks[winner.other - 1] == 0, game.pile is not None
    if game.sweep_goes_on and tricks[winner - 1] == game.hand_size:
        part = Part(winner, "court-52", game.court_52)
    elif not is_kot:
        part = Part(winner, "deal", game.win if winner is taker else game.defence)
    elif winner is taker:
        part = Part(winner, "court" if has_piles else "kot", game.kot)
    else:
        part = Part(winner, "goon-court" if has_piles else "hakem-kot", game.hakem_kot)
    return DealScore((part,), winner, taker)  # a deal that brings nothing has its reason too


def mark(game: Hokm, before: Standing, deal: DealScore) -> Mark:
    """The row of the winners grows and the other one ends; both end with a kot, or where it brings a point."""
    winner = deal.winner
    if not game.row or winner is None or _is_kot(deal):
        return Mark()
    of_winner = before.rows[winner - 1] + 1
    if of_winner == game.row:
        return Mark(for_side(winner, 1))
    return Mark(rows=for_side(winner, of_winner))


def dealer_moves(game: Hokm, before: Standing, deal: DealScore) -> int:
    """The hakem, who sits after the dealer, stays as long as their side wins."""
    winner = deal.winner
    if not deal.is_played:
        return 0
    if winner is None or winner is not deal.taker:
        return 1
    is_row = 0 < game.row == before.rows[winner - 1] + 1
    return 2 if game.after_kot == "partner" and (is_row or _is_kot(deal)) else 0


def _is_kot(deal: DealScore) -> bool:
    return any(part.reason in KOTS for part in deal.parts)
