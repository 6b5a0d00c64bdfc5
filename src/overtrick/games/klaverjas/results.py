"""The results of Klaverjas: trumps, and the points of the takers in tricks, such as `H 82`, with the roem besides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome
from overtrick.core.seats import Side
from overtrick.core.tricks import Strain, parse_strain
from overtrick.formats.result_text import SYMBOLS, Extras, ResultForm, read_number, shared_tricks
from overtrick.games.klaverjas.rules import Klaverjas
from overtrick.games.klaverjas.scores import WHOLE


def _read(game: Klaverjas, words: Sequence[str], extras: Extras) -> Outcome | None:
    first, strain = words[0].translate(SYMBOLS) if words else "", Strain.SPADES
    if first.isalpha():
        strain, words = parse_strain(first), words[1:]
    game.rules(strain)
    points = read_number(words, "result.points", WHOLE, extras.all_tricks)
    return Outcome(Contract(strain, Side.ONE), (points, WHOLE - points), shared_tricks(game, extras), extras.roem)


RESULTS: Final = ResultForm(_read, "[S|H|D|C] POINTS", frozenset(["roem", "all_tricks"]))
