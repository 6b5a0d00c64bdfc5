"""Whole deals: dealing, calls, discards, cards and scores."""

import numpy as np

from overtrick.core.annonces import KINDS
from overtrick.engine.kernel.compiled.annonces import best_annonces, kind_of
from overtrick.engine.kernel.compiled.calling import bid_side, call_next, legal_calls, may_double, suit_of
from overtrick.engine.kernel.compiled.chance import after, below, mixed, one_of, stream
from overtrick.engine.kernel.compiled.moves import duty_at, owed_of, points_in
from overtrick.engine.kernel.compiled.native import acquired, int64, kernel, lowest, nth, plus, popcount, release, times
from overtrick.engine.kernel.compiled.shuffling import shuffle
from overtrick.engine.kernel.deals import (
    ANNONCE,
    AUCTION,
    DISCARD,
    EACH,
    NONE,
    NUMBERS,
    OVER,
    PLAY,
    RANKS,
    TURNED,
    DealRules,
    Facts,
    MatchDeal,
    State,
    StrainFacts,
    Workspace,
)
from overtrick.engine.kernel.keys import IS_KEY, KEY, Field
from overtrick.engine.kernel.memory import Grid, Memory
from overtrick.engine.kernel.scores import KnownScore, ScoreTable
from overtrick.engine.kernel.shuffling import Shuffler
from overtrick.engine.kernel.splitmix import STEP
from overtrick.engine.kernel.tables import DUTY, RUNGS


@kernel
def contract_now(facts: Facts, state: State) -> None:
    """Note the contract as it stands by the calls."""
    bid, bidder = state.bid, state.bidder
    if bid < 0:
        return
    strain = state.strain if facts.auction == NUMBERS else facts.strain[bid]
    if strain < 0:
        if facts.auction == NUMBERS:
            return
        strain = facts.strain_of[suit_of(state.turn_up)]
    taker = bidder
    if facts.first_namer_plays and bidder >= 0:
        taker = state.named[(bidder & 1) * facts.strains + strain]
    state.strain, state.taker, state.side = strain, taker, bid_side(facts, state)
    state.alone = 0
    if bidder >= 0 and facts.alone[bid]:
        state.alone = int64(1) << bidder
        if state.lone_defender >= 0:
            state.alone |= int64(1) << state.lone_defender
    state.out = (state.alone << 2 | state.alone >> 2) & 15


@kernel
def picks_up(facts: Facts, state: State) -> bool:
    """Whether the dealer takes the turned-up card in the contract."""
    if not facts.picks_up or state.turn_up < 0 or state.strain < 0 or state.out >> state.dealer & 1:
        return False
    return facts.strain_of[suit_of(state.turn_up)] == state.strain


@kernel
def giver_of(facts: Facts, state: State) -> int:
    """Who gives the next card to their partner: first those who promised blind, then their partners; or `NONE`."""
    before = state.given
    for step in range(1, 5 if facts.exchanged else 1):
        seat = state.dealer + step & 3
        if state.called[2 * seat] >> facts.blind & 1:
            if before < 2 * facts.exchanged:
                return seat if before < facts.exchanged else seat ^ 2
            before -= 2 * facts.exchanged
    return int64(NONE)


@kernel
def lay_away(facts: Facts, state: State, card: int) -> None:
    """Lay a card away, or give it to the partner where the game has that; the play begins after the last one."""
    seat, bit = state.turn, int64(1) << card
    state.held[seat] &= ~bit
    state.turn = NONE
    if facts.exchanged:
        state.held[seat ^ 2] |= bit
        state.received[seat] &= ~bit
        state.received[seat ^ 2] |= bit
        state.given += 1
        state.turn = giver_of(facts, state)
    else:
        state.discard = card
    if state.turn < 0:
        state.phase, state.turn = PLAY, state.leader


@kernel
def begin_play(rules: DealRules, state: State) -> None:
    """After the auction: number the contract, deal what is left, and ask for a discard or a lead."""
    facts, dealer, taker = rules.facts, state.dealer, state.taker
    lone = int64(0)
    if state.alone:
        lone = int64(1) if state.lone_defender < 0 else int64(2) + (state.lone_defender - taker & 2) // 2
    value = facts.value[state.bid] if state.bid >= 0 else int64(0)
    state.lone = lone
    state.contract = (((value * facts.strains + state.strain) * 5 + taker + 1) * 3 + state.double) * 4 + lone
    if facts.later:
        place = facts.stock
        for packet in range(4 * facts.later):
            seat = facts.later_order[4 * dealer + packet % 4]
            size = facts.later_sizes[packet]
            if seat == taker and packet < 4 and state.turn_up >= 0:
                state.held[seat] |= int64(1) << state.turn_up
                size -= 1
            for _ in range(size):
                state.held[seat] |= int64(1) << state.deck[place]
                place += 1
        for seat in range(4):
            state.dealt[seat] = state.held[seat]
    if facts.has_dummy and taker >= 0:
        state.dummy = taker ^ 2
    state.leader = nth(rules.leaders, state.contract).of[dealer]
    state.size = 0
    giver = giver_of(facts, state)
    if picks_up(facts, state):
        state.phase, state.turn = DISCARD, dealer
        state.held[dealer] |= int64(1) << state.turn_up
    elif giver >= 0:
        state.phase, state.turn = DISCARD, giver
    else:
        state.phase, state.turn = PLAY, state.leader
    if facts.turn_up_is_trumps:
        state.pinned[dealer] |= int64(1) << state.turn_up
    elif facts.later and taker >= 0 and state.turn_up != NONE:
        state.pinned[taker] |= int64(1) << state.turn_up


@kernel
def start(rules: DealRules, state: State, number: int, dealer: int, vulnerable: int) -> None:
    """A deck that is dealt, before the first call."""
    facts, deck = rules.facts, state.deck
    state.number, state.dealer, state.vulnerable = number, dealer, vulnerable
    for seat in range(4):
        state.held[seat] = 0
        state.played[seat] = 0
        state.lacking[seat] = 0
        state.pinned[seat] = 0
        state.points_of[seat] = 0
        state.tricks_of[seat] = 0
        state.annonce_cards[seat] = 0
        state.received[seat] = 0
        state.called[2 * seat], state.called[2 * seat + 1] = 0, 0
        state.doubled[2 * seat], state.doubled[2 * seat + 1] = 0, 0
        for name in range(4):
            state.declared[4 * seat + name] = 0
    for place in range(min(facts.stock, facts.pack_size)):
        owner = facts.owner[dealer * facts.pack_size + place]
        if owner >= 0:
            state.held[owner] |= int64(1) << deck[place]
    for seat in range(4):
        state.dealt[seat] = state.held[seat]
    state.turn_up = deck[facts.turned[dealer]] if facts.turned[dealer] >= 0 else int64(NONE)
    for place in range(2 * facts.strains):
        state.named[place] = NONE
    state.discard, state.bidder, state.lone_defender = NONE, NONE, NONE
    state.strain, state.side, state.taker, state.contract, state.dummy = NONE, NONE, NONE, NONE, NONE
    state.calls, state.passes, state.double, state.defences, state.alone, state.out = 0, 0, 0, 0, 0, 0
    state.leader, state.size, state.tricks, state.plays, state.actions, state.broken = NONE, 0, 0, 0, 0, 0
    state.given, state.taken[0], state.taken[1], state.running = 0, 0, 0, 0
    state.totals[0], state.totals[1] = 0, 0
    state.bonus[0], state.bonus[1], state.announced, state.has_declared = 0, 0, 0, 0
    state.annonce_points[0], state.annonce_points[1] = 0, 0
    state.best_annonce, state.best_sides, state.best_first = 0, 0, 0
    state.bid = facts.standing_bid
    state.phase = AUCTION
    state.turn = dealer + 1 - facts.dealer_speaks_first & 3
    contract_now(facts, state)
    if facts.auction == TURNED:
        state.strain = facts.strain_of[suit_of(state.turn_up)]
        begin_play(rules, state)


@kernel
def shuffle_deck(facts: Facts, shuffler: Shuffler, state: State, number: int) -> None:
    """Put the pack into the order of a number, and the cards beside it behind it: of each rank one in turn."""
    deck, size = state.deck, facts.cards_in_all
    for place in range(size):
        deck[place] = facts.cards[place]
    shuffle(shuffler, number, deck, size)
    if not facts.beside:
        return
    beside, count, last = state.cards, int64(0), int64(0)
    for place in range(size):
        card = deck[place]
        if facts.beside >> card & 1:
            beside[count] = card
            count += 1
        else:
            deck[last] = card
            last += 1
    for turn in range(4):
        for rank in range(RANKS - 1, -1, -1):
            found = int64(0)
            for place in range(count):
                if beside[place] % RANKS == rank:
                    if found == turn:
                        deck[last] = beside[place]
                        last += 1
                    found += 1


@kernel
def shuffle_hands(
    facts: Facts, shuffler: Shuffler, state: State, dealer: int, first: int, hands: Grid[np.uint64]
) -> None:
    """Shuffle the decks of some numbers and note what a dealer gives to each seat before the auction."""
    owners = dealer * facts.pack_size
    for column in range(hands.shape[1]):
        shuffle_deck(facts, shuffler, state, first + column)
        for place in range(facts.pack_size):
            owner = facts.owner[owners + place]
            if owner >= 0:
                hands[owner, column] |= np.uint64(1) << np.uint64(state.deck[place])


@kernel
def deal(rules: DealRules, shuffler: Shuffler, state: State, number: int) -> None:
    """Shuffle and deal the deal of a number."""
    facts = rules.facts
    shuffle_deck(facts, shuffler, state, number)
    dealer = facts.first_dealer + number - 1 & 3
    vulnerable = facts.vulnerable[(number - 1) % facts.boards] if facts.boards else int64(0)
    start(rules, state, number, dealer, vulnerable)


@kernel
def legal_cards(rules: StrainFacts, state: State) -> int:
    """The cards that the next player may play."""
    hand = state.held[state.turn]
    if state.size == 0:
        return owed_of(rules.leads, state.broken * DUTY, hand) if rules.binds_leads else hand
    return owed_of(rules.duties, duty_at(state.led, state.master, state.holder, state.turn), hand)


@kernel
def count_pair_card(rules: StrainFacts, state: State, seat: int, card: int) -> int:
    """Count a card of a pair, which its player announces if they can; gives what it proves not to be held."""
    bit, hand, earlier = int64(1) << card, state.held[seat], state.played[seat]
    missing, announces = int64(0), not rules.must_say
    for number in range(rules.pair_count):
        pair = rules.pairs[number]
        if not pair & bit:
            continue
        mate = pair & ~bit
        if hand & mate:
            if not rules.pairs_are_told_last:
                state.pinned[seat] |= pair
            announces = True
        elif earlier & mate:
            announces = announces or state.announced & mate != 0
        elif not rules.must_say and not rules.pairs_are_told_last:
            missing |= mate
    if announces:
        state.announced |= bit
        for number in range(rules.pair_count):
            pair = rules.pairs[number]
            in_order = not rules.king_first or pair & earlier == pair & -pair
            if pair & bit and pair & earlier and not pair & ~state.announced and in_order:
                state.bonus[seat & 1] += rules.pair_bonus
    return missing


@kernel
def show_annonces(facts: Facts, state: State) -> None:
    """Lay the annonces open that count, and forget the points of the others."""
    best = state.best_first if facts.ties_count or state.best_sides != 3 else int64(NONE)
    for side in range(2):
        if side != best:
            state.annonce_points[side] = 0
    for seat in range(4):
        if seat & 1 == best:
            state.pinned[seat] |= state.annonce_cards[seat]


@kernel
def laid_cards(state: State) -> int:
    """The cards of a trick that is just complete, as a mask."""
    trick = int64(0)
    for place in range(4 - popcount(state.out)):
        trick |= int64(1) << state.laid[place]
    return trick


@kernel
def denied_by(duties: Memory, duty: int, bit: int) -> int:
    """What a card proves not to be held: the rungs above its own; a free card proves nothing."""
    missing = int64(0)
    for rung in range(RUNGS):
        cards = duties[duty + RUNGS - 1 - rung]
        missing = int64(0) if cards & bit else missing | cards
    return int64(0) if duties[duty + RUNGS] & bit else missing


@kernel
def add_to_pile(facts: Facts, state: State, winner: int) -> None:
    """Lay a trick that is just won on the pile, which its winner takes after two running, and with the last one."""
    follows = state.running > 0 and winner == state.leader
    state.running = state.running + 1 if follows else int64(1)
    by_powerless = follows and facts.powerless >> state.master & facts.powerless >> state.last_master & 1
    takes = state.running >= 2 and not facts.blocked >> state.tricks & 1 and not by_powerless
    if takes or state.tricks == facts.hand_size:
        state.taken[winner & 1] = state.tricks - state.taken[winner & 1 ^ 1]
        state.running = 0
    state.last_master = state.master


@kernel
def is_over(facts: Facts, state: State) -> bool:
    """Whether no card follows a trick that is complete."""
    one = state.tricks_of[0] + state.tricks_of[2]
    two = state.tricks - one
    if state.tricks == facts.hand_size:
        return True
    return max(one, two) >= facts.enough and (not facts.sweep_goes_on or min(one, two) > 0)


@kernel
def counted_tricks(facts: Facts, state: State, side: int) -> int:
    """The tricks of a side in a deal that is over, as they count."""
    own = state.tricks_of[side] + state.tricks_of[side + 2]
    if facts.has_pile:
        return state.taken[side]
    if facts.sweep_goes_on and state.tricks - own >= facts.enough and state.leader & 1 == side:
        return int64(0)  # the others had all of them and have lost the last one
    if facts.sweep_goes_on and own >= facts.enough and state.leader & 1 != side:
        return facts.enough
    return own


@kernel
def play(rules: DealRules, state: State, card: int) -> None:
    """Play a legal card."""
    strain = nth(rules.strains, state.strain)
    seat, bit = state.turn, int64(1) << card
    missing = int64(0)
    if state.size:
        missing = denied_by(strain.duties, duty_at(state.led, state.master, state.holder, seat), bit)
    elif strain.binds_leads:
        missing = denied_by(strain.leads, state.broken * DUTY, bit)
    if bit & strain.pair_cards:
        missing |= count_pair_card(strain, state, seat, card)
    state.lacking[seat] |= missing
    state.held[seat] &= ~bit
    state.played[seat] |= bit
    state.laid[state.size] = card
    if state.size == 0:
        state.led, state.master, state.holder = strain.suit_of[card], card, seat
    else:
        takes = strain.beaten_by[state.master] & bit
        state.master = card if takes else state.master
        state.holder = seat if takes else state.holder
    state.size += 1
    state.cards[state.plays] = card
    state.plays += 1
    if state.size < 4 - popcount(state.out):
        seat = seat + 1 & 3
        while state.out >> seat & 1:
            seat = seat + 1 & 3
        state.turn = seat
        return
    won = strain.trick_points
    for place in range(state.size):
        won += strain.points[state.laid[place]]
    if state.tricks == 0 and state.best_sides:
        show_annonces(rules.facts, state)
    winner = state.holder
    if strain.binds_leads and int64(1) << state.master & strain.trumps:
        is_trump_lead = int64(1) << state.laid[0] & strain.trumps != 0
        state.broken |= int64(strain.leads_break != 0 or not is_trump_lead)
    state.tricks += 1
    state.tricks_of[winner] += 1
    state.size = 0
    if rules.facts.has_pile:
        add_to_pile(rules.facts, state, winner)
    if is_over(rules.facts, state):
        won += strain.last_trick
        state.phase, state.turn, state.leader = OVER, NONE, winner
    else:
        state.leader, state.turn = winner, winner
    state.points_of[winner] += won
    if strain.has_sets:
        state.bonus[winner & 1] += points_in(strain.set_first, strain.set_cards, strain.set_points, laid_cards(state))


@kernel
def declare(rules: DealRules, state: State, found: Memory) -> None:
    """Let the next player declare what they can before their first card."""
    seat = state.turn
    if state.phase != PLAY or state.tricks or state.has_declared >> seat & 1:
        return
    state.has_declared |= int64(1) << seat
    strain = nth(rules.strains, state.strain)
    for number in range(best_annonces(rules.facts.most_annonces, strain, state.dealt[seat], found)):
        order, points, cards = found[ANNONCE * number], found[ANNONCE * number + 1], found[ANNONCE * number + 2]
        state.declared[KINDS * seat + kind_of(strain, order)] += 1
        state.annonce_points[seat & 1] += points
        state.annonce_cards[seat] |= cards
        side = int64(1) << (seat & 1)
        if order > state.best_annonce:
            state.best_annonce, state.best_sides, state.best_first = order, side, seat & 1
        elif order == state.best_annonce:
            state.best_sides |= side


@kernel
def note(state: State, action: int) -> None:
    """Write an action into the history of a deal."""
    place = state.actions
    shift = 16 * (place & 3)
    before = state.history[place >> 2] if shift else int64(0)
    state.history[place >> 2] = before | action << shift
    state.actions = place + 1


@kernel
def step(rules: DealRules, state: State, space: Workspace, action: int) -> None:
    """Go on with a legal action, by its number."""
    facts = rules.facts
    note(state, action)
    if state.phase == PLAY:
        play(rules, state, facts.deck[action])
    elif state.phase == DISCARD:
        lay_away(facts, state, facts.deck[action - facts.discards])
    else:
        call, caller = action - facts.pack_size, state.turn
        if action >= facts.choices:
            call, caller = facts.double, action - facts.choices
        call_next(facts, state, caller, call)
        contract_now(facts, state)
        if state.turn < 0:
            if state.bid < 0:
                state.phase = OVER
            else:
                begin_play(rules, state)
    if facts.has_annonces:
        declare(rules, state, space.found)


@kernel
def may_do(rules: DealRules, state: State, space: Workspace, action: int) -> bool:
    """Whether an action, by its number, is legal in a deal that is not over."""
    facts = rules.facts
    if action < 0:
        return False
    if action >= facts.choices:
        return action < facts.choices + 4 and may_double(facts, state, action - facts.choices)
    if state.phase == AUCTION:
        for place in range(legal_calls(facts, state, space.calls)):
            if facts.pack_size + space.calls[place] == action:
                return True
        return False
    number, cards = action, state.held[state.turn]
    if state.phase == DISCARD:
        number -= facts.discards
    else:
        cards = legal_cards(nth(rules.strains, state.strain), state)
    return number >= 0 and number < facts.pack_size and cards >> facts.deck[number] & 1 != 0


@kernel
def honours_of(strain: StrainFacts, state: State, side: int) -> int:
    """The points of a side for the honours that it was dealt."""
    one, other = popcount(state.dealt[side] & strain.honours), popcount(state.dealt[side + 2] & strain.honours)
    if strain.honours_of_sides:
        return strain.honour_points[one + other]
    return strain.honour_points[one] + strain.honour_points[other]


@kernel
def of_sides(field: Field, one: int, two: int) -> int:
    """What the sides have, in a part of a key."""
    return one << field.at + field.bits // 2 | two << field.at


@kernel
def promised(facts: Facts, state: State) -> int:
    """What the sides have bid, who has promised to win nothing, and what they have won, in parts of a key."""
    one, two, found = int64(0), int64(0), int64(0)
    for seat in range(4):
        bid = facts.amount[lowest(state.called[2 * seat])]
        if bid < 0:
            found |= int64(1) << KEY.nils.at + seat | state.tricks_of[seat] << KEY.nil_tricks.at + 4 * seat
            if facts.blind >= 0:
                found |= (state.called[2 * seat] >> facts.blind & 1) << KEY.blinds.at + seat
        elif seat & 1:
            two += bid
        else:
            one += bid
    return found | of_sides(KEY.bids, one, two)


@kernel
def key_of(rules: DealRules, state: State, key: Memory) -> None:
    """All that the score of a deal depends on, in two numbers, of which the first is not 0."""
    if state.contract < 0:
        key[0], key[1] = -1 - state.dealer, 0
        return
    strain, facts = nth(rules.strains, state.strain), rules.facts
    points, tricks, taker = state.points_of, state.tricks_of, state.taker
    first = IS_KEY | state.side + 1 << KEY.side.at | state.strain << KEY.strain.at | taker + 1 << KEY.seat.at
    first |= (facts.value[state.bid] if state.bid >= 0 else int64(0)) << KEY.value.at
    first |= state.double << KEY.double.at | state.lone << KEY.alone.at | state.vulnerable << KEY.vulnerable.at
    first |= (tricks[taker] if taker >= 0 else int64(0)) << KEY.taker_tricks.at
    one, two = counted_tricks(facts, state, int64(0)), counted_tricks(facts, state, int64(1))
    first |= of_sides(KEY.tricks, one, two) | of_sides(KEY.sweeper, int64(one == 0), int64(two == 0))
    first |= int64(taker >= 0 and tricks[taker] == one + two) << KEY.is_solo.at
    key[0] = first | of_sides(KEY.points, points[0] + points[2], points[1] + points[3])
    second = of_sides(KEY.belotes, state.bonus[0], state.bonus[1])
    second |= of_sides(KEY.annonces, state.annonce_points[0], state.annonce_points[1])
    if facts.auction == EACH:
        second = promised(facts, state)
    if strain.honours:
        second |= of_sides(KEY.honours, honours_of(strain, state, int64(0)), honours_of(strain, state, int64(1)))
    key[1] = second


@kernel
def slot_of(table: ScoreTable, first: int, second: int, otherwise: int) -> KnownScore:
    """The entry of a key; if it has none, that of another place, or where it belongs if that is `NONE`."""
    if first > 0:
        first, second = first & table.first_reads, second & table.second_reads
    place = mixed(plus(first, times(second, STEP))) & table.size - 1
    while True:
        entry = nth(table.known, place)
        found = acquired(entry)
        if found == 0:
            return entry if otherwise < 0 else nth(table.known, otherwise)
        if found == first and entry.second == second:
            return entry
        place = place + 1 & table.size - 1


@kernel
def known_score(table: ScoreTable, first: int, second: int) -> KnownScore:
    """The entry of a key, or one that stays empty, whatever others add meanwhile."""
    return slot_of(table, first, second, table.size)


@kernel
def add_scores(table: ScoreTable, rows: Grid[np.int64]) -> None:
    """Add scores, given as `KnownScore`, to a table that has room for them; keys are without what no score has read."""
    for row in range(len(rows)):
        first, second = rows[row, 0], rows[row, 1]
        entry = slot_of(table, first, second, int64(NONE))
        entry.second, entry.kind = second, rows[row, 6]
        for side in range(2):
            entry.scores[side], entry.counted[side] = rows[row, 2 + side], rows[row, 4 + side]
        release(entry, first)


@kernel
def begin_deal(rules: DealRules, shuffler: Shuffler, state: State, space: Workspace, number: int) -> None:
    """Deal the deal of a number; where there is no auction, the first player declares."""
    deal(rules, shuffler, state, number)
    if rules.facts.has_annonces:
        declare(rules, state, space.found)


@kernel
def begin_match_deal(rules: DealRules, shuffler: Shuffler, state: State, space: Workspace, deal: MatchDeal) -> None:
    """The same for a deal of a match, with the shuffler of the match."""
    facts = rules.facts
    shuffle_deck(facts, shuffler, state, deal.deck)
    if deal.deck == 1 and facts.first_turned >= 0:
        for place in range(facts.pack_size, facts.cards_in_all):
            if state.deck[place] == facts.first_turned:
                state.deck[place] = state.deck[facts.pack_size]
        state.deck[facts.pack_size] = facts.first_turned
    start(rules, state, deal.number, deal.dealer, deal.vulnerable)
    state.totals[0], state.totals[1] = deal.first_total, deal.second_total
    if facts.has_annonces:
        declare(rules, state, space.found)


@kernel
def random_action(rules: DealRules, state: State, space: Workspace, chance: int) -> int:
    """A legal action, each with the same chance."""
    facts = rules.facts
    if state.phase == AUCTION:
        return facts.pack_size + space.calls[below(chance, legal_calls(facts, state, space.calls))]
    is_play = state.phase == PLAY
    cards = legal_cards(nth(rules.strains, state.strain), state) if is_play else state.held[state.turn]
    return facts.number_of[one_of(chance, cards)] + (int64(0) if is_play else facts.discards)


@kernel
def random_deals(
    rules: DealRules,
    shuffler: Shuffler,
    state: State,
    space: Workspace,
    table: ScoreTable,
    seed: int,
    first: int,
    results: Grid[np.int64],
    waiting: Grid[np.int64],
) -> int:
    """Deals of random legal actions, with what the sides score and how many cards were played.

    It gives how many deals wait for a score, whose rows and keys are noted.
    """
    count = int64(0)
    for row in range(len(results)):
        number = first + row
        chance = stream(seed, number)
        begin_deal(rules, shuffler, state, space, number)
        while state.phase != OVER:
            chance = after(chance)
            step(rules, state, space, random_action(rules, state, space, chance))
        key_of(rules, state, space.key)
        found = known_score(table, space.key[0], space.key[1])
        if found.first == 0:
            waiting[count, 0], waiting[count, 1], waiting[count, 2] = row, space.key[0], space.key[1]
            count += 1
        results[row, 0], results[row, 1], results[row, 2] = found.scores[0], found.scores[1], state.plays
    return count


@kernel
def look_up(table: ScoreTable, waiting: Grid[np.int64], results: Grid[np.int64]) -> None:
    """Fill in the scores of deals that waited for them."""
    for number in range(len(waiting)):
        found = known_score(table, waiting[number, 1], waiting[number, 2])
        results[waiting[number, 0], 0], results[waiting[number, 0], 1] = found.scores[0], found.scores[1]
