"""Deals under addresses of their own: for anybody who has the link, of deals that are over, and for nobody else."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from html import unescape
from typing import Any

import aiohttp
import pytest
from network import OPTIONS, Client, WebSocketClient, clients, serving, sit_down
from pages import Answer, ask

from overtrick.formats import jsonl
from overtrick.protocol import incoming, outgoing
from overtrick.server.deal_links import DIGITS, deal_id
from overtrick.server.page import FOLDER, POLICY
from overtrick.server.pictures import preview
from overtrick.server.server import Server
from overtrick.server.store.store import StoredRecord
from scripts.postgres import Postgres

THERE = pytest.mark.skipif(not (FOLDER / "index.html").is_file(), reason="the page is not built: make web")
DRAWS = pytest.mark.skipif(not preview.IS_POSSIBLE, reason="nothing draws pictures: make setup")
PRIVATE = incoming.Options(bot_delay=0, clock=0, private=True)
NAME = 'Zoé <"&> ☃'


@asynccontextmanager
async def played(options: incoming.Options, **settings: Any) -> AsyncIterator[tuple[Server, str, str]]:
    """A server, and the table and the code at which a deal has been played."""
    async with serving(**settings) as server, clients(server, WebSocketClient.open) as (player,):
        await player.send(incoming.Hello(v=incoming.VERSION, name=NAME))
        table = await sit_down([player], "sueca", options, bots="simple")
        await player.play(until=outgoing.Scored)
        yield server, table, taken(player).code


def taken(player: Client) -> outgoing.Taken:
    return next(message for message in player.got if isinstance(message, outgoing.Taken))


async def path_of(server: Server, table: str, code: str = "") -> str:
    record = await ask(server, f"/api/records/{table}?deal=1", headers={"Authorization": f"Bearer {code}"})
    assert record.status == 200
    return record.headers["Content-Location"]


def run(look: Callable[[Server, str, str], Awaitable[None]], options: incoming.Options = OPTIONS, **more: Any) -> None:
    async def play() -> None:
        async with played(options, **more) as (server, table, code):
            await look(server, table, code)

    asyncio.run(play())


def test_whoever_has_the_link_has_the_record(db: str) -> None:
    async def look(server: Server, table: str, code: str) -> None:
        for options in ("", "?lang=fr"):
            path = await path_of(server, table, code)
            shown = await ask(server, f"/api{path.replace('/deal/', '/deals/')}{options}")
            record = await ask(server, f"/api/records/{table}?deal=1", headers={"Authorization": f"Bearer {code}"})
            assert (shown.status, shown.text) == (200, record.text)
        assert (
            "Content-Location"
            not in (await ask(server, f"/api/records/{table}", headers={"Authorization": f"Bearer {code}"})).headers
        )

    run(look, PRIVATE, db=db)


def test_a_link_opens_its_deal_at_every_process_and_after_a_restart(postgres: Postgres) -> None:
    async def play() -> None:
        url = postgres.fresh()
        async with serving(db=url) as other:
            async with played(OPTIONS, db=url) as (server, table, _):
                path = (await path_of(server, table)).replace("/deal/", "/api/deals/")
                assert (await ask(other, path)).text == (await ask(server, path)).text
            assert (await ask(other, path)).status == 200

    asyncio.run(play())


def test_a_private_deal_is_not_found_without_its_link() -> None:
    async def look(server: Server, table: str, code: str) -> None:
        path = (await path_of(server, table, code)).replace("/deal/", "/api/deals/")
        start, proof = path[:-DIGITS], path[-DIGITS:]
        other = f"{(int(proof, 16) ^ 1):0{DIGITS}x}"
        wrong = [start + other, start + proof[:-1], path.replace("-1-", "-2-"), path.replace("-1-", "-01-"), start]
        wrong += [start + proof.upper() + "a", f"/api/deals/{table}-1", "/api/deals/..", "/api/deals/%00", path + "x"]
        wrong += [path.replace("-1-", f"-{'9' * 30}-"), path.replace(table, "%27")]
        for each in wrong:
            answer = await ask(server, each)
            assert answer.status == 404, each
            assert answer.json["code"] in ("deal-not-found", "no-such-page")
        assert (await ask(server, f"/api/records/{table}?deal=1")).status == 403

    run(look, PRIVATE)


def test_nothing_of_a_deal_is_told_before_it_is_over() -> None:
    """Whoever knows the link of the deal before, and all that it tells, finds nothing of the next one."""

    async def play() -> None:
        async with serving() as server, clients(server, WebSocketClient.open) as (player,):
            table = await sit_down([player], "sueca", OPTIONS, bots="simple")
            await player.play(until=outgoing.Scored)
            first = (await path_of(server, table)).replace("/deal/", "/api/deals/")
            before = (await ask(server, first)).text
            await player.play(until=outgoing.Dealt)
            for deal in ("2", "9" * 18, "9" * 19, "-1", "x", ""):
                assert (await ask(server, f"/api/records/{table}?deal={deal}")).status == 404
            (known,) = jsonl.loads(before)
            guess = StoredRecord(table, 2, False, (), jsonl.dumps([known]))
            assert (await ask(server, f"/api/deals/{deal_id(guess)}")).status == 404
            assert (await ask(server, first)).text == before

    asyncio.run(play())


def tags(answer: Answer) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]*)" content="([^"]*)"', answer.text)
    return {name: unescape(content) for name, content in found}


@THERE
@pytest.mark.parametrize("language", ["en", "fr", "pt"])
def test_messengers_are_told_what_it_is(language: str) -> None:
    async def look(server: Server, table: str, code: str) -> None:
        path = await path_of(server, table)
        page = await ask(server, f"{path}?lang={language}")
        assert (page.status, page.headers["Content-Security-Policy"]) == (200, POLICY)
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        told, address = tags(page), f"http://127.0.0.1:{server.port}{path}"
        (record,) = jsonl.loads((await ask(server, f"/api/records/{table}?deal=1")).text)
        assert told["og:title"] == preview.preview(record, language).title
        assert NAME in told["og:description"]
        assert NAME not in page.text  # but for its marks
        assert told["og:url"] == f"{address}?lang={language}"
        if preview.IS_POSSIBLE:
            assert told["og:image"] == f"{address}.png?lang={language}"

    run(look)


@THERE
def test_a_proxy_tells_that_people_come_by_https() -> None:
    async def look(server: Server, table: str, code: str) -> None:
        path = await path_of(server, table)
        for said, scheme in (("https", "https"), ("javascript", "http")):
            headers = {"X-Forwarded-Proto": said, "Host": "cards.example"}
            assert tags(await ask(server, path, headers=headers))["og:url"].startswith(
                f"{scheme}://cards.example/deal/"
            )

    run(look, is_behind_proxy=True)


@THERE
def test_a_link_to_nothing_is_a_page_that_can_say_so() -> None:
    async def look(server: Server, table: str, code: str) -> None:
        page = await ask(server, f"/deal/{table}-1-{'0' * DIGITS}")
        assert (page.status, page.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
        assert not [name for name in tags(page) if name.startswith("og:")]

    run(look)


@DRAWS
def test_the_picture_is_drawn_once_for_each_language() -> None:
    async def look(server: Server, table: str, code: str) -> None:
        path = await path_of(server, table, code)
        drawn = []
        for query in ("", "?lang=en", "?lang=fr", "?lang=xx"):
            address = f"http://127.0.0.1:{server.port}{path}.png{query}"
            async with aiohttp.ClientSession() as session, session.get(address) as answer:
                assert (answer.status, answer.headers["Content-Type"]) == (200, "image/png")
                assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
                drawn.append(await answer.read())
        english, again, french, default = drawn
        assert english == again == default
        assert english != french
        assert english.startswith(b"\x89PNG")
        assert (int.from_bytes(english[16:20], "big"), int.from_bytes(english[20:24], "big")) == (1200, 630)
        assert (await ask(server, f"/deal/{table}-1-{'0' * DIGITS}.png")).status == 404

    run(look, PRIVATE)


def test_without_what_draws_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "IS_POSSIBLE", False)

    async def look(server: Server, table: str, code: str) -> None:
        path = await path_of(server, table)
        assert (await ask(server, f"{path}.png")).json["code"] == "no-such-page"

    run(look)
