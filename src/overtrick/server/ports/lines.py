"""Lines from a stream of bytes, as `nc`, `telnet` and programs send them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from overtrick.core.errors import Invalid

COMMAND: Final = b"\xff"
"""begins a command of Telnet, and stands in no UTF-8 text"""
COMMANDS: Final = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa.*?\xff\xf0|[^\xfa-\xfe]|(?P<begun>.*))", re.DOTALL)
"""RFC 854: an option, a subnegotiation, any other command, or one that has only begun"""


class Lines:
    r"""Takes bytes as they come, and gives the lines that are complete, without line ends and Telnet's commands.

    >>> lines = Lines(longest=80)
    >>> [[*lines.feed(data)] for data in (b"qu", b"it\r\nta\xff", b"\xfb\x1fbles\n")]
    [[], [b'quit'], [b'tables']]
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The lines that end in some more bytes; raises `Invalid` where it comes to one that is too long."""
        ready, begun = self._rest + data, b""
        if COMMAND in ready:
            begun = b"".join(found[0] for found in COMMANDS.finditer(ready) if found["begun"] is not None)
            ready = COMMANDS.sub(b"", ready)
        *lines, last = ready.split(b"\n")
        self._rest = last + begun
        for line in lines:
            self._check(line)
            yield line.rstrip(b"\r\0")
        self._check(self._rest)

    def _check(self, line: bytes) -> None:
        if len(line) > self._longest:
            raise Invalid("too-large", most=self._longest)
