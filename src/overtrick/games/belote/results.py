"""The results of Belote: the points of the takers in tricks, such as `92` or `NT 92`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome
from overtrick.core.seats import Side
from overtrick.core.tricks import Strain
from overtrick.formats.result_text import (
    SYMBOLS,
    Extras,
    ResultForm,
    read_number,
    read_strain,
    shared_tricks,
    useless_option,
)
from overtrick.games.belote.rules import Belote, BeloteCards


def _read(game: Belote, words: Sequence[str], extras: Extras) -> Outcome | None:
    first = words[0].translate(SYMBOLS) if words else ""
    if first.isalpha():
        return counted(game, Contract(read_strain(game, words[0]), Side.ONE), words[1:], extras)
    return counted(game, Contract(Strain.SPADES, Side.ONE), words, extras)


def counted(game: BeloteCards, contract: Contract, words: Sequence[str], extras: Extras) -> Outcome:
    """The outcome of the takers' points in tricks; who won all tricks has all of them."""
    counting = game.counting(contract.strain)
    if len(extras.belotes) > len(counting.pairs):
        raise useless_option("belotes", game)
    if any(extras.annonces) and not game.annonces:
        raise useless_option("annonces", game)
    whole = sum(counting.card_points) + counting.last_trick
    points, tricks = read_number(words, "result.points", whole, extras.all_tricks), shared_tricks(game, extras)
    return Outcome(
        contract,
        (points, whole - points),
        tricks,
        (game.belote * extras.belotes.count(Side.ONE), game.belote * extras.belotes.count(Side.TWO)),
        extras.annonces,
        taker_tricks=tricks[0] if extras.alone else 0,
    )


RESULTS: Final = ResultForm(_read, "[S|H|D|C|NT|AT] POINTS", frozenset(["belotes", "annonces", "all_tricks"]))
