"""Lessons, played as somebody does who has never played the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, expect

from overtrick import game_names
from overtrick.protocol.answers import LessonStep
from overtrick.table.lessons import has_lesson, lesson, puzzle
from overtrick.texts import LANGUAGES
from scripts.browsing import Visitor

Visit = Callable[..., Visitor]

GAMES = [name for name in game_names() if has_lesson(name)]
CARD = re.compile(r"\{\w\w\}")


def doing(page: Page, action: str) -> Locator:
    """What is pressed to do something: a call, a discard or a card."""
    card = action.rpartition(" ")[2]
    return page.locator(f'[data-action="{action}"]').or_(page.locator(f'button[data-card="{card}"]'))


def expect_step(page: Page, number: int, step: LessonStep) -> None:
    """Wait until the page says what a step does; cards stand there in the letters of the language."""
    expect(page.locator(f'main[data-step="{number}"]')).to_be_visible()
    *_, last = CARD.split(step.text)
    expect(page.locator("[data-lesson-text]")).to_contain_text(last)


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_every_lesson_is_played_to_its_end(visitor: Visit, game: str, language: str) -> None:
    somebody = visitor(language)
    page = somebody.page
    page.locator(f'[data-game="{game}"]').click()
    page.locator("[data-lesson]").click()
    *steps, last = lesson(game, language).steps
    for number, step in enumerate(steps):
        expect_step(page, number, step)
        if step.action is None:
            page.locator("[data-lesson-next]").click()
        else:
            doing(page, step.action).press("Enter")
    expect_step(page, len(steps), last)
    page.locator("[data-lesson-end]").click()
    expect(page.locator(f'[data-game="{game}"]')).to_have_attribute("aria-pressed", "true")


def test_what_is_wrong_is_answered_and_may_be_tried_again(visitor: Visit) -> None:
    page = visitor(path="/lesson?game=belote").page
    take, jack, ace, *_ = lesson("belote", "en").steps
    answer = page.locator("[data-lesson-answer]")
    expect(answer).to_be_empty()
    doing(page, "pass").click()
    expect(answer).to_contain_text(CARD.split(take.wrong)[0])
    doing(page, "take").click()
    expect_step(page, 1, jack)
    expect(answer).to_be_empty()
    doing(page, "7c").click()
    expect(page.locator('button[data-card="Jh"].hinted')).to_be_visible()
    doing(page, "Jh").click()
    expect_step(page, 2, ace)


def test_a_card_that_may_not_be_played_is_answered_by_the_rules(visitor: Visit) -> None:
    page = visitor("fr", path="/lesson?game=belote").page
    *before, trumping, _ = lesson("belote", "fr").steps
    for number, step in enumerate(before):
        expect_step(page, number, step)
        doing(page, step.action or "").press("Enter")
    expect_step(page, len(before), trumping)
    page.locator('button[data-card="Kd"]').click(force=True)  # it is said to be disabled
    expect(page.locator("[data-lesson-answer]")).to_contain_text(trumping.refusals["Kd"])


def test_a_lesson_goes_on_in_another_language_and_begins_again(visitor: Visit) -> None:
    page = visitor("en", path="/lesson?game=whist").page
    page.locator("[data-lesson-next]").click()
    expect_step(page, 1, lesson("whist", "en").steps[1])
    page.get_by_role("combobox").select_option("pt")
    step = lesson("whist", "pt").steps[1]
    expect_step(page, 1, step)
    doing(page, "4c").press("Enter")
    answer = page.locator("[data-lesson-answer]")
    expect(answer).to_contain_text(CARD.split(step.wrong)[0])
    page.get_by_role("combobox").select_option("fr")
    expect(answer).to_contain_text(CARD.split(lesson("whist", "fr").steps[1].wrong)[0])


def test_a_game_without_a_lesson_says_so(visitor: Visit) -> None:
    somebody = visitor(path="/lesson?game=tarot")
    expect(somebody.page.get_by_role("alert")).to_have_text(somebody.say("finding.no-lesson", game="tarot"))
    somebody.troubles = [trouble for trouble in somebody.troubles if "404" not in trouble]


def test_a_puzzle_is_tried_until_it_is_solved(visitor: Visit) -> None:
    somebody = visitor("fr")
    page = somebody.page
    page.locator('[data-game="bridge"]').click()
    page.locator("[data-puzzles]").click()
    task, right = puzzle("bridge", 1, "fr").steps
    expect_step(page, 0, task)
    title = somebody.say("web.puzzle.title", game="Bridge", number=1, count=puzzle("bridge", 1, "fr").puzzles)
    expect(page.get_by_role("region", name=title)).to_be_visible()
    expect(page).to_have_title(f"{title} · Overtrick")
    legal = page.locator('button[data-card][aria-disabled="false"]')
    legal.first.wait_for()
    cards = [card.get_attribute("data-card") for card in legal.all()]
    doing(page, next(card for card in cards if card and card != task.action)).press("Enter")
    expect(page.locator("[data-lesson-answer]")).to_contain_text(task.wrong)
    expect(page.locator(".hinted")).to_have_count(0)
    doing(page, task.action or "").press("Enter")
    expect_step(page, 1, right)
    page.locator("[data-puzzle-next]").click()
    expect_step(page, 0, puzzle("bridge", 2, "fr").steps[0])


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640)])
@pytest.mark.parametrize("game", ["jass", "spades"])
def test_all_that_a_lesson_asks_for_is_seen_on_a_phone(visitor: Visit, game: str, width: int, height: int) -> None:
    page = visitor(path=f"/lesson?game={game}", viewport={"width": width, "height": height}).page
    for needed in (page.locator("button[data-card]").first, page.locator(".box [data-action]").last):
        expect(needed).to_be_in_viewport(ratio=0.95)
