"""The plain strategy for Tarneeb as a kernel."""

from overtrick.core.cards import SUIT_MASKS, Rank
from overtrick.engine.kernel.compiled.calling import legal_calls
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest
from overtrick.engine.kernel.compiled.strategies import plain_card
from overtrick.engine.kernel.deals import AUCTION, RANKS, DealRules, State, Workspace
from overtrick.engine.kernel.strategies import Ways
from overtrick.games.tarneeb.strategy import BASE, OF_TRUMPS, PLAIN, SAFETY

OF_OTHERS = tuple(PLAIN.get(rank, 0) for rank in sorted(Rank, reverse=True))
"""from the ace down"""


@kernel
def expected(hand: int, suit: int) -> int:
    """The hundredths of tricks that a hand lets its side expect with some trumps."""
    found = int64(BASE)
    while hand:
        card = lowest(hand)
        is_trump = SUIT_MASKS[suit] >> card & 1
        found += OF_TRUMPS[card % RANKS] if is_trump else OF_OTHERS[card % RANKS]
        hand &= hand - 1
    return found


@kernel
def call_of(rules: DealRules, state: State, space: Workspace) -> int:
    """Name the best suit, or bid the lowest number if it lets expect so many tricks; a partner's bid stands."""
    facts, hand, best, calls = rules.facts, state.held[state.turn], int64(0), space.calls
    for suit in range(1, 4):
        if expected(hand, suit) > expected(hand, best):
            best = int64(suit)
    count = legal_calls(facts, state, calls)
    for place in range(count):
        if facts.strain[calls[place]] == facts.strain_of[best]:
            return calls[place]
    if count == 1 or state.bidder == state.turn ^ 2:
        return calls[0]
    return calls[1] if expected(hand, best) >= 100 * facts.amount[calls[1]] + SAFETY else calls[0]


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call or the card of this strategy."""
    if state.phase == AUCTION:
        return rules.facts.pack_size + call_of(rules, state, space)
    return plain_card(rules, ways, state)
