"""A link is a QR code, too; and who looks elsewhere is told when it is their turn, if they want that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from scripts.browsing import Player, Visitor

Visit = Callable[..., Visitor]
Arrange = Callable[..., Any]
Sit = Callable[..., Player]

WATCH_NOTICES = """
window.told = [];
window.Notification = class extends Notification {
  static permission = "granted"; // browsers without a screen refuse it always
  constructor(title, options) {
    super(title, options);
    told.push(options.body);
  }
};
navigator.vibrate = (time) => told.push(time) > 0;
void 0;
"""
HIDE = "Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })"
COUNT_QUESTIONS = """
window.asked = 0;
const ask = Notification.requestPermission;
Notification.requestPermission = () => (++asked, ask.call(Notification));
void 0;
"""
MODULES = """
code => {
  const side = code.viewBox.baseVal.width - 8;
  const dark = Array.from({ length: side }, () => Array(side).fill(0));
  const path = code.querySelector("path").getAttribute("d");
  for (const [, x, y] of path.matchAll(/M(\\d+) (\\d+)/g)) dark[y - 4][x - 4] = 1;
  return dark;
}
"""
FINDER = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]


def test_an_invitation_is_a_qr_code_too(visitor: Visit) -> None:
    host = visitor(settings={"name": "Ana", "game": "coinche"})
    assert not [address for address in host.asked if "lean-qr" in address]
    host.press("web.lobby.friends")
    code = host.page.get_by_role("img", name=host.say("web.share.qr"))
    expect(code).to_be_visible()
    modules: list[list[int]] = code.evaluate(MODULES)
    assert len(modules) % 4 == 1  # as all QR codes have it
    for rows, columns in ((slice(7), slice(7)), (slice(7), slice(-7, None)), (slice(-7, None), slice(7))):
        assert ["".join(map(str, row[columns])) for row in modules[rows]] == FINDER


@pytest.mark.parametrize(("wanted", "told"), [(True, True), (False, False)])
def test_a_hidden_page_tells_of_ones_turn_if_that_is_wanted(arranged: Arrange, wanted: bool, told: bool) -> None:
    table = arranged("sueca", settings={"notices": wanted})
    page = table.page
    page.evaluate(WATCH_NOTICES)
    table.play_until("play", actor=4)
    page.evaluate(f"{HIDE}; told.length = 0")
    table.act()
    expect(page).to_have_title(table.visitor.say("web.title.turn"))
    if told:
        page.wait_for_function("() => told.length > 0")
    assert page.evaluate("told") == ([table.visitor.say("web.notice.turn")] if told else [])


def test_a_page_that_is_seen_only_vibrates(arranged: Arrange) -> None:
    table = arranged("sueca", settings={"notices": True})
    page = table.page
    page.evaluate(WATCH_NOTICES)
    page.keyboard.press("Shift")
    page.locator("main").click(position={"x": 2, "y": 2})
    table.play_until("play", actor=4)
    page.evaluate("told.length = 0")
    table.act()
    page.wait_for_function("() => told.length > 0")
    assert [type(each) for each in page.evaluate("told")] == [int]


def test_only_who_ticks_the_setting_is_asked(player: Sit) -> None:
    somebody = player("sueca")
    page, say = somebody.page, somebody.visitor.say
    assert page.evaluate("Notification.permission") != "granted"
    page.evaluate(COUNT_QUESTIONS)
    somebody.visitor.press("web.table.menu")
    somebody.visitor.press("web.table.settings")
    box = page.get_by_label(say("web.settings.notices"))
    expect(box).not_to_be_checked()
    assert page.evaluate("asked") == 0
    box.check()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text(say("web.settings.notices-refused"))
    assert page.evaluate("asked") == 1
