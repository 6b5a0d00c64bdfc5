"""One-time codes by which a player takes a seat to another device.

They are kept in memory only, and of each only its SHA-256: a restart of the server makes them void.
"""

from __future__ import annotations

from typing import Final, NamedTuple

VALID: Final = 300.0
"""seconds for which a code opens a seat"""
MOVE_CODE_LENGTH: Final = 17
"""letters of a code, which have 84 random bits"""


class Move(NamedTuple):
    """A seat that waits for another device."""

    table: str
    seat: int
    token: str
    """the SHA-256 of the seat's token: nobody is moved who has left, or came after"""
    until: float


class Moves:
    """The codes that can still be used: one for a seat, the last that was asked for."""

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
