"""Bridge as its players expect it: dummy's suits before its player, the auction in sight, the host at South."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from arranged_tables import BOT, PAGE, ArrangedTable
from playwright.sync_api import Locator, Page, expect

from overtrick.texts import LANGUAGES
from scripts.browsing import Visitor

Visit = Callable[..., Visitor]
Arrange = Callable[..., ArrangedTable]
DUMMY = ".dummy button[data-card]"
CONTRACT = "4H"
FINGER = 44
SOUTH = 3
SIZES = ((1280, 800), (1024, 768), (390, 844), (360, 640), (844, 390))


def play_by(table: ArrangedTable, declarer: int) -> None:
    """Let a seat play four hearts, and the others lead to the first trick."""
    while table.hall.round().phase == "auction":
        may_bid = table.hall.actor() == declarer and table.hall.round().auction.contract is None
        table.act(CONTRACT if may_bid else "pass")
    table.act()


def box_of(element: Locator) -> tuple[float, float, float, float]:
    """Left, top, width and height."""
    box = element.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def lines_of_dummy(page: Page, axis: int) -> list[list[str]]:
    """Dummy's cards by where they begin along an axis: those of a suit begin at the same place."""
    lines: dict[int, list[str]] = {}
    for card in page.locator(DUMMY).all():
        lines.setdefault(round(box_of(card)[axis]), []).append(card.get_attribute("data-card") or "")
    return [lines[place] for place in sorted(lines)]


@pytest.mark.parametrize(("declarer", "across"), [(PAGE, False), (2, True), (4, True)])
def test_dummy_lies_in_suits_with_trumps_first(arranged: Arrange, declarer: int, across: bool) -> None:
    table = arranged("bridge")
    play_by(table, declarer)
    page = table.page
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("document.getAnimations().length === 0")
        lines = lines_of_dummy(page, 1 if across and width > height else 0)
        held = table.hall.round().hands[(declarer + 1) % 4]
        assert sorted(card for line in lines for card in line) == sorted(map(str, held))
        assert [len({card[1] for card in line}) for line in lines] == [1] * len(lines)
        assert lines[0][0][1] == "h" or not any(card[1] == "h" for line in lines for card in line)


def test_the_declarer_goes_through_dummy_by_keys(arranged: Arrange) -> None:
    table = arranged("bridge")
    play_by(table, PAGE)
    page = table.page
    first = page.locator(DUMMY).first
    expect(page.locator(f'{DUMMY}[aria-disabled="false"]').first).to_be_visible()
    suits = [card.get_attribute("data-card") or "" for card in page.locator(DUMMY).all()]
    changes = [number for number, (one, other) in enumerate(pairwise(suits), 1) if one[1] != other[1]]
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(f'{DUMMY}[data-card="{suits[changes[0]]}"]')).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(page.locator(f'{DUMMY}[data-card="{suits[1]}"]')).to_be_focused()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_has_both_hands_when_the_bot_opposite_declares(arranged: Arrange, language: str) -> None:
    table = arranged("bridge", language)
    page, say = table.page, table.visitor.say
    own = set(map(str, table.hall.round().hands[PAGE - 1]))
    play_by(table, BOT)
    theirs = set(map(str, table.hall.round().hands[BOT - 1]))
    bot = page.locator(f'[data-seat="{BOT}"]').get_attribute("aria-label") or ""
    expect(page.locator(".lent")).to_have_text(say("session.plays-for", player=bot))
    expect(page.get_by_role("log")).to_contain_text(say("session.plays-for", player=bot))
    assert {card.get_attribute("data-card") for card in page.locator(DUMMY).all()} == own
    hand = page.locator(".below button[data-card]")
    assert {card.get_attribute("data-card") for card in hand.all()} == theirs
    expect(page.locator(".own .seat .words")).to_have_text(say("web.table.you-for", player=bot))
    page.locator(f'{DUMMY}[aria-disabled="false"]').first.press("Enter")
    expect(page.locator(DUMMY)).to_have_count(12)
    table.act()
    page.locator('.below button[data-card][aria-disabled="false"]').first.press("Enter")
    expect(hand).to_have_count(12)
    assert len(table.hall.round().plays) == 4


def test_the_calls_so_far_are_in_sight_in_any_window(arranged: Arrange) -> None:
    table = arranged("bridge")
    page = table.page
    for call in ("1C", "X", "pass", "1S"):
        table.act(call)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            shown = page.locator(".history td:visible, [data-strip] .call").filter(has_text="1♣")
            expect(shown.first).to_be_in_viewport()


def test_the_line_of_calls_opens_all_of_them(arranged: Arrange) -> None:
    table = arranged("bridge")
    play_by(table, PAGE)
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.page.locator("[data-strip]").press("Enter")
    dialog = table.page.get_by_role("dialog")
    expect(dialog.get_by_role("table")).to_contain_text("4♥")
    table.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(table.page.locator("[data-strip]")).to_be_focused()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_call_says_what_it_shows(arranged: Arrange, language: str) -> None:
    table = arranged("bridge", language)
    page, say = table.page, table.visitor.say
    while table.hall.actor() != BOT:
        table.act("pass")
    table.act("1S")
    history = page.locator("aside .history")
    expect(history.locator("[data-meaning]")).to_have_text(say("web.call.touch"))
    history.get_by_role("button").last.press("Enter")
    expect(history.locator("[data-meaning]")).to_contain_text("♠")
    table.act("pass")
    history.get_by_role("button").last.press("Enter")
    expect(history.locator("[data-meaning]")).to_contain_text("Wilhelmina")
    expect(history.get_by_role("button").last).to_have_attribute("aria-pressed", "true")


def test_a_finger_gets_to_what_a_call_shows(arranged: Arrange) -> None:
    table = arranged("bridge", phone=True)
    page, say = table.page, table.visitor.say
    for call in ("1S", "pass"):
        table.act(call)
    page.get_by_role("button", name=say("web.auction.open")).tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="1 spade", exact=True).tap()
    expect(dialog.locator("[data-meaning]")).to_contain_text("♠")
    assert box_of(dialog.get_by_role("button", name="1 spade", exact=True))[3] >= FINGER


@pytest.mark.parametrize("way", ["web.lobby.friends", "web.lobby.public"])
def test_who_opens_a_table_of_bridge_sits_south(visitor: Visit, way: str) -> None:
    host = visitor()
    host.page.locator('[data-game="bridge"]').click()
    host.press(way)
    host.page.locator("main[data-state]").wait_for()
    seat = host.page.evaluate("JSON.parse(localStorage.getItem('overtrick/seat')).seat")
    assert seat == SOUTH
