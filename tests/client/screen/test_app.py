"""The full screen: what is on it, and what keys and mouse do. The tables are real ones, with bots."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from lengths import first
from patience import PATIENCE
from textual.events import Key
from textual.pilot import Pilot

from overtrick.cli.local_table import LocalTable, seeded_bytes
from overtrick.client.channel import Disconnected, News, Reconnected
from overtrick.client.endpoint import Endpoint
from overtrick.client.person import Person
from overtrick.client.screen import paint
from overtrick.client.screen.app import LONGEST_LOG, Entry, TableScreen
from overtrick.conversation.session import TextSession
from overtrick.core.cards import Card
from overtrick.core.errors import Invalid
from overtrick.deal.view import View
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Create, Options
from overtrick.protocol.seen import Seen

SMALL = (80, 24)


class Desk:
    """A person at a screen."""

    def __init__(self, app: TableScreen, pilot: Pilot[bool], session: TextSession, channel: LocalTable) -> None:
        self.app, self.pilot, self.session, self.channel = app, pilot, session, channel

    @property
    def lines(self) -> list[str]:
        """What is on the screen."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in strips]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def log(self) -> str:
        return "\n".join(line.text.rstrip() for line in self.app.query_one("#log").lines)  # type: ignore[attr-defined]

    @property
    def seen(self) -> Seen:
        assert self.session.seen is not None
        return self.session.seen

    @property
    def view(self) -> View:
        assert self.seen.view is not None
        return self.seen.view

    async def until(self, is_right: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_right():
                await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def asked(self) -> None:
        """Wait for a question, or for the end of a deal."""
        await self.until(lambda: self.session.choices is not None or self.is_scored)

    @property
    def is_scored(self) -> bool:
        return self.session.seen is not None and self.seen.scored is not None and self.seen.state in ("deal", "over")

    async def type(self, line: str) -> None:
        self.app.query_one(Entry).value = line
        await self.pilot.press("enter")

    async def click(self, words: str) -> None:
        """Click on the last place of the screen where some words stand."""
        row = max(number for number, line in enumerate(self.lines) if words in line)
        await self.pilot.click(offset=(self.lines[row].rindex(words), row))
        await self.pilot.pause()

    def place(self, name: str) -> str:
        """The text of a part of the screen."""
        region = self.app.query_one(f"#{name}").region
        rows = self.lines[region.y : region.bottom]
        return "\n".join(row[region.x : region.right] for row in rows)


@asynccontextmanager
async def desk(
    game: str,
    *,
    seed: str = "1",
    size: tuple[int, int] = SMALL,
    language: str = "en",
    bots: str = "simple",
    turn: int = 0,
    clock: Callable[[], float] = lambda: 0.0,
    **options: Any,
) -> AsyncIterator[Desk]:
    session = TextSession(language, "Zoé", auto_ready=False)
    endpoint = Endpoint(session.hello, seeded_bytes(f"client {seed}"), says_ready=True)
    create = Create(game=game, options=Options(clock=turn, grace=9999, bot_delay=0), bots=bots)
    async with LocalTable(endpoint, create, seeded_bytes(seed)) as channel:
        forced = options.pop("plays_forced_cards", False)
        app = TableScreen(Person(channel, session, forced), channel, clock, **options)
        async with app.run_test(size=size) as pilot:
            yield Desk(app, pilot, session, channel)


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await test()

    asyncio.run(all_of_it())


@pytest.mark.parametrize("game", first(3, ["bridge", "coinche", "euchre", "belote", "sueca", "whist"]))
def test_a_deal_of_every_game_from_the_first_call_to_the_score(game: str) -> None:
    async def play() -> None:
        async with desk(game) as at:
            while True:
                await at.asked()
                assert len(at.lines) == 24
                assert all(len(line) == 80 for line in at.lines)
                if at.is_scored:
                    break
                hand = at.place("hand")
                if at.view.phase != "over":
                    assert all(at.session.words.card(card) in hand for card in at.view.hand)
                assert "▶" in at.text
                assert at.session.choices is not None
                assert at.session.choices.prompt in at.lines[-1]
                numbers = re.findall(r"\d+", at.place("hand").split("\n")[1] + at.place("options"))
                assert set(map(str, range(1, len(at.session.choices.options) + 1))) <= set(numbers)
                await at.type("1")
            assert "Deal 1 is over." in at.place("score")
            assert "total" in at.place("score")
            assert "Enter: next deal" in at.lines[-1]
            await at.type("")
            await at.until(lambda: at.seen.state == "play")
            assert at.seen.deal_number == 2
            assert not at.app.query_one("#score").display

    run(play)


@pytest.mark.parametrize("size", first(3, [(40, 10), (80, 24), (200, 60), (60, 18), (100, 30)]))
def test_every_size_is_drawn(size: tuple[int, int]) -> None:
    async def play() -> None:
        async with desk("coinche", size=size) as at:
            for _ in range(3):
                await at.asked()
                assert len(at.lines) == size[1]
                await at.type("1")

    run(play)


def test_a_card_is_played_by_a_click() -> None:
    async def play() -> None:
        async with desk("sueca") as at:
            await at.asked()
            card = next(card for card in at.view.legal if isinstance(card, Card))
            await at.click(at.session.words.card(card))
            await at.until(lambda: card in at.view.plays)

    run(play)


def test_a_card_that_may_not_be_played_is_refused_in_the_referees_words() -> None:
    async def play() -> None:
        async with desk("sueca", seed="2") as at:
            while True:
                await at.asked()
                forbidden = [card for card in at.view.hand if card not in at.view.legal]
                if forbidden:
                    break
                await at.type("1")
            await at.click(at.session.words.card(forbidden[0]))
            await at.until(lambda: "now: you have to follow suit" in " ".join(at.log.split()))
            assert forbidden[0] in at.view.hand

    run(play)


def test_options_are_chosen_by_number_by_arrows_or_by_a_click() -> None:
    async def play() -> None:
        async with desk("bridge") as at:
            await at.asked()
            await at.pilot.press("down", "right", "right", "left", "enter")  # pass, 1♣, 1♦, 1♣
            await at.until(lambda: at.view.auction.calls[:1] == ("1C",))
        async with desk("bridge") as at:
            await at.asked()
            await at.pilot.press("up", "enter")
            await at.until(lambda: at.view.auction.calls[:1] == ("7NT",))
        async with desk("bridge") as at:
            await at.asked()
            await at.click("3♥")
            await at.until(lambda: at.view.auction.calls[:1] == ("3H",))
        async with desk("bridge") as at:
            await at.asked()
            await at.type("2 d")
            await at.until(lambda: at.view.auction.calls[:1] == ("2D",))

    run(play)


def test_keys_that_come_all_at_once_count_in_their_order() -> None:
    async def play() -> None:
        async with desk("bridge") as at:
            await at.asked()
            for key, character in (("1", "1"), ("4", "4"), ("backspace", "\x7f"), ("enter", "\r"), ("2", "2")):
                at.app.post_message(Key(key, character))
            await at.until(lambda: bool(at.view.auction.calls))
            assert at.view.auction.calls[0] == "pass"
            assert at.app.query_one(Entry).value == "2"

    run(play)


def test_dummy_lies_open_and_its_cards_are_chosen() -> None:
    async def play() -> None:
        async with desk("bridge") as at:
            await at.asked()
            await at.type("7nt")
            while at.view.contract is None:
                await at.asked()
                await at.type("pass")
            await at.asked()
            assert at.view.open_hand is not None
            seat, cards = at.view.open_hand
            assert at.view.turn is seat
            shown = at.place("top")
            ranks = [at.session.words.card(card)[:-1] for card in cards]
            assert all(rank in shown for rank in ranks)
            card = at.view.legal[-1]
            assert isinstance(card, Card)
            assert "Dummy's card" in at.lines[-1]
            await at.click(f"{at.session.words.card(card)} ")
            await at.until(lambda: card in at.view.plays)

    run(play)


def test_whatever_can_be_typed_in_a_session_can_be_typed_here() -> None:
    async def play() -> None:
        async with desk("belote") as at:
            await at.asked()
            await at.type("say good evening ♥")
            await at.until(lambda: "[Zoé] good evening ♥" in at.log)
            await at.type("score")
            assert "In the match:" in at.log
            await at.type("xyzzy")
            assert "is not understood" in at.log.replace("\n", " ")

    run(play)


def test_a_hint_stands_in_the_log() -> None:
    async def play() -> None:
        async with desk("sueca") as at:
            await at.asked()
            await at.type("hint")
            await at.until(lambda: "Hint: " in at.log)
            await at.asked()

    run(play)


def test_the_log_does_not_grow_for_ever() -> None:
    async def play() -> None:
        async with desk("sueca") as at:
            await at.asked()
            for _ in range(60):
                at.app._enter("help")
            at.app._enter("say good evening")
            await at.until(lambda: "[Zoé] good evening" in at.log)
            assert len(at.log.split("\n")) == LONGEST_LOG

    run(play)


def test_the_seconds_of_a_turn_are_counted_down() -> None:
    async def play() -> None:
        now = 0.0
        async with desk("sueca", turn=60, clock=lambda: now) as at:
            await at.asked()
            assert at.seen.until is not None
            for left in (42, 41):
                now = at.seen.until - left
                await at.until(lambda left=left: f"· {left} s" in at.place("header"))  # type: ignore[misc]

    run(play)


def test_the_next_deal_begins_by_itself_where_others_wait() -> None:
    async def play() -> None:
        async with desk("sueca", rest=0.05, plays_forced_cards=True) as at:
            while at.session.seen is None or at.seen.deal_number == 1:
                await at.until(
                    lambda: at.session.choices is not None or at.session.seen is None or at.seen.next_deal > 1
                )
                if at.session.choices is not None:
                    await at.type("1")
                else:
                    await at.until(lambda: at.seen.deal_number > 1)
            assert at.seen.state == "play"

    run(play)


def test_the_end_of_a_match_and_another_one() -> None:
    async def play() -> None:
        async with desk("sueca") as at:
            await at.asked()
            await at.type("resign")
            await at.until(lambda: at.seen.state == "over")
            assert "gives up the match" in at.log.replace("\n", " ")
            assert "The match is over." in at.place("middle").replace("\n", " ")
            await at.click("play another match")
            await at.until(lambda: at.seen.state == "play")

    run(play)


def test_a_match_that_is_given_up_after_a_deal_shows_how_it_ended() -> None:
    async def play() -> None:
        async with desk("sueca", plays_forced_cards=True) as at:
            await at.asked()
            while not at.is_scored:
                await at.type("1")
                await at.asked()
            assert "Deal 1 is over." in at.text
            assert "Enter: next deal" in at.lines[-1]
            await at.type("resign")
            await at.until(lambda: at.seen.state == "over")
            assert "gives up" in at.place("middle").replace("\n", " ")
            assert "Enter: next deal" not in at.text

    run(play)


def test_a_lost_connection_is_told_until_it_is_back() -> None:
    async def play() -> None:
        async with desk("belote") as at:
            await at.asked()
            assert "lost" not in at.text
            at.channel._news.put_nowait(Disconnected(1.0))
            await at.until(lambda: "The connection is lost." in at.lines[1])
            at.channel._news.put_nowait(Reconnected())
            await at.until(lambda: "The connection is lost." not in at.lines[1])
            assert "there again" in at.log.replace("\n", " ")

    run(play)


@pytest.mark.parametrize("key", first(1, ["ctrl+c", "ctrl+d", "quit"]))
def test_the_person_ends_it(key: str) -> None:
    async def play() -> None:
        async with desk("belote") as at:
            await at.asked()
            if key == "quit":
                await at.type(key)
            else:
                await at.pilot.press(key)
            assert at.app.return_value is True
            assert at.session.over

    run(play)


class Broken(LocalTable):
    """A channel that breaks down after a while."""

    async def __aiter__(self) -> AsyncIterator[News]:
        async for news in super().__aiter__():
            if isinstance(news, outgoing.Dealt):
                raise Invalid("no-server-there", address="x")
            yield news


def test_what_goes_wrong_is_told_to_whoever_made_the_screen() -> None:
    async def play() -> None:
        session = TextSession(auto_ready=False)
        endpoint = Endpoint(session.hello, seeded_bytes("1"))
        async with Broken(endpoint, Create(game="sueca", bots="simple"), seeded_bytes("1")) as channel:
            app = TableScreen(Person(channel, session), channel, lambda: 0.0)
            with pytest.raises(Invalid):
                await app.sit(headless=True)

    run(play)


@pytest.mark.parametrize(("language", "words"), [("fr", "cartes : "), ("pt", "cartas: ")])
def test_it_speaks_other_languages(language: str, words: str) -> None:
    async def play() -> None:
        async with desk("belote", language=language) as at:
            await at.asked()
            assert words in at.text

    run(play)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("ink", ["INK", "RED", "FAINT", "ACCENT"])
@pytest.mark.parametrize("paper", ["BACKGROUND", "RAISED"])
def test_everything_can_be_read(ink: str, paper: str) -> None:
    bright, dark = (luminance(getattr(paint, name)) for name in (ink, paper))
    assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_bad_news_can_be_read() -> None:
    assert (luminance(paint.INK) + 0.05) / (luminance(paint.ALARM) + 0.05) >= 4.5
