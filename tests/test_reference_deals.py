"""The second implementation against the figures that the rules themselves give."""

from functools import cache
from itertools import product

import pytest
from reference_deals import (
    Contract,
    House,
    Pair,
    auction_result,
    belote_score,
    bridge_score,
    coinche_score,
    compare_annonces,
    euchre_score,
    find_annonces,
    legal_calls,
    rubber_parts,
    sueca_match_points,
    to_call,
)


def count_auctions(game: str, house: House, depth: int, calls: tuple[str, ...] = (), turn_up: str | None = None) -> int:
    """Number of legal sequences of ``depth`` more calls."""
    legal = legal_calls(game, house, 4, calls, turn_up)
    if depth == 1:
        return len(legal)
    return sum(count_auctions(game, house, depth - 1, (*calls, call), turn_up) for call in legal)


def words(calls: str) -> list[str]:
    return [call.strip() for call in calls.split(",") if call.strip()]


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        ("bridge", (36, 701, 9731, 107451)),
        ("coinche", (41, 841, 10801, 99721)),
    ],
)
def test_numbers_of_auctions(game: str, counts: tuple[int, ...]) -> None:
    assert tuple(count_auctions(game, {}, depth) for depth in (1, 2, 3, 4)) == counts


@pytest.mark.parametrize(
    ("game", "number"),
    [
        ("bridge", 128745650347030683120231926111609371363122697557),
        ("coinche", 1286679257249),
    ],
)
def test_numbers_of_complete_auctions(game: str, number: int) -> None:
    @cache
    def complete(dealer: int, calls: tuple[str, ...]) -> int:
        seat = to_call(game, {}, dealer, calls)
        if seat is None:
            return 1
        total = 0
        for call in legal_calls(game, {}, dealer, calls):
            if call[0].isdigit() or call.startswith("capot"):  # a bid makes what was said before it irrelevant
                total += complete(seat if game == "bridge" else (seat - 2) % 4 + 1, (call,))
            else:
                total += complete(dealer, (*calls, call))
        return total

    assert complete(4, ()) == number


def test_numbers_of_short_auctions() -> None:
    # Four may take; four passes; then three suits each, and the eighth pass.
    assert [count_auctions("belote", {}, depth, (), "Jh") for depth in (1, 4, 5, 8, 9)] == [2, 2, 4, 4, 0]
    hoyle = {"alone": False, "stick_the_dealer": False}
    assert [count_auctions("euchre", hoyle, depth, (), "Jh") for depth in (1, 4, 5, 8, 9)] == [2, 2, 4, 4, 0]
    assert count_auctions("euchre", {}, 8, (), "Jh") == 6
    assert count_auctions("euchre", {"no_trump": True}, 8, (), "Jh") == 8
    assert legal_calls("sueca", {}, 1, []) == []
    assert to_call("sueca", {}, 1, []) is None


@pytest.mark.parametrize(
    ("house", "calls", "legal"),
    [
        ({}, "", "pass, take"),
        ({"forced_jack": True}, "", "take"),
        ({}, "pass, pass, pass, pass", "pass, name S, name D, name C"),
        ({"round2_turned_suit": True}, "pass, pass, pass, pass", "pass, name S, name H, name D, name C"),
        ({"round2_sa_ta": True}, "pass, pass, pass, pass", "pass, name S, name D, name C, name NT, name AT"),
        ({}, "pass, take", ""),
    ],
)
def test_belote_calls(house: House, calls: str, legal: str) -> None:
    assert set(legal_calls("belote", house, 4, words(calls), "Jh")) == set(words(legal))


@pytest.mark.parametrize(
    ("house", "calls", "seat", "legal"),
    [
        ({}, "capot S", 2, "pass, coinche"),
        ({}, "capot S, pass", 3, "pass"),
        ({"coinche_capot": False}, "capot S", 2, "pass"),
        ({"generale": True}, "capot S", 2, "pass, coinche, generale S, generale H, generale D, generale C"),
        ({}, "150 H, pass, 160 H", 4, "pass, coinche, capot S, capot H, capot D, capot C"),
        ({}, "90 H, coinche", 3, "pass, surcoinche"),
        ({}, "90 H, coinche, pass", 4, "pass"),
        ({}, "90 H, coinche, pass, pass", 1, "pass, surcoinche"),
        ({}, "90 H, coinche, pass, pass, pass", None, ""),
        ({"standing_bid": True}, "pass, coinche, pass", 4, "pass"),
        ({}, "90 H, coinche, surcoinche", None, ""),
        ({}, "90 H, pass, pass, pass", None, ""),
        ({}, "pass, pass, pass, pass", None, ""),
    ],
)
def test_coinche_calls(house: House, calls: str, seat: int | None, legal: str) -> None:
    assert to_call("coinche", house, 4, words(calls)) == seat
    assert set(legal_calls("coinche", house, 4, words(calls))) == set(words(legal))


def test_standing_bid() -> None:
    house: House = {"standing_bid": True}
    first = legal_calls("coinche", house, 4, [])
    assert "90 S" in first
    assert "80 S" not in first
    assert "coinche" not in first
    assert "coinche" in legal_calls("coinche", house, 4, ["pass"])
    assert "coinche" not in legal_calls("coinche", {**house, "coinche_eighty": False}, 4, ["pass"])
    standing: Contract = {"strain": "H", "seat": None, "value": 80, "double": 0, "alone": []}
    assert auction_result("coinche", house, 4, ["pass"] * 3) is None
    assert auction_result("coinche", house, 4, ["pass"] * 4) == standing
    standing["double"] = 2
    assert auction_result("coinche", house, 4, words("pass, coinche, pass, pass, surcoinche")) == standing


@pytest.mark.parametrize(
    ("house", "calls", "seat", "legal"),
    [
        ({}, "", 1, "pass, order, order alone"),
        ({"alone": False}, "", 1, "pass, order"),
        ({"canadian_loner": True}, "pass", 2, "pass, order alone"),
        ({"canadian_loner": True, "alone": False}, "pass", 2, "pass, order"),
        ({"alone": False}, "pass, pass, pass, pass, pass, pass, pass", 4, "call S, call D, call C"),
        ({}, "order alone", None, ""),
        ({"defend_alone": True}, "order", None, ""),
        ({"defend_alone": True}, "order alone", 2, "pass, alone"),
        ({"defend_alone": True}, "order alone, pass", 4, "pass, alone"),
        ({"defend_alone": True}, "order alone, alone", None, ""),
    ],
)
def test_euchre_calls(house: House, calls: str, seat: int | None, legal: str) -> None:
    assert to_call("euchre", house, 4, words(calls)) == seat
    assert set(legal_calls("euchre", house, 4, words(calls), "Kh")) == set(words(legal))


def test_euchre_order_needs_a_trump() -> None:
    house: House = {"must_have_trump_to_order": True, "alone": False}
    assert legal_calls("euchre", house, 4, [], "Kh", ["As", "Ad"]) == ["pass"]
    assert legal_calls("euchre", house, 4, [], "Kh", ["As", "Jd"]) == ["pass", "order"]
    assert legal_calls("euchre", house, 4, ["pass"] * 3, "Kh", ["As", "Ad"]) == ["pass", "order"]


@pytest.mark.parametrize(
    ("game", "house", "calls", "strain", "seat", "value", "double", "alone"),
    [
        ("belote", {}, "pass, take", "H", 2, None, 0, []),
        ("belote", {}, "pass, pass, pass, pass, pass, name C", "C", 2, None, 0, []),
        ("coinche", {}, "pass, 80 S, 90 D, coinche, pass, pass, pass", "D", 3, 90, 1, []),
        ("coinche", {}, "capot S, coinche, surcoinche", "S", 1, "capot", 2, []),
        ("euchre", {}, "pass, order alone", "H", 2, None, 0, [2]),
        ("euchre", {"defend_alone": True}, "pass, order alone, pass, alone", "H", 2, None, 0, [2, 1]),
        ("euchre", {}, "pass, pass, pass, pass, call S", "S", 1, None, 0, []),
        # The dealer, seat 4, opens; side 2 names hearts first by seat 4 though seat 2 bids them last.
        ("bridge", {}, "1H, 1S, 4H, X, pass, pass, XX, pass, pass, pass", "H", 4, 4, 2, []),
        ("bridge", {}, "1NT, 2H, pass, 4H, pass, pass, X, pass, pass, pass", "H", 1, 4, 1, []),
        ("bridge", {}, "1C, X, 1H, pass, pass, pass", "H", 2, 1, 0, []),
    ],
)
def test_results_of_auctions(
    game: str,
    house: House,
    calls: str,
    strain: str,
    seat: int,
    value: int | str | None,
    double: int,
    alone: list[int],
) -> None:
    result = auction_result(game, house, 4, words(calls), "Kh")
    assert result == {"strain": strain, "seat": seat, "value": value, "double": double, "alone": alone}
    assert auction_result(game, house, 4, words(calls)[:-1], "Kh") is None


@pytest.mark.parametrize(("game", "passes"), [("belote", 8), ("coinche", 4), ("euchre", 8), ("bridge", 4)])
def test_passed_out(game: str, passes: int) -> None:
    house = {"stick_the_dealer": False}
    assert auction_result(game, house, 4, ["pass"] * passes, "Kh") == "passed out"
    assert auction_result(game, house, 4, ["pass"] * (passes - 1), "Kh") is None


def test_all_bridge_scores() -> None:
    scores = [
        bridge_score(level, strain, double, vulnerable, tricks)
        for level, strain, double, vulnerable, tricks in product(
            range(1, 8), ("C", "D", "H", "S", "NT"), (0, 1, 2), (False, True), range(14)
        )
    ]
    assert (len(scores), sum(scores), len(set(scores)), min(scores), max(scores)) == (2940, -2628190, 219, -7600, 3160)


@pytest.mark.parametrize(
    ("level", "strain", "double", "vulnerable", "tricks", "score"),
    [
        (1, "NT", 0, False, 7, 90),
        (2, "H", 0, True, 9, 140),
        (3, "NT", 0, False, 9, 400),
        (4, "S", 0, True, 10, 620),
        (2, "S", 1, False, 8, 470),
        (2, "D", 1, False, 8, 180),
        (1, "NT", 2, False, 7, 560),
        (6, "NT", 0, True, 12, 1440),
        (7, "NT", 2, True, 13, 2980),
        (4, "H", 1, False, 6, -800),
    ],
)
def test_bridge_scores(level: int, strain: str, double: int, vulnerable: bool, tricks: int, score: int) -> None:
    assert bridge_score(level, strain, double, vulnerable, tricks) == score


def test_rubber_parts() -> None:
    assert rubber_parts(2, "S", 1, True, 9) == (120, 250, 0)  # an overtrick and the insult above
    assert rubber_parts(6, "NT", 0, False, 12) == (190, 500, 0)
    assert rubber_parts(3, "C", 2, True, 7) == (0, 0, 1000)


@pytest.mark.parametrize(
    ("house", "tricks", "maker_alone", "defender_alone", "makers", "defenders"),
    [
        ({}, 4, False, False, 1, 0),
        ({}, 5, False, False, 2, 0),
        ({}, 3, True, False, 1, 0),
        ({}, 5, True, False, 4, 0),
        ({}, 2, False, False, 0, 2),
        ({}, 2, True, False, 0, 2),
        ({"lone_euchred": 4}, 2, True, False, 0, 4),
        ({}, 2, True, True, 0, 4),
        ({"super_euchre": 4}, 0, False, False, 0, 4),
    ],
)
def test_euchre_scores(
    house: House, tricks: int, maker_alone: bool, defender_alone: bool, makers: int, defenders: int
) -> None:
    assert euchre_score(house, 1, tricks, maker_alone, defender_alone) == (makers, defenders)
    assert euchre_score(house, 2, tricks, maker_alone, defender_alone) == (defenders, makers)


@pytest.mark.parametrize(
    ("house", "points", "tricks", "expected"),
    [
        ({}, (61, 59), (5, 5), (1, 0)),
        ({}, (30, 90), (3, 7), (0, 1)),
        ({"ninety": 3}, (30, 90), (3, 7), (0, 3)),
        ({}, (91, 29), (7, 3), (2, 0)),
        ({}, (120, 0), (9, 1), (4, 0)),
        ({"bandeira_needs": "tricks"}, (120, 0), (9, 1), (2, 0)),
        ({"bandeira_needs": "tricks"}, (120, 0), (10, 0), (4, 0)),
        ({}, (60, 60), (5, 5), (0, 0)),
    ],
)
def test_sueca_match_points(house: House, points: Pair, tricks: Pair, expected: Pair) -> None:
    assert sueca_match_points(house, points, tricks) == expected


@pytest.mark.parametrize(
    ("house", "points", "tricks", "belotes", "annonces", "expected", "held"),
    [
        ({}, (100, 62), (5, 3), (20, 0), (0, 0), (120, 62), 0),
        ({}, (162, 0), (8, 0), (20, 0), (0, 0), (272, 0), 0),
        ({}, (162, 0), (8, 0), (0, 20), (0, 0), (252, 20), 0),
        ({"capot_total": 162}, (162, 0), (8, 0), (0, 20), (0, 0), (162, 20), 0),
        ({}, (162, 0), (8, 0), (0, 0), (0, 200), (452, 0), 0),
        ({"annonces_of_capot": "lost"}, (162, 0), (8, 0), (0, 0), (0, 200), (252, 0), 0),
        ({}, (70, 92), (4, 4), (20, 0), (0, 0), (20, 162), 0),
        ({}, (70, 92), (4, 4), (0, 0), (20, 0), (0, 182), 0),
        ({}, (0, 162), (0, 8), (20, 0), (0, 50), (20, 302), 0),
        ({"capot_for": "takers"}, (0, 162), (0, 8), (20, 0), (0, 50), (20, 212), 0),
        ({}, (81, 81), (4, 4), (0, 0), (0, 0), (0, 81), 81),
        ({}, (71, 91), (4, 4), (20, 0), (0, 0), (0, 91), 91),
        ({"tie": "takers_made"}, (71, 91), (4, 4), (20, 0), (0, 0), (91, 91), 0),
        ({"tie": "dedans"}, (71, 91), (4, 4), (20, 0), (0, 0), (20, 162), 0),
        ({"belote_counts_for_contract": False}, (71, 91), (4, 4), (20, 0), (0, 0), (20, 162), 0),
        ({"belote_counts_for_contract": False}, (81, 81), (4, 4), (20, 0), (0, 0), (20, 81), 81),
        ({"rounding": "nearest10_5up"}, (85, 77), (4, 4), (0, 0), (0, 0), (90, 80), 0),
        ({"rounding": "nearest10_6up"}, (85, 77), (4, 4), (0, 0), (0, 0), (80, 80), 0),
        ({"rounding": "defenders_first"}, (85, 77), (4, 4), (0, 0), (0, 0), (80, 80), 0),
        ({"rounding": "defenders_first"}, (162, 0), (8, 0), (0, 0), (0, 0), (250, 0), 0),
    ],
)
def test_belote_scores(
    house: House, points: Pair, tricks: Pair, belotes: Pair, annonces: Pair, expected: Pair, held: int
) -> None:
    assert belote_score(house, 1, points, tricks, belotes, annonces) == (expected, held)
    other = belote_score(house, 2, points[::-1], tricks[::-1], belotes[::-1], annonces[::-1])
    assert other == (expected[::-1], held)


@pytest.mark.parametrize(
    ("house", "value", "double", "points", "tricks", "belotes", "annonces", "expected"),
    [
        ({}, 90, 0, (100, 62), (5, 3), (20, 0), (0, 0), (210, 62)),
        ({}, 90, 1, (100, 62), (5, 3), (20, 0), (0, 0), (520, 0)),
        ({}, 90, 1, (100, 62), (5, 3), (0, 20), (50, 0), (600, 20)),
        ({}, 110, 0, (100, 62), (5, 3), (0, 20), (0, 0), (0, 290)),
        ({}, 130, 1, (100, 62), (5, 3), (20, 0), (0, 0), (20, 580)),
        ({"belote_on_failure": "defence"}, 130, 1, (100, 62), (5, 3), (20, 0), (0, 0), (0, 600)),
        ({}, "capot", 0, (162, 0), (8, 0), (0, 0), (0, 0), (502, 0)),
        ({}, "capot", 1, (162, 0), (8, 0), (20, 0), (0, 0), (1020, 0)),
        ({}, "capot", 0, (150, 12), (7, 1), (20, 0), (0, 0), (20, 410)),
        ({"system": "contract_times"}, 90, 0, (100, 62), (5, 3), (20, 0), (0, 0), (210, 62)),
        ({"system": "contract_times"}, 90, 2, (100, 62), (5, 3), (20, 0), (0, 0), (540, 0)),
        (
            {"system": "contract_times", "surcoinche": 3, "base": 162},
            90,
            2,
            (60, 102),
            (3, 5),
            (0, 0),
            (0, 0),
            (0, 432),
        ),
        ({"system": "bid_only"}, 90, 0, (100, 62), (5, 3), (20, 0), (0, 0), (90, 0)),
        ({"system": "bid_only"}, 90, 1, (60, 102), (3, 5), (20, 0), (0, 0), (0, 180)),
        ({"system": "flat"}, 90, 0, (100, 62), (5, 3), (0, 20), (0, 0), (100, 82)),
        ({"system": "flat"}, 90, 1, (100, 62), (5, 3), (0, 0), (0, 0), (320, 0)),
        ({"system": "flat"}, 90, 2, (60, 102), (3, 5), (0, 0), (0, 0), (0, 640)),
        ({"system": "flat"}, "capot", 1, (150, 12), (7, 1), (0, 0), (0, 0), (0, 1000)),
        ({"made_if": "reach"}, 80, 0, (81, 81), (4, 4), (0, 0), (0, 0), (161, 81)),
        ({"made_if": "reach", "eighty_means": 82}, 80, 0, (81, 81), (4, 4), (0, 0), (0, 0), (0, 240)),
        ({}, 80, 0, (81, 81), (4, 4), (0, 0), (0, 0), (0, 240)),
        ({"rounding": "nearest10_5up"}, 80, 0, (85, 77), (4, 4), (0, 0), (0, 0), (170, 80)),
        ({"rounding": "nearest10_5up"}, 90, 0, (86, 76), (4, 4), (0, 0), (0, 0), (0, 250)),
        ({"rounding": "nearest10_5up", "base": 162}, 90, 1, (86, 76), (4, 4), (0, 0), (0, 0), (0, 504)),
        ({"capot_total": 162, "base": 162}, "capot", 1, (162, 0), (8, 0), (0, 0), (0, 0), (824, 0)),
        ({"system": "points"}, 90, 1, (86, 76), (4, 4), (0, 0), (0, 0), (86, 76)),
    ],
)
def test_coinche_scores(
    house: House,
    value: int | str,
    double: int,
    points: Pair,
    tricks: Pair,
    belotes: Pair,
    annonces: Pair,
    expected: Pair,
) -> None:
    contract: Contract = {"strain": "H", "seat": 3, "value": value, "double": double, "alone": []}
    assert coinche_score(house, contract, points, tricks, belotes, annonces) == (expected, 0)
    contract["seat"] = 2
    other = coinche_score(house, contract, points[::-1], tricks[::-1], belotes[::-1], annonces[::-1])
    assert other == (expected[::-1], 0)


def test_coinche_litige_and_generale() -> None:
    standing: Contract = {"strain": "H", "seat": None, "value": 80, "double": 0, "alone": []}
    assert coinche_score({"tie": "litige"}, standing, (71, 91), (4, 4), (20, 0), (0, 0)) == ((0, 91), 91)
    generale: Contract = {"strain": "H", "seat": 1, "value": "generale", "double": 0, "alone": []}
    assert coinche_score({}, generale, (162, 0), (8, 0), (0, 0), (0, 0), 8) == ((752, 0), 0)
    assert coinche_score({}, generale, (162, 0), (8, 0), (0, 0), (0, 0), 7) == ((0, 660), 0)


@pytest.mark.parametrize(
    ("hand", "strain", "expected"),
    [
        ("As Ks Qs 7h 8h 7d 8d 7c", "H", [("tierce", 20, "A", "S")]),
        ("As Ks Qs Js Ts 9s 7h 8h", "H", [("cent", 100, "A", "S")]),
        ("As Ks Qs Js Ts 9s 8s 7s", "H", [("cent", 100, "A", "S"), ("tierce", 20, "9", "S")]),
        ("Js Jh Jd Jc Qs Ks As 7h", "H", [("carre", 200, "J", None), ("tierce", 20, "A", "S")]),
        ("Qs Qh Qd Qc As Ks Js Ts", "H", [("carre", 100, "Q", None)]),
        ("As Ah Ad Ac 7s 7h 7d 7c", "NT", [("carre", 200, "A", None)]),
        ("9s 9h 9d 9c Ts Js Qs 7h", "H", [("carre", 150, "9", None), ("tierce", 20, "Q", "S")]),
        ("7s 8s 9h Th 7d 8d 9c Tc", "H", []),
    ],
)
def test_annonces_of_a_hand(hand: str, strain: str, expected: list[object]) -> None:
    assert find_annonces(hand.split(), strain) == expected


@pytest.mark.parametrize(
    ("house", "hands", "expected"),
    [
        ({}, ("AsKsQs", "JdTd9d8d", "", ""), (0, 50)),
        ({}, ("AsKsQs", "JdTd9d", "8h7h9h", ""), (40, 0)),
        ({}, ("AsKsQsJsTs", "QsQhQdQc", "", "9d8d7d"), (0, 120)),
        ({}, ("AsKsQs", "AhKhQh", "", ""), (0, 20)),  # hearts are trumps
        ({}, ("AsKsQs", "AdKdQd", "JsTs9s8s", "JcTc9c8c"), (70, 0)),  # 3 announces before 4
        ({}, ("", "AdKdQd", "", ""), (0, 20)),
        ({}, ("AsKsQs", "", "", "AdKdQd"), (20, 0)),
        ({"annonce_tie": "nobody"}, ("AsKsQs", "", "", "AdKdQd"), (0, 0)),
        ({"annonce_tie": "nobody"}, ("AsKsQs", "", "AdKdQd", ""), (40, 0)),
        ({}, ("", "", "", ""), (0, 0)),
    ],
)
def test_best_annonce_takes_all(house: House, hands: tuple[str, ...], expected: Pair) -> None:
    annonces = [find_annonces([hand[i : i + 2] for i in range(0, len(hand), 2)], "H") for hand in hands]
    assert compare_annonces(house, "H", 1, annonces) == expected


def test_first_announcer_is_counted_from_the_leader() -> None:
    annonces = [find_annonces(hand.split(), "H") for hand in ("As Ks Qs", "Ad Kd Qd", "", "")]
    assert [compare_annonces({}, "H", first, annonces) for first in (1, 2, 3)] == [(20, 0), (0, 20), (20, 0)]
