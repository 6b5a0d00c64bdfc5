"""The description of the HTTP interface for programs (OpenAPI 3.1), with the schemas of all messages."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, get_args

import msgspec

from overtrick.protocol import incoming, outgoing
from overtrick.protocol.answers import Analysis, CallShown, DailyDeals, GameInfo, Honesty, Lesson
from overtrick.protocol.players import PlayerInfo, PlayerPage, ProgramInfo
from overtrick.referee.referee import Level
from overtrick.texts import LANGUAGES

Part = dict[str, Any]

REFERENCE: Final = "#/components/schemas/"
LANG: Final[Part] = {
    "name": "lang",
    "in": "query",
    "description": "The language of all sentences.",
    "schema": {"enum": list(LANGUAGES)},
}


class Error(msgspec.Struct):
    """What is wrong."""

    code: str
    """stable"""
    text: str


@cache
def openapi() -> Part:
    """The description."""
    (
        (incoming_schema, outgoing_schema, table, game, call, analysis, honesty, lesson, daily, *of_players, error),
        components,
    ) = msgspec.json.schema_components(
        [
            incoming.Message,
            outgoing.Message,
            outgoing.TableInfo,
            GameInfo,
            CallShown,
            Analysis,
            Honesty,
            Lesson,
            DailyDeals,
            PlayerInfo,
            PlayerPage,
            ProgramInfo,
            Error,
        ],
        ref_template=REFERENCE + "{name}",
    )
    schemas = {**components, "Incoming": incoming_schema, "Outgoing": outgoing_schema}
    player, player_page, program = of_players
    wrong = {"description": "What is wrong.", "content": _content(error)}

    def page(summary: str, answer: Part, *parameters: Part, **more: Any) -> Part:
        responses = {"200": {"description": "The answer.", "content": answer}, "default": wrong}
        return {"summary": summary, "parameters": [*parameters, LANG], "responses": responses, **more}

    text = {"schema": {"type": "string"}}
    named_game = _in_path("game", "NAME[:PRESET][,RULE=VALUE…]")
    number = _in_query("puzzle", "The number of a puzzle.", {"type": "integer"})
    deal = _in_path("id", "The id of a deal.")
    anything = _content({"type": "object"})
    paths: dict[str, Part] = {
        "/health": {"get": page("That the server is there.", anything)},
        "/ready": {"get": page("Whether it has all its tables and can store; 503 if not.", anything)},
        "/metrics": {"get": page("All counters, as Prometheus reads them.", {"text/plain": text})},
        "/api/tables": {"get": page("The public tables.", _content(_object(tables=_list(table))))},
        "/api/rules": {"get": page("The games, their presets, and whether they have a lesson.", anything)},
        "/api/rules/{game}": {"get": page("The rules of a game.", anything, named_game)},
        "/api/games/{game}": {"get": page("Cards, dealing, orders and actions of a game.", _content(game), named_game)},
        "/api/lessons/{game}": {"get": page("A first deal, or a puzzle.", _content(lesson), named_game, number)},
        "/api/calls/{game}": {
            "get": page(
                "What the last of some calls shows, by the system of the game's bots.",
                _content(call),
                named_game,
                _in_query("dealer", "The seat of the dealer.", {"type": "string", "default": "1"}),
                _in_query("vulnerable", "None, NS, EW or All.", {"type": "string", "default": "None"}),
                _in_query("calls", "All calls so far, with commas.", {"type": "string"}),
            )
        },
        "/api/samples": {"get": page("Texts to try the referee with.", anything)},
        "/api/texts": {"get": page("The texts of games that pages say.", anything)},
        "/api/bots": {"get": page("The bots that can play here.", _content(_object(bots=_list({"type": "string"}))))},
        "/api/judge": {
            "post": page(
                "Judge games, in any format that is known by its content.",
                _content(_list({"type": "object"})),
                _in_query("game", "Which game a text of tricks is.", {"type": "string"}),
                _in_query("evidence", "What counts as a proof.", {"enum": list(get_args(Level)), "default": "deal"}),
                requestBody={"required": True, "content": {"text/plain": text}},
            )
        },
        "/api/analyse": {
            "post": page(
                "What each card of a played deal cost, and the best result from each position, with all hands open.",
                _content(analysis),
                requestBody={"required": True, "content": {"application/x-ndjson": text}},
            )
        },
        "/api/honest": {
            "post": page(
                "Whether bots of a played deal decide the same when the cards that they cannot see are dealt anew.",
                _content(honesty),
                _in_query("bots", "The bots of the four seats, with commas; nothing for a person.", {"type": "string"}),
                requestBody={"required": True, "content": {"application/x-ndjson": text}},
            )
        },
        "/api/records/{table}": {
            "get": page(
                "The deals of a table that are over; those of private tables for a seat's token or the table's code.",
                {"application/x-ndjson": text, "text/plain": text},
                _in_path("table", "The table."),
                _in_query("format", "JSON Lines, or a format of the game.", {"type": "string", "default": "jsonl"}),
                _in_query("deal", "Only the deal of this number.", {"type": "integer"}),
                security=[{}, {"token": []}],
            )
        },
        "/api/daily/{game}": {"get": page("The deals of the day of a game.", _content(daily), named_game)},
        "/api/deals/{id}": {"get": page("A deal that is over, for anybody.", {"application/x-ndjson": text}, deal)},
        "/deal/{id}": {"get": page("The page with its replay.", {"text/html": text}, deal)},
        "/deal/{id}.png": {"get": page("A picture of it.", {"image/png": {}}, deal)},
        "/api/programs": {
            "get": page(
                "The programs that are connected and wait for invitations, to any game or to one.",
                _content(_object(programs=_list(program))),
                _in_query("game", "The game.", {"type": "string"}),
            )
        },
        "/api/players": {
            "get": page(
                "Players of a game who have a rating, first those who are surely good; or, without one, games.",
                _content({"anyOf": [_object(players=_list(player)), _object(games=_list({"type": "string"}))]}),
                _in_query("game", "The game.", {"type": "string"}),
                _in_query("bots", "1 for bots only, 0 for people only.", {"type": "string"}),
            )
        },
        "/api/players/{player}": {
            "get": page(
                "The ratings of a player, and the last matches that counted.",
                _content(player_page),
                _in_path("player", "The player, as seats have it."),
            )
        },
        "/api/openapi.json": {"get": page("This description.", anything)},
        "/ws": {
            "get": {
                "summary": "A WebSocket: `Incoming` from the client, `Outgoing` from the server, one a text frame.",
                "responses": {"101": {"description": "Messages follow."}, "default": wrong},
            }
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Overtrick", "version": str(incoming.VERSION), "summary": "Tables of trick-taking games."},
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


def _content(schema: Part) -> Part:
    return {"application/json": {"schema": schema}}


def _list(items: Part) -> Part:
    return {"type": "array", "items": items}


def _object(**properties: Part) -> Part:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _in_path(name: str, what: str) -> Part:
    return {"name": name, "in": "path", "required": True, "description": what, "schema": {"type": "string"}}


def _in_query(name: str, what: str, schema: Part) -> Part:
    return {"name": name, "in": "query", "description": what, "schema": schema}
