"""A reload brings everybody back to where he was."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from arranged_tables import ArrangedTable
from playwright.sync_api import expect

from scripts.browsing import PageServer, Player, Visitor

Visit = Callable[..., Visitor]
Sit = Callable[..., Player]
Arrange = Callable[..., ArrangedTable]


def test_while_waiting(visitor: Visit) -> None:
    somebody = visitor()
    somebody.press("web.lobby.friends")
    own = somebody.page.locator('[data-seat="1"]')
    expect(own).to_contain_text(somebody.say("web.waiting.you"))
    link = somebody.page.get_by_label(somebody.say("web.share.link"), exact=True)
    before = link.input_value()
    somebody.page.reload()
    expect(own).to_contain_text(somebody.say("web.waiting.you"))
    expect(link).to_have_value(before)


@pytest.mark.parametrize(
    ("game", "phase"), [("belote", "auction"), ("coinche", "auction"), ("bridge", "play"), ("euchre", "discard")]
)
def test_in_a_deal(arranged: Arrange, game: str, phase: str) -> None:
    table = arranged(game)
    table.play_until(phase)
    somebody = table.player
    come_back(somebody)
    assert somebody.phase == phase
    assert somebody.act()


def come_back(somebody: Player) -> None:
    """Reload, and have the same cards of which the same can be chosen."""
    somebody.wait()
    before = offered(somebody)
    somebody.page.reload()
    somebody.wait()
    assert offered(somebody) == before


def offered(somebody: Player) -> tuple[list[str], list[str]]:
    buttons = somebody.page.locator("[data-action], button[data-card][aria-disabled='false']").all()
    return somebody.hand(), [button.inner_text() for button in buttons]


def test_between_two_deals_and_after_the_match(player: Sit) -> None:
    somebody = player("sueca")
    somebody.play_deal()
    title = somebody.page.locator("main h2").first
    expect(title).to_have_text(somebody.visitor.say("web.after.title", deal=1))
    somebody.page.reload()
    expect(title).to_have_text(somebody.visitor.say("web.after.title", deal=1))
    expect(somebody.page.locator('[data-verdict="proved"]')).to_be_visible()
    somebody.next_deal()
    somebody.visitor.press("web.table.menu")
    somebody.visitor.press("web.table.resign")
    somebody.visitor.press("web.table.resign")
    expect(somebody.page.locator("[data-rematch]")).to_be_visible()
    somebody.page.reload()
    somebody.page.locator("[data-rematch]").click()
    expect(somebody.page.locator('main[data-state="play"]')).to_be_visible()
    assert somebody.act()


def test_the_server_dies_and_comes_back(player: Sit, server: PageServer) -> None:
    somebody = player("belote")
    somebody.reach("play")
    hand, page = somebody.hand(), somebody.page
    server.kill()
    banner = page.get_by_text(somebody.visitor.say("web.banner.lost"))
    expect(banner).to_be_visible()
    server.start()
    expect(banner).to_be_hidden()
    somebody.wait()
    assert somebody.hand() == hand
    assert somebody.act()
    somebody.visitor.forget_losses()
