"""The clock of a turn: whoever it can act for sees it from the beginning, and hears it before the end."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from scripts.browsing import Player, Visitor

Visit = Callable[..., Visitor]


def test_a_public_table_shows_its_usual_clock_and_warns_before_it_ends(visitor: Visit) -> None:
    somebody = Player(visitor(settings={"name": "Ana", "game": "sueca", "bot": "simple", "options": {"bot_delay": 0}}))
    page, say = somebody.page, somebody.visitor.say
    page.clock.install()
    page.reload()  # what the page knows of time, it knows by this clock
    somebody.visitor.press("web.lobby.public")
    somebody.visitor.press("web.waiting.fill")
    somebody.reach("play")
    clock, warning = page.get_by_role("timer"), page.get_by_text(say("web.table.hurry"))
    expect(clock).to_be_visible()
    expect(warning).to_have_count(0)
    page.clock.fast_forward(52_000)  # of sixty seconds
    expect(warning).to_have_count(1)
    expect(clock).to_be_visible()
