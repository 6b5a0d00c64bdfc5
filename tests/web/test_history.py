"""The deals that were played in a browser: listed there, and deletable."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from scripts.browsing import Player, Visitor

Sit = Callable[..., Player]
Visit = Callable[..., Visitor]


def test_deals_of_this_browser_are_found_from_the_lobby(player: Sit) -> None:
    somebody = player("euchre")
    somebody.play_deal()
    visitor, page = somebody.visitor, somebody.page
    page.locator("[data-share-deal]").wait_for()
    page.wait_for_function("localStorage.getItem('overtrick/deals') !== null")
    visitor.open("/deals")
    deal = page.locator("[data-deal]")
    expect(deal).to_contain_text("Euchre")
    deal.get_by_role("link").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(visitor.say("web.shown.title"))


def deal(number: int, is_won: bool | None) -> dict[str, object]:
    path = f"/deal/table-{number}-0"
    return {"path": path, "game": "sueca", "own": 90, "other": 30, "isWon": is_won, "at": 1_700_000_000_000 + number}


def test_the_list_can_be_deleted_one_by_one_and_whole(visitor: Visit) -> None:
    kept = {"deals": [deal(3, True), deal(2, False), deal(1, None)]}
    somebody = visitor("fr", kept=kept)
    page = somebody.page
    page.get_by_role("link", name=somebody.say("web.history.link", count=3)).click()
    expect(page.locator("[data-deal]")).to_have_count(3)
    expect(page.locator("[data-deal]").first).to_contain_text(somebody.say("web.history.won", own=90, other=30))
    page.locator("[data-deal] button").nth(1).press("Enter")
    expect(page.locator("[data-deal]")).to_have_count(2)
    expect(page.get_by_role("main")).to_be_focused()
    somebody.press("web.history.delete-all")
    somebody.press("web.history.keep")
    expect(page.locator("[data-deal]")).to_have_count(2)
    somebody.press("web.history.delete-all")
    page.get_by_role("dialog").get_by_role("button", name=somebody.say("web.history.delete-all")).click()
    expect(page.get_by_text(somebody.say("web.history.none"))).to_be_visible()
    somebody.open("/")
    page.locator("[data-play]").wait_for()
    expect(page.locator("[data-my-deals]")).to_have_count(0)
