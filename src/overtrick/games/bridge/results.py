"""The results of Bridge: a contract and what became of it, such as 4SX= or 3NT-2."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from overtrick.core.auctions import Contract
from overtrick.core.game import Outcome
from overtrick.core.scoring import NOBODY, Scores
from overtrick.core.seats import SEATS, Side
from overtrick.core.tricks import Strain, parse_strain
from overtrick.deal.record import Record
from overtrick.formats.result_text import SYMBOLS, Extras, ResultForm, bad_result, check_honours
from overtrick.games.bridge.notation import scored
from overtrick.games.bridge.rules import BOOK, Bridge
from overtrick.games.bridge.score_tables import names_of, sittings_of, unread_rows

RESULT: Final = re.compile(r"([1-7])(C|D|H|S|NT?)(X{0,2})(?:=|([+-][0-9]{1,2}))?")

PASSED_OUT: Final = "Pass"
"""the contract that records state for it"""


def _read(game: Bridge, words: Sequence[str], extras: Extras) -> Outcome | None:
    text = "".join(words).upper().translate(SYMBOLS)
    if text == "PASS":
        return None
    match = RESULT.fullmatch(text)
    level, over = (int(match[1]), int(match[4] or 0)) if match else (0, 0)
    if match is None or not 0 <= BOOK + level + over <= game.hand_size:
        raise bad_result(words, "result.bridge")
    check_honours(game, extras)
    strain = Strain.NO_TRUMPS if match[2].startswith("N") else parse_strain(match[2])
    tricks = BOOK + level + over
    return Outcome(
        Contract(strain, Side.ONE, SEATS[0], level, len(match[3])),
        (tricks, game.hand_size - tricks),
        (tricks, game.hand_size - tricks),
        vulnerable=frozenset([Side.ONE]) if extras.vulnerable else NOBODY,
        honours=extras.honours,
    )


def _stated(record: Record) -> Scores | None:
    """By the contract and the number of tricks that a record states."""
    if record.contract is None:
        return (0, 0) if record.tags.get("Contract") == PASSED_OUT else None
    return scored(record)


RESULTS: Final = ResultForm(
    _read,
    "4SX= 3NT-2 4H+1 Pass",
    frozenset(["vulnerable", "honours"]),
    _stated,
    has_tag=True,
    names=names_of,
    sittings=sittings_of,
    unread=unread_rows,
)
