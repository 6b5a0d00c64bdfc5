"""The page in French and Portuguese: all of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from arranged_tables import ArrangedTable
from lengths import first
from playwright.sync_api import Page, expect

from overtrick.core.catalogue import game_names
from overtrick.texts import catalogue, say
from scripts.browsing import Player, Visitor

Visit = Callable[..., Visitor]
Sit = Callable[..., Player]
Arrange = Callable[..., ArrangedTable]

SAID = """
() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest('[lang]:not(html), bdi')) texts.push(walker.currentNode.data);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name));
  return texts.map(text => text.trim()).filter(text => text !== '');
}
"""
SHORTEST = 4
"""letters of a text that cannot be the same in another language by chance"""


def english_left(page: Page, language: str) -> list[str]:
    """What is said on the page as the English texts have it, and those of the language do not."""
    ours = {normal(text) for text in catalogue(language).values()}
    foreign = {normal(text) for text in catalogue("en").values()} - ours - {*game_names()}
    patterns = [pattern_of(text) for text in foreign if len(re.sub(r"\{\w+\}|\W", "", text)) >= SHORTEST]
    return [text for text in page.evaluate(SAID) if any(pattern.fullmatch(text.lower()) for pattern in patterns)]


def normal(text: str) -> str:
    return text.lower().strip()


def pattern_of(text: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{\w+\\}", ".+", re.escape(text)))


def test_the_check_finds_english(visitor: Visit) -> None:
    somebody = visitor()
    somebody.page.locator("[data-play]").wait_for()
    assert somebody.say("web.lobby.title") in english_left(somebody.page, "fr")


@pytest.mark.parametrize("language", first(1, ["fr", "pt"]))
def test_no_english_is_left_in_the_lobby(visitor: Visit, language: str) -> None:
    somebody = visitor(language)
    page = somebody.page
    page.locator("[data-play]").wait_for()
    assert page.evaluate("document.documentElement.lang") == language
    assert english_left(page, language) == []
    somebody.press("web.lobby.read-rules")
    page.get_by_role("dialog").get_by_role("heading", level=3).first.wait_for()
    assert english_left(page, language) == []


@pytest.mark.parametrize("language", first(1, ["fr", "pt"]))
def test_no_english_is_left_at_a_table(arranged: Arrange, language: str) -> None:
    table = arranged("belote", language)
    page = table.page
    table.play_until("auction")
    assert english_left(page, language) == []
    thousand = page.evaluate("language => (1000).toLocaleString(language)", language)
    expect(page.get_by_text(say(language, "web.table.target", points=thousand))).to_be_visible()
    table.play_until("play")
    assert english_left(page, language) == []
    courts = page.locator("button[data-card^='K'], button[data-card^='Q'], button[data-card^='J']")
    letters = {"K": "R", "Q": "D", "J": "V"}
    for court in courts.all():
        expected = letters[(court.get_attribute("data-card") or "")[0]]
        assert court.locator("svg text").first.text_content() == expected
    table.play_deal()
    page.locator("[data-verdict]").wait_for()
    assert english_left(page, language) == []
    page.locator("[data-replay]").click()
    page.get_by_text(say(language, "web.replay.costly")).wait_for()
    assert english_left(page, language) == []


@pytest.mark.parametrize("language", first(1, ["fr", "pt"]))
def test_the_judge_page_in_the_language(visitor: Visit, language: str) -> None:
    somebody = visitor(language, "/judge")
    somebody.page.locator('[data-example="belote.counting"]').click()
    somebody.page.locator("[data-verdict]").wait_for()
    assert english_left(somebody.page, language) == []


def test_the_language_is_switched_and_kept(visitor: Visit) -> None:
    somebody = visitor("fr")
    title = somebody.page.get_by_role("heading", level=1)
    expect(title).to_have_text(say("fr", "web.lobby.title"))
    somebody.page.get_by_role("combobox", name=say("fr", "web.settings.language")).select_option("pt")
    expect(title).to_have_text(say("pt", "web.lobby.title"))
    somebody.page.reload()
    expect(title).to_have_text(say("pt", "web.lobby.title"))


def test_the_log_is_in_the_language_that_is_chosen_later(player: Sit) -> None:
    somebody = player("belote")
    somebody.reach("play")
    log = somebody.page.locator("[data-log]")
    expect(log).to_contain_text(say("en", "web.log.dealt", deal=1, player="").split(".")[0])
    somebody.visitor.press("web.table.menu")
    somebody.visitor.press("web.table.settings")
    somebody.page.get_by_role("dialog").get_by_role("combobox").select_option("fr")
    expect(log).to_contain_text(say("fr", "web.log.dealt", deal=1, player="").split(".")[0])
