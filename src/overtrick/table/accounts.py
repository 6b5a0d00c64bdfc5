"""Players who are known again: what a table knows of them, and what becomes known of a match that counts."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from overtrick.core.errors import Illegal
from overtrick.core.seats import Seat

OWN_BOT: Final = re.compile(r"[a-z_]+(:[1-9])?")
"""the bots of a server that have ratings: of those with other options there would be no end"""


class Account(NamedTuple):
    """A player with a key."""

    player: str = ""
    """made from the key"""
    program: bool = False
    """whether they say that they are a program"""

    @property
    def is_program(self) -> bool:
        """Whether this is a program that is known again."""
        return bool(self.player) and self.program


NOBODY: Final = Account()
"""a player without a key"""


class RatedSeat(NamedTuple):
    """Who plays a rated match on a seat."""

    player: str
    """of a bot of the server, its text"""
    name: str
    is_bot: bool


class RatedMatch(NamedTuple):
    """A match that is over and counts; that of a table and an event is counted once."""

    table: str
    n: int
    """the event by which it ended"""
    game: str
    """the name of the game, of which players have a rating"""
    rules: str
    """what was played, with preset and house rules"""
    why: Literal["won", "drawn", "resigned", "gone"]
    winner: int | None
    """a side"""
    totals: tuple[int, int]
    quitter: int | None
    """the seat of a player who is gone: they have lost, and nobody else has won or lost anything"""
    private: bool
    seats: tuple[RatedSeat, ...]
    ended: float = 0.0
    """seconds since 1970"""

    @property
    def loser(self) -> int | None:
        """The side that has lost."""
        if self.quitter is not None:
            return int(Seat(self.quitter).side)
        return None if self.winner is None else 3 - self.winner


def check_rated(account: Account, bots: str = "") -> None:
    """Refuse a player without a key, and bots without a rating, where matches count."""
    if not account.player:
        raise Illegal("key-needed")
    if bots:
        check_rated_bot(bots)


def check_rated_bot(bot: str) -> None:
    """Refuse a bot that has no rating."""
    if not OWN_BOT.fullmatch(bot):
        raise Illegal("bot-not-rated", bot=bot)


def rated_seat(name: str, bot: str, account: Account) -> RatedSeat:
    """Who sits on a seat."""
    return RatedSeat(bot, name, True) if bot else RatedSeat(account.player, name, account.program)
