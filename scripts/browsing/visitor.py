"""Somebody who looks at the page, with a browser in which nothing wrong stays unseen."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page, Request, ViewportSize

from overtrick.texts import say

DESKTOP: Final = ViewportSize(width=1280, height=800)
PHONE: Final = ViewportSize(width=390, height=844)
PATIENCE: Final = 120_000
"""milliseconds, after which what is waited for does not come any more, on however busy a machine"""
QUICK: Final = {"bot": "simple", "options": {"bot_delay": 0}}
"""settings of somebody who does not want to wait for bots"""
KEPT: Final = """
if (location.origin === %s && localStorage.length === 0)
  for (const [name, value] of Object.entries(%s)) localStorage.setItem(`overtrick/${name}`, JSON.stringify(value));
"""
"""what a browser does that has kept something since the last visit; a state of Playwright's would open another page"""
ABORTED: Final = "net::ERR_ABORTED"
"""by the browser, when it leaves the page"""
LOSSES: Final = ("net::ERR_CONNECTION_", "net::ERR_EMPTY_RESPONSE", "WebSocket")
"""in what is told of a server that is not there"""
NOT_INSTALLED: Final = "Service Worker registration blocked by Playwright"
"""which is what visitors want who are here for something else"""
OURS: Final = ("data:", "blob:")
"""addresses that lead nowhere"""


class Visitor:
    """A page, and everything about it that should not be."""

    def __init__(self, context: BrowserContext, url: str, language: str) -> None:
        self.context, self.url, self.language = context, url, language
        self.page: Page = context.new_page()
        self.troubles: list[str] = []
        """errors on the console, exceptions, requests that failed or went elsewhere"""
        self.asked: list[str] = []
        """the addresses of all requests"""
        page = self.page
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self._note(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._note(f"exception: {error}"))
        page.on("requestfailed", lambda request: self._note_failure(request))
        page.on("request", lambda request: self._look_at(request.url))
        page.on("websocket", lambda socket: self._look_at(socket.url))

    def open(self, path: str = "/") -> None:
        """Go to a page of the server."""
        self.page.goto(self.url + path)

    def say(self, key: str, **values: str | int) -> str:
        """What the page says for a key."""
        return say(self.language, key, **values)

    def press(self, key: str, **values: str | int) -> None:
        """Click on the button that says so, be it with more words after it."""
        name = re.compile(rf"^{re.escape(self.say(key, **values))}(?!\w)")
        self.page.get_by_role("button", name=name).click()

    def forget_losses(self) -> None:
        """Do not mind what was under way when a connection was lost."""
        self.troubles = [trouble for trouble in self.troubles if not any(loss in trouble for loss in LOSSES)]

    def close(self) -> None:
        """Go away."""
        self.context.close()

    def _note(self, trouble: str) -> None:
        if trouble != NOT_INSTALLED:
            self.troubles.append(trouble)

    def _note_failure(self, request: Request) -> None:
        if request.failure != ABORTED:
            self._note(f"failed: {request.url}: {request.failure}")

    def _look_at(self, address: str) -> None:
        self.asked.append(address)
        if not address.replace("ws://", "http://").startswith((self.url, *OURS)):
            self._note(f"elsewhere: {address}")


def visit(
    browser: Browser,
    url: str,
    language: str = "en",
    settings: object = QUICK,
    *,
    kept: Mapping[str, object] = MappingProxyType({}),
    phone: bool = False,
    **options: Any,
) -> Visitor:
    """A new visitor, of whom the browser has kept settings, and what else; further options are those of a context.

    Motion is reduced and nothing is installed unless the options say otherwise: nobody waits for it then.
    """
    device = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": DESKTOP}
    usual = {"locale": language, "reduced_motion": "reduce", "service_workers": "block"}
    choices: dict[str, Any] = {**usual, **device, **options}
    context = browser.new_context(**choices)
    context.add_init_script(KEPT % (json.dumps(url), json.dumps({"settings": settings, **kept})))
    return Visitor(context, url, language)
