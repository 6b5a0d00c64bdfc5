"""When the next deal begins: with others by a clock that everybody sees, and that whoever still looks can stop."""

from __future__ import annotations

import re
from collections.abc import Callable

from arranged_tables import PAGE, ArrangedTable
from playwright.sync_api import expect

from overtrick.protocol import outgoing
from overtrick.table.fair_dealing import MOST_KEPT

Arrange = Callable[..., ArrangedTable]
GRACE = 60
BOUND = re.compile(r"\b\d+\b")
"""seconds, in what is told of the clock"""


def test_a_deal_that_begins_by_the_clock_has_the_number_of_who_was_not_ready(arranged: Arrange) -> None:
    table = arranged("sueca")
    table.play_deal()
    expect(table.page.locator("[data-countdown]")).to_be_visible()
    assert table.hall.state.until == table.hall.now + GRACE
    table.wait(GRACE)
    expect(table.page.locator('main[data-state="play"]')).to_be_visible()
    assert table.hall.last(PAGE, outgoing.Dealt).marks == ("committed", "committed", "bot", "committed")


def test_an_open_replay_stops_the_clock(arranged: Arrange) -> None:
    table = arranged("sueca")
    table.play_deal()
    replay, clock = table.page.locator("[data-replay]"), table.page.locator("[data-countdown]")
    replay.click()
    expect(clock).to_have_attribute("data-countdown", "kept")
    table.wait(GRACE)
    expect(replay).to_have_attribute("aria-expanded", "true")
    assert table.hall.phase() == "deal"
    replay.click()
    expect(clock).to_have_attribute("data-countdown", "")
    table.wait(GRACE)
    expect(table.page.locator('main[data-state="play"]')).to_be_visible()


def test_whoever_asks_for_time_gets_it_and_all_are_told(arranged: Arrange) -> None:
    table = arranged("sueca")
    table.play_deal()
    page, say = table.page, table.visitor.say
    page.locator("[data-keep]").click()
    expect(page.locator("[data-countdown]")).to_have_attribute("data-countdown", "kept")
    expect(page.locator("[data-log]")).to_contain_text(say("session.kept", player="").strip())
    table.wait(GRACE)
    assert table.hall.phase() == "deal"
    page.locator("[data-next]").click()
    expect(page.locator('main[data-state="play"]')).to_be_visible()


def test_all_see_how_long_a_deal_can_be_kept_waiting_and_then_it_begins(arranged: Arrange) -> None:
    table = arranged("sueca")
    table.play_deal()
    page, say = table.page, table.visitor.say
    page.locator("[data-keep]").click()
    expect(page.locator("[data-countdown]")).to_contain_text(BOUND.split(say("web.after.begins-at-last", seconds=1))[0])
    assert table.hall.state.until == table.hall.now + MOST_KEPT
    table.wait(MOST_KEPT)
    expect(page.locator('main[data-state="play"]')).to_be_visible()
    assert table.hall.last(PAGE, outgoing.Dealt).marks == ("committed", "committed", "bot", "committed")
