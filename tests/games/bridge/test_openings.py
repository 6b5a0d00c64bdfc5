"""Opening bids: the document's four boards, every shape with every number of points, and ties one by one."""

from itertools import product

import pytest

from overtrick.core.cards import Cards, parse_hand
from overtrick.core.errors import Invalid
from overtrick.deal.text import parse_deal
from overtrick.games.bridge.openings import opening_bid

# The hands of the four boards from the dealer on, and their bids; the document shows those up to the opening one.
BOARDS = [
    (
        "N:4.QT43.4.AKT8653 T8.9865.7652.972 A732.AKJ2.KJT3.J KQJ965.7.AQ98.Q4",
        ["3C", "pass", "1D", "1S"],
    ),
    (
        "E:AJT864.A.765.KT5 Q753.J962.JT42.3 K2.5.AK83.A98764 9.KQT8743.Q9.QJ2",
        ["1S", "pass", "1C", "1H"],
    ),
    (
        "S:543.A3.AT72.AT32 AKQ2.52.J9.J7654 JT87.KQJ7.Q84.98 96.T9864.K653.KQ",
        ["pass", "pass", "pass", "pass"],
    ),
    (
        "W:AT52.AK92.A97.K7 K874.J87.KQ.AJ84 J.QT54.T643.6532 Q963.63.J852.QT9",
        ["1D", "1C", "pass", "pass"],
    ),
]


@pytest.mark.parametrize(("text", "bids"), BOARDS)
def test_the_documents_boards(text: str, bids: list[str]) -> None:
    dealer, hands = parse_deal(text)
    assert [len(hand) for hand in hands] == [13] * 4
    assert [opening_bid(hands[(dealer - 1 + turn) % 4]) for turn in range(4)] == bids


HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1}
HOLDINGS = [
    "".join(honour for honour, held in zip("AKQJ", which, strict=True) if held)
    for which in product([True, False], repeat=4)
]


def hands_with(by_suit: tuple[int, ...]) -> dict[int, Cards]:
    """A hand with the given lengths for each number of high-card points that is possible with them."""
    found: dict[int, list[str]] = {0: []}
    for length in by_suit:
        choices = [held for held in HOLDINGS if len(held) <= length <= len(held) + 9]
        found = {
            points + sum(HONOURS[honour] for honour in held): [*suits, held + "T98765432"[: length - len(held)]]
            for points, suits in found.items()
            for held in choices
        }
    return {points: parse_hand(".".join(suits)) for points, suits in found.items()}


def by_the_document(by_suit: tuple[int, ...], total: int) -> str:
    """The bid by the document's list of cases, each written out."""
    spades, hearts, diamonds, clubs = by_suit
    named = {"S": spades, "H": hearts, "D": diamonds, "C": clubs}
    pattern = "".join(map(str, sorted(by_suit, reverse=True)))
    if total >= 22:
        return "2C"
    if pattern in ("4432", "4333"):
        minor = {(4, 4): "1D", (3, 3): "1C"}.get((diamonds, clubs), "1D" if diamonds > clubs else "1C")
        return (["pass"] * 13 + [minor] * 2 + ["1NT"] * 3 + [minor] * 2 + ["2NT"] * 2)[total]
    if total <= 12:
        for length, bids in (8, "4S 4H 4D 4C"), (7, "3S 3H 3D 3C"), (6, "2S 2H 2D"):
            for bid in bids.split():
                if named[bid[1]] == length:
                    return bid
        return "pass"
    if pattern == "4441":
        return "1D" if clubs == 1 else "1C"
    for length in range(13, 4, -1):
        for suit in "SHDC":
            if named[suit] == length:
                return f"1{suit}"
    raise AssertionError(pattern)


def test_every_shape_with_every_number_of_points() -> None:
    shapes = [(s, h, d, 13 - s - h - d) for s in range(14) for h in range(14 - s) for d in range(14 - s - h)]
    assert len(shapes) == 560
    met = set()
    for by_suit in shapes:
        for high, hand in hands_with(by_suit).items():
            expected = by_the_document(by_suit, high + sum(max(0, length - 4) for length in by_suit))
            assert opening_bid(hand) == expected, (by_suit, high)
            met.add(expected)
    assert met == {"pass", "1NT", "2NT", "2C", *(f"{n}{s}" for n in (1, 3, 4) for s in "SHDC"), "2S", "2H", "2D"}


@pytest.mark.parametrize(
    ("hand", "bid"),
    [
        ("K5432.K5432.A32.", "pass"),
        ("K5432.K5432.AJ2.", "1S"),
        (".K5432.A32.AK432", "1H"),
        ("AK32.AK32.5432.2", "1D"),
        ("AK32.AK32.2.5432", "1C"),
        ("2.AK32.AK32.5432", "1C"),
        ("432.432.432.KQJ2", "pass"),
        ("2.32.KJ9876.QJ32", "2D"),
        ("32.2.Q432.KJ9876", "pass"),
        ("K98765..2.KQ8765", "2S"),
        ("..KQ9876.KQ98765", "1C"),
        ("..T98765.KQ98765", "3C"),
        ("2..5432.98765432", "4C"),
        ("QJ98765432.32.2.", "pass"),
        ("AKQJ5432.AK.AK.2", "2C"),
        ("KQ32.KQ32.K32.J2", "1D"),
        ("KQ32.KQ32.KQ2.J2", "1NT"),
        ("KQ32.K432.K32.A2", "1NT"),
        ("AQ32.AQ2.AK2.J32", "2NT"),
        ("AQ2.AQ2.K432.A32", "1D"),
        ("AQ2.AQ2.K32.A432", "1C"),
        ("A432.AQ32.A32.A2", "1D"),
    ],
)
def test_ties_and_bounds(hand: str, bid: str) -> None:
    assert opening_bid(parse_hand(hand)) == bid


@pytest.mark.parametrize(("text", "count"), [("...", 0), ("AKQJ.AKQJ.AKQ.A", 12), ("AKQJ.AKQJ.AKQ.AKQ", 14)])
def test_only_hands_of_thirteen_cards_can_open(text: str, count: int) -> None:
    with pytest.raises(Invalid, match=f"^A hand of bridge has 13 cards, but this one has {count}.$"):
        opening_bid(parse_hand(text))
