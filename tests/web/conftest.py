"""A browser, a server and visitors for the tests of the page.

The browser keeps an event loop in its thread, in which other tests could not run theirs: it lasts no longer than the
tests of this folder, which is a package for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from arranged_tables import ArrangedTable
from playwright.sync_api import Browser, WebSocketRoute, expect

from scripts import browsing
from scripts.browsing import PageServer, Player, Visitor, chromium, visit
from scripts.browsing.visitor import PATIENCE

expect.set_options(timeout=PATIENCE)
Visit = Callable[..., Visitor]
Sit = Callable[..., Player]
Arrange = Callable[..., ArrangedTable]


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if chromium() is None:
        pytest.skip("there is no browser on this machine: make chromium")
    with browsing.browser() as opened:
        yield opened


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    started = PageServer("--workers", "0", "--db", str(tmp_path_factory.mktemp("server") / "tables.db"))
    yield started
    started.close()


@pytest.fixture
def visitor(browser: Browser, server: PageServer) -> Iterator[Visit]:
    """Makes visitors of the page; in the end nothing may have gone wrong for any of them."""
    visitors: list[Visitor] = []

    def make(
        language: str = "en", path: str = "/", sockets: Callable[[WebSocketRoute], None] | None = None, **options: Any
    ) -> Visitor:
        visitors.append(visit(browser, server.url, language, **options))
        if sockets is not None:  # somebody else answers than the server
            visitors[-1].page.route_web_socket(re.compile(""), sockets)
        visitors[-1].open(path)
        return visitors[-1]

    yield make
    for each in visitors:
        each.close()
    assert [each.troubles for each in visitors] == [[] for _ in visitors]


@pytest.fixture
def arranged(visitor: Visit) -> Arrange:
    """Makes tables at which the test acts for everybody."""
    return partial(ArrangedTable, visitor)


@pytest.fixture
def player(visitor: Visit) -> Sit:
    """Makes players who sit at a game with three bots."""

    def make(game: str, seed: object = 1, **options: Any) -> Player:
        made = Player(visitor(**options), seed)
        made.start(game)
        return made

    return make
