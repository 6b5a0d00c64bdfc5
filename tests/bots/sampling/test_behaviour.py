"""How the bot plays for its partner, the deal and the match: positions whose answers a larger search has confirmed.

`scripts/positions.py` has written them, and tells what their kinds are.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from overtrick.bots.sampling.bot import Sampling
from overtrick.core.game import Standing
from overtrick.deal.record import Record
from overtrick.deal.replay import replay
from overtrick.deal.view import view
from overtrick.formats import jsonl

POSITIONS: Final = jsonl.loads((Path(__file__).parents[2] / "data" / "positions.jsonl").read_text(encoding="utf-8"))
KINDS: Final = sorted({record.tag("kind") for record in POSITIONS})
GAMES: Final = sorted({record.game.name for record in POSITIONS})
LEAST_GOOD: Final = 0.85
"""the share of positions of a kind in which level 3 must find one of the best cards"""


class Answer(NamedTuple):
    """The card of the bot of level 3 in a position."""

    position: Record
    card: str

    def is_among(self, tag: str) -> bool:
        """Whether the position has the card in one of its lists."""
        cards: Any = self.position.tags[tag]
        return self.card in cards


@cache
def answers() -> list[Answer]:
    return [Answer(record, card_of(record)) for record in POSITIONS]


def card_of(record: Record) -> str:
    """What the bot plays, whatever it says before."""
    round_, totals = replay(record), record.tags.get("totals")
    standing = None if totals is None else Standing(tuple(totals))  # type: ignore[arg-type]
    advice = Sampling(Random(1)).advise(view(round_, round_.actor, standing))
    return str(advice.options[0].action if advice.options else advice.action)


def test_there_are_many_positions_of_all_kinds() -> None:
    assert len(POSITIONS) >= 200
    assert len(KINDS) >= 6
    assert {"belote", "coinche", "euchre", "sueca"} <= set(GAMES)


@pytest.mark.parametrize("kind", KINDS)
def test_most_positions_of_a_kind_are_played_well(kind: str) -> None:
    asked = [answer for answer in answers() if answer.position.tag("kind") == kind]
    good = sum(answer.is_among("best") for answer in asked)
    assert good >= LEAST_GOOD * len(asked), f"{good} of {len(asked)}"


@pytest.mark.parametrize("game", GAMES)
def test_no_position_is_blundered(game: str) -> None:
    blunders = Counter(
        answer.position.tag("kind")
        for answer in answers()
        if answer.position.game.name == game and answer.is_among("blunders")
    )
    assert not blunders
