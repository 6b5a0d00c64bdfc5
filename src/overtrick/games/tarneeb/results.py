"""The results of Tarneeb: the bid, the seat of the declarer and the tricks of the sides, such as `9 1: 10-3`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome
from overtrick.core.seats import SEATS
from overtrick.core.tricks import Strain
from overtrick.formats.result_text import Extras, ResultForm, bad_result
from overtrick.games.tarneeb.rules import ALL, Tarneeb

RESULT: Final = re.compile(r"([0-9]{1,2}) ([1-4]):? ?([0-9]{1,2})-([0-9]{1,2})")


def _read(game: Tarneeb, words: Sequence[str], extras: Extras) -> Outcome | None:
    if " ".join(words).upper() == "PASS":
        return None
    found = RESULT.fullmatch(" ".join(words))
    if found is None:
        raise bad_result(words, "result.tarneeb")
    bid, seat, first, second = map(int, found.groups())
    if first + second != ALL or bid not in game.auction_rules.values:
        raise bad_result(words, "result.tarneeb")
    declarer = SEATS[seat - 1]
    contract = Contract(Strain.SPADES, declarer.side, declarer, bid)
    return Outcome(contract, (first, second), (first, second))


RESULTS: Final = ResultForm(_read, "BID SEAT: TRICKS-TRICKS or Pass", frozenset())
