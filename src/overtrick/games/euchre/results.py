"""The results of Euchre: the tricks of the makers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome
from overtrick.core.seats import SEATS, Side
from overtrick.core.tricks import Strain
from overtrick.formats.result_text import Extras, ResultForm, read_number, useless_option
from overtrick.games.euchre.rules import Euchre


def _read(game: Euchre, words: Sequence[str], extras: Extras) -> Outcome | None:
    tricks = read_number(words, "result.tricks", game.hand_size)
    if extras.alone and not game.alone:
        raise useless_option("alone", game)
    if extras.defended_alone and not (game.defend_alone and extras.alone):
        raise useless_option("defended_alone", game)
    alone = (*SEATS[: extras.alone], *SEATS[1 : 1 + extras.defended_alone])
    won = (tricks, game.hand_size - tricks)
    return Outcome(Contract(Strain.SPADES, Side.ONE, SEATS[0], alone=alone), won, won)


RESULTS: Final = ResultForm(_read, "TRICKS", frozenset(["alone", "defended_alone"]))
