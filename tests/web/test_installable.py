"""The page can be installed; an old one never meets a new server, and without a server there is a sentence."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import Browser, Page, expect

from overtrick.server.page import FOLDER
from scripts.browsing import PageServer, Visitor, visit

Visit = Callable[..., Visitor]
OTHER_FOLDER = """
from pathlib import Path
from overtrick.server.page import Page
Page.__init__.__defaults__ = (Path({folder!r}),)
"""
"""what makes a server serve another page, whatever starts it"""
PNG = b"\x89PNG\r\n\x1a\n"
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
KEPT = "async () => (await caches.match('/offline')) !== undefined"


def test_the_manifest_names_icons_that_are_there(visitor: Visit) -> None:
    page = visitor().page
    link = page.locator('link[rel="manifest"]').get_attribute("href")
    answer = page.request.get(page.url.rstrip("/") + str(link))
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = json.loads(answer.text())
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    icons = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    icons[str(page.locator('link[rel="apple-touch-icon"]').get_attribute("href"))] = "180x180"
    assert {"192x192", "512x512"} <= set(icons.values())
    for path, sizes in icons.items():
        body = page.request.get(page.url.rstrip("/") + path).body()
        width, height = unpack(">II", body[16:24])
        assert (body[:8], f"{width}x{height}") == (PNG, sizes)


def settle(page: Page) -> None:
    """Wait until the service worker has the page, and the sentence is kept."""
    page.wait_for_function(CONTROLLED)
    page.wait_for_function(KEPT)


def test_after_the_page_of_the_server_has_changed_a_visit_shows_the_new_one(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "page"
    shutil.copytree(FOLDER, folder)
    (tmp_path / "sitecustomize.py").write_text(OTHER_FOLDER.format(folder=str(folder)))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    server = PageServer("--workers", "0")
    visitor = visit(browser, server.url, "fr", service_workers="allow")
    visitor.open()
    settle(visitor.page)
    description = visitor.page.locator("meta[name=description]")
    expect(description).not_to_have_attribute("content", "new")
    server.close()
    index = folder / "index.html"
    index.write_text(
        index.read_text().replace('name="description" content="', 'name="description" content="new" data-old="')
    )
    server.start()
    visitor.page.reload()
    expect(description).to_have_attribute("content", "new")
    visitor.close()
    server.close()


@pytest.mark.parametrize("language", ["en", "pt"])
def test_without_a_server_a_sentence_says_so(browser: Browser, tmp_path: Path, language: str) -> None:
    server = PageServer("--workers", "0", "--db", str(tmp_path / "tables.db"))
    visitor = visit(browser, server.url, language, service_workers="allow")
    page = visitor.page
    visitor.open()
    settle(page)
    server.close()
    page.reload()
    expect(page.get_by_text(visitor.say("web.offline.text"))).to_be_visible()
    assert page.locator("html").get_attribute("lang") == language
    server.start()
    page.get_by_role("link", name=visitor.say("web.offline.again")).click()
    page.locator("[data-play]").wait_for()
    visitor.close()
    server.close()
