"""A server that goes on with a copy: nothing is dealt by a secret that may have been opened after the copy was made.

Nor under a number of which players may have been told another commitment.
"""

import asyncio
import io
from pathlib import Path

import pytest
from halls import Hall, at_deal, between_deals, table_of
from network import OPTIONS, Client, WebSocketClient, clients, serving, sit_down

from overtrick.core.errors import Invalid
from overtrick.formats import jsonl
from overtrick.protocol import fair, outgoing
from overtrick.protocol.fair.recording import Transcript
from overtrick.protocol.fair.transcript import read_transcript
from overtrick.protocol.fair.verification import verify
from overtrick.protocol.incoming import Ready
from overtrick.server.database import back_up, records
from overtrick.server.store.sqlite import SqliteStore
from overtrick.table.lobby import Lobby
from overtrick.table.state import SKIPPED


def test_a_copy_deals_by_other_secrets_and_under_other_numbers(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, copy = str(tmp_path / "db"), str(tmp_path / "copy")
    file = io.StringIO()
    transcript = Transcript(file, lambda: 0)

    def keep(player: Client) -> None:
        for message in player.got:
            transcript.got(message)

    async def play() -> outgoing.Taken:
        async with serving(db=path) as server, clients(server, WebSocketClient.open) as (player,):
            await sit_down([player], "euchre", OPTIONS, bots="random")
            await player.play(until=outgoing.Dealt)
            back_up(path, copy)
            await player.play(until=outgoing.Scored)
            keep(player)
            return next(each for each in player.got if isinstance(each, outgoing.Taken))

    async def go_on(taken: outgoing.Taken) -> tuple[int, bytes]:
        async with serving(db=copy) as server, clients(server, WebSocketClient.open) as (player,):
            state = server.hub.lobby.rooms[taken.table].table.state
            deal, secret = state.deal, state.secret
            await player.hello(table=taken.table, token=taken.token)
            assert (await player.wait_for(outgoing.Snapshot)).next_deal == deal
            await player.play(until=outgoing.Scored)
            keep(player)
            return deal, secret

    taken = asyncio.run(play())
    opened = next(iter(jsonl.loads(next(records(path)).line))).fair
    assert opened is not None
    assert "is a copy" not in caplog.text
    deal, secret = asyncio.run(go_on(taken))
    assert [line.levelname for line in caplog.records if "this database is a copy" in line.message] == ["WARNING"]
    assert deal == SKIPPED + 2, "all numbers that the first server may have used are left to it"
    assert secret.hex() != opened["secret"]
    (first,) = jsonl.loads(next(records(copy)).line)
    assert first.fair is not None
    assert first.fair["deal"] == deal
    found = verify(first, read_transcript(file.getvalue()))
    assert (found.verdict, found.findings) == ("consistent", ()), "the first server has told of deal 2, and not of this"

    async def start_again() -> int:
        async with serving(db=copy) as server:
            return server.hub.lobby.rooms[taken.table].table.state.deal

    assert asyncio.run(start_again()) == asyncio.run(start_again()), "from then on it is no copy"


def test_a_copy_of_a_copy_is_one(tmp_path: Path) -> None:
    async def numbers(name: str) -> list[int]:
        async with serving(db=str(tmp_path / name)) as server:
            return [room.table.state.deal for room in server.hub.lobby.rooms.values()]

    async def open_table() -> None:
        async with serving(db=str(tmp_path / "a")) as server, clients(server, WebSocketClient.open) as players:
            await sit_down(players, "sueca", OPTIONS)

    asyncio.run(open_table())
    back_up(str(tmp_path / "a"), str(tmp_path / "b"))
    back_up(str(tmp_path / "b"), str(tmp_path / "c"))
    assert [asyncio.run(numbers(name)) for name in "abc"] == [[1], [SKIPPED + 2], [SKIPPED + 2]]


def test_a_copy_that_cannot_be_unmarked_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unmark(path: str) -> None:
        raise Invalid("unwritable", path=path, reason="busy")

    monkeypatch.setattr("overtrick.server.database.unmark", unmark)

    async def open_table(name: str) -> None:
        async with serving(db=str(tmp_path / name)) as server, clients(server, WebSocketClient.open) as players:
            await sit_down(players, "sueca", OPTIONS)

    asyncio.run(open_table("a"))
    back_up(str(tmp_path / "a"), str(tmp_path / "b"))
    asyncio.run(open_table("b"))
    assert "still marked as a copy" in caplog.text
    store = SqliteStore(str(tmp_path / "b"))
    assert store.is_copy
    store.close()


@pytest.mark.parametrize("where", ["open", "bound", "play", "between deals"])
def test_wherever_a_table_was_it_goes_on(where: str) -> None:
    hall = Hall()
    if where in ("open", "bound"):
        table_of(hall, "sueca", 4)
        if where == "bound":
            for client in (1, 2, 3, 4):
                hall.say(client, Ready(deal=1, commitment=fair.commitment(bytes(32))))
            assert hall.state.committed is not None
    elif where == "play":
        at_deal(hall)
        for _ in range(5):
            hall.act()
    else:
        between_deals(hall)
    tokens = [hall.last(client, outgoing.Taken) for client in (1, 2, 3, 4)]
    table, before = hall.state.table, (hall.state.deal, hall.state.secret)
    number = before[0] + 1 + SKIPPED
    phase = "deal" if where == "play" else hall.phase()
    hall.lobby = Lobby(hall.rng.randbytes)
    hall.carry(hall.lobby.restore(table, list(hall.logs[table]), hall.now, is_copy=True))
    assert hall.state.deal == number
    assert hall.lobby.rooms[table].info.deals == before[0], "what is skipped is not counted"
    assert hall.state.secret != before[1]
    assert (hall.phase(), hall.state.round, hall.state.committed) == (phase, None, None)
    hall.restart()
    assert (hall.state.deal, hall.phase()) == (number, phase), "it is in the log"
    for client, taken in enumerate(tokens, 1):
        hall.come_back(client, taken)
    for client in (1, 2, 3, 4):
        hall.say(client, Ready(deal=hall.state.deal))
    assert hall.phase() == "play"
    while hall.state.round is not None:
        hall.act()
    assert verify(hall.records[-1]).verdict == "consistent"
    hall.restart()
