"""The exact values of many whole deals at once, from an array into an array."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from overtrick.core.cards import CARDS, Cards
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, parse_seat
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.bulk import HEAVIEST, in_bulk
from overtrick.engine.solver.searchers import searcher_of
from overtrick.engine.solver.solve import EVERYTHING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST: Final = (1 << len(CARDS)) - 1


def solve_deals(game: Game, strain: Strain, hands: npt.ArrayLike, leader: Seat = Seat.NORTH) -> npt.NDArray[np.int64]:
    """The values of whole deals before the first lead for the side of the leader, found on all cores.

    A row of `hands` has what the seats 1 to 4 hold, as masks (`Cards.mask`).
    """
    try:
        import numpy as np
    except ImportError:
        raise Invalid("not-installed", module="NumPy", extra="fast") from None
    leader, deals = parse_seat(str(leader)), _checked(game, hands)
    searcher_of(game, strain)  # so that kernels are loaded, or even compiled, once only
    at_once = max(HEAVIEST >> game.hand_size, 1)
    chunks = (deals[start : start + at_once] for start in range(0, len(deals), at_once))
    values = list(in_bulk(partial(_values, game, strain, leader), chunks, lambda _: HEAVIEST))
    return np.concatenate([np.zeros(0, np.int64), *values])


def _values(game: Game, strain: Strain, leader: Seat, deals: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    import numpy as np

    from overtrick.engine.kernel import points

    if engine() != "plain" and points.serves(game, strain):
        return points.values(game, strain, deals, leader)
    searcher = searcher_of(game, strain)
    positions = (Position(game, strain, list(map(Cards.from_mask, row)), leader) for row in deals.tolist())
    return np.array([searcher.bounds(position, *EVERYTHING)[0] for position in positions], np.int64)


def _checked(game: Game, hands: npt.ArrayLike) -> npt.NDArray[np.uint64]:
    """Hands as an array of masks, each row a whole deal."""
    import numpy as np

    try:
        array = np.asarray(hands)
    except ValueError:  # rows of several lengths
        array = np.zeros(0)
    is_counted = array.dtype.kind in "iu" and (not array.size or (array.min() >= 0 and array.max() <= MOST))
    if not is_counted or array.ndim != 2 or array.shape[1] != len(SEATS):
        raise Invalid("bad-array", name="hands", shape=f"? × {len(SEATS)}", least=0, most=MOST)
    deals = np.ascontiguousarray(array, np.uint64)
    of_all = np.bitwise_or.reduce(deals, axis=1)
    is_whole = np.bitwise_count(deals) == game.hand_size
    is_apart = np.bitwise_count(of_all) == len(SEATS) * game.hand_size
    if not (is_whole.all() and is_apart.all()) or np.any(of_all & ~np.uint64(game.pack.mask)):
        raise Invalid("impossible-deal")
    return deals
