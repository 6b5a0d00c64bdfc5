"""Pictures of the page for the documents: lobby, tables, auctions, what comes after a deal, and the judge.

    python -m scripts.screenshots [NAME…]

Each picture is made twice, `docs/images/NAME.png` on a desktop and `NAME-phone.png` on a phone. Nobody can choose the
cards of a fair deal, so that it plays until there is something to see. `film.gif` shows two tricks as they are played.
"""

from __future__ import annotations

import argparse
import io
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser

from overtrick import game_names
from scripts.browsing import PageServer, Player, browser, visit
from scripts.browsing.player import CARDS
from scripts.browsing.visitor import DESKTOP, PHONE

FOLDER: Final = Path(__file__).parent.parent / "docs" / "images"
SETTINGS: Final = {"name": "Ana", "bot": "sampling:2", "options": {"bot_delay": 0}}
COLOURS: Final = 256
"""of a picture, which keeps it small"""
MOST_TABLES: Final = 40
"""at which nothing worth a picture has happened"""
FEWEST_TRICKS: Final = 1
"""of a deal in its middle"""
FEWEST_CARDS: Final = 3
FILM: Final = (800, 500)
"""pixels of a film"""
LARGEST_FILM: Final = 2_000_000
"""bytes"""
SHORTEST_LOOK: Final = 40
LONGEST_LOOK: Final = 1200
"""milliseconds for a picture of a film"""
CALLS_BEFORE: Final = {
    "belote": 1,
    "bridge": 5,
    "coinche": 2,
    "euchre": 2,
    "hokm": 0,
    "jass": 0,
    "spades": 2,
    "tarneeb": 1,
}


def is_mid_game(player: Player) -> bool:
    """Whether it is one's turn to play to a trick, in the middle of a deal, with a choice."""
    page = player.page
    in_trick, choices = page.locator("[data-trick] [data-card]").count(), page.locator(CARDS).count()
    tricks = sum(int(text.split()[-1]) for text in page.locator("[data-seat] .taken").all_inner_texts())
    return in_trick in (2, 3) and choices > 0 and tricks >= FEWEST_TRICKS and len(player.hand()) >= FEWEST_CARDS


def calls_made(player: Player) -> int:
    """How many calls there were in the auction."""
    return player.page.locator("main .history td .unseen").count()


def at_auction(player: Player, game: str) -> bool:
    """Play until there is an auction to see, if need be in a later deal; False if there was none."""
    player.reach("auction")
    while calls_made(player) < CALLS_BEFORE[game]:
        player.act()
        if not player.play_until("auction"):
            return False
    return True


def at_table(player: Player, _: str) -> bool:
    """Play until there is a trick to see; False if there was none."""
    while player.play_until("play"):
        if is_mid_game(player):
            return True
        player.act()
    return False


def after_deal(player: Player, _: str) -> bool:
    """Play a deal to its score; False if all passed."""
    player.play_deal()
    player.page.locator("[data-verdict]").wait_for()
    return player.page.locator("[data-replay]").count() > 0


def in_replay(player: Player, game: str) -> bool:
    """Play a deal, and go to its most costly card; False if all passed."""
    if not after_deal(player, game):
        return False
    page = player.page
    page.locator("[data-replay]").click()
    costly = page.locator(".lists section").first.locator("ol button")
    costly.first.wait_for()
    costly.first.click()
    return True


Scene = Callable[[Player, str], bool]
TABLES: Final[dict[str, tuple[str, Scene]]] = {
    **{f"{game}-table": (game, at_table) for game in game_names()},
    **{f"{game}-auction": (game, at_auction) for game in CALLS_BEFORE},
    "after-deal": ("belote", after_deal),
    "replay": ("belote", in_replay),
}


@contextmanager
def somebody(opened: Browser, url: str, path: str = "/") -> Iterator[Player]:
    """A player in front of the page."""
    visitor = visit(opened, url, settings=SETTINGS)
    with closing(visitor):
        visitor.open(path)
        yield Player(visitor, bids=False)


def shoot(player: Player, name: str, top: str = "body") -> None:
    """Take both pictures of what is to be seen from something on."""
    page = player.page
    for size, ending in ((DESKTOP, ""), (PHONE, "-phone")):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.mouse.move(0, 0)
        page.evaluate("document.activeElement?.blur(); document.fonts.ready")
        page.locator(top).first.evaluate("element => element.scrollIntoView()")
        page.wait_for_load_state("networkidle")
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        file = FOLDER / f"{name}{ending}.png"
        picture.quantize(COLOURS, kmeans=1, dither=Image.Dither.NONE).save(file, optimize=True)
        print(f"{file.name}: {file.stat().st_size // 1024} KiB", flush=True)


def picture_of_table(opened: Browser, url: str, name: str) -> None:
    """Begin tables until one is worth its picture."""
    game, scene = TABLES[name]
    for _ in range(MOST_TABLES):
        with somebody(opened, url) as player:
            player.start(game)
            if scene(player, game):
                shoot(player, name)
                return
    raise SystemExit(f"{name}: there was nothing to see at {MOST_TABLES} tables")


def picture_of_lobby(opened: Browser, url: str) -> None:
    """The lobby as it is at first."""
    with somebody(opened, url) as player:
        player.page.locator("[data-play]").wait_for()
        shoot(player, "lobby")


def picture_of_judge(opened: Browser, url: str) -> None:
    """The judge with a verdict and its proof."""
    with somebody(opened, url, "/judge") as player:
        player.page.locator("[data-example]").nth(1).click()
        player.page.locator("[data-verdict]").first.wait_for()
        shoot(player, "judge", "[data-verdict]")


def picture_of_lesson(opened: Browser, url: str) -> None:
    """A first deal of Bridge at its beginning."""
    with somebody(opened, url, "/lesson?game=bridge") as player:
        player.page.locator("button[data-card]").first.wait_for()
        shoot(player, "lesson")


def picture_of_puzzle(opened: Browser, url: str) -> None:
    """A puzzle of Bridge, before it is solved."""
    with somebody(opened, url, "/lesson?game=bridge&puzzle=3") as player:
        player.page.locator(".dummy button[data-card]").first.wait_for()
        shoot(player, "puzzle")


class Film:
    """What a browser draws of a page, frame by frame, from when it is made until it is cut."""

    def __init__(self, player: Player) -> None:
        self._session = player.page.context.new_cdp_session(player.page)
        self._frames: list[tuple[float, bytes]] = []
        self._session.on("Page.screencastFrame", self._take)
        self._session.send("Page.startScreencast", {"format": "png", "maxWidth": FILM[0], "maxHeight": FILM[1]})

    def _take(self, frame: dict[str, Any]) -> None:
        self._frames.append((frame["metadata"]["timestamp"], b64decode(frame["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def cut(self, file: Path) -> None:
        """Write the film, in which nothing lasts longer than somebody looks."""
        self._session.send("Page.stopScreencast")
        moments = [moment for moment, _ in self._frames]
        lasts = [int(1000 * (after - before)) for before, after in pairwise(moments)] + [LONGEST_LOOK]
        # The palette of one picture, since only what changes is kept of the next ones.
        pictures = [Image.open(io.BytesIO(data)).convert("RGB") for _, data in self._frames]
        palette = pictures[-1].quantize(COLOURS // 2, kmeans=1)
        first, *others = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
        durations = [min(max(last, SHORTEST_LOOK), LONGEST_LOOK) for last in lasts]
        first.save(file, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)
        if file.stat().st_size > LARGEST_FILM:
            raise SystemExit(f"{file.name} is larger than {LARGEST_FILM} bytes")
        print(f"{file.name}: {file.stat().st_size // 1024} KiB, {len(self._frames)} frames", flush=True)


def film_of_tricks(opened: Browser, url: str) -> None:
    """Two tricks of Belote, in the time that they take."""
    settings = SETTINGS | {"bot": "simple", "options": {"bot_delay": 0.7}}
    for _ in range(MOST_TABLES):
        visitor = visit(opened, url, settings=settings, reduced_motion="no-preference")
        with closing(visitor):
            visitor.open("/")
            player = Player(visitor, bids=False)
            player.start("belote")
            if not at_table(player, "belote"):
                continue
            page = player.page
            page.evaluate("document.activeElement?.blur()")
            film = Film(player)
            for _ in range(2):
                page.wait_for_timeout(LONGEST_LOOK)  # as long as somebody thinks
                with player.doing():
                    page.locator(CARDS).last.click()  # a low one
                player.wait()
            page.wait_for_timeout(LONGEST_LOOK)
            film.cut(FOLDER / "film.gif")
            return
    raise SystemExit(f"film: there was nothing to see at {MOST_TABLES} tables")


def main() -> None:
    """Take all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description="Take pictures of the page for the documents.")
    all_names = [*TABLES, "lobby", "lesson", "puzzle", "judge", "film"]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(all_names))
    names = parser.parse_args().names or all_names
    if unknown := [name for name in names if name not in all_names]:
        parser.error(f"there is no picture {', '.join(unknown)}")
    FOLDER.mkdir(exist_ok=True)
    with closing(PageServer("--workers", "1")) as server, browser() as opened:
        for name in names:
            if name == "lobby":
                picture_of_lobby(opened, server.url)
            elif name == "lesson":
                picture_of_lesson(opened, server.url)
            elif name == "puzzle":
                picture_of_puzzle(opened, server.url)
            elif name == "film":
                film_of_tricks(opened, server.url)
            elif name == "judge":
                picture_of_judge(opened, server.url)
            else:
                picture_of_table(opened, server.url, name)


if __name__ == "__main__":
    main()
