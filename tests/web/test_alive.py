"""A table that is alive: what is heard and marked, the last card, what is celebrated, the score sheet."""

from __future__ import annotations

from collections.abc import Callable

from arranged_tables import PAGE, ArrangedTable
from playwright.sync_api import Page, expect

from overtrick.protocol import incoming
from scripts.browsing import Player

Arrange = Callable[..., ArrangedTable]
Sit = Callable[..., Player]
LISTEN = """
() => {
  window.heard = [];
  for (const { prototype } of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
    const { start } = prototype;
    prototype.start = function (...given) {
      window.heard.push(this.frequency ? Math.round(this.frequency.value) : 0);
      return start.apply(this, given);
    };
  }
}
"""
"""From now on what the page lets sound is written down: the pitch of a tone, 0 for a rustle."""
TURN, HURRY, RUSTLE = 659, 880, 0


def until_heard(page: Page, pitch: int) -> None:
    page.wait_for_function("pitch => window.heard.includes(pitch)", arg=pitch)


def test_cards_and_turns_are_heard_unless_they_are_switched_off(player: Sit) -> None:
    somebody = player("sueca")
    page, visitor = somebody.page, somebody.visitor
    page.evaluate(LISTEN)
    somebody.reach("play")
    assert somebody.act()
    until_heard(page, RUSTLE)
    until_heard(page, TURN)
    visitor.press("web.table.menu")
    visitor.press("web.table.settings")
    page.get_by_label(visitor.say("web.settings.sounds")).uncheck()
    page.keyboard.press("Escape")
    page.evaluate("() => (window.heard = [])")
    somebody.reach("play")
    assert somebody.act()
    somebody.wait()
    assert page.evaluate("() => window.heard") == []


def test_phones_are_silent_until_their_owners_want_sounds(player: Sit) -> None:
    somebody = player("sueca", phone=True)
    visitor = somebody.visitor
    visitor.press("web.table.menu")
    visitor.press("web.table.settings")
    expect(somebody.page.get_by_label(visitor.say("web.settings.sounds"))).not_to_be_checked()


def test_a_clock_is_heard_before_it_acts(player: Sit) -> None:
    somebody = player("sueca", settings={"bot": "simple", "options": {"bot_delay": 0, "clock": 60}})
    page = somebody.page
    page.clock.install()
    page.reload()  # what the page knows of time, it knows by this clock
    page.locator("main[data-state]").click(
        position={"x": 1, "y": 1}
    )  # nothing sounds on a page that nobody has touched
    page.evaluate(LISTEN)
    somebody.reach("play")
    page.clock.fast_forward(45_000)
    assert HURRY not in page.evaluate("() => window.heard")
    page.clock.fast_forward(8_000)
    until_heard(page, HURRY)


def test_trumps_are_marked_in_the_hand_and_told(arranged: Arrange) -> None:
    table = arranged("sueca")
    round_ = table.hall.round()
    assert round_.contract is not None
    suit = str(round_.contract.strain).lower()
    trumps = [card for card in map(str, round_.hands[PAGE - 1]) if card.endswith(suit)]
    marked = table.page.locator("button[data-card]:has(.trump)")
    expect(marked).to_have_count(len(trumps))
    for card in trumps:
        expect(table.page.locator(f'button[data-card="{card}"]:has(.trump)')).to_have_count(1)
        name = table.visitor.say("web.hand.trump", card="").strip()
        expect(table.page.locator(f'button[data-card="{card}"] .unseen')).to_contain_text(name)


def test_the_last_card_goes_by_itself(arranged: Arrange) -> None:
    table = arranged("sueca")
    while len(table.hall.round().hands[PAGE - 1]) > 1 or table.hall.actor() != PAGE:
        table.act()
    expect(table.page.locator("button[data-card]")).to_have_count(0)
    assert table.hall.state.round is None or table.hall.actor() != PAGE


def won_match(arranged: Arrange, **options: object) -> Page:
    """A page whose side has just won a match, since the others gave it up."""
    table = arranged("sueca", **options)
    table.hall.say(2, incoming.Propose(id="p", at=table.hall.state.n, what="resign"))
    table.hall.say(4, incoming.Answer(id="a", at=table.hall.state.n, yes=True))
    table.wait(0)
    feat = table.page.locator("[data-feat]")
    expect(feat).to_contain_text(table.visitor.say("web.after.feat.match"))
    return table.page


def test_a_won_match_is_celebrated(arranged: Arrange) -> None:
    page = won_match(arranged, reduced_motion="no-preference")
    expect(page.locator("[data-feat] .fall")).to_be_visible()


def test_nothing_falls_for_those_who_do_not_want_it(arranged: Arrange) -> None:
    page = won_match(arranged, language="pt")
    expect(page.locator("[data-feat] .fall")).to_be_hidden()


def test_the_score_sheet_has_every_deal_and_survives_a_reload(player: Sit) -> None:
    somebody = player("euchre")
    page = somebody.page
    for number in (1, 2):
        somebody.play_deal()
        page.locator("[data-next], [data-rematch]").first.wait_for()
        if page.locator("[data-rematch]").count():  # a match of two deals there is not, but of few points
            break
        expect(page.locator("[data-sheet] tbody tr")).to_have_count(number)
        somebody.next_deal()
    before = page.locator("[data-sheet] tbody").text_content()
    page.reload()
    expect(page.locator("[data-sheet] tbody")).to_have_text(before or "")
