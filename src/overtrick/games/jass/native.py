"""The plain strategy for Jass as a kernel."""

from overtrick.engine.kernel.compiled.calling import legal_calls
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, nth
from overtrick.engine.kernel.compiled.strategies import plain_card
from overtrick.engine.kernel.deals import AUCTION, NONE, RANKS, DealRules, State, Workspace
from overtrick.engine.kernel.strategies import Ways
from overtrick.games.jass.cards import WHOLE
from overtrick.games.jass.strategy import BASE, OBENABE, PLAIN, TO_NAME, TRUMPS, UNDENUFE


@kernel
def ahead(rules: DealRules, hand: int, strain: int) -> int:
    """By how many points, multiplied, the side of a hand is thought to be ahead under a strain."""
    facts, without = nth(rules.strains, strain), PLAIN
    if not facts.trumps:
        without = UNDENUFE if facts.turned_round else OBENABE
    won = int64(BASE)
    while hand:
        card = lowest(hand)
        won += (TRUMPS if facts.trumps >> card & 1 else without)[card % RANKS]
        hand &= hand - 1
    return facts.factor * (2 * won - WHOLE)


@kernel
def call_of(rules: DealRules, state: State, space: Workspace) -> int:
    """Name the best strain if it is good, or if nobody may push."""
    facts, hand, best, most, factors = rules.facts, state.held[state.turn], int64(NONE), int64(0), int64(0)
    count = legal_calls(facts, state, space.calls)
    for place in range(count):
        call = space.calls[place]
        if facts.strain[call] >= 0:
            found = ahead(rules, hand, facts.strain[call])
            factors += nth(rules.strains, facts.strain[call]).factor
            if best < 0 or found > most:
                best, most = call, found
    is_good = most * facts.strains >= TO_NAME * factors
    return best if is_good or facts.strain[space.calls[0]] >= 0 else space.calls[0]


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call or the card of this strategy."""
    if state.phase == AUCTION:
        return rules.facts.pack_size + call_of(rules, state, space)
    return plain_card(rules, ways, state)
