"""The results of Jass: what was played, and the points of the side that named it in tricks, such as `H 95`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome
from overtrick.core.seats import Side
from overtrick.core.tricks import parse_strain
from overtrick.formats.result_text import (
    SYMBOLS,
    Extras,
    ResultForm,
    bad_result,
    read_number,
    shared_tricks,
    useless_option,
)
from overtrick.games.jass.cards import WHOLE
from overtrick.games.jass.rules import Jass


def _read(game: Jass, words: Sequence[str], extras: Extras) -> Outcome | None:
    if not words:
        raise bad_result(words, "result.named")
    strain = parse_strain(words[0].translate(SYMBOLS))
    counting = game.counting(strain)
    if len(extras.belotes) > len(counting.pairs):
        raise useless_option("belotes", game)
    if any(extras.annonces) and not game.declaring.is_allowed:
        raise useless_option("annonces", game)
    points = read_number(words[1:], "result.points", WHOLE, extras.all_tricks)
    stoeck = (game.stoeck * extras.belotes.count(Side.ONE), game.stoeck * extras.belotes.count(Side.TWO))
    tricks = shared_tricks(game, extras)
    return Outcome(Contract(strain, Side.ONE), (points, WHOLE - points), tricks, stoeck, extras.annonces)


RESULTS: Final = ResultForm(_read, "S|H|D|C|NT|LO POINTS", frozenset(["belotes", "annonces", "all_tricks"]))
