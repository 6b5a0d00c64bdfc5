"""The deal of the day by clicking: played once, compared with bots, and found again in the lobby."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from scripts.browsing import Player, Visitor

Visit = Callable[..., Visitor]


def test_the_deal_of_the_day_is_played_once_and_compared(visitor: Visit) -> None:
    somebody = visitor("pt", settings={"game": "euchre", "bot": "simple", "options": {"bot_delay": 0}})
    page = somebody.page
    expect(page.locator("[data-daily] h2")).to_have_text(somebody.say("web.daily.of", game="Euchre"))
    page.locator("[data-play-day]").press("Enter")
    page.locator("main[data-state]").wait_for()
    Player(somebody).play_deal()
    result = page.locator("[data-day-result]")
    expect(result.locator("[data-percent]")).to_be_visible()  # the first bots have played
    expect(result).to_contain_text(somebody.say("web.bot.random"))
    expect(page.locator('[data-verdict="consistent"] summary')).to_contain_text(somebody.say("web.fair.day"))
    expect(page.get_by_text(somebody.say("web.daily.done"))).to_be_visible()
    link = page.evaluate("JSON.parse(localStorage.getItem('overtrick/daily'))[0].path")
    stranger = visitor()
    stranger.open(link)
    expect(stranger.page.get_by_role("alert")).to_have_text(stranger.say("finding.day-not-over"))
    stranger.troubles.clear()  # the browser notes what was refused
    page.locator("[data-day-done]").click()
    daily = page.locator("[data-daily]")
    expect(daily.locator("[data-streak]")).to_have_text(somebody.say("web.daily.streak", count=1))
    expect(daily.locator("[data-play-day]")).to_have_count(0)
    daily.get_by_role("link", name=somebody.say("web.daily.replay")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(somebody.say("web.shown.title"))
    page.locator("main .deal").wait_for()
