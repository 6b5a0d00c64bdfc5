"""The results of Coinche: a contract and the points of the takers in tricks, such as `90HX 112`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from overtrick.core.errors import OvertrickError
from overtrick.core.game import Outcome
from overtrick.core.seats import SEATS
from overtrick.formats.result_text import SYMBOLS, Extras, ResultForm, bad_result, useless_option
from overtrick.games.belote.results import counted
from overtrick.games.coinche.rules import GENERALE, Coinche

CONTRACT: Final = re.compile(r"([0-9]{2,3}|CAPOT|GENERALE)(S|H|D|C|NT|AT)(X{0,2})")


def _read(game: Coinche, words: Sequence[str], extras: Extras) -> Outcome | None:
    match = CONTRACT.fullmatch(words[0].upper().translate(SYMBOLS)) if words else None
    if match is None:
        raise bad_result(words[:1], "result.coinche")
    auction = game.with_house_rules({"standing_bid": False}).auction(SEATS[0].previous, None)
    try:
        for call in [f"{match[1]} {match[2]}", *("coinche", "surcoinche")[: len(match[3])]]:
            auction = auction.call(call)
    except OvertrickError:
        raise bad_result(words[:1], "result.coinche") from None
    contract = auction.contract
    if contract is None or (extras.alone and contract.value != GENERALE):
        raise useless_option("alone", game)
    return counted(game, contract, words[1:], extras)


RESULTS: Final = ResultForm(_read, "90HX POINTS", frozenset(["belotes", "annonces", "all_tricks", "alone"]))
