"""Programs of others at our tables: the Table Manager protocol, line by line, and what does not keep to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest
from managed import Lines, deal_always, program
from network import WebSocketClient, recorded, serving
from patience import PATIENCE

from overtrick.bots.bot import find_bot
from overtrick.client.address import Address
from overtrick.client.table_manager import ManagedBot
from overtrick.core.cards import CARDS
from overtrick.core.seats import SEATS, Seat
from overtrick.formats import jsonl
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.table_manager import Called, Line, Played, Ready, encode_line
from overtrick.referee.judging import judge
from overtrick.server.ports import table_manager
from overtrick.server.server import Server

NAMES = [seat.name.capitalize() for seat in SEATS]
TEAMS = {"North": "A", "East": "B", "South": "A", "West": "B"}


def script_of(name: str, middle: str) -> str:
    """What is said until the first board has begun, and then something more."""
    return f"""
        > Connecting "{TEAMS[name]}" as {name} using protocol version 18
        < {name} ("{TEAMS[name]}") seated
        > {name} ready for teams
        < Teams : N/S : "A" E/W : "B"
        > {name} ready to start
        < Start of Board
        > {name} ready for deal
        < Board number 1. Dealer North. Neither vulnerable.
        > {name} ready for cards
        {middle}
    """


NORTH = script_of(
    "North",
    """
    < North's cards : S A K Q J T 9 8. H -. D 7 6 5 4 3 2. C -.
    > North bids 7S Alert. a solid suit
    > North ready for East's bid
    < East passes
    > North ready for South's bid
    < South passes
    > North ready for West's bid
    < West passes
    > North ready for East's card to trick 1
    < East plays AH
    > North ready for dummy
    < Dummy's cards : S 7 6 5 4 3 2. H -. D A K Q J T 9 8. C -.
    > South plays 2S
    > North ready for West's card to trick 1
    < West plays 2H
    > North plays 2D
    < Dummy to lead
    > South plays 3S
    > North ready for West's card to trick 2
    < West plays 8C
    > North plays 8S
    > North ready for East's card to trick 2
    < East plays 2C
    < North to lead
    """,
)
EAST = """
    > connecting  "B"  as EAST using protocol version 18.
    < East ("B") seated
    > EAST ready for teams.
    < Teams : N/S : "A" E/W : "B"
    > EAST ready to start.
    < Start of Board
    > EAST ready for deal
    < Board number 1. Dealer North. Neither vulnerable.
    > EAST ready for cards
    < East's cards : S -. H A K Q J T 9 8. D -. C 7 6 5 4 3 2.
    > EAST ready for  NORTH's bid
    < North bids 7S Alert. a solid suit
    > EAST PASSES
    > EAST ready for  SOUTH's bid
    < South passes
    > EAST ready for  WEST's bid
    < West passes
    < East to lead
    > EAST plays ah
    > EAST ready for dummy
    < Dummy's cards : S 7 6 5 4 3 2. H -. D A K Q J T 9 8. C -.
    > EAST ready for dummy's card to trick 1
    < South plays 2S
    > EAST ready for WEST's card to trick 1
    < West plays 2H
    > EAST ready for NORTH's card to trick 1
    < North plays 2D
    > EAST ready for dummy's card to trick 2
    < South plays 3S
    > EAST ready for WEST's card to trick 2
    < West plays 8C
    > EAST ready for NORTH's card to trick 2
    < North plays 8S
    > EAST plays 2c
"""
SOUTH = script_of(
    "South",
    """
    < South's cards : S 7 6 5 4 3 2. H -. D A K Q J T 9 8. C -.
    > South ready for North's bid
    < North bids 7S
    > South ready for East's bid
    < East passes
    > South passes
    > South ready for West's bid
    < West passes
    > South ready for East's card to trick 1
    < East plays AH
    > South ready for dummy's card to trick 1
    < South plays 2S
    > South ready for West's card to trick 1
    < West plays 2H
    > South ready for North's card to trick 1
    < North plays 2D
    > South ready for South's card to trick 2
    < South plays 3S
    > South ready for West's card to trick 2
    < West plays 8C
    > South ready for North's card to trick 2
    < North plays 8S
    > South ready for East's card to trick 2
    < East plays 2C
    """,
)
WEST = script_of(
    "West",
    """
    < West's cards : S -. H 7 6 5 4 3 2. D -. C A K Q J T 9 8.
    > West ready for North's bid
    < North bids 7S Alert. a solid suit
    > West ready for East's bid
    < East passes
    > West ready for South's bid
    < South passes
    > West passes Alert.
    > West ready for East's card to trick 1
    < East plays AH
    > West ready for dummy
    < Dummy's cards : S 7 6 5 4 3 2. H -. D A K Q J T 9 8. C -.
    > West ready for dummy's card to trick 1
    < South plays 2S
    > West plays H2
    > West ready for North's card to trick 1
    < North plays 2D
    > West ready for South's card to trick 2
    < South plays 3S
    > West plays 8C. a discard
    > West ready for North's card to trick 2
    < North plays 8S
    > West ready for East's card to trick 2
    < East plays 2C
    """,
)


def passing(name: str) -> str:
    """Four passes in the words of a seat, the board, and the end of a session of one board."""
    calls = [
        f"> {seat} passes" if seat == name else f"> {name} ready for {seat}'s bid\n< {seat} passes" for seat in NAMES
    ]
    return "\n".join([f"< {name}'s cards : …", *calls, "< Timing - N/S : this board  …", "< End of session"])


def talk(what: Callable[[Server], Coroutine[object, object, None]], boards: int = 1, **settings: object) -> Server:
    """Do something with a server; nothing may go wrong inside it."""

    async def serve() -> Server:
        async with serving(table_manager_port=0, boards=boards, **settings) as server:
            async with asyncio.timeout(PATIENCE):
                await what(server)
            assert server.hub.counters.errors == 0
            return server

    return asyncio.run(serve())


async def follow(
    server: Server, scripts: list[str], then: Callable[[list[Lines]], Coroutine[object, object, None]]
) -> None:
    """Let a program follow each script, all at once, and do something with them after that."""
    async with AsyncExitStack() as stack:
        programs = [await stack.enter_async_context(program(server)) for _ in scripts]
        await asyncio.gather(*(lines.follow(script) for lines, script in zip(programs, scripts, strict=True)))
        await then(programs)


async def all_end(programs: list[Lines]) -> None:
    assert await asyncio.gather(*(lines.ended() for lines in programs)) == [[]] * len(programs)


async def nothing_more(programs: list[Lines]) -> None:
    pass


def ours(server: Server, seat: Seat, bot: str = "simple", team: str = "Ours") -> Coroutine[object, object, None]:
    return ManagedBot(seat, team, find_bot(bot, Random(int(seat)))).run(Address("127.0.0.1", server.table_manager_port))


def test_a_board_is_told_to_each_program_when_it_is_ready_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)
    talk(lambda server: follow(server, [NORTH, EAST, SOUTH, WEST], nothing_more))


def test_after_the_last_board_the_session_ends() -> None:
    scripts = [script_of(name, passing(name)) for name in NAMES]
    server = talk(lambda server: follow(server, scripts, all_end))
    assert server.hub.counters.refused == 0


def test_our_bots_play_a_match_by_the_protocol_and_all_of_it_is_recorded(tmp_path: Path) -> None:
    path, tables = tmp_path / "tables.db", set[str]()

    async def play(server: Server) -> None:
        bots = [ManagedBot(seat, TEAMS[seat.name.capitalize()], find_bot("simple", Random(7))) for seat in SEATS]
        playing = [asyncio.create_task(bot.run(Address("127.0.0.1", server.table_manager_port))) for bot in bots]
        while not server.hub.lobby.rooms:
            await asyncio.sleep(0.01)
        tables.update(server.hub.lobby.rooms)
        await asyncio.gather(*playing)
        assert [bot.boards for bot in bots] == [3] * 4
        assert server.hub.counters.refused == 0

    talk(play, boards=3, db=str(path))
    (table,) = tables
    assert recorded(path, table) == ["clean"] * 3


def test_after_a_match_the_next_programs_have_a_table_of_their_own() -> None:
    async def play(server: Server) -> None:
        for _ in range(2):
            await asyncio.gather(*(ours(server, seat) for seat in SEATS))

    server = talk(play, boards=2)
    records = list(jsonl.loads("".join(stored.line for stored in server._store.records())))
    assert [record.tag("Board") for record in records] == ["1", "2", "1", "2"]


def test_a_person_plays_with_programs_which_agree_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)

    async def play(server: Server) -> None:
        bots = [asyncio.create_task(ours(server, seat)) for seat in SEATS[1:]]
        person = await WebSocketClient.open(server)
        await person.hello(name="Zoé")
        table = ""
        while not table:
            await person.send(incoming.Tables())
            tables = (await person.wait_for(outgoing.TableList)).tables
            table = next((info.table for info in tables if sum(seat.kind == "empty" for seat in info.seats) == 1), "")
        await person.send(incoming.Sit(table=table, seat=1))
        await person.wait_for(outgoing.Snapshot)
        await person.send(incoming.Ready(deal=1))
        dealt = await person.wait_for(outgoing.Dealt)
        await person.send(incoming.Act(id="bid", at=dealt.n, action="7S"))
        acted = await person.wait_for(outgoing.Acted)
        while acted.actor != 1:
            acted = await person.wait_for(outgoing.Acted)
        await person.send(incoming.Propose(id="claim", at=acted.n, what="claim", tricks=13))
        answered = await person.wait_for(outgoing.Answered)
        assert not answered.yes
        await person.close()
        for bot in bots:
            bot.cancel()

    talk(play)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (['Connecting "C" as South using protocol version 18'], "At this table N/S is the team 'A'."),
        (['Connecting "A" as North using protocol version 18'], "Seat North is not empty."),
        (['Connecting "A" as South using protocol version 17'], "Version 17 of the Table Manager protocol is not"),
    ],
)
def test_who_is_not_seated_is_told_why(lines: list[str], words: str) -> None:
    async def play(server: Server) -> None:
        async with program(server) as north, program(server) as other:
            await north.follow('> Connecting "A" as North using protocol version 18\n< North ("A") seated')
            other.say(*lines)
            (told,) = await other.ended()
            assert told.startswith(words)

    talk(play)


def test_any_seat_is_one_beside_the_team() -> None:
    async def play(server: Server) -> None:
        async with AsyncExitStack() as stack:
            seated = []
            for team in "ABAB":
                lines = await stack.enter_async_context(program(server))
                lines.say(f'Connecting "{team}" as ANYPL using protocol version 18')
                seated.append(await lines.hear())
            assert seated == [f'{name} ("{TEAMS[name]}") seated' for name in ("North", "East", "South", "West")]

    talk(play)


def test_lines_that_are_none_or_come_at_the_wrong_time_are_told_and_end_it_at_last() -> None:
    async def play(server: Server) -> None:
        async with program(server) as north:
            north.say("North ready for teams", "hello")
            assert await north.hear() == (
                "The line 'North ready for teams' comes at the wrong time: what is expected is "
                "'Connecting \"TEAM\" as SEAT using protocol version 18'."
            )
            assert await north.hear() == "This is no line of the Table Manager protocol: 'hello'."
            await north.follow('> Connecting "A" as North using protocol version 19\n< North ("A") seated')
            north.say("East ready for teams", *["nonsense"] * 4)
            told = await north.ended()
            assert told[0].startswith("The line 'East ready for teams' comes at the wrong time")
            assert told[-1] == "5 messages in a row could not be read: the connection ends."

    talk(play)


def test_a_call_that_may_not_be_made_is_told_and_another_one_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)
    north = script_of(
        "North", "< North's cards : …\n> North doubles\n< You may not call 'X' now: you may call …\n> North bids 1S"
    )
    east = script_of("East", "< East's cards : …\n> East ready for North's bid\n< North bids 1S")
    others = [script_of(name, f"< {name}'s cards : …") for name in ("South", "West")]
    talk(lambda server: follow(server, [north, east, *others], nothing_more))


def test_an_alert_is_for_the_opponents_however_long_they_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)
    north = "> North bids 1C\n> North ready for East's bid\n< East bids 1D Alert. weak"
    east = "> East ready for North's bid\n< North bids 1C\n> East bids 1D alert.  weak"
    west = "> West ready for North's bid\n< North bids 1C\n> West ready for East's bid\n< East bids 1D"
    south = west.replace("West", "South").replace("1D", "1D Alert. weak")
    calls = {"North": north, "East": east, "South": south, "West": west}
    scripts = [script_of(name, f"< {name}'s cards : …\n{said}") for name, said in calls.items()]
    talk(lambda server: follow(server, scripts, nothing_more))


def test_a_program_that_comes_back_plays_the_board_anew_up_to_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)

    async def play(server: Server) -> None:
        async def come_back(programs: list[Lines]) -> None:
            north, east, _, _ = programs
            await east.close()
            async with program(server) as again:
                before, _, _ = EAST.partition("> EAST plays 2c")
                await again.follow(before)
                again.say("East plays 2C")
                north.say("North plays 9S")
                await again.follow("> East ready for North's card to trick 3\n< North plays 9S")

        await follow(server, [NORTH, EAST, SOUTH, WEST], come_back)

    talk(play)


def test_a_program_that_comes_back_and_plays_otherwise_is_out_of_step(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)

    async def play(server: Server) -> None:
        async def come_back(programs: list[Lines]) -> None:
            await programs[1].close()
            async with program(server) as again:
                before, _, _ = EAST.partition("> EAST plays ah")
                await again.follow(before)
                again.say("East plays KH")
                assert await again.ended() == ["This board has gone on without you, by Ah: come back for the next one."]

        await follow(server, [NORTH, EAST, SOUTH, WEST], come_back)

    talk(play)


def test_nobody_has_the_seat_of_a_program_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)

    async def play(server: Server) -> None:
        async def come(programs: list[Lines]) -> None:
            await programs[1].close()
            try:
                streams = await asyncio.open_connection(
                    "127.0.0.1", server.table_manager_port, local_addr=("127.0.0.2", 0)
                )
            except OSError:
                pytest.skip("this machine has one address")
            other = Lines(*streams)
            await other.follow('> Connecting "B" as East using protocol version 18\n< East ("B") seated')
            assert len(server.hub.lobby.rooms) == 2
            await other.close()

        await follow(server, [NORTH, EAST, SOUTH, WEST], come)

    talk(play)


def test_a_program_for_which_a_bot_has_played_is_back_for_another_board(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)
    monkeypatch.setattr(table_manager, "OPTIONS", incoming.Options(once=True, grace=0, bot_delay=0.2))
    monkeypatch.setattr(table_manager, "PAUSE", 0.01)
    played = []

    async def play(server: Server) -> None:
        others = [asyncio.create_task(ours(server, seat)) for seat in SEATS if seat is not Seat.EAST]
        async with program(server) as east:
            await east.follow('> Connecting "Ours" as East using protocol version 18\n< East ("Ours") seated')
            await east.follow("> East ready for teams\n< Teams : …\n> East ready to start\n< Start of Board")
        while not any(action.by for room in server.hub.lobby.rooms.values() for action in room.table.state.actions):
            await asyncio.sleep(0.01)
        back = ManagedBot(Seat.EAST, "Ours", find_bot("simple", Random(1)))
        await back.run(Address("127.0.0.1", server.table_manager_port))
        await asyncio.gather(*others)
        played.append(back.boards)

    talk(play, boards=2)
    assert played == [1]


def test_a_program_that_waits_for_a_board_is_told_when_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    deal_always(monkeypatch)
    monkeypatch.setattr(table_manager, "OPTIONS", incoming.Options(once=True, grace=0, bot_delay=0))

    async def play(server: Server) -> None:
        others = [asyncio.create_task(ours(server, seat)) for seat in SEATS if seat is not Seat.EAST]
        connecting = 'Connecting "Ours" as East using protocol version 18'
        async with program(server) as east:
            await east.follow(f'> {connecting}\n< East ("Ours") seated\n> East ready for teams\n< Teams : …')
            await east.follow("> East ready to start\n< Start of Board")
        async with program(server) as east:
            while not any(action.by for room in server.hub.lobby.rooms.values() for action in room.table.state.actions):
                await asyncio.sleep(0.001)
            east.say(connecting)
            assert await east.ended() == ["The match is over: there is nothing more to deal."]
        await asyncio.gather(*others)

    talk(play)


def test_a_server_that_closes_ends_the_session() -> None:
    async def play() -> list[str]:
        async with serving(table_manager_port=0) as server:
            lines = Lines(*await asyncio.open_connection("127.0.0.1", server.table_manager_port))
            await lines.follow('> Connecting "A" as North using protocol version 18\n< North ("A") seated')
        told = await lines.ended()
        await lines.close()
        return told

    assert asyncio.run(play()) == ["End of session"]


class Talkative(ManagedBot):
    """A bot that says something wrong before much of what is right."""

    WRONG = (
        "nonsense",
        "\xff\x00",
        "End of session",
        "Start of board",
        'Connecting "A" as East using protocol version 18',
    )

    def _say(self, line: Line) -> None:
        if isinstance(line, Ready) and line.what not in ("teams", "start"):
            other = Played(self._seat.next, CARDS[self.boards])
            for wrong in (self.WRONG[self.boards], other, Called(self._seat.previous, "7NT")):
                self._writer.write(encode_line(wrong))
        super()._say(line)


def test_a_program_that_says_what_is_wrong_can_play_on() -> None:
    async def play(server: Server) -> None:
        bots = [Talkative(seat, "Ours", find_bot("simple", Random(1))) for seat in SEATS]
        await asyncio.gather(*(bot.run(Address("127.0.0.1", server.table_manager_port)) for bot in bots))
        assert [bot.boards for bot in bots] == [5] * 4

    server = talk(play, boards=5)
    records = list(jsonl.loads("".join(stored.line for stored in server._store.records())))
    assert [judge(record).status for record in records] == ["clean"] * 5
    assert server.hub.counters.refused > 100


def test_whatever_comes_in_the_server_goes_on() -> None:
    rng = Random(1)
    words = [
        "North",
        "EAST",
        "ready",
        "for",
        "plays",
        "bids",
        "7NT",
        "AS",
        "cards",
        ":",
        "-",
        "Alert.",
        '"',
        "\xff",
        "",
    ]

    async def play(server: Server) -> None:
        for _ in range(60):
            async with program(server) as lines:
                if rng.random() < 0.5:
                    lines.say(f'Connecting "{rng.random()}" as {rng.choice(NAMES)} using protocol version 18')
                for _ in range(rng.randrange(8)):
                    lines.say(" ".join(rng.choices(words, k=rng.randrange(9))), end=rng.choice(["\n", "\r\n", ""]))
        async with program(server) as lines:
            lines.say("GET / HTTP/1.1", "Host: localhost")
            assert await lines.ended() == ["HTTP is not spoken here, but on another port."]

    talk(play)
