"""What is signed by players who have a key, and how they are called."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

PURPOSE: Final = "overtrick player"
"""so that what is signed here is of no use anywhere else"""
ID_DIGITS: Final = 32
"""hexadecimal ones of a player: 128 bits"""


def signed_text(host: str, nonce: str) -> bytes:
    """The text that shows the server with a name, `HOST[:PORT]` as in the address, that somebody has a key."""
    return f"{PURPOSE}\n{host.lower()}\n{nonce}".encode()


def player_of(key: str) -> str:
    """What the player of a public key is called."""
    return sha256(bytes.fromhex(key)).hexdigest()[:ID_DIGITS]
