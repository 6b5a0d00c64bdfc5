"""Clients that have said hello."""

from __future__ import annotations

from overtrick import texts
from overtrick.table.cut import WATCHERS
from overtrick.table.state import TableState


class Visitor:
    """A client that has said hello."""

    __slots__ = ("key", "lang", "name", "saw", "seat", "table")

    def __init__(self, name: str, lang: str) -> None:
        self.name = name
        self.lang = lang
        self.table = ""
        """where they are, if anywhere"""
        self.seat = WATCHERS
        """on which seat; `WATCHERS` if they only look on"""
        self.key = ""
        """the SHA-256 of the token of the seat that they have, or had last"""
        self.saw = ("", 0, 0)
        """the table, the deal and the seat of the last hand that they have seen"""

    def name_on(self, seat: int) -> str:
        """How they are called on a seat: by their name, or else by its number, in their language."""
        return self.name or texts.say(self.lang, "session.player", seat=seat).capitalize()

    def has_seen_other_hand(self, state: TableState, seat: int) -> bool:
        """Whether they know the hand of another seat of the deal that is played at a table."""
        table, deal, seen = self.saw
        return state.round is not None and (table, deal) == (state.table, state.deal) and seen != seat
