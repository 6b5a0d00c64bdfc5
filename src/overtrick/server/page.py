"""The page for browsers: files that `make web` or the build of a wheel has put beside this module.

They are few and small, and stay in memory. What is named by its content may be kept for ever; the page itself, which
names the others, is asked for again each time, and so is what makes it one that can be installed.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import cached_property
from http import HTTPStatus
from pathlib import Path
from typing import Final

from aiohttp import web

from overtrick.core.errors import Invalid
from overtrick.core.markup import Markup

FOLDER: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
PATHS: Final = ("/", "/judge", "/deals", "/lesson", "/players")
"""which show the page; what is on it then, it finds out itself"""
ASSETS: Final = "assets"
PARTS: Final = (
    "manifest.webmanifest",
    "sw.js",
    "icon-192.png",
    "icon-512.png",
    "icon-maskable-512.png",
    "icon-apple-180.png",
)
"""what makes the page one that can be installed: browsers look for it under names that stay the same"""
ELSEWHERE: Final = f"/{{path:(?!api/|{ASSETS}/).*}}"
HTML: Final = "text/html"
POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""nothing from elsewhere, nothing inline, and in nobody's frame"""
FOR_EVER: Final = "public, max-age=31536000, immutable"
GZIP: Final = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)
"""in a header `Accept-Encoding`, where it is not refused there"""
COMPRESSED: Final = frozenset({".html", ".js", ".css", ".svg", ".json", ".webmanifest"})


class File:
    """A file that is served."""

    def __init__(self, path: Path) -> None:
        self.body = path.read_bytes()
        self.etag = f'W/"{hashlib.sha256(self.body).hexdigest()[:32]}"'
        """a weak one: compressed or not, it is the same file, but not the same bytes"""
        self.type = mimetypes.types_map.get(path.suffix, "application/octet-stream")
        self._is_text = path.suffix in COMPRESSED

    @cached_property
    def small(self) -> bytes | None:
        """Its content compressed, where that helps."""
        return gzip.compress(self.body, mtime=0) if self._is_text else None

    def answer(self, request: web.Request, caching: str) -> web.Response:
        headers = {
            "Cache-Control": caching,
            "Content-Security-Policy": POLICY,
            "ETag": self.etag,
            "Vary": "Accept-Encoding",
        }
        if self.etag in request.headers.get("If-None-Match", ""):
            return web.Response(status=304, headers=headers)
        headers["Content-Type"] = f"{self.type}; charset=utf-8" if self._is_text else self.type
        if self.small is not None and GZIP.search(request.headers.get("Accept-Encoding", "")):
            return web.Response(body=self.small, headers={**headers, "Content-Encoding": "gzip"})
        return web.Response(body=self.body, headers=headers)


class Page:
    """The answers."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """The page in a folder; where there is none, those who ask for it are told how to make it."""
        paths = (path for path in folder.rglob("*") if path.is_file())
        self._files = {path.relative_to(folder).as_posix(): File(path) for path in paths}

    def routes(self) -> list[web.RouteDef]:
        pages = (web.get(path, self.index) for path in PATHS)
        parts = (web.get(f"/{name}", self.part) for name in PARTS)
        assets = web.get(f"/{ASSETS}/{{name}}", self.asset)
        return [*pages, *parts, assets, web.route("*", ELSEWHERE, self.nowhere)]

    async def nowhere(self, request: web.Request) -> web.Response:
        """An address that leads nowhere: people get the page, which says so, and programs are refused."""
        if request.method not in ("GET", "HEAD") or HTML not in request.headers.get("Accept", ""):
            raise Invalid("no-such-page")
        answer = await self.index(request)
        answer.set_status(HTTPStatus.NOT_FOUND)
        return answer

    async def index(self, request: web.Request) -> web.Response:
        return self._index().answer(request, "no-cache")

    def with_tags(self, tags: Markup) -> web.Response:
        """The page with some more in its head."""
        text = self._index().body.decode().replace("</head>", f"{tags}</head>", 1)
        headers = {"Cache-Control": "no-cache", "Content-Security-Policy": POLICY}
        return web.Response(text=text, content_type=HTML, headers=headers)

    def _index(self) -> File:
        if INDEX not in self._files:
            raise Invalid("no-page")
        return self._files[INDEX]

    async def part(self, request: web.Request) -> web.Response:
        """A file whose name stays the same, whatever it has in it."""
        return self._file(request.path.removeprefix("/")).answer(request, "no-cache")

    async def asset(self, request: web.Request) -> web.Response:
        return self._file(f"{ASSETS}/{request.match_info['name']}").answer(request, FOR_EVER)

    def _file(self, name: str) -> File:
        if name not in self._files:
            raise Invalid("no-such-page")
        return self._files[name]
