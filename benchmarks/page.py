"""The page in a real browser (Chromium without a window) on the machine of its server, with bots that do not wait.

The first load is that of a new visitor with nothing in his cache: requests, and bytes as they are sent. A table is
playable when the first call or card can be clicked on; that time begins with the address and has the click on the
lobby's button in it. A card is on the table when it is seen in the trick; its way is from the click over the server,
which stores it, and back. Cards do not fly, as for those who asked for less motion.
"""

from __future__ import annotations

import tempfile
from contextlib import closing
from statistics import median, quantiles
from time import perf_counter
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Request

from benchmarks import report
from scripts.browsing import PageServer, Player, browser, chromium, visit
from scripts.browsing.player import CALLS, CARDS

GAME: Final = "whist"
"""which has no auction, and thirteen cards to click on"""
LOADS: Final = 5
CLICKS: Final = 65
WATCH: Final = """
() => {
  window.ways = [];
  let card, start;
  document.addEventListener('click', event => {
    card = event.target.closest('button[data-card]')?.dataset.card;
    start = performance.now();
  }, true);
  new MutationObserver(() => {
    if (!card || !document.querySelector(`[data-trick] [data-card="${card}"]`)) return;
    window.ways.push(performance.now() - start);
    card = undefined;
  }).observe(document.body, { childList: true, subtree: true });
}
"""
"""notes how long each card takes, inside the page"""


class Load(NamedTuple):
    """What it takes to sit at a table."""

    requests: int
    size: int
    """bytes"""
    lobby: float
    """seconds until there is something to click on"""
    table: float
    """seconds until there is something to play"""


def load(opened: Browser, url: str) -> Load:
    """The first visit of somebody."""
    visitor = visit(opened, url)
    with closing(visitor):
        sizes: list[int] = []
        visitor.page.on("requestfinished", lambda request: sizes.append(size_of(request)))
        player, start = Player(visitor), perf_counter()
        visitor.open()
        visitor.page.locator("[data-play]").wait_for()
        lobby = perf_counter() - start
        visitor.page.wait_for_load_state("networkidle")
        requests, size = len(sizes), sum(sizes)
        clicked = perf_counter()
        player.start(GAME)
        visitor.page.locator(f"{CALLS}, {CARDS}").first.wait_for()
        return Load(requests, size, lobby, lobby + perf_counter() - clicked)


def size_of(request: Request) -> int:
    """The bytes of its answer, as they were sent."""
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


def ways(opened: Browser, url: str) -> list[float]:
    """How long cards took from a click to the table, in milliseconds."""
    visitor = visit(opened, url)
    with closing(visitor):
        visitor.open()
        player = Player(visitor)
        player.start(GAME)
        visitor.page.evaluate(WATCH)
        measured: list[float] = []
        while len(measured) < CLICKS:
            player.play_deal()
            measured = visitor.page.evaluate("window.ways")
            player.next_deal()
    return measured


def table() -> str:
    """What was measured, a row for each."""
    if chromium() is None:
        return "Not measured: there is no Chromium on this machine."
    with tempfile.TemporaryDirectory() as folder:
        server = PageServer("--workers", "0", "--db", f"{folder}/tables.db")
        with closing(server), browser() as opened:
            loads = [load(opened, server.url) for _ in range(LOADS)]
            cards = ways(opened, server.url)
    first = loads[0]
    rows = [
        ("first load of the lobby, requests", f"{first.requests}"),
        ("first load of the lobby, kB", f"{first.size / 1000:.0f}"),
        (f"lobby ready, s, the least of {LOADS}", f"{min(each.lobby for each in loads):.2f}"),
        (f"table playable, s, the least of {LOADS}", f"{min(each.table for each in loads):.2f}"),
        (f"click to card on the table, ms, median of {len(cards)}", f"{median(cards):.0f}"),
        ("click to card on the table, ms, 95th percentile", f"{quantiles(cards, n=20)[-1]:.0f}"),
    ]
    load_now = f"\nLoad of the machine meanwhile (mean of 5 minutes): {report.load()}."
    return "\n".join(["| | |", "|---|---|", *(f"| {what} | {figure} |" for what, figure in rows), load_now])


if __name__ == "__main__":
    print(table())
