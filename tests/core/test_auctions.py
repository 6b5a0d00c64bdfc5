"""Auctions: how many there are, what may be called, and what comes of it."""

from itertools import takewhile
from random import Random

import pytest
import reference_deals as reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import PRESETS, examples, house, seats

from overtrick.core.actions import LOOK, PASS
from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.short_auctions import OneBidEachAuction
from overtrick.core.tricks import Strain

AUCTION_RULES = {
    "belote": ("suits_only", "round2_turned_suit", "round2_sa_ta", "forced_jack"),
    "coinche": ("suits_only", "sa_ta", "max_bid", "generale", "coinche_capot", "coinche_eighty", "standing_bid"),
    "hokm": ("weak_five",),
    "jass": ("push_back",),
    "klaverjas": ("trump_choice", "all_pass", "turned_down"),
    "euchre": (
        *("alone", "defend_alone", "canadian_loner", "must_have_trump_to_order", "no_trump", "stick_the_dealer"),
    ),
    "spades": (*("nil", "least_bid", "both_nil", "board", "side_max", "blind_nil", "blind_nil_behind", "blind_pass"),),
    "tarneeb": ("least",),
}
"""the house rules that change what may be called at one's turn"""


def start(game: str, turn_up: str | None = None, dealer: Seat = Seat.WEST) -> Auction:
    return find_game(game).auction(dealer, None if turn_up is None else Card(turn_up))


def after(auction: Auction, calls: str) -> Auction:
    for call in filter(None, map(str.strip, calls.split(","))):
        auction = auction.call(call)
    return auction


# How many auctions there are.


def future(auction: Auction) -> tuple[object, ...]:
    """All that the number of auctions that may follow depends on."""
    passes = len(list(takewhile(lambda call: call == PASS, reversed(auction.calls))))
    contract, turn = auction.contract, auction.turn
    if contract is None:
        return (passes,)
    return passes, contract.strain, contract.value, contract.double, turn and turn.side is contract.side


def count(auction: Auction, depth: int | None, known: dict[object, int]) -> int:
    """The number of sequences of so many calls that may follow, or of all that end the auction."""
    if depth == 0 or (depth is None and auction.is_over):
        return 1
    key = (depth, future(auction))
    if key not in known:
        total = 0
        for call in auction.legal():  # one frame a level: the longest auction has 319 calls
            total += count(auction.call(call), depth and depth - 1, known)
        known[key] = total
    return known[key]


@pytest.mark.parametrize(
    ("game", "counts"),
    [("bridge", [36, 701, 9731, 107451]), ("coinche", [41, 841, 10801, 99721, 709248])],
)
def test_numbers_of_auctions(game: str, counts: list[int]) -> None:
    assert [count(start(game), depth, {}) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize(
    ("game", "number"),
    [("bridge", 128745650347030683120231926111609371363122697557), ("coinche", 1286679257249)],
)
def test_numbers_of_complete_auctions(game: str, number: int) -> None:
    assert count(start(game), None, {}) == number


@pytest.mark.parametrize(
    ("game", "number"),
    [
        ("belote", 4 + 4 * 3 + 1),
        ("euchre,alone=false", 4 + 4 * 3),
        ("euchre:hoyle", 4 * 2 + 4 * 3 * 2 + 1),
        ("euchre,defend_alone=true", 4 * (1 + 3) + 4 * 3 * (1 + 3)),
        ("euchre,canadian_loner=true", 3 * 2 + 1 + 4 * 3 * 2),
    ],
)
def test_numbers_of_auctions_about_a_turned_up_card(game: str, number: int) -> None:
    def complete(auction: Auction) -> int:
        return 1 if auction.is_over else sum(complete(auction.call(call)) for call in auction.legal())

    assert complete(start(game, "Kh")) == number


# The second implementation finds the same.


@st.composite
def games(draw: st.DrawFn) -> Game:
    game = draw(st.sampled_from(PRESETS))
    return draw(house(game, AUCTION_RULES.get(game.name, ())))


def expected_contract(result: reference.Contract | str | None) -> Contract | None:
    """A contract in the words of the engine."""
    if result is None or isinstance(result, str):
        return None
    seat = None if result["seat"] is None else Seat(result["seat"])
    alone = tuple(map(Seat, result["alone"]))
    side = seat.side if seat is not None else Side.ONE if result["value"] else None
    return Contract(
        Strain(result["strain"]), side, seat, "alone" if alone else result["value"], result["double"], alone
    )


def promised(auction: Auction) -> tuple[tuple[int, int] | None, tuple[int, ...]]:
    """What the sides bid together, and who bid nil, where each player bids."""
    if not isinstance(auction, OneBidEachAuction):
        return None, ()
    said = dict(
        zip(map(int, auction.callers), map(str, auction.calls), strict=True)
    )  # what follows a look, not the look
    first, second = (sum(int(said[seat]) for seat in side if "nil" not in said[seat]) for side in ((1, 3), (2, 4)))
    return (first, second), tuple(seat for seat in (1, 2, 3, 4) if "nil" in said[seat])


@examples(100)
@given(games(), seats, st.integers(0, 1 << 32), st.sampled_from([0.2, 0.6]))
def test_random_auctions_are_those_of_the_reference(game: Game, dealer: Seat, seed: int, passing: float) -> None:
    rules = {rule: getattr(game, rule) for rule in AUCTION_RULES.get(game.name, ())}
    chance = Random(seed)
    deck = chance.sample(list(game.pack), len(game.pack))
    hands = {seat: Cards(deck[5 * seat - 5 : 5 * seat]) for seat in SEATS}
    turn_up = None if game.dealing.turn_up == "none" else deck[-1]
    described = (game.name, rules, int(dealer))
    shown = None if turn_up is None else f"{turn_up} {deck[-2]}" if game.dealing.beside else str(turn_up)
    behind = frozenset(side for side in Side if chance.random() < 0.5)
    auction = game.auction(dealer, turn_up, behind)
    if game.turn_up_is_trumps:
        assert auction.is_over
        assert auction.contract == Contract(Strain.of(deck[-1].suit))
        return
    while True:
        auction = auction.with_card(deck[-2]) if auction.wants_card else auction
        assert auction.turn == reference.to_call(*described, auction.calls)
        if auction.turn is None:
            break
        hand = hands[auction.turn]
        legal = auction.legal(hand)
        assert len(set(legal)) == len(legal)
        known = list(map(str, hand))
        for held, calls in ((known, legal), (None, auction.legal())):
            assert set(calls) == set(reference.legal_calls(*described, auction.calls, shown, held, sorted(behind)))
        assert (LOOK in legal) is (auction.turn in auction.hidden)
        assert reference.auction_result(*described, auction.calls, shown) is None
        low = legal[: 8 if chance.random() < 0.8 else None]  # bids that leave room for more of them
        auction = auction.call(PASS if PASS in legal and chance.random() < passing else chance.choice(low), hand)
    assert auction.legal() == ()
    expected = expected_contract(reference.auction_result(*described, auction.calls, shown))
    if expected is not None:
        bids, nils = promised(auction)
        blinds = tuple(seat for seat, call in auction.made if call == "blind nil")
        expected = expected._replace(bids=bids, nils=tuple(map(Seat, nils)), blinds=blinds)
    assert auction.contract == expected


# By hand.


@pytest.mark.parametrize(
    ("game", "calls", "call", "sentence"),
    [
        ("bridge", "1H", "1D", "Player N bid '1D', which is not enough above '1H'."),
        ("bridge", "1H", "1H", "Player N bid '1H', which is not enough above '1H'."),
        ("bridge", "7NT", "7S", "Player N bid '7S', which is not enough above '7NT'."),
        ("coinche", "90 H", "90 S", "Player 2 bid '90 S', which is not enough above '90 H'."),
        ("coinche", "capot S", "160 h", "Player 2 bid '160 h', which is not enough above 'capot S'."),
        ("coinche:dot_cardgames", "", "80 S", "Player 1 bid '80 S', which is not enough above '80 H'."),
    ],
)
def test_a_bid_has_to_be_enough(game: str, calls: str, call: str, sentence: str) -> None:
    with pytest.raises(Illegal) as refusal:
        after(start(game), calls).call(call)
    assert refusal.value.finding.code == "insufficient-bid"
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("game", "calls", "call"),
    [
        ("bridge", "", "X"),
        ("bridge", "1H, pass", "X"),  # of one's own side
        ("bridge", "1H", "XX"),
        ("bridge", "1H, X, pass", "XX"),  # the doubler's partner
        ("bridge", "1H, X", "X"),
        ("bridge", "1H, X, 1S", "XX"),  # a bid ends the double
        ("coinche", "", "coinche"),
        ("coinche", "90 H, pass", "coinche"),
        ("coinche", "90 H", "surcoinche"),
        ("coinche", "90 H", "coinche 4"),  # in turn only
        ("coinche", "90 H, coinche", "100 H"),  # the coinche freezes the contract
        ("coinche", "90 H, coinche, pass", "coinche"),
        ("coinche:pagat", "capot S", "coinche"),
        ("coinche,coinche_eighty=false", "80 S", "coinche"),
        ("coinche:dot_cardgames", "", "coinche"),  # seat 1 belongs to the side of the standing bid
    ],
)
def test_calls_that_the_rules_forbid(game: str, calls: str, call: str) -> None:
    auction = after(start(game), calls)
    with pytest.raises(Illegal) as refusal:
        auction.call(call)
    assert refusal.value.finding.code == "illegal-call"
    assert f"may not call '{call}': they may call pass" in str(refusal.value)
    assert auction == after(start(game), calls)


@pytest.mark.parametrize("text", ["", "8H", "1", "H1", "1NTX", "90", "90H", "coinche!", "passe", "\x00", "X 1", "١H"])
def test_what_is_no_call_is_refused(text: str) -> None:
    for game, turn_up in (("bridge", None), ("coinche", None), ("belote", "Jh"), ("euchre", "Jh")):
        with pytest.raises(OvertrickError) as refusal:
            start(game, turn_up).call(text)
        assert refusal.value.finding.code in ("bad-call", "illegal-call")
        assert str(refusal.value)


def test_the_bad_call_says_what_was_expected() -> None:
    with pytest.raises(Invalid) as refusal:
        after(start("bridge"), "7S").call("8C")
    assert str(refusal.value) == "'8C' is not a call here: one of pass, 7NT, X was expected."


@pytest.mark.parametrize(
    ("game", "turn_up", "calls"),
    [
        ("bridge", None, "pass, pass, pass, pass"),
        ("bridge", None, "1C, pass, pass, pass"),
        ("bridge", None, "1C, X, XX, pass, pass, pass"),
        ("coinche", None, "80 S, coinche, surcoinche"),
        ("coinche", None, "80 S, coinche, pass, pass, pass"),
        ("belote", "Jh", "take"),
        ("belote", "Jh", "pass, pass, pass, pass, pass, pass, pass, pass"),
        ("euchre", "Jh", "order alone"),
        ("jass", None, "name LO"),
        ("jass:pagat", None, "push, push, name H"),
        ("klaverjas", None, "name S"),
        ("klaverjas:kbn,all_pass=new_deal", None, "pass, pass, pass, pass"),
        ("sueca", "7h", ""),
        ("tarneeb", None, "pass, pass, pass, pass"),
        ("tarneeb", None, "pass, 7, 8, pass, pass, name S"),
        ("whist", "7h", ""),
    ],
)
def test_nobody_calls_after_the_end(game: str, turn_up: str | None, calls: str) -> None:
    auction = after(start(game, turn_up), calls)
    assert auction.is_over
    assert (auction.turn, auction.legal()) == (None, ())
    with pytest.raises(Illegal) as refusal:
        auction.call("pass")
    assert refusal.value.finding.code == "call-after-end"
    assert not any(auction.legal_out_of_turn(seat) for seat in SEATS)


@pytest.mark.parametrize(
    ("game", "turn_up", "spelled", "calls"),
    [
        ("bridge", None, "Pass, 1nt, double, REDOUBLE", ("pass", "1NT", "X", "XX")),
        ("bridge", None, "PASS, 1s, x, xx", ("pass", "1S", "X", "XX")),
        ("coinche", None, " 90  h, Coinche, SurCointche", ("90 H", "coinche", "surcoinche")),
        ("coinche", None, "CAPOT s", ("capot S",)),
        ("coinche,sa_ta=true", None, "80 nt, 90 At", ("80 NT", "90 AT")),
        ("belote", "Jh", "Pass, TAKE", ("pass", "take")),
        ("euchre", "Jh", "Order  Alone", ("order alone",)),
    ],
)
def test_spellings(game: str, turn_up: str | None, spelled: str, calls: tuple[str, ...]) -> None:
    assert after(start(game, turn_up), spelled).calls == calls


def test_the_standing_bid_of_dot_cardgames() -> None:
    standing = start("coinche:dot_cardgames")
    hearts = Contract(Strain.HEARTS, Side.ONE, None, 80)
    assert (standing.turn, standing.contract) == (Seat.NORTH, hearts)
    assert after(standing, "pass, pass, pass").turn is Seat.WEST
    played = after(standing, "pass, pass, pass, pass")
    assert (played.is_over, played.contract) == (True, hearts)
    coinched = after(standing, "pass, coinche, pass, pass, pass")
    assert (coinched.is_over, coinched.contract) == (True, hearts._replace(double=1))
    assert after(standing, "pass, coinche, surcoinche").contract == hearts._replace(double=2)
    own = after(standing, "90 H, pass, pass, pass")  # the side may bid above itself
    assert (own.is_over, own.contract) == (True, Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 90))


def test_the_forced_pass_after_a_coinche_may_be_left_out() -> None:
    coinched = after(start("coinche"), "90 H, coinche, pass")
    assert (coinched.turn, coinched.legal()) == (Seat.WEST, ("pass",))
    short, full = after(coinched, "surcoinche"), after(coinched, "pass, surcoinche")
    assert short == full
    assert hash(short) == hash(full)
    assert (short.is_over, short.contract) == (True, Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 90, 2))


def test_a_coinche_out_of_turn() -> None:
    bid = after(start("coinche:pagat"), "90 H")
    assert bid.turn is Seat.EAST
    assert [bid.legal_out_of_turn(seat) for seat in SEATS] == [(), (), (), ("coinche 4",)]
    assert "coinche" in bid.legal()
    coinched = bid.call("Coinche 4")
    assert coinched.calls == ("90 H", "coinche 4")
    assert (coinched.turn, coinched.legal()) == (Seat.NORTH, ("pass", "surcoinche"))
    closed = after(coinched, "pass, pass, pass")
    assert (closed.is_over, closed.contract) == (True, Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 90, 1))
    assert after(coinched, "pass, surcoinche").calls == ("90 H", "coinche 4", "pass", "pass", "surcoinche")
    for call in ("coinche 3", "coinche 1"):
        with pytest.raises(Illegal):
            bid.call(call)
    for call in ("coinche 5", "surcoinche 3"):
        with pytest.raises(Invalid):
            bid.call(call)
    assert not any(start("coinche:pagat").legal_out_of_turn(seat) for seat in SEATS)


def test_a_canadian_loner_orders_only_alone() -> None:
    auction = after(start("euchre,canadian_loner=true", "Jh"), "pass")
    assert (auction.turn, auction.legal()) == (Seat.EAST, ("pass", "order alone"))
    assert after(auction, "pass").legal() == ("pass", "order", "order alone")
    assert after(start("euchre,canadian_loner=true,alone=false", "Jh"), "pass").legal() == ("pass", "order")


def test_defending_alone() -> None:
    auction = after(start("euchre,defend_alone=true", "Jh"), "pass, order alone")
    assert [auction.turn, after(auction, "pass").turn] == [Seat.SOUTH, Seat.NORTH]
    assert auction.legal() == ("pass", "alone")
    both = after(auction, "pass, alone")
    assert both.contract == Contract(Strain.HEARTS, Side.TWO, Seat.EAST, "alone", 0, (Seat.EAST, Seat.NORTH))
    assert both.contract.out == (Seat.WEST, Seat.SOUTH)
    nobody = after(auction, "pass, pass")
    assert (nobody.is_over, nobody.contract) == (True, both.contract._replace(alone=(Seat.EAST,)))
    assert after(start("euchre,defend_alone=true", "Jh"), "order").is_over  # nobody plays alone


def test_a_trump_is_needed_to_order_but_not_by_the_dealer() -> None:
    auction = start("euchre:eecs280,must_have_trump_to_order=true", "Kh")
    assert auction.legal(Cards("As Ad")) == ("pass",)
    assert auction.legal(Cards("As Jd")) == ("pass", "order")  # the left bower is one
    assert after(auction, "pass, pass, pass").legal(Cards("As Ad")) == ("pass", "order")
    with pytest.raises(Illegal):
        auction.call("order", Cards("As Ad"))


@pytest.mark.parametrize(
    ("calls", "declarer", "value", "double"),
    [
        ("1H, pass, 4H, pass, pass, pass", Seat.WEST, 4, 0),
        ("1D, 1H, pass, 4H, X, pass, pass, pass", Seat.NORTH, 4, 1),
        ("pass, 1D, 1H, 2H, 4H, pass, pass, pass", Seat.EAST, 4, 0),  # hearts of the other side do not count
        ("1C, pass, 1H, pass, 1NT, pass, 4H, pass, pass, pass", Seat.EAST, 4, 0),
        ("1H, X, XX, pass, pass, pass", Seat.WEST, 1, 2),
        ("1H, X, 2H, pass, pass, pass", Seat.WEST, 2, 0),
    ],
)
def test_the_declarer_is_the_first_of_his_side_to_name_the_strain(
    calls: str, declarer: Seat, value: int, double: int
) -> None:
    auction = after(start("bridge"), calls)
    assert (auction.is_over, auction.contract) == (
        True,
        Contract(Strain.HEARTS, declarer.side, declarer, value, double),
    )


def test_in_coinche_the_last_bidder_has_the_contract() -> None:
    auction = after(start("coinche"), "80 H, pass, 90 H, pass, pass, pass")
    assert auction.contract == Contract(Strain.HEARTS, Side.ONE, Seat.SOUTH, 90)


def test_a_jack_may_have_to_be_taken() -> None:
    assert start("belote,forced_jack=true", "Jh").legal() == ("take",)
    assert start("belote,forced_jack=true", "9h").legal() == ("pass", "take")


@pytest.mark.parametrize(
    ("game", "turn_up", "calls", "named"),
    [
        ("belote", "Ah", "", {"pass": None, "take": Strain.HEARTS}),
        (
            "euchre",
            "9c",
            "pass, pass, pass, pass",
            {"pass": None, "call S": Strain.SPADES, "call D alone": Strain.DIAMONDS},
        ),
        ("coinche", None, "80 H", {"pass": None, "90 S": Strain.SPADES, "coinche": None}),
    ],
)
def test_what_calls_would_make_trumps(
    game: str, turn_up: str | None, calls: str, named: dict[str, Strain | None]
) -> None:
    auction = after(start(game, turn_up), calls)
    assert {call: auction.named_by(call) for call in auction.legal() if call in named} == named


def test_a_turned_up_card_is_needed_where_it_is_called() -> None:
    for game in ("belote", "euchre", "sueca", "whist"):
        with pytest.raises(Invalid) as refusal:
            start(game)
        assert refusal.value.finding.code == "missing-field"
