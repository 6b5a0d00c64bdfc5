"""The results of Jass: what was played, and the points of the side that named it in tricks, such as `H 95`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.errors import Invalid
from overtrick.core.game import Outcome
from overtrick.core.seats import Side
from overtrick.formats.result_text import (
    Extras,
    ResultForm,
    bad_result,
    could_be_a_sum,
    read_number,
    read_strain,
    shared_tricks,
    useless_option,
)
from overtrick.games.jass.cards import WHOLE
from overtrick.games.jass.rules import Jass

MOST_WEIS: Final = 600
"""two hands of nine cards in a row; no others bring more"""


def _read(game: Jass, words: Sequence[str], extras: Extras) -> Outcome | None:
    if not words:
        raise bad_result(words, "result.named")
    strain = read_strain(game, words[0])
    counting = game.counting(strain)
    if len(extras.belotes) > len(counting.pairs):
        raise useless_option("belotes", game)
    if any(extras.annonces) and not game.declaring.is_allowed:
        raise useless_option("annonces", game)
    one, two = extras.annonces
    if (one and two) or one + two > MOST_WEIS or not could_be_a_sum(one + two):
        raise Invalid("impossible-weis", one=one, two=two)
    points = read_number(words[1:], "result.points", WHOLE, extras.all_tricks)
    stoeck = (game.stoeck * extras.belotes.count(Side.ONE), game.stoeck * extras.belotes.count(Side.TWO))
    tricks = shared_tricks(game, extras)
    return Outcome(Contract(strain, Side.ONE), (points, WHOLE - points), tricks, stoeck, extras.annonces)


RESULTS: Final = ResultForm(_read, "S|H|D|C|NT|LO POINTS", frozenset(["belotes", "annonces", "all_tricks"]))
