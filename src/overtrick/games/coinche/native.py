"""The plain strategy for Coinche as a kernel."""

from overtrick.core.cards import SUIT_MASKS
from overtrick.engine.kernel.compiled.calling import bid_of, legal_calls, trumps_of
from overtrick.engine.kernel.compiled.native import int64, kernel, popcount
from overtrick.engine.kernel.compiled.strategies import plain_card
from overtrick.engine.kernel.deals import AUCTION, DealRules, State, Workspace
from overtrick.engine.kernel.strategies import Ways
from overtrick.games.belote.native import ACES, BEST, best_suit, worth
from overtrick.games.coinche.strategy import HIGHEST_BID, LOWEST_BID, TO_BID, TO_COINCHE


@kernel
def call_of(rules: DealRules, state: State, space: Workspace) -> int:
    """Bid the best suit for what it is worth, raise the partner once, coinche a high bid that must fail."""
    facts, calls, seat = rules.facts, space.calls, state.turn
    count, hand, strain = legal_calls(facts, state, calls), state.held[seat], state.strain
    amount, trumps = int64(-1), int64(-1)
    if state.bid >= 0:
        amount, trumps = facts.amount[state.bid], trumps_of(facts, strain)
    if state.side == seat & 1 and state.taker >= 0:
        has_called = state.called[2 * seat] & ~1 or state.called[2 * seat + 1]
        if state.taker == seat or has_called or amount < 0 or trumps < 0:
            return int64(0)
        more = popcount(hand & BEST & SUIT_MASKS[trumps]) + popcount(hand & ACES & ~SUIT_MASKS[trumps])
        return bid_of(facts, calls, count, min(amount + 10 * more, HIGHEST_BID), strain)
    best = best_suit(hand)
    more = worth(hand, best) - TO_BID
    if more >= 0:
        value = min(LOWEST_BID + 10 * (more // 2), HIGHEST_BID)
        bid = bid_of(facts, calls, count, value, facts.strain_of[best])
        if bid:
            return bid
    if amount >= TO_COINCHE and trumps >= 0 and worth(hand, trumps) >= TO_BID:
        for place in range(count):
            if calls[place] == facts.double:
                return facts.double
    return int64(0)


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call or the card of this strategy."""
    if state.phase == AUCTION:
        return rules.facts.pack_size + call_of(rules, state, space)
    return plain_card(rules, ways, state)
