"""Deals played on by a fixed way of playing, many at once: that of `bots.simple_play`, which sees what its seat does.

A player cashes what is certain, draws trumps for the takers, wins cheaply, gives points to a partner who has the trick,
and else plays low.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from overtrick.core.seats import SEATS
from overtrick.engine.kernel.moves import legal_cards
from overtrick.engine.kernel.native import Memory, highest, int64, kernel, lowest, memory, popcount
from overtrick.engine.kernel.tables import (
    BEATEN_BY,
    BIT_OF,
    INDEX_OF,
    LAST_TRICK,
    PACK,
    POINTS,
    STRAIN,
    TRICK_POINTS,
    tables_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from overtrick.core.cards import Card, Cards
    from overtrick.core.game import Game
    from overtrick.core.seats import Seat, Side
    from overtrick.core.tricks import Strain, Trick

LANE: Final = 0xFFFF
CHEAP: Final = 0
"""`[bit number]`: the place of a card among all, beginning with the one that is given away first"""
RICH: Final = 64
"""`[bit number]`: the same for cards that go to the own side, beginning with the one that is best given"""
ORDERS: Final = 128
NOBODY: Final = -1
LEADER, TURN, LED, MASTER, HOLDER, WORTH, GONE, OUT, TAKER, DUMMY, SETTING = range(11)
"""what all deals have in common: whose turn it is, cards on the table, the lane led, the card that holds the trick and
whose it is, the points on the table, the cards played as a mask, who sits out as a mask, the side that took the
contract, and the seat of dummy"""


Won = tuple["npt.NDArray[np.int32]", "npt.NDArray[np.int32]"]
"""points and tricks by deal (rows), first card, and side"""


@kernel("int64(memory, int64, int64)")
def first_in(orders: Memory, order: int, cards: int) -> int:
    """The bit number of the card of a mask that comes first in an order."""
    best = lowest(cards)
    cards &= cards - 1
    while cards:
        bit = lowest(cards)
        if orders[order + bit] < orders[order + best]:
            best = bit
        cards &= cards - 1
    return best


@kernel("int64(int64, int64)")
def masters_of(hand: int, unseen: int) -> int:
    """The cards of a hand above which nothing of their suit is unseen."""
    masters = int64(0)
    for lane in range(4):
        others = unseen >> 16 * lane & LANE
        below = (int64(2) << highest(others)) - 1 if others else int64(0)
        masters |= (hand >> 16 * lane & LANE & ~below) << 16 * lane
    return masters


@kernel("int64(memory, memory, int64, int64, boolean)")
def card_to_lead(tables: Memory, orders: Memory, hand: int, unseen: int, is_taker: bool) -> int:
    """Trumps from the top while the takers draw them, then cards that nobody can beat, then low from length."""
    trumps = int64(LANE) << 48 if tables[STRAIN] == 1 else int64(0)
    masters = masters_of(hand, unseen)
    if is_taker and masters & trumps and unseen & trumps:
        return highest(masters & trumps)
    plain, best, most = masters & ~trumps, int64(-1), int64(-1)
    while plain:
        bit = lowest(plain)
        worth = tables[POINTS + bit] << 10 | popcount(hand >> (bit & 48) & LANE) << 6 | 63 - tables[INDEX_OF + bit]
        if worth > most:
            best, most = bit, worth
        plain &= plain - 1
    if best >= 0:
        return best
    candidates, longest = hand & trumps, int64(0)
    for lane in range(4):
        suit = hand & ~trumps & int64(LANE) << 16 * lane
        length = popcount(suit)
        if length > longest:
            candidates, longest = suit, length
        elif length == longest and length:
            candidates |= suit
    return first_in(orders, CHEAP, candidates)


@kernel("int64(memory, memory, int64, int64, int64, int64, boolean)")
def card_to_follow(
    tables: Memory, orders: Memory, legal: int, unseen: int, master: int, left: int, by_partner: bool
) -> int:
    """A certain trick at once, a likely one from third seat, points for the partner, else the cheapest card.

    `left` players come after this one.
    """
    if not legal & legal - 1:
        return lowest(legal)
    if by_partner and (left == 0 or not unseen & tables[BEATEN_BY + master]):
        return first_in(orders, RICH, legal)
    winners, certain = legal & tables[BEATEN_BY + master], int64(0)
    cards = winners
    while cards:
        bit = lowest(cards)
        if left == 0 or not unseen & tables[BEATEN_BY + bit]:
            certain |= int64(1) << bit
        cards &= cards - 1
    if certain:
        return first_in(orders, RICH, certain)
    return first_in(orders, CHEAP, winners if winners and left == 1 and not by_partner else legal)


@kernel(
    "void(int64[::1], int64[::1], int64[::1], int64[::1], uint64[:, ::1], int64[::1],"
    " int32[:, :, ::1], int32[:, :, ::1])"
)
def play_all(
    all_tables: npt.NDArray[np.int64],
    all_orders: npt.NDArray[np.int64],
    setting: npt.NDArray[np.int64],
    scratch: npt.NDArray[np.int64],
    hands: npt.NDArray[np.uint64],
    first: npt.NDArray[np.int64],
    points: npt.NDArray[np.int32],
    tricks: npt.NDArray[np.int32],
) -> None:
    """Fill in what the sides win, for each row of hands and each first card (a bit number, or nobody's).

    The scratch memory has room for two times four hands; seats are 0 to 3 in the kernel.
    """
    tables, orders, given, held, dealt = (
        memory(all_tables),
        memory(all_orders),
        memory(setting),
        memory(scratch),
        memory(scratch[4:]),
    )
    out, dummy = given[OUT], given[DUMMY]
    players = 4 - popcount(out)
    for row in range(len(hands)):
        for seat in range(4):
            cards, hand = int64(hands[row, seat]), int64(0)
            while cards:
                hand |= int64(1) << tables[BIT_OF + lowest(cards)]
                cards &= cards - 1
            dealt[seat] = hand
        for column in range(len(first)):
            for seat in range(4):
                held[seat] = dealt[seat]
            seat, turn, lane, master, holder = given[LEADER], given[TURN], given[LED], given[MASTER], given[HOLDER]
            gone, worth, planned = given[GONE], given[WORTH], first[column]
            for _ in range(popcount(held[seat])):
                while turn < players:
                    actor = seat ^ 2 if seat == dummy else seat
                    seen = gone | held[actor]
                    if dummy >= 0 and gone:
                        seen |= held[dummy]
                    hand, unseen = held[seat], tables[PACK] & ~seen
                    bit = planned
                    if bit >= 0:
                        planned = int64(-1)
                    elif turn == 0:
                        bit = card_to_lead(tables, orders, hand, unseen, given[TAKER] == seat & 1)
                    else:
                        by_partner = holder ^ seat == 2
                        legal = legal_cards(tables, hand, lane, master, int64(by_partner))
                        bit = card_to_follow(tables, orders, legal, unseen, master, players - turn - 1, by_partner)
                    held[seat] = hand & ~(int64(1) << bit)
                    gone |= int64(1) << bit
                    worth += tables[POINTS + bit]
                    if turn == 0:
                        lane, master, holder = bit >> 4, bit, seat
                    elif tables[BEATEN_BY + master] >> bit & 1:
                        master, holder = bit, seat
                    turn += 1
                    seat = seat + 1 & 3
                    while out >> seat & 1:
                        seat = seat + 1 & 3
                if held[holder] == 0:
                    worth += tables[LAST_TRICK]
                points[row, column, holder & 1] += np.int32(worth + tables[TRICK_POINTS])
                tricks[row, column, holder & 1] += np.int32(1)
                seat, turn, worth = holder, int64(0), int64(0)


def play_on(
    game: Game,
    strain: Strain,
    trick: Trick,
    played: Cards,
    taker: Side | None,
    dummy: Seat | None,
    hands: npt.NDArray[np.uint64],
    first: Sequence[Card],
) -> Won:
    """See `bots.sampling.rollouts`, which serves without kernels too."""
    tables, setting = tables_of(game, strain), np.zeros(SETTING, np.int64)
    setting[LEADER], setting[TURN], setting[OUT] = trick.turn - 1, len(trick.cards), sum(1 << s - 1 for s in trick.out)
    if trick.master is not None and trick.holder is not None:
        setting[LED] = tables.bit_of[trick.cards[0].index] >> 4
        setting[MASTER], setting[HOLDER] = tables.bit_of[trick.master.index], trick.holder - 1
        setting[WORTH] = sum(tables.array[POINTS + tables.bit_of[card.index]] for card in trick.cards)
    setting[GONE] = tables.mask(played)
    setting[TAKER] = NOBODY if taker is None else taker - 1
    setting[DUMMY] = NOBODY if dummy is None else dummy - 1
    cards = np.array([tables.bit_of[card.index] for card in first] or [NOBODY], np.int64)
    shape = len(hands), len(cards), 2
    won = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    scratch = np.zeros(2 * len(SEATS), np.int64)
    play_all(tables.array, orders_of(game, strain), setting, scratch, hands, cards, *won)
    return won


@lru_cache(256)
def orders_of(game: Game, strain: Strain) -> npt.NDArray[np.int64]:
    """The orders in which cards are given away and given to the own side."""
    tables, ranking, points = tables_of(game, strain), game.rules(strain).ranking, game.card_points(strain)
    orders = np.zeros(ORDERS, np.int64)

    def cheap(card: Card) -> tuple[int, ...]:
        return bool(card.bit & ranking.trumps), points[card.index], ranking.power_of[card.index]

    def rich(card: Card) -> tuple[int, ...]:
        is_trump = bool(card.bit & ranking.trumps)
        return is_trump, 0 if is_trump else -points[card.index], ranking.power_of[card.index]

    for start, order in ((CHEAP, cheap), (RICH, rich)):
        for place, card in enumerate(sorted(game.pack, key=order)):
            orders[start + tables.bit_of[card.index]] = place
    return orders
