"""Tarneeb: numbers that climb, trumps of the last bidder, kaboots; against a second implementation and the rules."""

from random import Random

import pytest
import reference
import reference_deals
from hypothesis import given
from hypothesis import strategies as st

from overtrick.bots.bot import find_bot
from overtrick.core.auctions import Auction, Contract
from overtrick.core.cards import parse_card
from overtrick.core.catalogue import find_game, presets
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.game import Game, Outcome, Progress, Standing
from overtrick.core.number_bidding import NumberBidding
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import SUIT_STRAINS, Strain
from overtrick.deal.match import Match
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.formats import jsonl
from overtrick.formats.result_text import Extras, read_outcome
from overtrick.referee.judging import judge
from overtrick.referee.referee import Level, Referee

TARNEEB = find_game("tarneeb")
GAMES = list(presets("tarneeb").values())
LEVELS: tuple[Level, Level] = ("player", "deal")


def score_of(game: Game, result: str) -> DealScore:
    outcome = read_outcome(game, result.split(), Extras())
    assert outcome is not None
    score = game.score(outcome)
    assert score is not None
    return score


@pytest.mark.parametrize(
    ("result", "pagat", "syrian"),
    [
        ("7 1: 10-3", (10, 0), (10, 0)),
        ("9 1: 9-4", (9, 0), (18, 0)),
        ("9 1: 8-5", (-9, 5), (-9, 5)),
        ("12 2: 0-13", (0, 16), (0, 13)),
        ("13 1: 13-0", (26, 0), (26, 0)),
        ("13 1: 12-1", (-16, 2), (-13, 1)),
        ("13 2: 4-9", (8, -16), (4, -13)),
        ("7 1: 0-13", (-7, 13), (-7, 13)),
    ],
)
def test_scores_of_the_rule_sheet(result: str, pagat: Scores, syrian: Scores) -> None:
    assert score_of(TARNEEB, result).scores == score_of(find_game("tarneeb:wikipedia"), result).scores == pagat
    assert score_of(find_game("tarneeb:syrian"), result).scores == syrian


def test_a_kaboot_of_either_side() -> None:
    assert score_of(find_game("tarneeb:tarneeb41"), "7 1: 0-13").scores == (-7, 16)


@pytest.mark.parametrize(("game", "is_over"), [("tarneeb", True), ("tarneeb:wikipedia", False)])
def test_a_match_ends_with_the_target(game: str, is_over: bool) -> None:
    value = find_game(game)
    standing = value.after(Progress(Seat.NORTH, Standing((25, 28))), score_of(value, "8 1: 9-4")).standing
    assert (standing.totals, standing.is_over) == ((34, 28), is_over)


@pytest.mark.parametrize("result", ["6 1: 7-6", "14 1: 7-6", "7 5: 7-6", "7 1: 7-7", "7 1: 14-0", "7-6", "7 1:", ""])
def test_a_result_has_a_bid_a_seat_and_thirteen_tricks(result: str) -> None:
    with pytest.raises(Invalid, match="such as 9 1: 10-3"):
        read_outcome(TARNEEB, result.split(), Extras())


@given(st.sampled_from(GAMES), st.integers(3, 13), st.integers(0, 13), st.sampled_from(SEATS))
def test_scores_are_those_of_the_second_implementation(game: Game, bid: int, first: int, seat: Seat) -> None:
    tricks = (first, 13 - first)
    score = game.score(Outcome(Contract(Strain.HEARTS, seat.side, seat, bid), tricks, tricks))
    assert score is not None
    assert score.scores == reference_deals.tarneeb_score(game.house, bid, seat, tricks)


def ends(auction: Auction) -> tuple[int, int]:
    """How many auctions end with a bid, before trumps are named, and how many with four passes."""
    if auction.turn is None:
        return 0, 1
    if auction.legal()[0].kind == "name":
        return 1, 0
    bids, passes = zip(*(ends(auction.call(call)) for call in auction.legal()), strict=True)
    return sum(bids), sum(passes)


@pytest.mark.parametrize(("least", "count"), [(7, 1702), (10, 107), (11, 40), (12, 14), (13, 4)])
def test_how_many_auctions_there_are(least: int, count: int) -> None:
    rules = NumberBidding(range(least, 14), "name", SUIT_STRAINS)
    assert ends(rules.start(Seat.WEST, None)) == (count, 1)


def test_the_last_bidder_names_trumps_and_leads() -> None:
    deal = Round(TARNEEB, Seat.WEST, tuple(TARNEEB.pack))
    for call in ("pass", "7", "8", "pass", "pass"):
        assert deal.contract is None
        deal = deal.apply(call)
    assert (deal.turn, [*map(str, deal.legal())]) == (Seat.SOUTH, ["name S", "name H", "name D", "name C"])
    with pytest.raises(Illegal):
        deal.apply("9")
    named = deal.apply("name S")
    assert named.contract == Contract(Strain.SPADES, Side.ONE, Seat.SOUTH, 8)
    assert named.turn is Seat.SOUTH


def test_who_passes_is_out_and_the_dealer_may_bid_alone() -> None:
    auction = TARNEEB.auction(Seat.WEST, None)
    for call in ("pass", "pass", "pass"):
        auction = auction.call(call)
    assert (auction.turn, auction.legal()[0]) == (Seat.WEST, "pass")
    assert auction.call("pass").is_over
    assert auction.call("7").legal()[0].kind == "name"
    with pytest.raises(Illegal):
        TARNEEB.auction(Seat.WEST, None).call("8").call("8")


@pytest.mark.parametrize(("game", "dealer"), [("tarneeb", Seat.NORTH), ("tarneeb:syrian", Seat.WEST)])
def test_a_deal_without_a_bid_is_thrown_in(game: str, dealer: Seat) -> None:
    value = find_game(game)
    deal = Round(value, Seat.WEST, tuple(value.pack))
    for _ in SEATS:
        deal = deal.apply("pass")
    assert deal.score is not None
    after = Match(value, Seat.WEST).add(deal)
    assert (after.standing.totals, after.dealer) == ((0, 0), dealer)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_records_of_random_deals_are_clean_and_come_back(game: Game) -> None:
    rng, records = Random(3), []
    for _ in range(12):
        deal = Round(game, rng.choice(SEATS), rng.sample(list(game.pack), 52))
        while deal.turn is not None:
            deal = deal.apply(rng.choice(deal.legal()))
        assert judge(deal.record()).finding is None
        records.append(deal.record())
    assert list(jsonl.loads(jsonl.dumps(records))) == records


CASES = [
    ("tarneeb", "Ac 2d 3d 4d 2h", (None, 4)),
    ("tarneeb", "Ac 2d 3c 4c Kc 5c", (5, 5)),
    ("tarneeb", "Ac 2d 3c 4c 3s 4s 5s 6s 2s 7s 8s 2h", (None, None)),
    ("tarneeb:syrian", "Ac 2d 3c 4c Kd 2h", (5, 5)),
    ("tarneeb:syrian", "Ac 2h 3c 4c Kd 3d", (None, None)),
]


@pytest.mark.parametrize(("game", "plays", "expected"), CASES)
def test_what_cards_prove(game: str, plays: str, expected: tuple[int | None, int | None]) -> None:
    names, house = plays.split(), {"void": "must_trump"} if "syrian" in game else {}
    for level, number in zip(LEVELS, expected, strict=True):
        assert reference.first_provable("tarneeb", "H", names, 1, 13, {}, level, **house) == number
        referee = Referee(game, Strain.HEARTS, level)
        assert next((at for at, name in enumerate(names) if referee.play(parse_card(name))), None) == number


def test_a_revoke_gives_all_tricks_to_the_others() -> None:
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, 8)
    assert TARNEEB.revoke_scores(Side.ONE, contract) == (-8, 13)
    assert TARNEEB.revoke_scores(Side.TWO, contract) == (16, 0)
    assert TARNEEB.revoke_scores(Side.TWO, None) is None
    assert TARNEEB.lost_deal(Side.ONE, contract).scores == (-8, 13)
    assert TARNEEB.lost_deal(Side.ONE, None).scores == (0, 16)


def test_bots_bid_with_good_hands_and_let_a_partner_play() -> None:
    good = "As Ks Qs Js 9s 8s Ah Kh Qd 4d 3d 5c 2c".split()
    weak = "4s 3s 8h 7h 4h 3h 9d 8d 7d 6d 9c 8c 7c".split()
    others = [str(card) for card in TARNEEB.pack if str(card) not in (*good, *weak)]
    hands = good, others[:13], weak, others[13:]
    deck = [parse_card(hand[number]) for number in range(13) for hand in hands]
    deal = Round(TARNEEB, Seat.WEST, deck)
    for name in ("simple", "sampling:1"):
        bot = find_bot(name, Random(1))
        bid = bot(view(deal, Seat.NORTH))
        assert bid != "pass"
        after = deal.apply(bid).apply("pass")
        assert bot(view(after, Seat.SOUTH)) == "pass"
        assert bot(view(after.apply("pass").apply("pass"), Seat.NORTH)) == "name S"
