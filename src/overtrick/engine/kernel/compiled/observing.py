"""What a seat knows of a deal as numbers, as `observe` makes them of a view, and what it may do."""

import numpy as np

from overtrick.core.annonces import KINDS
from overtrick.engine.kernel.compiled.calling import is_hidden, legal_calls, suit_of
from overtrick.engine.kernel.compiled.deals import legal_cards, picks_up
from overtrick.engine.kernel.compiled.matches import write_match
from overtrick.engine.kernel.compiled.native import int64, kernel, lowest, nth, popcount
from overtrick.engine.kernel.deals import AUCTION, DISCARD, PLAY, DealRules, Facts, State, Workspace
from overtrick.engine.kernel.memory import Grid
from overtrick.engine.kernel.observing import Layout, Shown
from overtrick.engine.observation import MATCH_PARTS

ONE = np.float32(1)


@kernel
def actor_of(state: State) -> int:
    """Who decides what comes next: the declarer for dummy."""
    turn = state.turn
    return turn ^ 2 if turn >= 0 and turn == state.dummy and state.phase == PLAY else turn


@kernel
def write_legal(rules: DealRules, state: State, space: Workspace, legal: Grid[np.bool_], row: int) -> None:
    """What may be done now, by the numbers of the actions."""
    facts = rules.facts
    for action in range(legal.shape[1]):
        legal[row, action] = False
    if state.turn < 0:
        return
    if state.phase == AUCTION:
        for number in range(legal_calls(facts, state, space.calls)):
            legal[row, facts.pack_size + space.calls[number]] = True
        return
    first, cards = int64(0), state.held[state.turn]
    if state.phase == DISCARD:
        first = facts.discards
    else:
        cards = legal_cards(nth(rules.strains, state.strain), state)
    while cards:
        legal[row, first + facts.number_of[lowest(cards)]] = True
        cards &= cards - 1


@kernel
def write_cards(facts: Facts, seen: Grid[np.float32], row: int, first: int, cards: int) -> None:
    """A set of cards."""
    while cards:
        seen[row, first + facts.number_of[lowest(cards)]] = ONE
        cards &= cards - 1


@kernel
def hand_seen(facts: Facts, state: State, seat: int) -> int:
    """What a player sees of their own hand."""
    return int64(0) if is_hidden(facts, state, seat) else state.held[seat]


@kernel
def write_known(rules: DealRules, layout: Layout, state: State, seat: int, seen: Grid[np.float32], row: int) -> None:
    """Where cards are and may be: what `known_places` tells."""
    facts, turn_up, dummy = rules.facts, state.turn_up, state.dummy
    is_discard, partner = state.phase == DISCARD and turn_up >= 0, seat ^ 2
    gone = state.played[0] | state.played[1] | state.played[2] | state.played[3]
    is_open, laid_away, has_contract = False, False, state.contract >= 0
    turned, known = int64(0), hand_seen(facts, state, seat) | state.received[partner]
    if turn_up >= 0:
        turned = int64(1) << turn_up
        taken = has_contract and picks_up(facts, state)
        is_open = not (facts.turn_up_is_trumps or (has_contract and facts.later > 0) or taken)
        laid_away = taken and not is_discard
    if dummy >= 0 and state.plays:
        known |= state.held[dummy]
    if state.discard >= 0 and seat == state.dealer:
        known |= int64(1) << state.discard
    if is_open or is_discard:
        known |= turned
    for other in range(4):
        known |= state.pinned[other]
    unseen = facts.pack & ~gone & ~known
    for around in range(1, 4):
        other = seat + around & 3
        cards = state.pinned[other] & ~gone
        if other == dummy and state.plays:
            cards |= state.held[other]
        if is_discard and other == state.dealer:
            cards |= turned
        if other == partner:
            cards |= state.received[other] & ~gone
        room = popcount(state.held[other]) - popcount(cards)
        missing = state.lacking[other]
        if laid_away and other != state.dealer:
            missing |= turned
        may = cards | (unseen & ~missing if room > 0 else int64(0))
        write_cards(facts, seen, row, layout.holds + (around - 1) * facts.pack_size, cards)
        write_cards(facts, seen, row, layout.may_hold + (around - 1) * facts.pack_size, may)


@kernel
def write_history(facts: Facts, layout: Layout, state: State, seat: int, seen: Grid[np.float32], row: int) -> None:
    """Who played which card to each trick."""
    each = 4 - popcount(state.out)
    for place in range(state.plays):
        card = state.cards[place]
        player = int64(0)
        while not state.played[player] >> card & 1:
            player += 1
        first = layout.history + (4 * (place // each) + (player - seat & 3)) * facts.pack_size
        seen[row, first + facts.number_of[card]] = ONE


@kernel
def observe(rules: DealRules, layout: Layout, state: State, seat: int, seen: Grid[np.float32], row: int) -> None:
    """What a seat knows, in a row of an array."""
    facts, pack, turn = rules.facts, rules.facts.pack_size, state.turn
    for place in range(seen.shape[1]):
        seen[row, place] = np.float32(0)
    write_cards(facts, seen, row, layout.hand, hand_seen(facts, state, seat))
    write_known(rules, layout, state, seat, seen, row)
    for around in range(4):
        player = seat + around & 3
        write_cards(facts, seen, row, layout.played + around * pack, state.played[player])
        for word in range(2):
            calls, doubled = state.called[2 * player + word], state.doubled[2 * player + word]
            first = around * facts.calls + 64 * word
            while calls:
                seen[row, layout.calls + first + lowest(calls)] = ONE
                calls &= calls - 1
            while doubled:
                seen[row, layout.doubled + first + lowest(doubled)] = ONE
                doubled &= doubled - 1
        if state.alone >> player & 1:
            seen[row, layout.alone + around] = ONE
        if layout.declared >= 0:
            for kind in range(KINDS):
                share = state.declared[KINDS * player + kind] / facts.most_annonces
                seen[row, layout.declared + KINDS * around + kind] = np.float32(share)
    player = state.leader
    for place in range(state.size):
        seen[row, layout.trick + (player - seat & 3) * pack + facts.number_of[state.laid[place]]] = ONE
        player = player + 1 & 3
        while state.out >> player & 1:
            player = player + 1 & 3
    if layout.turn_up >= 0 and state.turn_up >= 0:
        seen[row, layout.turn_up + facts.number_of[state.turn_up]] = ONE
    if layout.turned_suit >= 0 and state.turn_up >= 0:
        seen[row, layout.turned_suit + suit_of(state.turn_up)] = ONE
    if layout.discard >= 0 and state.discard >= 0 and seat == state.dealer:
        seen[row, layout.discard + facts.number_of[state.discard]] = ONE
    each = 4 - popcount(state.out)
    for place in range(state.plays):
        seen[row, layout.when + facts.number_of[state.cards[place]]] = np.float32((place // each + 1) / facts.hand_size)
    if turn >= 0:
        seen[row, layout.turn + (turn - seat & 3)] = ONE
        seen[row, layout.phase + state.phase] = ONE
    seen[row, layout.dealer + (state.dealer - seat & 3)] = ONE
    if state.leader >= 0:
        seen[row, layout.leader + (state.leader - seat & 3)] = ONE
    if state.strain >= 0:
        seen[row, layout.strain + state.strain] = ONE
        if state.taker >= 0:
            seen[row, layout.taker + (state.taker - seat & 3)] = ONE
        elif state.side >= 0:
            seen[row, layout.taker + (state.side - seat & 3)] = ONE
            seen[row, layout.taker + (state.side + 2 - seat & 3)] = ONE
        if layout.bid >= 0 and layout.bid_of[facts.value[state.bid]] >= 0:
            seen[row, layout.bid + layout.bid_of[facts.value[state.bid]]] = ONE
        if state.double:
            seen[row, layout.double + state.double - 1] = ONE
    for side in range(2):
        if state.vulnerable >> side & 1:
            seen[row, layout.vulnerable + (side ^ seat & 1)] = ONE
        other = (seat + side) & 1
        won = state.tricks_of[other] + state.tricks_of[other + 2]
        points = state.points_of[other] + state.points_of[other + 2] + state.bonus[other]
        seen[row, layout.tricks + side] = np.float32(won / facts.hand_size)
        seen[row, layout.points + side] = np.float32(points / layout.most_points)
    if layout.history >= 0:
        write_history(facts, layout, state, seat, seen, row)


@kernel
def show_known(rules: DealRules, layout: Layout, state: State, seat: int, shown: Shown, row: int, at: int) -> None:
    """What a seat knows of the deal of a row, as numbers or as bytes, in another row or the same."""
    seen, small = shown.observation, shown.small
    line = int64(0) if small.shape[1] else at
    observe(rules, layout, state, seat, seen, line)
    if shown.is_match:
        write_match(layout, nth(shown.matches, row), seat & 1, seen, line)
    for place in range(small.shape[1]):
        value = seen[line, place]
        if place >= layout.match and place < layout.match + MATCH_PARTS:
            value = (value + ONE) / np.float32(2)
        small[at, place] = np.uint8(value * np.float32(255) + np.float32(0.5))
