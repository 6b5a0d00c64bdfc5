"""Whole deals by clicking, from the lobby to the score."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from lengths import first
from playwright.sync_api import expect

from scripts.browsing import Player

Sit = Callable[..., Player]


@pytest.mark.parametrize("game", first(4, ["belote", "bridge", "coinche", "euchre", "sueca", "whist"]))
def test_a_deal_is_played_to_its_score_and_proved_to_be_fair(player: Sit, game: str) -> None:
    somebody = player(game)
    somebody.play_deal()
    page = somebody.page
    expect(page.locator("[data-next], [data-rematch]")).to_be_visible()
    expect(page.locator('[data-verdict="proved"]')).to_be_visible()
    expect(page.locator("main h2").first).to_have_text(somebody.visitor.say("web.after.title", deal=1))


def test_after_a_deal_the_bots_are_shown_to_be_honest(player: Sit) -> None:
    somebody = player("sueca")
    somebody.play_deal()
    page = somebody.page
    somebody.visitor.press("web.honest.ask")
    expect(page.locator('[data-honest="true"]')).to_have_text(somebody.visitor.say("web.honest.same"), timeout=60_000)
    first, second = page.locator("[data-honesty] .decision td").all_inner_texts()
    assert first == second
