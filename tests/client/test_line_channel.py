"""A client's channel by lines of JSON."""

import asyncio
import secrets

import pytest
from network import OPTIONS, serving

from overtrick.client.line_channel import LineChannel, _message
from overtrick.core.errors import Invalid
from overtrick.protocol import incoming, outgoing

HELLO = incoming.Hello(v=incoming.VERSION, name="Zoé")


def test_messages_go_in_both_directions_until_the_connection_ends() -> None:
    async def talk() -> list[type[outgoing.Message]]:
        got = list[outgoing.Message]()
        async with (
            serving(port=None) as server,
            LineChannel("127.0.0.1", server.text_port, HELLO, secrets.token_bytes) as channel,
        ):
            asked = ""
            async for message in channel:
                got.append(message)
                if isinstance(message, outgoing.InLobby):
                    asked = channel.send(incoming.Quick(game="tarot"))
                elif isinstance(message, outgoing.Refused):
                    assert (message.code, message.id) == ("unknown-game", asked)
                    channel.send(incoming.Create(game="sueca", options=OPTIONS, bots="random"))
                elif isinstance(message, outgoing.Dealt):
                    channel.ask_anew()
        assert isinstance(got[0], outgoing.Welcome)
        assert got[0].name == "Zoé"
        return list(map(type, got))

    kinds = asyncio.run(talk())
    assert kinds[:4] == [outgoing.Welcome, outgoing.InLobby, outgoing.Refused, outgoing.Taken]
    assert kinds[-1] is outgoing.Dealt  # of which the channel has had its own part: it was ready and opened its nonce


@pytest.mark.parametrize(
    "line", ["Too many.", '{"type":"nonsense"}', "{", "\x1b[31mToo many.\x07", '{"type":"pong","id":"\udcff"}']
)
def test_what_is_no_message_is_why_the_server_refused(line: str) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(f"{line}\n".encode("utf-8", "surrogateescape"))
        await reader.read()
        writer.close()
        await writer.wait_closed()

    async def talk() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            async with LineChannel("127.0.0.1", port, HELLO, secrets.token_bytes) as channel:
                async for _ in channel:
                    pass

    with pytest.raises(Invalid) as refused:
        asyncio.run(talk())
    assert refused.value.finding.code == "server-refused"
    assert refused.value.finding.values["reason"] == line.translate({0x1B: "", 0x07: "", 0xDCFF: "\ufffd"})


def test_a_message_may_be_too_deep_for_anybody() -> None:
    with pytest.raises(Invalid) as refused:
        _message(b'{"type":"pong","x":' + b"[" * 100_000 + b"]" * 100_000 + b"}")
    assert refused.value.finding.code == "server-refused"


def test_where_nobody_listens_there_is_no_channel() -> None:
    async def connect() -> None:
        async with serving(port=None) as server:
            port = server.text_port
        async with LineChannel("127.0.0.1", port, HELLO, secrets.token_bytes):
            pass

    with pytest.raises(ConnectionRefusedError):
        asyncio.run(connect())
