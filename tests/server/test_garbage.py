"""Garbage is looked for in small portions, and all of it only after many clients have gone."""

import gc
from collections.abc import Iterator
from random import Random

import pytest

from overtrick.protocol import incoming, outgoing
from overtrick.server.garbage import GONE, Garbage
from overtrick.table.lobby import Lobby


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    thresholds = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*thresholds)


def test_all_objects_are_looked_at_when_as_many_clients_have_gone_as_are_there() -> None:
    garbage, looks = Garbage(), list[int]()

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            looks.append(info["collected"])

    gc.callbacks.append(note)
    try:
        for connected in range(0, 4 * GONE, 10):
            garbage.note(connected, min(connected, 500))
    finally:
        gc.callbacks.remove(note)
    assert len(looks) == 2, "1,500 gone, and 3,000"


def test_tables_leave_no_garbage_that_has_to_be_looked_for() -> None:
    lobby, now = Lobby(Random(1).randbytes), 0.0
    gc.collect()
    gc.disable()
    try:
        for client in range(1, 5):
            lobby.came(client, "")
            lobby.receive(client, incoming.Hello(v=incoming.VERSION), now)
        posts = lobby.receive(1, incoming.Create(game="sueca"), now).posts
        (table,) = {post.message.table for post in posts if isinstance(post.message, outgoing.Taken)}
        for client in range(2, 5):
            lobby.receive(client, incoming.Sit(table=table), now)
        for client in range(1, 5):
            posts = lobby.receive(client, incoming.Ready(deal=1), now).posts
        assert any(isinstance(post.message, outgoing.Dealt) for post in posts)
        lobby.forget(table)
        for client in range(1, 5):
            lobby.lost(client, now)
        del posts
        found = [each for each in _unreachable() if type(each).__module__.startswith("overtrick")]
    finally:
        gc.enable()
    assert not found


def _unreachable() -> list[object]:
    """What only a look finds."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return list(gc.garbage)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
