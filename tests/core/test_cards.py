"""Cards in every notation, and hands."""

import copy
import pickle
from typing import get_args

import pytest
from hypothesis import given
from strategies import card_sets, cards

from overtrick.core.cards import (
    CARDS,
    Card,
    Cards,
    Notation,
    Rank,
    Suit,
    card_name,
    hand_text,
    pack_of,
    parse_card,
    parse_hand,
    parse_rank,
    parse_suit,
)
from overtrick.core.errors import Invalid

NOTATIONS: tuple[Notation, ...] = get_args(Notation)

ONE_CARD = [
    ("short", "Td"),
    ("upper", "TD"),
    ("ten", "10d"),
    ("pbn", "DT"),
    ("symbol", "T♦"),
    ("words", "Ten of Diamonds"),
]

NOT_CARDS = [
    "",
    " ",
    "A",
    "h",
    "10",
    "1h",
    "0h",
    "11h",
    "Ax",
    "AhX",
    "Ah ",
    " Ah",
    "Ah\n",
    "AhKh",
    "hAh",
    "Ace of",
    "of Hearts",
    "Ace of Heart",
    "♥",
    "A♥♥",
    "A❤",
    "Ａｈ",
    "１０h",
    "А♥",  # a Cyrillic A
    "\N{KELVIN SIGN}h",
    "A\N{LATIN SMALL LETTER LONG S}",
    "\U0001f0b1",
    "Ah\0",
    "{text}",
]


@pytest.mark.parametrize(("notation", "name"), ONE_CARD)
def test_each_notation_has_its_own_name_for_a_card(notation: Notation, name: str) -> None:
    assert card_name(Card("Td"), notation) == name


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_name_of_every_card_reads_back(notation: Notation) -> None:
    for card in CARDS:
        name = card_name(card, notation)
        assert {Card(name), parse_card(name, notation), Card(name.lower()), Card(name.upper())} == {card}


def test_all_cards_have_different_names_in_all_notations() -> None:
    for card in CARDS:
        names = {card_name(card, notation).lower() for notation in NOTATIONS}
        assert {other for other in CARDS for notation in NOTATIONS if card_name(other, notation).lower() in names} == {
            card
        }


@pytest.mark.parametrize("text", NOT_CARDS)
def test_what_is_not_a_card_is_refused_with_its_text_quoted(text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        Card(text)
    quoted = text.encode("unicode_escape").decode() if not text.isprintable() else text
    assert f"'{quoted}'" in str(refusal.value)


@pytest.mark.parametrize(("notation", "name"), [("pbn", "Ah"), ("short", "HA"), ("words", "Ah"), ("ten", "Th")])
def test_a_name_of_another_notation_than_the_one_asked_for_is_refused(notation: Notation, name: str) -> None:
    with pytest.raises(Invalid, match=f"'{name}'"):
        parse_card(name, notation)


def test_the_pinned_order_runs_from_the_ace_of_spades_to_the_two_of_clubs() -> None:
    assert " ".join(map(str, CARDS)) == (
        "As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s Ah Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h "
        "Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d Ac Kc Qc Jc Tc 9c 8c 7c 6c 5c 4c 3c 2c"
    )
    assert [card.index for card in CARDS] == list(range(52))
    assert [card.bit for card in CARDS] == [2**n for n in range(52)]


@given(cards)
def test_a_card_is_the_one_object_of_its_rank_and_suit(card: Card) -> None:
    assert Card.of(card.rank, card.suit) is card
    assert eval(repr(card)) is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card


def test_cards_cannot_change() -> None:
    with pytest.raises(AttributeError):
        Card("Ah").rank = Rank.KING
    assert str(Card("Ah")) == "Ah"


@pytest.mark.parametrize("rank", Rank)
def test_ranks_read_back(rank: Rank) -> None:
    assert parse_rank(str(rank)) is parse_rank(str(rank).lower()) is rank
    assert eval(repr(rank)) is rank


@pytest.mark.parametrize(("suit", "symbol"), list(zip(Suit, "♣♦♥♠", strict=True)))
def test_suits_read_back(suit: Suit, symbol: str) -> None:
    assert parse_suit(str(suit)) is parse_suit(str(suit).upper()) is parse_suit(symbol) is suit
    assert eval(repr(suit)) is suit


def test_the_ten_has_two_spellings() -> None:
    assert parse_rank("10") is parse_rank("T") is Rank.TEN


@pytest.mark.parametrize("text", ["", "1", "100", "AK", "X", "♥"])
def test_what_is_not_a_rank_is_refused_with_its_text_quoted(text: str) -> None:
    with pytest.raises(Invalid, match=f"'{text}' is not a rank"):
        parse_rank(text)


@pytest.mark.parametrize("text", ["", "x", "sh", "♣♦", "A", "\N{LATIN SMALL LETTER LONG S}"])
def test_what_is_not_a_suit_is_refused_with_its_text_quoted(text: str) -> None:
    with pytest.raises(Invalid, match=f"'{text}' is not a suit"):
        parse_suit(text)


def test_suits_of_the_same_colour_are_pairs() -> None:
    assert {suit: suit.same_colour for suit in Suit} == {
        Suit.CLUBS: Suit.SPADES,
        Suit.SPADES: Suit.CLUBS,
        Suit.HEARTS: Suit.DIAMONDS,
        Suit.DIAMONDS: Suit.HEARTS,
    }


def test_a_pack_has_its_ranks_in_each_suit() -> None:
    assert pack_of("A9") == Cards("As 9s Ah 9h Ad 9d Ac 9c")


def test_a_hand_is_written_by_suits_from_spades_to_clubs() -> None:
    hand = Cards("2c Ah Th Ks As")
    assert hand_text(hand) == "AK.AT..2"
    assert parse_hand("ka.ta..2") == hand


@given(card_sets)
def test_the_text_of_any_hand_reads_back(hand: Cards) -> None:
    assert parse_hand(hand_text(hand)) == hand


@pytest.mark.parametrize("text", ["", "AK", "A.K.Q", "A.K.Q.J.T", "AA...", "A..Aa."])
def test_what_is_not_a_hand_is_refused_with_its_text_quoted(text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        parse_hand(text)
    assert f"'{text}' is not a hand" in str(refusal.value)


def test_a_hand_with_an_unknown_rank_is_refused() -> None:
    with pytest.raises(Invalid, match="'1' is not a rank"):
        parse_hand("A1...")
