"""Where a server is: `HOST[:PORT]`, an IPv6 address with a port in brackets."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from overtrick.errors import Invalid

PORT: Final = 7411
"""of a server that does not say otherwise"""
MOST_PORTS: Final = 65535
FORM: Final = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+(?:%\w+)?)\]|(?P<host>[^\s:/?#@\[\]]+))(?::(?P<port>[0-9]{1,5}))?")
BARE_V6: Final = re.compile(r"[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*")
"""an IPv6 address without brackets, which leaves no place for a port"""


class Address(NamedTuple):
    """A host and a port.

    >>> print(parse_address("cards.example"), parse_address("[::1]:80"))
    cards.example:7411 [::1]:80
    """

    host: str
    port: int = PORT

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_address(text: str) -> Address:
    """The address of a text; raises `Invalid` if it is none."""
    if BARE_V6.fullmatch(text):
        return Address(text)
    found = FORM.fullmatch(text)
    port = PORT if found is None or found["port"] is None else int(found["port"])
    if found is None or not 0 < port <= MOST_PORTS:
        raise Invalid("bad-address", text=text)
    return Address(found["v6"] or found["host"], port)
