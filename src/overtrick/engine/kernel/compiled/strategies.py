"""Whole deals by players, and the ways of playing that all games have in common: by chance, and the plain one."""

from typing import Final

import numpy as np

from overtrick.engine.kernel.compiled.calling import legal_calls, strain_called
from overtrick.engine.kernel.compiled.chance import after, mixed
from overtrick.engine.kernel.compiled.deals import begin_deal, begin_match_deal, key_of, legal_cards, step
from overtrick.engine.kernel.compiled.moves import mask_of
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, nth, nth_bit, popcount
from overtrick.engine.kernel.compiled.observing import actor_of
from overtrick.engine.kernel.compiled.rollouts import card_to_follow, card_to_lead
from overtrick.engine.kernel.compiled.shuffling import seed_of
from overtrick.engine.kernel.deals import AUCTION, DISCARD, OVER, DealRules, MatchDeal, State, StrainFacts, Workspace
from overtrick.engine.kernel.memory import Grid, Line
from overtrick.engine.kernel.shuffling import Shuffler
from overtrick.engine.kernel.strategies import Acts, Ways
from overtrick.engine.kernel.tables import Laid

BITS: Final = 64


@kernel
def drawn(space: Workspace, seat: int, limit: int) -> int:
    """A number from 0 to below a limit from the stream of a seat, drawn as Python's `Random` does."""
    bits = int64(0)
    while limit >> bits:
        bits += 1
    while True:
        space.chance[seat] = after(space.chance[seat])
        number = mixed(space.chance[seat]) >> BITS - bits & (int64(1) << bits) - 1
        if number < limit:
            return number


@kernel
def said_with(strain: StrainFacts, state: State, card: int) -> int:
    """The cards, as a mask, with which the next player can say what belongs to a card; 0 where they say nothing."""
    seat, bit = state.turn, int64(1) << card
    hand, told_last = state.held[seat], strain.pairs_are_told_last != 0
    begun = state.played[seat] if told_last else state.announced & state.played[seat]
    first, second = int64(0), int64(0)
    for number in range(strain.pair_count if strain.must_say and bit & strain.pair_cards else int64(0)):
        pair = strain.pairs[number]
        if not pair & ~hand and not told_last:
            first |= pair
        if pair & begun:
            second |= pair & hand
    return first if first & bit else second if second & bit else int64(0)


@kernel
def act_by_chance(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """Any legal action, all equally likely."""
    facts, seat = rules.facts, actor_of(state)
    if state.phase == AUCTION:
        return facts.pack_size + space.calls[drawn(space, seat, legal_calls(facts, state, space.calls))]
    if state.phase == DISCARD:
        hand = state.held[seat]
        return facts.discards + facts.number_of[nth_bit(hand, drawn(space, seat, popcount(hand)))]
    strain = nth(rules.strains, state.strain)
    legal = legal_cards(strain, state)
    card = nth_bit(legal, drawn(space, seat, popcount(legal)))
    said = legal & said_with(strain, state, card)
    if said:
        card = nth_bit(said, drawn(space, seat, popcount(said)))
    return facts.number_of[card]


@kernel
def plain_card(rules: DealRules, ways: Ways, state: State) -> int:
    """The card that the plain way of playing takes, by its number among the actions."""
    seat, dummy, facts = state.turn, state.dummy, rules.facts
    tables, orders = nth(ways.tables, state.strain), nth(ways.orders, state.strain)
    gone = state.played[0] | state.played[1] | state.played[2] | state.played[3]
    seen = gone | state.held[actor_of(state)]
    if dummy >= 0 and gone:
        seen |= state.held[dummy]
    unseen = mask_of(tables, facts.pack & ~seen)
    legal = mask_of(tables, legal_cards(nth(rules.strains, state.strain), state))
    if state.size == 0:
        bit = card_to_lead(tables, orders, legal, unseen, state.side == seat & 1)
    else:
        laid = Laid(state.size, int64(0), tables.bit_of[state.master], state.holder, int64(0), int64(0))
        bit = card_to_follow(tables, orders, legal, unseen, laid, seat, 4 - popcount(state.out))
    return facts.number_of[tables.index_of[bit]]


@kernel
def plain_call(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """The first contract that the hand is good for, unless somebody has one already; else a pass."""
    facts, hand = rules.facts, state.held[state.turn]
    count = legal_calls(facts, state, space.calls)
    for place in range(count if state.strain < 0 else int64(0)):
        call = space.calls[place]
        strain = strain_called(facts, state, call)
        if strain >= 0 and not facts.alone[call]:
            strong = nth(ways.strong, strain)
            if popcount(hand & strong.cards) >= strong.needed[popcount(hand)]:
                return call
    return space.calls[0]


@kernel
def act_plainly(rules: DealRules, ways: Ways, state: State, space: Workspace) -> int:
    """What the plain strategy does in a game that has none of its own."""
    facts = rules.facts
    if state.phase == AUCTION:
        return facts.pack_size + plain_call(rules, ways, state, space)
    if state.phase == DISCARD:
        return facts.discards + facts.number_of[lowest(state.held[state.turn])]
    return plain_card(rules, ways, state)


@kernel
def begin_streams(streams: Shuffler, drawing: int, space: Workspace, number: int) -> None:
    """Begin the streams of those seats of a mask that draw, in the deal or the match of a number."""
    for seat in range(4):
        if drawing >> seat & 1:
            stream = nth(streams, seat)
            seed_of(stream, number)
            space.chance[seat] = stream.seed[0] << 32 | stream.seed[1]


@kernel
def play_out(rules: DealRules, ways: Ways, acts: Acts, state: State, space: Workspace) -> None:
    """Play a deal to its end, and note the key of its score."""
    while state.phase != OVER:
        step(rules, state, space, acts[actor_of(state)](rules, ways, state, space))
    key_of(rules, state, space.key)


@kernel
def play_deals(
    rules: DealRules,
    ways: Ways,
    acts: Acts,
    shuffler: Shuffler,
    streams: Shuffler,
    drawing: int,
    state: State,
    space: Workspace,
    first: int,
    keys: Grid[np.int64],
) -> None:
    """Play deals from a number on, and note the keys of their scores."""
    for row in range(len(keys)):
        begin_deal(rules, shuffler, state, space, first + row)
        begin_streams(streams, drawing, space, first + row)
        play_out(rules, ways, acts, state, space)
        keys[row, 0], keys[row, 1] = space.key[0], space.key[1]


@kernel
def begin_matches(
    streams: Shuffler, drawing: int, space: Workspace, numbers: Line[np.int64], chances: Grid[np.int64]
) -> None:
    """Begin the streams of some matches, by their numbers."""
    for row in range(len(numbers)):
        begin_streams(streams, drawing, space, numbers[row])
        for seat in range(4):
            chances[row, seat] = space.chance[seat]


@kernel
def play_in_matches(
    rules: DealRules,
    ways: Ways,
    acts: Acts,
    shufflers: Shuffler,
    states: State,
    space: Workspace,
    rows: Line[np.int64],
    deals: Grid[np.int64],
    chances: Grid[np.int64],
    keys: Grid[np.int64],
) -> None:
    """Play a deal, given as `MatchDeal`, of the matches of some rows; shufflers, states and chances are by row."""
    for place in range(len(rows)):
        row = rows[place]
        state = nth(states, row)
        for seat in range(4):
            space.chance[seat] = chances[row, seat]
        given = deals[place]
        deal = MatchDeal(given[0], given[1], given[2], given[3], given[4], given[5])
        begin_match_deal(rules, nth(shufflers, row), state, space, deal)
        play_out(rules, ways, acts, state, space)
        for seat in range(4):
            chances[row, seat] = space.chance[seat]
        keys[place, 0], keys[place, 1] = space.key[0], space.key[1]
