"""A game of another package is played in the browser like any of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from installed_game import installed
from playwright.sync_api import Browser, expect

from scripts.browsing import PageServer, Player, visit


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    folder = tmp_path_factory.mktemp("huisjas")
    started = PageServer("--workers", "0", "--db", str(folder / "tables.db"), python=str(installed(folder)))
    yield started
    started.close()


def test_a_deal_from_the_lobby_to_its_score(browser: Browser, server: PageServer) -> None:
    visitor = visit(browser, server.url, "fr")
    try:
        visitor.open("/")
        page, player = visitor.page, Player(visitor)
        expect(page.get_by_text("Choisissez l'atout, et gagnez plus de la moitié des points.").first).to_be_visible()
        player.start("huisjas")
        player.reach("auction")
        expect(page.get_by_text(re.compile("jouer|passe")).first).to_be_visible()
        while not page.locator('[data-action="speel H"]').count():  # somebody else has made trumps
            player.play_deal()
            player.next_deal()
            player.reach("auction")
        player.play_deal()
        expect(page.get_by_text(re.compile("Points dans les plis|Nat")).first).to_be_visible()
        assert visitor.troubles == []
    finally:
        visitor.close()
