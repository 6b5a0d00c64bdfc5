"""The deal of the day in each game: what is dealt, how that is proved, and what people and bots made of it.

The secret of a day follows from that of the store, so that all processes of a server deal the same, and nobody else
knows it: its commitment is published the day before, and it is opened the day after. The results are records, which are
kept under the name of the day; of people only what they played, and of bots each level once. Until the day is over,
only those are told of cards and results who show by the token of their seat that they have played.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from hmac import new as hmac
from typing import Final, NamedTuple

import msgspec
from aiohttp import web

from overtrick.bots.bot import bot_name, installed_bots
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Invalid, OvertrickError
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.deal.match import Match
from overtrick.protocol import fair
from overtrick.protocol.answers import DailyDeals, DayDeal, DayResult
from overtrick.server.deal_links import deal_id
from overtrick.server.ports.http import bearer_of
from overtrick.server.store.store import Store, StoredRecord
from overtrick.server.thinking import bots_to_play, bots_to_warm
from overtrick.server.workers import Workers
from overtrick.table.daily import FIRST, NUMBER_BYTES, SEAT, Day
from overtrick.table.output import KeptRecord, Output

TAG: Final = "overtrick/day/1"
PARTNER: Final = "sampling:2"
"""the bot of the other seats"""
PLAIN_PARTNER: Final = "simple"
"""where there is no such bot"""
FRESH: Final = 1.0
"""seconds for which the results that were read hold"""
PASSING: Final = ("shutdown", "too-busy")
"""why bots do not play now, and may later"""
ONE_DAY: Final = timedelta(days=1)

log: Final = logging.getLogger(__name__)


class _Played(msgspec.Struct):
    """What is read of a result."""

    seats: tuple[str, str, str, str]
    scores: tuple[int, int] | None


class _Known(NamedTuple):
    """What was read of a day."""

    until: float
    """for so long it holds"""
    results: tuple[DayResult, ...]
    keys: frozenset[str]
    """of those who have played, as SHA-256"""


_decode: Final = msgspec.json.Decoder(_Played).decode


class Daily:
    """The deals of the days, and what was made of them."""

    def __init__(self, store: Store, workers: Workers, clock: Callable[[], float], is_on: bool = True) -> None:
        """Those of a store, if there are to be any."""
        self.is_on = is_on
        self._store = store
        self._workers = workers
        self.clock = clock
        """the time of day, which tells which day it is in UTC"""
        self._playing: dict[str, asyncio.Task[None]] = {}
        """bots that play, by the name of the day"""
        self._given_up: set[str] = set()
        """the days of which a bot failed: nobody waits for it any more"""
        self._known: dict[tuple[str, bool], _Known] = {}
        """what is known of a day, with or without ways to the results"""

    def routes(self) -> list[web.RouteDef]:
        return [web.get("/api/daily/{game}", self.deals)]

    def today(self, game: Game) -> Day:
        """What is dealt today in a game, as it is usually played."""
        return self._day(game, self._date())

    async def deals(self, request: web.Request) -> web.Response:
        """Yesterday, which is open; today, which is played; and tomorrow, of which there is only the commitment.

        The answer is null where there are none: a page is refused nothing that it asks of every server.
        """
        if not self.is_on:
            return web.json_response(None)
        game, today = find_game(find_game(request.match_info["game"]).name), self._date()
        before, now, later = (self._day(game, day) for day in (today - ONE_DAY, today, today + ONE_DAY))
        told = await self._told(now, today)
        has_played = await self.has_played(now.name, bearer_of(request))
        answer = DailyDeals(
            game_text(game),
            now.bot,
            told if has_played else msgspec.structs.replace(told, results=()),
            await self._told(before, today - ONE_DAY, is_over=True),
            DayDeal(str(today + ONE_DAY), later.name, fair.commitment(bytes.fromhex(later.secret))),
        )
        if any(not result.bot for result in told.results) and not told.is_complete:
            self._let_bots_play(game, now, {result.bot for result in told.results})
        return web.Response(body=msgspec.json.encode(answer), content_type="application/json")

    async def has_played(self, name: str, key: str) -> bool:
        """Whether the SHA-256 of a token is that of somebody who has played the deal of a day to its end."""
        if not key:
            return False
        if key not in (await self._read_day(name, is_over=False)).keys:
            self._known.pop((name, False), None)  # they may have played it just now
        return key in (await self._read_day(name, is_over=False)).keys

    async def check_shown(self, name: str, key: str) -> None:
        """Raises `Invalid` if a deal of a name is one of today, and the key is that of nobody who has played it."""
        if self.is_on and name.startswith(_name(self._date(), "")) and not await self.has_played(name, key):
            raise Invalid("day-not-over")

    def stop(self) -> None:
        """Let no bot go on."""
        for task in self._playing.values():
            task.cancel()

    def _date(self) -> date:
        return datetime.fromtimestamp(self.clock(), UTC).date()

    def _day(self, game: Game, day: date) -> Day:
        name = _name(day, game.name)
        secret = hmac(self._store.secret, f"{TAG}\n{name}\n{game_text(game)}".encode(), sha256).hexdigest()
        return Day(name, secret, PARTNER if bots_to_warm() else PLAIN_PARTNER)

    async def _told(self, day: Day, date_: date, is_over: bool = False) -> DayDeal:
        results = (await self._read_day(day.name, is_over)).results
        secret, bound = day.secret if is_over else "", fair.commitment(bytes.fromhex(day.secret))
        missing = {bot_name(bot) for bot in levels()} - {result.bot for result in results}
        return DayDeal(str(date_), day.name, bound, secret, results, not missing or day.name in self._given_up)

    async def _read_day(self, name: str, is_over: bool) -> _Known:
        """What is known of a day, the bots first; all who come within a second are told the same."""
        now = asyncio.get_running_loop().time()
        self._known = {key: known for key, known in self._known.items() if now < known.until}
        known = self._known.get((name, is_over))
        if known is None:
            known = self._known[name, is_over] = await asyncio.to_thread(self._read, name, is_over, now + FRESH)
        return known

    def _read(self, name: str, is_over: bool, until: float) -> _Known:
        records = self._store.records(name)
        results = [_result(record, is_over) for record in records]
        bots = {result.bot: result for result in reversed(results) if result.bot}  # processes may have played the same
        told = *bots.values(), *(result for result in results if not result.bot)
        return _Known(until, told, frozenset(key for record in records for key in record.keys))

    def _let_bots_play(self, game: Game, day: Day, known: set[str]) -> None:
        """Let those bots play the deal of today, in the background, of which there is no result yet."""
        task = self._playing.get(day.name)
        if task is None or task.done():
            missing = [bot for bot in levels() if bot_name(bot) not in known]
            self._playing = {name: other for name, other in self._playing.items() if not other.done()}
            self._playing[day.name] = asyncio.create_task(self._play_all(game, day, missing))

    async def _play_all(self, game: Game, day: Day, bots: list[str]) -> None:
        try:
            for bot in bots:
                await self._play(game, day, bot)
        except Exception as error:  # of a bot, a worker or the store: the task ends, and the tables go on
            code = error.finding.code if isinstance(error, OvertrickError) else type(error).__name__
            if code not in PASSING:  # else somebody will ask again
                self._given_up.add(day.name)
                self._known = {}  # who is told that all have played is told all results
                log.error("the bots do not play %s: %s", day.name, code)

    async def _play(self, game: Game, day: Day, bot: str) -> None:
        """Let a bot play as everybody does, with the same bots."""
        nothing, dealer = fair.four([fair.NOTHING] * 4), int(Match.start(game).dealer)
        seed = fair.deal_seed(day.name, FIRST, bytes.fromhex(day.secret), nothing, game_text(game), dealer)
        deck = "".join(map(str, fair.deck_of_seed(game, seed)))
        bots = [bot if seat == SEAT else day.bot for seat in SEATS]
        record = await self._workers.play_day(game_text(game), deck, bots, seed.hex())
        bound = fair.commitment(bytes.fromhex(day.secret))
        marks: tuple[fair.Mark, fair.Mark, fair.Mark, fair.Mark] = ("bot", "bot", "bot", "bot")
        came_from = fair.Fair(day.name, FIRST, bound, day.secret, nothing, nothing, marks, game_text(game), dealer)
        number = int.from_bytes(secrets.token_bytes(NUMBER_BYTES), "big")
        kept = KeptRecord(day.name, number, True, record._replace(fair=came_from.as_json()))
        await _stored(self._store, Output(records=[kept]))


def _name(day: date, game: str) -> str:
    """How the deal of a day in a game is called; without a game, how all of that day begin."""
    return f"day{day:%Y%m%d}{game}"


def levels() -> list[str]:
    """The bots that play every deal of the day: ours, from the weakest up."""
    others = installed_bots()
    return [bot for bot in bots_to_play() if bot not in others]


def _result(stored: StoredRecord, is_over: bool) -> DayResult:
    played = _decode(stored.line)
    first, second = played.scores or (0, 0)
    return DayResult(first - second, played.seats[SEAT - 1], f"/deal/{deal_id(stored)}" if is_over else "")


async def _stored(store: Store, output: Output) -> None:
    """Wait until something is stored; raises what is wrong if it is not."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[OvertrickError | None] = loop.create_future()

    def tell(failure: OvertrickError | None) -> None:
        if not future.done():
            future.set_result(failure)

    def done(failure: OvertrickError | None) -> None:
        loop.call_soon_threadsafe(tell, failure)

    store.submit(output, done)
    if (failure := await future) is not None:
        raise failure
