"""What the server refuses changes nothing on the page."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from scripts.browsing import Player

Sit = Callable[..., Player]


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
