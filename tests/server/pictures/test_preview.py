"""A deal in one picture and two lines."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from played_deals import played

from overtrick.core.cards import card_name
from overtrick.core.catalogue import game_names
from overtrick.deal.record import Record
from overtrick.server.pictures import personas, preview
from overtrick.texts import LANGUAGES

BOTS = Path(__file__).parents[3] / "web" / "src" / "words" / "bots.ts"


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


def test_bots_have_the_names_that_the_page_gives_them() -> None:
    names = re.findall(r'"(\w+)"', BOTS.read_text(encoding="utf-8").split("const NAMES = [")[1].split("]")[0])
    assert tuple(names) == personas.NAMES
    marks = ["committed", "bot", "bot", "bot"]
    record = played("bridge")._replace(seats=("Zoé", "simple", "sampling 2", "simple"), fair={"marks": marks})
    named = {"Zoé", *(personas.persona(bot, seat) for bot, seat in (("simple", 2), ("sampling:2", 3), ("simple", 4)))}
    assert len(named) == 4
    assert named <= set(words_of(record))
    assert all(name in preview.preview(record, "en").text for name in named)


def test_cards_have_the_letters_of_the_language_and_who_played_is_below() -> None:
    record = played("belote")._replace(
        seats=("simple", "Zoé", "simple", "simple"), fair={"marks": ["bot", "missing", "bot", "bot"]}
    )
    words = words_of(record, "fr")
    assert {"R", "D", "V"} <= set(words)
    assert not {"K", "Q", "J"} & set(words)
    texts = ElementTree.fromstring(preview.preview_svg(record, "fr")).iter("{http://www.w3.org/2000/svg}text")
    heights = {text.text: float(text.get("y", 0)) for text in texts}
    assert heights["Zoé"] == max(heights.values())
