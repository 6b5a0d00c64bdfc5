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
