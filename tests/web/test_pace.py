"""The speed of a table, which its host can change while cards are on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from arranged_tables import NAME
from playwright.sync_api import Page, expect

from scripts.browsing import Visitor

Arrange = Callable[..., Any]
Visit = Callable[..., Visitor]


def open_pace(table: Any) -> Page:
    table.visitor.press("web.table.menu")
    table.visitor.press("web.table.pace")
    page: Page = table.page
    return page


def test_the_host_changes_the_speed_amid_a_deal(arranged: Arrange) -> None:
    table = arranged("sueca", language="pt")
    page, say = open_pace(table), table.visitor.say
    bots = page.get_by_role("dialog").get_by_label(say("web.options.speed"))
    tricks = page.get_by_role("dialog").get_by_label(say("web.table.pace-tricks"))
    expect(bots).to_have_value("0.7")
    expect(tricks).to_have_value("1.2")
    with table.player.doing():
        bots.select_option("0")
    with table.player.doing():
        tricks.select_option("2.5")
    expect(bots).to_have_value("0")
    expect(tricks).to_have_value("2.5")
    options = table.hall.state.options
    assert (options.bot_delay, options.trick_delay) == (0, 2.5)
    page.keyboard.press("Escape")
    expect(page.locator("[data-log]")).to_contain_text(table.visitor.say("session.paced", player=f"{NAME} (1)"))


def test_only_the_host_is_offered_it(visitor: Visit) -> None:
    host, guest = visitor(settings={"name": "Ana", "game": "sueca"}), visitor(settings={"name": "Rui"})
    host.press("web.lobby.friends")
    guest.page.goto(host.page.get_by_label(host.say("web.share.link"), exact=True).input_value())
    guest.page.get_by_text(guest.say("web.invite.partner", player="Ana")).wait_for()
    guest.press("web.invite.sit")
    expect(host.page.locator('[data-seat="3"]')).to_contain_text("Rui")
    for each, count in ((host, 1), (guest, 0)):
        each.press("web.table.menu")
        menu = each.page.get_by_role("dialog")
        expect(menu.get_by_role("button", name=each.say("web.table.rules"))).to_be_visible()
        expect(menu.get_by_role("button", name=each.say("web.table.pace"), exact=True)).to_have_count(count)


def test_a_trick_that_one_has_won_goes_to_oneself(arranged: Arrange) -> None:
    table = arranged("sueca")
    page = table.page
    while not (
        (tricks := table.hall.round().tricks) and table.hall.actor() == 1 and not table.hall.round().trick.cards
    ):
        table.act()
    assert tricks
    expect(page.locator("[data-trick] [data-card]")).to_have_count(0)
    expect(page.locator(".prompt")).to_have_text(table.visitor.say("web.table.your-lead"))
