"""Worlds in bulk, as arrays of masks: drawn by a kernel, or by the plain engine where that does not serve."""

from __future__ import annotations

from math import factorial, prod
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS
from overtrick.core.shuffle import Seed, word_of
from overtrick.deal.view import View
from overtrick.engine.kernel.engine import engine
from overtrick.engine.kernel.splitmix import WORD
from overtrick.engine.worlds.places import PLACES, Known, known_places
from overtrick.engine.worlds.ways import Ways

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Worlds(NamedTuple):
    """Deals, one in each row of the arrays; cards are masks (`Cards.from_mask`)."""

    hands: npt.NDArray[np.uint64]
    """what the seats 1 to 4 hold at the moment of the view"""
    stock: npt.NDArray[np.uint64]
    """what nobody was dealt, without a turned-up card that lies on the table"""
    discard: npt.NDArray[np.uint64]
    """the card that the dealer laid away, if any"""


def sample_worlds(view: View, n: int, seed: Seed) -> Worlds:
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
    from overtrick.engine.kernel.worlds import draw

    known = known_places(view)
    made = Worlds(np.zeros((n, len(SEATS)), np.uint64), np.zeros(n, np.uint64), np.zeros(n, np.uint64))
    if _fits_kernel(known):
        draw(known, word_of(seed), made)
    else:
        _draw_plainly(known, word_of(seed), made)
    return made


def _fits_kernel(known: Known) -> bool:
    """Whether the kernels serve; those who see no hand may have too many worlds at the beginning of a deal."""
    from overtrick.engine.kernel.worlds import MOST_WAYS

    room = known.room
    if min(room) < 0 or sum(room) != known.unseen.bit_count():
        raise Invalid("impossible-deal")
    return factorial(sum(room)) // prod(map(factorial, room)) <= MOST_WAYS and engine() == "numba"


def _draw_plainly(known: Known, seed: int, made: Worlds) -> None:
    ways, rng = Ways(known), Random(seed % WORD)  # Random takes no signs
    if not ways.count:
        raise Invalid("impossible-deal")
    for row in range(len(made.hands)):
        drawn = ways.draw(rng)
        stock, *hands, discard = (known.placed[place] | drawn[place] for place in PLACES)
        made.stock[row], made.hands[row], made.discard[row] = stock, hands, discard
