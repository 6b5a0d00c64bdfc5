"""A deal by its link: whoever played copies it, and anybody sees the replay with costs, without sitting down."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from lengths import first
from playwright.sync_api import expect

from scripts.browsing import Player, Visitor

Visit = Callable[..., Visitor]
Sit = Callable[..., Player]


def copied(somebody: Player) -> str:
    """The address that the button copies."""
    visitor = somebody.visitor
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    somebody.page.locator("[data-share-deal]").click()
    expect(somebody.page.get_by_text(visitor.say("web.after.shared"))).to_be_visible()
    return str(somebody.page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.parametrize("played", first(1, [("euchre", "fr"), ("bridge", "pt"), ("coinche", "en")]))
def test_a_link_shows_the_deal_to_anybody(player: Sit, visitor: Visit, played: tuple[str, str]) -> None:
    game, language = played
    somebody = player(game, language=language, settings={"name": "Zoé", "bot": "simple", "options": {"bot_delay": 0}})
    somebody.play_deal()
    address = urlsplit(copied(somebody))
    assert (f"{address.scheme}://{address.netloc}", address.query) == (somebody.visitor.url, f"lang={language}")
    friend = visitor(language, address.path)
    page = friend.page
    expect(page.get_by_role("heading", level=1)).to_have_text(friend.say("web.shown.title"))
    expect(page.get_by_text("Zoé").first).to_be_visible()
    expect(page.get_by_text(friend.say("web.replay.costly"))).to_be_visible()  # the analysis has come
    page.get_by_role("button", name=friend.say("web.replay.forward")).press("Enter")
    expect(
        page.get_by_text(friend.say("web.replay.played", trick=1, player="", card="").split(":")[0]).first
    ).to_be_visible()
    assert not any("/ws" in asked for asked in friend.asked)
    page.get_by_role("link", name=friend.say("web.shown.play")).click()
    page.locator("[data-play]").wait_for()


def test_a_link_to_nothing_says_so(visitor: Visit) -> None:
    somebody = visitor(path="/deal/nothing")
    expect(somebody.page.get_by_role("alert")).to_have_text(somebody.say("finding.deal-not-found"))
    somebody.troubles.clear()  # of the console, which tells that there is nothing
