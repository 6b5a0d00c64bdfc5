"""Where a server is: `HOST[:PORT]`, or `wss://HOST[:PORT]` through TLS, an IPv6 address with a port in brackets."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from overtrick.core.errors import Invalid

PORT: Final = 7411
"""of a server that does not say otherwise"""
WEB_PORTS: Final = {"ws": 80, "wss": 443}
"""of a server whose address is written like that of a page"""
MOST_PORTS: Final = 65535
FORM: Final = re.compile(
    r"(?:(?P<scheme>wss?)://)?"
    r"(?:\[(?P<v6>[0-9A-Fa-f:.]+(?:%\w+)?)\]|(?P<host>[^\s:/?#@\[\]]+))(?::(?P<port>[0-9]{1,5}))?"
)
BARE_V6: Final = re.compile(r"[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")
"""an IPv6 address without brackets, which leaves no place for a port"""


class Address(NamedTuple):
    """A host, a port, and how the connection is made.

    >>> print(parse_address("cards.example"), parse_address("[::1]:80"), parse_address("wss://cards.example"))
    cards.example:7411 [::1]:80 wss://cards.example:443
    """

    host: str
    port: int = PORT
    tls: bool = False
    """whether the connection goes through TLS"""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss://' if self.tls else ''}{host}:{self.port}"


def parse_address(text: str, usual_port: int = PORT) -> Address:
    """The address of a text, with the usual port where it has none; raises `Invalid` if it is none."""
    if BARE_V6.fullmatch(text):
        return Address(text, usual_port)
    found = FORM.fullmatch(text)
    if found is None:
        raise Invalid("bad-address", text=text)
    port = WEB_PORTS.get(found["scheme"], usual_port) if found["port"] is None else int(found["port"])
    if not 0 < port <= MOST_PORTS:
        raise Invalid("bad-address", text=text)
    return Address(found["v6"] or found["host"], port, found["scheme"] == "wss")
