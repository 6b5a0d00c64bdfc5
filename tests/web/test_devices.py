"""Phones and desktops, and a keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from arranged_tables import ArrangedTable
from lengths import first
from playwright.sync_api import Page, expect

from scripts.browsing import Player, Visitor
from scripts.browsing.player import CALLS, CARDS, GONE, NEXT

Visit = Callable[..., Visitor]
Sit = Callable[..., Player]
Arrange = Callable[..., ArrangedTable]

PLAYED_WITH = "button[data-card], [data-action], [data-seat], [data-trick] [data-card], nav button"
WITHOUT_AUCTION = ("sueca", "whist")
MOST_TABS = 80
FINGER, OVERLAPPING = 44, 20
"""pixels: the size of a button, and how much has to be seen of a card under another one"""
BOXES = """
selector => [...document.querySelectorAll(selector)]
  .filter(element => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.unseen'))
  .map(element => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { name: element.outerHTML.slice(0, 90), card: 'card' in element.dataset, left, top, right, bottom };
  })
"""


def boxes(page: Page, selector: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(BOXES, selector)
    assert found, f"there is no {selector} to be seen"
    return found


def outside(page: Page) -> list[str]:
    """What one plays with, and cannot see without scrolling."""
    size = page.viewport_size
    assert size is not None
    return [
        box["name"]
        for box in boxes(page, PLAYED_WITH)
        if min(box["left"], box["top"]) < 0 or box["right"] > size["width"] or box["bottom"] > size["height"]
    ]


def too_small(page: Page) -> list[str]:
    """Buttons that a finger does not find."""
    small = []
    for box in boxes(page, "button, a, select, summary"):
        narrower, wider = sorted((box["right"] - box["left"], box["bottom"] - box["top"]))
        if wider < FINGER - 1 or narrower < (OVERLAPPING if box["card"] else FINGER - 1):
            small.append(f"{box['name']} {narrower:.0f} x {wider:.0f}")
    return small


def is_scrolled_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


@pytest.mark.parametrize("game", first(2, ["bridge", "coinche", "belote", "euchre", "sueca", "whist"]))
@pytest.mark.parametrize("phone", first(1, [True, False]), ids=["phone", "desktop"])
def test_everything_one_plays_with_is_in_view(arranged: Arrange, game: str, phone: bool) -> None:
    table = arranged(game, phone=phone)
    for phase in ("play",) if game in WITHOUT_AUCTION else ("auction", "play"):
        table.play_until(phase)
        assert not outside(table.page)
        assert not is_scrolled_sideways(table.page)
        assert not phone or not too_small(table.page)


def test_the_other_pages_on_a_phone(visitor: Visit) -> None:
    somebody = visitor(phone=True)
    somebody.page.locator("[data-play]").wait_for()
    assert not is_scrolled_sideways(somebody.page)
    assert not too_small(somebody.page)
    somebody.open("/judge")
    somebody.page.locator("[data-example]").first.click()
    somebody.page.locator("[data-verdict]").first.wait_for()
    assert not is_scrolled_sideways(somebody.page)
    assert not too_small(somebody.page)


def test_after_a_deal_on_a_phone(arranged: Arrange) -> None:
    table = arranged("belote", phone=True)
    table.play_deal()
    table.page.locator("[data-verdict]").wait_for()
    assert not is_scrolled_sideways(table.page)
    table.page.locator("[data-replay]").tap()
    table.page.locator('input[type="range"]').wait_for()
    assert not is_scrolled_sideways(table.page)
    assert not too_small(table.page)


def tab_to(page: Page, selector: str) -> None:
    """Press the tab key until something has the focus, and is seen to have it."""
    for _ in range(MOST_TABS):
        if page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            assert page.evaluate("document.activeElement.matches(':focus-visible')")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not lead to {selector}")


def act_by_keyboard(somebody: Player) -> None:
    """Make a call, or play a card, to which the arrows lead."""
    page = somebody.page
    if page.locator(CARDS).count() == 0:
        tab_to(page, CALLS)
        with somebody.doing():
            page.keyboard.press("Enter")
        return
    tab_to(page, "button[data-card]")
    while not page.evaluate("wanted => document.activeElement.matches(wanted)", CARDS):
        page.keyboard.press("ArrowRight")
    card = page.evaluate("document.activeElement.dataset.card")
    with somebody.doing():
        page.keyboard.press("Enter")
    page.wait_for_function(GONE, arg=card)


def test_from_the_lobby_to_the_next_deal_by_keyboard(visitor: Visit) -> None:
    somebody = Player(visitor())
    page = somebody.page
    page.locator("[data-play]").wait_for()
    tab_to(page, '[data-game="euchre"]')
    page.keyboard.press("Enter")
    tab_to(page, "[data-play]")
    page.keyboard.press("Enter")
    page.locator("main[data-state]").wait_for()
    while True:
        somebody.wait()
        page.wait_for_function("document.activeElement !== document.body")
        if not somebody.can_act():
            break
        act_by_keyboard(somebody)
    tab_to(page, NEXT)
    page.keyboard.press("Enter")
    expect(page.locator('main[data-state="play"]')).to_be_visible()


def test_a_dialog_gives_the_focus_back(player: Sit) -> None:
    somebody = player("belote")
    somebody.wait_for_cards()
    page = somebody.page
    name = somebody.visitor.say("web.table.menu")
    tab_to(page, "nav button:last-child")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name=name)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name=name)).to_be_focused()


def test_a_phone_on_its_side_shows_trick_and_hand_together(arranged: Arrange) -> None:
    table = arranged("bridge", phone=True)
    page = table.page
    table.play_until("play")
    page.set_viewport_size({"width": 844, "height": 390})
    assert outside(page) == []


def test_the_head_is_one_line_on_a_phone(visitor: Visit) -> None:
    page = visitor("fr", phone=True).page
    page.locator("[data-play]").wait_for()
    tops = {round(box["top"] + box["bottom"]) for box in boxes(page, "header > *")}
    assert len(tops) == 1


def test_what_is_only_heard_is_there_from_the_beginning_and_takes_no_focus(player: Sit) -> None:
    page = player("belote", phone=True).page
    page.locator("main .unseen [data-log]").wait_for(state="attached")
    assert page.locator(".unseen[tabindex], .unseen [tabindex]").count() == 0
    statuses = page.locator('.felt .unseen > [role="status"]:empty')
    expect(statuses.first).to_be_attached()
    assert statuses.count() == 2  # of proposals and of hints
    assert page.locator('[role="status"] button').count() == 0
