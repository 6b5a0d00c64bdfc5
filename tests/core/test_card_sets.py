"""Card sets are sets: every operation against those of Python."""

import pickle

import pytest
from hypothesis import given
from strategies import card_sets, cards

from overtrick.core.cards import CARDS, Card, Cards


@given(card_sets, card_sets)
def test_operations_are_those_of_sets(one: Cards, two: Cards) -> None:
    assert set(one & two) == set(one) & set(two)
    assert set(one | two) == set(one) | set(two)
    assert set(one - two) == set(one) - set(two)
    assert set(one ^ two) == set(one) ^ set(two)
    assert (one <= two) == (set(one) <= set(two))
    assert one & two <= one <= one | two
    assert one.isdisjoint(two) == set(one).isdisjoint(two)
    assert (one == two) == (set(one) == set(two))
    assert (one - two).isdisjoint(two)


@given(card_sets, cards)
def test_members_are_those_of_the_set(some: Cards, card: Card) -> None:
    assert (card in some) == (card in set(some))
    assert len(some) == len(set(some))
    assert bool(some) == bool(set(some))


@given(card_sets)
def test_iteration_goes_in_the_pinned_order_whatever_the_set_was_made_from(some: Cards) -> None:
    assert list(some) == [card for card in CARDS if card in set(some)]
    backwards = Cards(reversed(list(some)))
    assert backwards == some
    assert hash(backwards) == hash(some)


def test_iteration_order_is_pinned() -> None:
    assert str(Cards("2c Ah 7d 10s HK A♠ 9d")) == "As Ts Ah Kh 9d 7d 2c"


@given(card_sets)
def test_a_set_reads_back_from_its_text_its_mask_and_its_pickle(some: Cards) -> None:
    assert Cards(str(some)) == some
    assert eval(repr(some)) == some
    assert Cards.from_mask(some.mask) == some
    assert pickle.loads(pickle.dumps(some)) == some


def test_a_set_is_not_equal_to_a_set_of_another_kind() -> None:
    assert Cards("Ah") != {Card("Ah")}


def test_sets_cannot_change() -> None:
    hand = same = Cards("Ah Kh")
    with pytest.raises(AttributeError):
        hand.mask = 0
    hand |= Cards("7d")
    assert same == Cards("Ah Kh")
    assert hand == Cards("Ah Kh 7d")


def test_nothing_of_a_set_can_be_deleted() -> None:
    hand = Cards("Ah")
    with pytest.raises(AttributeError):
        del hand.mask


def test_a_text_with_a_wrong_card_is_refused() -> None:
    with pytest.raises(ValueError, match="'Xh' is not a card"):
        Cards("Ah Xh")
