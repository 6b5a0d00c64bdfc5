"""A deal that is over under an address of its own: `/deal/ID` is its replay, for anybody who has the link.

The id tells table and number of the deal, and proves by a hash of the record, in which is the secret of its cards, that
whoever made the link had it. So nobody finds a deal that nobody has shown, of a private table or of another. A deal of
today is shown only to those who have played it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from typing import Final

import msgspec
from aiohttp import web

from overtrick.core.errors import Invalid
from overtrick.core.markup import Markup, element, joined
from overtrick.formats import jsonl
from overtrick.server.page import FOR_EVER, Page
from overtrick.server.pictures import preview
from overtrick.server.ports.http import Door, bearer_of
from overtrick.server.store.store import Store, StoredRecord

TAG: Final = b"overtrick/deal-link/1\n"
DIGITS: Final = 20
"""of the hash: 80 bits, of which each guess is a request"""
ID: Final = re.compile(rf"(?P<table>[0-9a-zA-Z_]+)-(?P<deal>[0-9]{{1,18}})-(?P<proof>[0-9a-f]{{{DIGITS}}})")
PICTURES_KEPT: Final = 256
"""of some 40 kilobytes each"""


def deal_id(record: StoredRecord) -> str:
    """What the address of a deal ends with."""
    proof = sha256(TAG + record.line.encode()).hexdigest()[:DIGITS]
    return f"{record.table}-{record.deal}-{proof}"


Embargo = Callable[[str, str], Awaitable[None]]
"""raises `Invalid` if the deal of a name may not be shown to whoever has a key"""


class _Dealt(msgspec.Struct):
    """What is read of where the cards of a record come from."""

    table: str = ""


class _Came(msgspec.Struct):
    fair: _Dealt | None = None


_decode: Final = msgspec.json.Decoder(_Came).decode


def _dealt_as(stored: StoredRecord) -> str:
    """The name in the seed of a deal: that of its table, or of its day."""
    fair = _decode(stored.line).fair
    return "" if fair is None else fair.table


class DealLinks:
    """The answers."""

    def __init__(self, store: Store, door: Door, page: Page, embargo: Embargo) -> None:
        self._store = store
        self._embargo = embargo
        self._door = door
        self._page = page
        self._pictures: dict[tuple[str, str], bytes] = {}
        """the last ones, by id and language"""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/deal/{id}.png", self.picture),
            web.get("/deal/{id}", self.page),
            web.get("/api/deals/{id}", self.record),
        ]

    async def record(self, request: web.Request) -> web.Response:
        """The record of a deal, as a line of JSON."""
        stored = await self._find(request)
        return web.Response(text=stored.line, content_type="application/x-ndjson")

    async def page(self, request: web.Request) -> web.Response:
        """The page, with what messengers show of the link; without a deal, it says that there is none."""
        try:
            tags, status = self._tags(await self._find(request), request), HTTPStatus.OK
        except Invalid as error:
            if error.finding.code not in ("deal-not-found", "day-not-over"):
                raise
            status = HTTPStatus.NOT_FOUND if error.finding.code == "deal-not-found" else HTTPStatus.OK
            tags = Markup()
        answer = self._page.with_tags(tags)
        answer.set_status(status)
        return answer

    async def picture(self, request: web.Request) -> web.Response:
        """A picture of a deal, drawn once for each language."""
        if not preview.IS_POSSIBLE:
            raise Invalid("no-such-page")
        stored, language = await self._find(request), self._door.language_of(request)
        key = (deal_id(stored), language)
        picture = self._pictures.pop(key, None)
        if picture is None:
            (record,) = jsonl.loads(stored.line)
            picture = await asyncio.to_thread(preview.preview_png, record, language)
        self._pictures[key] = picture
        if len(self._pictures) > PICTURES_KEPT:
            del self._pictures[next(iter(self._pictures))]
        # Pages of others, too, may show what is made for messengers.
        headers = {"Cache-Control": FOR_EVER, "Cross-Origin-Resource-Policy": "cross-origin"}
        return web.Response(body=picture, content_type="image/png", headers=headers)

    async def _find(self, request: web.Request) -> StoredRecord:
        """The deal of an id; raises `Invalid` if there is none, or none any more."""
        asked = request.match_info["id"]
        if (parts := ID.fullmatch(asked)) is not None:
            for stored in await asyncio.to_thread(self._store.records, parts["table"], int(parts["deal"])):
                if compare_digest(deal_id(stored), asked):
                    await self._embargo(_dealt_as(stored), bearer_of(request))
                    return stored
        raise Invalid("deal-not-found")

    def _tags(self, stored: StoredRecord, request: web.Request) -> Markup:
        (record,) = jsonl.loads(stored.line)
        language = self._door.language_of(request)
        told = preview.preview(record, language)
        address = f"{self._door.origin_of(request)}/deal/{deal_id(stored)}"
        values = {
            "og:type": "article",
            "og:site_name": "Overtrick",
            "og:title": told.title,
            "og:description": told.text,
        }
        values |= {"og:url": f"{address}?lang={language}"}
        if preview.IS_POSSIBLE:
            values |= {
                "og:image": f"{address}.png?lang={language}",
                "og:image:type": "image/png",
                "og:image:width": str(preview.WIDTH),
                "og:image:height": str(preview.HEIGHT),
                "og:image:alt": told.title,
            }
        card = "summary_large_image" if preview.IS_POSSIBLE else "summary"
        named = element("meta", name="twitter:card", content=card)
        return joined(*(element("meta", property=name, content=value) for name, value in values.items()), named)
