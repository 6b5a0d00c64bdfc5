"""Invitations: who invites to what, under which name one comes, and that a reload loses nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import WebSocketRoute, expect

from scripts.browsing import Player, Visitor

Visit = Callable[..., Visitor]
Sit = Callable[..., Player]


def test_an_invitation_names_host_and_game_and_survives_a_reload(visitor: Visit) -> None:
    host, friend = visitor(settings={"name": "Ana", "game": "coinche"}), visitor(settings={})
    host.press("web.lobby.friends")
    friend.page.goto(host.page.get_by_label(host.say("web.share.link"), exact=True).input_value())
    title = friend.page.get_by_role("heading", name=friend.say("web.invite.from", player="Ana", game="Coinche"))
    expect(title).to_be_visible()
    friend.page.reload()
    expect(title).to_be_visible()
    expect(friend.page.get_by_text(friend.say("web.invite.partner", player="Ana"))).to_be_visible()
    invitation = friend.page.locator("section").filter(has=title)
    invitation.get_by_label(friend.say("web.lobby.name")).fill("Rui")
    friend.press("web.invite.sit")
    expect(host.page.locator('[data-seat="3"]')).to_contain_text("Rui")
    own_seat = friend.page.locator('[data-seat="3"]')
    # Only who has heard of their seat can come back to it.
    expect(own_seat).to_contain_text(friend.say("web.waiting.you"))
    friend.page.reload()
    expect(own_seat).to_contain_text(friend.say("web.waiting.you"))


def test_nobody_sits_down_before_the_seat_beside_the_host_is_known(visitor: Visit) -> None:
    host, friend = visitor(settings={"name": "Ana"}), visitor(settings={"name": "Rui"})
    host.press("web.lobby.friends")
    could_sit: list[bool] = []
    sit = friend.page.get_by_role("button", name=friend.say("web.invite.sit"))

    def look_before_the_answer(socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            if '"Ana"' in str(message) and not could_sit:
                could_sit.append(sit.is_enabled())
            socket.send(message)

        socket.connect_to_server().on_message(pass_on)

    friend.page.route_web_socket(lambda _: True, look_before_the_answer)
    friend.page.goto(host.page.get_by_label(host.say("web.share.link"), exact=True).input_value())
    sit.click()
    assert not could_sit[0]
    expect(host.page.locator('[data-seat="3"]')).to_contain_text("Rui")


def test_who_does_not_want_to_is_not_asked_again(visitor: Visit) -> None:
    host, friend = visitor(settings={"name": "Ana"}), visitor()
    host.press("web.lobby.friends")
    friend.page.goto(host.page.get_by_label(host.say("web.share.link"), exact=True).input_value())
    friend.press("web.invite.no")
    friend.page.reload()
    friend.page.locator("[data-play]").wait_for()
    expect(friend.page.get_by_role("button", name=friend.say("web.invite.sit"))).to_have_count(0)


def test_a_name_that_is_chosen_at_a_table_is_used_at_the_next_one(player: Sit) -> None:
    somebody = player("sueca", settings={"name": "Ana", "bot": "simple", "options": {"bot_delay": 0}})
    page, visitor = somebody.page, somebody.visitor
    visitor.press("web.table.menu")
    visitor.press("web.table.settings")
    page.get_by_role("dialog").get_by_label(visitor.say("web.settings.name"), exact=True).fill("Bea")
    page.keyboard.press("Escape")
    visitor.press("web.table.menu")
    visitor.press("web.table.leave")
    visitor.press("web.table.leave")
    visitor.press("web.lobby.friends")
    expect(page.locator('[data-seat="1"]')).to_contain_text("Bea")


def test_what_is_typed_and_leads_nowhere_is_refused_with_a_sentence(visitor: Visit) -> None:
    somebody = visitor()
    field = somebody.page.get_by_label(somebody.say("web.join.title"))
    for typed in ("nothing", f"{somebody.page.url}#nothing"):
        field.fill(typed)
        somebody.press("web.join.go")
        refusal = somebody.page.get_by_role("alert")
        expect(refusal).to_contain_text(somebody.say("finding.no-such-table"))
        refusal.get_by_role("button", name=somebody.say("web.lobby.dismiss")).click()
        expect(refusal).to_be_empty()
