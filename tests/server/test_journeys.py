"""Clients that are at tables of other processes: what may be lost there is said again where the table goes."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import cast

import pytest
from channels import until
from msgspec.structs import replace

from overtrick.core.errors import Finding
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.wire import decode_incoming, encode
from overtrick.server.sharing.guests import Opening
from overtrick.server.sharing.journeys import MOST_UNANSWERED, Journeys
from overtrick.server.sharing.link import CLOSE, GREETING, HEARD, PARTED, SAID, TOLD, Link
from overtrick.table.output import Client

SIT = incoming.Sit(table="table")
TALK = encode(outgoing.Said(n=7, seat=2, name="other", text="hello"))
REFUSAL = encode(outgoing.Refused(code="stale", text="", id="a"))


class Home:
    """Remembers who comes again, and with what, and what is said at home."""

    def __init__(self) -> None:
        self.again: list[incoming.Message] = []
        self.heard: list[incoming.Message] = []

    def pass_on(self, client: Client, message: outgoing.Message | None, data: bytes) -> None:
        pass

    def come_again(self, client: Client, messages: Sequence[incoming.Message]) -> None:
        self.again = list(messages)

    def hear(self, client: Client, message: incoming.Message) -> None:
        self.heard.append(message)

    def hear_here(self, client: Client, message: incoming.Message) -> None:
        self.heard.append(message)

    def dismiss(self, client: Client, why: Finding) -> None:
        pass


class Wire:
    """A link that leads nowhere."""

    def __init__(self) -> None:
        self.said: list[incoming.Message] = []
        self.is_closed = False

    def send(self, kind: int, client: int, data: bytes = b"") -> None:
        if kind == SAID:
            self.said.append(decode_incoming(data))
        elif kind == CLOSE:
            self.is_closed = True


Travel = Callable[[Journeys, Link], None]


def said_again(*said: incoming.Message, then: Travel) -> list[incoming.Message]:
    """What a client that has said something at a table says again after something has happened to it."""

    async def run() -> list[incoming.Message]:
        home, link = Home(), cast("Link", Wire())
        journeys = Journeys(home, b"secret")
        journeys.begin(1, Opening("192.0.2.1", "en", "player"), SIT, link, False)
        for message in said:
            journeys.say(1, message)
        then(journeys, link)
        return home.again

    return asyncio.run(run())


def heard(number: int, data: bytes, parted: bool = True) -> Travel:
    """The owner of the table has heard some messages, says something, and parts with it, or is gone."""

    def travel(journeys: Journeys, link: Link) -> None:
        journeys._take(link, TOLD, 1, HEARD.pack(number) + data)
        if parted:
            journeys._take(link, PARTED, 1, HEARD.pack(number))
        else:
            journeys._lost(link)

    return travel


ACT, TELL = incoming.Act(id="a", at=6, action="x"), incoming.Say(text="nobody asks for an answer")


@pytest.mark.parametrize("parted", [True, False])
def test_what_was_heard_and_has_no_answer_is_said_again(parted: bool) -> None:
    """The owner may have lost the table before it could store what came of it."""
    assert said_again(ACT, then=heard(2, TALK, parted)) == [SIT, ACT]
    assert said_again(ACT, then=heard(2, REFUSAL, parted)) == [SIT]


def test_where_a_client_is_not_served_any_more_nothing_is_kept_of_it() -> None:
    wire = Wire()
    journeys = Journeys(Home(), b"secret")
    journeys.begin(1, Opening("192.0.2.1", "en", "player"), SIT, cast("Link", wire), False)
    journeys._take(cast("Link", wire), PARTED, 1, HEARD.pack(1))
    assert wire.is_closed


def test_a_ping_is_said_again_until_it_is_answered() -> None:
    """A client that has come again says nothing before its answer, and does not know that its table has moved."""
    ping = incoming.Ping(id="p")
    assert said_again(ping, then=heard(2, TALK)) == [SIT, ping]
    assert said_again(ping, then=heard(2, encode(outgoing.Pong(id="p")))) == [SIT]


def test_what_was_not_heard_is_said_again_too_and_without_an_id_only_if_that_is_sure() -> None:
    assert said_again(ACT, TELL, then=heard(2, TALK)) == [SIT, ACT, TELL]
    assert said_again(ACT, TELL, then=heard(2, TALK, False)) == [SIT, ACT]
    assert said_again(TELL, ACT, then=heard(2, TALK)) == [SIT, ACT]


def test_what_has_no_answer_is_not_kept_for_ever() -> None:
    ready = incoming.Ready(id="r", deal=1)
    assert said_again(ready, then=heard(2, TALK)) == [SIT]
    many = [incoming.Say(id=str(number), text="x") for number in range(2 * MOST_UNANSWERED)]
    assert said_again(*many, then=heard(len(many) + 1, TALK)) == [SIT, *many[-MOST_UNANSWERED:]]


def test_who_asks_for_a_table_once_more_is_brought_there_once() -> None:
    """It was refused at first, since nothing could be stored."""
    watch = incoming.Watch(id="w", table="table")
    assert said_again(watch, then=heard(1, TALK)) == [watch]
    assert said_again(watch, ACT, then=heard(2, TALK)) == [watch, ACT]
    seat = encode(outgoing.Taken(table="table", seat=1, token="token"))
    hello, *rest = said_again(replace(SIT, id="s"), ACT, then=heard(2, seat))
    assert isinstance(hello, incoming.Hello)
    assert rest == [ACT]


def refused(id_: str) -> bytes:
    return encode(outgoing.Refused(code="table-full", text="", id=id_))


SHOWN = encode(outgoing.Taken(table="table", seat=1, token="token"))
WATCH, PING, QUICK = incoming.Watch(id="w", table="table"), incoming.Ping(), incoming.Quick(game="sueca")


@pytest.mark.parametrize(
    ("said", "told", "is_away"),
    [
        ([SIT], [refused("")], False),
        ([replace(SIT, id="s")], [refused("s")], False),
        ([SIT, WATCH], [refused("")], True),  # the answer to the other question is still to come
        ([SIT, WATCH], [refused(""), refused("w")], False),
        ([replace(SIT, id="s"), PING], [refused("s")], True),
        ([SIT], [SHOWN, refused("")], True),
        ([WATCH], [TALK, refused("")], True),
    ],
)
def test_who_is_refused_a_table_is_at_home(said: list[incoming.Message], told: list[bytes], is_away: bool) -> None:
    async def run() -> bool:
        link, (first, *others) = cast("Link", Wire()), said
        journeys = Journeys(Home(), b"secret")
        journeys.begin(1, Opening("192.0.2.1", "en", "player"), first, link, False)
        for message in others:
            journeys.say(1, message)
        for data in told:
            journeys._take(link, TOLD, 1, HEARD.pack(len(said)) + data)
        return 1 in journeys

    assert asyncio.run(run()) == is_away


@pytest.mark.parametrize(
    ("answer", "there", "at_home"),
    [
        (outgoing.InLobby(why="left"), [], [QUICK, PING]),
        (outgoing.Refused(code="store-failed", text="", id="l"), [QUICK, PING], []),
        (outgoing.Done(id="l", n=3), [QUICK, PING], []),
        (outgoing.Said(n=7, seat=2, name="other", text="hello"), [], []),
    ],
)
def test_what_is_said_after_leaving_is_for_home(
    answer: outgoing.Message, there: list[incoming.Message], at_home: list[incoming.Message]
) -> None:
    """Where the table is, nobody would hear the answer any more."""
    home, wire = Home(), Wire()
    journeys, leave = Journeys(home, b"secret"), incoming.Leave(id="l")
    journeys.begin(1, Opening("192.0.2.1", "en", "player"), SIT, cast("Link", wire), False)
    journeys._take(cast("Link", wire), TOLD, 1, HEARD.pack(1) + SHOWN)
    for message in (leave, QUICK, PING):
        journeys.say(1, message)
    journeys._take(cast("Link", wire), TOLD, 1, HEARD.pack(2) + encode(answer))
    assert wire.said == [SIT, leave, *there]
    assert home.heard == at_home
    assert (1 in journeys) == (not at_home)


def test_what_is_said_after_leaving_goes_along_where_the_table_goes() -> None:
    leave = incoming.Leave(id="l")
    assert said_again(leave, QUICK, PING, then=heard(2, TALK)) == [SIT, leave, QUICK, PING]
    assert said_again(leave, QUICK, PING, then=heard(2, TALK, False)) == [SIT, leave, QUICK, PING]


def test_a_process_that_says_nothing_is_given_up_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("overtrick.server.sharing.journeys.TIME_TO_CALL", 0.01)

    async def run() -> tuple[Link | None, list[object]]:
        errors, gone = list[object](), asyncio.Event()
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))

        async def be_silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            with suppress(ConnectionError):
                await reader.read()
            gone.set()
            writer.close()

        async with await asyncio.start_server(be_silent, "127.0.0.1", 0) as server:
            host, port = server.sockets[0].getsockname()
            link = await Journeys(Home(), b"secret").call(f"{host}:{port}")
            await gone.wait()
            await asyncio.sleep(0)
        return link, errors

    assert asyncio.run(run()) == (None, [])


def test_however_many_want_a_link_at_a_time_one_is_opened() -> None:
    """When a process dies, all who were carried there call it again and again until its tables are elsewhere."""

    async def run() -> None:
        opened, closed = list[Link](), list[Link]()

        def other_end() -> Link:
            opened.append(Link(b"secret", False, lambda *_: None, closed.append))
            return opened[-1]

        server = await asyncio.get_running_loop().create_server(other_end, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        journeys = Journeys(Home(), b"secret")
        first, *others = await asyncio.gather(*(journeys.call(f"{host}:{port}") for _ in range(9)))
        assert first is not None
        assert {first, *others} == {first}
        assert len(opened) == 1
        journeys.close()
        await until(lambda: len(closed) == 1, "it is closed")
        server.close()

    asyncio.run(run())


def test_a_link_that_is_lost_as_soon_as_it_is_open_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would tell a second time that it is lost, and who is sent off by it would wait for ever."""
    take = Link.data_received

    def take_the_last(link: Link, data: bytes) -> None:
        take(link, data)
        if link._is_caller and link.is_open.done():
            link.abort()
            link.connection_lost(None)

    def other_end() -> Link:
        return Link(b"secret", False, lambda *_: None, lambda _: None)

    async def run() -> None:
        monkeypatch.setattr(Link, "data_received", take_the_last)
        server = await asyncio.get_running_loop().create_server(other_end, "127.0.0.1", 0)
        host, port = server.sockets[0].getsockname()
        journeys = Journeys(Home(), b"secret")
        assert await journeys.call(f"{host}:{port}") is None
        assert not journeys._links
        server.close()

    asyncio.run(run())


def test_a_process_of_another_version_is_refused_though_it_knows_the_secret() -> None:
    async def run() -> tuple[bool, bool]:
        here, there = (Link(b"secret", is_caller, lambda *_: None, lambda _: None) for is_caller in (True, False))
        there._others = here._nonce
        here.data_received(GREETING.replace(b"1", b"2") + there._nonce + there._proof(False))
        return here.is_strange, here.is_open.done()

    assert asyncio.run(run()) == (True, False)
