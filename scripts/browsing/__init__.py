"""A real browser at the page of a real server: for tests, for benchmarks and for pictures of it."""

from scripts.browsing.browser import browser, chromium
from scripts.browsing.player import Player
from scripts.browsing.serving import PageServer
from scripts.browsing.visitor import Visitor, visit

__all__ = ["PageServer", "Player", "Visitor", "browser", "chromium", "visit"]
