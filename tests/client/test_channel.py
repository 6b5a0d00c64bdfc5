"""What channels have in common, over one that only keeps what is posted."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from overtrick.cli.local_table import LocalTable
from overtrick.client.channel import Channel, News
from overtrick.client.connection import Connection
from overtrick.client.endpoint import Endpoint
from overtrick.client.line_channel import LineChannel
from overtrick.protocol import incoming, outgoing


class Kept(Channel):
    """A channel that leads nowhere."""

    def __init__(self) -> None:
        super().__init__(Endpoint(lambda: incoming.Hello(v=incoming.VERSION), bytes))
        self.posted: list[incoming.Message] = []

    async def __aiter__(self) -> AsyncIterator[News]:
        for message in list[News]():
            yield message

    def _post(self, messages: list[incoming.Message]) -> None:
        self.posted += messages


def test_what_is_said_too_early_is_posted_when_the_server_has_answered() -> None:
    channel = Kept()
    id_ = channel.send(incoming.Quick(game="sueca"))
    assert channel.posted == []
    _, ping = channel._endpoint.begin()
    welcome = outgoing.Welcome(v=incoming.VERSION, name="", now=0.0)
    assert channel._hear(welcome) == [welcome]
    assert channel.posted == []
    assert channel._hear(outgoing.Pong(id=ping.id)) == []
    assert channel.posted == [incoming.Quick(id=id_, game="sueca")]


@pytest.mark.parametrize("kind", [Connection, LineChannel, LocalTable])
def test_all_channels_say_things_in_the_same_way(kind: type[Channel]) -> None:
    assert kind.send is Channel.send
