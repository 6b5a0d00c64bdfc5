"""A game under a strain as tables of integers, the language of the kernels.

A card is the bit `16 * lane + power` of a mask: a lane is an effective suit, trumps are lane 3 if one suit is, and
powers count up from 0 without gaps. Duties are not interpreted anew: the table of duties has the masks that
`TrickRules` makes for every lead, master and partner. All of it is one array, whose parts begin at the numbers below.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from overtrick.core.cards import CARDS, Card, Cards, Suit
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import Rung, Strain, Trick, TrickRules
from overtrick.deal.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    import numpy.typing as npt

RUNGS: Final = 4
"""rungs of a duty above the last one, which is always all cards; fewer are filled up with all cards"""
DUTIES: Final = 0
"""`[lane led][bit number of the master][whether partner is the master][rung]`: masks"""
BEATEN_BY: Final = DUTIES + 4 * 64 * 2 * RUNGS
"""`[bit number]`: the cards that take the trick from a card which holds it, as masks"""
POINTS: Final = BEATEN_BY + 64
"""`[bit number]`: the points of a card"""
BIT_OF: Final = POINTS + 64
"""`[Card.index]`: the bit number of a card, -1 for cards that are not in the pack"""
INDEX_OF: Final = BIT_OF + 64
"""`[bit number]`: the `Card.index` of a card, -1 where there is none"""
PACK: Final = INDEX_OF + 64
"""all cards, as a mask"""
TRICK_POINTS: Final = PACK + 1
"""points for each trick"""
LAST_TRICK: Final = PACK + 2
"""further points for the last trick"""
HAND_SIZE: Final = PACK + 3
STRAIN: Final = PACK + 4
"""0 without trumps, 1 with one trump suit, 2 if every suit is trumps when it is led"""
SIZE: Final = PACK + 5


class Tables(NamedTuple):
    """The tables, and what leads from cards to bits and back."""

    array: npt.NDArray[np.int64]
    bit_of: tuple[int, ...]
    """bit numbers by `Card.index`, -1 for cards that are not in the pack"""
    card_of: tuple[Card | None, ...]
    """cards by bit number"""

    def mask(self, cards: Iterable[Card]) -> int:
        """Some cards as a mask of the kernels."""
        return sum(1 << self.bit_of[card.index] for card in cards)

    def cards(self, mask: int) -> Cards:
        """The cards of a mask of the kernels."""
        return Cards(card for bit, card in enumerate(self.card_of) if card is not None and mask >> bit & 1)


class State(NamedTuple):
    """A position as the kernels take it; seats are 0 to 3."""

    hands: npt.NDArray[np.int64]
    """masks of the seats"""
    out: int
    """the seats that play no card, as a mask"""
    seat: int
    """who plays next"""
    turn: int
    """how many cards lie on the table"""
    lane: int
    """the lane that was led"""
    master: int
    """the bit number of the card that holds the trick"""
    holder: int
    """the seat that holds the trick; before a lead lane, master and holder say nothing"""


def state_of(position: Position) -> State:
    """A position in the language of its tables."""
    tables, trick = tables_of(position.game, position.strain), position.trick
    hands = np.array([tables.mask(hand) for hand in position.hands], np.int64)
    out = sum(1 << (seat - 1) for seat in trick.out)
    if trick.master is None or trick.holder is None:
        return State(hands, out, position.turn - 1, 0, 0, 0, 0)
    led, master = tables.bit_of[trick.cards[0].index], tables.bit_of[trick.master.index]
    return State(hands, out, position.turn - 1, len(trick.cards), led // 16, master, trick.holder - 1)


@lru_cache(256)
def tables_of(game: Game, strain: Strain) -> Tables:
    """The tables of a game under a strain; refuses a strain that the game does not have."""
    rules = game.rules(strain)
    bits = _bit_numbers(game, rules)
    cards: list[Card | None] = [None] * 64
    for card in game.pack:
        cards[bits[card.index]] = card
    array = np.zeros(SIZE, np.int64)
    made = Tables(array, bits, tuple(cards))
    counting = game.counting(strain)
    array[BIT_OF : BIT_OF + len(bits)] = bits
    array[INDEX_OF : INDEX_OF + 64] = [-1 if card is None else card.index for card in cards]
    for card in game.pack:
        bit = bits[card.index]
        array[BEATEN_BY + bit] = made.mask(Cards.from_mask(rules.ranking.beaten_by[card.index]))
        array[POINTS + bit] = counting.card_points[card.index]
    array[PACK] = made.mask(game.pack)
    array[TRICK_POINTS], array[LAST_TRICK] = counting.trick_points, counting.last_trick
    array[HAND_SIZE] = game.hand_size
    array[STRAIN] = 1 if strain.suit is not None else 2 if strain is Strain.ALL_TRUMPS else 0
    _fill_in_duties(made, game, rules)
    return made


def _bit_numbers(game: Game, rules: TrickRules) -> tuple[int, ...]:
    ranking, trumps = rules.ranking, rules.ranking.strain.suit
    lanes = {suit: int(suit) for suit in Suit}
    if trumps is not None:
        lanes[Suit.SPADES], lanes[trumps] = lanes[trumps], lanes[Suit.SPADES]
    bits = [-1] * len(CARDS)
    for suit, lane in lanes.items():
        from_below = sorted(Cards.from_mask(ranking.suits[suit]), key=lambda card: ranking.power_of[card.index])
        for power, card in enumerate(from_below):
            bits[card.index] = 16 * lane + power
    return tuple(bits)


def _fill_in_duties(tables: Tables, game: Game, rules: TrickRules) -> None:
    ranking = rules.ranking
    for suit in Suit:
        led = next(iter(Cards.from_mask(ranking.suits[suit])))
        lane = tables.bit_of[led.index] // 16
        for master in Cards.from_mask(ranking.suits[suit] | ranking.trumps_when_led(suit)):
            for is_partner, holder in enumerate((Seat.NORTH, Seat.WEST)):  # it is the turn of East
                duty = rules.duty(Trick(Seat.NORTH, (led,), master, holder))
                masks = [tables.mask(Cards.from_mask(cards)) for rung, cards in duty.rungs if rung is not Rung.ANY]
                masks += [tables.mask(game.pack)] * (RUNGS - len(masks))
                at = DUTIES + ((lane * 64 + tables.bit_of[master.index]) * 2 + is_partner) * RUNGS
                tables.array[at : at + RUNGS] = masks
