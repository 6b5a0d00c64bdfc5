"""Whole matches over real sockets, by clients of every kind; connections that are lost; servers that stop."""

import asyncio
from pathlib import Path

import pytest
from network import Client, LineClient, Opener, WebSocketClient, clients, recorded, serving, sit_down

from overtrick.core.catalogue import find_game
from overtrick.core.seats import Seat
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.server.answering import LONGEST_PACE
from overtrick.server.thinking import BotChoice
from overtrick.table.output import Output, Thinking

WEB, LINES = WebSocketClient.open, LineClient.open


async def play_all(players: list[Client]) -> None:
    await asyncio.gather(*(player.play(number) for number, player in enumerate(players)))


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("belote", (WEB, WEB, WEB, WEB)),
        ("coinche", (LINES, LINES, LINES, LINES)),
        ("sueca", (WEB, LINES, LINES, WEB)),
        ("bridge,boards=2", (WEB, WEB, LINES, LINES)),
    ],
)
def test_four_clients_play_a_match_that_is_recorded_clean(game: str, kinds: tuple[Opener, ...], tmp_path: Path) -> None:
    async def play() -> tuple[str, list[Client]]:
        async with serving(db=str(tmp_path / "db")) as server, clients(server, *kinds) as players:
            table = await sit_down(players, game)
            await play_all(players)
            return table, players

    table, players = asyncio.run(play())
    scored = [message for message in players[0].got if isinstance(message, outgoing.Scored)]
    statuses = recorded(tmp_path / "db", table)
    assert len(statuses) == len(scored) > 0
    assert set(statuses) == {"clean"}
    for player in players:  # everybody got every event, in order
        numbers = [message.n for message in player.got if isinstance(message, outgoing.Event)]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert player.got[-1] == players[0].got[-1]


def test_a_person_plays_with_three_bots() -> None:
    async def play() -> tuple[Client, str]:
        async with serving() as server, clients(server, WEB) as players:
            await sit_down(players, "euchre", bots="simple")
            await play_all(players)
            return players[0], str(server.hub.counters.bot_moves)

    player, moves = asyncio.run(play())
    assert isinstance(player.got[-1], outgoing.Ended)
    assert moves == str(sum(isinstance(m, outgoing.Acted) and m.seat != 1 for m in player.got))


def test_who_is_cut_off_comes_back_and_gets_what_he_missed() -> None:
    async def play() -> list[Client]:
        async with serving() as server, clients(server, WEB, LINES, WEB, LINES) as players:
            await sit_down(players, "sueca")
            taken = next(message for message in players[1].got if isinstance(message, outgoing.Taken))
            others = [asyncio.create_task(player.play(n)) for n, player in enumerate(players) if n != 1]
            lost = players[1]
            for _ in range(5):
                await lost.play("first", until=outgoing.Acted)
                last = max(message.n for message in lost.got if isinstance(message, outgoing.Event))
                assert isinstance(lost, LineClient)
                lost.writer.transport.abort()
                again = await LineClient.open(server)
                again.got, again.player, again.desk = lost.got, lost.player, lost.desk
                await again.hello(table=taken.table, token=taken.token, last=last)
                players[1] = lost = again
            await lost.play("second")
            await asyncio.gather(*others)
            return players

    players = asyncio.run(play())
    numbers = [message.n for message in players[1].got if isinstance(message, outgoing.Event)]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert players[1].got[-1] == players[0].got[-1]


def test_tables_come_back_when_the_server_does(tmp_path: Path) -> None:
    async def begin() -> tuple[str, list[str]]:
        async with serving(db=str(tmp_path / "db")) as server:
            players: list[Client] = [await WEB(server), await WEB(server), await LINES(server), await LINES(server)]
            for player in players:
                await player.hello()
            table = await sit_down(players, "belote")
            await asyncio.gather(*(player.play(n, until=outgoing.Acted) for n, player in enumerate(players)))
            strangers: list[Client] = [await WEB(server), await LINES(server)]
            await strangers[1].write(b"{")
            await strangers[1].wait_for(outgoing.Refused)
        for player in [*players, *strangers]:
            await player.ended()
            await player.close()
            assert isinstance(bye := player.got[-1], outgoing.Bye)
            assert bye.code == "shutdown"
        return table, [next(m.token for m in player.got if isinstance(m, outgoing.Taken)) for player in players]

    async def end(table: str, tokens: list[str]) -> None:
        async with serving(db=str(tmp_path / "db")) as server:
            players: list[Client] = [await WEB(server) for _ in tokens]
            for player, token in zip(players, tokens, strict=True):
                await player.hello(table=table, token=token)
            await play_all(players)
            for player in players:
                await player.close()

    table, tokens = asyncio.run(begin())
    asyncio.run(end(table, tokens))
    assert set(recorded(tmp_path / "db", table)) == {"clean"}


def test_a_card_that_has_to_be_played_takes_a_bot_as_long_as_any_other_at_its_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By the time that a bot takes nobody can tell whether it had a choice; and no table is slow for another one."""

    async def run() -> list[float]:
        async with serving() as server:
            hub, done = server.hub, list[float]()
            now = 1000.0

            def thought(*_: object) -> Output:
                done.append(now)
                return Output()

            async def choose(*_: object) -> BotChoice:
                nonlocal now
                assert len(seen.legal) > 1, "who has no choice need not think"
                now += seconds
                return BotChoice("x")

            async def pass_time(seconds: float) -> None:
                nonlocal now
                now += seconds

            monkeypatch.setattr("overtrick.server.answering.sleep", pass_time)
            answering = hub._answering
            answering._clock, answering._workers.choose = lambda: now, choose  # type: ignore[method-assign,assignment]
            hub.lobby.thought = thought  # type: ignore[method-assign,assignment]
            game = find_game("sueca")
            tables = [hub.lobby.rooms.open(game, incoming.Options(), "").table.state.table for _ in range(2)]
            round_ = numbered_deal(game, "seed", 1)
            taken = []
            for table, legal, thinks in ((0, 2, 0.8), (0, 1, 0.0), (1, 1, 0.0), (1, 2, 20.0), (1, 1, 0.0)):
                seen = view(round_, round_.actor)
                seen = seen._replace(legal=seen.legal[:legal])
                begin, seconds = now, thinks
                await answering.think(Thinking(tables[table], Seat(1), 1, "sampling:3", 1, seen, now))
                taken.append(done[-1] - begin)
            hub.carry_out(Output(closed=tables))
            await hub._outbox.is_empty.wait()
            assert not answering._pace, "what is known of a table goes with it"
            return taken

    assert asyncio.run(run()) == pytest.approx([0.8, 0.8, 0.0, 20.0, LONGEST_PACE])
