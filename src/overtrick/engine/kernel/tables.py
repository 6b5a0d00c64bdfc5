"""A game under a strain, and positions of it, as integers: the language of the kernels.

A card is the bit `16 * lane + power` of a mask: a lane is an effective suit, trumps are lane 3 if one suit is, and
powers count up from 0 without gaps. Seats are 0 to 3. Duties are not interpreted anew: the table of duties has the
masks that `TrickRules` makes for every lead, master and partner.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick.core.cards import CARDS, Card, Cards, Suit
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import Duty, Rung, Strain, Trick, TrickRules
from overtrick.engine.kernel.memory import NamedMemory, Number, Row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

MOST_SETS: Final = 256
"""the most sets of cards that can bring points in tricks"""
RUNGS: Final = 4
"""rungs of a duty above the last one, which is always all cards; fewer are filled up with all cards"""
DUTY: Final = RUNGS + 1
"""numbers of a duty: its rungs, and behind them the free cards"""
NEVER: Final = 15
"""tricks that no side wins"""
SECOND: Final = 16
"""what a trick of the second side counts where those of both sides stand in a number"""


class TrickSetRows(NamedMemory):
    """The sets of cards that bring points in tricks; cards have the numbers of whoever has these rows."""

    has_sets = Number()
    """whether there are any"""
    set_first = Row(65)
    """`[card]`: the number of the first set whose lowest card is this one, or a later one"""
    set_cards = Row(MOST_SETS)
    """`[set]`: masks"""
    set_points = Row(MOST_SETS)
    """`[set]`"""


class Rules(TrickSetRows):
    """All that kernels know of a game under a strain."""

    duties = Row(4 * 64 * 2 * DUTY)
    """`[lane led][bit number of the master][whether partner is the master][rung, or the free cards]`: masks"""
    beaten_by = Row(64)
    """`[bit number]`: the cards that take the trick from a card which holds it, as masks"""
    points = Row(64)
    """`[bit number]`: the points of a card"""
    bit_of = Row(64)
    """`[Card.index]`: the bit number of a card, -1 for cards that are not in the pack"""
    index_of = Row(64)
    """`[bit number]`: the `Card.index` of a card, -1 where there is none"""
    deck = Row(len(CARDS))
    """the pack in its pinned order, as `Card.index`"""
    pack = Number()
    """all cards, as a mask"""
    trick_points = Number()
    """points for each trick"""
    last_trick = Number()
    """further points for the last trick"""
    hand_size = Number()
    strain = Number()
    """0 without trumps, 1 with one trump suit, 2 if every suit is trumps when it is led"""
    binds_leads = Number()
    """whether anything is owed to lead"""
    leads = Row(2 * DUTY)
    """`[whether trumps are broken][rung, or the free cards]`: masks"""
    leads_break = Number()
    """whether a trump that is led breaks them"""
    free_trumps = Number()
    """the trumps where some may be played by who could follow suit, as a mask"""
    parted = Number()
    """the places just below cards that have duties of their own, as a mask: the two are no neighbours"""
    sweep_goes_on = Number()
    """whether a side that has won all of the tricks below goes on until it loses one"""
    enough = Number()
    """the tricks of a side with which a deal is over, or `NEVER`"""


class Players(NamedMemory):
    """What the players hold, and who plays after whom."""

    hands = Row(4)
    """`[seat]`: masks; nothing for those who sit out"""
    after = Row(4)
    """`[seat]`: who plays after a seat"""
    count = Number()
    """how many play to a trick"""


class Laid(NamedTuple):
    """What lies on the table. Before a lead only the size says something, and whether trumps are broken."""

    size: int = 0
    """how many cards"""
    lane: int = 0
    """the lane that was led"""
    master: int = 0
    """the bit number of the card that holds the trick"""
    holder: int = 0
    """the seat that holds it"""
    broken: int = 0
    """whether trumps were broken before, where that binds who leads"""
    won: int = 0
    """the tricks of the sides before, where these may end a deal: those of the second one count `SECOND` each"""


class Tables(NamedTuple):
    """The rules of a game under a strain, and what leads from cards to bits and back."""

    rules: Rules
    bit_of: tuple[int, ...]
    """bit numbers by `Card.index`, -1 for cards that are not in the pack"""
    card_of: Mapping[int, Card]
    """cards by bit number"""

    def mask(self, cards: Iterable[Card]) -> int:
        """Some cards as a mask of the kernels."""
        return sum(1 << self.bit_of[card.index] for card in cards)

    def laid(self, trick: Trick) -> Laid:
        """What lies on the table in a trick."""
        won = trick.won[0] + SECOND * trick.won[1]
        if trick.master is None or trick.holder is None:
            return Laid(broken=int(trick.broken), won=won)
        led, master = self.bit_of[trick.cards[0].index], self.bit_of[trick.master.index]
        return Laid(len(trick.cards), led // 16, master, trick.holder - 1, int(trick.broken), won)

    def seat(self, trick: Trick, hands: Sequence[Cards], players: Players) -> None:
        """Give the players of a trick their hands and their order."""
        playing = [seat - 1 for seat in trick.players]
        held, after = [0, 0, 0, 0], [0, 0, 0, 0]
        for seat, following in zip(playing, (*playing[1:], playing[0]), strict=True):
            held[seat], after[seat] = self.mask(hands[seat]), following
        players.hands[:], players.after[:], players.count = held, after, len(playing)


@lru_cache(256)
def tables_of(game: Game, strain: Strain) -> Tables:
    """The tables of a game under a strain; refuses a strain that the game does not have."""
    trick_rules, counting = game.rules(strain), game.counting(strain)
    bits = _bit_numbers(trick_rules)
    rules = Rules()
    made = Tables(rules, bits, {bits[card.index]: card for card in game.pack})
    rules.bit_of[: len(bits)], rules.index_of[:] = bits, -1
    for bit, card in made.card_of.items():
        rules.index_of[bit] = card.index
        rules.beaten_by[bit] = made.mask(Cards.from_mask(trick_rules.ranking.beaten_by[card.index]))
        rules.points[bit] = counting.card_points[card.index]
    rules.deck[: len(game.pack)] = [card.index for card in game.pack]
    rules.pack = made.mask(game.pack)
    rules.trick_points, rules.last_trick, rules.hand_size = counting.trick_points, counting.last_trick, game.hand_size
    rules.sweep_goes_on = game.sweep_goes_on
    rules.enough = NEVER if game.enough_tricks is None else game.enough_tricks
    rules.strain = 1 if strain.suit is not None else 2 if strain is Strain.ALL_TRUMPS else 0
    _fill_in_duties(made, trick_rules)
    fill_in_sets(rules, [(made.mask(Cards.from_mask(cards)), points) for cards, points in counting.trick_sets.sets])
    return made


def _bit_numbers(rules: TrickRules) -> tuple[int, ...]:
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


def _fill_in_duties(tables: Tables, rules: TrickRules) -> None:
    for led, master, is_partner, rungs in duties_of(rules):
        lane = tables.bit_of[led.index] // 16
        at = ((lane * 64 + tables.bit_of[master.index]) * 2 + is_partner) * DUTY
        tables.rules.duties[at : at + DUTY] = [tables.mask(Cards.from_mask(cards)) for cards in rungs]
    _part_free_cards(tables, rules)
    tables.rules.binds_leads, tables.rules.leads_break = not rules.leading.is_free, rules.leading.leads_break
    tables.rules.leads[:] = [tables.mask(Cards.from_mask(cards)) for cards in leads_of(rules)]


def _part_free_cards(tables: Tables, rules: TrickRules) -> None:
    ranking, free = rules.ranking, rules.ladder.free
    if free.plain is not None or free.cut is not None:
        tables.rules.free_trumps = tables.mask(Cards.from_mask(ranking.trumps))
    if Rung.TOP in free:
        tops = (card for card in tables.card_of.values() if card.bit & ranking.trumps and not ranking.above[card.index])
        tables.rules.parted = sum(1 << tables.bit_of[card.index] - 1 for card in tops)


def fill_in_sets(memory: TrickSetRows, sets: Sequence[tuple[int, int]]) -> None:
    """Fill in sets of cards by their lowest cards; masks are by the numbers that cards have there."""
    if len(sets) > MOST_SETS:
        raise ValueError(f"kernels have room for {MOST_SETS} sets of cards")
    ordered = sorted(sets, key=lambda of_set: of_set[0] & -of_set[0])
    lowest = [(cards & -cards).bit_length() - 1 for cards, _ in ordered]
    memory.has_sets = bool(ordered)
    memory.set_first[:] = [bisect_left(lowest, number) for number in range(65)]
    memory.set_cards[: len(ordered)] = [cards for cards, _ in ordered]
    memory.set_points[: len(ordered)] = [points for _, points in ordered]


def duties_of(rules: TrickRules) -> Iterator[tuple[Card, Card, bool, list[int]]]:
    """For a card led, the card that holds the trick and whether partner does: the rungs of what is owed, as masks.

    Behind them stand the free cards.
    """
    ranking = rules.ranking
    for suit in Suit:
        led = next(iter(Cards.from_mask(ranking.suits[suit])))
        for master in Cards.from_mask(ranking.suits[suit] | ranking.trumps_when_led(suit)):
            for is_partner, holder in ((False, Seat.NORTH), (True, Seat.WEST)):  # it is the turn of East
                duty = rules.duty(Trick(Seat.NORTH, (led,), master, holder))
                yield led, master, is_partner, _rungs(rules, duty)


def leads_of(rules: TrickRules) -> list[int]:
    """The rungs of what is owed to lead, as `duties_of` tells them: until trumps are broken, and then once they are."""
    return [mask for broken in (False, True) for mask in _rungs(rules, rules.duty(Trick(Seat.NORTH, broken=broken)))]


def _rungs(rules: TrickRules, duty: Duty) -> list[int]:
    masks = [cards for rung, cards in duty.rungs if rung is not Rung.ANY]
    return [*masks, *[sum(rules.ranking.suits)] * (RUNGS - len(masks)), duty.free]
