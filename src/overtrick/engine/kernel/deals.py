"""Whole deals as integers: what kernels know of a game, and the state of a deal from the first call to the score.

A card is its `Card.index`, a set of cards the mask of `Card.bit`, seats and sides count from 0, strains are by their
number in `Game.strains`, and calls by their number in `AuctionRules.calls`. `NONE` stands for nobody and nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick.core.actions import ALONE, actions_of
from overtrick.core.annonces import SHORTEST, Combinations
from overtrick.core.auctions import (
    DEFEND_ALONE,
    AuctionRules,
    Bidding,
    Contract,
    TurnedTrumps,
    TurnUp,
    most_calls,
)
from overtrick.core.cards import CARDS, Card, Cards, Suit
from overtrick.core.game import Game, Outcome
from overtrick.core.number_bidding import NumberBidding
from overtrick.core.seats import SEATS, Side
from overtrick.core.short_auctions import Naming, OneBidEach
from overtrick.core.tricks import SUIT_STRAINS, Strain
from overtrick.deal.course import Course
from overtrick.deal.dealing import deck_of, indices_of
from overtrick.deal.deals import NumberedMatch
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.engine.kernel.engine import engine, load, prepare
from overtrick.engine.kernel.keys import KEY_FIELDS
from overtrick.engine.kernel.memory import NamedMemory, Number, Row, side_by_side
from overtrick.engine.kernel.tables import DUTY, MOST_SETS, NEVER, TrickSetRows, duties_of, fill_in_sets, leads_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NONE: Final = -1
RANKS: Final = 13
"""cards of a suit; they follow each other from the ace down, and the suits from spades down"""
AUCTION, DISCARD, PLAY, OVER = 0, 1, 2, 3
"""of which `DISCARD` is also when players give cards to their partners: no game has both"""
TURNED, BIDDING, TURN_UP, NAMING, EACH, NUMBERS = range(6)
"""the kinds of auction"""
PASS, BID, DOUBLE, REDOUBLE, ACCEPT, NAME, DEFEND, PROMISE, LOOK = range(9)
KNOWN_AUCTIONS: Final = (TurnedTrumps, Bidding, TurnUp, Naming, OneBidEach, NumberBidding)
KINDS: Final = ("pass", "bid", "double", "redouble", "accept", "name", "alone", "promise", "look")
"""of calls, in the order of the numbers above"""
MOST_PROMISES: Final = 62
"""the most calls of a game in which each player bids: they are bits of a number"""
MOST_CALLS: Final = 128
"""the most calls that a game can have"""
MOST_STRAINS: Final = 6
MOST_BOARDS: Final = 64
MOST_GIVEN: Final = 32
"""the most cards that players can give to their partners"""
MOST_LATER: Final = 4
"""the most rounds of packets that can follow an auction"""
MOST_PLAYED: Final = len(CARDS)
MOST_ACTIONS: Final = 512
"""the most actions of a deal"""
DOUBLES: Final = 3
LONE: Final = 4
"""nobody plays alone; the taker does; a defender besides, who sits after the taker or before"""
SEATS_OR_NONE: Final = len(SEATS) + 1
ANNONCE: Final = 3
"""numbers of an annonce: its order, its points and its cards"""
MOST_DECLARED_FROM: Final = 9
"""cards of the largest hands in which annonces are found: no fourth one, and no more than there is room for"""
MOST_LENGTHS: Final = 16


class Facts(NamedMemory):
    """What there is to know of a game."""

    pack = Number()
    pack_size = Number()
    hand_size = Number()
    deck = Row(MOST_PLAYED)
    """the pack in its order"""
    cards = Row(MOST_PLAYED)
    """the pack and the cards beside it in their order, to be shuffled"""
    cards_in_all = Number()
    beside = Number()
    """as a mask"""
    first_turned = Number()
    """the card beside the pack that is turned up in the first deal of a match, or `NONE`"""
    offers = Number()
    """in how many rounds of the table only the suit of the card turned up may be named"""
    number_of = Row(len(CARDS))
    """`[card]`: its number among the actions"""
    owner = Row(4 * MOST_PLAYED)
    """`[dealer][place in the deck]`: who is dealt a card before the auction, or `NONE`"""
    turned = Row(4)
    """`[dealer]`: the place in the deck of the card that is turned up, or `NONE`"""
    stock = Number()
    """the place in the deck of the first card that nobody was dealt, but for a turned-up one"""
    later = Number()
    """how many rounds of packets follow the auction"""
    later_sizes = Row(4 * MOST_LATER)
    """`[round][turn]`: how many cards are in one"""
    later_order = Row(16)
    """`[dealer][turn]`: who gets it"""
    enough = Number()
    """the tricks of a side with which a deal is over, or `NEVER`"""
    sweep_goes_on = Number()
    has_pile = Number()
    blocked = Number()
    """the numbers of tricks after which nobody takes the pile, as a mask"""
    powerless = Number()
    """the cards of which no two take it, as a mask"""
    exchanged = Number()
    """how many cards a player who has promised blind gives to their partner, and gets"""
    target = Number()
    """the points that win a match, or `NEVER`"""
    turn_up_is_trumps = Number()
    picks_up = Number()
    has_dummy = Number()
    first_dealer = Number()
    """who deals the first deal"""
    boards = Number()
    """after how many boards vulnerability begins again"""
    vulnerable = Row(MOST_BOARDS)
    """`[board]`: the vulnerable sides, as a mask"""
    has_annonces = Number()
    ties_count = Number()
    most_annonces = Number()
    """of a hand"""
    strain_of = Row(4)
    """`[suit]`: the strain in which it is trumps, or `NONE`"""
    strains = Number()
    calls = Number()
    """how many there are"""
    kind = Row(MOST_CALLS)
    """`[call]`, as all rows below; behind the last call stands the bid of a contract that stands at the start, or where
    each player bids what is trumps"""
    strain = Row(MOST_CALLS)
    value = Row(MOST_CALLS)
    """by its number among `values`"""
    amount = Row(MOST_CALLS)
    """the value where it is a number, else `NONE`"""
    height = Row(MOST_CALLS)
    """the step of a bid"""
    alone = Row(MOST_CALLS)
    undoubled = Row(MOST_CALLS)
    """whether nobody may double the bid"""
    first_above = Row(MOST_CALLS + 1)
    """`[height + 1]`: the first bid that is higher"""
    auction = Number()
    """its kind"""
    double = Number()
    redouble = Number()
    defend = Number()
    """the calls by which players double, redouble and defend alone"""
    dealer_speaks_first = Number()
    skipped = Number()
    """how many players a pass skips where somebody has to name something"""
    first_namer_plays = Number()
    double_freezes = Number()
    double_any_time = Number()
    standing_bid = Number()
    standing_side = Number()
    last_call = Number()
    """after how many calls an auction ends in which nobody has bid"""
    most_passes = Number()
    """after how many passes somebody has to name something, or `NONE`"""
    redeal_without = Number()
    """the cards of which a first speaker has none who may ask for a new deal, as a mask; 0 where nobody may"""
    naming = Number()
    """the first call by which the last bidder names trumps, where bids are numbers"""
    turned_again = Number()
    must_accept = Number()
    """the rank that the first player accepts"""
    dealer_must_name = Number()
    partner_orders_alone = Number()
    needs = Row(4)
    """`[suit]`: of which cards one must be held to accept"""
    follow = Row(MOST_PROMISES + 1)
    """`[what the partner has called + 1]`, where each player bids: what may be called, as bits"""
    blind = Number()
    """the call by which a player promises blind; the next one is to look at the cards instead; `NONE`: nobody may"""
    blind_sides = Number()
    """the sides that may whether or not they are vulnerable, as a mask"""
    blind_after = Number()
    """after which calls of the partner a player may, as bits: `[call + 1]`, of which the first one is no call"""
    discards = Number()
    """the number of the first discard among the actions"""
    choices = Number()
    """how many actions there are that a player may choose in turn; those out of turn follow"""


class StrainFacts(TrickSetRows):
    """The rules of the play under a strain."""

    duties = Row(4 * 64 * 2 * DUTY)
    """`[suit led][card that holds the trick][whether partner does][rung, or the free cards]`: masks"""
    binds_leads = Number()
    leads = Row(2 * DUTY)
    """`[whether trumps are broken][rung, or the free cards]`: masks"""
    leads_break = Number()
    """whether a trump that is led breaks them"""
    trumps = Number()
    """as a mask"""
    beaten_by = Row(64)
    """`[card]`: those that take the trick from it"""
    points = Row(64)
    """`[card]`"""
    suit_of = Row(64)
    """`[card]`: its effective suit"""
    trick_points = Number()
    last_trick = Number()
    factor = Number()
    """by what all points of a deal are multiplied"""
    pair_count = Number()
    pairs = Row(4)
    """masks"""
    pair_cards = Number()
    pair_bonus = Number()
    king_first = Number()
    must_say = Number()
    honours = Number()
    """the cards, as a mask"""
    honour_points = Row(16)
    """`[how many]`"""
    honours_of_sides = Number()
    pairs_are_told_last = Number()
    four_count = Number()
    """fours of a kind that may be declared, the best last"""
    four_cards = Row(MOST_LENGTHS)
    """`[four]`: masks"""
    four_points = Row(MOST_LENGTHS)
    """`[four]`"""
    four_size = Number()
    longest = Number()
    """the longest sequence that counts as such"""
    sequence_points = Row(MOST_LENGTHS)
    """`[length]`"""
    turned_round = Number()
    """whether low ranks are high"""
    may_cross = Number()
    trump_suits = Number()
    """the suits that are trumps when they are led, as a mask of suits"""


class Leaders(NamedMemory):
    """Who leads."""

    of = Row(4)
    """`[contract][dealer]`"""


class State(NamedMemory):
    """A deal as it is now."""

    number = Number()
    """of the deal"""
    dealer = Number()
    phase = Number()
    turn = Number()
    turn_up = Number()
    vulnerable = Number()
    """sides, as a mask"""
    totals = Row(2)
    """of the match before the deal, if it is one of a match"""
    deck = Row(MOST_PLAYED)
    held = Row(4)
    dealt = Row(4)
    """the hands as they were dealt, later cards included"""
    played = Row(4)
    lacking = Row(4)
    pinned = Row(4)
    """cards that all know a player to have had"""
    discard = Number()
    given = Number()
    """how many cards partners have given each other"""
    received = Row(4)
    """the cards that a player has got from the partner and not given back"""
    calls = Number()
    """how many were made"""
    passes = Number()
    """how many were made one after the other, at the end; all of them where who passes is out of the auction"""
    bid = Number()
    """the highest bid, or the call that made trumps"""
    bidder = Number()
    double = Number()
    defences = Number()
    """how many players were asked whether they defend alone"""
    named = Row(2 * MOST_STRAINS)
    """`[side][strain]`: who named it first"""
    called = Row(4 * 2)
    """`[seat][word]`: what a player has called, as bits"""
    doubled = Row(4 * 2)
    """`[seat][word]`: the bids that a player has doubled or redoubled, as bits"""
    strain = Number()
    side = Number()
    taker = Number()
    lone_defender = Number()
    contract = Number()
    """its number"""
    lone = Number()
    """who plays alone, as `LONE` counts it"""
    alone = Number()
    out = Number()
    """seats that play alone, and that play no card, as masks"""
    dummy = Number()
    leader = Number()
    size = Number()
    led = Number()
    """the effective suit that was led"""
    master = Number()
    holder = Number()
    laid = Row(4)
    """the cards of the trick on the table, in order"""
    broken = Number()
    """whether trumps were broken before the trick, where that binds who leads"""
    tricks = Number()
    """how many are complete"""
    points_of = Row(4)
    tricks_of = Row(4)
    taken = Row(2)
    """tricks of the pile that the sides have taken"""
    running = Number()
    """how many tricks, of those that lie there, their last winner has won one after the other"""
    last_master = Number()
    """the card that won the last trick"""
    bonus = Row(2)
    announced = Number()
    declared = Row(4 * 4)
    """`[seat][name]`: how many annonces were declared"""
    has_declared = Number()
    """seats, as a mask"""
    annonce_cards = Row(4)
    annonce_points = Row(2)
    best_annonce = Number()
    best_sides = Number()
    """the sides that have declared an annonce that is as good, as a mask; the first of them stands in `best_first`"""
    best_first = Number()
    plays = Number()
    cards = Row(MOST_PLAYED)
    """all cards played, in order"""
    actions = Number()
    history = Row(MOST_ACTIONS // 4)
    """all actions since the deal was dealt or set up, four in a number"""

    def done(self) -> list[int]:
        """All actions since the deal was dealt or set up."""
        return [self.history[place // 4] >> 16 * (place % 4) & 0xFFFF for place in range(self.actions)]


class Workspace(NamedMemory):
    """Room to work."""

    calls = Row(MOST_CALLS)
    found = Row(ANNONCE * 32)
    """annonces"""
    key = Row(2)
    chance = Row(4)
    """`[seat]`: the states of the streams from which players draw who leave their play to chance"""


class MatchDeal(NamedTuple):
    """A deal of a match."""

    number: int
    """of the match"""
    deck: int
    """the number of the deck"""
    dealer: int
    vulnerable: int
    """sides, as a mask"""
    first_total: int
    second_total: int
    """of the sides, before it"""


def match_deal(match: NumberedMatch) -> MatchDeal:
    """The next deal of a match."""
    vulnerable = mask_of_sides(match.standing.vulnerable)
    return MatchDeal(match.number, match.deck_number, match.match.dealer - 1, vulnerable, *match.standing.totals)


class DealRules(NamedTuple):
    """All tables of a game, none of them an array: kernels count how often they hand one on, which takes time."""

    facts: Facts
    strains: StrainFacts
    """one after the other"""
    leaders: Leaders


VULNERABLE: Final = [frozenset(side for side in Side if sides >> side - 1 & 1) for sides in range(4)]
"""`[mask]`: sides"""


def mask_of_sides(sides: Iterable[Side]) -> int:
    """Sides as a mask."""
    return sum(1 << side - 1 for side in sides)


class Model(NamedTuple):
    """A game as kernels know it, and what leads back from it."""

    game: Game
    rules: DealRules
    values: tuple[int | str | None, ...]
    """of contracts"""

    def contract(self, strain: int, player: int, value: int, double: int, lone: int) -> Contract:
        """A contract by the numbers of its parts; the player 0 is nobody."""
        if not player:
            standing = getattr(self.game.auction_rules, "standing", None)
            return Contract(self.game.strains[strain], standing and standing.side, None, self.values[value], double)
        seat = SEATS[player - 1]
        alone = {0: (), 1: (seat,), 2: (seat, seat.next), 3: (seat, seat.previous)}[lone]
        worth = ALONE if lone else self.values[value]
        return Contract(self.game.strains[strain], seat.side, seat, worth, double, alone)

    def outcome(self, key: Sequence[int]) -> Outcome:
        """What the score of a deal depends on, by the key of it."""
        parts = {name: key[word] >> at & (1 << bits) - 1 for name, (word, at, bits) in KEY_FIELDS.items()}
        contract = self.contract(*[parts[name] for name in ("strain", "seat", "value", "double", "alone")])
        points, tricks, belotes, annonces, honours = [
            divmod(parts[name], 1 << KEY_FIELDS[name].bits // 2)
            for name in ("points", "tricks", "belotes", "annonces", "honours")
        ]
        vulnerable = VULNERABLE[parts["vulnerable"]]
        if isinstance(self.game.auction_rules, OneBidEach):
            first, second = divmod(parts["bids"], 1 << KEY_FIELDS["bids"].bits // 2)
            nils, blinds = (tuple(seat for seat in SEATS if parts[name] >> seat - 1 & 1) for name in ("nils", "blinds"))
            won = tuple(parts["nil_tricks"] >> 4 * (seat - 1) & 15 for seat in SEATS)
            promised = contract._replace(bids=(first, second), nils=nils, blinds=blinds)
            return Outcome(promised, points, tricks, vulnerable=vulnerable, nil_tricks=won)
        return Outcome(contract, points, tricks, belotes, annonces, parts["taker_tricks"], vulnerable, honours)


@lru_cache(64)
def model_of(game: Game) -> Model | None:
    """The tables of a game; None where kernels do not know its kind of auction, or have no room for its numbers."""
    auction = game.auction_rules
    if type(auction) not in KNOWN_AUCTIONS or not _has_room(game, auction):
        return None
    facts = Facts()
    _fill_in_cards(facts, game)
    values = _fill_in_calls(facts, game, auction)
    strains = side_by_side([_strain_facts(game, strain) for strain in game.strains])
    contracts = len(values) * len(game.strains) * SEATS_OR_NONE * DOUBLES * LONE
    leaders = Leaders((contracts - 1) * Leaders.SIZE)
    model = Model(game, DealRules(facts, strains, leaders), values)
    parts = [range(size) for size in (len(values), len(game.strains), SEATS_OR_NONE, DOUBLES, LONE)]
    for number, (value, strain_number, player, double, lone) in enumerate(product(*parts)):
        contract = model.contract(strain_number, player, value, double, lone)
        lead = [(game.leader(dealer, contract) or dealer.next) - 1 for dealer in SEATS]
        leaders.array[number * Leaders.SIZE : (number + 1) * Leaders.SIZE] = lead
    return model


def native_model(game: Game, *purposes: str) -> Model | None:
    """The tables of a game, with the kernels of some purposes loaded; None where the plain engine has to serve."""
    model = None if engine() == "plain" else model_of(game)
    return model if model is not None and prepare(*purposes) else None


def _has_room(game: Game, auction: AuctionRules) -> bool:
    """Whether the numbers of a game fit into states and keys: nothing checks them later."""
    countings = [game.counting(strain) for strain in game.strains]
    honours = [max(points) for points in game.honours.points.values()]
    boards = game.vulnerability.on_boards if game.vulnerability else ()
    sums = {
        "points": [game.points_in_tricks(strain) for strain in game.strains],
        "tricks": [game.hand_size],
        "belotes": [counting.pair_bonus * len(counting.pairs) + counting.trick_sets.most for counting in countings],
        "honours": [len(Side) * most for most in honours],
    }
    return (
        all(max(most, default=0) < 1 << KEY_FIELDS[name].bits // 2 for name, most in sums.items())
        and all(min(counting.card_points) >= 0 for counting in countings)
        and all(len(counting.trick_sets.sets) <= MOST_SETS for counting in countings)
        and len(auction.values) <= 1 << KEY_FIELDS["value"].bits
        and len(auction.calls) < MOST_CALLS
        and most_calls(auction) + 1 + len(game.pack) + MOST_GIVEN <= MOST_ACTIONS
        and len(game.strains) <= MOST_STRAINS
        and (isinstance(auction, Bidding | OneBidEach) or set(SUIT_STRAINS) <= set(game.strains))
        and (not isinstance(auction, OneBidEach) or _has_room_for_promises(game, auction))
        and (not game.declaring.is_allowed or _has_room_for_annonces(game))
        and len(boards) <= MOST_BOARDS
        and len(game.dealing.later) <= MOST_LATER
        and 2 * len(SEATS) * game.exchanged <= MOST_GIVEN
        and not (game.exchanged and game.pick_up.is_played)
        and len(game.pack) + len(game.dealing.beside) <= MOST_PLAYED
    )


def _has_room_for_annonces(game: Game) -> bool:
    rules = game.declaring.combinations
    return game.hand_size <= MOST_DECLARED_FROM and rules.most <= 3 and len(rules.sequences) < MOST_LENGTHS - SHORTEST


def _has_room_for_promises(game: Game, auction: OneBidEach) -> bool:
    """Whether what each player has bid fits into keys, in which nothing else may stand there."""
    most = max((call.value for call in auction.calls if isinstance(call.value, int)), default=0)
    return (
        len(auction.calls) <= MOST_PROMISES
        and 2 * most < 1 << KEY_FIELDS["bids"].bits // 2
        and game.hand_size < 16
        and not game.honours.cards
        and not game.declaring.is_allowed
        and not any(game.counting(strain).pairs for strain in game.strains)
    )


def _fill_in_cards(facts: Facts, game: Game) -> None:
    pack, dealing = tuple(game.pack), game.dealing
    facts.pack, facts.pack_size, facts.hand_size = game.pack.mask, len(pack), game.hand_size
    facts.deck[: len(pack)] = [card.index for card in pack]
    facts.number_of[[card.index for card in pack]] = range(len(pack))
    cards, turned_first = game.pack | dealing.beside, dealing.first_turned
    facts.cards[: len(cards)], facts.cards_in_all = [card.index for card in cards], len(cards)
    facts.beside, facts.first_turned = dealing.beside.mask, NONE if turned_first is None else turned_first.index
    facts.stock = sum(map(sum, dealing.packets)) + (dealing.turn_up == "next")
    for dealer in SEATS:
        owner, places = [NONE] * len(pack), indices_of(dealing, dealer)
        for seat in SEATS:
            for place in places[seat - 1]:
                owner[place] = seat - 1
        first = (dealer - 1) * len(pack)
        facts.owner[first : first + len(pack)] = owner
        own = places[dealer - 1] or [NONE]
        turned = {"none": NONE, "next": facts.stock - 1, "dealers_first": own[0], "dealers_last": own[-1]}
        facts.turned[dealer - 1] = turned[dealing.turn_up]
        facts.later_order[4 * (dealer - 1) : 4 * dealer] = [seat - 1 for seat in dealing.order(dealer)]
    sizes = [size for packets in dealing.later for size in packets]
    facts.later, facts.later_sizes[: len(sizes)] = len(dealing.later), sizes
    facts.enough, facts.sweep_goes_on = NEVER if game.enough_tricks is None else game.enough_tricks, game.sweep_goes_on
    facts.has_pile, facts.exchanged = game.pile is not None, game.exchanged
    if game.pile is not None:
        facts.blocked, facts.powerless = sum(1 << number for number in game.pile.blocked), game.pile.powerless
    facts.target = NEVER if game.match_target is None else game.match_target
    facts.picks_up, facts.has_dummy = game.pick_up.is_played, game.has_dummy
    facts.turn_up_is_trumps, facts.first_dealer = game.turn_up_is_trumps, game.dealer_when_first_leads - 1
    boards = game.vulnerability.on_boards if game.vulnerability else ()
    facts.boards = len(boards)
    facts.vulnerable[: len(boards)] = [mask_of_sides(sides) for sides in boards]
    facts.has_annonces, facts.ties_count = game.declaring.is_allowed, game.declaring.ties_count
    facts.most_annonces = game.declaring.combinations.most
    facts.strains = len(game.strains)
    numbers = {strain: number for number, strain in enumerate(game.strains)}
    facts.strain_of[:] = [numbers.get(Strain.of(suit), NONE) for suit in Suit]
    facts.choices = len(actions_of(game).choices)
    facts.discards = facts.choices - len(pack)


def _fill_in_calls(facts: Facts, game: Game, auction: AuctionRules) -> tuple[int | str | None, ...]:
    """Fill in the auction; gives the values that contracts can have."""
    calls, strains = auction.calls, game.strains
    facts.calls, facts.defend, facts.standing_bid, facts.standing_side = len(calls), NONE, NONE, NONE
    facts.double, facts.redouble, facts.blind = NONE, NONE, NONE
    values = auction.values
    if isinstance(auction, Bidding):
        if auction.standing is not None:
            calls = (*calls, auction.bid(auction.standing.value, auction.standing.strain))
            facts.standing_bid = len(calls) - 1
            facts.standing_side = NONE if auction.standing.side is None else auction.standing.side - 1
        facts.auction, facts.double, facts.redouble = BIDDING, facts.calls - 2, facts.calls - 1
        facts.dealer_speaks_first, facts.first_namer_plays = auction.dealer_speaks_first, auction.first_namer_plays
        facts.double_freezes, facts.double_any_time = auction.double_freezes, auction.double_any_time
        heights = [auction.rank_of.get(call, NONE) for call in calls]
        facts.height[: len(calls)] = heights
        for height in range(NONE, len(auction.steps)):
            higher = (number for number, other in enumerate(heights[: facts.calls]) if other > height)
            facts.first_above[height + 1] = next(higher, facts.double)
        facts.undoubled[: len(calls)] = [call.value in auction.never_doubled for call in calls]
    elif isinstance(auction, TurnUp):
        facts.auction, facts.turned_again, facts.last_call = TURN_UP, auction.turned_again, 2 * len(SEATS)
        facts.must_accept = NONE if auction.must_accept is None else int(auction.must_accept)
        facts.dealer_must_name, facts.partner_orders_alone = auction.dealer_must_name, auction.partner_orders_alone
        if auction.accepting_needs:
            facts.needs[:] = [auction.accepting_needs[suit].mask for suit in Suit]
        if auction.defend_alone:
            facts.defend = calls.index(DEFEND_ALONE)
    elif isinstance(auction, Naming):
        facts.auction, facts.last_call = NAMING, len(SEATS) + 1
        facts.dealer_speaks_first, facts.most_passes = auction.dealer_speaks_first, NONE
        facts.skipped, facts.redeal_without = auction.step - 1, auction.redeal_without.mask
        facts.offers = auction.offers
        if auction.most_passes is None:
            facts.last_call = len(SEATS) * max(auction.offers, 1)
        else:
            facts.most_passes = auction.most_passes
        if auction.redeal is not None:
            facts.last_call = 1
    elif isinstance(auction, NumberBidding):
        facts.auction, facts.naming = NUMBERS, len(calls) - len(auction.naming)
    elif isinstance(auction, OneBidEach):
        facts.auction = EACH
        made = [call for call in (None, *calls) if call in auction.offers]  # all but the look, which is the last
        offers = [auction.offers[call] for call in made]
        facts.follow[: len(offers)] = [sum(1 << calls.index(call) for call in offer) for offer in offers]
        if auction.blind != "nobody":
            facts.blind, facts.blind_sides = calls.index(auction.blind_nil), 3 if auction.blind == "all" else 0
            facts.blind_after = sum(1 << place for place, call in enumerate(made) if call in auction.blind_after)
        facts.strain[len(calls)] = strains.index(auction.strain)
    facts.kind[: len(calls)] = [KINDS.index(call.kind) for call in calls]
    facts.strain[: len(calls)] = [NONE if call.strain is None else strains.index(call.strain) for call in calls]
    facts.value[: len(calls)] = [values.index(call.value) if call.value in values else 0 for call in calls]
    facts.amount[: len(calls)] = [call.value if isinstance(call.value, int) else NONE for call in calls]
    facts.alone[: len(calls)] = [call.alone for call in calls]
    return values


def _strain_facts(game: Game, strain: Strain) -> StrainFacts:
    made, rules, counting, honours = StrainFacts(), game.rules(strain), game.counting(strain), game.honours
    ranking = rules.ranking
    for card in game.pack:
        made.beaten_by[card.index] = ranking.beaten_by[card.index]
        made.suit_of[card.index] = ranking.suit_of[card.index]
        made.points[card.index] = counting.card_points[card.index]
    made.trick_points, made.last_trick, made.factor = counting.trick_points, counting.last_trick, game.factor(strain)
    made.pair_count, made.pair_cards, made.pair_bonus = len(counting.pairs), sum(counting.pairs), counting.pair_bonus
    made.pairs[: len(counting.pairs)] = counting.pairs
    made.king_first, made.must_say = counting.king_first, counting.must_be_said
    fill_in_sets(made, counting.trick_sets.sets)
    if honours.cards:
        points = honours.points[strain]
        made.honours, made.honours_of_sides = honours.cards[strain].mask, honours.of_sides
        made.honour_points[: len(points)] = points
    made.pairs_are_told_last = counting.pairs_are_told_last
    _fill_in_annonces(made, game.declaring.combinations, strain)
    made.trump_suits = sum(1 << suit for suit in Suit if strain is Strain.ALL_TRUMPS or strain.suit is suit)
    made.binds_leads, made.leads_break = not rules.leading.is_free, rules.leading.leads_break
    made.leads[:], made.trumps = leads_of(rules), ranking.trumps
    for led, master, is_partner, rungs in duties_of(rules):
        at = ((ranking.suit_of[led.index] * 64 + master.index) * 2 + is_partner) * DUTY
        made.duties[at : at + DUTY] = rungs
    return made


def _fill_in_annonces(made: StrainFacts, rules: Combinations, strain: Strain) -> None:
    fours = rules.fours_under(strain)
    made.four_count, made.four_size, made.may_cross = len(fours), rules.four_size, rules.may_cross
    made.four_cards[: len(fours)] = [Cards(Card(f"{rank}{suit}") for suit in Suit).mask for rank, _ in fours]
    made.four_points[: len(fours)] = [points for _, points in fours]
    made.longest, made.turned_round = SHORTEST + len(rules.sequences) - 1, strain is Strain.LOW
    made.sequence_points[SHORTEST : made.longest + 1] = rules.sequences


def set_up(model: Model, state: State, begun: Round, number: int) -> None:
    """Fill in a deal before its first call, or where nobody knows the auction before its first card."""
    load("deals")
    from overtrick.engine.kernel.compiled import deals as kernels

    game, course, dealt = model.game, begun.course, begun.dealt
    knows_auction = course.contract is None or game.turn_up_is_trumps
    deck = deck_of(game, course.dealer, Deal(dealt.hands, dealt.turn_up, dealt.stock)) if knows_auction else game.pack
    state.deck[: len(deck)] = [card.index for card in deck]
    kernels.start(model.rules, state, number, course.dealer - 1, mask_of_sides(course.vulnerable))
    if course.contract is None or knows_auction:
        return
    _set_up_contract(state, game, course.contract, course.turn_up)
    kernels.contract_now(model.rules.facts, state)
    kernels.begin_play(model.rules, state)
    state.held[:] = state.dealt[:] = dealt.masks
    state.phase, state.turn = PLAY, state.leader
    state.discard = NONE if begun.discard is None else begun.discard.index


def replayed(begun: Round, state: State) -> Round:
    """The deal of a state, from its beginning."""
    actions, deal = actions_of(begun.game).all, begun.declare()
    for action in state.done():
        deal = deal.choose(actions[action])
    return deal


def won_in_order(model: Model, state: State, contract: Contract) -> tuple[tuple[Side, int], ...]:
    """The card points of each trick of a deal that is over, as `Outcome.won` has them."""
    course = Course.at_play(model.game, SEATS[state.dealer], contract)
    for number in range(state.plays):
        course = course.play(CARDS[state.cards[number]], is_announced=False, proves=0)
    return course.won


def _set_up_contract(state: State, game: Game, contract: Contract, turn_up: Card | None) -> None:
    """Fill in the call that made a contract, though nobody knows what else was called."""
    auction, taker, strain = game.auction_rules, contract.seat, contract.strain
    assert taker is not None, "others are refused before"
    state.turn_up = NONE if turn_up is None else turn_up.index
    if isinstance(auction, TurnUp):
        is_turned = turn_up is not None and strain.suit is turn_up.suit
        ways = auction.accepting if is_turned else tuple(call for call in auction.naming if call.strain is strain)
        call = next(call for call in ways if call.alone == bool(contract.alone))
    elif isinstance(auction, NumberBidding):
        call = next(call for call in auction.bids if call.value == contract.value)
        state.strain = game.strains.index(strain)
    else:
        call = next(call for call in auction.calls if call.value == contract.value and call.strain is strain)
    state.bid, state.bidder, state.double = auction.calls.index(call), taker - 1, contract.double
    state.named[(taker.side - 1) * len(game.strains) + game.strains.index(strain)] = taker - 1
    state.lone_defender = contract.alone[1] - 1 if len(contract.alone) > 1 else NONE
