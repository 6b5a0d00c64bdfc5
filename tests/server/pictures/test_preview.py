"""A deal in one picture and two lines."""

from xml.etree import ElementTree

import pytest
from played_deals import played

from overtrick.core.cards import card_name
from overtrick.core.catalogue import game_names
from overtrick.deal.record import Record
from overtrick.server.pictures import preview
from overtrick.texts import LANGUAGES


def words_of(record: Record, language: str = "en") -> list[str]:
    """All texts of a picture."""
    return [
        "".join(each.itertext())
        for each in ElementTree.fromstring(preview.preview_svg(record, language)).iter()
        if each.text
    ]


@pytest.mark.parametrize("game", game_names())
def test_every_game_is_drawn_with_all_its_hands(game: str) -> None:
    record = played(game)
    assert record.deal.hands is not None
    picture = ElementTree.fromstring(preview.preview_svg(record, "en"))
    drawn = ["".join(group.itertext()) for group in picture.iter("{http://www.w3.org/2000/svg}g")]
    held = [card_name(card, "symbol") for hand in record.deal.hands for card in hand or ()]
    assert sorted(drawn) == sorted(sign.replace("T", "10") for sign in held)
    assert game.capitalize() in words_of(record)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_stand_in_title_and_picture(language: str) -> None:
    record = played("coinche")._replace(seats=("Zoé", "Łukasz", "Иван", ""))
    told = preview.preview(record, language)
    assert "Zoé" in told.text
    assert "4" in told.text
    assert {"Zoé", "Łukasz", "Иван"} < set(words_of(record, language))
    assert {preview.preview(record, other).text for other in LANGUAGES} > {told.text}


def test_a_name_that_the_letters_cannot_write_is_the_seat() -> None:
    record = played("coinche")._replace(seats=("☃", "\u202eevil", "<b>&", "x" * 40))
    words = words_of(record)
    assert "☃" not in "".join(words)
    assert {"player 1", "evil", "<b>&", f"{'x' * 17}…"} <= set(words)


def test_a_deal_that_was_passed_out() -> None:
    record = Record(played("coinche").game, deal=played("coinche").deal, scores=(0, 0))
    assert preview.preview(record, "en").title == "Coinche: passed out"
    assert "passed out" in words_of(record)


def test_bots_are_told_apart_by_their_seats() -> None:
    marks = ["committed", "bot", "bot", "bot"]
    record = played("bridge")._replace(seats=("Zoé", "simple", "simple", "simple"), fair={"marks": marks})
    assert {"Zoé", "bot E", "bot S", "bot W"} <= set(words_of(record))
    assert "simple" not in preview.preview(record, "en").text
