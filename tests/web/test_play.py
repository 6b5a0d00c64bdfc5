"""What one can do at a table besides playing a card, and what the page says to it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from overtrick.texts import catalogue
from scripts.browsing import Player
from scripts.browsing.player import DIMMED

Sit = Callable[..., Player]


def test_a_card_that_may_not_be_played_says_why_and_stays(player: Sit) -> None:
    somebody = player("belote", language="fr")
    page = somebody.page
    until_a_card_is_dimmed(somebody)
    card = page.locator(DIMMED).first
    name = card.get_attribute("data-card") or ""
    card.click(force=True)  # it is no disabled one, though it is said to be to those who hear the page
    alert = page.locator("main").get_by_role("alert")
    expect(alert).not_to_be_empty()
    assert is_finding(alert.inner_text(), "fr")
    assert name in somebody.hand()
    assert somebody.can_act()


def until_a_card_is_dimmed(somebody: Player) -> None:
    """Play on until one may play some cards, but not all."""
    somebody.reach("play")
    while somebody.page.locator(DIMMED).count() == 0:
        somebody.act()
        somebody.reach("play")


def is_finding(sentence: str, language: str) -> bool:
    """Whether it is one of the referee's sentences, with anything in the place of what it is about."""
    texts = [text for key, text in catalogue(language).items() if key.startswith("finding.")]
    patterns = (re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in texts)
    return any(re.fullmatch(pattern, sentence) for pattern in patterns)


def test_a_hint_is_shown_and_gone_with_the_next_card(player: Sit) -> None:
    somebody = player("sueca")
    somebody.reach("play")
    best = somebody.page.locator(".hint strong")
    numbers = somebody.page.locator("details").filter(has_text=somebody.visitor.say("web.hint.numbers"))
    while True:
        somebody.visitor.press("web.table.hint")
        expect(best).to_be_visible()
        if numbers.count():  # where there is no choice, or all come to the same, there is nothing to tell in numbers
            break
        assert somebody.act()
        somebody.reach("play")
    expect(numbers).not_to_have_attribute("open", "")  # reasons come first
    numbers.locator("summary").click()
    expect(numbers.locator("p")).to_be_visible()
    assert somebody.act()
    expect(best).to_be_hidden()


def test_in_bridge_one_sits_south(player: Sit) -> None:
    somebody = player("bridge")
    somebody.wait_for_cards()
    own = somebody.page.locator('[data-seat="3"]')
    expect(own).to_contain_text(somebody.visitor.say("web.table.you"))
    expect(own.locator(".compass")).to_have_text("S")


def test_a_card_is_taken_back(player: Sit) -> None:
    somebody = player("whist")
    somebody.reach("play")
    before = somebody.hand()
    assert somebody.act()
    somebody.wait()  # what is proposed while others play comes too late
    somebody.visitor.press("web.table.take-back")
    expect(somebody.page.locator("button[data-card]")).to_have_count(len(before))
    assert sorted(somebody.hand()) == sorted(before)


STRAINS = {"NT": "NT", "S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def test_the_declarer_claims(player: Sit) -> None:
    somebody = player("bridge")
    page = somebody.page
    somebody.reach("auction")
    called = page.locator(".history table").first.inner_text()
    unnamed = next(strain for strain, sign in STRAINS.items() if sign not in called)  # else partner may be declarer
    page.locator(f'[data-action="7{unnamed}"]').click()
    somebody.reach("play")
    somebody.visitor.press("web.table.menu")
    somebody.visitor.press("web.table.claim")
    page.get_by_role("dialog").get_by_role("button", name="0", exact=True).click()
    expect(page.get_by_text(somebody.visitor.say("web.after.claimed", tricks=0))).to_be_visible()


def test_nothing_moves_for_those_who_do_not_want_it(player: Sit) -> None:
    somebody = player("belote")
    somebody.reach("play")
    assert somebody.act()
    assert somebody.page.evaluate("document.getAnimations().length") == 0


def test_a_deal_is_played_with_cards_that_move(player: Sit) -> None:
    somebody = player("euchre", reduced_motion="no-preference")
    somebody.play_deal()
    somebody.next_deal()
    somebody.reach("play")


def test_bots_can_be_changed_between_deals(player: Sit) -> None:
    somebody = player("euchre")
    somebody.play_deal()
    somebody.visitor.press("web.table.menu")
    somebody.visitor.press("web.table.levels")
    choice = somebody.page.get_by_role("dialog").get_by_role("combobox").first
    choice.select_option("random")
    somebody.page.keyboard.press("Escape")
    somebody.next_deal()
    expect(somebody.page.locator('[data-seat="2"]')).to_contain_text(somebody.visitor.say("web.bot.random"))
