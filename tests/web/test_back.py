"""The back button of the browser goes back: from a dialog to the table, from the table to the lobby, and then away."""

from __future__ import annotations

from collections.abc import Callable

from arranged_tables import ArrangedTable
from playwright.sync_api import expect

from scripts.browsing import Player, Visitor

Visit = Callable[..., Visitor]
Sit = Callable[..., Player]
Arrange = Callable[..., ArrangedTable]
BACK = "history.back()"


def test_back_closes_a_dialog_and_then_asks_before_it_leaves_the_table(player: Sit) -> None:
    somebody = player("sueca")
    page, say = somebody.page, somebody.visitor.say
    # By its element, which goes when the page has heard that it was closed; its role goes before.
    dialog, lobby = page.locator("dialog"), page.locator("[data-play]")
    somebody.wait_for_cards()
    somebody.visitor.press("web.table.menu")
    expect(dialog).to_be_visible()
    page.evaluate(BACK)
    expect(dialog).to_have_count(0)
    expect(page.locator("main[data-state]")).to_be_visible()
    page.evaluate(BACK)
    expect(dialog).to_contain_text(say("web.table.leave-sure"))
    somebody.visitor.press("web.table.stay")
    expect(dialog).to_have_count(0)
    page.evaluate(BACK)
    expect(dialog).to_contain_text(say("web.table.leave-sure"))
    dialog.get_by_role("button", name=say("web.table.leave")).click()
    expect(lobby).to_be_visible()
    page.evaluate(BACK)  # whatever was opened is closed: back leads away
    page.wait_for_url("about:blank")


def test_what_was_closed_otherwise_needs_no_step_back(player: Sit) -> None:
    somebody = player("sueca")
    page = somebody.page
    dialog = page.locator("dialog")
    for _ in range(3):
        somebody.visitor.press("web.table.menu")
        expect(dialog).to_be_visible()
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
    page.evaluate(BACK)
    expect(dialog).to_contain_text(somebody.visitor.say("web.table.leave-sure"))


def test_the_lobby_is_seen_from_its_top_when_one_comes_back(player: Sit) -> None:
    somebody = player("sueca", phone=True)
    somebody.wait_for_cards()
    page = somebody.page
    page.evaluate("document.body.style.minHeight = '4000px'; scrollTo(0, 900)")
    somebody.visitor.press("web.table.menu")
    somebody.visitor.press("web.table.leave")
    somebody.visitor.press("web.table.leave")
    page.locator("[data-play]").wait_for()
    page.wait_for_function("() => scrollY === 0")


def test_an_address_that_leads_nowhere_has_a_page(visitor: Visit) -> None:
    somebody = visitor()
    answer = somebody.page.goto(f"{somebody.url}/tables/mine")
    assert answer is not None
    assert answer.status == 404
    expect(somebody.page.get_by_role("heading", name=somebody.say("web.nowhere.title"))).to_be_visible()
    somebody.troubles.clear()  # the browser notes every 404
    somebody.page.locator("main a").click()
    expect(somebody.page.locator("[data-play]")).to_be_visible()


def test_back_closes_a_replay_and_stays_at_the_table(arranged: Arrange) -> None:
    table = arranged("euchre")
    table.play_deal()
    page, steps = table.page, table.page.locator('input[type="range"]')
    page.locator("[data-replay]").click()
    expect(steps).to_be_visible()
    page.evaluate(BACK)
    expect(steps).to_have_count(0)
    expect(page.locator("[data-headline]")).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)
