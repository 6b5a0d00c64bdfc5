"""HTTP requests: sound ones that ask for anything, which have to be answered one by one, and broken ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http import HTTPStatus
from random import Random
from typing import Final
from urllib.parse import quote

from scripts.bad_input.messages import GAMES, LINES, Maker
from scripts.bad_input.sender import IMPATIENCE, Sender
from scripts.bad_input.wires import HOST, PATIENCE, upgrade
from scripts.samples import BELOTE, LIN, PBN, RECORD, SUECA

PAGES: Final = (
    *("/health", "/metrics", "/api/tables", "/api/rules", "/api/openapi.json", "/ws", "/", "/api/judge"),
    *("/api/bots", "/api/games/belote", "/api/analyse", "/api/honest?bots=,simple,,"),
    *("/api", "//", "/../etc/passwd", "/api/judge/", "/%00", "/%ff%fe", "/api/rules/%2e%2e", "/ws?x=" + "y" * 4000),
)
METHODS: Final = ("GET", "GET", "GET", "GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
SAMPLES: Final = tuple(sample.encode() for sample in (BELOTE, SUECA, RECORD, PBN, LIN))
HEADERS: Final = (
    *("Authorization: Bearer ", "Authorization: Basic Og==", "Origin: http://evil.example", "Origin: null"),
    *("Accept-Language: tlh", "Accept-Encoding: br, gzip", "X-Forwarded-For: 1.2.3.4, ::1", "Cookie: a=b"),
    *("Content-Type: multipart/form-data", "Content-Type: application/json; charset=utf-7", "If-None-Match: *"),
)
GET, POST = "GET / HTTP/1.1", "POST /api/judge HTTP/1.1"
CHUNKED: Final = "Transfer-Encoding: chunked"


def request(*head: str, body: bytes = b"") -> bytes:
    """A request from its lines."""
    return "\r\n".join([*head, "", ""]).encode("utf-8", "surrogateescape") + body


BROKEN: Final = (
    *(request("GET / HTTP/9.9"), request("GET /"), request("GET"), request(" " + GET), b"GET / HTTP/1.1\n\n"),
    *(request("get / HTTP/1.1"), request("GET * HTTP/1.1"), request("ODD / HTTP/1.1"), request("CONNECT a:1 HTTP/1.1")),
    *(request(GET, "Host"), request(GET, ": x"), request(GET, "A: b", " c"), request(GET, "Host: a", "Host: b")),
    *(request(GET, "A: \0"), request(GET, "A: \udcff"), request("GET /\udcff HTTP/1.1"), request(GET, f"{CHUNKED}x")),
    *(request("GET http://a/health HTTP/1.1"), request("HEAD /health HTTP/1.1", "Host: a"), request("PRI * HTTP/2.0")),
    *(request(f"GET /{'a' * 20_000} HTTP/1.1"), request(GET, f"A: {'b' * 20_000}"), request(GET, *["A: b"] * 2_000)),
    *(request(POST), request(POST, "Content-Length: -1"), request(POST, "Content-Length: 99999999999999999999")),
    request(POST, "Content-Length: 5", "Content-Length: 6", body=b"abcdef"),
    request(POST, "Content-Length: 5", CHUNKED, body=b"0\r\n\r\n"),
    request(POST, "Content-Length: 2000000", body=b"x" * 2_000_000),
    request(POST, CHUNKED, body=b"zz\r\n"),
    request(POST, CHUNKED, body=b"fffffffffffffffff\r\nx"),
    request(POST, "Transfer-Encoding: gzip, chunked", body=b"3\r\nabc\r\n0\r\n\r\n"),
    request(POST, "Content-Encoding: gzip", "Content-Length: 3", body=b"abc"),
    request(POST, "Content-Encoding: deflate", CHUNKED, body=b"3\r\nabc\r\n0\r\n\r\n"),
    request(POST, "Expect: 100-continue", "Content-Length: 3", body=b"abc"),
    request(POST, "Expect: nothing", "Content-Length: 3", body=b"abc"),
    *(upgrade("Origin: http://evil.example"), upgrade("Sec-WebSocket-Extensions: x; y"), upgrade()[:-2]),
    *(upgrade().replace(b"13", b"99"), upgrade().replace(b"AA==", b"A"), upgrade().replace(b"websocket", b"h2c")),
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
)
LAST: Final = request("GET /health HTTP/1.1", f"Host: {HOST}", "Connection: close")
"""after which the server closes the connection"""
REQUESTS: Final = 10
"""at most, on one connection"""
TABLE: Final = re.compile(rb'"table":"([0-9a-f]{16})"')
TABLES: Final = 10
"""of each list are remembered"""
STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3}) ")
LENGTH: Final = re.compile(rb"\r\nContent-Length: (\d+)\r\n", re.IGNORECASE)


def sound(maker: Maker) -> bytes:
    """A request that is HTTP, whatever it asks for."""
    rng, method, body = maker.rng, maker.rng.choice(METHODS), b""
    if rng.random() < 0.3:
        method, page = "POST", f"/api/judge?evidence={rng.choice(('deal', 'player', 'x', ''))}"
        body = _games(maker)
        if rng.random() < 0.5:
            page += f"&game={_quoted(rng, rng.choice(GAMES))}"
    elif rng.random() < 0.1:
        method, page, body = "POST", "/api/analyse", _games(maker)
    elif rng.random() < 0.5:
        page = f"/api/records/{_quoted(rng, rng.choice((*maker.memory.tables, *LINES)))}"
        page += f"?format={rng.choice(('jsonl', 'pbn', 'lin', ''))}"
    elif rng.random() < 0.5:
        page = f"/api/{rng.choice(('rules', 'games'))}/{_quoted(rng, rng.choice(GAMES))}"
        page += f"?lang={rng.choice(('en', 'fr', 'pt', 'x', ''))}"
    else:
        page = rng.choice(PAGES) + rng.choice(("", "?", "?lang=fr&lang=pt", "?%ff=%00", "?" + "&" * 50))
    head = [f"{method} {page} HTTP/1.1", f"Host: {HOST}"]
    if rng.random() < 0.5:
        head.append(rng.choice(HEADERS) + rng.choice(("", "", "x" * 100, "é", "\udcff", *maker.memory.tokens)))
    if rng.random() < 0.1:
        chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:9], body[9:]) if part)
        head.append(CHUNKED)
        body = chunks + b"0\r\n\r\n"
    elif body or rng.random() < 0.5:
        head.append(f"Content-Length: {len(body)}")
    return request(*head, body=body)


def broken(maker: Maker) -> bytes:
    """A request with something wrong in it."""
    return maker.rng.choice(BROKEN) if maker.rng.random() < 0.5 else maker.mutated(sound(maker))


def _games(maker: Maker) -> bytes:
    """A text to judge."""
    rng = maker.rng
    if rng.random() < 0.1:
        return rng.choice((b"", maker.nonsense(), b"[" * 50_000, b"\0" * 1000, b"{}\n" * 1000, SAMPLES[3] * 20))
    sample = rng.choice(SAMPLES)
    return sample if rng.random() < 0.1 else maker.mutated(sample)


def _quoted(rng: Random, text: str) -> str:
    return (
        quote(text, errors="surrogatepass")
        if rng.random() < 0.9
        else "%" + rng.choice(("", "%", "zz", "ff", "0a", "c3%28"))
    )


class HttpSender(Sender):
    """Asks many things at a time, and at last to have the connection closed."""

    async def begin(self) -> None:
        """Nothing has to be said first."""

    def batch(self) -> Iterator[bytes]:
        for _ in range(self.rng.randint(1, REQUESTS)):
            self.note_message()
            yield sound(self.maker)
        if self.rng.random() < 0.4:
            self.may_wait = True
            self.note_message()
            self.count("broken")
            yield broken(self.maker)

    def asked(self, question: str) -> Iterator[bytes]:
        yield LAST
        self.must_end = "answer"

    async def listen(self, question: str) -> str | None:
        data = b""
        while more := await self.wire.read(IMPATIENCE if self.may_wait else PATIENCE):
            data += more
        self.maker.memory.tables.extend(table.decode() for table in TABLE.findall(data)[:TABLES])
        told = statuses(data)
        for status in told:
            self.count(f"status {status}")
        if HTTPStatus.INTERNAL_SERVER_ERROR in told:
            self.problem("an error of the server")
        if len(told) != len(self.sent) and not self.may_wait:
            self.problem(f"{len(told)} answers to {len(self.sent)} requests")
        return self.must_end


def statuses(data: bytes) -> list[int]:
    """The statuses of some answers, up to one that is not complete."""
    found = list[int]()
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        status, length = STATUS.match(head), LENGTH.search(head + b"\r\n")
        if status is None or length is None or len(rest) < int(length[1]):
            break
        found.append(int(status[1]))
        data = rest[int(length[1]) :]
    return found
