"""The plain strategy for Euchre as a kernel."""

from overtrick.engine.kernel.compiled.calling import legal_calls
from overtrick.engine.kernel.compiled.deals import legal_cards
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, nth, popcount
from overtrick.engine.kernel.deals import ACCEPT, AUCTION, DISCARD, DealRules, State, Workspace
from overtrick.engine.kernel.strategies import Ways
from overtrick.engine.kernel.tables import Rules
from overtrick.games.euchre.strategy import SUIT_ORDER, TO_CALL, TO_ORDER_UP

RANKS = 13
PLACES = tuple(SUIT_ORDER.index(suit) for suit in sorted(SUIT_ORDER))
"""of suits in the order of all cards"""


@kernel
def face_cards(hand: int, suit: int) -> int:
    """How many bowers, aces, kings and queens of trumps a hand has, if a suit is trumps."""
    faces = int64(15) << RANKS * (3 - suit)
    return popcount(hand & (faces | int64(8) << RANKS * suit))


@kernel
def call_of(rules: DealRules, state: State, space: Workspace) -> int:
    """Accept the turned-up suit, later name the other one of its colour, on enough face cards; name it if forced."""
    facts, calls, hand = rules.facts, space.calls, state.held[state.turn]
    count = legal_calls(facts, state, calls)
    if count == 1:
        return calls[0]
    turned = 3 - state.turn_up // RANKS
    other, may_pass = 3 - turned, calls[0] == 0
    for place in range(count):
        call = calls[place]
        if facts.alone[call]:
            continue
        if facts.kind[call] == ACCEPT and face_cards(hand, turned) >= TO_ORDER_UP:
            return call
        if facts.strain[call] == facts.strain_of[other] and (not may_pass or face_cards(hand, other) >= TO_CALL):
            return call
    return int64(0)


@kernel
def height(tables: Rules, card: int) -> int:
    """Where a card stands in the order of all cards."""
    bit, place = tables.bit_of[card], PLACES[3 - card // RANKS]
    if tables.strain == 1 and bit >= 48:
        return bit << 8 | place
    return 14 - card % RANKS << 2 | place


@kernel
def highest_of(tables: Rules, cards: int) -> int:
    """The highest card of a mask."""
    best = lowest(cards)
    while cards:
        if height(tables, lowest(cards)) > height(tables, best):
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def lowest_of(tables: Rules, cards: int) -> int:
    """The lowest card of a mask."""
    best = lowest(cards)
    while cards:
        if height(tables, lowest(cards)) < height(tables, best):
            best = lowest(cards)
        cards &= cards - 1
    return best


@kernel
def of_suit(tables: Rules, cards: int, lane: int) -> int:
    """The cards of a mask that belong to a lane."""
    found = int64(0)
    while cards:
        card = lowest(cards)
        if tables.bit_of[card] >> 4 == lane:
            found |= int64(1) << card
        cards &= cards - 1
    return found


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call, the discard or the card of this strategy."""
    facts = rules.facts
    if state.phase == AUCTION:
        return facts.pack_size + call_of(rules, state, space)
    tables = nth(ways.tables, state.strain)
    if state.phase == DISCARD:
        return facts.discards + facts.number_of[lowest_of(tables, state.held[state.turn])]
    legal = legal_cards(nth(rules.strains, state.strain), state)
    if state.size == 0:
        plain = legal & ~of_suit(tables, legal, int64(3)) if tables.strain == 1 else legal
        return facts.number_of[highest_of(tables, plain if plain else legal)]
    following = of_suit(tables, legal, tables.bit_of[state.laid[0]] >> 4)
    return facts.number_of[highest_of(tables, following) if following else lowest_of(tables, legal)]
