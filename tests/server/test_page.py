"""The page for browsers: what is served, and under which policy."""

import asyncio
import gzip
import re
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from pages import asked

from overtrick.core.errors import Invalid
from overtrick.server.page import FOLDER, PARTS, PATHS, POLICY, Page

THERE = pytest.mark.skipif(not (FOLDER / "index.html").is_file(), reason="the page is not built: make web")


@THERE
@pytest.mark.parametrize("path", PATHS)
def test_the_page_is_under_a_strict_policy(path: str) -> None:
    page = asked(path)
    assert page.status == 200
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Cache-Control"] == "no-cache"
    assert page.headers["Content-Security-Policy"] == POLICY
    assert page.headers["X-Frame-Options"] == "DENY"
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert "unsafe" not in POLICY


@THERE
def test_the_page_has_nothing_inline_and_nothing_from_elsewhere() -> None:
    text = asked("/").text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"\bstyle=|<style|\bon\w+=", text)
    assert re.findall(r'(?:src|href)="([^"]*)"', text)
    named = re.findall(r'(?:src|href)="([^"]*)"', text)
    assert all(path.startswith("/assets/") or path.removeprefix("/") in PARTS for path in named)


@THERE
def test_what_it_consists_of_may_be_kept_for_ever() -> None:
    for path in re.findall(r'(?:src|href)="(/assets/[^"]*)"', asked("/").text):
        part = asked(path)
        assert part.status == 200
        assert part.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert part.headers["X-Content-Type-Options"] == "nosniff"


@THERE
@pytest.mark.parametrize("name", [name for name in PARTS if not name.endswith(".png")])
def test_what_makes_it_installable_is_asked_for_each_time(name: str) -> None:
    part = asked(f"/{name}")
    assert (part.status, part.headers["Cache-Control"]) == (200, "no-cache")


def test_what_is_not_there_is_not_found() -> None:
    for path in ("/assets/nothing.js", "/assets/../server.py", "/assets/%2e%2e/server.py", "/index.html"):
        assert asked(path).status == 404


async def answered(page: Page, **headers: str) -> web.Response:
    return await page.index(make_mocked_request("GET", "/", headers=headers))


@pytest.fixture
def built(tmp_path: Path) -> Page:
    (tmp_path / "index.html").write_text("<!doctype html><p>é</p>" * 20, encoding="utf-8")
    return Page(tmp_path)


async def _same(page: Page) -> tuple[web.Response, web.Response, web.Response]:
    whole = await answered(page)
    small = await answered(page, **{"Accept-Encoding": "gzip, br"})
    same = await answered(page, **{"If-None-Match": whole.headers["ETag"]})
    return whole, small, same


def test_it_is_compressed_for_who_can_read_that_and_not_sent_twice(built: Page) -> None:
    whole, small, same = asyncio.run(_same(built))
    assert isinstance(whole.body, bytes)
    assert isinstance(small.body, bytes)
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.body) == whole.body
    assert "Content-Encoding" not in whole.headers
    assert (same.status, same.body) == (304, None)


@pytest.mark.parametrize(
    ("accepted", "is_small"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("gzip;q=1.0, identity", True),
        ("gzip;q=0.001", True),
        ("gzip;q=0", False),
        ("gzip ; q=0.000, br", False),
        ("identity", False),
        ("", False),
    ],
)
def test_who_refuses_what_is_compressed_gets_it_whole(built: Page, accepted: str, is_small: bool) -> None:
    answer = asyncio.run(answered(built, **{"Accept-Encoding": accepted}))
    assert ("Content-Encoding" in answer.headers) == is_small
    assert answer.headers["ETag"].startswith('W/"')


def test_without_a_build_it_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="make web"):
        asyncio.run(answered(Page(tmp_path)))
