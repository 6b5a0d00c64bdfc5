"""The judge page on the games of the briefs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from lengths import first
from playwright.sync_api import expect

from overtrick import find_game, jsonl, judge, play_deal
from scripts.browsing import Visitor

Visit = Callable[..., Visitor]

BRIEFS = Path(__file__).parent.parent.parent / "briefs"
GAMES = [*sorted((BRIEFS / "belote" / "samples").glob("*.belote")), *sorted((BRIEFS / "sueca").glob("*.sueca"))]


def expect_verdict(somebody: Visitor, text: str, status: str) -> None:
    """Have a text judged, and see what it comes to."""
    page = somebody.page
    page.get_by_label(somebody.say("web.judge.text")).fill(text)
    with page.expect_response(lambda response: "/api/judge" in response.url):
        page.locator("[data-judge]").click()
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", status)


@pytest.mark.parametrize("language", first(1, ["fr", "en"]))
def test_the_games_of_the_briefs(visitor: Visit, language: str) -> None:
    somebody = visitor(language, "/judge")
    for file in GAMES:
        text = file.read_text(encoding="utf-8")
        found = judge(text)
        expect_verdict(somebody, text, found.status)
        seen = somebody.page.locator("[data-verdict]")
        if found.fault is not None:
            expect(seen).to_contain_text(somebody.say("web.judge.proof"))
        elif found.finding is not None:
            expect(seen).to_contain_text(found.finding.message(language))


def test_several_games_are_listed_and_each_opens(visitor: Visit) -> None:
    somebody = visitor(path="/judge")
    deals = (play_deal(find_game("sueca"), ("simple",) * 4, "judge", number) for number in (1, 2))
    text = "".join(jsonl.dumps([deal.record()]) for deal in deals)
    page = somebody.page
    page.get_by_label(somebody.say("web.judge.text")).fill(text)
    page.locator("[data-judge]").click()
    page.locator('[data-judged="2"]').click()
    expect(page.locator('[data-verdict="clean"]')).to_be_visible()


def test_a_file_is_judged(visitor: Visit) -> None:
    somebody = visitor(path="/judge")
    somebody.page.locator('input[type="file"]').set_input_files(BRIEFS / "belote" / "samples" / "example.belote")
    expect(somebody.page.locator('[data-verdict="fault"]')).to_be_visible()


def test_nonsense_is_refused_in_words(visitor: Visit) -> None:
    somebody = visitor(path="/judge")
    expect_verdict(somebody, "no game at all", "invalid")


def test_without_its_examples_the_page_judges_all_the_same(visitor: Visit) -> None:
    somebody = visitor()
    somebody.page.route("**/api/samples*", lambda route: route.abort())
    somebody.open("/judge")
    expect_verdict(somebody, "no game at all", "invalid")
    somebody.troubles = [trouble for trouble in somebody.troubles if "ERR_FAILED" not in trouble]


def test_what_is_odd_in_a_file_is_told_with_its_place(visitor: Visit) -> None:
    somebody = visitor("fr", "/judge")
    text = '[Dealer "up"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'
    [warning] = judge(text).warnings
    expect_verdict(somebody, text, judge(text).status)
    told = somebody.page.locator("[data-warning]")
    expect(told).to_contain_text(warning.message("fr"))
    expect(told).to_contain_text(somebody.say("spot.column", line=1, column=10))
