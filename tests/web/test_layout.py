"""Nobody scrolls for what they play with, whatever the size of the window and whatever has been called."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from arranged_tables import PAGE, ArrangedTable
from playwright.sync_api import Page, expect

from overtrick.protocol import outgoing
from overtrick.texts import LANGUAGES
from scripts.browsing import Player, Visitor
from scripts.browsing.player import DIMMED

Sit = Callable[..., Player]
Visit = Callable[..., Visitor]
Arrange = Callable[..., ArrangedTable]

SIZES = ((1920, 1080), (1280, 800), (1024, 768), (390, 844), (360, 640), (844, 390))
PHONES = ((320, 568), (360, 640), (390, 667), (390, 844), (844, 390))
CALLS = {
    "belote:pagat": "pass,pass,pass,pass,pass",
    "bridge": "pass,1C,X,XX,2D,2H,pass,3NT,X,XX,4NT,pass,5NT,X",
    "coinche": "110 H,pass,120 S,coinche",  # as many values are left as would find room beside each other
    "coinche:ffb,sa_ta=true,generale=true,coinche_any_time=true": "80 C,pass,110 NT,120 AT,pass,130 C,160 D,capot S",
    "coinche:ffb,max_bid=650": "110 H,pass,120 S,coinche",
    "euchre": "pass,pass,pass,pass,pass",
    "klaverjas:kbn": "pass,pass,pass,pass",
    "sueca": "",
    "whist": "",
}
"""of the auction of a game, all of them legal whoever begins"""
LOST = """
() => {
  const lost = [];
  const root = document.documentElement;
  const main = document.querySelector('main');
  if (root.scrollWidth > innerWidth) lost.push(`sideways: ${root.scrollWidth}`);
  for (const box of [main, ...document.querySelectorAll('.middle, .values')])
    if (box && box.scrollHeight > box.clientHeight + 1)
      lost.push(`${box.className}: ${box.scrollHeight} in ${box.clientHeight}`);
  const needed = 'button[data-card], [data-action], [data-seat], [data-trick], [data-trick] li, nav button, .over > *';
  for (const element of document.querySelectorAll(needed)) {
    if (element.closest('.unseen') || !element.checkVisibility()) continue;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      lost.push(`${element.outerHTML.slice(0, 90)}: ${[left, top, right, bottom].map(Math.round)}`);
  }
  return lost;
}
"""
"""What has to be scrolled to."""
CUT = """
() => [...document.querySelectorAll('.page button, .page li, .page section, .page input')]
  .filter(element => element.checkVisibility() && !element.closest('.unseen'))
  .map(element => [element.outerHTML.slice(0, 90), element.getBoundingClientRect()])
  .filter(([, { left, right }]) => left < 0 || right > document.querySelector('.page').getBoundingClientRect().right)
  .map(([name, { left, right }]) => `${name}: ${left} to ${right}`)
"""
COVERED = """
() => [...document.querySelectorAll('.board .chip')]
  .filter(chip => {
    const { left, top, width, height } = chip.getBoundingClientRect();
    return !chip.contains(document.elementFromPoint(left + width / 2, top + height - 2));
  })
  .map(chip => chip.textContent)
"""
"""Cards in open hands that are not seen."""
CARDS = 6
"""with which there is a trick to see, and another one that is complete"""
SHAPE = """
() => {
  const box = document.querySelector('.box').getBoundingClientRect();
  return [...document.querySelectorAll('.box, .box button, .box select')]
    .map(element => element.getBoundingClientRect())
    .map(({ left, top, width, height }) => [left - box.left, top - box.top, width, height].map(Math.round).join(' '));
}
"""
"""How large a box of calls is, and where all is that is in it."""
OWN_TOP = "document.querySelector('.own').getBoundingClientRect().top"


def lost_at_any_size(page: Page, script: str = LOST) -> dict[tuple[int, int], list[str]]:
    """By size of the window what is not in it."""
    lost = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        if found := page.evaluate(script):
            lost[width, height] = found
    return lost


@pytest.mark.parametrize("game", CALLS)
def test_a_table_fits_its_window(arranged: Arrange, game: str) -> None:
    table = arranged(game, "fr")
    assert not lost_at_any_size(table.page)
    for call in filter(None, CALLS[game].split(",")):
        table.act(call)
        if table.hall.actor() in (PAGE, PAGE + 1):  # to see own turns, and others
            assert not lost_at_any_size(table.page)
    while len(table.hall.round().plays) < CARDS:
        table.act()
    assert not lost_at_any_size(table.page)


@pytest.mark.parametrize("declarer", [2, 4])
def test_dummy_fits_at_the_sides_too(arranged: Arrange, declarer: int) -> None:
    table = arranged("bridge", "fr")
    while table.hall.round().phase == "auction":
        may_bid = table.hall.actor() == declarer and table.hall.round().auction.contract is None
        table.act("4H" if may_bid else "pass")
    while len(table.hall.round().plays) < CARDS:
        table.act()
    assert not lost_at_any_size(table.page)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
@pytest.mark.parametrize("game", ["coinche", "coinche:ffb,max_bid=650", "coinche:ffb,generale=true,max_bid=180"])
def test_a_box_of_bids_has_one_shape_in_an_auction(arranged: Arrange, game: str, size: tuple[int, int]) -> None:
    table = arranged(game)
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(".box").wait_for()
    shapes = []
    for call in ("pass", "pass", "90 H", "100 S", "pass"):
        shapes.append(page.evaluate(SHAPE))
        table.act(call)
    assert shapes == shapes[:1] * len(shapes)


def test_a_bid_of_many_values_is_chosen_by_steps_or_from_a_list(arranged: Arrange) -> None:
    table = arranged("coinche:ffb,max_bid=650")
    page, say = table.page, table.visitor.say
    table.act("90 H")
    table.play_until("auction")
    value = page.get_by_label(say("web.auction.value"), exact=True)
    expect(value).to_have_value("100")
    page.get_by_role("button", name=say("web.auction.lower")).press("Enter")
    expect(value).to_have_value("100")
    page.get_by_role("button", name=say("web.auction.higher")).press("Enter")
    expect(value).to_have_value("110")
    value.select_option("250")
    page.locator('[data-action="250 S"]').press("Enter")
    expect(page.locator('[data-action="250 S"]')).to_have_count(0)
    assert table.hall.last(PAGE, outgoing.Acted).action == "250 S"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_button_of_the_lobby_is_seen_at_once(visitor: Visit, language: str) -> None:
    page = visitor(language).page
    button = page.locator("[data-play]")
    for width, height in (*PHONES, *SIZES):
        page.set_viewport_size({"width": width, "height": height})
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, (width, height)


def test_what_is_told_moves_nothing(player: Sit) -> None:
    somebody = player("sueca")
    page = somebody.page
    somebody.reach("play")
    while not page.locator(DIMMED).count():
        somebody.act()
        somebody.reach("play")
    page.set_viewport_size({"width": 1280, "height": 800})
    before = page.evaluate(OWN_TOP)
    page.locator(DIMMED).first.click(force=True)  # it is said to be disabled
    page.locator(".refusal").wait_for()
    assert page.evaluate(OWN_TOP) == before
    assert not lost_at_any_size(page)


def test_a_replay_is_not_cut_off(arranged: Arrange) -> None:
    table = arranged("bridge")
    table.play_deal()
    page = table.page
    page.locator("[data-replay]").click()
    page.locator('input[type="range"]').wait_for()
    assert not lost_at_any_size(page, CUT)


def test_a_replay_shows_all_hands_on_a_phone(arranged: Arrange) -> None:
    table = arranged("bridge", phone=True)
    table.play_deal()
    page = table.page
    page.locator("[data-replay]").click()
    page.locator('input[type="range"]').wait_for()
    for _ in range(3):
        assert page.evaluate(COVERED) == []
        table.visitor.press("web.replay.forward")


@pytest.mark.parametrize(("game", "call"), [("coinche", "80 H"), ("spades", "2")])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (844, 390)])
def test_all_buttons_of_a_box_are_seen_on_small_phones(
    arranged: Arrange, game: str, call: str, width: int, height: int
) -> None:
    table = arranged(game, viewport={"width": width, "height": height})
    while table.hall.actor() != PAGE:
        table.act("pass" if game == "coinche" else call)
    page = table.page
    page.locator(".box.ours").wait_for()
    buttons = page.locator(".box button").all()
    assert len(buttons) >= 14
    for button in buttons:
        expect(button).to_be_in_viewport(ratio=0.95)


def test_calls_are_told_with_their_players_above_a_phones_felt(arranged: Arrange) -> None:
    table = arranged("coinche", viewport={"width": 320, "height": 568})
    table.act("pass")
    expect(table.page.locator("[data-strip] .call")).to_have_text(re.compile(table.visitor.say("call.pass") + "$"))
    expect(table.page.locator("[data-strip] small")).not_to_be_empty()
