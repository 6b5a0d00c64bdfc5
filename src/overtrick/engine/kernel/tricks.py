"""Exact values of positions with open hands, found by kernels, for games in which suit is followed and tricks count."""

from __future__ import annotations

from typing import Final

from overtrick.core.cards import CARDS
from overtrick.core.game import Game
from overtrick.core.scoring import Counting
from overtrick.core.tricks import FOLLOW_SUIT, Strain
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Number, Row
from overtrick.engine.kernel.searching import KernelSearcher, State
from overtrick.engine.kernel.tables import tables_of

LANE: Final = 0x1FFF
"""the cards of a lane"""
FRAME: Final = 16
OWNERS: Final = 1 << LANE.bit_count()
REPLY_BITS: Final = 15
SLOT_BITS: Final = 18
PATTERN: Final = 6
MOST_PATTERNS: Final = 1 << 18


class TricksState(State):
    """The memory of a search for tricks.

    Cards are bits as in `tables`, but their powers count only the cards that are still in play when a search begins.
    """

    trumps = Number()
    """all trumps, as a mask; 0 where there are none"""
    stopped = Number()
    """whether the limit was reached: no result counts then"""
    allowed = Number()
    """the cards that may be played first, -1 for all that are legal"""
    ranks = Number()
    """the cards on whose rank the last result depends: of each suit the lowest one in this mask and all above it"""
    deal = Row(4)
    """`[seat]`: the hands of the first position of the deal, as masks of the tables"""
    unplayed = Number()
    """how many cards are left in each hand when the last trick that counts is complete"""
    guess = Number()
    """tricks that side 1 had in the last position of the deal"""
    frames = Row(52 * FRAME)
    """`[ply][move]`: the cards to try"""
    owners = Row(4 * OWNERS)
    """`[lane][cards of it in play]`: who has them, two bits a card from the highest down, and above these how many of
    the highest tell the rest, because one player has all others"""
    replies = Row(1 << REPLY_BITS)
    """cards that were good before, by a hash of the situation; the upper bits are those of the hash"""
    slots = Row(2 << SLOT_BITS)
    """`[hash][2]`: the key of a shape with its leader, and which drawers it has; or the key of a drawer, and the number
    of its first pattern"""
    log = Row(1 << SLOT_BITS)
    """the slots that are used, so that few can be emptied soon"""
    used = Number()
    """how many slots are used"""
    known = Number()
    """how many patterns there are"""
    room = Number()
    """how many there may be; when there are more, all are forgotten"""
    patterns = Row(PATTERN * MOST_PATTERNS)
    """`[number][PATTERN]`: owners and mask of two lanes, of the other two; bounds and numbers of cards; the next one"""


def serves(game: Game, strain: Strain, free_leads: bool = False) -> bool:
    """Whether this search is made for a game under a strain: suit is followed, and only tricks count.

    After the first card anything may be led: by the rules of the game, or with `free_leads` by those of a question.
    """
    counting = game.counting(strain)
    return (
        game.ladder == FOLLOW_SUIT
        and (free_leads or game.leading.is_free)
        and strain is not Strain.ALL_TRUMPS
        and counting == Counting((0,) * len(CARDS), trick_points=1)
        and all(suit.bit_count() <= LANE.bit_count() for suit in game.rules(strain).ranking.suits)
    )


class TricksSearcher(KernelSearcher[TricksState]):
    """Searches for tricks; nodes are cards that were tried. All four players must take part.

    The last tricks of the deal, as many as are `unplayed`, count nothing.
    """

    def __init__(self, game: Game, strain: Strain, unplayed: int = 0) -> None:
        assert serves(game, strain, free_leads=True)
        load("tricks")
        from overtrick.engine.kernel.compiled import tricks as kernels

        tables, state = tables_of(game, strain), TricksState()
        state.room, state.trumps = MOST_PATTERNS, LANE << 48 if tables.rules.strain else 0
        state.unplayed = unplayed
        super().__init__(kernels, tables, state)

    def forget(self) -> None:
        """Forget what earlier questions left, so that the next search is the same whatever came before."""
        self._state.replies[:] = 0
        self._state.deal[:] = 0  # any other is new, for which the table and the guess are dropped
