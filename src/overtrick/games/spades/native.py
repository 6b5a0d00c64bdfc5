"""The plain strategy for Spades as a kernel."""

from overtrick.core.cards import SUIT_MASKS
from overtrick.engine.kernel.compiled.calling import is_hidden, legal_calls
from overtrick.engine.kernel.compiled.deals import legal_cards
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, nth, popcount
from overtrick.engine.kernel.compiled.strategies import plain_card
from overtrick.engine.kernel.deals import AUCTION, DISCARD, RANKS, DealRules, Facts, State, Workspace
from overtrick.engine.kernel.strategies import Ways
from overtrick.games.spades.blind import DESPERATE, LAST_DEAL, SPADE
from overtrick.games.spades.strategy import (
    BASE,
    FIRST,
    GUARDS,
    LEFT_OVER,
    LONE_KING,
    LONG,
    LOW,
    NIL_SPADES,
    PLAIN,
    ROUNDING,
    SHORT,
    SINGLETON,
    SPADES,
    TO_NIL,
    VOID,
)

SUIT = (1 << RANKS) - 1
"""the cards of a suit, the ace the first"""
COURT = 15
"""ace to jack"""
LOW_CARDS = SUIT & ~((1 << 14 - LOW) - 1)
KING = 2
ALL_SPADES = int(SUIT_MASKS[3])


@kernel
def worth(hand: int) -> int:
    """How many tricks a hand is worth, in hundredths."""
    spades = hand & SUIT
    count = popcount(spades)
    short = min(count, int64(FIRST))
    found = BASE + SHORT * short + LONG * (count - short)
    for place in range(len(SPADES)):
        found += SPADES[place] * (spades >> place & 1)
    for suit in range(1, 4):
        cards = hand >> RANKS * suit & SUIT
        for place in range(len(PLAIN)):
            found += PLAIN[place] * (cards >> place & 1)
        length = popcount(cards)
        found += short * (VOID if length == 0 else SINGLETON if length == 1 else 0)
        found += LONE_KING if cards == KING else 0
    return found


@kernel
def is_harmless(hand: int) -> bool:
    """Whether a hand may well win no trick."""
    spades = hand & SUIT
    if popcount(spades) > NIL_SPADES or spades & COURT or worth(hand) > TO_NIL:
        return False
    for suit in range(1, 4):
        cards = hand >> RANKS * suit & SUIT
        if cards & COURT and popcount(cards & LOW_CARDS) < GUARDS:
            return False
    return True


@kernel
def call_of(facts: Facts, state: State, space: Workspace) -> int:
    """Nil on a harmless hand, or else the number that is nearest to what it is worth."""
    calls, hand = space.calls, state.held[state.turn]
    count = legal_calls(facts, state, calls)
    has_nil = facts.amount[calls[0]] < 0
    if (has_nil and count == 1) or (has_nil and is_harmless(hand)):
        return calls[0]
    wanted = max((worth(hand) + ROUNDING) // 100, int64(1))
    best = calls[1] if has_nil else calls[0]
    for place in range(count):
        if facts.amount[calls[place]] <= wanted and facts.amount[calls[place]] >= 0:
            best = calls[place]
    return best


@kernel
def call_unseen(facts: Facts, state: State) -> int:
    """A blind nil where the match is lost otherwise, else a look."""
    own, other = state.totals[state.turn & 1], state.totals[state.turn & 1 ^ 1]
    is_lost = other >= facts.target - LAST_DEAL and other - own >= DESPERATE
    return facts.blind if is_lost else facts.blind + 1


@kernel
def gift_of(facts: Facts, state: State) -> int:
    """What most likely wins a trick, from a player who bid blind nil; from the partner, what least likely does."""
    cards, is_blind = state.held[state.turn], state.called[2 * state.turn] >> facts.blind & 1
    found, most = int64(-1), int64(0)
    while cards:
        card = lowest(cards)
        danger = RANKS - card % RANKS + (SPADE if int64(1) << card & ALL_SPADES else 0)
        wanted = danger if is_blind else 2 * RANKS - danger
        if wanted > most:
            found, most = card, wanted
        cards &= cards - 1
    return found


@kernel
def is_nil(facts: Facts, state: State, seat: int) -> bool:
    """Whether a player has promised to win no trick, and has won none."""
    return facts.amount[lowest(state.called[2 * seat])] < 0 and state.tricks_of[seat] == 0


@kernel
def still_needed(facts: Facts, state: State, side: int) -> int:
    """How many tricks a side has to win to make its bid."""
    needed = int64(0)
    for seat in range(side, 4, 2):
        needed += max(facts.amount[lowest(state.called[2 * seat])], int64(0)) - state.tricks_of[seat]
    return needed


@kernel
def wants_to_lose(facts: Facts, state: State) -> bool:
    """Whether a player has a nil to keep, or a side all that it bid, while the others are not to be beaten any more."""
    side = state.turn & 1
    if is_nil(facts, state, state.turn):
        return True
    left = facts.hand_size - state.tricks
    return still_needed(facts, state, side) <= 0 and still_needed(facts, state, side ^ 1) <= left - LEFT_OVER


@kernel
def best_of(cards: int, is_highest: bool) -> int:
    """The best card of a mask, or the least; of equal ones the first."""
    found, best = int64(-1), int64(0)
    while cards:
        card = lowest(cards)
        height = RANKS - card % RANKS if is_highest else card % RANKS + 1
        if height > best:
            found, best = card, height
        cards &= cards - 1
    return found


@kernel
def plain_of(cards: int) -> int:
    """Those of some cards that are no spades, or all of them."""
    plain = cards & ~ALL_SPADES
    return plain if plain else cards


@kernel
def duck(legal: int, winners: int, size: int) -> int:
    """The best card that does not hold the trick, or if none is left the least one; the last player loses the best."""
    if size == 0:
        return best_of(plain_of(legal), False)
    losers = legal & ~winners
    if losers:
        return best_of(losers, True)
    return best_of(legal, size == 3)


@kernel
def cover(state: State, legal: int, winners: int) -> int:
    """A card that wins the trick instead of a partner who is not to win it, or none, -1."""
    if state.size == 0:
        return best_of(plain_of(legal), True)
    if winners and state.size == 1:
        return best_of(plain_of(winners), True)
    if winners and state.holder ^ state.turn == 2:
        return best_of(plain_of(winners), False)
    return int64(-1)


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call, the gift or the card of this strategy."""
    facts = rules.facts
    if state.phase == AUCTION:
        is_unseen = is_hidden(facts, state, state.turn)
        return facts.pack_size + (call_unseen(facts, state) if is_unseen else call_of(facts, state, space))
    if state.phase == DISCARD:
        return facts.discards + facts.number_of[gift_of(facts, state)]
    strain = nth(rules.strains, state.strain)
    legal = legal_cards(strain, state)
    winners = legal & strain.beaten_by[state.master] if state.size else int64(0)
    card = int64(-1)
    if wants_to_lose(facts, state):
        card = duck(legal, winners, state.size)
    elif is_nil(facts, state, state.turn ^ 2):
        card = cover(state, legal, winners)
    return facts.number_of[card] if card >= 0 else plain_card(rules, ways, state)
