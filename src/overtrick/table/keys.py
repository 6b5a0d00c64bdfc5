"""What opens seats and tables: tokens and codes, of which only the SHA-256 is kept."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, NamedTuple

from overtrick.protocol.incoming import CODE_LENGTH
from overtrick.table.ledger import Entropy

CODE_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
MOVE_CODE_LENGTH: Final = 17
"""letters of a one-time code, which have 84 random bits"""
VALID: Final = 300.0
"""seconds for which a one-time code opens a seat"""


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


class MovingSeat(NamedTuple):
    """A seat that waits for another device."""

    table: str
    seat: int
    token: str
    """the SHA-256 of the seat's token: nobody is moved who has left, or came after"""
    until: float


class Moves:
    """The one-time codes by which a player can take a seat to another device: for a seat, the last that was asked for.

    They are kept in memory only: a restart of the server makes them void.
    """

    def __init__(self) -> None:
        self._moves: dict[str, MovingSeat] = {}
        """by the SHA-256 of their codes"""

    def add(self, key: str, move: MovingSeat, now: float) -> None:
        """Let a code open a seat, and no earlier one."""
        others = {code: other for code, other in self._moves.items() if other.until > now and other[:2] != move[:2]}
        self._moves = {**others, key: move}

    def take(self, key: str, now: float) -> MovingSeat | None:
        """The seat that a code opens, once; None if it opens nothing, or nothing any more."""
        move = self._moves.pop(key, None)
        return move if move is not None and now < move.until else None
