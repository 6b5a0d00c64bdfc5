"""Worlds in bulk, as arrays of masks: drawn by a kernel, or by the plain engine where that does not serve."""

from __future__ import annotations

from math import factorial, prod
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS
from overtrick.deal.view import View
from overtrick.engine.kernel.splitmix import WORD, signed
from overtrick.engine.worlds.places import DISCARD, STOCK, Known, known_places
from overtrick.engine.worlds.ways import Ways

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PLACES: Final = (STOCK, *SEATS, DISCARD)
"""in the order of their numbers"""
MOST_WAYS: Final = 2**63 - 1
"""how many can be counted by the kernels"""


class Worlds(NamedTuple):
    """Deals, one in each row of the arrays; cards are masks (`Cards.from_mask`)."""

    hands: npt.NDArray[np.uint64]
    """what the seats 1 to 4 hold at the moment of the view"""
    stock: npt.NDArray[np.uint64]
    """what nobody was dealt, without a turned-up card that lies on the table"""
    discard: npt.NDArray[np.uint64]
    """the card that the dealer laid away, if any"""


class _Filled(NamedTuple):
    """What `kernel.sample` has found of some unseen cards; see there."""

    strides: npt.NDArray[np.int64]
    cards: npt.NDArray[np.int64]
    vacant: npt.NDArray[np.int64]
    ways: npt.NDArray[np.int64]


def sample_worlds(view: View, n: int, seed: int) -> Worlds:
    """Draw `n` deals from all that are consistent with a view, each with the same chance, as `worlds` does.

    The same seed gives the same deals from the same engine, whatever their number: fewer are the first of more. Raises
    `Invalid` as `worlds` does, and where NumPy is missing.
    """
    try:
        import numpy as np
    except ImportError:
        raise Invalid("not-installed", module="NumPy", extra="fast") from None
    if n < 0:
        raise Invalid("negative-count", count=n)
    known = known_places(view)
    made = Worlds(np.zeros((n, len(SEATS)), np.uint64), np.zeros(n, np.uint64), np.zeros(n, np.uint64))
    if _fits_kernel(known):
        _draw(known, seed, made)
    else:
        _draw_plainly(known, seed, made)
    return made


def _fits_kernel(known: Known) -> bool:
    """Whether the kernels serve; those who see no hand may have too many worlds at the beginning of a deal."""
    from overtrick.engine.kernel.engine import engine

    room = known.room
    if min(room) < 0 or sum(room) != known.unseen.bit_count():
        raise Invalid("impossible-deal")
    return factorial(sum(room)) // prod(map(factorial, room)) <= MOST_WAYS and engine() == "numba"


def _draw(known: Known, seed: int, made: Worlds) -> None:
    import numpy as np

    from overtrick.engine.kernel.engine import load

    filled = _filled(known)
    without = 0 if known.wanted is None else _filled(known.without_wanted()).ways[-1, 0]
    if filled.ways[-1, 0] == without:
        raise Invalid("impossible-deal")
    placed = np.array(known.placed, np.int64)
    load("sample").draw(placed, *filled, *(known.wanted or (0, 0)), signed(seed), *made)


def _filled(known: Known) -> _Filled:
    """All ways to put the unseen cards into places, whatever is wanted."""
    import numpy as np

    from overtrick.engine.kernel.engine import load

    roomiest = max(PLACES, key=known.room.__getitem__)
    strides, states = [0] * len(PLACES), 1
    for place in PLACES:
        if place != roomiest:
            strides[place] = states
            states *= known.room[place] + 1
    cards = known.unseen.bit_count()
    filled = _Filled(
        np.array(strides, np.int64),
        np.zeros((cards, 2), np.int64),
        np.zeros(states, np.int64),
        np.zeros((states, cards + 1), np.int64),
    )
    barred, room = np.array(known.barred, np.int64), np.array(known.room, np.int64)
    load("sample").count_ways(known.unseen, barred, room, *filled)
    return filled


def _draw_plainly(known: Known, seed: int, made: Worlds) -> None:
    ways, rng = Ways(known), Random(seed % WORD)  # Random takes no signs
    if not ways.count:
        raise Invalid("impossible-deal")
    for row in range(len(made.hands)):
        drawn = ways.draw(rng)
        stock, *hands, discard = (known.placed[place] | drawn[place] for place in PLACES)
        made.stock[row], made.hands[row], made.discard[row] = stock, hands, discard
