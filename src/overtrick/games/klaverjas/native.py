"""The plain strategy for Klaverjas as a kernel."""

from overtrick.core.cards import CARDS, SUIT_MASKS, Rank
from overtrick.engine.kernel.compiled.calling import legal_calls, trumps_of
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, popcount
from overtrick.engine.kernel.compiled.strategies import plain_card
from overtrick.engine.kernel.deals import AUCTION, NONE, RANKS, DealRules, State, Workspace
from overtrick.engine.kernel.strategies import Ways
from overtrick.games.klaverjas.strategy import ACE_VALUE, TO_NAME, TRUMP_VALUES

ACES = sum(card.bit for card in CARDS if card.rank is Rank.ACE)
VALUES = tuple(TRUMP_VALUES.get(rank, 1) for rank in sorted(Rank, reverse=True))
"""of trumps, from the ace down"""


@kernel
def worth(hand: int, suit: int) -> int:
    """What a hand is worth with a suit as trumps."""
    own = hand & SUIT_MASKS[suit]
    found = ACE_VALUE * popcount(hand & ACES & ~own)
    while own:
        found += VALUES[lowest(own) % RANKS]
        own &= own - 1
    return found


@kernel
def call_of(rules: DealRules, state: State, space: Workspace) -> int:
    """Name the best suit that may be named if it is good, or if nobody may pass."""
    facts, hand, best, most = rules.facts, state.held[state.turn], int64(NONE), int64(0)
    for place in range(legal_calls(facts, state, space.calls)):
        call = space.calls[place]
        if facts.strain[call] >= 0:
            found = worth(hand, trumps_of(facts, facts.strain[call]))
            if best < 0 or found >= most:
                best, most = call, found
    return int64(0) if space.calls[0] == 0 and most < TO_NAME else best


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call or the card of this strategy."""
    if state.phase == AUCTION:
        return rules.facts.pack_size + call_of(rules, state, space)
    return plain_card(rules, ways, state)
