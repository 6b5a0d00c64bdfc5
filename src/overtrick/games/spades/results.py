"""The results of Spades: what the four players bid and how many tricks they won, such as `3 nil 4 5 / 3 0 4 6`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from overtrick.core.actions import LOOK
from overtrick.core.errors import OvertrickError
from overtrick.core.game import Outcome, nil_tricks_of
from overtrick.core.scoring import by_side
from overtrick.core.seats import SEATS, Side
from overtrick.core.short_auctions import BLIND_NIL
from overtrick.formats.result_text import Extras, ResultForm, bad_result
from overtrick.games.spades.rules import Spades

BLIND: Final = BLIND_NIL.replace(" ", "-")


def _read(game: Spades, words: Sequence[str], extras: Extras) -> Outcome | None:
    expected = "result.bids" if game.nil else "result.bids.without-nil"
    parts = " ".join(words).replace("/", " / ").replace(BLIND_NIL, BLIND).split()
    bids, slash, tricks = parts[:4], parts[4:5], parts[5:]
    won = [int(word) for word in tricks if word.isascii() and word.isdecimal() and len(word) <= 2]
    if slash != ["/"] or len(tricks) != len(SEATS) or len(won) != len(SEATS) or sum(won) != game.hand_size:
        raise bad_result(words, expected)
    auction = game.auction(SEATS[-1], None, frozenset(Side))
    try:
        for bid in bids:
            if bid != BLIND and LOOK in auction.legal():
                auction = auction.call(LOOK)
            auction = auction.call(BLIND_NIL if bid == BLIND else bid)
    except OvertrickError:
        raise bad_result(words, expected) from None
    contract = auction.contract
    assert contract is not None, "all four have bid"
    return Outcome(contract, by_side(won), by_side(won), nil_tricks=nil_tricks_of(contract, won))


RESULTS: Final = ResultForm(_read, "BIDS / TRICKS", frozenset())
