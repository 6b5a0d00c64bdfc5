"""The search of the Bridge solver: whether side 1 wins so many tricks, with the ranks that the answer depends on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from overtrick.engine.kernel.bridge_bounds import can_cross, cashed_tricks, leaders_tricks, opponents_tricks
from overtrick.engine.kernel.bridge_memory import (
    ALIVE,
    ALLOWED,
    FRAME,
    FRAMES,
    FROM,
    HOLDER,
    LANE,
    LEADER,
    LED,
    LIMIT,
    MASTER,
    NODES,
    RANKS,
    REPLIES,
    REPLY_BITS,
    SHAPE,
    STOPPED,
    TABLE,
    TRICK,
    TRUMPS,
    TURN,
    find_owners,
    forget,
    length_of,
    remember,
    remembered,
)
from overtrick.engine.kernel.bridge_order import order_following, order_leads, order_void, upwards
from overtrick.engine.kernel.native import Memory, highest, int64, kernel, lowest, memory, popcount, times

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

ALL_LANES: Final = LANE | LANE << 16 | LANE << 32 | LANE << 48


@kernel("int64(memory, int64, int64)")
def last_trick(m: Memory, leader: int, alive: int) -> int:
    """The tricks of side 1 if every player has one card."""
    master, holder = m[leader], leader
    for turn in range(1, 4):
        seat = (leader + turn) & 3
        card = m[seat]
        lane, best = lowest(card) >> 4, lowest(master) >> 4
        if lowest(card) > lowest(master) if lane == best else card & m[TRUMPS]:
            master, holder = card, seat
    others = alive & (int64(LANE) << (lowest(master) & 48))
    m[RANKS] = master if others != master else int64(0)
    return 1 - (holder & 1)


@kernel("int64(int64, boolean, int64, int64)")
def decided_by(sure: int, is_first_side: bool, tricks: int, need: int) -> int:
    """The bound of the tricks of side 1 that sure tricks of a side give, if it decides the question, or -1."""
    if is_first_side:
        return sure if sure >= need else int64(-1)
    return tricks - sure if tricks - sure < need else int64(-1)


@kernel("int64(memory, int64, int64, int64, int64)")
def known(m: Memory, leader: int, need: int, alive: int, shape: int) -> int:
    """A bound of the tricks of side 1 that decides the question without a search, or -1."""
    tricks = shape >> 48 & 15
    m[RANKS] = 0
    if need <= 0:
        return 0
    if need > tricks:
        return tricks
    if tricks == 1:
        return last_trick(m, leader, alive)
    is_first_side = not leader & 1
    value = decided_by(leaders_tricks(m, leader, tricks), is_first_side, tricks, need)
    if value < 0:
        crossing = can_cross(m, leader)
        if crossing:
            value = decided_by(cashed_tricks(m, leader ^ 2, tricks), is_first_side, tricks, need)
            m[RANKS] |= crossing
    if value < 0:
        value = decided_by(opponents_tricks(m, leader, tricks), not is_first_side, tricks, need)
    return value if value >= 0 else remembered(m, shape, alive, need)


@kernel("int64(memory, int64, int64, int64, int64, int64, int64)")
def situation(m: Memory, turn: int, seat: int, lane: int, master: int, alive: int, need: int) -> int:
    """A hash under which a good card is kept."""
    hand = m[seat]
    if turn == 0:
        yours = m[seat ^ 2]
        parity = int64(0)
        for suit in range(4):
            parity = parity << 1 | (popcount(yours >> 16 * suit & LANE) & 1)
        cards, detail = hand, parity << 4 | need
    elif hand >> 16 * lane & LANE:
        cards, detail = alive & (int64(LANE) << 16 * lane), master
    else:
        cards, detail = hand, master
    key = times(cards ^ times(detail << 4 | turn << 2 | seat, -0x40A7B892E31B1A47), -0x61C8864680B583EB)
    return times(key ^ (key >> 32 & 0xFFFFFFFF), -0x40A7B892E31B1A47)


@kernel("int64(int64, int64)")
def equals(card: int, runs: int) -> int:
    """The run of ones around a card."""
    below = ~runs & (card - 1)
    from_here = int64(-1) << (highest(below) + 1) if below else int64(-1)
    return upwards(card, runs) | runs & (card - 1) & from_here


@kernel("int64(memory, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64)")
def search(
    m: Memory,
    ply: int,
    turn: int,
    leader: int,
    need: int,
    lane: int,
    master: int,
    holder: int,
    table: int,
    alive: int,
    shape: int,
) -> int:
    """A bound of the tricks that side 1 wins from this trick on, on the same side of `need` as their number.

    `alive` are the cards in the hands and the one that holds the trick, `table` those of the trick.
    """
    seat = (leader + turn) & 3
    if turn == 0 and (ply or m[ALLOWED] == -1):
        value = known(m, leader, need, alive, shape)
        if value >= 0:
            return value
    if m[NODES] >= m[LIMIT]:
        m[STOPPED] = 1
        return 0
    m[NODES] += 1
    hand = m[seat]
    cards = hand
    if turn and hand >> 16 * lane & LANE:
        cards = hand & (int64(LANE) << 16 * lane)
    if ply == 0:
        cards &= m[ALLOWED]
    runs = (hand | ~alive) & ALL_LANES
    is_first_side = not seat & 1
    best = int64(0) if is_first_side else int64(13)
    ranks, done = int64(0), int64(0)
    key = situation(m, turn, seat, lane, master, alive, need)
    reply_at = REPLIES + (key >> (64 - REPLY_BITS) & ((1 << REPLY_BITS) - 1))
    reply = m[reply_at]
    frame = FRAMES + FRAME * ply
    index, count = int64(0), int64(-1)
    card = int64(-1)
    if not (reply ^ key) & ~63 and cards >> (reply & 63) & 1:
        card = reply & 63
    while True:
        if card < 0:
            if count < 0:
                rest = cards & ~done
                if turn == 0:
                    count = order_leads(m, frame, seat, alive, rest, runs)
                elif cards >> 16 * lane & LANE:
                    count = order_following(m, frame, turn, seat, lane, master, holder, rest, runs)
                else:
                    count = order_void(m, frame, turn, seat, lane, master, holder, rest, runs)
            if index == count:
                break
            card = m[frame + index] & 63
            index += 1
        bit = int64(1) << card
        if done & bit:
            card = int64(-1)
            continue
        suit = card >> 4
        next_master, next_holder, next_alive = card, seat, alive
        if turn:
            if card > master if suit == master >> 4 else bit & m[TRUMPS]:
                next_alive ^= int64(1) << master
            else:
                next_master, next_holder = master, holder
                next_alive ^= bit
        next_shape = shape - length_of(seat, suit)
        m[seat] = hand ^ bit
        if turn < 3:
            value = search(
                m, ply + 1, turn + 1, leader, need, lane if turn else suit, next_master, next_holder, table | bit,
                next_alive, next_shape,
            )  # fmt: skip
            below = m[RANKS]
        else:
            won = int64(1) - (next_holder & 1)
            next_shape = (next_shape & ((int64(1) << LEADER) - 1)) - TRICK + (next_holder << LEADER)
            master_bit = int64(1) << next_master
            value = won + search(
                m, ply + 1, int64(0), next_holder, need - won, int64(0), int64(0), int64(0), int64(0),
                next_alive ^ master_bit, next_shape,
            )  # fmt: skip
            below = m[RANKS]
            if (table | bit) & (int64(LANE) << (next_master & 48)) != master_bit:
                below |= master_bit
        m[seat] = hand
        if m[STOPPED]:
            return 0
        if (value >= need) == is_first_side:
            m[reply_at] = key & ~63 | card
            best, ranks = value, below
            break
        best = max(best, value) if is_first_side else min(best, value)
        same = equals(bit, runs) & hand
        relevant = below & (int64(LANE) << 16 * suit)
        if relevant == 0:
            done |= int64(LANE) << 16 * suit
        else:
            lowest_relevant = relevant & -relevant
            if lowest_relevant <= bit or lowest_relevant & same:
                below |= same & -same
                done |= same
            else:
                done |= (lowest_relevant - 1) & (int64(LANE) << 16 * suit) | same
        ranks |= below
        card = int64(-1)
    m[RANKS] = ranks
    if turn == 0 and (ply or m[ALLOWED] == -1):
        if best >= need:
            remember(m, shape, alive, best, shape >> 48 & 15)
        else:
            remember(m, shape, alive, int64(0), best)
        m[RANKS] = ranks
    return best


@kernel("int64(int64, int64)")
def closed_up(cards: int, every: int) -> int:
    """Some cards among others, with powers that count only those others."""
    result = int64(0)
    for lane in range(4):
        place, rest = int64(16 * lane), every & (int64(0xFFFF) << 16 * lane)
        while rest:
            card = rest & -rest
            if cards & card:
                result |= int64(1) << place
            place += 1
            rest ^= card
    return result


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, boolean)")
def set_up(
    array: npt.NDArray[np.int64],
    turn: int,
    leader: int,
    lane: int,
    master: int,
    holder: int,
    table: int,
    is_new: bool,
) -> int:
    """Make a root of the hands in the array and of a trick, the bits as in the tables; how many tricks are left.

    What was found for other positions is forgotten if this one is no later position of the same deal.
    """
    m = memory(array)
    if is_new:
        forget(m)
    every = m[0] | m[1] | m[2] | m[3]
    if turn:
        led = table & (int64(0xFFFF) << (master & 48))
        every |= int64(1) << master
        master_bit = closed_up(int64(1) << master, every)
        master = lowest(master_bit)
        m[TABLE] = master_bit if led & (led - 1) == 0 else int64(LANE) << (master & 48)
    tricks, shape = int64(0), int64(leader) << LEADER
    for seat in range(4):
        m[seat] = closed_up(m[seat], every)
        tricks = max(tricks, popcount(m[seat]))
        for suit in range(3):
            shape += popcount(m[seat] >> 16 * suit & LANE) * length_of(seat, suit)
    m[TURN], m[FROM], m[LED], m[MASTER], m[HOLDER] = turn, leader, lane, master, holder
    m[ALIVE], m[SHAPE] = closed_up(every, every), shape + tricks * TRICK
    if turn:
        m[holder] ^= master_bit
        find_owners(m)
        m[holder] ^= master_bit
    else:
        m[TABLE] = 0
        find_owners(m)
    return tricks


@kernel("int64(int64[::1], int64, int64)")
def ask(array: npt.NDArray[np.int64], need: int, allowed: int) -> int:
    """The search of the root; `allowed` are the cards that may be played first, as `Tables` has them, or -1."""
    m = memory(array)
    m[ALLOWED] = allowed
    return search(
        m, int64(0), m[TURN], m[FROM], need, m[LED], m[MASTER], m[HOLDER], m[TABLE], m[ALIVE], m[SHAPE]
    )  # fmt: skip
