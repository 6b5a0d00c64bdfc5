"""Auctions of all kinds: what may be called, and what a call does."""

from overtrick.engine.kernel.compiled.native import int64, kernel, lowest
from overtrick.engine.kernel.deals import (
    ACCEPT,
    AUCTION,
    BID,
    BIDDING,
    DOUBLE,
    EACH,
    LOOK,
    NAME,
    NAMING,
    NONE,
    NUMBERS,
    PASS,
    RANKS,
    REDOUBLE,
    Facts,
    State,
)
from overtrick.engine.kernel.memory import Memory


@kernel
def suit_of(card: int) -> int:
    """The suit that is printed on a card."""
    return 3 - card // RANKS


@kernel
def trumps_of(facts: Facts, strain: int) -> int:
    """The suit that is trumps in a strain, or `NONE`."""
    for suit in range(4):
        if facts.strain_of[suit] == strain:
            return int64(suit)
    return int64(NONE)


@kernel
def strain_called(facts: Facts, state: State, call: int) -> int:
    """What a call would make trumps; `NONE` where it makes nothing trumps."""
    return facts.strain_of[suit_of(state.turn_up)] if facts.kind[call] == ACCEPT else facts.strain[call]


@kernel
def bid_side(facts: Facts, state: State) -> int:
    """Whose bid stands."""
    if state.bidder >= 0:
        return state.bidder & 1
    return facts.standing_side if state.bid >= 0 else int64(NONE)


@kernel
def doubling(facts: Facts, state: State, seat: int) -> int:
    """The double or redouble that a player may call."""
    if state.bid < 0 or state.double == 2:
        return int64(NONE)
    is_own = bid_side(facts, state) == seat & 1
    if state.double:
        return facts.redouble if is_own else int64(NONE)
    return int64(NONE) if is_own or facts.undoubled[state.bid] else facts.double


@kernel
def may_double(facts: Facts, state: State, seat: int) -> bool:
    """Whether a player may double whose turn it is not."""
    if not facts.double_any_time or state.phase != AUCTION or state.double or seat == state.turn:
        return False
    return doubling(facts, state, seat) >= 0


@kernel
def partner_called(state: State, seat: int) -> int:
    """What the partner of a player who has not bid yet has bid, where each player bids, and 1; 0: nothing yet."""
    place, spoken = seat - state.dealer - 1 & 3, state.turn - state.dealer - 1 & 3
    return lowest(state.called[2 * (seat ^ 2)]) + 1 if 2 <= place < spoken + 2 else int64(0)


@kernel
def is_hidden(facts: Facts, state: State, seat: int) -> bool:
    """Whether a player has not seen their cards, since they may still promise blind."""
    if facts.blind < 0 or state.phase != AUCTION or not (facts.blind_sides | state.vulnerable) >> (seat & 1) & 1:
        return False
    if seat - state.dealer - 1 & 3 < state.turn - state.dealer - 1 & 3 or state.called[2 * seat]:
        return False  # they have bid, or looked
    return facts.blind_after >> partner_called(state, seat) & 1 != 0


@kernel
def legal_calls(facts: Facts, state: State, calls: Memory) -> int:
    """What the next player may call, the pass first if there is one; gives how many there are."""
    count, turn = int64(0), state.turn
    if facts.auction == BIDDING:
        calls[0] = 0
        count = int64(1)
        if not (state.double and facts.double_freezes):
            for call in range(facts.first_above[(facts.height[state.bid] if state.bid >= 0 else -1) + 1], facts.double):
                calls[count] = call
                count += 1
        more = doubling(facts, state, turn)
        if more >= 0:
            calls[count] = more
            count += 1
        return count
    if facts.auction == NAMING:
        is_weak = facts.redeal_without != 0 and not facts.redeal_without & state.held[turn]
        offered, is_offer = int64(NONE), state.calls < 4 * facts.offers
        if facts.offers:
            offered = facts.strain_of[suit_of(state.turn_up)]
        for call in range(int64(state.calls == facts.most_passes and not is_weak), facts.calls):
            if facts.offers and facts.kind[call] == NAME and (facts.strain[call] == offered) != is_offer:
                continue
            calls[count] = call
            count += 1
        return count
    if facts.auction == NUMBERS:
        is_won = state.passes == 3 and state.bidder >= 0
        first, last = (facts.naming, facts.calls) if is_won else (max(state.bid, 0) + 1, facts.naming)
        if not is_won:
            calls[0] = 0
            count = int64(1)
        for call in range(first, last):
            calls[count] = call
            count += 1
        return count
    if facts.auction == EACH:
        if is_hidden(facts, state, turn):
            calls[0], calls[1] = facts.blind, facts.blind + 1
            return int64(2)
        may = facts.follow[partner_called(state, turn)]
        while may:
            calls[count] = lowest(may)
            count += 1
            may &= may - 1
        return count
    turn_up, is_second = state.turn_up, state.calls >= 4
    suit = suit_of(turn_up)
    if state.bid >= 0:
        calls[0], calls[1] = int64(0), facts.defend
        return int64(2)
    if is_second:
        may_pass = not (facts.dealer_must_name and turn == state.dealer)
    else:
        may_pass = not (facts.must_accept == 14 - turn_up % RANKS and state.calls == 0)
    if may_pass:
        calls[0] = 0
        count = int64(1)
    if not is_second and facts.needs[suit] and turn != state.dealer and not facts.needs[suit] & state.held[turn]:
        return count
    only_alone = facts.partner_orders_alone and turn ^ 2 == state.dealer
    for call in range(1, facts.calls):
        kind = facts.kind[call]
        if is_second:
            if kind == NAME and (facts.turned_again or facts.strain[call] != facts.strain_of[suit]):
                calls[count] = call
                count += 1
        elif kind == ACCEPT and (facts.alone[call] or not only_alone):
            calls[count] = call
            count += 1
    return count


@kernel
def bid_number(facts: Facts, state: State, caller: int, call: int) -> None:
    """Make a call in an auction of numbers, whose last bidder names trumps; whoever has passed is out of it."""
    kind = facts.kind[call]
    if kind == NAME:
        state.strain, state.turn = facts.strain[call], NONE
        return
    if kind == PASS:
        state.passes += 1
    else:
        state.bid, state.bidder = call, caller
    state.turn = NONE
    if state.passes < 4:
        seat = caller + 1 & 3
        while state.called[2 * seat] & 1:
            seat = seat + 1 & 3
        state.turn = seat


@kernel
def call_next(facts: Facts, state: State, caller: int, call: int) -> None:
    """Make a legal call; nobody has the turn after the last one."""
    kind = facts.kind[call]
    if kind in (DOUBLE, REDOUBLE) and state.bid >= 0 and state.bid < facts.calls:
        state.doubled[caller * 2 + (state.bid >> 6)] |= int64(1) << (state.bid & 63)
    state.called[caller * 2 + (call >> 6)] |= int64(1) << (call & 63)
    state.calls += 1
    if facts.auction == BIDDING:
        state.turn = caller + 1 & 3
        if kind == PASS:
            state.passes += 1
        else:
            state.passes = 0
            if kind == BID:
                state.bid, state.bidder, state.double = call, caller, 0
                place = (caller & 1) * facts.strains + facts.strain[call]
                if state.named[place] < 0:
                    state.named[place] = caller
            else:
                state.double += 1
        asked = 4 if state.bidder < 0 and not state.double else 3
        if state.passes == asked or (state.double == 2 and facts.double_freezes):
            state.turn = NONE
        return
    if facts.auction == NUMBERS:
        bid_number(facts, state, caller, call)
        return
    if facts.auction == EACH:
        if kind != LOOK:
            state.turn = caller + 1 & 3 if caller != state.dealer else NONE
        if state.turn < 0:
            state.bid = facts.calls
        return
    if state.bid >= 0:
        state.defences += 1
        if call == facts.defend:
            state.lone_defender = caller
    elif kind != PASS:
        state.bid, state.bidder = call, caller
    if state.bid < 0:
        state.turn = caller + 1 + facts.skipped & 3 if state.calls < facts.last_call else NONE
        if state.calls & 3 == 0 and state.calls < 4 * facts.offers:
            state.turn_up = state.deck[facts.stock + (state.calls >> 2) - 1]
        return
    state.turn = NONE
    if facts.defend >= 0 and facts.alone[state.bid] and state.lone_defender < 0 and state.defences < 2:
        state.turn = state.bidder + 1 + 2 * state.defences & 3


@kernel
def bid_of(facts: Facts, calls: Memory, count: int, amount: int, strain: int) -> int:
    """The bid of an amount and a strain if it is among the calls that are legal, else a pass, the call 0."""
    for place in range(count):
        call = calls[place]
        if facts.kind[call] == BID and facts.amount[call] == amount and facts.strain[call] == strain:
            return call
    return int64(0)
