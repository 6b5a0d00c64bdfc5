"""The browser that this machine has."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, sync_playwright

NAMES: Final = ("chromium-headless-shell", "chromium", "google-chrome")
"""the one without windows starts and opens pages sooner"""
CLUB: Final = "club"
"""this machine under a name that a browser takes for that of another one"""
FLAGS: Final = (
    "--no-sandbox",  # which containers do not allow
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {CLUB} 127.0.0.1",
    # Pages that a window opens for itself, and processes that wait for a next page; an empty page that is not shown.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess,PaintHolding",
)


def chromium() -> str | None:
    """Where the browser is; None where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a window. While it is there, this thread has a running event loop."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            yield opened
        finally:
            opened.close()
