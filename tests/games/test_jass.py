"""Jass: free trumps, ranks turned round, pushing, Weis and Stöck, and the end of a match while points are counted."""

from random import Random

import pytest
import reference
import reference_deals
from hypothesis import given
from hypothesis import strategies as st
from strategies import played_at_random

from overtrick.core.annonces import Annonce
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards, parse_card
from overtrick.core.catalogue import find_game, presets
from overtrick.core.errors import Finding
from overtrick.core.game import Game, Outcome, Progress, Standing
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.deal.round import Round
from overtrick.engine.perft import perft
from overtrick.formats.result_text import Extras, read_outcome
from overtrick.referee.judging import judge
from overtrick.referee.referee import Level, Referee

JASS = find_game("jass")
PRESETS = list(presets("jass").values())
HANDS = st.lists(st.sampled_from(list(JASS.pack)), min_size=9, max_size=9, unique=True)
LEVELS: tuple[Level, Level] = ("player", "deal")


def cards(text: str) -> Cards:
    return Cards(map(parse_card, text.split()))


def outcome(mode: str, points: int, tricks: int, weis: Scores = (0, 0), stoeck: Scores = (0, 0)) -> Outcome:
    """What the side that named, side 1, and the others have at the end."""
    contract = Contract(Strain(mode), Side.ONE, Seat.NORTH)
    return Outcome(contract, (points, 157 - points), (tricks, 9 - tricks), stoeck, weis)


def scores_of(game: Game, played: Outcome) -> Scores:
    score = game.score(played)
    assert score is not None
    return score.scores


@pytest.mark.parametrize(
    ("preset", "played", "scores"),
    [
        ("swisslos2500", outcome("H", 95, 5), (95, 62)),
        ("swisslos2500", outcome("S", 95, 5), (190, 124)),
        ("swisslos2500", outcome("NT", 100, 6), (300, 171)),
        ("swisslos2500", outcome("LO", 70, 4), (210, 261)),
        ("pagat", outcome("LO", 70, 4), (280, 348)),
        ("swisslos1000", outcome("H", 157, 9), (257, 0)),
        ("swisslos2500", outcome("S", 157, 9), (514, 0)),
        ("swisslos2500", outcome("NT", 157, 9), (771, 0)),
        ("pagat", outcome("LO", 157, 9), (1028, 0)),
        ("swisslos2500", outcome("C", 0, 0), (0, 514)),
        ("swisslos1000", outcome("H", 157, 8), (157, 0)),
        ("swisslos1000", outcome("H", 88, 5, (0, 70)), (88, 139)),
        ("swisslos2500", outcome("S", 80, 5, (0, 50), (20, 0)), (200, 254)),
        ("swisslos1000", outcome("D", 60, 4, (150, 0), (20, 0)), (230, 97)),
        ("swisslos2500", outcome("NT", 90, 5, (200, 0)), (870, 201)),
        ("swisslos1000", outcome("H", 0, 0, (100, 0)), (100, 257)),
        ("tournament", outcome("H", 157, 9), (157, 0)),
        ("tournament,match_bonus=50", outcome("H", 157, 9), (207, 0)),
        ("swisslos1000,counter_match=double", outcome("H", 0, 0), (0, 514)),
    ],
)
def test_scores_of_the_rule_sheet(preset: str, played: Outcome, scores: Scores) -> None:
    assert scores_of(find_game(f"jass:{preset}"), played) == scores


@given(
    st.sampled_from(PRESETS),
    st.sampled_from(JASS.strains),
    st.integers(0, 157),
    st.integers(0, 9),
    st.sampled_from([(0, 0), (20, 0), (0, 170), (300, 0)]),
    st.sampled_from([(0, 0), (20, 0), (0, 20)]),
    st.sampled_from(SEATS),
    st.sampled_from(["same", "double"]),
)
def test_scores_are_those_of_the_second_implementation(
    preset: Game, strain: Strain, points: int, tricks: int, weis: Scores, stoeck: Scores, namer: Seat, counter: str
) -> None:
    game = preset.with_house_rules({"counter_match": counter})
    points = {0: 0, 9: 157}.get(tricks, points)
    played = outcome(str(strain), points, tricks, weis, stoeck)
    played = played._replace(contract=Contract(strain, namer.side, namer))
    assert scores_of(game, played) == reference_deals.jass_score(
        game.house, int(namer.side), str(strain), played.points, played.tricks, weis, stoeck
    )


def test_who_has_more_has_won_and_nobody_takes_a_contract() -> None:
    score = JASS.score(outcome("H", 60, 4, (20, 0)))
    assert score is not None
    assert (score.winner, score.taker, JASS.aim(outcome("H", 60, 4))) == (Side.TWO, None, None)


@pytest.mark.parametrize(
    ("hand", "large", "small"),
    [
        ("Ks Kh Kd Kc As Qs Js 7d 8c", 150, 100),
        ("Ts Js Qs Ks Kh Kd Kc 6d 6c", 150, 120),
        ("6h 7h 8h 9h Th Jh Qh Ac Kc", 200, 100),
        ("6h 7h 8h 9h Th Jh Qh Kh Ah", 300, 150),
        ("6h 7h 8h 9h Th Jh Qh Kh Ac", 250, 120),
        ("Js Jh Jd Jc 9s Ts Qs 6d 7c", 250, 200),
        ("6s 7s 8s 6h 7h 8h 6d 7d 8d", 60, 60),
        ("8s 8h 8d 8c 6s 6h 6d 6c 7s", 220, 20),
    ],
)
def test_weis_by_hand(hand: str, large: int, small: int) -> None:
    for table, points in (("large", large), ("small", small)):
        game = JASS.with_house_rules({"weis": table})
        assert sum(each.points for each in game.declaring.annonces_of(cards(hand), Strain.HEARTS)) == points
        assert reference.weis(hand.split(), "H", table) == points


@given(HANDS, st.sampled_from(JASS.strains), st.sampled_from(["large", "small"]), st.sampled_from(["cards", "fours"]))
def test_weis_are_those_of_the_second_implementation(hand: list[Card], strain: Strain, table: str, order: str) -> None:
    game = JASS.with_house_rules({"weis": table, "weis_order": order})
    found = game.declaring.annonces_of(Cards(hand), strain)
    assert sum(each.points for each in found) == reference.weis(list(map(str, hand)), str(strain), table)
    assert len(found) <= game.declaring.combinations.most


def declared(hand: str, strain: str, order: str = "cards", table: str = "large") -> Annonce:
    game = JASS.with_house_rules({"weis": table, "weis_order": order})
    return game.declaring.annonces_of(cards(hand), Strain(strain))[0]


@pytest.mark.parametrize(
    ("strain", "first", "second", "order", "better"),
    [
        ("C", "Ad Kd Qd", "Ac Kc Qc", "cards", 2),
        ("S", "Ad Kd Qd", "Ac Kc Qc", "cards", 1),
        ("S", "Ah As Ad Ac", "Tc 9c 8c 7c 6c", "cards", 2),
        ("S", "Ah As Ad Ac", "Tc 9c 8c 7c 6c", "fours", 1),
        ("S", "9h 9s 9d 9c", "Tc 9c 8c 7c 6c Jc", "fours", 2),
        ("LO", "Ah Kh Qh", "8c 7c 6c", "cards", 2),
        ("NT", "Ah Kh Qh", "8c 7c 6c", "cards", 1),
        ("LO", "Ah As Ad Ac", "6h 6s 6d 6c", "cards", 2),
        ("NT", "Ah As Ad Ac", "6h 6s 6d 6c", "cards", 1),
        ("LO", "6h 6s 6d 6c", "9h 9s 9d 9c", "cards", 2),
    ],
)
def test_the_better_weis_scores(strain: str, first: str, second: str, order: str, better: int) -> None:
    said = [(Seat.NORTH, declared(first, strain, order)), (Seat.EAST, declared(second, strain, order))]
    scores = JASS.declaring.scores(said)
    assert bool(scores[0]) is (better == 1)
    assert bool(scores[1]) is (better == 2)


@pytest.mark.parametrize("order", ["cards", "fours"])
def test_of_rows_for_as_many_points_the_longer_is_better(order: str) -> None:
    def best(hand: str) -> Annonce:
        return declared(hand, "S", order, "small")

    six, five, four = best("6h 7h 8h 9h Th Jh"), best("Ac Kc Qc Jc Tc"), best("Kh Ks Kd Kc")
    assert [each.points for each in (six, five, four)] == [100, 100, 100]
    assert [each.name for each in (six, five)] == ["Sechsblatt", "Fünfblatt"]
    ranked = sorted((six, five, four), key=lambda each: each[:3], reverse=True)
    assert ranked == ([six, five, four] if order == "cards" else [four, six, five])


def play_on(deal: Round, plays: str) -> Round:
    for card in plays.split():
        deal = deal.apply(card)
    return deal


def dealt(game: Game, hands: str, calls: str) -> Round:
    """A deal of the hands of the seats 1 to 4, dealt by the fourth."""
    held = [list(map(parse_card, hand.split(" "))) for hand in hands.split(" / ")]
    deck = [card for packet in range(3) for seat in range(4) for card in held[seat][3 * packet : 3 * packet + 3]]
    deal = Round(game, Seat.WEST, tuple(deck))
    for call in calls.split(","):
        deal = deal.apply(call.strip())
    return deal


NINES = (
    "Kh Qh 6h 7s 8s Ts 6c 7c 9d / Ah 7h 8h 9s Js Qs 8c 9c Td / Jh 9h Th Ks 6d 7d Tc Jc Jd / As 6s 8d Qd Kd Ad Qc Kc Ac"
)


def test_stoeck_is_told_with_the_second_card_and_not_before() -> None:
    deal = play_on(dealt(JASS.with_house_rules({"weis": "off"}), NINES, "name H"), "Kh 7h Th 6s")
    assert (deal.said, deal.tally.bonus) == ((), (0, 0))
    deal = play_on(deal, "7s Js Ks As")
    assert not deal.course.lacking[0] & Card("Qh").bit, "the king alone proves nothing"
    deal = play_on(deal, "8d Qh Td 6d")
    assert [str(word) for _, word in deal.said] == ["stoeck"]
    assert deal.tally.bonus == (20, 0)


def test_stoeck_that_must_be_said_counts_only_then() -> None:
    game = JASS.with_house_rules({"weis": "off", "stoeck_announce": "required"})
    deal = dealt(game, NINES, "name H")
    assert "stoeck" not in deal.legal(), "nothing is said with the first card"
    deal = play_on(deal, "Kh 7h Th 6s 7s Js Ks As 8d")
    assert deal.legal()[0] == "stoeck"
    said, unsaid = play_on(deal.apply("stoeck"), "Qh Td 6d"), play_on(deal, "Qh Td 6d")
    assert list(map(str, deal.apply("stoeck").legal())) == ["Qh"]
    assert (said.tally.bonus, unsaid.tally.bonus) == ((20, 0), (0, 0))
    assert (said.record().said, unsaid.record().said) == (((9, "stoeck"),), ())


def test_weis_are_declared_by_themselves_or_by_a_word() -> None:
    by_itself = dealt(JASS, NINES, "name H")
    assert "declare" not in by_itself.legal()
    after = play_on(by_itself, "Kh 7h Th 6s")
    assert after.course.declared == ((Seat.SOUTH, "Dreiblatt"), (Seat.WEST, "Dreiblatt"), (Seat.WEST, "Dreiblatt"))
    assert after.record().said is None, "it need not be written down"
    required = dealt(JASS.with_house_rules({"weis_announce": "required"}), NINES, "name H")
    silent = play_on(required, "Kh 7h Th 6s")
    assert (silent.course.declared, silent.outcome and silent.outcome.annonces) == ((), (0, 0))
    said = play_on(play_on(required, "Kh 7h").apply("declare"), "Th").apply("declare").apply("6s")
    assert said.course.declared == after.course.declared
    assert said.outcome is not None
    assert after.outcome is not None
    assert said.outcome.annonces == after.outcome.annonces == (0, 40)


def test_words_for_what_is_declared_by_itself_are_refused() -> None:
    deal = played_at_random(JASS, Seat.NORTH, 3)
    record = deal.record()
    assert judge(record).status == "clean"
    finding = judge(record._replace(said=((0, "declare"),))).finding
    assert isinstance(finding, Finding)
    assert finding.code == "illegal-word"


@pytest.mark.parametrize("push_back", [False, True])
@pytest.mark.parametrize("dealer", SEATS)
def test_the_auction_is_that_of_the_second_implementation(push_back: bool, dealer: Seat) -> None:
    house = {"push_back": push_back}
    game, checked, waiting = JASS.with_house_rules(house), 0, [JASS.with_house_rules(house).auction(dealer, None)]
    while waiting:
        auction = waiting.pop()
        calls = list(map(str, auction.calls))
        assert list(map(str, auction.legal())) == reference_deals.legal_calls("jass", house, dealer, calls)
        assert auction.turn == reference_deals.to_call("jass", house, dealer, calls)
        if auction.turn is None:
            result, contract = reference_deals.auction_result("jass", house, dealer, calls), auction.contract
            assert isinstance(result, dict)
            assert contract is not None
            assert (str(contract.strain), contract.seat) == (result["strain"], result["seat"])
            assert game.leader(dealer, contract) is dealer.next
            checked += 1
        waiting += [auction.call(call) for call in auction.legal()]
    assert checked == (18 if push_back else 12)


def summed(mode: str) -> tuple[int, Scores]:
    """How many ways there are to play an ending, and sums over them of the points of the sides."""
    found, counting = [0, 0, 0], JASS.counting(Strain(mode))

    def go_on(position: Position, won: list[int]) -> None:
        if not position.legal():
            found[:] = [total + more for total, more in zip(found, [1, *won], strict=True)]
        for card in position.legal():
            after, now = position.play_unchecked(card), won.copy()
            if not after.trick.cards:
                trick, side = (*position.trick.cards, card), after.trick.leader.side - 1
                now[side] += sum(counting.card_points[each.index] for each in trick)
                now[side] += 0 if after.legal() else counting.last_trick
            go_on(after, now)

    go_on(Position.parse(f"jass {mode} N N:.K6.7.9 .J.A6.8 .9.K9.T .T7..A6"), [0, 0])
    return found[0], (found[1], found[2])


@pytest.mark.parametrize(
    ("mode", "sums"), [("NT", (1664, (45212, 62948))), ("LO", (1400, (42812, 63588))), ("H", (16544, (620768, 851648)))]
)
def test_points_of_all_ways_to_play_an_ending(mode: str, sums: tuple[int, Scores]) -> None:
    assert summed(mode) == sums


@pytest.mark.parametrize(
    ("house", "counts"),
    [({"buur_free": False}, {1: 4, 2: 7, 12: 10192}), ({"undertrump": "when_void"}, {2: 13, 4: 56, 12: 23392})],
)
def test_ways_to_play_under_other_duties(house: dict[str, str | bool], counts: dict[int, int]) -> None:
    held = (("Kh 6h 7d 9c"), ("Jh Ad 6d 8c"), ("9h Kd 9d Tc"), ("Th 7h Ac 6c"))
    position = Position(JASS.with_house_rules(house), Strain.HEARTS, list(map(cards, held)), Seat.NORTH)
    assert {depth: perft(position, depth) for depth in counts} == counts


@pytest.mark.parametrize(
    ("plays", "revealing"),
    [
        ("6s Ah 7s 8s 9s Ts Js Qs", (None, None)),
        ("6s Ah 7d 8s 7c 9s", (5, 5)),
        ("Ah 6s 6h 7h 6d Jh", (None, None)),
        ("Ah 6s 6h 7h 6d 9h", (5, 5)),
        ("6s Kh 7h", (None, 2)),
        ("Ah 6s 6c 6d Ad 7d 8d 9d Kd", (None, 8)),
    ],
)
def test_what_cards_prove(plays: str, revealing: tuple[int | None, int | None]) -> None:
    names = plays.split()
    for level, expected in zip(LEVELS, revealing, strict=True):
        assert reference.first_provable("jass", "H", names, 1, 9, {}, level) == expected
        referee = Referee(JASS, Strain.HEARTS, level)
        objected = next((number for number, name in enumerate(names) if referee.play(parse_card(name))), None)
        assert objected == expected


def test_a_trump_below_another_is_a_fault_of_who_shows_a_plain_card_later() -> None:
    referee = Referee(JASS, Strain.HEARTS, "player")
    found = [referee.play(parse_card(name)) for name in "6s Kh 7h 8s 6c 7c".split()]
    assert [finding is not None for finding in found] == [False] * 5 + [True]


def ending(order: str, totals: Scores, played: Outcome) -> Standing:
    """How a match stands after a deal, which began with some points of the sides."""
    game = JASS.with_house_rules({"end_order": order})
    score = game.score(played)
    assert score is not None
    return game.after(Progress(Seat.NORTH, Standing(totals)), score).standing


def in_order(won: str, weis: Scores = (0, 0), stoeck: Scores = (0, 0)) -> Outcome:
    """A deal whose tricks, `side:points` each, are known in order."""
    tricks = [tuple(map(int, trick.split(":"))) for trick in won.split()]
    points = [sum(points for side, points in tricks if side == each) for each in (1, 2)]
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH)
    steps = tuple((Side(side), points) for side, points in tricks)
    return Outcome(contract, (points[0], points[1]), (5, 4), stoeck, weis, won=steps)


TRICKS = "1:21 2:30 1:10 2:26 1:12 1:8 2:20 1:10 2:20"


@pytest.mark.parametrize(
    ("order", "totals", "weis", "stoeck", "after", "winner"),
    [
        ("stoeck_weis_stich", (985, 960), (0, 50), (0, 0), (985, 1010), Side.TWO),
        ("stoeck_stich_weis", (985, 960), (0, 50), (0, 0), (1006, 960), Side.ONE),
        ("stoeck_weis_stich", (985, 960), (0, 50), (20, 0), (1005, 960), Side.ONE),
        ("stoeck_weis_stich", (957, 900), (0, 0), (0, 0), (1000, 956), Side.ONE),
        ("stoeck_weis_stich", (900, 960), (0, 0), (0, 0), (931, 1016), Side.TWO),
        ("stoeck_weis_stich", (100, 60), (0, 50), (20, 0), (181, 206), None),
    ],
)
def test_a_match_ends_at_once(
    order: str, totals: Scores, weis: Scores, stoeck: Scores, after: Scores, winner: Side | None
) -> None:
    standing = ending(order, totals, in_order(TRICKS, weis, stoeck))
    assert (standing.totals, standing.winner, standing.is_over) == (after, winner, winner is not None)


def test_at_the_end_of_a_deal_the_higher_total_wins() -> None:
    game = JASS.with_house_rules({"match_end": "deal_end"})
    score = game.score(in_order(TRICKS, (0, 50)))
    assert score is not None
    standing = game.after(Progress(Seat.NORTH, Standing((985, 960))), score).standing
    assert (standing.totals, standing.winner) == ((1046, 1106), Side.TWO)


def test_a_deal_tells_the_order_of_its_points() -> None:
    deal = play_on(dealt(JASS, NINES, "push, name H"), "")
    rng = Random(4)
    while deal.turn is not None:
        deal = deal.apply(rng.choice(deal.legal()))
    score = deal.score
    assert isinstance(score, DealScore)
    assert len([side for side, _ in score.steps]) >= 9
    for side in Side:
        assert sum(points for each, points in score.steps if each is side) == score.scores[side - 1]


@pytest.mark.parametrize(
    ("words", "extras", "scores"),
    [
        ("H 95", Extras(annonces=(0, 50), belotes=(Side.ONE,)), (115, 112)),
        ("LO", Extras(all_tricks=Side.ONE), (257, 0)),
        ("♠ 80", Extras(), (80, 77)),
    ],
)
def test_results_in_words(words: str, extras: Extras, scores: Scores) -> None:
    played = read_outcome(JASS, words.split(), extras)
    assert played is not None
    assert scores_of(JASS, played) == scores
