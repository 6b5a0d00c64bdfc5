"""The plain strategy for Bridge as a kernel."""

from overtrick.core.cards import CARDS, SUIT_MASKS, Rank, Suit
from overtrick.engine.kernel.compiled.calling import bid_of, legal_calls, trumps_of
from overtrick.engine.kernel.compiled.native import highest, int64, kernel, lowest, popcount
from overtrick.engine.kernel.compiled.strategies import plain_card
from overtrick.engine.kernel.deals import AUCTION, DealRules, Facts, State, Workspace
from overtrick.engine.kernel.memory import Memory
from overtrick.engine.kernel.strategies import Ways
from overtrick.games.bridge.openings import ONE_NO_TRUMPS, OPENING, PREEMPTS, STRONG_FROM, TWO_NO_TRUMPS
from overtrick.games.bridge.strategy import (
    ANSWER,
    GAME,
    INVITATION,
    INVITING,
    MINOR_GAME,
    NO_TRUMP_LEVELS,
    OVERCALL,
    OVERCALL_LENGTH,
    PREEMPT,
    SUIT_LEVELS,
)

HONOURS = tuple(
    sum(card.bit for card in CARDS if card.rank is rank) for rank in (Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
)
"""from the one that counts a point to that which counts four"""
LONGEST = max(PREEMPTS)
WEAK_LEVELS = tuple(PREEMPTS.get(length, 0) for length in range(LONGEST + 1))
"""`[length]` of the suit; 0 where there is no weak opening"""
CLUBS, DIAMONDS, MAJORS = int(Suit.CLUBS), int(Suit.DIAMONDS), int(Suit.HEARTS)
NO_TRUMPS = 4
"""a suit of its own in this module, above the others"""


@kernel
def points_of(hand: int) -> int:
    """High-card points and length points."""
    found = int64(0)
    for place in range(4):
        found += (place + 1) * popcount(hand & HONOURS[place]) + max(popcount(hand & SUIT_MASKS[place]) - 4, 0)
    return found


@kernel
def longest_suit(hand: int) -> int:
    """The longest suit, the highest of those that are as long."""
    best = int64(3)
    for suit in range(2, -1, -1):
        if popcount(hand & SUIT_MASKS[suit]) > popcount(hand & SUIT_MASKS[best]):
            best = int64(suit)
    return best


@kernel
def is_balanced(hand: int) -> bool:
    """Whether no suit has more than four cards or less than two, and at most one has two."""
    doubletons = int64(0)
    for suit in range(4):
        length = popcount(hand & SUIT_MASKS[suit])
        if length > 4 or length < 2:
            return False
        doubletons += length == 2
    return doubletons < 2


@kernel
def suit_bid(facts: Facts, call: int) -> int:
    """The suit of a bid."""
    suit = trumps_of(facts, facts.strain[call])
    return int64(NO_TRUMPS) if suit < 0 else suit


@kernel
def bid(facts: Facts, calls: Memory, count: int, level: int, suit: int) -> int:
    """The bid of a level if it is legal, else a pass."""
    strain = facts.strains - 1 if suit == NO_TRUMPS else facts.strain_of[suit]
    return bid_of(facts, calls, count, level, strain)


@kernel
def opening(facts: Facts, calls: Memory, count: int, hand: int) -> int:
    """What a hand bids if nobody has bid before."""
    points, suit = points_of(hand), longest_suit(hand)
    if points >= STRONG_FROM:
        return bid(facts, calls, count, int64(2), int64(CLUBS))
    if is_balanced(hand):
        if points < OPENING:
            return int64(0)
        if ONE_NO_TRUMPS[0] <= points <= ONE_NO_TRUMPS[1]:
            return bid(facts, calls, count, int64(1), int64(NO_TRUMPS))
        if points >= TWO_NO_TRUMPS:
            return bid(facts, calls, count, int64(2), int64(NO_TRUMPS))
        diamonds, clubs = popcount(hand & SUIT_MASKS[DIAMONDS]), popcount(hand & SUIT_MASKS[CLUBS])
        in_diamonds = diamonds > clubs or (diamonds == 4 and clubs == 4)
        return bid(facts, calls, count, int64(1), int64(DIAMONDS if in_diamonds else CLUBS))
    length = popcount(hand & SUIT_MASKS[suit])
    if points >= OPENING:
        if length == 4:
            suit = int64(0)
            while popcount(hand & SUIT_MASKS[suit]) < 4:
                suit += 1
        return bid(facts, calls, count, int64(1), suit)
    level = WEAK_LEVELS[length] if length <= LONGEST else int64(0)
    if level == 0 or (level == 2 and suit == CLUBS):
        return int64(0)
    return bid(facts, calls, count, level, suit)


@kernel
def overcall(facts: Facts, calls: Memory, count: int, hand: int) -> int:
    """A good suit at the level of one or two, if the hand is strong enough for the level."""
    suit = longest_suit(hand)
    if popcount(hand & SUIT_MASKS[suit]) < OVERCALL_LENGTH:
        return int64(0)
    for level in range(1, 3):
        found = bid(facts, calls, count, level, suit)
        if found:
            return int64(0) if points_of(hand) < OVERCALL + 3 * (level - 1) else found
    return int64(0)


@kernel
def bid_for(facts: Facts, calls: Memory, count: int, together: int, suit: int, at_least: int) -> int:
    """The bid of a suit that some points are worth."""
    level = int64(0)
    for least, worth in NO_TRUMP_LEVELS if suit == NO_TRUMPS else SUIT_LEVELS:
        if together >= least:
            level = max(at_least, worth)
            break
    if level == 4 and suit < MAJORS:
        level = int64(5 if together >= MINOR_GAME else 3)
    return bid(facts, calls, count, level, suit)


@kernel
def answer(facts: Facts, calls: Memory, count: int, hand: int, partners: int, is_opening: bool) -> int:
    """The partner's suit with enough cards of it, else no trumps, as high as both hands are worth."""
    level, suit, points = facts.amount[partners], suit_bid(facts, partners), points_of(hand)
    is_strong = level == 2 and suit == CLUBS
    promised = OVERCALL + 3 * (level - 1)
    if is_opening:
        if suit == NO_TRUMPS and level <= 2:
            promised = int64(ONE_NO_TRUMPS[0] if level == 1 else TWO_NO_TRUMPS)
        elif is_strong:
            promised = int64(STRONG_FROM)
        else:
            promised = int64(OPENING if level == 1 else PREEMPT)
    together = promised + points
    if level == 1 and suit != NO_TRUMPS and points < ANSWER:
        return int64(0)
    if suit == NO_TRUMPS or (is_opening and is_strong):
        return bid_for(facts, calls, count, together, int64(NO_TRUMPS), level)
    if popcount(hand & SUIT_MASKS[suit]) >= (4 if is_opening and level == 1 else 3):
        return bid_for(facts, calls, count, together, suit, int64(1))
    if is_opening and level > 1:
        return int64(0)
    return bid_for(facts, calls, count, together, int64(NO_TRUMPS), int64(1))


@kernel
def rebid(facts: Facts, calls: Memory, count: int, hand: int, answered: int) -> int:
    """A game after an answer, if the hand has enough for it besides what the answer shows."""
    level, suit = facts.amount[answered], suit_bid(facts, answered)
    invites = level >= INVITATION or (level == 2 and suit == NO_TRUMPS)
    together = points_of(hand) + (INVITING if invites else ANSWER)
    if together < GAME:
        return int64(0)
    return bid_for(facts, calls, count, min(together, MINOR_GAME), suit, int64(1))


@kernel
def call_of(rules: DealRules, state: State, space: Workspace) -> int:
    """Open, overcall, answer, bid a game after an answer, or pass."""
    facts, calls, seat = rules.facts, space.calls, state.turn
    count, hand = legal_calls(facts, state, calls), state.held[seat]
    bids = (int64(1) << facts.double) - 2  # all calls between a pass and a double
    own, partners = state.called[2 * seat] & bids, state.called[2 * (seat ^ 2)] & bids
    theirs = (state.called[2 * (seat ^ 1)] | state.called[2 * (seat ^ 3)]) & bids
    if not own | partners | theirs:
        return opening(facts, calls, count, hand)
    if not own and not partners:
        return overcall(facts, calls, count, hand)
    if partners and not own:
        return answer(facts, calls, count, hand, highest(partners), highest(partners) == lowest(partners | theirs))
    if partners and popcount(own) == 1 and state.bid == highest(partners):
        return rebid(facts, calls, count, hand, state.bid)
    return int64(0)


@kernel
def act(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The call or the card of this strategy."""
    if state.phase == AUCTION:
        return rules.facts.pack_size + call_of(rules, state, space)
    return plain_card(rules, ways, state)
