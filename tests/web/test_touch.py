"""One card per turn, whatever the mouse does; and fingers, which lift a card before they play it."""

from __future__ import annotations

import re
from collections.abc import Callable

from arranged_tables import PAGE, ArrangedTable
from playwright.sync_api import Locator, expect

from scripts.browsing.player import CARDS

Arrange = Callable[..., ArrangedTable]
LIFTED = re.compile(r"\blifted\b")


def in_turn_again(table: ArrangedTable) -> list[str]:
    """Let the others play until it is the page's turn again; gives its hand."""
    table.play_until("play")
    return hand_of(table)


def hand_of(table: ArrangedTable) -> list[str]:
    return [str(card) for card in table.hall.round().hands[PAGE - 1]]


def middle(card: Locator) -> tuple[float, float]:
    box = card.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 3


def test_the_second_click_of_a_double_click_plays_nothing(arranged: Arrange) -> None:
    table = arranged("sueca")
    before = in_turn_again(table)
    place = middle(table.page.locator(CARDS).first)
    mouse = table.page.mouse
    mouse.click(*place)
    expect(table.page.locator("button[data-card]")).to_have_count(len(before) - 1)
    in_turn_again(table)  # so quick that the second click comes when another card lies there
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    table.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert len(hand_of(table)) == len(before) - 1
    table.page.locator(CARDS).last.click()
    expect(table.page.locator("button[data-card]")).to_have_count(len(before) - 2)


def test_a_finger_lifts_a_card_and_plays_it_by_the_second_touch(arranged: Arrange) -> None:
    table = arranged("sueca", phone=True)
    before = in_turn_again(table)
    cards = table.page.locator("button[data-card]")
    card = table.page.locator(CARDS).first
    card.tap()
    expect(card).to_have_class(LIFTED)
    assert hand_of(table) == before
    other = table.page.locator(CARDS).nth(1)
    if other.count():
        other.tap()  # another one instead
        expect(other).to_have_class(LIFTED)
        card = other
    card.tap()
    expect(cards).to_have_count(len(before) - 1)


def test_a_card_is_dragged_out_of_the_hand(arranged: Arrange) -> None:
    table = arranged("sueca")
    before = in_turn_again(table)
    x, y = middle(table.page.locator(CARDS).first)
    mouse = table.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 20, steps=2)
    mouse.move(x + 10, y - 150, steps=4)
    mouse.up()
    expect(table.page.locator("button[data-card]")).to_have_count(len(before) - 1)


def test_a_mouse_lifts_first_where_its_owner_wants_it(arranged: Arrange) -> None:
    settings = {"bot": "simple", "liftFirst": True, "options": {"bot_delay": 0}}
    table = arranged("sueca", settings=settings)
    before = in_turn_again(table)
    card = table.page.locator(CARDS).first
    card.click()
    expect(card).to_have_class(LIFTED)
    assert hand_of(table) == before
