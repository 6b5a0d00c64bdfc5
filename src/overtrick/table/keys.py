"""What opens seats and tables: tokens and codes, of which only the SHA-256 is kept."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from overtrick.protocol.incoming import CODE_LENGTH
from overtrick.table.ledger import Entropy

CODE_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def hashed(secret: str) -> str:
    """What is kept of a token or a code."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def new_code(entropy: Entropy, length: int = CODE_LENGTH) -> str:
    """A code that people can read to each other."""
    # The last of 256 values, which would make some letters likelier than others, are not used.
    most, letters = 256 - 256 % len(CODE_LETTERS), ""
    while len(letters) < length:
        byte = entropy(1)[0]
        letters += CODE_LETTERS[byte % len(CODE_LETTERS)] if byte < most else ""
    return letters
