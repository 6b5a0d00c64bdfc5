"""The script that sends bad input: a little on every port, and what its senders notice."""

import asyncio
from collections.abc import Iterator
from random import Random

import pytest
from network import serving

from overtrick.server.limits import LOCALS
from overtrick.server.ports.text import Lines
from scripts.bad_input.__main__ import PORTS, main
from scripts.bad_input.lobby import rage
from scripts.bad_input.messages import Maker, Memory, is_clean
from scripts.bad_input.programs import ProgramSender
from scripts.bad_input.requests import BROKEN, HttpSender, broken, sound, statuses
from scripts.bad_input.sender import Sender, Tally
from scripts.bad_input.senders import LineSender, TextSender, WebSocketSender, insisting
from scripts.bad_input.wires import Frames, broken_frame, frame, odd_frames

SENDERS = {
    "ws": WebSocketSender,
    "text": TextSender,
    "json-lines": LineSender,
    "http": HttpSender,
    "table-manager": ProgramSender,
}


def send(kind: type[Sender], messages: int, **settings: object) -> Tally:
    """What becomes of some messages to a server of this process."""

    async def run() -> Tally:
        tally, shared = Tally(messages), Memory()
        async with serving(table_manager_port=0, **settings) as server, asyncio.TaskGroup() as group:
            numbers = {WebSocketSender: server.port, HttpSender: server.port, ProgramSender: server.table_manager_port}
            port = numbers.get(kind, server.text_port)
            for number in range(4):
                group.create_task(kind(port, f"test {number}", shared, tally).run())
        assert server.hub.counters.errors == 0
        return tally

    return asyncio.run(run())


@pytest.mark.parametrize("kind", SENDERS.values(), ids=SENDERS)
def test_every_sender_is_told_or_dropped(kind: type[Sender]) -> None:
    tally = send(kind, 1500)
    assert tally.problems == []
    assert tally.counts["messages"] >= 1500
    assert tally.counts["connections"] >= 4


def test_programs_at_the_table_manager_end_in_different_ways() -> None:
    counts = send(ProgramSender, 3000).counts
    assert counts["ended by bad-messages"] > 0
    assert counts["ended by a sentence"] > 0
    assert counts["refused"] > 0


@pytest.mark.parametrize("kind", [WebSocketSender, LineSender])
def test_a_server_with_other_rules_is_noticed(kind: type[Sender]) -> None:
    """One that takes fewer messages that cannot be read drops those who count on more."""
    tally = send(kind, 100, locals=LOCALS._replace(bad_messages=3))
    assert tally.counts["ended by bad-messages"] > 0
    assert tally.counts["refused"] < tally.counts["unreadable"]


def test_the_lobby_and_text_sessions_only_refuse() -> None:
    tally = rage(1500, "test")
    assert tally.counts["messages"] == 1500
    assert tally.counts["refused"] > 0


@pytest.mark.long
def test_a_whole_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--messages", "300", "--seed", "test"]) == 0
    head, *rows, guests, last = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["port", "messages", "unreadable"]
    assert [row.split()[0] for row in rows] == ["lobby", "at", *PORTS[1:]]
    assert [int(row.split()[1].replace(",", "")) >= 30 for row in rows if not row.startswith("at first")] == [True] * 7
    assert "from an action to its event" in guests
    assert last == "nothing was wrong"


# What is sent


@pytest.fixture
def maker() -> Maker:
    return Maker(Random("test"), Memory())


def test_the_same_seed_makes_the_same_messages() -> None:
    def made() -> Iterator[bytes]:
        maker = Maker(Random("test"), Memory())
        for _ in range(100):
            yield from (maker.message(), maker.line(), sound(maker), broken(maker), broken_frame(maker.rng))

    assert list(made()) == list(made())


def test_frames_come_out_as_they_went_in(maker: Maker) -> None:
    for _ in range(200):
        payload, size = maker.message(), maker.rng.randint(1, 50)
        data = frame(payload)
        unmasked = data[:1] + bytes([data[1] & 0x7F]) + data[2:].replace(bytes(4), b"", 1)  # as a server sends it
        reader, found = Frames(), list[tuple[int, bytes]]()
        for place in range(0, len(unmasked), size):
            found += reader.feed(unmasked[place : place + size])
        assert found == [(1, payload)]
        assert len(odd_frames(maker.rng, payload)) > len(payload)


def test_a_line_comes_through_whatever_of_telnet_has_begun(maker: Maker) -> None:
    for _ in range(300):
        lines, found = Lines(longest=1 << 16), list[bytes]()
        found += lines.feed(maker.mutated(maker.mutated(b"\xff\xfa\xff\xfb")))
        sent = 0
        for data in insisting(b"question"):
            sent += 1
            if b"question" in list(lines.feed(data)):
                break
        assert sent < 5


def test_statuses_of_answers() -> None:
    answer = b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno"
    assert statuses(answer * 2) == [404, 404]
    assert statuses(answer + answer[:-1]) == [404]
    assert statuses(b"nonsense") == []


def test_clean_text() -> None:
    assert is_clean("Zoé: 10♥ \u202f!")
    assert not is_clean("\x1b[2J")
    assert not is_clean("\u202eevil")


def test_some_broken_requests_are_long() -> None:
    assert max(map(len, BROKEN)) > LOCALS.judge_size
