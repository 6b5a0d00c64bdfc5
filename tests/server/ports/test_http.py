"""HTTP: every page, what it refuses, and what its description says of it."""

import asyncio
import gzip
import json
import re
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from network import LineClient, WebSocketClient, clients, recorded, serving, sit_down
from pages import Answer, ask, asked
from patience import PATIENCE

from overtrick import texts
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.rule_sheet import rule_sheet
from overtrick.formats import jsonl
from overtrick.games.bridge import pbn
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.outgoing import TableInfo
from overtrick.referee.judging import judge
from overtrick.server.counters import COUNTERS, GAUGES, Counters
from overtrick.server.limits import LOCALS, STRANGERS, Callers
from overtrick.server.page import Page
from overtrick.server.ports.http import HEADERS, STATUSES, Door
from overtrick.server.server import Server
from overtrick.server.sockets import Sockets
from overtrick.table.lessons import has_lesson, lesson, puzzle_count

HALF = b"POST /api/judge HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf"
BELOTE = "s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n"


def test_health() -> None:
    assert asked("/health").json == {"status": "ok"}


def test_metrics_have_a_help_and_a_type_each_and_count() -> None:
    async def run() -> tuple[str, dict[str, str]]:
        async with serving() as server, clients(server, WebSocketClient.open, LineClient.open) as players:
            await sit_down(players, "euchre", bots="")
            await players[0].write(b"nonsense")
            await players[0].wait_for(outgoing.Refused)
            page = await ask(server, "/metrics")
            assert page.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
            return page.text, dict(re.findall(r"^overtrick_(\w+) ([\d.]+)$", page.text, re.MULTILINE))

    text, values = asyncio.run(run())
    assert set(values) == {*GAUGES, *(f"{name}_total" for name in COUNTERS)}
    for name in values:
        assert f"# TYPE overtrick_{name} {'counter' if name.endswith('_total') else 'gauge'}\n" in text
        assert f"# HELP overtrick_{name} " in text
    numbers = {name: float(value) for name, value in values.items()}
    assert (numbers["connections"], numbers["tables"], numbers["connected_total"]) == (2, 1, 2)
    assert (numbers["refused_total"], numbers["events_total"]) == (1, 3)  # opened, and two seats taken
    assert set(COUNTERS) == {name for name in vars(Counters) if not name.startswith("_")}


def test_public_are_listed_and_private_ones_are_not() -> None:
    async def run() -> Any:
        async with serving() as server, clients(server, *[LineClient.open] * 2) as (one, other):
            await sit_down([one], "belote")
            await sit_down([other], "sueca", incoming.Options(private=True))
            return (await ask(server, "/api/tables")).json

    (table,) = asyncio.run(run())["tables"]
    assert table["game"] == "belote:ffb"
    assert table["seats"][0] == {"kind": "person", "name": "player 1", "sat": 2}


def test_lessons_are_told_in_the_language_that_is_asked_for() -> None:
    assert asked("/api/lessons/whist?lang=fr").json == json.loads(msgspec.json.encode(lesson("whist", "fr")))
    assert asked("/api/lessons/tarot").status == 404


def test_rules_are_those_of_the_sheet() -> None:
    assert asked("/api/rules").json == {
        "games": [
            {
                "name": name,
                "presets": list(presets(name)),
                "lesson": has_lesson(name),
                "puzzles": puzzle_count(name),
            }
            for name in game_names()
        ]
    }
    page = asked("/api/rules/coinche:contree,undertrump=forced?lang=fr").json
    assert page["game"] == "coinche:contree,undertrump=forced"
    sheet = rule_sheet(find_game("coinche:contree,undertrump=forced"), "fr")
    assert [section["title"] for section in page["sections"]] == [section.title for section in sheet]
    first = dict(zip(("sentence", "rule"), sheet[-1].house[0], strict=False))
    assert page["sections"][-1]["house"][0] == {**first, "moot": False}


def test_pages_get_the_words_of_games() -> None:
    words = asked("/api/texts?lang=fr").json["texts"]
    assert words["web.preset.coinche.contree"] == texts.say("fr", "web.preset.coinche.contree")
    assert words["score.inside"] == texts.say("fr", "score.inside")
    assert {key.partition(".")[0] for key in words} == {"web", "call", "score"}


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (BELOTE, "?lang=fr"),
        (BELOTE, "?game=coinche&evidence=player"),
        ("nonsense", ""),
        ("", ""),
        (BELOTE.replace("\n", "\r\n"), ""),
        ('{"game":"belote"}\n{"game":"sueca"}\n', ""),
    ],
)
def test_games_are_judged(text: str, query: str) -> None:
    judgements = asked(f"/api/judge{query}", "POST", data=text.encode()).json
    if text.count("{") < 2:
        game = "coinche" if "coinche" in query else None
        one = judge(text, "player" if "player" in query else "deal", game)
        assert judgements == [one.as_json("fr" if "fr" in query else "en")]
    else:
        assert [judgement["game"] for judgement in judgements] == ["belote", "sueca"]


@pytest.mark.parametrize(
    ("path", "method", "options", "code"),
    [
        ("/nowhere", "GET", {}, "no-such-page"),
        ("/api", "GET", {}, "no-such-page"),
        ("/api/rules/tarot", "GET", {}, "unknown-game"),
        ("/api/rules/belote:x", "GET", {}, "unknown-preset"),
        ("/api/rules/belote,tie=x", "GET", {}, "bad-house-rule"),
        ("/api/rules/%00", "GET", {}, "unknown-game"),
        ("/api/judge", "GET", {}, "method-not-allowed"),
        ("/api/tables", "POST", {}, "method-not-allowed"),
        ("/api/judge?game=tarot", "POST", {}, "unknown-game"),
        ("/api/judge?evidence=x", "POST", {}, "bad-evidence"),
        ("/api/judge", "POST", {"data": b"x" * 2_000}, "too-large"),
        ("/api/records/nothing", "GET", {}, "no-such-records"),
        ("/api/records/nothing?format=x", "GET", {}, "bad-record-format"),
        ("/ws", "GET", {}, "not-a-websocket"),
        ("/ws", "GET", {"headers": {"Origin": "http://evil.example"}}, "bad-origin"),
        ("/api/judge", "POST", {"headers": {"Origin": "http://evil.example"}}, "bad-origin"),
        ("/api/analyse", "POST", {"headers": {"Origin": "null"}}, "bad-origin"),
        ("/api/judge", "POST", {"headers": {"Content-Encoding": "br"}, "data": b"x"}, "bad-encoding"),
    ],
)
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_what_is_refused_has_a_code_and_a_sentence(
    path: str, method: str, options: dict[str, Any], code: str, language: str
) -> None:
    settings = {"strangers": STRANGERS._replace(judge_size=1000)}
    page = asked(f"{path}{'&' if '?' in path else '?'}lang={language}", method, settings, **options)
    assert page.json["code"] == code
    assert page.status == STATUSES.get(code, 400)
    assert page.json["text"].endswith(".")
    catalogue = texts.catalogue(language)[f"finding.{code}"]
    assert page.json["text"].startswith(catalogue.partition("{")[0])


def test_pages_of_this_server_and_of_known_origins_may_ask() -> None:
    async def run() -> list[int]:
        async with serving(origins=("https://known.example",)) as server:
            origins = [f"http://127.0.0.1:{server.port}", "https://known.example"]
            asked = [ask(server, "/api/judge", "POST", headers={"Origin": origin}, data=b"x") for origin in origins]
            return [(await answer).status for answer in asked]

    assert asyncio.run(run()) == [200, 200]


@pytest.mark.parametrize(
    ("host", "settings", "status"),
    [
        ("localhost:7411", {}, 101),
        ("192.0.2.7:7411", {}, 101),
        ("[2001:db8::1]:7411", {}, 101),
        ("club:7411", {}, 101),
        ("club.example:7411", {}, 101),
        ("club.local", {}, 101),
        ("club.fritz.box:7411", {}, 101),
        ("club.lan.:7411", {}, 101),
        ("nas:7411", {}, 101),
        ("nas.fritz.box", {}, 403),
        ("evil.example", {}, 403),
        ("localhost.evil.example", {}, 403),
        ("club.evil.example:7411", {}, 403),
        ("cards.example", {"is_behind_proxy": True}, 101),
        ("cards.example", {"origins": ("http://cards.example",)}, 101),
    ],
)
def test_a_page_whose_name_leads_here_is_not_one_of_this_server(
    host: str, settings: dict[str, Any], status: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("overtrick.server.ports.http.gethostname", lambda: "Club.example")

    async def connect() -> int:
        async with serving(**settings) as server:
            headers = {"Host": host, "Origin": f"http://{host}"}
            try:
                client = await WebSocketClient.open(server, headers=headers)
            except aiohttp.WSServerHandshakeError as error:
                return error.status
            await client.close()
            return 101

    assert asyncio.run(connect()) == status
    assert ("--origin" in caplog.text) == (status == 403)


@pytest.mark.parametrize("is_behind_proxy", [False, True])
def test_the_connections_of_a_proxy_on_another_machine_are_not_those_of_one_address(is_behind_proxy: bool) -> None:
    async def most() -> int:
        callers = Callers()
        door = Door(callers, Sockets(Counters(), inf), "127.0.0.1", is_behind_proxy, (), "en")
        return door.peer("172.17.0.1").limits.sockets

    assert asyncio.run(most()) == (LOCALS if is_behind_proxy else STRANGERS).sockets


def test_every_answer_has_the_headers_that_browsers_need() -> None:
    for path in ("/health", "/nowhere", "/metrics"):
        page = asked(path)
        assert {name: page.headers[name] for name in HEADERS} == HEADERS


def test_an_address_that_asks_too_much_is_refused() -> None:
    async def run() -> list[int]:
        limits = LOCALS._replace(requests_per_second=0.001, requests_at_once=3)
        async with serving(locals=limits) as server:
            return [(await ask(server, "/health")).status for _ in range(5)]

    assert asyncio.run(run()) == [200, 200, 200, 429, 429]


def test_behind_a_proxy_the_address_is_the_one_that_it_tells() -> None:
    async def run(**settings: Any) -> list[int]:
        limits = STRANGERS._replace(requests_per_second=0.001, requests_at_once=2)
        async with serving(strangers=limits, **settings) as server:
            addresses = ["192.0.2.1", "192.0.2.2", "10.9.9.9, 192.0.2.1", "192.0.2.1:5000", *["127.0.0.1, ?"] * 3]
            headers = [{"X-Forwarded-For": address} for address in addresses]
            return [(await ask(server, "/health", headers=header)).status for header in headers]

    assert asyncio.run(run(is_behind_proxy=True)) == [200, 200, 200, 429, 200, 200, 429]
    assert asyncio.run(run()) == [200] * 7


def played(
    path: Path, game: str, options: incoming.Options, look: Callable[[Server, str, str, str], Awaitable[list[Answer]]]
) -> tuple[str, list[Answer]]:
    """Play a match of one person and bots, and look at its records: with the token and the code."""

    async def run() -> tuple[str, list[Answer]]:
        async with serving(db=str(path)) as server, clients(server, WebSocketClient.open) as players:
            table = await sit_down(players, game, options, bots="random")
            await players[0].play()
            taken = next(message for message in players[0].got if isinstance(message, outgoing.Taken))
            return table, await look(server, table, taken.token, taken.code)

    return asyncio.run(run())


QUERIES = ("", "?format=pbn", "?format=jsonl", "?deal=2", "?deal=3", "?deal=x")


def test_records_of_a_public_table_are_for_everybody(tmp_path: Path) -> None:
    async def look(server: Server, table: str, token: str, code: str) -> list[Answer]:
        return [await ask(server, f"/api/records/{table}{query}") for query in QUERIES]

    options = incoming.Options(bot_delay=0, clock=0)
    table, (lines, boards, same, one, *none) = played(tmp_path / "db", "bridge,boards=2", options, look)
    assert lines.text == same.text
    assert one.text == lines.text.splitlines(keepends=True)[1]
    assert [page.json["code"] for page in none] == ["no-such-records"] * 2
    assert lines.headers["Content-Type"] == "application/x-ndjson; charset=utf-8"
    first, second = jsonl.loads(lines.text)
    assert [judge(record).status for record in (first, second)] == recorded(tmp_path / "db", table) == ["clean"] * 2
    assert [record.plays for record in pbn.loads(boards.text)] == [first.plays, second.plays]


def test_records_of_a_private_table_need_a_key_even_when_it_is_closed(tmp_path: Path) -> None:
    async def look(server: Server, table: str, token: str, code: str) -> list[Answer]:
        assert "" not in (token, code)
        keys = [None, "", "wrong", token, code]
        headers = [{} if key is None else {"Authorization": f"Bearer {key}"} for key in keys]
        return [await ask(server, f"/api/records/{table}", headers=header) for header in headers]

    for once in (False, True):
        options = incoming.Options(bot_delay=0, clock=0, private=True, once=once)
        path = tmp_path / f"db{once}"
        table, pages = played(path, "euchre", options, look)
        assert [page.status for page in pages] == [403, 403, 403, 200, 200]
        assert pages[0].json["code"] == "private-records"
        assert len(jsonl.loads(pages[3].text)) == len(recorded(path, table))


def test_records_of_a_private_table_go_with_a_seat_that_moves(tmp_path: Path) -> None:
    async def run() -> list[int]:
        kinds = [WebSocketClient.open] * 2
        async with serving(db=str(tmp_path / "db")) as server, clients(server, *kinds) as (one, other):
            options = incoming.Options(bot_delay=0, clock=0, private=True)
            table = await sit_down([one], "euchre", options, bots="random")
            await one.play()
            old = next(message for message in one.got if isinstance(message, outgoing.Taken))
            await one.send(incoming.Move(id="m"))
            code = (await one.wait_for(outgoing.Moving)).code
            await other.send(incoming.Hello(v=incoming.VERSION, move=code))
            new = await other.wait_for(outgoing.Taken)
            headers = [{"Authorization": f"Bearer {key}"} for key in (old.token, new.token, old.code, code)]
            return [(await ask(server, f"/api/records/{table}", headers=header)).status for header in headers]

    assert asyncio.run(run()) == [403, 200, 200, 403]


@pytest.mark.parametrize("page", ["/api/records/table", "/api/players", "/deal/table-1-00000000000000000000.png"])
def test_nobody_is_told_where_that_is_which_cannot_be_read(
    page: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "tables.db"

    async def run() -> Answer:
        async with serving(db=str(path)) as server:
            path.unlink()
            return await ask(server, page)

    answer = asyncio.run(run())
    assert (answer.status, answer.json["code"]) == (503, "not-ready")
    assert str(path) not in answer.text
    assert str(path) in caplog.text


def test_a_text_that_does_not_come_in_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect() -> bytes:
        async with serving() as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(HALF)
            answer = await reader.readuntil(b"}")
            writer.close()
            await writer.wait_closed()
            return answer

    monkeypatch.setattr("overtrick.server.api.TIME_TO_SEND", 0.1)
    answer = asyncio.run(connect())
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"code":"too-slow"' in answer


async def answer_to(server: Server, request: bytes) -> bytes:
    """What comes back for a request of some bytes, until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    async with asyncio.timeout(PATIENCE):
        answer = await reader.read()
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
    return answer


PACKED: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "deflate": zlib.compress, "GZIP": gzip.compress}


@pytest.mark.parametrize("encoding", PACKED)
@pytest.mark.parametrize("path", ["/api/judge", "/api/analyse", "/health", "/nowhere"])
def test_a_body_is_never_unpacked(path: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    unpacked: list[object] = []

    def unpack(buffer: Any, *args: Any, **options: Any) -> None:
        unpacked.append(args)
        unpacking(buffer, *args, **options)

    unpacking = aiohttp.http_parser.DeflateBuffer.__init__
    monkeypatch.setattr(aiohttp.http_parser.DeflateBuffer, "__init__", unpack)
    body = PACKED[encoding](bytes(1_000_000))
    headers = f"Host: x\r\nConnection: close\r\nContent-Encoding: {encoding}\r\nContent-Length: {len(body)}\r\n\r\n"

    async def send() -> bytes:
        async with serving() as server:
            return await answer_to(server, f"POST {path} HTTP/1.1\r\n{headers}".encode() + body)

    answer = asyncio.run(send())
    assert answer.startswith(b"HTTP/1.1 415 ")
    assert b'"code":"bad-encoding"' in answer
    assert not unpacked


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b??",
        b"Content-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n????\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n0\r\n\r\n",
        b"Transfer-Encoding: chunked\r\n\r\n4\r\nabcdefgh\r\n0\r\n\r\n",
    ],
)
@pytest.mark.parametrize("pause", [False, True])
def test_a_body_that_is_not_what_it_says_is_no_fault_of_the_server(
    body: bytes, pause: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def send() -> tuple[bytes, int]:
        async with serving() as server:
            head, _, rest = body.partition(b"\r\n\r\n")
            start = b"POST /api/judge HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + head + b"\r\n\r\n"
            if not pause:
                return await answer_to(server, start + rest), server.hub.counters.errors
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(start)
            await writer.drain()
            await ask(server, "/health")  # until the request is being answered
            writer.write(rest)
            async with asyncio.timeout(PATIENCE):
                answer = await reader.read()
            writer.close()
            return answer, server.hub.counters.errors

    monkeypatch.setattr("overtrick.server.api.TIME_TO_SEND", 0.5)  # for a body of which nothing more is read
    answer, errors = asyncio.run(send())
    assert answer[9:12] in (b"400", b"408", b"415")
    assert not errors


def test_requests_that_are_not_complete_count_as_connections() -> None:
    async def connect() -> list[int]:
        async with serving(locals=LOCALS._replace(connections=2)) as server:
            statuses = [(await ask(server, "/health")).status for _ in range(3)]
            streams = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(2)]
            for _, writer in streams:
                writer.write(HALF)
            while (status := (await ask(server, "/health")).status) == 200:
                await asyncio.sleep(0.01)
            for reader, writer in streams:
                writer.write(b"x" * 96)
                await reader.readuntil(b"]")
                writer.close()
                await writer.wait_closed()
            return [*statuses, status, (await ask(server, "/health")).status]

    assert asyncio.run(connect()) == [200, 200, 200, 429, 200]


def test_a_request_that_takes_too_long_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def connect() -> bytes:
        async with serving() as server, clients(server, WebSocketClient.open) as (other,):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(HALF)
            async with asyncio.timeout(PATIENCE):
                with suppress(ConnectionError):
                    assert await reader.read() == b""
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
            await other.send(incoming.Ping(id="still here"))
            return (await other.wait_for(outgoing.Pong)).id.encode()

    monkeypatch.setattr("overtrick.server.ports.http.LONGEST_REQUEST", 0.1)
    assert asyncio.run(connect()) == b"still here"


def test_a_key_may_be_any_bytes(tmp_path: Path) -> None:
    answers: list[bytes] = []

    async def look(server: Server, table: str, token: str, code: str) -> list[Answer]:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = f"GET /api/records/{table} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
        writer.write(head.encode() + b"\xff\r\n\r\n")
        answers.append(await reader.read())
        writer.close()
        await writer.wait_closed()
        return []

    played(tmp_path / "db", "euchre,target=1", incoming.Options(bot_delay=0, clock=0, private=True), look)
    assert answers[0].startswith(b"HTTP/1.1 403 ")


def test_records_without_cards_of_bridge_are_not_written_as_pbn(tmp_path: Path) -> None:
    async def look(server: Server, table: str, token: str, code: str) -> list[Answer]:
        return [await ask(server, f"/api/records/{table}?format=pbn")]

    _, (page,) = played(tmp_path / "db", "euchre", incoming.Options(bot_delay=0, clock=0), look)
    assert (page.status, page.json["code"]) == (400, "not-writable")


def test_the_description_names_all_pages_and_all_messages() -> None:
    description = asked("/api/openapi.json").json
    assert description["openapi"].startswith("3.1")

    async def pages() -> set[tuple[str, str]]:
        async with serving() as server:
            assert server._runner is not None
            assert server._runner.app is not None
            routes = [(route.method.lower(), route.resource) for route in server._runner.app.router.routes()]
            of_page = {route.path for route in Page().routes()} | {"/{path}"}  # for browsers, not for programs
            told = ((method, resource.canonical) for method, resource in routes if resource and method != "head")
            return {(method, path) for method, path in told if path not in of_page}

    described = {(method, path) for path, methods in description["paths"].items() for method in methods}
    assert described == asyncio.run(pages())
    schemas = description["components"]["schemas"]
    for union, schema in ((incoming.Message, schemas["Incoming"]), (outgoing.Message, schemas["Outgoing"])):
        tags = {kind.__struct_config__.tag for kind in union.__args__}
        assert set(schema["discriminator"]["mapping"]) == tags
    references = re.findall(r'"\$ref": "#/components/schemas/(\w+)"', json.dumps(description))
    assert set(references) <= set(schemas)


def test_a_table_is_described_as_it_is_sent() -> None:
    """The answers have the fields that the description gives them, no more and no less."""

    async def run() -> tuple[Any, Any]:
        async with serving() as server, clients(server, LineClient.open) as players:
            await sit_down(players, "belote")
            return (await ask(server, "/api/tables")).json, (await ask(server, "/api/openapi.json")).json

    tables, description = asyncio.run(run())
    schema = description["components"]["schemas"]["TableInfo"]
    (table,) = tables["tables"]
    assert set(schema["required"]) <= set(table) <= set(schema["properties"])
    assert msgspec.convert(table, TableInfo).game == "belote:ffb"
