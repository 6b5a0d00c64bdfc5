"""House rules: what they change, what they may be, and the text of a game that has some."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import games

from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.games.belote.rules import Belote, BeloteCards

SUECA_RULES = "direction, target, deals, dealer_plays, trump_from, bandeira, bandeira_needs, ninety, draw"


def test_house_rules_change_only_what_they_name() -> None:
    game = find_game("coinche").with_house_rules({"undertrump": "forced", "last_trick": 0})
    assert (game.name, game.preset) == ("coinche", "ffb")
    assert game != find_game("coinche")
    assert game == game.with_house_rules({})
    assert game.with_house_rules({"undertrump": "optional", "last_trick": 10}) == find_game("coinche")


@pytest.mark.parametrize(
    ("game", "rule", "value", "sentence"),
    [
        ("sueca", "jokers", 2, f"sueca has no house rule 'jokers': it has {SUECA_RULES}."),
        ("sueca", "preset", "x", f"sueca has no house rule 'preset': it has {SUECA_RULES}."),
        ("sueca", "pack", "x", f"sueca has no house rule 'pack': it has {SUECA_RULES}."),
        ("belote", "undertrump", "no", "The house rule 'undertrump' cannot be 'no': it can be forced optional."),
        ("belote", "undertrump", [], "The house rule 'undertrump' cannot be '[] (list)': it can be forced optional."),
        ("belote", "suits_only", 1, "The house rule 'suits_only' cannot be '1 (int)': it can be true false."),
        ("belote", "last_trick", True, "The house rule 'last_trick' cannot be 'True (bool)': it can be 0 … 10000."),
        ("belote", "last_trick", -1, "The house rule 'last_trick' cannot be '-1': it can be 0 … 10000."),
        ("belote", "last_trick", "-1", "The house rule 'last_trick' cannot be '-1': it can be 0 … 10000."),
        ("belote", "last_trick", "10", "The house rule 'last_trick' cannot be '10 (str)': it can be 0 … 10000."),
    ],
)
def test_house_rules_that_do_not_exist_are_refused(game: str, rule: str, value: object, sentence: str) -> None:
    with pytest.raises(Invalid) as refusal:
        find_game(game).with_house_rules({rule: value})
    assert str(refusal.value) == sentence


def test_a_game_cannot_be_made_with_a_house_rule_or_a_value_that_there_is_not() -> None:
    # mypy refuses them too: it reports an "ignore" of what is no error.
    with pytest.raises(Invalid, match="The house rule 'tie' cannot be 'litgie': it can be litige takers_made dedans"):
        Belote("club", tie="litgie")  # type: ignore[arg-type]
    with pytest.raises(Invalid, match="belote has no house rule 'tei'"):
        Belote("club", tei="litige")  # type: ignore[call-arg]
    with pytest.raises(Invalid, match=r"The house rule 'target' cannot be '501 \(str\)': it can be 0 … 10000"):
        Belote("club", target="501")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Belote()  # type: ignore[call-arg]


def test_a_wrong_default_is_found_when_a_preset_is_made() -> None:
    class Misspelt(Belote):
        tie: Literal["litige", "takers_made", "dedans"] = "litgie"  # type: ignore[assignment]

    with pytest.raises(Invalid, match="The house rule 'tie' cannot be 'litgie'"):
        Misspelt("club")


@given(games(), st.integers(0, 1000))
def test_the_text_of_a_game_reads_back_with_its_house_rules(game: Game, points: int) -> None:
    if isinstance(game, BeloteCards):
        game = game.with_house_rules({"last_trick": points})
    assert find_game(game_text(game)) == game


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("belote", "belote:ffb"),
        ("belote,undertrump=forced", "belote:ffb"),
        ("belote:pagat,undertrump=optional", "belote:pagat,undertrump=optional"),
        ("belote,belote=0,suits_only=true", "belote:ffb,suits_only=true,belote=0"),
        ("coinche,overtrump_partner_on_trump_lead=false", "coinche:ffb,overtrump_partner_on_trump_lead=false"),
        ("sueca,dealer_plays=second", "sueca:standard,dealer_plays=second"),
    ],
)
def test_house_rules_stand_after_the_preset_where_they_differ_from_it(text: str, written: str) -> None:
    assert game_text(find_game(text)) == written


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("belote,", "unknown-house-rule"),
        ("belote,jokers=2", "unknown-house-rule"),
        ("belote,undertrump", "bad-house-rule"),
        ("belote,undertrump=", "bad-house-rule"),
        ("belote,undertrump=true", "bad-house-rule"),
        ("belote,suits_only=1", "bad-house-rule"),
        ("belote,last_trick=ten", "bad-house-rule"),
        ("belote,last_trick=²", "bad-house-rule"),
        ("belote,last_trick=" + "9" * 5000, "bad-house-rule"),
        ("tarot,undertrump=forced", "unknown-game"),
        ("belote:paris,undertrump=forced", "unknown-preset"),
    ],
)
def test_a_text_with_wrong_house_rules_is_refused(text: str, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        find_game(text)
    assert refusal.value.finding.code == code


def test_a_game_with_a_preset_of_ones_own_can_be_shown() -> None:
    ours = Belote("ours", undertrump="optional")
    assert str(ours) == "belote:ours"
    assert find_game(game_text(ours)).house == ours.house
