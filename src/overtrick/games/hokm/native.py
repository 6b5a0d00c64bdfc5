"""The plain strategy for Hokm as a kernel."""

from overtrick.core.cards import SUIT_MASKS, Rank
from overtrick.engine.kernel.compiled.calling import legal_calls
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest
from overtrick.engine.kernel.compiled.strategies import plain_card
from overtrick.engine.kernel.deals import AUCTION, RANKS, DealRules, State, Workspace
from overtrick.engine.kernel.strategies import Ways
from overtrick.games.hokm.strategy import HONOURS, LENGTH

VALUES = tuple(LENGTH + HONOURS.get(rank, 0) for rank in sorted(Rank, reverse=True))
"""of trumps, from the ace down"""


@kernel
def worth(hand: int, suit: int) -> int:
    """What the trumps of a hand are worth."""
    own, found = hand & SUIT_MASKS[suit], int64(0)
    while own:
        found += VALUES[lowest(own) % RANKS]
        own &= own - 1
    return found


@kernel
def call_of(rules: DealRules, state: State, space: Workspace) -> int:
    """Name the best suit, or ask for a new deal on a poor hand."""
    facts, hand, best = rules.facts, state.held[state.turn], int64(0)
    if facts.redeal_without != 0 and legal_calls(facts, state, space.calls) == facts.calls:
        return int64(0)
    for suit in range(1, 4):
        if worth(hand, suit) > worth(hand, best):
            best = int64(suit)
    for place in range(legal_calls(facts, state, space.calls)):
        if facts.strain[space.calls[place]] == facts.strain_of[best]:
            return space.calls[place]
    return space.calls[0]


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call or the card of this strategy."""
    if state.phase == AUCTION:
        return rules.facts.pack_size + call_of(rules, state, space)
    return plain_card(rules, ways, state)
