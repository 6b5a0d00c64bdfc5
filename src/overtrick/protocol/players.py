"""What the server answers by HTTP about players: lists, and the page of one."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class RatingInfo(Struct, frozen=True):
    """How good a player is at a game."""

    game: str
    rating: int
    """beginners have 1500"""
    doubt: int
    """the true rating is not farther from this one, with 95 in 100"""
    matches: int
    """how many have counted"""


class PlayerInfo(Struct, frozen=True):
    """A player in the list of a game."""

    player: str
    name: str
    """how they were called last"""
    is_bot: bool
    rating: RatingInfo


class ProgramInfo(Struct, frozen=True):
    """A program that is connected and waits for invitations."""

    player: str
    name: str
    games: tuple[str, ...]
    """to these, by their names"""


class MatchSeat(Struct, frozen=True):
    """Who played a match on a seat."""

    player: str
    """empty, as is the name, for one who wanted to be forgotten"""
    name: str
    is_bot: bool
    rating: int
    """before the match"""
    change: int


class MatchInfo(Struct, frozen=True):
    """A match that has counted."""

    table: str
    """under which its deals are found; empty for a private table"""
    game: str
    ended: float
    """seconds since 1970"""
    why: Literal["won", "drawn", "resigned", "gone"]
    winner: int | None
    """a side"""
    totals: tuple[int, int]
    seats: tuple[MatchSeat, ...]


class PlayerPage(Struct, frozen=True):
    """A player."""

    player: str
    name: str
    is_bot: bool
    ratings: tuple[RatingInfo, ...]
    matches: tuple[MatchInfo, ...]
    """the last ones, the newest first"""
