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


class Move(NamedTuple):
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
        self._moves: dict[str, Move] = {}
        """by the SHA-256 of their codes, in the order in which they were made"""
        self._keys: dict[tuple[str, int], str] = {}
        """the SHA-256 of the code of each table and seat"""

    def add(self, key: str, table: str, seat: int, token: str, now: float) -> float:
        """Let a code open a seat; gives the time until which it does."""
        self._drop(self._keys.get((table, seat)))
        while self._moves and (oldest := next(iter(self._moves.items())))[1].until <= now:
            self._drop(oldest[0])
        until = now + VALID
        self._moves[key], self._keys[table, seat] = Move(table, seat, token, until), key
        return until

    def take(self, key: str, now: float) -> Move | None:
        """The seat that a code opens, once; None if it opens nothing, or nothing any more."""
        move = self._drop(key)
        return move if move is not None and now < move.until else None

    def _drop(self, key: str | None) -> Move | None:
        move = None if key is None else self._moves.pop(key, None)
        if move is not None:
            del self._keys[move.table, move.seat]
        return move
