"""What the score of a deal depends on, in two numbers: the key of the score."""

from __future__ import annotations

from typing import Final, NamedTuple


class Field(NamedTuple):
    """A part of the key of a score: in which number, from which bit on, and how many bits it has."""

    word: int
    at: int
    bits: int


class Key(NamedTuple):
    """The parts of a key; of what each side has, the first side's stands higher."""

    points: Field = Field(0, 0, 24)
    tricks: Field = Field(0, 24, 8)
    taker_tricks: Field = Field(0, 32, 4)
    vulnerable: Field = Field(0, 36, 2)
    alone: Field = Field(0, 38, 2)
    double: Field = Field(0, 40, 2)
    value: Field = Field(0, 42, 6)
    seat: Field = Field(0, 48, 3)
    strain: Field = Field(0, 51, 3)
    side: Field = Field(0, 54, 2)
    sweeper: Field = Field(0, 56, 2)
    is_solo: Field = Field(0, 58, 1)
    honours: Field = Field(1, 0, 18)
    annonces: Field = Field(1, 18, 22)
    belotes: Field = Field(1, 40, 22)
    # Where each player bids, which goes with neither honours nor annonces, these stand in their place.
    bids: Field = Field(1, 0, 10)
    nils: Field = Field(1, 10, 4)
    nil_tricks: Field = Field(1, 14, 16)
    blinds: Field = Field(1, 30, 4)


KEY: Final = Key()
KEY_FIELDS: Final[dict[str, Field]] = KEY._asdict()
TOLD_BY: Final = {"value": ("alone",), "alone": ("seat",)}
"""parts of a contract that are made of others too"""
IS_KEY: Final = 1 << 60
"""in the first number of every key"""
