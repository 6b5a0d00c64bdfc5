"""A bot that talks to a server itself: the example in JavaScript plays all games, and docs/network-bots.md is so."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from channels import until
from lengths import first
from network import WebSocketClient, clients, identify, serving, sit_down

from overtrick.client.player_key import PlayerKey
from overtrick.core.catalogue import game_names
from overtrick.formats import jsonl
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.wire import encode
from overtrick.referee.judging import judge
from overtrick.server.server import Server

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "bots" / "network_bot.mjs"
PAGE = (ROOT / "docs" / "network-bots.md").read_text(encoding="utf-8")
DEALS = 2
"""to be played to their end"""
SAME = {"type", "v", "name", "why", "game", "state", "id"}
"""fields of which the page has the very values"""


def node() -> str:
    """Node.js: the machine's, or the one that `web/build.py` has brought."""
    found = shutil.which("node", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}")
    if found is None:
        pytest.skip("there is no Node.js: make web")
    return found


@asynccontextmanager
async def javascript_bots(
    server: Server, keys: list[Path], *game: str
) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    """Bots, one for each key."""
    command = (node(), "--experimental-websocket", "--no-warnings", str(BOT), f"127.0.0.1:{server.port}")
    kinds = {"stdout": asyncio.subprocess.DEVNULL, "stderr": asyncio.subprocess.PIPE}
    started = [await asyncio.create_subprocess_exec(*command, str(key), *game, **kinds) for key in keys]  # type: ignore[arg-type]
    try:
        yield started
    finally:
        for process in started:
            process.kill()
        assert [(await process.communicate())[1].decode() for process in started] == [""] * len(started)


@pytest.mark.parametrize(
    ("code", "words", "sentence"),
    [
        ("", ["localhost:1"], "node network_bot.mjs HOST:PORT KEY_FILE [GAME]"),
        ("delete globalThis.WebSocket;", ["localhost:1", "key.json"], "This bot needs Node.js 22, or 20 with"),
    ],
)
def test_what_the_bot_lacks_is_told_in_a_sentence(code: str, words: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "before.mjs").write_text(code, encoding="utf-8")
    command = [node(), "--import", str(tmp_path / "before.mjs"), str(BOT), *words]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith(sentence)
    assert sorted(os.listdir(tmp_path)) == ["before.mjs"]


@pytest.mark.parametrize("game", first(2, game_names()))
def test_bots_in_javascript_play_all_games(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with (
            serving(db=str(tmp_path / "tables.db")) as server,
            javascript_bots(server, [tmp_path / f"key {number}" for number in range(4)], game),
        ):
            await until(lambda: len(list(server._store.records())) >= DEALS, "some deals")
            (info, *_) = server.hub.lobby.rooms.public()
            assert all(seat.program for seat in info.seats)
            records = jsonl.loads("".join(stored.line for stored in server._store.records()))
            assert {judge(record).status for record in records} == {"clean"}
            assert server.hub.counters.refused == 0

    asyncio.run(play())


def test_a_bot_in_javascript_takes_challenges_and_plays_by_the_key_of_its_file(tmp_path: Path) -> None:
    key = tmp_path / "key.json"

    async def play() -> None:
        async with (
            serving() as server,
            clients(server, WebSocketClient.open) as (ann,),
            javascript_bots(server, [key, key]),
        ):
            await until(lambda: len(server.hub.connections) == 3 and _waiting(server) == 2, "both bots")
            (program,) = server.hub.lobby.inviting.programs()
            assert program.player == PlayerKey.load(str(key)).player
            await identify(ann, server, PlayerKey(bytes(32)))
            await ann.send(incoming.Create(game="euchre", options=incoming.Options(rated=True, bot_delay=0)))
            await ann.send(incoming.AddBot(seat=3, bot="simple"))
            for seat in (2, 4):
                await ann.send(incoming.Invite(player=program.player, seat=seat))
            await ann.play()
            (ended,) = [message for message in ann.got if isinstance(message, outgoing.Ended)]
            assert ended.why == "won"
            await until(lambda: _waiting(server) == 2, "both bots, back in the lobby")

    asyncio.run(play())
    assert key.stat().st_mode & 0o077 == 0


def _waiting(server: Server) -> int:
    """How many connections wait for challenges."""
    return len(list(server.hub.lobby.inviting._waiting("")))


def transcript() -> list[tuple[str, dict[str, Any]]]:
    """The lines of the page's transcript: who says what."""
    (block,) = re.findall(r"```text\n(> \{\"type\":\"hello\".*?)```", PAGE, re.DOTALL)
    return [(line[0], json.loads(line[2:])) for line in block.splitlines()]


def fits(shown: Any, got: Any) -> bool:
    """Whether what is shown is a part of what came: the same fields with values of the same kind, or the same ones."""
    if isinstance(shown, dict):
        return shown.keys() <= got.keys() and all(fits(value, got[name]) for name, value in shown.items())
    return type(shown) is type(got)


async def next_of(client: WebSocketClient, kind: str) -> dict[str, Any]:
    """The next message of a type; what comes in between the page does not show."""
    while True:
        message: dict[str, Any] = json.loads(encode(await client.receive()))
        if message["type"] == kind:
            return message


def test_the_transcript_of_the_page_is_what_a_server_says() -> None:
    """What the bot says there is said to a server, with the names that this one has given; its answers are like it."""
    key = PlayerKey(bytes([7]) * 32)

    async def talk() -> None:
        async with serving() as server, clients(server, WebSocketClient.open) as (ann,):
            await identify(ann, server, PlayerKey(bytes(32)))
            bot, playing = await WebSocketClient.open(server), None
            given: dict[str, Any] = {}
            for who, shown in transcript():
                if who == ">" and shown["type"] == "identify":
                    await bot.send(key.identify(f"127.0.0.1:{server.port}", given["nonce"], program=True))
                elif who == ">":
                    await bot.write(
                        json.dumps({name: given.get(name, value) for name, value in shown.items()}).encode()
                    )
                else:
                    if shown["type"] == "invited":
                        await sit_down([ann], "sueca", incoming.Options(rated=True))
                        for seat in (3, 4):
                            await ann.send(incoming.AddBot(bot="simple", seat=seat))
                        await ann.send(incoming.Invite(player=key.player, seat=2))
                        playing = asyncio.create_task(ann.play(until=outgoing.Acted))
                    got = await next_of(bot, shown["type"])
                    assert fits(shown, got), (shown, got)
                    assert [got[name] for name in shown.keys() & SAME] == [shown[name] for name in shown.keys() & SAME]
                    given |= {name: got[name] for name in ("nonce", "table", "seat") if name in got}
                    given |= {"at": got["n"]} if "n" in got else {}
                    given |= {"deal": got["next_deal"]} if "next_deal" in got else {}
                    given |= {"action": got["deal"]["legal"][0]} if shown["type"] == "dealt" else {}
            assert playing is not None
            await playing
            await bot.close()

    asyncio.run(talk())
