"""Pictures of the page for the documents: lobby, tables, auctions, what comes after a deal, and the judge.

    python -m scripts.screenshots [NAME…]

Each picture is made twice, `docs/images/NAME.png` on a desktop and `NAME-phone.png` on a phone. Nobody can choose the
cards of a fair deal, so that it plays until there is something to see.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser

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
CALLS_BEFORE: Final = {"belote": 1, "coinche": 2, "euchre": 2, "bridge": 5}


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
    """Play until there is an auction to see; False if there was none."""
    while player.play_until("auction"):
        if calls_made(player) >= CALLS_BEFORE[game]:
            return True
        player.act()
    return False


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
    **{f"{game}-table": (game, at_table) for game in ("belote", "coinche", "sueca", "euchre", "bridge", "whist")},
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


def main() -> None:
    """Take all pictures, or those that are named."""
    parser = argparse.ArgumentParser(description="Take pictures of the page for the documents.")
    all_names = [*TABLES, "lobby", "judge"]
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(all_names))
    names = parser.parse_args().names or all_names
    if unknown := [name for name in names if name not in all_names]:
        parser.error(f"there is no picture {', '.join(unknown)}")
    FOLDER.mkdir(exist_ok=True)
    with closing(PageServer("--workers", "1")) as server, browser() as opened:
        for name in names:
            if name == "lobby":
                picture_of_lobby(opened, server.url)
            elif name == "judge":
                picture_of_judge(opened, server.url)
            else:
                picture_of_table(opened, server.url, name)


if __name__ == "__main__":
    main()
