"""What is told for a while covers neither seats nor whose turn it is, and the turned-up card is seen whole."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from arranged_tables import ArrangedTable
from playwright.sync_api import FloatRect, Locator, expect

from scripts.browsing import Player
from scripts.browsing.player import DIMMED

Sit = Callable[..., Player]
Arrange = Callable[..., ArrangedTable]
SMALL = [(390, 844), (360, 640), (320, 568), (844, 390), (667, 375)]
IN_VIEW = """
card => {
  const own = card.getBoundingClientRect();
  for (let box = card.parentElement; box; box = box.parentElement) {
    const { top, bottom } = box.getBoundingClientRect();
    const isClipped = own.top < top - 1 || own.bottom > bottom + 1;
    if (isClipped && getComputedStyle(box).overflowY !== "visible") return box.className;
  }
  return own.bottom <= innerHeight ? "" : "window";
}
"""
"""what hides a part of a card, if anything does"""


def overlap(one: Locator, other: Locator) -> bool:
    first, second = (box(each) for each in (one, other))
    sideways = first["x"] < second["x"] + second["width"] and second["x"] < first["x"] + first["width"]
    return (
        sideways and first["y"] < second["y"] + second["height"] - 1 and second["y"] < first["y"] + first["height"] - 1
    )


def box(of: Locator) -> FloatRect:
    found = of.bounding_box()
    assert found is not None
    return found


@pytest.mark.parametrize("phase", ["auction", "play"])
def test_a_hint_covers_no_seat_on_a_phone(player: Sit, phase: str) -> None:
    somebody = player("belote", phone=True)
    somebody.reach(phase)
    somebody.visitor.press("web.table.hint")
    hint = somebody.page.locator(".hint")
    expect(hint).to_be_visible()
    seats = somebody.page.locator("[data-seat]")
    assert [overlap(hint, seats.nth(number)) for number in range(seats.count())] == [False] * 4
    assert not overlap(hint, somebody.page.locator(".prompt"))


def test_a_refusal_does_not_cover_whose_turn_it_is(arranged: Arrange) -> None:
    table = arranged("belote", phone=True)
    table.play_until("play")
    while table.page.locator(DIMMED).count() == 0:
        table.act()
        table.play_until("play")
    table.page.locator(DIMMED).first.click(force=True)
    refusal = table.page.locator(".refusal")
    expect(refusal).to_be_visible()
    assert not overlap(refusal, table.page.locator(".prompt"))


@pytest.mark.parametrize("game", ["belote", "euchre"])
def test_the_turned_up_card_is_seen_whole(arranged: Arrange, game: str) -> None:
    table = arranged(game, viewport={"width": SMALL[0][0], "height": SMALL[0][1]}, has_touch=True)
    card = table.page.locator("figure > *").first
    for _ in range(2):  # to take it, and to name something else
        table.play_until("auction")
        for width, height in SMALL:
            table.page.set_viewport_size({"width": width, "height": height})
            expect(card).to_be_visible()
            assert card.evaluate(IN_VIEW) == "", (width, height)
        table.act("pass")


def test_the_box_of_coinche_has_one_shape_for_the_whole_auction(arranged: Arrange) -> None:
    table = arranged("coinche", phone=True)
    auction = table.page.locator("section.box")
    expect(auction).to_be_visible()
    shapes = [box(auction)]
    table.play_until("auction")
    shapes.append(box(auction))
    table.act("80 H")
    shapes.append(box(auction))
    assert [(shape["width"], shape["height"]) for shape in shapes] == [(shapes[0]["width"], shapes[0]["height"])] * 3
