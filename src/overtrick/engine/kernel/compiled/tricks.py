"""The search for tricks: whether side 1 wins as many as are needed, with the ranks that the answer depends on."""

from typing import Final, NamedTuple

import numpy as np

from overtrick.engine.kernel.compiled.moves import NOTHING_LAID, legal_cards, mask_of
from overtrick.engine.kernel.compiled.native import highest, int64, kernel, lowest, popcount, times
from overtrick.engine.kernel.compiled.tricks_bounds import (
    can_cross,
    cashed_tricks,
    leaders_tricks,
    opponents_tricks,
    top_tricks,
)
from overtrick.engine.kernel.compiled.tricks_order import order_following, order_leads, order_void, upwards
from overtrick.engine.kernel.compiled.tricks_table import (
    LEADER,
    TRICK,
    find_owners,
    forget,
    length_of,
    remember,
    remembered,
)
from overtrick.engine.kernel.memory import Cube, Grid, Line
from overtrick.engine.kernel.searching import Asked, Bounds, Root
from overtrick.engine.kernel.tables import Laid, Rules
from overtrick.engine.kernel.tricks import FRAME, LANE, REPLY_BITS, TricksState

ALL_LANES: Final = LANE | LANE << 16 | LANE << 32 | LANE << 48
NO_CARD: Final = -2
"""as no bit number, and not before one"""


class Node(NamedTuple):
    """A turn of a search."""

    laid: Laid
    leader: int
    table: int
    """the cards of the trick, as a mask"""
    alive: int
    """the cards in the hands and the one that holds the trick, as a mask"""
    shape: int
    """the lengths of the suits in the hands, the tricks that are left, and the leader"""


@kernel
def tricks_of(s: TricksState, node: Node) -> int:
    """How many tricks are left that count, this one included."""
    return (node.shape >> 48 & 15) - s.unplayed


@kernel
def legal_in(s: TricksState, node: Node) -> int:
    """The legal cards of a turn."""
    hand, led = s.hands[(node.leader + node.laid.size) & 3], int64(LANE) << 16 * node.laid.lane
    return hand & led if node.laid.size and hand & led else hand


@kernel
def last_trick(s: TricksState, leader: int, alive: int) -> int:
    """The tricks of side 1 if every player has one card."""
    master, holder = s.hands[leader], leader
    for turn in range(1, 4):
        seat = (leader + turn) & 3
        card = s.hands[seat]
        lane, best = lowest(card) >> 4, lowest(master) >> 4
        if lowest(card) > lowest(master) if lane == best else card & s.trumps:
            master, holder = card, seat
    others = alive & (int64(LANE) << (lowest(master) & 48))
    s.ranks = master if others != master else int64(0)
    return 1 - (holder & 1)


@kernel
def decided_by(sure: int, is_first_side: bool, tricks: int, need: int) -> int:
    """The bound of the tricks of side 1 that sure tricks of a side give, if it decides the question, or -1."""
    if is_first_side:
        return sure if sure >= need else int64(-1)
    return tricks - sure if tricks - sure < need else int64(-1)


@kernel
def known(s: TricksState, node: Node, need: int) -> int:
    """A bound of the tricks of side 1 that decides the question without a search, or -1."""
    leader, tricks = node.leader, tricks_of(s, node)
    s.ranks = 0
    if need <= 0:
        return 0
    if need > tricks:
        return tricks
    is_first_side = not leader & 1
    if s.unplayed:  # what a side is sure to win later need not count
        value = decided_by(top_tricks(s, leader, tricks), is_first_side, tricks, need)
        return value if value >= 0 else remembered(s, node.shape, node.alive, need)
    if tricks == 1:
        return last_trick(s, leader, node.alive)
    value = decided_by(leaders_tricks(s, leader, tricks), is_first_side, tricks, need)
    if value < 0:
        crossing = can_cross(s, leader)
        if crossing:
            value = decided_by(cashed_tricks(s, leader ^ 2, tricks), is_first_side, tricks, need)
            s.ranks |= crossing
    if value < 0:
        value = decided_by(opponents_tricks(s, leader, tricks), not is_first_side, tricks, need)
    return value if value >= 0 else remembered(s, node.shape, node.alive, need)


@kernel
def situation(s: TricksState, node: Node, seat: int, need: int) -> int:
    """A hash under which a good card is kept."""
    hand, laid = s.hands[seat], node.laid
    if laid.size == 0:
        yours = s.hands[seat ^ 2]
        parity = int64(0)
        for suit in range(4):
            parity = parity << 1 | (popcount(yours >> 16 * suit & LANE) & 1)
        cards, detail = hand, parity << 4 | need
    elif hand >> 16 * laid.lane & LANE:
        cards, detail = node.alive & (int64(LANE) << 16 * laid.lane), laid.master
    else:
        cards, detail = hand, laid.master
    key = times(cards ^ times(detail << 4 | laid.size << 2 | seat, -0x40A7B892E31B1A47), -0x61C8864680B583EB)
    return times(key ^ (key >> 32 & 0xFFFFFFFF), -0x40A7B892E31B1A47)


@kernel
def equals(card: int, runs: int) -> int:
    """The run of ones around a card."""
    below = ~runs & (card - 1)
    from_here = int64(-1) << (highest(below) + 1) if below else int64(-1)
    return upwards(card, runs) | runs & (card - 1) & from_here


@kernel
def search(s: TricksState, ply: int, node: Node, need: int) -> int:
    """A bound of the tricks that side 1 wins from this trick on, on the same side of `need` as their number."""
    laid, alive = node.laid, node.alive
    seat = (node.leader + laid.size) & 3
    if laid.size == 0 and (ply or s.allowed == -1):
        value = known(s, node, need)
        if value >= 0:
            return value
    if s.nodes >= s.limit:
        s.stopped = 1
        return 0
    s.nodes += 1
    hand, cards = s.hands[seat], legal_in(s, node)
    if ply == 0:
        cards &= s.allowed
    runs = (hand | ~alive) & ALL_LANES
    is_first_side = not seat & 1
    best = int64(0) if is_first_side else int64(13)
    ranks, done = int64(0), int64(0)
    key = situation(s, node, seat, need)
    reply_at = key >> (64 - REPLY_BITS) & ((1 << REPLY_BITS) - 1)
    reply = s.replies[reply_at]
    frame = FRAME * ply
    index, count = int64(0), int64(-1)
    card = int64(-1)
    if not (reply ^ key) & ~63 and cards >> (reply & 63) & 1:
        card = reply & 63
    while True:
        if card < 0:
            if count < 0:
                rest = cards & ~done
                if laid.size == 0:
                    count = order_leads(s, frame, seat, alive, rest, runs)
                elif cards >> 16 * laid.lane & LANE:
                    count = order_following(s, frame, laid, seat, rest, runs)
                else:
                    count = order_void(s, frame, laid, seat, rest, runs)
            if index == count:
                break
            card = s.frames[frame + index] & 63
            index += 1
        bit = int64(1) << card
        if done & bit:
            card = int64(-1)
            continue
        suit = card >> 4
        master, holder, next_alive = card, seat, alive
        if laid.size:
            if card > laid.master if suit == laid.master >> 4 else bit & s.trumps:
                next_alive ^= int64(1) << laid.master
            else:
                master, holder = laid.master, laid.holder
                next_alive ^= bit
        shape, table = node.shape - length_of(seat, suit), node.table | bit
        s.hands[seat] = hand ^ bit
        if laid.size < 3:
            after = Laid(laid.size + 1, laid.lane if laid.size else suit, master, holder, laid.broken, laid.won)
            value = search(s, ply + 1, Node(after, node.leader, table, next_alive, shape), need)
            below = s.ranks
        else:
            won = int64(1) - (holder & 1)
            shape = (shape & ((int64(1) << LEADER) - 1)) - TRICK + (holder << LEADER)
            master_bit = int64(1) << master
            after_trick = Node(NOTHING_LAID, holder, int64(0), next_alive ^ master_bit, shape)
            value = won + search(s, ply + 1, after_trick, need - won)
            below = s.ranks
            if table & (int64(LANE) << (master & 48)) != master_bit:
                below |= master_bit
        s.hands[seat] = hand
        if s.stopped:
            return 0
        if (value >= need) == is_first_side:
            s.replies[reply_at] = key & ~63 | card
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
    s.ranks = ranks
    if laid.size == 0 and (ply or s.allowed == -1):
        if best >= need:
            remember(s, node.shape, alive, best, tricks_of(s, node))
        else:
            remember(s, node.shape, alive, int64(0), best)
        s.ranks = ranks
    return best


@kernel
def closed_up(cards: int, every: int) -> int:
    """Some cards among others, with powers that count only those others."""
    result = int64(0)
    for lane in range(4):
        bit, rest = int64(16 * lane), every & (int64(0xFFFF) << 16 * lane)
        while rest:
            card = rest & -rest
            if cards & card:
                result |= int64(1) << bit
            bit += 1
            rest ^= card
    return result


@kernel
def set_up(s: TricksState, root: Root) -> Node:
    """The node of a root and of the hands in the state, the bits as in the tables.

    What was found for other positions is forgotten if this one is no later position of the same deal.
    """
    laid, table, is_new = root.laid, root.table, False
    for seat in range(4):
        is_new = is_new or s.hands[seat] & ~s.deal[seat] != 0
    if is_new:
        forget(s)
        for seat in range(4):
            s.deal[seat] = s.hands[seat]
    every, master, master_bit = s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3], laid.master, int64(0)
    if laid.size:
        led = table & (int64(0xFFFF) << (master & 48))
        every |= int64(1) << master
        master_bit = closed_up(int64(1) << master, every)
        master = lowest(master_bit)
        table = master_bit if led & (led - 1) == 0 else int64(LANE) << (master & 48)
    leader, tricks, lengths = (root.seat - laid.size) & 3, int64(0), int64(0)
    for seat in range(4):
        s.hands[seat] = closed_up(s.hands[seat], every)
        tricks = max(tricks, popcount(s.hands[seat]))
        for suit in range(3):
            lengths += popcount(s.hands[seat] >> 16 * suit & LANE) * length_of(seat, suit)
    s.hands[laid.holder] ^= master_bit
    find_owners(s)
    s.hands[laid.holder] ^= master_bit
    s.stopped = 0
    if is_new:
        s.guess = (tricks - s.unplayed + 1) // 2
    shape = lengths + tricks * TRICK + (leader << LEADER)
    on_table = Laid(laid.size, laid.lane, master, laid.holder, laid.broken, laid.won)
    return Node(on_table, leader, table, closed_up(every, every), shape)


@kernel
def of_side(side: int, tricks: int, value: int) -> int:
    """What a side has, or side 1, by what the other of these two has."""
    return tricks - value if side else value


@kernel
def narrow(s: TricksState, node: Node, side: int, window: Bounds, guess: int, allowed: int) -> Bounds:
    """Bounds of the tricks of a side, if the allowed cards may be played first (-1 for all), by a guess of them.

    It is asked whether there are as many as guessed, then one more or one fewer, until the bounds are found.
    """
    tricks = tricks_of(s, node)
    low, high = int64(0), tricks
    s.allowed = allowed
    while low < high and high > window.low and low < window.high:
        target = min(max(guess, low + 1, window.low + 1), high, window.high)
        value = search(s, int64(0), node, tricks + 1 - target if side else target)
        if s.stopped:
            break
        value = of_side(side, tricks, value)
        if value >= target:
            low, guess = value, value + 1
        else:
            high, guess = value, value
    return Bounds(low, high)


@kernel
def value(rules: Rules, s: TricksState, root: Root, window: Bounds) -> Bounds:
    """Bounds of the value for the side to move."""
    node, side = set_up(s, root), root.seat & 1
    tricks = tricks_of(s, node)
    found = narrow(s, node, side, window, of_side(side, tricks, s.guess), int64(-1))
    s.guess = of_side(side, tricks, found.high)
    return found


@kernel
def value_cards(rules: Rules, s: TricksState, root: Root, found: Grid[np.int64]) -> int:
    """Fill in the bit number of each legal card and the bounds of its value, from below; how many cards there are."""
    cards, side, count = legal_cards(rules, s.hands[root.seat], root.laid, root.seat), root.seat & 1, int64(0)
    node = set_up(s, root)
    every = Bounds(int64(0), tricks_of(s, node))
    best = narrow(s, node, side, every, of_side(side, every.high, s.guess), int64(-1)).high
    s.guess = of_side(side, every.high, best)
    legal, before, known = legal_in(s, node), int64(NO_CARD), every
    while cards:
        bit = lowest(legal)
        if bit != before + 1:  # else the card is as good as the one below it
            known = narrow(s, node, side, Bounds(int64(0), best), best, int64(1) << bit)
        found[count, 0], found[count, 1], found[count, 2] = lowest(cards), known.low, min(known.high, best)
        before, count = bit, count + 1
        cards, legal = cards & (cards - 1), legal & (legal - 1)
    return count


@kernel
def between_steps(s: TricksState, node: Node, side: int, steps: Line[np.int64], allowed: int) -> Bounds:
    """Bounds of what the allowed cards bring that have no step between them, the likely steps asked first."""
    tricks = tricks_of(s, node)
    low, high = int64(0), tricks
    while not s.stopped:
        target, guess = int64(-1), of_side(side, tricks, s.guess)
        for step in steps:
            if low < step <= high and (target < 0 or abs(step - guess) < abs(target - guess)):
                target = step
        if target < 0:
            break
        found = narrow(s, node, side, Bounds(target - 1, target), target, allowed)
        low, high = max(low, found.low), min(high, found.high)
        if not s.stopped:
            s.guess = of_side(side, tricks, high)
    return Bounds(low, high)


@kernel
def value_in_worlds(rules: Rules, s: TricksState, root: Root, asked: Asked, found: Cube[np.int64]) -> int:
    """Fill in lower and upper bounds of the values of cards (last) in worlds; how many nodes were searched."""
    side, searched = root.seat & 1, int64(0)
    for row in range(len(asked.worlds)):
        for seat in range(4):
            s.hands[seat] = mask_of(rules, int64(asked.worlds[row, seat]))
        s.nodes, s.limit = 0, max(min(asked.nodes, asked.most_nodes - searched), 1)
        cards = legal_cards(rules, s.hands[root.seat], root.laid, root.seat)
        node = set_up(s, root)
        legal, before, known, column = legal_in(s, node), int64(NO_CARD), Bounds(int64(0), int64(0)), 0
        while cards and column < len(asked.cards):
            bit = lowest(legal)
            if lowest(cards) != asked.cards[column]:
                before = int64(NO_CARD)
            else:
                if bit != before + 1:  # else the card is as good as the one below it
                    known = between_steps(s, node, side, asked.steps, int64(1) << bit)
                found[0, row, column], found[1, row, column] = known
                before, column = bit, column + 1
            cards, legal = cards & (cards - 1), legal & (legal - 1)
        searched += s.nodes
    return searched
