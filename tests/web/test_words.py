"""Words of the play: belote is said by itself unless its player wants to, and what would be announced is told."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from arranged_tables import PAGE, ArrangedTable
from playwright.sync_api import expect

from overtrick.core.cards import Card
from overtrick.deal.round import Round
from scripts.browsing.player import CARDS

Arrange = Callable[..., ArrangedTable]


def pair_of(round_: Round) -> list[str]:
    """King and queen of the suit that is turned up."""
    assert round_.turn_up is not None
    return [f"{rank}{round_.turn_up.suit}" for rank in "KQ"]


def has_belote(round_: Round) -> bool:
    return set(map(Card, pair_of(round_))) <= set(round_.hands[PAGE - 1])


def at_belote(arranged: Arrange, **options: object) -> tuple[ArrangedTable, list[str]]:
    """A table at which the page can say belote now, and the two cards."""
    table = arranged("belote", wanted=has_belote, **options)
    pair = pair_of(table.hall.round())
    table.play_until("auction")
    table.act("take")
    while True:
        table.play_until("play")
        legal = [str(action) for action in table.hall.round().legal()]
        if "belote" in legal:
            return table, [card for card in pair if card in legal]
        table.act(next(card for card in legal if card not in pair))


def test_belote_is_said_with_its_card(arranged: Arrange) -> None:
    table, (card, *_) = at_belote(arranged)
    expect(table.page.locator('[data-action="belote"]')).to_have_count(0)
    table.page.locator(f'{CARDS}[data-card="{card}"]').click()
    expect(table.page.locator(f'button[data-card="{card}"]')).to_have_count(0)
    assert [str(word) for _, word in table.hall.round().said] == ["belote"]
    expect(table.page.locator("[data-log]")).to_contain_text("belote")


def test_who_wants_to_say_it_themselves_is_left_to_it(arranged: Arrange) -> None:
    table, (card, *_) = at_belote(arranged, settings={"bot": "simple", "saysWords": False})
    expect(table.page.locator('[data-action="belote"]')).to_be_visible()
    table.page.locator(f'{CARDS}[data-card="{card}"]').click()
    expect(table.page.locator(f'button[data-card="{card}"]')).to_have_count(0)
    assert table.hall.round().said == ()


@pytest.mark.parametrize("game", ["coinche:pagat,annonces=true"])
def test_the_button_tells_what_would_be_announced(arranged: Arrange, game: str) -> None:
    def has_tierce(round_: Round) -> bool:
        return {Card("Ah"), Card("Kh"), Card("Qh")} <= set(round_.hands[PAGE - 1])

    table = arranged(game, wanted=has_tierce)
    table.play_until("auction")
    table.act("80 S")
    table.play_until("play")
    button = table.page.locator('[data-action="declare"]')
    expect(button).to_contain_text(re.compile("A♥.? K♥.? Q♥"))
    names = {"tierce", "cinquante", "cent"}
    assert names & set(button.inner_text().replace(",", " ").lower().split())


CLAIMED = "klaverjas,roem_claim=required"


def until_roem(round_: Round, at_end: bool) -> list[str] | None:
    """What is done, by the last legal card each time, until the page may say roem: after the last trick or before."""
    done: list[str] = []
    while round_.turn is not None:
        legal = round_.legal()
        if "roem" in legal and round_.turn == PAGE and ("silent" in legal) is at_end:
            return done
        done.append(str(legal[-1]))
        round_ = round_.apply(legal[-1])
    return None


def at_roem(arranged: Arrange, at_end: bool) -> ArrangedTable:
    table = arranged(CLAIMED, wanted=lambda round_: until_roem(round_, at_end) is not None)
    for action in until_roem(table.hall.round(), at_end) or ():
        table.act(action)
    return table


def test_roem_is_said_by_a_button_and_lost_with_the_next_card(arranged: Arrange) -> None:
    table = at_roem(arranged, at_end=False)
    before = table.hall.round().tally.bonus
    table.page.locator('[data-action="roem"]').click()
    expect(table.page.locator('[data-action="roem"]')).to_have_count(0)
    assert table.hall.round().tally.bonus[0] > before[0]
    expect(table.page.locator("[data-log]")).to_contain_text("roem")


def test_after_the_last_trick_the_page_asks_for_a_word(arranged: Arrange) -> None:
    table = at_roem(arranged, at_end=True)
    expect(table.page.get_by_role("status").filter(has_text="Your word")).to_have_count(1)
    expect(table.page.locator('[data-action="silent"]')).to_have_text("Say nothing")
    table.page.locator('[data-action="roem"]').click()
    expect(table.page.locator('[data-action="silent"]')).to_have_count(0)
    assert table.hall.state.round is None or table.hall.round().phase != "play"
