"""Deals played on by a fixed way of playing, many at once: that of `bots.simple_play`, which sees what its seat does.

A player cashes what is certain, draws trumps for the takers, wins cheaply, gives points to a partner who has the trick,
and else plays low.
"""

from typing import Final

import numpy as np

from overtrick.engine.kernel.compiled.moves import is_decided, laid_after, legal_cards, mask_of, next_laid, points_in
from overtrick.engine.kernel.compiled.native import highest, int64, kernel, lowest, popcount
from overtrick.engine.kernel.memory import Grid, Line, Memory
from overtrick.engine.kernel.rollouts import NOBODY, Ends, Orders, Start
from overtrick.engine.kernel.tables import SECOND, Laid, Rules

LANE: Final = 0xFFFF


@kernel
def first_in(order: Memory, cards: int) -> int:
    """The bit number of the card of a mask that comes first in an order."""
    best = lowest(cards)
    cards &= cards - 1
    while cards:
        bit = lowest(cards)
        if order[bit] < order[best]:
            best = bit
        cards &= cards - 1
    return best


@kernel
def masters_of(hand: int, unseen: int) -> int:
    """The cards of a hand above which nothing of their suit is unseen."""
    masters = int64(0)
    for lane in range(4):
        others = unseen >> 16 * lane & LANE
        below = (int64(2) << highest(others)) - 1 if others else int64(0)
        masters |= (hand >> 16 * lane & LANE & ~below) << 16 * lane
    return masters


@kernel
def card_to_lead(rules: Rules, orders: Orders, hand: int, unseen: int, is_taker: bool) -> int:
    """Trumps from the top while the takers draw them, then cards that nobody can beat, then low from length."""
    trumps = int64(LANE) << 48 if rules.strain == 1 else int64(0)
    masters = masters_of(hand, unseen)
    if is_taker and masters & trumps and unseen & trumps:
        return highest(masters & trumps)
    plain, best, most = masters & ~trumps, int64(-1), int64(-1)
    while plain:
        bit = lowest(plain)
        worth = rules.points[bit] << 10 | popcount(hand >> (bit & 48) & LANE) << 6 | 63 - rules.index_of[bit]
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
    return first_in(orders.cheap, candidates)


@kernel
def card_to_follow(rules: Rules, orders: Orders, legal: int, unseen: int, laid: Laid, seat: int, players: int) -> int:
    """A certain trick at once, a likely one from third seat, points for the partner, else the cheapest card."""
    if not legal & legal - 1:
        return lowest(legal)
    by_partner, left, better = laid.holder ^ seat == 2, players - laid.size - 1, rules.beaten_by[laid.master]
    if by_partner and (left == 0 or not unseen & better):
        return first_in(orders.rich, legal)
    winners, certain = legal & better, int64(0)
    cards = winners
    while cards:
        bit = lowest(cards)
        if left == 0 or not unseen & rules.beaten_by[bit]:
            certain |= int64(1) << bit
        cards &= cards - 1
    if certain:
        return first_in(orders.rich, certain)
    return first_in(orders.cheap, winners if winners and left == 1 and not by_partner else legal)


@kernel
def play_on(
    rules: Rules, orders: Orders, start: Start, hands: Grid[np.uint64], first: Line[np.int64], ends: Ends
) -> None:
    """Add up what the sides win, for each row of hands and each first card (a bit number, or `NOBODY` for any)."""
    held, dealt, dummy, players = np.zeros(4, np.int64), np.zeros(4, np.int64), start.dummy, 4 - popcount(start.out)
    for row in range(len(hands)):
        for seat in range(4):
            dealt[seat] = mask_of(rules, int64(hands[row, seat]))
        for column in range(len(first)):
            for seat in range(4):
                held[seat] = dealt[seat]
            seat, laid, worth, gone, planned = start.seat, start.laid, start.worth, start.gone, first[column]
            before = gone & ~start.table
            for _ in range(popcount(held[seat])):
                while laid.size < players:
                    actor = seat ^ 2 if seat == dummy else seat
                    seen = gone | held[actor]
                    if dummy >= 0 and gone:
                        seen |= held[dummy]
                    hand, unseen = held[seat], rules.pack & ~seen
                    bit = planned
                    if bit >= 0:
                        planned = int64(NOBODY)
                    elif laid.size == 0:
                        leads = legal_cards(rules, hand, laid, seat)
                        bit = card_to_lead(rules, orders, leads, unseen, start.taker == seat & 1)
                    else:
                        legal = legal_cards(rules, hand, laid, seat)
                        bit = card_to_follow(rules, orders, legal, unseen, laid, seat, players)
                    held[seat] = hand & ~(int64(1) << bit)
                    gone |= int64(1) << bit
                    worth += rules.points[bit]
                    laid = laid_after(rules, laid, seat, bit)
                    seat = seat + 1 & 3
                    while start.out >> seat & 1:
                        seat = seat + 1 & 3
                seat = laid.holder
                if held[seat] == 0:
                    worth += rules.last_trick
                ends.points[row, column, seat & 1] += np.int32(worth + rules.trick_points)
                ends.tricks[row, column, seat & 1] += np.int32(1)
                if rules.has_sets:
                    more = points_in(rules.set_first, rules.set_cards, rules.set_points, gone & ~before) >> 1
                    ends.points[row, column, seat & 1] += np.int32(more)
                    ends.points[row, column, 1 - (seat & 1)] -= np.int32(more)
                    before = gone
                laid, worth = next_laid(rules, laid), int64(0)
                if is_decided(rules, laid):
                    winner = int64(laid.won // SECOND >= rules.enough)
                    ends.points[row, column, winner] += np.int32(rules.trick_points * popcount(held[seat]))
                    break
