"""Imagined deals from a call or a discard on: how the auction goes on, what is laid away, how the cards are played."""

import numpy as np

from overtrick.engine.kernel.compiled.calling import legal_calls, strain_called, suit_of
from overtrick.engine.kernel.compiled.deals import key_of, step
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, nth, plus
from overtrick.engine.kernel.compiled.strategies import plain_card, play_out
from overtrick.engine.kernel.deals import (
    ACCEPT,
    AUCTION,
    BIDDING,
    DEFEND,
    DISCARD,
    NAME,
    OVER,
    PASS,
    DealRules,
    Facts,
    State,
    Workspace,
)
from overtrick.engine.kernel.imagining import NEVER, Ended, Imagining, Leaning
from overtrick.engine.kernel.memory import Line
from overtrick.engine.kernel.strategies import Acts, Ways


@kernel
def strength(leaning: Leaning, strain: int, cards: int) -> float:
    """What some cards are worth under a strain."""
    found = 0.0
    while cards:
        found += leaning.weights[strain, lowest(cards)]
        cards &= cards - 1
    return found


@kernel
def promised(facts: Facts, leaning: Leaning, state: State, seat: int, strain: int) -> float:
    """What a hand is worth by the first bid of its player in a strain; less than `NEVER` where there is none."""
    scale = leaning.bidding
    for word in range(2):
        bids = state.called[2 * seat + word]
        while bids:
            call = 64 * word + lowest(bids)
            if facts.strain[call] == strain and facts.amount[call] >= 0:
                return max(facts.amount[call], scale.secure) + scale.margin - scale.base
            bids &= plus(bids, -1)
    return 2 * NEVER


@kernel
def leaning_to_bid(rules: DealRules, leaning: Leaning, state: State, call: int) -> float:
    """How much the next player leans towards a bid for points."""
    facts, scale, seat = rules.facts, leaning.bidding, state.turn
    strain = facts.strain[call]
    own, shown = strength(leaning, strain, state.held[seat]), promised(facts, leaning, state, seat ^ 2, strain)
    expected = scale.base + own
    if shown > NEVER:
        expected = scale.base + scale.mean + scale.together * (own - scale.mean + shown - scale.mean)
    needed = max(facts.amount[call], scale.secure) + scale.margin
    if state.side == seat & 1:
        needed += scale.to_raise
    return (expected - needed) / scale.spread


@kernel
def leaning_to_take(rules: DealRules, leaning: Leaning, state: State, space: Workspace, call: int) -> float:
    """How much the next player leans towards a call other than a bid; who must name something names what is best."""
    facts, scale, seat, dealer = rules.facts, leaning.taking, state.turn, state.dealer
    kind = facts.kind[call]
    if kind == PASS:
        return 0.0
    if kind == DEFEND or not scale.is_known:
        must_name = kind == NAME and facts.kind[space.calls[0]] == NAME
        return strength(leaning, facts.strain[call], state.held[seat]) if must_name else NEVER
    strain, alone = strain_called(facts, state, call), facts.alone[call] != 0
    needed = scale.to_take[seat - dealer - 1 & 3] if kind == ACCEPT else scale.to_name
    helps = leaning.weights[strain, state.turn_up]
    if not facts.later:
        takes = facts.picks_up and facts.strain_of[suit_of(state.turn_up)] == strain
        if not takes or (alone and dealer == seat ^ 2):
            helps = 0.0
        elif dealer & 1 != seat & 1:
            helps = -helps
    own = strength(leaning, strain, state.held[seat]) + helps
    leans: float = (own - needed + (own - scale.to_play_alone if alone else 0.0)) / scale.spread
    return leans


@kernel
def call_to_expect(rules: DealRules, leaning: Leaning, state: State, space: Workspace) -> int:
    """The call that the next player leans to most: of bids, the lowest for points of each strain are thought of."""
    facts, best, most = rules.facts, int64(0), 0.0
    count = legal_calls(facts, state, space.calls)
    if facts.auction != BIDDING:
        best, most = space.calls[0], leaning_to_take(rules, leaning, state, space, space.calls[0])
        for place in range(1, count):
            leans = leaning_to_take(rules, leaning, state, space, space.calls[place])
            if leans > most:
                best, most = space.calls[place], leans
        return best
    strains = int64(0)
    for place in range(1, count if leaning.bidding.is_known else 1):
        call = space.calls[place]
        if facts.amount[call] >= 0 and not strains >> facts.strain[call] & 1:
            strains |= int64(1) << facts.strain[call]
            leans = leaning_to_bid(rules, leaning, state, call)
            if leans > most:
                best, most = call, leans
    return best


@kernel
def card_to_lay_away(rules: DealRules, leaning: Leaning, state: State) -> int:
    """The card that is worth least to the dealer, rather from a short suit."""
    strain, hand = nth(rules.strains, state.strain), state.held[state.dealer]
    best, least, cards = lowest(hand), 1e9, hand
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        worth, suit = leaning.weights[state.strain, card], strain.suit_of[card]
        if not strain.trump_suits >> suit & 1:
            length, others = int64(0), hand
            while others:
                length += strain.suit_of[lowest(others)] == suit
                others &= others - 1
            worth += leaning.long_suit * length
        if worth < least:
            best, least = card, worth
    return best


@kernel
def double_if_hopeless(facts: Facts, leaning: Leaning, state: State, side: int) -> None:
    """Take a contract of a side as doubled that failed by so much that the others are thought to have doubled it."""
    bid = state.bid
    if facts.auction != BIDDING or not leaning.bidding.is_known or bid < 0 or state.side != side or state.double:
        return
    if facts.undoubled[bid]:
        return
    others, hopeless = side ^ 1, leaning.bidding.hopeless
    won = state.points_of[side] + state.points_of[side + 2] + state.bonus[side] + state.annonce_points[side]
    lost = state.points_of[others] + state.points_of[others + 2]
    if lost > hopeless if facts.amount[bid] < 0 else won < facts.amount[bid] - hopeless:
        state.double = 1


@kernel
def begin(
    facts: Facts, begun: Line[np.int64], memory: Line[np.int64], state: State, imagining: Imagining, row: int
) -> None:
    """Bring a state, whose `memory` it is, to where the deal of a row has `begun`."""
    for place in range(len(begun)):
        memory[place] = begun[place]
    for seat in range(4):
        state.held[seat] = int64(imagining.hands[row, seat])
        state.dealt[seat] = state.held[seat]
    for place in range(imagining.stock.shape[1]):
        state.deck[facts.stock + place] = imagining.stock[row, place]


@kernel
def note_end(state: State, space: Workspace, ended: Ended, row: int) -> None:
    """Note how the deal of a row has ended."""
    ended.keys[row, 0], ended.keys[row, 1] = space.key[0], space.key[1]
    for each in range(2):
        ended.points[row, each] = state.points_of[each] + state.points_of[each + 2]


@kernel
def imagine(
    rules: DealRules,
    ways: Ways,
    leaning: Leaning,
    begun: Line[np.int64],
    memory: Line[np.int64],
    state: State,
    space: Workspace,
    imagining: Imagining,
    action: int,
    side: int,
    ended: Ended,
) -> None:
    """Play on imagined deals after an action, from where they have `begun`; `memory` is that of the state."""
    facts = rules.facts
    for row in range(len(imagining.hands)):
        begin(facts, begun, memory, state, imagining, row)
        step(rules, state, space, action)
        while state.phase != OVER:
            if state.phase == AUCTION:
                chosen = facts.pack_size + call_to_expect(rules, leaning, state, space)
            elif state.phase == DISCARD:
                chosen = facts.discards + facts.number_of[card_to_lay_away(rules, leaning, state)]
            else:
                chosen = plain_card(rules, ways, state)
            step(rules, state, space, chosen)
        double_if_hopeless(facts, leaning, state, side)
        key_of(rules, state, space.key)
        note_end(state, space, ended, row)


@kernel
def imagine_plainly(
    rules: DealRules,
    ways: Ways,
    acts: Acts,
    begun: Line[np.int64],
    memory: Line[np.int64],
    state: State,
    space: Workspace,
    imagining: Imagining,
    action: int,
    ended: Ended,
) -> None:
    """The same, if all go on by ways of playing that know how to call."""
    for row in range(len(imagining.hands)):
        begin(rules.facts, begun, memory, state, imagining, row)
        step(rules, state, space, action)
        play_out(rules, ways, acts, state, space)
        note_end(state, space, ended, row)
