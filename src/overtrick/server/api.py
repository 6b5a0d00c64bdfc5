"""What programs can ask by HTTP: tables, rules, judgements, analyses, records, and how the server does."""

from __future__ import annotations

import asyncio
import re
import time
from typing import Final, get_args

import msgspec
from aiohttp import web

from overtrick import texts
from overtrick.core.catalogue import find_game, game_names, game_text, presets
from overtrick.core.errors import Invalid
from overtrick.core.rule_sheet import HouseRule, rule_sheet
from overtrick.formats import jsonl
from overtrick.formats.catalogue import HOLDING_MANY
from overtrick.formats.samples import samples
from overtrick.protocol.infos import game_info
from overtrick.referee.referee import Level
from overtrick.server.deal_links import deal_id
from overtrick.server.hub import Hub
from overtrick.server.openapi import openapi
from overtrick.server.ports.http import Door, bearer_of
from overtrick.server.queueing import Owner
from overtrick.server.store.store import Store
from overtrick.server.thinking import bots_to_play
from overtrick.server.workers import Workers
from overtrick.table.lessons import has_lesson, lesson, puzzle, puzzle_count

TIME_TO_SEND: Final = 60.0
"""seconds for a text to come in"""
LONGEST_RECORD: Final = 65536
"""bytes of a deal that is to be analysed"""
PUZZLE: Final = re.compile("[0-9]{1,4}")
DEAL: Final = re.compile(r"[0-9]{1,18}")
"""the number of one, which a database can have"""
JSON_LINES: Final = "jsonl"
"""the format of records that every game has"""

SAID_BY_PAGES: Final = ("web.", "call.", "score.")
"""how the keys of the texts begin that a page says about games"""


class Api:
    """The answers."""

    def __init__(self, hub: Hub, store: Store, workers: Workers, door: Door) -> None:
        """What they tell is taken from these; the door knows who wants it."""
        self._hub = hub
        self._store = store
        self._workers = workers
        self._door = door
        self._started = time.monotonic()

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/health", self.health),
            web.get("/ready", self.ready),
            web.get("/metrics", self.metrics),
            web.get("/api/tables", self.tables),
            web.get("/api/rules", self.games),
            web.get("/api/rules/{game}", self.rules),
            web.get("/api/games/{game}", self.game),
            web.get("/api/lessons/{game}", self.lesson),
            web.get("/api/calls/{game}", self.call),
            web.get("/api/texts", self.texts),
            web.get("/api/samples", self.samples),
            web.get("/api/bots", self.bots),
            web.post("/api/judge", self.judge),
            web.post("/api/analyse", self.analyse),
            web.post("/api/honest", self.honest),
            web.get("/api/records/{table}", self.records),
            web.get("/api/programs", self.programs),
            web.get("/api/players", self.players),
            web.get("/api/players/{player}", self.player),
            web.get("/api/openapi.json", self.openapi),
        ]

    async def health(self, request: web.Request) -> web.Response:
        return _json({"status": "ok"})

    async def ready(self, request: web.Request) -> web.Response:
        if not self._hub.is_ready:
            raise Invalid("not-ready")
        return _json({"status": "ready"})

    async def metrics(self, request: web.Request) -> web.Response:
        from overtrick.server.metrics import CONTENT_TYPE, prometheus_text  # few ask for it, and all starts would wait

        gauges = {
            "connections": len(self._hub.connections),
            "sockets": len(self._door.sockets),
            "tables": len(self._hub.lobby.rooms),
            "uptime_seconds": round(time.monotonic() - self._started, 3),
        }
        values = self._hub.metrics() | gauges
        text = prometheus_text({self._store.address: values} | self._hub.neighbours.metrics())
        return web.Response(body=text, headers={"Content-Type": CONTENT_TYPE})

    async def tables(self, request: web.Request) -> web.Response:
        return _json({"tables": self._hub.tables()})

    async def games(self, request: web.Request) -> web.Response:
        """All games with their presets, the default one first, whether they have a lesson, and how many puzzles."""
        named = game_names()
        games = [
            {
                "name": name,
                "presets": list(presets(name)),
                "lesson": has_lesson(name),
                "puzzles": puzzle_count(name),
            }
            for name in named
        ]
        return _json({"games": games})

    async def rules(self, request: web.Request) -> web.Response:
        game = find_game(request.match_info["game"])
        sections = [
            {**section._asdict(), "house": [_house_rule(each) for each in section.house]}
            for section in rule_sheet(game, self._door.language_of(request))
        ]
        return _json({"game": game_text(game), "sections": sections})

    async def game(self, request: web.Request) -> web.Response:
        return _json(game_info(find_game(request.match_info["game"])))

    async def lesson(self, request: web.Request) -> web.Response:
        """The first deal of a game, or a puzzle of it."""
        game, language = request.match_info["game"], self._door.language_of(request)
        number = request.query.get("puzzle")
        if number is None:
            return _json(lesson(game, language))
        return _json(puzzle(game, int(number) if PUZZLE.fullmatch(number) else 0, language))

    async def call(self, request: web.Request) -> web.Response:
        """What the last of some calls shows, where the bots of a game have a system."""
        asked = request.query
        auction = asked.get("dealer", "1"), asked.get("vulnerable", ""), asked.get("calls", "")
        async with self._door.caller(request).analyses:
            shown = await self._workers.explain_call(request.match_info["game"], *auction, self._owner(request))
        return web.Response(body=shown, content_type="application/json")

    async def texts(self, request: web.Request) -> web.Response:
        """The texts that games bring, of those that a page says."""
        of_games = texts.of_games(self._door.language_of(request))
        return _json({"texts": {key: text for key, text in of_games.items() if key.startswith(SAID_BY_PAGES)}})

    async def samples(self, request: web.Request) -> web.Response:
        return _json({"samples": [sample._asdict() for sample in samples()]})

    async def bots(self, request: web.Request) -> web.Response:
        return _json({"bots": await asyncio.to_thread(bots_to_play)})

    async def judge(self, request: web.Request) -> web.Response:
        game, evidence = request.query.get("game"), request.query.get("evidence", "deal")
        if game is not None:
            find_game(game)  # refuses what is no game
        level: Level | None = next((known for known in get_args(Level) if known == evidence), None)
        if level is None:
            raise Invalid("bad-evidence", text=evidence)
        text = await _text(request, request.client_max_size)
        judged = await self._workers.judge(text, level, game, self._door.language_of(request), self._owner(request))
        return web.Response(body=judged, content_type="application/json")

    async def analyse(self, request: web.Request) -> web.Response:
        text = await _text(request, LONGEST_RECORD)
        async with self._door.caller(request).analyses:
            analysed = await self._workers.analyse(text, self._owner(request))
        return web.Response(body=analysed, content_type="application/json")

    async def honest(self, request: web.Request) -> web.Response:
        text, bots = await _text(request, LONGEST_RECORD), request.query.get("bots", "")
        async with self._door.caller(request).analyses:
            examined = await self._workers.examine(text, bots, self._owner(request))
        return web.Response(body=examined, content_type="application/json")

    def _owner(self, request: web.Request) -> Owner:
        return self._door.caller(request).owner

    async def records(self, request: web.Request) -> web.Response:
        """The deals of a table that are over, or one of them; those of a private table with a key of it."""
        form = request.query.get("format", JSON_LINES)
        if form != JSON_LINES and form not in HOLDING_MANY:
            raise Invalid("bad-record-format", text=form, known=", ".join([JSON_LINES, *HOLDING_MANY]))
        table, deal = request.match_info["table"], request.query.get("deal")
        if deal is not None and not DEAL.fullmatch(deal):
            raise Invalid("no-such-records")
        stored = await asyncio.to_thread(self._store.records, table, None if deal is None else int(deal))
        if not stored:
            raise Invalid("no-such-records")
        key = bearer_of(request)
        open_ones = [record for record in stored if not record.private or key in record.keys]
        if not open_ones:
            raise Invalid("private-records")
        lines = [record.line for record in open_ones]
        if form == JSON_LINES:
            # Of one deal, where anybody can see it who is told.
            headers = {"Content-Location": f"/deal/{deal_id(open_ones[0])}"} if deal is not None else {}
            return web.Response(text="".join(lines), content_type="application/x-ndjson", headers=headers)
        text = await asyncio.to_thread(lambda: HOLDING_MANY[form].dumps(jsonl.loads("".join(lines))))
        return web.Response(text=text, content_type="text/plain")

    async def players(self, request: web.Request) -> web.Response:
        """The players of a game who have a rating, or only bots or people; without a game, where there are any."""
        self._check_players()
        asked, bots = request.query.get("game"), request.query.get("bots")
        if asked is None:
            return _json({"games": await asyncio.to_thread(self._store.ask_players, lambda book: book.games())})
        game = find_game(asked).name
        is_bot = bots != "0" if bots else None
        best = await asyncio.to_thread(self._store.ask_players, lambda book: book.best(game, is_bot))
        return _json({"players": best})

    async def programs(self, request: web.Request) -> web.Response:
        """The programs that wait for invitations, or those that wait for a game."""
        self._check_players()
        asked = request.query.get("game")
        game = "" if asked is None else find_game(asked).name
        return _json({"programs": self._hub.lobby.inviting.programs(game)})

    async def player(self, request: web.Request) -> web.Response:
        self._check_players()
        player = request.match_info["player"]
        found = await asyncio.to_thread(self._store.ask_players, lambda book: book.player(player))
        if found is None:
            raise Invalid("no-such-player")
        return _json(found)

    def _check_players(self) -> None:
        if not self._hub.has_players:
            raise Invalid("no-players")

    async def openapi(self, request: web.Request) -> web.Response:
        return _json(openapi())


def _house_rule(told: HouseRule) -> dict[str, object]:
    """A house rule as a page shows it."""
    return {"sentence": told.sentence, "rule": told.rule, "moot": told.is_moot}


async def _text(request: web.Request, most: int) -> str:
    """The text that comes with a request, of a number of bytes at most."""
    try:
        async with asyncio.timeout(TIME_TO_SEND):
            body = await request.read()
    except TimeoutError:
        raise Invalid("too-slow", seconds=round(TIME_TO_SEND)) from None
    except web.HTTPRequestEntityTooLarge:
        raise Invalid("too-large", most=most) from None
    if len(body) > most:
        raise Invalid("too-large", most=most)
    return body.decode("utf-8", "replace")


def _json(value: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(value), content_type="application/json")
