"""A player with a key: made and saved in the settings, shown at the table, with a rating and a page, and deleted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from scripts.browsing import Visitor

Visit = Callable[..., Visitor]
SECRET = "11" * 32
FINGER = 44
"""pixels"""


def open_settings(somebody: Visitor) -> None:
    somebody.page.get_by_role("button", name=somebody.say("web.settings.title")).click()


def know(page: Page) -> None:
    """Wait until the server has seen the key."""
    page.locator("[data-known=true]").wait_for()


def test_a_key_is_made_saved_and_taken_to_another_device(visitor: Visit, tmp_path: Path) -> None:
    somebody, other = visitor(), visitor("fr")
    open_settings(somebody)
    somebody.press("web.player.make")
    with somebody.page.expect_download() as saved:
        somebody.press("web.player.save")
    file = tmp_path / "key.json"
    saved.value.save_as(file)
    kept = json.loads(file.read_text())
    assert kept["type"] == "overtrick player key"
    assert re.fullmatch("[0-9a-f]{64}", kept["secret"])
    own = somebody.page.get_by_role("link", name=somebody.say("web.player.page")).get_attribute("href")

    open_settings(other)
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    field = other.page.get_by_label(other.say("web.player.load"))
    field.set_input_files(bad)
    expect(other.page.get_by_text(other.say("web.player.bad-file"))).to_be_visible()
    field.set_input_files(file)
    link = other.page.get_by_role("link", name=other.say("web.player.page"))
    expect(link).to_have_attribute("href", own or "")
    other.press("web.player.show")
    other.press("web.player.end")
    other.press("web.player.drop")
    other.press("web.player.make")
    expect(other.page.get_by_role("button", name=other.say("web.player.end"))).to_be_visible()
    expect(other.page.get_by_role("img", name=other.say("web.player.qr"))).to_have_count(0)


def test_a_key_comes_to_another_device_by_a_code_that_no_server_sees(visitor: Visit) -> None:
    somebody = visitor(kept={"key": {"type": "overtrick player key", "v": 1, "secret": SECRET}})
    know(somebody.page)
    open_settings(somebody)
    somebody.press("web.player.show")
    expect(somebody.page.get_by_role("img", name=somebody.say("web.player.qr"))).to_be_visible()

    other = visitor("pt")
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url + (request.post_data or "")))
    other.page.on("websocket", lambda socket: socket.on("framesent", lambda frame: asked.append(str(frame))))
    for answer, is_known in (("web.player.leave", False), ("web.player.take", True)):
        other.page.goto("about:blank")
        other.open(f"/#key={SECRET}")
        other.page.get_by_text(other.say("web.player.take-sure")).wait_for()
        assert "key" not in other.page.url
        other.press(answer)
        expect(other.page.get_by_role("dialog")).to_have_count(0)
        assert (other.page.evaluate("localStorage.getItem('overtrick/key')") is not None) == is_known
    know(other.page)
    assert asked
    assert not any(SECRET in each for each in asked)


def test_a_rated_match_has_a_mark_and_counts_until_its_player_is_deleted(visitor: Visit) -> None:
    kept = {"key": {"type": "overtrick player key", "v": 1, "secret": SECRET}, "settings": {"bot": "simple"}}
    somebody = visitor(kept=kept)
    page = somebody.page
    know(page)
    page.locator('[data-game="euchre"]').click()
    page.get_by_text(somebody.say("web.options.title")).click()
    page.locator("[data-rated]").check()
    page.locator("[data-play]").click()
    page.locator("main[data-state=play]").wait_for()
    mark = page.get_by_role("link", name=somebody.say("web.table.known"))
    expect(mark).to_have_count(1)
    address = mark.get_attribute("href") or ""
    expect(page.get_by_role("button", name=somebody.say("web.table.hint"))).to_have_count(0)
    page.go_back()
    expect(page.get_by_text(somebody.say("web.table.leave-rated"))).to_be_visible()
    page.get_by_role("dialog").get_by_role("button", name=somebody.say("web.table.leave")).click()
    page.locator("[data-play]").wait_for()

    page.get_by_role("link", name=somebody.say("web.players.title")).click()
    expect(page.get_by_role("row")).to_have_count(3)  # the head, the player, and the bot
    page.get_by_label(somebody.say("web.players.sort")).select_option(label=somebody.say("web.players.people"))
    expect(page.get_by_role("row")).to_have_count(2)
    page.get_by_label(somebody.say("web.players.sort")).select_option(label=somebody.say("web.players.bots"))
    expect(page.get_by_role("row").last.get_by_text(somebody.say("web.players.bot"), exact=True)).to_be_visible()
    expect(page.get_by_role("row")).to_have_count(2)
    somebody.open(address)
    expect(page.get_by_text(somebody.say("web.players.broken-off"))).to_be_visible()
    expect(page.get_by_text(somebody.say("web.players.you"))).to_be_visible()
    boxes = [link.bounding_box() for link in page.locator("main a").all()]
    assert len(boxes) > 2  # to all ratings, and to players of the match
    assert all(box and min(box["width"], box["height"]) >= FINGER - 1 for box in boxes)

    somebody.open("/")
    know(page)
    open_settings(somebody)
    somebody.press("web.player.end")
    somebody.press("web.player.forget")
    expect(page.get_by_role("button", name=somebody.say("web.player.make"))).to_be_visible()
    assert page.evaluate("localStorage.getItem('overtrick/key')") is None
    stranger = visitor()
    stranger.open("/players")
    expect(stranger.page.get_by_role("row")).to_have_count(2)
