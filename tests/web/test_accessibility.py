"""What axe-core finds on each page, light and dark, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from arranged_tables import ArrangedTable
from lengths import first
from playwright.sync_api import Page, ViewportSize, expect

from scripts.browsing import Player, Visitor
from scripts.browsing.visitor import DESKTOP, PHONE

Visit = Callable[..., Visitor]
Arrange = Callable[..., ArrangedTable]
Sit = Callable[..., Player]

AXE = Path(__file__).parent.parent.parent / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """
async () => (await axe.run(document, { resultTypes: ["violations"] })).violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`))
"""
Look = tuple[ViewportSize, Literal["light", "dark"]]
Find = Callable[[Page], list[Any]]

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="what the page needs is not there: make web")


@pytest.fixture(
    params=first(1, [((DESKTOP, "light"), (PHONE, "dark")), ((DESKTOP, "dark"), (PHONE, "light"))]),
    ids=["light desktop, dark phone", "dark desktop, light phone"],
)
def findings(request: pytest.FixtureRequest) -> Find:
    """Finds what is serious on both devices, each in one of the schemes."""
    looks: tuple[Look, ...] = request.param

    def find(page: Page) -> list[Any]:
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = []
        for size, scheme in looks:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            found += [(size["width"], scheme, finding) for finding in page.evaluate(RUN)]
        return found

    return find


def test_the_lobby_and_the_rules(visitor: Visit, findings: Find) -> None:
    somebody = visitor()
    somebody.page.locator("[data-play-day]").wait_for()
    assert findings(somebody.page) == []
    somebody.press("web.lobby.read-rules")
    somebody.page.get_by_role("dialog").get_by_role("heading", level=3).first.wait_for()
    assert findings(somebody.page) == []


@pytest.mark.parametrize("game", first(1, ["bridge", "belote"]))
def test_the_table(arranged: Arrange, findings: Find, game: str) -> None:
    table = arranged(game)
    table.play_until("auction")
    assert findings(table.page) == []
    table.play_until("play")
    assert findings(table.page) == []


def test_after_the_deal(arranged: Arrange, findings: Find) -> None:
    table = arranged("euchre")
    table.play_deal()
    table.page.locator("[data-verdict]").wait_for()
    assert findings(table.page) == []
    table.page.locator("[data-replay]").click()
    table.page.get_by_text(table.visitor.say("web.replay.costly")).wait_for()
    assert findings(table.page) == []


def test_a_shown_deal(player: Sit, visitor: Visit, findings: Find) -> None:
    played = player("euchre")
    with played.page.expect_response("**/api/records/*deal=1*") as asked:
        played.play_deal()
    somebody = visitor(path=asked.value.headers["content-location"])
    somebody.page.get_by_text(somebody.say("web.replay.costly")).wait_for()
    assert findings(somebody.page) == []


def test_my_deals(visitor: Visit, findings: Find) -> None:
    deal = {"path": "/deal/t-1-0", "game": "sueca", "own": 90, "other": 30, "at": 0}
    kept = {"deals": [{**deal, "isWon": True}, {**deal, "path": "/deal/t-2-0", "isWon": False}]}
    somebody = visitor(path="/deals", kept=kept)
    expect(somebody.page.locator("[data-deal]")).to_have_count(2)
    assert findings(somebody.page) == []


def test_a_player(visitor: Visit, findings: Find) -> None:
    kept = {"key": {"type": "overtrick player key", "v": 1, "secret": "33" * 32}}
    somebody = visitor(kept=kept)
    somebody.page.get_by_role("button", name=somebody.say("web.settings.title")).click()
    somebody.press("web.player.end")
    somebody.page.get_by_role("link", name=somebody.say("web.player.page")).wait_for()
    assert findings(somebody.page) == []
    somebody.open("/players")
    expect(somebody.page.get_by_role("heading", name=somebody.say("web.players.title"))).to_be_visible()
    assert findings(somebody.page) == []


def test_a_lesson(visitor: Visit, findings: Find) -> None:
    somebody = visitor(path="/lesson?game=belote")
    page = somebody.page
    page.locator('[data-action="pass"]').click()
    page.locator("[data-lesson-answer]:not(.unseen)").wait_for()
    assert findings(page) == []
    somebody.open("/lesson?game=bridge&puzzle=1")
    page.locator(".dummy button[data-card]").first.wait_for()
    assert findings(page) == []


def test_the_judge_page(visitor: Visit, findings: Find) -> None:
    somebody = visitor(path="/judge")
    somebody.page.locator('[data-example="belote.counting"]').click()
    somebody.page.locator("[data-verdict]").wait_for()
    assert findings(somebody.page) == []
