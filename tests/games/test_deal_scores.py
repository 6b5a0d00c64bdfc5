"""What a deal is worth: against the second implementation, and the lines of the rules by hand."""

from collections import Counter
from itertools import product
from typing import Any

import pytest
import reference_deals as reference
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import PRESETS, examples, house, seats

from overtrick import texts
from overtrick.core.annonces import Annonce, annonces_of
from overtrick.core.auctions import Contract
from overtrick.core.cards import Cards
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import NOBODY, DealScore, Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.games.bridge.rules import BOTH

NONE: Scores = (0, 0)

BELOTE_RULES = (*("tie", "belote_counts_for_contract", "capot_for", "capot_total", "annonces_of_capot", "rounding"),)
COINCHE_RULES = (
    *("capot_value", "generale_value", "surcoinche", "eighty_means", "made_if", "tie", "system", "base"),
    *("belote_on_failure", "capot_total", "annonces_of_capot", "rounding"),
)
EUCHRE_RULES = ("march", "lone_march", "euchred", "lone_euchred", "lone_defender", "super_euchre")
SUECA_RULES = ("bandeira", "bandeira_needs", "ninety")


def options(game: Game, rules: tuple[str, ...]) -> dict[str, Any]:
    """Some house rules in the words of the reference."""
    return {rule: getattr(game, rule) for rule in rules}


def score(game: Game, outcome: Outcome) -> DealScore:
    """The score, of which the parts are all that is marked, and each for a reason that has a text."""
    found = game.score(outcome)
    assert found is not None
    of_sides = [sum(part.points for part in found.parts if part.side is side) for side in Side]
    assert list(found.scores) == of_sides
    assert all(part.points for part in found.parts)
    for language, part in product(texts.LANGUAGES, found.parts):
        assert texts.say(language, f"score.{part.reason}")
    return found


def swapped(scores: Scores) -> Scores:
    return scores[1], scores[0]


def pairs(values: st.SearchStrategy[int]) -> st.SearchStrategy[Scores]:
    return st.tuples(values, values)


@st.composite
def tricks_and_points(draw: st.DrawFn) -> tuple[Scores, Scores]:
    """Tricks and trick points of a deal of Belote; often such that the sides have about the same."""
    tricks = draw(st.integers(0, 8))
    first = draw(st.sampled_from([61, 71, 80, 81, 82, 91, 101]) | st.integers(0, 162))
    points = 162 if tricks == 8 else 0 if tricks == 0 else first
    return (tricks, 8 - tricks), (points, 162 - points)


belotes = st.sampled_from([NONE, NONE, (20, 0), (0, 20), (40, 20), (0, 80)])
annonces = pairs(st.sampled_from([0, 0, 0, 20, 50, 100, 170, 400]))


# Bridge


def test_all_results_of_duplicate_bridge() -> None:
    game, found = find_game("bridge"), []
    for level, strain, double, vulnerable, tricks in product(range(1, 8), game.strains, range(3), (0, 1), range(14)):
        expected = reference.bridge_score(level, str(strain), double, bool(vulnerable), tricks)
        for side in Side:
            contract = Contract(strain, side, Seat(side), level, double)
            won = (tricks, 13 - tricks) if side is Side.ONE else (13 - tricks, tricks)
            # Only the declaring side's vulnerability matters.
            others = frozenset([side.other]) if tricks % 2 else NOBODY
            sides = others | frozenset([side] if vulnerable else [])
            deal = game.score(Outcome(contract, NONE, won, vulnerable=sides))
            assert deal is not None
            first, second = deal.scores
            assert (first - second if side is Side.ONE else second - first) == expected
            assert 0 in deal.scores
            assert deal.winner is (side if expected > 0 else side.other)
        found.append(expected)
    assert (len(found), sum(found), len(set(found)), min(found), max(found)) == (2940, -2628190, 219, -7600, 3160)


def game_bonus(scoring: str, below: int, vulnerable: int) -> int:
    return 0 if scoring == "rubber" or below < 100 else 500 if vulnerable else 300


@pytest.mark.parametrize("scoring", ["rubber", "chicago"])
def test_all_results_of_a_rubber(scoring: str) -> None:
    game = find_game(f"bridge:{scoring}")
    for level, strain, double, vulnerable, tricks in product((1, 3, 6, 7), game.strains, range(3), (0, 1), range(14)):
        below, above, penalty = reference.rubber_parts(level, str(strain), double, bool(vulnerable), tricks)
        outcome = Outcome(Contract(strain, Side.TWO, Seat.EAST, level, double), NONE, (13 - tricks, tricks))
        deal = game.score(outcome._replace(vulnerable=BOTH if vulnerable else NOBODY))
        assert deal is not None
        assert deal.scores == (penalty, below + above + game_bonus(scoring, below, vulnerable))
        assert deal.below == (0, below)


@pytest.mark.parametrize(
    ("level", "strain", "double", "vulnerable", "tricks", "parts"),
    [
        (1, "NT", 0, NOBODY, 7, {"bid-tricks": 40, "part-score": 50}),
        (2, "H", 0, BOTH, 9, {"bid-tricks": 60, "overtricks": 30, "part-score": 50}),
        (3, "NT", 0, NOBODY, 9, {"bid-tricks": 100, "game": 300}),
        (4, "S", 0, BOTH, 10, {"bid-tricks": 120, "game": 500}),
        (2, "S", 1, NOBODY, 8, {"bid-tricks": 120, "insult": 50, "game": 300}),
        (2, "D", 1, NOBODY, 8, {"bid-tricks": 80, "insult": 50, "part-score": 50}),
        (1, "NT", 2, NOBODY, 7, {"bid-tricks": 160, "insult": 100, "game": 300}),
        (6, "NT", 0, BOTH, 12, {"bid-tricks": 190, "slam": 750, "game": 500}),
        (7, "NT", 2, BOTH, 13, {"bid-tricks": 880, "slam": 1500, "insult": 100, "game": 500}),
        (1, "C", 2, BOTH, 9, {"bid-tricks": 80, "overtricks": 800, "insult": 100, "part-score": 50}),
        (4, "H", 1, NOBODY, 6, {"undertricks": 800}),
    ],
)
def test_the_parts_of_a_bridge_score(
    level: int, strain: str, double: int, vulnerable: frozenset[Side], tricks: int, parts: dict[str, int]
) -> None:
    contract = Contract(Strain(strain), Side.ONE, Seat.SOUTH, level, double)
    deal = score(find_game("bridge"), Outcome(contract, NONE, (tricks, 13 - tricks), vulnerable=vulnerable))
    assert {part.reason: part.points for part in deal.parts} == parts


@pytest.mark.parametrize(
    ("strain", "hands", "expected"),
    [
        ("S", ["As Ks Qs Js Ts", "", "", ""], (150, 0)),
        ("S", ["As Ks Qs Js", "Ts", "", ""], (100, 0)),
        ("S", ["As Ks Qs", "", "", "Js Ts"], NONE),
        ("S", ["", "", "", "Ks Qs Js Ts"], (0, 100)),
        ("S", ["As Ah Ad Ac", "Ks Qs Js Ts", "", ""], (0, 100)),
        ("NT", ["", "As Ah Ad Ac", "", ""], (0, 150)),
        ("NT", ["As Ks Qs Js Ts", "", "", ""], NONE),
    ],
)
def test_honours_in_one_hand(strain: str, hands: list[str], expected: Scores) -> None:
    held = [Cards(hand) for hand in hands]
    assert find_game("bridge:rubber").honours.scores(held, Strain(strain)) == expected
    assert find_game("bridge").honours.scores(held, Strain(strain)) == NONE
    contract = Contract(Strain(strain), Side.ONE, Seat.NORTH, 1)
    deal = score(find_game("bridge:rubber"), Outcome(contract, NONE, (6, 7), honours=expected))
    assert deal.scores == (expected[0], expected[1] + 50)
    assert deal.below == NONE


@pytest.mark.parametrize("value", [None, 0, 8, "capot"])
def test_a_bridge_contract_of_no_level_has_no_score(value: int | str | None) -> None:
    contract = Contract(Strain.SPADES, Side.ONE, Seat.NORTH, value)
    assert find_game("bridge").score(Outcome(contract, NONE, (7, 6))) is None


# Euchre


@given(house(find_game("euchre"), EUCHRE_RULES), seats, st.integers(0, 5), st.sampled_from(["", "maker", "both"]))
def test_euchre_scores(game: Game, maker: Seat, tricks: int, lone: str) -> None:
    alone = {"": (), "maker": (maker,), "both": (maker, maker.next)}[lone]
    won = (tricks, 5 - tricks) if maker.side is Side.ONE else (5 - tricks, tricks)
    deal = score(game, Outcome(Contract(Strain.HEARTS, maker.side, maker, alone=alone), won, won))
    expected = reference.euchre_score(options(game, EUCHRE_RULES), maker.side, tricks, lone != "", lone == "both")
    assert deal.scores == expected
    assert deal.winner is (maker.side if tricks >= 3 else maker.side.other)


@pytest.mark.parametrize(
    ("rules", "tricks", "alone", "expected", "reason"),
    [
        ("", 3, "", (1, 0), "made"),
        ("", 4, "1", (1, 0), "made"),
        ("", 5, "", (2, 0), "march"),
        ("", 5, "1", (4, 0), "lone-march"),
        ("", 2, "", (0, 2), "euchred"),
        ("", 2, "1", (0, 2), "euchred"),
        (",lone_euchred=4", 2, "1", (0, 4), "euchred"),
        (",lone_euchred=4", 2, "", (0, 2), "euchred"),
        ("", 2, "12", (0, 4), "euchred"),
        (",super_euchre=4", 0, "", (0, 4), "euchred"),
        (",super_euchre=4", 1, "", (0, 2), "euchred"),
    ],
)
def test_the_lines_of_euchre(rules: str, tricks: int, alone: str, expected: Scores, reason: str) -> None:
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, alone=tuple(Seat(int(seat)) for seat in alone))
    deal = score(find_game(f"euchre{rules}"), Outcome(contract, NONE, (tricks, 5 - tricks)))
    assert deal.scores == expected
    assert [part.reason for part in deal.parts] == [reason]


@pytest.mark.parametrize(("rules", "expected"), [("hoyle", NONE), ("hoyle,all_pass=dealer_forfeits", (0, -1))])
def test_a_deal_of_euchre_that_nobody_called(rules: str, expected: Scores) -> None:
    deal = find_game(f"euchre:{rules}").passed_out(Seat.WEST)
    assert (deal.scores, deal.winner, deal.is_played) == (expected, None, False)


def test_a_renege_costs_twice_as_much_against_a_lone_hand() -> None:
    game, lone = find_game("euchre"), Contract(Strain.HEARTS, Side.ONE, Seat.NORTH, "alone", alone=(Seat.NORTH,))
    assert game.revoke_scores(Side.TWO, lone._replace(alone=())) == (2, 0)
    assert game.revoke_scores(Side.ONE, None) == (0, 2)
    assert game.revoke_scores(Side.TWO, lone) == (4, 0)


# Sueca


@st.composite
def sueca_results(draw: st.DrawFn) -> tuple[Scores, Scores]:
    """Points and tricks; a side without points may have won tricks."""
    first = draw(st.sampled_from([0, 29, 30, 31, 59, 60, 61, 120]) | st.integers(0, 120))
    tricks = draw(st.integers(int(first > 0), 10 - int(first < 120)))
    return (first, 120 - first), (tricks, 10 - tricks)


@given(house(find_game("sueca"), SUECA_RULES), sueca_results())
def test_sueca_match_points(game: Game, result: tuple[Scores, Scores]) -> None:
    won, taken = result
    deal = score(game, Outcome(Contract(Strain.HEARTS), won, taken))
    assert deal.scores == won
    assert deal.worth == reference.sueca_match_points(options(game, SUECA_RULES), won, taken)
    assert deal.winner is (None if won[0] == 60 else Side.ONE if won[0] > 60 else Side.TWO)


@pytest.mark.parametrize(
    ("rules", "points", "tricks", "worth"),
    [
        ("", 60, 5, (0, 0)),
        ("", 61, 5, (1, 0)),
        ("", 90, 5, (1, 0)),
        (",ninety=3", 90, 5, (3, 0)),
        ("", 91, 5, (2, 0)),
        ("", 119, 9, (2, 0)),
        ("", 120, 9, (4, 0)),
        (",bandeira=3", 120, 10, (3, 0)),
        (",bandeira_needs=tricks", 120, 9, (2, 0)),
        (",bandeira_needs=tricks", 120, 10, (4, 0)),
    ],
)
def test_the_lines_of_sueca(rules: str, points: int, tricks: int, worth: Scores) -> None:
    game = find_game(f"sueca{rules}")
    won, taken = (points, 120 - points), (tricks, 10 - tricks)
    assert score(game, Outcome(Contract(Strain.HEARTS), won, taken)).worth == worth
    assert score(game, Outcome(Contract(Strain.HEARTS), swapped(won), swapped(taken))).worth == swapped(worth)


# Belote


@st.composite
def belote_games(draw: st.DrawFn) -> Game:
    game = draw(st.sampled_from([preset for preset in PRESETS if preset.name == "belote"]))
    return draw(house(game, BELOTE_RULES))


@examples(100)
@given(belote_games(), seats, tricks_and_points(), belotes, annonces)
@example(find_game("belote"), Seat.EAST, ((4, 4), (91, 71)), (0, 20), NONE)
def test_belote_scores(game: Game, taker: Seat, won: tuple[Scores, Scores], bonus: Scores, declared: Scores) -> None:
    tricks, points = won
    deal = score(game, Outcome(Contract(Strain.HEARTS, taker.side, taker), points, tricks, bonus, declared))
    rules = options(game, BELOTE_RULES)
    expected = reference.belote_score(rules, taker.side, points, tricks, bonus, declared)
    assert (deal.scores, deal.held) == expected
    assert deal.taker is taker.side
    assert bool(deal.held) <= (deal.winner is None)


@pytest.mark.parametrize(
    ("rules", "points", "tricks", "bonus", "declared", "expected", "held"),
    [
        ("", (100, 62), (5, 3), (20, 0), NONE, (120, 62), 0),
        ("", (162, 0), (8, 0), (20, 0), NONE, (272, 0), 0),
        ("", (162, 0), (8, 0), (0, 20), (0, 50), (302, 20), 0),
        (",annonces_of_capot=lost", (162, 0), (8, 0), (0, 20), (0, 50), (252, 20), 0),
        (",capot_total=250", (162, 0), (8, 0), NONE, NONE, (250, 0), 0),
        (",capot_total=162", (162, 0), (8, 0), NONE, NONE, (162, 0), 0),
        ("", (70, 92), (4, 4), (20, 0), (0, 50), (20, 212), 0),  # inside
        ("", (70, 92), (4, 4), NONE, (20, 0), (0, 182), 0),  # the takers' annonces go to the defenders
        ("", (0, 162), (0, 8), (20, 0), NONE, (20, 252), 0),
        (",capot_for=takers", (0, 162), (0, 8), (20, 0), NONE, (20, 162), 0),
        ("", (81, 81), (4, 4), NONE, NONE, (0, 81), 81),  # litige
        ("", (71, 91), (4, 4), (20, 0), NONE, (0, 91), 91),
        ("", (91, 71), (4, 4), (0, 20), NONE, (0, 91), 91),
        (",belote_counts_for_contract=false", (81, 81), (4, 4), (20, 0), NONE, (20, 81), 81),
        (",belote_counts_for_contract=false", (71, 91), (4, 4), (20, 0), NONE, (20, 162), 0),
        (",tie=takers_made", (81, 81), (4, 4), NONE, NONE, (81, 81), 0),
        (",tie=dedans", (81, 81), (4, 4), NONE, NONE, (0, 162), 0),
        (",rounding=nearest10_5up", (84, 78), (4, 4), NONE, NONE, (80, 80), 0),
        (",rounding=nearest10_5up", (85, 77), (4, 4), NONE, NONE, (90, 80), 0),
        (",rounding=nearest10_6up", (85, 77), (4, 4), NONE, NONE, (80, 80), 0),
        (",rounding=nearest10_6up", (86, 76), (4, 4), NONE, NONE, (90, 80), 0),
        (",rounding=defenders_first", (85, 77), (4, 4), NONE, NONE, (80, 80), 0),
        (",rounding=nearest10_5up", (79, 83), (4, 4), NONE, NONE, (0, 160), 0),  # rounding makes no contract
        (",rounding=nearest10_5up", (162, 0), (8, 0), NONE, NONE, (250, 0), 0),
    ],
)
def test_the_lines_of_belote(
    rules: str, points: Scores, tricks: Scores, bonus: Scores, declared: Scores, expected: Scores, held: int
) -> None:
    outcome = Outcome(Contract(Strain.HEARTS, Side.ONE, Seat.NORTH), points, tricks, bonus, declared)
    deal = score(find_game(f"belote{rules}"), outcome)
    assert (deal.scores, deal.held) == (expected, held)


def test_all_trumps_of_258_points_count_as_162() -> None:
    game = find_game("belote,round2_sa_ta=true")
    points = game.card_points(Strain.ALL_TRUMPS)
    assert sum(points) == 248
    contract = Contract(Strain.ALL_TRUMPS, Side.ONE, Seat.NORTH)
    for first in range(259):
        deal = score(game, Outcome(contract, (first, 258 - first), (4, 4)))
        assert sum(deal.scores) + deal.held == 162
    assert score(game, Outcome(contract, (140, 118), (4, 4))).scores == (88, 74)  # 140 of 258 are 87.9 of 162
    assert score(game, Outcome(contract, (129, 129), (4, 4))).held == 81
    assert score(game, Outcome(contract, (258, 0), (8, 0), (80, 0))).scores == (332, 0)
    coinche = find_game("coinche,sa_ta=true,all_trump_points=ffb16,rounding=none")
    bid = contract._replace(value=80)
    assert score(coinche, Outcome(bid, (140, 118), (4, 4))).scores == (168, 74)
    assert score(coinche, Outcome(bid, (127, 131), (4, 4))).winner is Side.TWO  # 80, and the others have 82


@pytest.mark.parametrize(("rules", "expected"), [("", None), (",fault_penalty=deal_lost", (162, 0))])
def test_a_proved_revoke_may_lose_the_deal(rules: str, expected: Scores | None) -> None:
    assert find_game(f"belote{rules}").revoke_scores(Side.TWO, None) == expected


def test_a_lost_deal_is_160_where_points_are_rounded() -> None:
    game = find_game("coinche:contree,fault_penalty=deal_lost")
    assert game.revoke_scores(Side.ONE, None) == (0, 160)


# Coinche


@st.composite
def coinche_games(draw: st.DrawFn) -> Game:
    game = draw(st.sampled_from([preset for preset in PRESETS if preset.name == "coinche"]))
    return draw(house(game.with_house_rules({"last_trick": 10}), COINCHE_RULES))


@examples(150)
@given(
    coinche_games(), st.none() | seats, st.sampled_from([*range(80, 190, 10), "capot", "generale"]),
    st.integers(0, 2), tricks_and_points(), belotes, annonces, st.integers(0, 8),
)  # fmt: skip
def test_coinche_scores(
    game: Game, bidder: Seat | None, value: int | str, double: int,
    won: tuple[Scores, Scores], bonus: Scores, declared: Scores, own: int,
) -> None:  # fmt: skip
    tricks, points = won
    side = Side.ONE if bidder is None else bidder.side  # the standing bid is of side 1
    contract = Contract(Strain.HEARTS, side, bidder, value, double)
    own = min(own, tricks[side - 1])
    deal = score(game, Outcome(contract, points, tricks, bonus, declared, own))
    words: reference.Contract = {"strain": "H", "seat": bidder, "value": value, "double": double, "alone": []}
    rules = options(game, COINCHE_RULES)
    expected = reference.coinche_score(rules, words, points, tricks, bonus, declared, own)
    assert (deal.scores, deal.held) == expected
    assert deal.taker is side


FFB = "coinche,rounding=none"
TIMES = f"{FFB},system=contract_times"
FLAT = f"{FFB},system=flat"
FIVE, ALL, SEVEN, HALF = (5, 3), (8, 0), (7, 1), (4, 4)
MOST, PACK = (100, 62), (162, 0)


@pytest.mark.parametrize(
    ("game", "value", "double", "points", "tricks", "bonus", "declared", "expected"),
    [
        # made, in each system
        (FFB, 90, 0, MOST, FIVE, (20, 0), (50, 0), (260, 62)),
        (FFB, 90, 0, MOST, FIVE, (0, 20), NONE, (190, 82)),
        (FFB, 90, 0, PACK, ALL, NONE, NONE, (342, 0)),  # a capot that nobody bid
        (TIMES, 90, 0, MOST, FIVE, (20, 0), NONE, (210, 62)),
        (f"{FFB},system=bid_only", 90, 0, MOST, FIVE, (20, 0), NONE, (90, 0)),
        (FLAT, 90, 0, MOST, FIVE, (0, 20), NONE, (100, 82)),
        ("coinche", 90, 0, (95, 67), FIVE, NONE, NONE, (190, 70)),  # 5 up
        # made and coinched
        (FFB, 90, 1, MOST, FIVE, (20, 0), NONE, (520, 0)),
        (FFB, 90, 2, MOST, FIVE, (20, 0), NONE, (1020, 0)),
        (f"{FFB},surcoinche=3", 90, 2, MOST, FIVE, NONE, NONE, (750, 0)),
        (FFB, 90, 1, MOST, FIVE, (0, 20), (50, 0), (600, 20)),
        (FFB, 90, 1, PACK, ALL, NONE, NONE, (680, 0)),
        (TIMES, 90, 1, MOST, FIVE, (20, 0), NONE, (360, 0)),
        (TIMES, 90, 2, MOST, FIVE, (20, 0), NONE, (540, 0)),
        (f"{FFB},system=bid_only", 90, 2, MOST, FIVE, NONE, NONE, (360, 0)),
        (FLAT, 90, 1, MOST, FIVE, (20, 0), NONE, (320, 0)),
        (FLAT, 90, 2, MOST, FIVE, NONE, NONE, (640, 0)),
        # failed
        (FFB, 130, 0, MOST, FIVE, (20, 0), NONE, (20, 290)),
        (FFB, 130, 1, MOST, FIVE, (20, 0), NONE, (20, 580)),
        (f"{FFB},belote_on_failure=defence", 130, 1, MOST, FIVE, (20, 0), NONE, (0, 600)),
        (FFB, 130, 0, MOST, FIVE, (0, 20), (0, 50), (0, 360)),
        (TIMES, 130, 1, MOST, FIVE, NONE, NONE, (0, 420)),
        ("coinche:cannes", 130, 2, MOST, FIVE, (20, 0), NONE, (0, 572)),  # 162, three times 130, and the belote
        ("coinche:cannes", "capot", 1, PACK, ALL, NONE, NONE, (792, 0)),  # 252 and twice 270
        (f"{FFB},system=bid_only", 130, 1, MOST, FIVE, (20, 0), NONE, (0, 260)),
        (FLAT, 130, 0, MOST, FIVE, NONE, NONE, (0, 160)),
        (FLAT, "capot", 1, (150, 12), SEVEN, NONE, NONE, (0, 1000)),
        (FLAT, "capot", 0, PACK, ALL, NONE, NONE, (500, 0)),
        # capot
        (FFB, "capot", 0, PACK, ALL, NONE, NONE, (502, 0)),
        (FFB, "capot", 1, PACK, ALL, (20, 0), NONE, (1020, 0)),
        (FFB, "capot", 0, (150, 12), SEVEN, (20, 0), NONE, (20, 410)),
        (f"{FFB},capot_value=270", "capot", 0, PACK, ALL, NONE, NONE, (522, 0)),
        # how much is enough
        (FFB, 80, 0, (81, 81), HALF, NONE, NONE, (0, 240)),
        (f"{FFB},made_if=reach", 80, 0, (81, 81), HALF, NONE, NONE, (161, 81)),
        (f"{FFB},made_if=reach", 80, 0, (80, 82), HALF, NONE, NONE, (160, 82)),
        ("coinche:pagat", 80, 0, (81, 81), HALF, NONE, NONE, (0, 240)),
        ("coinche:pagat", 80, 0, (82, 80), HALF, NONE, NONE, (162, 80)),
        (f"{FFB},made_if=reach", 90, 0, (70, 92), HALF, (20, 0), NONE, (180, 92)),  # the belote counts
        (FFB, 90, 0, (70, 92), HALF, NONE, (50, 0), (210, 92)),  # so do annonces
        ("coinche", 90, 0, (86, 76), HALF, NONE, NONE, (0, 250)),  # rounding does not
        # only the points
        ("coinche:dot_cardgames", 80, 0, (90, 62), HALF, NONE, NONE, (90, 62)),
        ("coinche:dot_cardgames", 100, 1, (90, 62), HALF, NONE, NONE, (90, 62)),
    ],
)
def test_the_lines_of_coinche(
    game: str, value: int | str, double: int,
    points: Scores, tricks: Scores, bonus: Scores, declared: Scores, expected: Scores,
) -> None:  # fmt: skip
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.SOUTH, value, double)
    deal = score(find_game(game), Outcome(contract, points, tricks, bonus, declared))
    assert (deal.scores, deal.held) == (expected, 0)
    other = contract._replace(side=Side.TWO, seat=Seat.EAST)
    turned = Outcome(other, swapped(points), swapped(tricks), swapped(bonus), swapped(declared))
    assert score(find_game(game), turned).scores == swapped(expected)


@pytest.mark.parametrize(("value", "points", "winner"), [(80, 80, Side.ONE), (80, 79, Side.TWO), (90, 89, Side.TWO)])
def test_in_dot_cardgames_the_contract_tells_who_won(value: int, points: int, winner: Side) -> None:
    contract = Contract(Strain.HEARTS, Side.ONE, None, value)
    deal = score(find_game("coinche:dot_cardgames"), Outcome(contract, (points, 152 - points), HALF))
    assert (deal.scores, deal.winner) == ((points, 152 - points), winner)


def test_litige_in_coinche() -> None:
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.SOUTH, 80, 1)
    deal = score(find_game(f"{FFB},tie=litige"), Outcome(contract, (71, 91), HALF, (20, 0)))
    assert (deal.scores, deal.held, deal.winner) == ((0, 91), 91, None)
    above = Outcome(contract._replace(value=100), (71, 91), HALF, (20, 0))  # they did not reach their bid
    assert score(find_game(f"{FFB},tie=litige"), above).held == 0


def test_a_generale_is_for_the_bidder_himself() -> None:
    game = find_game(f"{FFB},generale=true")
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.SOUTH, "generale")
    assert score(game, Outcome(contract, PACK, ALL, taker_tricks=8)).scores == (752, 0)
    assert score(game, Outcome(contract, PACK, ALL, taker_tricks=7)).scores == (0, 660)
    assert game.leader(Seat.NORTH, contract) is Seat.SOUTH
    free = game.with_house_rules({"generale_value": 0})
    assert score(free, Outcome(contract, PACK, ALL, taker_tricks=8)).scores == (252, 0)


@pytest.mark.parametrize("value", [None, "alone", "grand slam", ""])
def test_a_contract_that_is_no_bid_has_no_score(value: str | None) -> None:
    contract = Contract(Strain.HEARTS, Side.ONE, Seat.SOUTH, value)
    for tricks, points in ((ALL, PACK), (FIVE, MOST)):
        assert find_game("coinche").score(Outcome(contract, points, tricks)) is None


# Annonces


def described(annonce: Annonce) -> tuple[object, ...]:
    """An annonce as the reference has it, but for the rank of its highest card."""
    suits = {str(card.suit).upper() for card in annonce.cards}
    return annonce.name.replace("é", "e"), annonce.points, suits.pop() if len(suits) == 1 else None


@st.composite
def four_hands(draw: st.DrawFn) -> list[Cards]:
    """A deal of the Belote pack in which long suits and fours of a kind are common."""
    pack = list(find_game("belote").pack)
    if draw(st.booleans()):
        pack.sort(key=lambda card: (-card.rank, card.suit))
    for first, second in draw(st.lists(pairs(st.integers(0, 31)), max_size=12)):
        pack[first], pack[second] = pack[second], pack[first]
    return [Cards(pack[8 * place : 8 * place + 8]) for place in range(4)]


@given(
    four_hands(), st.sampled_from(find_game("belote").strains), seats, st.sampled_from(["first_announcer", "nobody"])
)
def test_annonces_are_those_of_the_reference(hands: list[Cards], strain: Strain, first: Seat, tie: str) -> None:
    expected = [reference.find_annonces(list(map(str, hand)), str(strain)) for hand in hands]
    found = [annonces_of(hand, strain) for hand in hands]
    assert [Counter(map(described, of_hand)) for of_hand in found] == [
        Counter((kind, points, suit) for kind, points, _, suit in of_hand) for of_hand in expected
    ]
    game = find_game(f"coinche,annonce_tie={tie}")
    order = [SEATS[(first - 1 + step) % 4] for step in range(4)]
    declared = [(seat, annonce) for seat in order for annonce in found[seat - 1]]
    rules = {"annonce_tie": tie}
    assert game.declaring.scores(declared) == reference.compare_annonces(rules, str(strain), first, expected)


@pytest.mark.parametrize(
    ("hand", "strain", "expected"),
    [
        ("As Ks Qs 7h 8h 7d 8d 7c", "H", ["tierce 20"]),
        ("As Ks Qs Js 7h 8h 7d 8d", "H", ["cinquante 50"]),
        ("As Ks Qs Js Ts 9s 8s 7s", "H", ["cent 100", "tierce 20"]),
        ("Js Jh Jd Jc Qs Ks As 7h", "H", ["carré 200", "tierce 20"]),
        ("9s 9h 9d 9c 8s 8h 8d 8c", "H", ["carré 150"]),
        ("Qs Qh Qd Qc As Ks Js Ts", "H", ["carré 100"]),  # no card in two of them
        ("As Ah Ad Ac Ts Th Td Tc", "NT", ["carré 200", "carré 150"]),
        ("7s 7h 7d 7c 9s Js Ks As", "H", []),
    ],
)
def test_what_is_an_annonce(hand: str, strain: str, expected: list[str]) -> None:
    assert [f"{annonce.name} {annonce.points}" for annonce in annonces_of(Cards(hand), Strain(strain))] == expected


def test_annonces_are_declared_only_where_they_count() -> None:
    hand = Cards("As Ks Qs 7h 8h 7d 8d 7c")
    assert find_game("coinche:contree").declaring.annonces_of(hand, Strain.HEARTS) == ()
    assert len(find_game("coinche").declaring.annonces_of(hand, Strain.HEARTS)) == 1
