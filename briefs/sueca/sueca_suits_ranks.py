"""Suits and ranks of Sueca, as one-character strings."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

if find_spec("overtrick") is None:  # a bare clone, with nothing installed
    sys.path.append(str(Path(__file__).resolve().parents[2] / "src"))

from overtrick import Strain, Suit, find_game

SUECA = find_game("sueca:fctp")
SUITS = {str(suit).upper(): suit for suit in Suit}
# Points do not depend on what is trumps.
POINTS = dict(zip(SUECA.orders.plain, SUECA.rank_points(Strain.SPADES)[0], strict=True))


def valid_suit(s: str) -> bool:
    return s in SUITS


def valid_rank(r: str) -> bool:
    return r in POINTS


def check_suit(s: str) -> None:
    if not valid_suit(s):
        raise ValueError(f"Invalid suit symbol: {s}")


def check_rank(r: str) -> None:
    if not valid_rank(r):
        raise ValueError(f"Invalid rank symbol: {r}")


def suit_full_name(s: str) -> str:
    check_suit(s)
    return SUITS[s].name.capitalize()


def rank_points(r: str) -> int:
    check_rank(r)
    return POINTS[r]


def rank_higher_than(r1: str, r2: str) -> bool:
    check_rank(r1)
    check_rank(r2)
    return SUECA.orders.plain.index(r1) < SUECA.orders.plain.index(r2)


def trumps(t: str) -> Strain:
    """The engine's value for a trump suit."""
    check_suit(t)
    return Strain(t)
