"""What goes wrong for people at the page, or is refused, leaves it as good as before."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

import pytest
from lengths import first
from playwright.sync_api import WebSocketRoute, expect

from scripts.browsing import PageServer, Player, Visitor

Visit = Callable[..., Visitor]
Sit = Callable[..., Player]
TRICK: Final = "[data-trick] > li"
INCOMPLETE: Final = f"() => document.querySelectorAll('{TRICK}').length < 4"
GARBAGE: Final = (
    {"settings": {"options": None}, "seat": {"table": 1, "seat": "x", "token": None}, "seen": {}},
    {"settings": {"bot": 7, "game": 9, "options": {"clock": "x"}}, "seat": [], "seen": [1, None]},
    {"settings": {"name": None, "language": 3}, "seat": 5, "seen": "x"},
)


@pytest.mark.parametrize("motion", first(1, ["no-preference", "reduce"]))
def test_a_card_of_the_trick_before_is_taken_back(player: Sit, motion: str) -> None:
    somebody = player("sueca", reduced_motion=motion)
    somebody.reach("play")
    hand, trick = 0, [""]
    # In the second trick there are cards of others, unless one has won the first one.
    while not hand or not trick_of(somebody):
        hand, trick = len(somebody.hand()), trick_of(somebody)
        somebody.act()
        somebody.wait()
    somebody.visitor.press("web.table.take-back")
    expect(somebody.page.locator("button[data-card]")).to_have_count(hand)
    expect(somebody.page.locator(TRICK)).to_have_count(len(trick))
    assert trick_of(somebody) == trick
    assert somebody.act()


def trick_of(somebody: Player) -> list[str]:
    """The cards of the trick that is being played, once the one before is gone."""
    somebody.page.wait_for_function(INCOMPLETE)
    return [card.get_attribute("data-card") or "" for card in somebody.page.locator(TRICK).all()]


def test_the_first_deal_is_given_up(player: Sit) -> None:
    somebody = player("sueca")
    somebody.visitor.press("web.table.menu")
    somebody.visitor.press("web.table.resign")
    somebody.visitor.press("web.table.resign")
    expect(somebody.page.locator("main h2").first).to_have_text(somebody.visitor.say("screen.over"))


@pytest.mark.parametrize("kept", first(1, GARBAGE), ids=json.dumps)
def test_the_browser_has_kept_what_nobody_can_read(visitor: Visit, kept: dict[str, object]) -> None:
    somebody = Player(visitor(kept=kept))
    somebody.start("sueca")
    somebody.wait_for_cards()


def test_a_line_without_a_connection(player: Sit, server: PageServer) -> None:
    somebody = player("belote")
    page, say = somebody.page, somebody.visitor.say
    line = page.get_by_label(say("web.table.say"), exact=True)
    server.kill()
    expect(page.get_by_text(say("web.banner.lost"))).to_be_visible()
    line.fill("well played")
    line.press("Enter")
    expect(line).to_have_value("well played")
    server.start()
    expect(page.get_by_text(say("web.banner.lost"))).to_be_hidden()
    line.press("Enter")
    expect(line).to_have_value("")
    expect(page.locator("[data-log] .chat")).to_contain_text("well played")
    somebody.visitor.forget_losses()


def test_friends_who_are_to_be_partners(visitor: Visit) -> None:
    host, friend = visitor(settings={"name": "Ana"}), visitor(settings={"name": "Rui"})
    host.press("web.lobby.friends")
    sit_here = host.page.get_by_role("button", name=host.say("web.waiting.sit-on", seat=2))
    expect(host.page.locator('[data-seat="1"]')).to_contain_text("Ana")
    expect(sit_here).to_have_count(0)  # with nobody else there, one seat is as good as another
    friend.page.goto(host.page.get_by_label(host.say("web.share.link"), exact=True).input_value())
    friend.press("web.invite.sit")
    expect(sit_here).to_be_visible()
    expect(friend.page.locator('[data-seat="1"]')).to_contain_text(friend.say("web.waiting.partner"))
    friend.press("web.waiting.sit-on", seat=2)
    expect(host.page.locator('[data-seat="2"]')).to_contain_text("Rui")
    expect(host.page.locator('[data-seat="3"]')).not_to_contain_text("Rui")
    expect(friend.page.locator('[data-seat="2"]')).to_contain_text(friend.say("web.waiting.you"))
    friend.page.reload()
    expect(friend.page.locator('[data-seat="4"]')).to_contain_text(friend.say("web.waiting.partner"))


@pytest.mark.parametrize("language", first(1, ["fr", "en", "pt"]))
def test_the_head_of_a_narrow_page_is_one_line(visitor: Visit, language: str) -> None:
    somebody = visitor(language, "/judge", viewport={"width": 360, "height": 640})
    home, settings = somebody.page.locator("header a").first, somebody.page.locator("header button")
    expect(settings).to_be_visible()
    assert home.evaluate("element => element.offsetTop") == settings.evaluate("element => element.offsetTop")


def test_the_log_after_a_reload(player: Sit) -> None:
    somebody = player("belote")
    somebody.reach("play")
    first = somebody.page.locator("[data-log] p").first
    before = first.inner_text()
    somebody.page.reload()
    somebody.wait()
    expect(first).to_have_text(before)


def test_a_code_that_opens_nothing_costs_nobody_his_seat(player: Sit) -> None:
    somebody = player("sueca")
    somebody.wait_for_cards()
    hand = sorted(somebody.hand())
    somebody.visitor.open("/#move=forged")
    somebody.visitor.press("web.invite.take")
    expect(somebody.page.get_by_text(somebody.visitor.say("finding.bad-move"))).to_be_visible()
    somebody.wait_for_cards()
    assert sorted(somebody.hand()) == hand
    somebody.page.reload()
    somebody.wait_for_cards()
    assert sorted(somebody.hand()) == hand


def test_a_bot_that_is_refused_is_not_shown(player: Sit) -> None:
    def refuse_bots(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if json.loads(message)["type"] == "add_bot":
                page.send(json.dumps({"type": "refused", "code": "no-bots", "text": "There are no bots left."}))
            else:
                server.send(message)

        page.on_message(pass_on)

    somebody = player("euchre")
    somebody.page.route_web_socket("**/ws", refuse_bots)
    somebody.page.reload()
    somebody.play_deal()
    somebody.visitor.press("web.table.menu")
    somebody.visitor.press("web.table.levels")
    choice = somebody.page.get_by_role("dialog").get_by_role("combobox").first
    choice.select_option("random")
    expect(somebody.page.get_by_text("There are no bots left.")).to_have_count(1)
    expect(choice).to_have_value("simple")
