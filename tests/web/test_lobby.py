"""The lobby tells players what is for them: presets of courses stand apart, rated tables are marked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from overtrick.texts import LANGUAGES
from scripts.browsing import Visitor

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("language", LANGUAGES)
def test_presets_of_courses_stand_apart(visitor: Visit, language: str) -> None:
    somebody = visitor(language)
    page, say = somebody.page, somebody.say
    page.locator('[data-game="euchre"]').click()
    presets = page.get_by_label(say("web.lobby.preset"), exact=True)
    group = presets.locator("optgroup")
    expect(group).to_have_attribute("label", say("web.lobby.presets-courses"))
    expect(group.locator("option")).to_have_text([f"{say('web.preset.euchre.eecs280')} · EECS 280"])
    assert presets.locator("> option").count() == 2
    presets.select_option("eecs280")
    expect(presets).to_have_value("eecs280")
    page.locator('[data-game="bridge"]').click()
    expect(group).to_have_count(0)


def test_a_rated_table_is_marked_in_the_list(visitor: Visit) -> None:
    kept = {"key": {"type": "overtrick player key", "v": 1, "secret": "22" * 32}}
    settings = {"name": "Zuzana", "bot": "simple", "options": {"bot_delay": 0, "rated": True}}
    host, guest = visitor(settings=settings, kept=kept), visitor("fr")
    host.page.locator("[data-known=true]").wait_for()
    host.press("web.lobby.public")
    row = guest.page.get_by_role("article").filter(has_text="Zuzana")
    expect(row.get_by_role("heading")).to_contain_text(guest.say("web.tables.rated"))
    host.press("web.table.leave")  # other tests of this server look at its list, too
    host.page.locator("[data-play]").wait_for()
    expect(row).to_have_count(0)


def test_the_judge_is_explained_to_players(visitor: Visit) -> None:
    somebody = visitor()
    expect(somebody.page.locator("main")).to_contain_text(somebody.say("web.lobby.judge-hint"))
    somebody.page.get_by_role("link", name=somebody.say("web.lobby.judge")).click()
    expect(somebody.page.locator("h1")).to_have_text(somebody.say("web.judge.title"))
