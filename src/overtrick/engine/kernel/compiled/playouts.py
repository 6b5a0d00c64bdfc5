"""Random deals played out with random legal cards."""

import numpy as np

from overtrick.engine.kernel.compiled.chance import after, below, one_of, stream
from overtrick.engine.kernel.compiled.moves import NOTHING_LAID, is_decided, laid_after, legal_cards, next_laid
from overtrick.engine.kernel.compiled.native import int64, kernel, plus, popcount
from overtrick.engine.kernel.playouts import Dealer, PlayoutArrays
from overtrick.engine.kernel.tables import Rules


@kernel
def play_out(rules: Rules, dealer: Dealer, seed: int, first: int, leader: int, made: PlayoutArrays) -> None:
    """Fill in the rows of the arrays: the deals of a seed from a number on."""
    hands, order, cards_in_all, hand_size = dealer.hands, dealer.order, popcount(rules.pack), rules.hand_size
    for row in range(len(made.plays)):
        state = stream(seed, plus(first, row))
        for index in range(cards_in_all):
            order[index] = rules.deck[index]
        index = 0
        for seat in range(4):
            hand, dealt = int64(0), int64(0)
            for _ in range(hand_size):
                state = after(state)
                other = index + below(state, cards_in_all - index)
                card = order[other]
                order[other] = order[index]
                hand |= int64(1) << rules.bit_of[card]
                dealt |= int64(1) << card
                index += 1
            hands[seat], made.hands[row, seat] = hand, np.uint64(dealt)
        lead, at, laid = leader, 0, NOTHING_LAID
        for trick in range(hand_size):
            worth = rules.trick_points
            for turn in range(4):
                seat = (lead + turn) & 3
                hand = hands[seat]
                cards = legal_cards(rules, hand, laid, seat)
                state = after(state) if cards & cards - 1 else state
                bit = one_of(state, cards)
                hands[seat] = hand & ~(int64(1) << bit)
                made.plays[row, at] = rules.index_of[bit]
                at += 1
                worth += rules.points[bit]
                laid = laid_after(rules, laid, seat, bit)
            lead, laid = laid.holder, next_laid(rules, laid)
            if trick == hand_size - 1 or is_decided(rules, laid):
                worth += rules.last_trick
            made.winners[row, trick] = lead + 1
            made.points[row, lead & 1] += np.int32(worth)
            made.tricks[row, lead & 1] += np.int32(1)
            if is_decided(rules, laid):
                break
