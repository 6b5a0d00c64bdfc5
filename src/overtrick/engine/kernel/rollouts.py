"""Imagined deals, played on by a kernel in the plain way of playing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from overtrick.core.cards import Card, Cards
from overtrick.core.game import Game
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain, Trick
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Cube, NamedMemory, Row
from overtrick.engine.kernel.tables import Laid, tables_of

if TYPE_CHECKING:
    import numpy.typing as npt

NOBODY: Final = -1


class Moment(NamedTuple):
    """What deals have in common that are played on from the same moment."""

    game: Game
    strain: Strain
    trick: Trick
    """the trick on the table"""
    played: Cards = Cards()
    """all cards played so far, those of the trick included"""
    taker: Side | None = None
    """whose contract it is"""
    dummy: Seat | None = None
    """whose hand all see after the first card, and whose partner plays it"""


class Ends(NamedTuple):
    """What the sides win from a moment on: by deal (rows), first card, and side."""

    points: Cube[np.int32]
    """card points and those of tricks, the bonus for the last one included; sets in tricks as `Tally.values` counts,
    and tricks that are not played for the side that has won enough"""
    tricks: Cube[np.int32]


class Start(NamedTuple):
    """A moment as the kernel has it."""

    seat: int
    """whose turn it is"""
    out: int
    """the seats that play no card, as a mask"""
    laid: Laid
    worth: int
    """the points on the table"""
    gone: int
    """the cards played, as a mask"""
    table: int
    """those of them that lie on the table"""
    taker: int
    """the side that took the contract, 0 or 1"""
    dummy: int


class Orders(NamedMemory):
    """The ranks of all cards in two orders, by bit number."""

    cheap = Row(64)
    """beginning with the card that is given away first"""
    rich = Row(64)
    """beginning with the card that is best given to one's own side"""


def play_on(moment: Moment, hands: npt.NDArray[np.uint64], first: Sequence[Card], ends: Ends) -> None:
    """Fill in what the sides win in arrays, which are all 0; `bots.sampling.rollouts` tells what is asked."""
    load("rollouts")
    from overtrick.engine.kernel.compiled import rollouts as kernels

    game, strain, trick, played, taker, dummy = moment
    tables = tables_of(game, strain)
    worth = sum(game.counting(strain).card_points[card.index] for card in trick.cards)
    start = Start(
        trick.turn - 1,
        sum(1 << seat - 1 for seat in trick.out),
        tables.laid(trick),
        worth,
        tables.mask(played),
        tables.mask(trick.cards),
        NOBODY if taker is None else taker - 1,
        NOBODY if dummy is None else dummy - 1,
    )
    cards = np.array([tables.bit_of[card.index] for card in first] or [NOBODY], np.int64)
    kernels.play_on(tables.rules, orders_of(game, strain), start, hands, cards, ends)


@lru_cache(256)
def orders_of(game: Game, strain: Strain) -> Orders:
    """The orders in which cards are given away and given to the own side."""
    tables, ranking, points = tables_of(game, strain), game.rules(strain).ranking, game.card_points(strain)
    orders = Orders()

    def cheap(card: Card) -> tuple[int, ...]:
        return bool(card.bit & ranking.trumps), points[card.index], ranking.power_of[card.index]

    def rich(card: Card) -> tuple[int, ...]:
        is_trump = bool(card.bit & ranking.trumps)
        return is_trump, 0 if is_trump else -points[card.index], ranking.power_of[card.index]

    for order, key in ((orders.cheap, cheap), (orders.rich, rich)):
        order[[tables.bit_of[card.index] for card in sorted(game.pack, key=key)]] = range(len(game.pack))
    return orders
