"""HTTP: the page, the WebSocket, the metrics, and an interface for programs, whose answers are JSON.

What is wrong is an object with a stable `code` and a sentence `text`, in the language of `?lang=`.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from http import HTTPStatus
from ipaddress import ip_address
from math import inf
from socket import gethostname
from typing import Final

import msgspec
from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.web_protocol import RequestHandler, RequestPayloadError

from overtrick.core.errors import Finding, Invalid, OvertrickError
from overtrick.server.hub import Hub
from overtrick.server.limits import Caller, Callers, forwarded
from overtrick.server.page import ASSETS, PARTS
from overtrick.server.ports.connection import LINGER, Name
from overtrick.server.ports.frames import Frames, Parser
from overtrick.server.ports.websocket import serve_websocket
from overtrick.server.sockets import Sockets
from overtrick.table.keys import hashed
from overtrick.texts import LANGUAGES

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""of answers that have none of their own"""
SECURE: Final = {"Cross-Origin-Opener-Policy": "same-origin"}
"""besides, where a page comes by https or from this machine, which browsers tell; elsewhere they complain about it"""
TOLD_IF_SECURE: Final = "Sec-Fetch-Site"
STATUSES: Final = {
    "bad-encoding": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "bad-origin": HTTPStatus.FORBIDDEN,
    "deal-not-found": HTTPStatus.NOT_FOUND,
    "internal-error": HTTPStatus.INTERNAL_SERVER_ERROR,
    "method-not-allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "no-lesson": HTTPStatus.NOT_FOUND,
    "no-puzzle": HTTPStatus.NOT_FOUND,
    "no-page": HTTPStatus.NOT_FOUND,
    "no-players": HTTPStatus.NOT_FOUND,
    "no-such-page": HTTPStatus.NOT_FOUND,
    "no-such-player": HTTPStatus.NOT_FOUND,
    "no-such-records": HTTPStatus.NOT_FOUND,
    "no-system": HTTPStatus.NOT_FOUND,
    "not-ready": HTTPStatus.SERVICE_UNAVAILABLE,
    "not-a-websocket": HTTPStatus.UPGRADE_REQUIRED,
    "private-records": HTTPStatus.FORBIDDEN,
    "day-not-over": HTTPStatus.FORBIDDEN,
    "shutdown": HTTPStatus.SERVICE_UNAVAILABLE,
    "too-busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too-slow": HTTPStatus.REQUEST_TIMEOUT,
    "too-many-connections": HTTPStatus.TOO_MANY_REQUESTS,
    "too-many-requests": HTTPStatus.TOO_MANY_REQUESTS,
}
"""of refusals; all others are 400"""

AT_HOME: Final = (".local", ".lan", ".home.arpa", ".home", ".localdomain", ".fritz.box")
"""what networks at home put behind the name of a machine"""
LOOPBACK: Final = frozenset(["localhost", "127.0.0.1", "::1"])
"""how a machine calls itself: by these nobody comes to a server of others"""
SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
"""which make the server do little, and tell pages of others nothing"""
KEEP_ALIVE: Final = 60.0
"""seconds for the next request by a connection that has asked before"""
LONGEST_REQUEST: Final = 180.0
"""seconds from the beginning of a request until its answer has been taken"""

log: Final = logging.getLogger(__name__)
HTTP_LOG: Final = logging.getLogger(f"{__name__}.http")
"""what aiohttp logs, but not the requests that are none, with all that they have in them"""
HTTP_LOG.addFilter(lambda record: not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError)))

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def bearer_of(request: web.Request) -> str:
    """The SHA-256 of the token or code that a request brings along; nothing without one."""
    token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return hashed(token) if token else ""


class Door:
    """Who may come in by HTTP."""

    def __init__(
        self,
        callers: Callers,
        sockets: Sockets,
        host: str,
        is_behind_proxy: bool,
        origins: tuple[str, ...],
        language: str,
    ) -> None:
        """Their addresses may be those that a trusted proxy tells.

        Besides pages of this server, those of the `origins` may open a WebSocket and have something judged. Refusals
        are in the `language` if none is asked for.
        """
        self.callers = callers
        self.sockets = sockets
        self.language = language
        self._host = host
        self._is_behind_proxy = is_behind_proxy
        self._origins = origins
        self._origin_hosts = {origin.partition("://")[2].lower() for origin in origins}
        self._has_warned = False
        self._proxy = Caller("the proxy", callers.local, 0.0)
        self._until: dict[RequestHandler, float] = {}
        """how long the connections that are open may stay so if nothing is asked"""

    def caller(self, request: web.Request) -> Caller:
        lines = request.headers.getall("X-Forwarded-For", [])
        address = forwarded(lines[-1]) if self._is_behind_proxy and lines else request.remote or ""
        return self.callers.find(address, asyncio.get_running_loop().time())

    def peer(self, address: str) -> Caller:
        """To whom the TCP connections from an address count; those of a proxy, wherever it is, are everybody's."""
        return self._proxy if self._is_behind_proxy else self.callers.find(address, asyncio.get_running_loop().time())

    def check_origin(self, request: web.Request) -> None:
        """Refuse the pages of others: a browser would let them act in the name of whoever looks at them."""
        origin = request.headers.get("Origin")
        if origin is None or origin in self._origins:
            return
        is_from_host = origin.partition("://")[2].lower() == request.host.lower()
        if is_from_host and self._is_own(request.host):
            return
        if is_from_host and not self._has_warned:  # once: it may be somebody who tries all names
            self._has_warned = True
            log.warning("pages of %r are refused; if this server is meant, start it with --origin for them", origin)
        raise Invalid("bad-origin", origin=origin)

    def _is_own(self, host: str) -> bool:
        """Whether a host can be this server: else a page of others whose name leads here, too, would be one of its own.

        A proxy passes on what comes for its own names only, and a name without a dot leads to nobody far away.
        """
        name = _name_in(host)
        return self._is_behind_proxy or "." not in name or name in self._own_names() or _is_address(name)

    def _own_names(self) -> set[str]:
        machine = gethostname().lower()
        return {self._host.lower(), machine, *(f"{machine.partition('.')[0]}{end}" for end in ("", *AT_HOME))}

    def knows_host(self, request: web.Request) -> bool:
        """Whether the host by which a client has come is surely this server, so that what is signed for it is for it.

        A client writes into `Host` what it likes, and a proxy may pass that on: others could name their own server, and
        hand on what was signed there. So it has to be the host of an origin, or what this machine knows of itself.
        """
        if request.host.lower() in self._origin_hosts:
            return True
        name = _name_in(request.host)
        return not self._is_behind_proxy and (name in LOOPBACK or name == _own_address(request) or self._is_named(name))

    def _is_named(self, name: str) -> bool:
        return name in self._own_names() and not _is_address(name)

    @contextmanager
    def admitted(self, request: web.Request) -> Iterator[None]:
        """Keep to the limits while a request is answered, or refuse it."""
        now, caller = asyncio.get_running_loop().time(), self.caller(request)
        self._until[request.protocol] = now + LONGEST_REQUEST
        if request.path.startswith(f"/{ASSETS}/") or request.path[1:] in PARTS:
            caller.load(now)
        else:
            caller.request(now)
        caller.enter()
        self.sockets.begin(_socket(request))
        try:
            yield
        finally:
            caller.leave()

    def keep_open(self, request: web.Request) -> None:
        """Let the connection of a request stay open: others see to it."""
        self._until[request.protocol] = inf

    def sweep(self, connections: Sequence[RequestHandler], now: float) -> None:
        """Close the connections by which nothing was asked in time, and those that do not take the answer."""
        hello_time = self.callers.strangers.hello_time
        self._until = {connection: self._until.get(connection, now + hello_time) for connection in connections}
        for connection, until in self._until.items():
            if now > until and connection.transport is not None:
                connection.transport.abort()

    def origin_of(self, request: web.Request) -> str:
        """How the address begins by which a client has come; a trusted proxy tells whether that was by https."""
        told = request.headers.get("X-Forwarded-Proto", "") if self._is_behind_proxy else ""
        return f"{told if told in ('http', 'https') else request.scheme}://{request.host}"

    def language_of(self, request: web.Request) -> str:
        asked = request.query.get("lang", self.language)
        return asked if asked in LANGUAGES else self.language


class HttpSocket(RequestHandler):
    """A connection that speaks HTTP. It counts from the beginning, and is idle whenever no request is answered."""

    __slots__ = ("_door", "frames")

    def __init__(self, door: Door, manager: web.Server, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(
            manager,
            loop=loop,
            keepalive_timeout=KEEP_ALIVE,
            lingering_time=LINGER,
            logger=HTTP_LOG,
            access_log=None,  # type: ignore[arg-type]  # none at all
            auto_decompress=False,  # a megabyte can become a gigabyte, and all tables would wait for it
        )
        self._door = door
        self.frames: Frames | None = None
        """what reads the frames of a WebSocket, once there is one"""

    def set_parser(self, parser: Parser, data_received_cb: Callable[[], None] | None = None) -> None:
        """From now on this is a WebSocket, of which aiohttp has a parser."""
        self.frames = Frames(parser, data_received_cb, self)
        super().set_parser(self.frames)  # type: ignore[arg-type]  # which needs no more of it

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        peer = transport.get_extra_info("peername") or ("",)
        if self._door.sockets.enter(self, self._door.peer(str(peer[0]))):
            self._door.sockets.rest(self)
        else:
            self.abort()

    def connection_lost(self, exc: BaseException | None) -> None:
        self._door.sockets.leave(self)
        super().connection_lost(exc)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            self._door.sockets.rest(self)

    def abort(self) -> None:
        if self.transport is not None:
            self.transport.abort()


_PORT: Final = re.compile(r":\d+$")


def _name_in(host: str) -> str:
    """The name or address in `HOST[:PORT]`."""
    return _PORT.sub("", host.lower()).strip("[]").removesuffix(".")


def _own_address(request: web.Request) -> str:
    """The address of this machine to which a client is connected."""
    own = None if request.transport is None else request.transport.get_extra_info("sockname")
    return str(own[0]).removeprefix("::ffff:") if own else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _socket(request: web.Request) -> HttpSocket:
    assert isinstance(request.protocol, HttpSocket)
    return request.protocol


def _frames(request: web.Request) -> Frames:
    frames = _socket(request).frames
    assert frames is not None, "it is a WebSocket"
    return frames


def application(hub: Hub, door: Door, routes: Iterable[web.RouteDef]) -> web.Application:
    """All that is served by HTTP: the WebSocket and some pages."""

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Keep to the limits, and turn whatever is wrong into an answer."""
        try:
            with door.admitted(request):
                _check_encoding(request)
                if request.method not in SAFE_METHODS:
                    door.check_origin(request)
                return await handler(request)
        except OvertrickError as error:
            if error.finding.code != "unreadable":
                return _refusal(error.finding, error.told(door.language_of(request)))
            log.error("what is stored cannot be read: %s", error)  # which tells where that is, and is not for everybody
            finding = Finding("not-ready")
        except ConnectionError:
            return web.Response()  # the client has gone, and nobody will get this
        except web.HTTPException as error:
            finding = Finding(_CODES.get(error.status, "bad-request"))
        except RequestPayloadError:  # a body that does not come as its headers say
            finding = Finding("bad-request")
        except Exception as error:
            hub.report(error)
            finding = Finding("internal-error")
        return _refusal(finding, finding.message(door.language_of(request)))

    async def websocket(request: web.Request) -> web.StreamResponse:
        door.check_origin(request)
        if not _is_websocket(request):
            raise Invalid("not-a-websocket")
        door.keep_open(request)
        name = Name(request.host, door.knows_host(request))
        return await serve_websocket(request, hub, door.caller(request), door.language, name, _frames)

    async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
        headers = HEADERS | SECURE if TOLD_IF_SECURE in request.headers else HEADERS
        for name, value in headers.items():
            response.headers.setdefault(name, value)

    app = web.Application(middlewares=[guard], client_max_size=door.callers.strangers.judge_size)
    app.on_response_prepare.append(add_headers)
    app.router.add_get("/ws", websocket)
    app.add_routes(routes)
    return app


_CODES: Final = {404: "no-such-page", 405: "method-not-allowed"}


def _check_encoding(request: web.Request) -> None:
    """Refuse a body that would have to be unpacked: nobody knows beforehand how much of it there is."""
    encoding = ", ".join(request.headers.getall("Content-Encoding", []))
    if encoding.strip().lower() not in ("", "identity"):
        raise Invalid("bad-encoding", encoding=encoding)


def _is_websocket(request: web.Request) -> bool:
    try:
        return web.WebSocketResponse().can_prepare(request).ok
    except ValueError:  # of a key that is not even ASCII
        return False


def _refusal(finding: Finding, text: str) -> web.Response:
    body = msgspec.json.encode({"code": finding.code, "text": text})
    status = STATUSES.get(finding.code, HTTPStatus.BAD_REQUEST)
    return web.Response(body=body, status=status, content_type="application/json")
