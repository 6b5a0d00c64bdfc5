"""What is signed by players who have a key."""

from __future__ import annotations

from typing import Final

PURPOSE: Final = "overtrick player"
"""so that what is signed here is of no use anywhere else"""


def signed_text(host: str, nonce: str) -> bytes:
    """The text that shows the server with a name, `HOST[:PORT]` as in the address, that somebody has a key."""
    return f"{PURPOSE}\n{host.lower()}\n{nonce}".encode()
