"""What a hand is worth, against a count by the names of the cards."""

import pytest
from hypothesis import given
from strategies import card_sets

from overtrick.core.cards import CARDS, Cards, parse_hand
from overtrick.core.hands import controls, high_card_points, is_balanced, length_points, lengths, shape


@pytest.mark.parametrize(
    ("text", "points", "for_length", "in_controls", "by_suit"),
    [
        ("...", 0, 0, 0, (0, 0, 0, 0)),
        ("AKQJ...", 10, 0, 3, (4, 0, 0, 0)),
        ("AKQJT98765432...", 10, 9, 3, (13, 0, 0, 0)),
        ("4.QT43.4.AKT8653", 9, 3, 3, (1, 4, 1, 7)),
        ("AT52.AK92.A97.K7", 18, 0, 8, (4, 4, 3, 2)),
        ("9.KQT8743.Q9.QJ2", 10, 3, 1, (1, 7, 2, 3)),
        ("KQJ965.7.AQ98.Q4", 14, 2, 3, (6, 1, 4, 2)),
        ("A.A.A.A", 16, 0, 8, (1, 1, 1, 1)),
    ],
)
def test_hands(text: str, points: int, for_length: int, in_controls: int, by_suit: tuple[int, ...]) -> None:
    hand = parse_hand(text)
    counted = high_card_points(hand), length_points(hand), controls(hand), lengths(hand)
    assert counted == (points, for_length, in_controls, by_suit)


@given(hand=card_sets)
def test_hands_by_the_names_of_their_cards(hand: Cards) -> None:
    ranks, suits = ([str(card)[place] for card in hand] for place in (0, 1))
    assert high_card_points(hand) == sum("JQKA".find(rank) + 1 for rank in ranks)
    assert controls(hand) == ranks.count("A") * 2 + ranks.count("K")
    assert list(lengths(hand)) == [suits.count(suit) for suit in "shdc"]
    assert length_points(hand) == sum(len(range(4, suits.count(suit))) for suit in "shdc")
    assert sorted(shape(hand)) == sorted(lengths(hand))
    assert shape(hand)[0] >= shape(hand)[1] >= shape(hand)[2] >= shape(hand)[3]


def test_the_pack_has_forty_points_and_twelve_controls() -> None:
    assert (high_card_points(Cards(CARDS)), controls(Cards(CARDS))) == (40, 12)


def test_balanced_hands_are_those_of_the_definition() -> None:
    """No suit with less than two or more than four cards, and at most one with two."""
    for spades in range(14):
        for hearts in range(14 - spades):
            for diamonds in range(14 - spades - hearts):
                by_suit = [spades, hearts, diamonds, 13 - spades - hearts - diamonds]
                hand = Cards(CARDS[13 * suit + place] for suit in range(4) for place in range(by_suit[suit]))
                expected = all(2 <= length <= 4 for length in by_suit) and by_suit.count(2) <= 1
                assert is_balanced(hand) == expected, by_suit


@pytest.mark.parametrize("text", ["...", "AK.AK.AK.AK", "AKQ.AKQ.AKQ.AKQ", "AKQJ.AKQJ.AKQ.AKQ"])
def test_hands_without_thirteen_cards_are_not_balanced(text: str) -> None:
    assert not is_balanced(parse_hand(text))
