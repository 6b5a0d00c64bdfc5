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
