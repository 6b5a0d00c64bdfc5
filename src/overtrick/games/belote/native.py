"""The plain strategy for Belote as a kernel."""

from overtrick.core.cards import CARDS, SUIT_MASKS, Rank
from overtrick.engine.kernel.compiled.calling import legal_calls, suit_of
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, popcount
from overtrick.engine.kernel.compiled.strategies import plain_card
from overtrick.engine.kernel.deals import ACCEPT, AUCTION, RANKS, DealRules, State, Workspace
from overtrick.engine.kernel.strategies import Ways
from overtrick.games.belote.strategy import ACE_VALUE, FEWEST_TRUMPS, TO_NAME, TO_TAKE, TRUMP_VALUES

ACES = sum(card.bit for card in CARDS if card.rank is Rank.ACE)
BEST = sum(card.bit for card in CARDS if card.rank in (Rank.JACK, Rank.NINE))
VALUES = tuple(TRUMP_VALUES.get(rank, 1) for rank in sorted(Rank, reverse=True))
"""of trumps, from the ace down"""


@kernel
def worth(cards: int, suit: int) -> int:
    """What some cards are worth for taking with a suit as trumps; nothing without enough trumps or the best of them."""
    own = cards & SUIT_MASKS[suit]
    if popcount(own) < FEWEST_TRUMPS or not own & BEST:
        return int64(0)
    found = ACE_VALUE * popcount(cards & ACES & ~own)
    while own:
        found += VALUES[lowest(own) % RANKS]
        own &= own - 1
    return found


@kernel
def best_suit(cards: int) -> int:
    """The suit with which a hand is worth most."""
    best = int64(0)
    for suit in range(1, 4):
        if worth(cards, suit) > worth(cards, best):
            best = int64(suit)
    return best


@kernel
def call_of(rules: DealRules, state: State, space: Workspace) -> int:
    """Take the turned-up card if the hand is good with it, else name the best suit if it is good."""
    facts, hand, turn_up = rules.facts, state.held[state.turn], state.turn_up
    count, best = legal_calls(facts, state, space.calls), best_suit(hand)
    for place in range(count):
        call = space.calls[place]
        if facts.kind[call] == ACCEPT:
            if worth(hand | int64(1) << turn_up, suit_of(turn_up)) >= TO_TAKE:
                return call
            break
        if facts.strain[call] == facts.strain_of[best] and worth(hand, best) >= TO_NAME:
            return call
    return space.calls[0]


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call or the card of this strategy."""
    if state.phase == AUCTION:
        return rules.facts.pack_size + call_of(rules, state, space)
    return plain_card(rules, ways, state)
