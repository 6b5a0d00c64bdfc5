"""Exact values of positions with open hands, found by kernels, for games whose suits have at most ten cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import NO_CARD_FREE, Rung, Strain
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Number, Row
from overtrick.engine.kernel.searching import NO_LIMIT, KernelSearcher, State
from overtrick.engine.kernel.tables import Laid, Tables, tables_of

if TYPE_CHECKING:
    import numpy.typing as npt

MOST_CARDS: Final = 10
"""the most cards that a suit can have, and a hand"""
SUIT: Final = 0x3FFF
"""the cards of a lane"""
FENCES: Final = 0x4000_4000_4000_4000
"""a bit above each lane, so that cards of two lanes are never neighbours"""
ENTRY: Final = 4
"""numbers of an entry in the table of positions: two of the key, the bounds with the tricks left, and the generation"""
BUCKET: Final = 2 * ENTRY
OFFSET_BITS: Final = 20
OFFSET: Final = 1 << OFFSET_BITS - 1
"""is added to a bound in an entry, which then has `OFFSET_BITS` bits"""
TABLE_BITS: Final = {5: 10, 8: 14, 10: 17}
"""the buckets of the table, by the size of the hands, as a power of two"""
ORDER: Final = (
    (900, 10, 1, -80),
    (900, 40, -10, 0),
    (500, -25, 1, 230),
    (1160, 20, -10, -180),
    (1100, 35, 20, 0),
    (500, -35, 0, 0),
    (860, 10, 5, 0),
    (1000, 25, 0, 0),
    (500, -15, 0, 40),
    (940, 15, 0, -160),
    (500, -20, -5, 0),
)
"""by kind: the score of a move, and what is added for each point of the card, each card below it in its suit, and a
trump; found by trying what makes searches short"""


class PointsState(State):
    """The memory of a search for points."""

    bonus = Number()
    """points for all tricks"""
    entries = Number()
    """the lanes in which a player can take the lead, as bits"""
    squeezed = Row(MOST_CARDS)
    """`[power]`: the cards that may move down to a power where it is gone: those above it of the same points"""
    weights = Row(4 * len(ORDER))
    """`[kind of a move][4]`: what makes a move likely to be good"""
    moves = Row((MOST_CARDS + 1) * 4 * MOST_CARDS)
    """`[tricks left][cards on the table][number]`: the moves of a turn"""
    results = Row((MOST_CARDS + 1) * 4 * MOST_CARDS)
    """the same: what they led to"""
    refuted = Row((MOST_CARDS + 1) * 4 * 64)
    """`[tricks left][seat][bit number of the master]`: the card that last decided such a turn, 0 before one did"""
    generation = Number()
    """the entries of the table that count have this number; others are as good as empty"""
    last_bucket = Number()
    """the number of the last bucket in the table"""
    bounds_hold = Number()
    """whether the bounds of `points_bounds` hold (`compiled.sets`)"""
    before = Row(MOST_CARDS + 1)
    """`[tricks left]`: the cards that were in play when a trick began (`compiled.sets`)"""
    in_sets = Row(MOST_CARDS + 1)
    """the same: those of them that are in sets which can still come to one trick"""
    positions = Row(0)
    """`[bucket][entry]`: the table of positions; how long it is depends on the game"""


class SearchTurn(NamedTuple):
    """A turn of a search."""

    seat: int
    laid: Laid
    worth: int
    """the points on the table"""
    total: int
    """points that are left, these included"""
    tricks: int
    """tricks that are left, this one included"""
    sweeper: int
    """as in `Root`"""


def serves(game: Game, strain: Strain) -> bool:
    """Whether this search is made for a game under a strain.

    Suits and hands are small enough, nothing counts less than nothing, all values have room in the table, the duties
    are such that the bounds of `points_bounds` hold, and no sets of cards bring points.
    """
    return has_room(game, strain) and bounds_hold(game, strain) and not game.counting(strain).trick_sets


def has_room(game: Game, strain: Strain) -> bool:
    """Whether a state has room for a game under a strain, and a suit that is led must be followed."""
    counting, ladder = game.counting(strain), game.ladder
    points = [*counting.card_points, counting.trick_points, counting.last_trick]
    in_all = sum(counting.card_points) + game.hand_size * counting.trick_points + counting.last_trick
    return (
        max(game.hand_size, *(suit.bit_count() for suit in game.rules(strain).ranking.suits)) <= MOST_CARDS
        and min(points) >= 0
        and in_all + abs(game.capot_bonus or 0) + counting.trick_sets.most < OFFSET
        and all(rungs[0] is Rung.FOLLOW for rungs in ladder[:4])
        and all(rungs[0] is Rung.FOLLOW or rungs[:2] == (Rung.ABOVE, Rung.FOLLOW) for rungs in ladder[4:6])
        and game.leading.is_free
        and game.enough_tricks is None
    )


def bounds_hold(game: Game, strain: Strain) -> bool:
    """Whether only those trump who cannot follow suit, and nobody must trump a trick that their partner holds."""
    ladder, has_trumps = game.ladder, strain not in (Strain.NO_TRUMPS, Strain.LOW)
    if has_trumps and ladder.free != NO_CARD_FREE:
        return False
    return not {Rung.ABOVE, Rung.TRUMP} & {*ladder.plain_partner, *ladder.cut_partner}


class PointsSearcher(KernelSearcher["PointsState"]):
    """Searches for points; nodes are leads."""

    def __init__(self, game: Game, strain: Strain, capot: bool = False) -> None:
        """`capot` counts the bonus for all tricks that are left, in games that have one."""
        if not serves(game, strain):
            raise ValueError(f"{game} under {strain} is more than this search can hold")
        load("points")
        from overtrick.engine.kernel.compiled import points as kernels

        tables, bonus = tables_of(game, strain), game.capot_bonus or 0 if capot else 0
        super().__init__(kernels, tables, state_of(tables, bonus), bool(bonus))

    def forget(self) -> None:
        """Forget what earlier questions left, so that the next search is the same whatever came before."""
        self._state.generation += 1
        self._state.refuted[:] = 0


def values(game: Game, strain: Strain, hands: npt.NDArray[np.uint64], leader: Seat) -> npt.NDArray[np.int64]:
    """The values of many whole deals for the side of the leader; a row has the four hands as masks of `Card.bit`.

    `solver.bulk_values` checks what comes from elsewhere.
    """
    load("points")
    from overtrick.engine.kernel.compiled import points as kernels

    tables, found = tables_of(game, strain), np.zeros(len(hands), np.int64)
    kernels.value_deals(tables.rules, state_of(tables, 0), hands, leader - 1, found)
    return found


def state_of(tables: Tables, bonus: int) -> PointsState:
    """A state with what does not change, and an empty table of positions."""
    rules = tables.rules
    pack, points = rules.pack, rules.points.tolist()
    bits = TABLE_BITS.get(rules.hand_size, max(TABLE_BITS.values()))
    state = PointsState(BUCKET << bits)
    state.bonus, state.last_bucket, state.limit = bonus, (1 << bits) - 1, NO_LIMIT
    state.weights[:] = np.ravel(ORDER)
    state.after[:], state.count = (1, 2, 3, 0), 4
    state.generation = 1  # an empty entry has none
    squeezed = [0] * MOST_CARDS
    for bit in tables.card_of:
        above = bit + 1
        while pack >> above & 1 and points[above] == points[bit]:
            squeezed[bit % 16] |= 1 << above
            above += 1
    state.squeezed[:] = squeezed
    return state
