"""The words of EGN, for reader and writer: the kind of file, rules, calls, and the tag with what has no other place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

FILE_TYPE: Final = "Euchre Game Notation"
VERSION: Final = "1.4"
KEPT: Final = "EGN"
"""the tag: `metadata` is that of the file, `deal` what it says of the deal besides"""
BIDDING, PLAY = "EUCHRE_BIDDING", "TRICK_PLAY"
MOST_DEALS: Final = 100

RULES: Final[Mapping[str, str]] = {
    "std": "stick_the_dealer",
    "canadian": "canadian_loner",
    "loner_march_score": "lone_march",
    "loner_euchred_score": "lone_euchred",
    "defend_alone": "defend_alone",
    "allow_no_trump": "no_trump",
}
"""our names of rules that are told in the same way"""
LEADS: Final = {"LEFT_OF_DEALER": "eldest", "LEFT_OF_LONER": "left_of_maker"}
WITHOUT: Final[Mapping[str, Any]] = {
    "min_rank": 9,
    "num_players": 4,
    **dict.fromkeys(("farmers", "partners_best", "go_under", "joker", "fast_break", "four_trick_tokens"), False),
}
"""the only values of rules that our Euchre can play by"""

ORDER: Final = "Order"
CALLS: Final = {
    "Pass": "pass",
    ORDER: "order",
    **{letter: f"call {letter.upper()}" for letter in "shdc"},
    "n": "call NT",
}
ANNOTATIONS: Final = ("callAnnotations", "playAnnotations")
