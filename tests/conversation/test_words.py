"""What may be typed for a card or a call."""

import pytest

from overtrick.conversation.words import find_action, find_call, find_card
from overtrick.core.actions import DISCARDS, actions_of
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game
from overtrick.core.seats import Seat


@pytest.mark.parametrize(
    ("text", "card"),
    [("Rh", "Kh"), ("d♥", "Qh"), ("VH", "Jh"), ("10h", "Th"), ("10♥", "Th"), ("h10", "Th"), ("Dd", "Qd")],
)
def test_letters_of_other_languages_and_tens(text: str, card: str) -> None:
    assert find_card(text) is Card(card)


@pytest.mark.parametrize("text", ["", "h", "11h", "Xh", "hearts", "Ah Kh"])
def test_what_is_no_card(text: str) -> None:
    assert find_card(text) is None


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("pass", "pass"),
        ("PASSE", "pass"),
        ("passo", "pass"),
        ("90h", "90 H"),
        ("90 ♥", "90 H"),
        ("  90   H", "90 H"),
        ("capot s", "capot S"),
        ("générale c", "generale C"),
        ("3nt", "3NT"),
        ("3SA", "3NT"),
        ("3ST", "3NT"),
        ("double", "X"),
        ("contre", "X"),
        ("prendre à ♠", "name S"),
        ("tomar", "take"),
        ("coinche", "coinche 4"),
        ("coinche 4", "coinche 4"),
        ("order up alone", "order alone"),
        ("95 H", None),
        ("", None),
    ],
)
def test_calls_can_be_typed_in_any_language(text: str, action: str | None) -> None:
    games = "coinche,generale=true,coinche_any_time=true", "bridge", "belote", "euchre"
    known = [action for game in games for action in actions_of(find_game(game)).all]
    legal = "pass,90 S,90 H,capot S,surcoinche,generale C,3NT,X,name S,take,coinche 4,order alone,order".split(",")
    assert find_action(text, [next(each for each in known if each == written) for written in legal]) == action


@pytest.mark.parametrize("text", ["surcoinche", "Surcointche", "redouble"])
def test_calls_can_be_typed_as_a_game_spells_them(text: str) -> None:
    assert find_call(text, find_game("coinche").auction(Seat.WEST, None)) == "surcoinche"


@pytest.mark.parametrize("text", ["discard 9c", "9c", "écarter 9♣", "descartar 9♣"])
def test_discards(text: str) -> None:
    assert find_action(text, [DISCARDS[Card("Ah")], DISCARDS[Card("9c")]]) == "discard 9c"
