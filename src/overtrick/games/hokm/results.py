"""The results of Hokm: the seat of the hakem and the tricks of the sides, such as `1: 7-5`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome
from overtrick.core.seats import SEATS
from overtrick.core.tricks import Strain
from overtrick.formats.result_text import Extras, ResultForm, bad_result
from overtrick.games.hokm.rules import Hokm
from overtrick.games.hokm.scores import ENOUGH

RESULT: Final = re.compile(r"([1-4]):? ?([0-9]{1,2})-([0-9]{1,2})")


def _read(game: Hokm, words: Sequence[str], extras: Extras) -> Outcome | None:
    found = RESULT.fullmatch(" ".join(words))
    if found is None:
        raise bad_result(words, "result.hakem")
    hakem, first, second = SEATS[int(found[1]) - 1], int(found[2]), int(found[3])
    if game.pile is not None:
        if first + second != game.hand_size:
            raise bad_result(words, "result.piles")
    elif not (game.sweep_goes_on and {first, second} == {0, game.hand_size}) and (
        (first, second).count(ENOUGH) != 1 or max(first, second) > ENOUGH
    ):
        raise bad_result(words, "result.hakem")
    return Outcome(Contract(Strain.SPADES, hakem.side, hakem), (first, second), (first, second))


RESULTS: Final = ResultForm(_read, "SEAT: TRICKS-TRICKS", frozenset())
