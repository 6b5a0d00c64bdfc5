"""The other people at a table: whom one does not want to read, whom the host mutes or sends away, and reports."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from scripts.browsing import Visitor

Visit = Callable[..., Visitor]


@pytest.fixture
def friends(visitor: Visit) -> tuple[Visitor, Visitor]:
    """A host and a guest at a table that waits."""
    host, guest = visitor(settings={"name": "Ana", "game": "sueca"}), visitor("fr", settings={"name": "Rui"})
    host.press("web.lobby.friends")
    guest.page.goto(host.page.get_by_label(host.say("web.share.link"), exact=True).input_value())
    guest.page.get_by_text(guest.say("web.invite.partner", player="Ana")).wait_for()
    guest.press("web.invite.sit")
    expect(host.page.locator('[data-seat="3"]')).to_contain_text("Rui")
    expect(guest.page.locator('[data-seat="3"]')).to_contain_text(guest.say("web.waiting.you"))
    return host, guest


def tools(visitor: Visitor) -> Locator:
    visitor.press("web.table.menu")
    visitor.press("web.table.people")
    dialog = visitor.page.get_by_role("dialog", name=visitor.say("web.table.people"))
    expect(dialog).to_be_visible()
    return dialog


def close_tools(visitor: Visitor) -> None:
    visitor.page.keyboard.press("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)


def emote(visitor: Visitor, what: str) -> None:
    summary = visitor.page.get_by_text(visitor.say("web.table.emotes"))
    button = visitor.page.get_by_role("button", name=visitor.say(f"emote.{what}"))
    if not button.is_visible():
        summary.click()
    button.click()


def said(visitor: Visitor, what: str, name: str) -> str:
    return visitor.say("web.log.said", name=name, text=visitor.say(f"emote.{what}"))


def test_everybody_reads_quick_words_in_their_own_language(friends: tuple[Visitor, Visitor]) -> None:
    host, _ = friends
    emote(host, "good-luck")
    for each in friends:
        expect(each.page.locator("[data-log]")).to_contain_text(said(each, "good-luck", "Ana"))


def test_one_need_not_read_somebody(friends: tuple[Visitor, Visitor]) -> None:
    host, guest = friends
    tools(guest).get_by_label(guest.say("web.people.unheard")).check()
    close_tools(guest)
    emote(host, "hello")
    expect(host.page.locator("[data-log]")).to_contain_text(said(host, "hello", "Ana"))
    tools(guest).get_by_label(guest.say("web.people.unheard")).uncheck()
    close_tools(guest)
    emote(host, "bye")
    log = guest.page.locator("[data-log]")
    expect(log).to_contain_text(said(guest, "bye", "Ana"))
    expect(log).not_to_contain_text(said(guest, "hello", "Ana"))


def test_the_host_mutes_and_sends_away(friends: tuple[Visitor, Visitor]) -> None:
    host, guest = friends
    expect(tools(guest).get_by_role("button", name=guest.say("web.people.kick"))).to_have_count(0)
    close_tools(guest)
    dialog = tools(host)
    dialog.get_by_label(host.say("web.people.mute")).check()
    expect(guest.page.locator("[data-log]")).to_contain_text(guest.say("session.muted", player="Rui"))
    emote(guest, "sorry")
    expect(guest.page.get_by_text(guest.say("finding.muted"))).to_be_visible()
    dialog.get_by_role("button", name=host.say("web.people.kick")).click()
    dialog.get_by_role("button", name=host.say("web.people.kick-sure")).click()
    expect(guest.page.get_by_text(guest.say("session.lobby.kicked", who="Ana"))).to_be_visible()
    expect(host.page.locator("[data-log]")).to_contain_text(host.say("session.kicked", player="Rui"))


def test_a_player_can_be_reported(friends: tuple[Visitor, Visitor]) -> None:
    _, guest = friends
    dialog = tools(guest)
    dialog.get_by_role("button", name=guest.say("web.people.report")).click()
    dialog.get_by_label(guest.say("web.people.reason")).fill("rude")
    dialog.get_by_label(guest.say("web.people.reason")).press("Enter")
    expect(dialog.get_by_text(guest.say("web.people.reported"))).to_be_visible()


def test_those_who_look_on_talk_among_themselves(friends: tuple[Visitor, Visitor], visitor: Visit) -> None:
    host, guest = friends
    link = host.page.get_by_label(host.say("web.share.link"), exact=True).input_value()
    watchers = [visitor(settings={"name": name}) for name in ("Eva", "Zoé")]
    for watcher in watchers:
        watcher.page.goto(link)
        watcher.page.get_by_role("button", name=watcher.say("web.tables.watch"), exact=True).click()
    speaker, listener = watchers
    field = speaker.page.get_by_label(speaker.say("web.table.say-watching"))
    listener.page.get_by_label(listener.say("web.table.say-watching")).wait_for()
    field.fill("nice table")
    field.press("Enter")
    line = listener.say("web.log.murmured", name="Eva", text="nice table")
    expect(listener.page.locator("[data-log]")).to_contain_text(line)
    emote(host, "thanks")
    expect(guest.page.locator("[data-log]")).to_contain_text(said(guest, "thanks", "Ana"))
    expect(guest.page.locator("[data-log]")).not_to_contain_text("nice table")
