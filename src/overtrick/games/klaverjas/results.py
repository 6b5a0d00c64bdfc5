"""The results of Klaverjas: trumps, and the points of the takers in tricks, such as `H 82`, with the roem besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.errors import Invalid
from overtrick.core.game import Outcome
from overtrick.core.seats import Side
from overtrick.core.tricks import Strain
from overtrick.formats.result_text import (
    SYMBOLS,
    Extras,
    ResultForm,
    could_be_a_sum,
    read_number,
    read_strain,
    shared_tricks,
)
from overtrick.games.klaverjas.rules import Klaverjas
from overtrick.games.klaverjas.scores import WHOLE


def _read(game: Klaverjas, words: Sequence[str], extras: Extras) -> Outcome | None:
    first, strain = words[0].translate(SYMBOLS) if words else "", Strain.SPADES
    if first.isalpha():
        strain, words = read_strain(game, words[0]), words[1:]
    points = read_number(words, "result.points", WHOLE, extras.all_tricks)
    tricks, most = shared_tricks(game, extras), game.counting(strain).trick_sets.most
    for won, roem in zip(tricks, extras.roem, strict=True):
        if roem and not (won and could_be_a_sum(roem) and roem <= most):
            raise Invalid("impossible-roem", points=roem)
    return Outcome(Contract(strain, Side.ONE), (points, WHOLE - points), tricks, extras.roem)


RESULTS: Final = ResultForm(_read, "[S|H|D|C] POINTS", frozenset(["roem", "all_tricks"]))
