"""A club's own network: the page comes by plain http from another machine."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from scripts.browsing import PageServer, Player, visit
from scripts.browsing.browser import CLUB


def test_on_plain_http_from_another_machine_the_cards_are_proved_too(browser: Browser, server: PageServer) -> None:
    url = server.url.replace("127.0.0.1", CLUB)
    somebody = Player(visit(browser, url))
    somebody.visitor.open()
    assert not somebody.page.evaluate("isSecureContext")
    somebody.start("sueca")
    somebody.play_deal()
    expect(somebody.page.locator('[data-verdict="proved"]')).to_be_visible()
    assert somebody.visitor.troubles == []
    somebody.visitor.close()
