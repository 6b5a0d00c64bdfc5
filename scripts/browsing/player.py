"""Somebody who plays by clicking on what the page offers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Final, NamedTuple

from playwright.sync_api import ElementHandle, Error, expect

from scripts.browsing.visitor import Visitor

CALLS: Final = "[data-action]:not([data-card])"
"""buttons of calls and of words with a card; they have an action while it is legal"""
CARDS: Final = 'button[data-card][aria-disabled="false"]'
DIMMED: Final = 'button[data-card][aria-disabled="true"]'
NEXT: Final = "[data-next], [data-rematch]"
PASS: Final = "pass"
MOST_CLICKS: Final = 200
"""for a deal"""
GONE: Final = "card => !document.querySelector(`button[data-card='${card}']`)"
NEWER: Final = "n => Number(document.querySelector('main[data-n]')?.dataset.n) > n"
OFFERED: Final = "selector => [...document.querySelectorAll(selector)]"
PARTS: Final = "elements => elements.map(({ dataset }) => [dataset.action ?? '', dataset.card ?? ''])"
ONE_OF: Final = "(elements, number) => elements[number]"


class Offer(NamedTuple):
    """What a button does that can be clicked; either part may be nothing."""

    action: str
    card: str


class Player:
    """Plays legally, at random but the same way for the same seed; in an auction they pass, maybe after a low bid."""

    def __init__(self, visitor: Visitor, seed: object = 1, bids: bool = True) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.chance = Random(str(seed))
        self._bids = bids
        self._has_bid = not bids

    def start(self, game: str) -> None:
        """Sit down from the lobby with three bots, at a game with or without a preset."""
        name, _, preset = game.partition(":")
        self.page.locator(f'[data-game="{name}"]').click()
        if preset:
            self.page.get_by_label(self.visitor.say("web.lobby.preset"), exact=True).select_option(preset)
        self.page.locator("[data-play]").click()
        self.page.locator("main[data-state]").wait_for()

    @property
    def state(self) -> str:
        """What the table says of itself: `play`, `deal`, `over` and so on."""
        return self.page.locator("main[data-state]").get_attribute("data-state") or ""

    @property
    def phase(self) -> str:
        return self.page.locator("main[data-state]").get_attribute("data-phase") or ""

    def hand(self) -> list[str]:
        """The cards that this player can see as theirs to play from, as they stand."""
        shown = self.page.locator("button[data-card]").all()
        return [card.get_attribute("data-card") or "" for card in shown]

    def wait(self) -> None:
        """Wait until it is one's turn, or the deal is over."""
        self.page.locator(f"{CALLS}, {CARDS}, {NEXT}").first.wait_for()

    def wait_for_cards(self) -> None:
        """Wait until there is a hand to see."""
        self.page.locator("button[data-card]").first.wait_for()

    def can_act(self) -> bool:
        """Whether it is one's turn now."""
        return self.page.locator(f"{CALLS}, {CARDS}").count() > 0

    def act(self) -> bool:
        """Wait for one's turn, and do something; False if the deal is over instead."""
        while True:
            self.wait()
            handles = self.page.evaluate_handle(OFFERED, f"{CALLS}, {CARDS}")
            offered: list[Offer] = [Offer(*parts) for parts in handles.evaluate(PARTS)]
            if offered:
                chosen = self._choose(offered)
                element = handles.evaluate_handle(ONE_OF, offered.index(chosen)).as_element()
                assert element is not None
                self._click(element, chosen)
                return True
            if self.page.locator(NEXT).count():  # what was offered a moment ago may be gone, and the deal go on
                return False

    def play_until(self, phase: str) -> bool:
        """Act until it is one's turn in a phase; False if the deal is over before."""
        while True:
            self.wait()
            if self.phase == phase and self.can_act():
                return True
            if not self.act():
                return False

    def reach(self, phase: str) -> None:
        """Act until it is one's turn in a phase, if need be of a later deal."""
        while not self.play_until(phase):
            self.next_deal()

    def play_deal(self) -> None:
        """Play until the score of the deal is there."""
        self._has_bid = not self._bids
        for _ in range(MOST_CLICKS):
            if not self.act():
                return
        raise AssertionError(f"the deal goes on after {MOST_CLICKS} clicks")

    def next_deal(self) -> None:
        """Ask for the next deal, or for another match, and wait until its cards are there."""
        self._has_bid = not self._bids
        self.page.locator(NEXT).click()
        expect(self.page.locator('main[data-state="play"]')).to_be_visible()

    @contextmanager
    def doing(self) -> Iterator[None]:
        """Something is done meanwhile, of which the page knows in the end that it has happened."""
        n = int(self.page.locator("main[data-n]").get_attribute("data-n") or 0)
        yield
        self.page.wait_for_function(NEWER, arg=n)

    def _choose(self, offered: list[Offer]) -> Offer:
        passes = [offer for offer in offered if offer.action == PASS]
        bids = [offer for offer in offered if offer.action and offer.action != PASS]
        if self.phase == "auction" and (not passes or not self._has_bid) and bids:
            self._has_bid = True
            lowest = min(_level(bid.action) for bid in bids)
            return self.chance.choice(sorted(bid for bid in bids if _level(bid.action) == lowest))
        return passes[0] if passes else self.chance.choice(offered)

    def _click(self, handle: ElementHandle, offer: Offer) -> None:
        try:
            with self.doing():
                handle.press("Enter")  # a click where the last one was may be taken for a part of that
        except Error:
            if self._is_there(handle):
                raise
            return  # others were faster: there is something else to click on now
        if offer.card:
            self.page.wait_for_function(GONE, arg=offer.card)

    @staticmethod
    def _is_there(handle: ElementHandle) -> bool:
        return bool(handle.evaluate("element => element.isConnected"))


def _level(bid: str) -> int:
    """How high a bid is: the number with which it begins, if it does."""
    digits = re.match(r"\d+", bid)
    return int(digits[0]) if digits else 0
