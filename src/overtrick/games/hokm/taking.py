"""What the tricks of a deal come to: whose they are where they lie in a pile, and courts for which a side goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from overtrick.core.cards import Rank
from overtrick.core.game import Outcome
from overtrick.core.scoring import Scores
from overtrick.core.seats import Side

if TYPE_CHECKING:
    from overtrick.games.hokm.rules import Hokm

ENOUGH: Final = 7
"""tricks that win a deal"""


def taken(game: Hokm, outcome: Outcome) -> Scores:
    """The tricks of both sides as they count: those of a pile by who took it, and a court as seven to none.

    Where nobody knows the order of the winners, the outcome has them so.
    """
    winners = outcome.winners
    if game.sweep_goes_on and len(winners) >= ENOUGH and len({seat.side for seat, _ in winners[:ENOUGH]}) == 1:
        won = game.hand_size if len(winners) == game.hand_size and 0 in outcome.tricks else ENOUGH
        return (won, 0) if winners[0][0].side is Side.ONE else (0, won)
    if not game.has_pile or not winners:
        return outcome.tricks
    tricks, pile, running = [0, 0], 0, 0
    for number, (seat, card) in enumerate(winners, start=1):
        pile += 1
        before = winners[number - 2] if running else None
        running = running + 1 if before is not None and before[0] is seat else 1
        is_blocked = game.blocked and number in (2, game.hand_size - 1)
        by_aces = game.two_aces and before is not None and before[1].rank is card.rank is Rank.ACE
        if number == game.hand_size or (running >= 2 and not is_blocked and not by_aces):
            tricks[seat.side - 1] += pile
            pile, running = 0, 0
    return tricks[0], tricks[1]
