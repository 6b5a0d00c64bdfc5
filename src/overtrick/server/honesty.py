"""Whether the bots of a finished deal decided by their views alone: their cards are decided anew in changed deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Final

import msgspec

from overtrick.bots.bot import check_name
from overtrick.bots.honesty import Decision, Question, decide, examine, is_choice, played_turns
from overtrick.core.cards import Cards
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS
from overtrick.core.shuffle import seed_of
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.protocol.answers import Honesty, SampleInfo
from overtrick.server.analysing import checked, game_in

SECONDS: Final = 7.0
"""after these from the first decision on nothing more is asked; the last one may take some more"""
CHANGES: Final = 3
"""how many changed deals there are for each decision"""


def examine_text(text: str, bots: str, seconds: float = SECONDS) -> bytes:
    """What is found of the bots of four seats, `,simple,,sampling:3`, in the one record of a text, as JSON.

    Raises `Invalid` as an analysis does, and for bots that a server does not know.
    """
    record = checked(game_in(text)).record
    names = [name.strip() for name in bots.split(",")]
    if len(names) != len(SEATS):
        raise Invalid("bad-bots", text=bots)
    for name in filter(None, names):
        check_name(name)
    return msgspec.json.encode(examine_record(record, names, seconds))


def examine_record(
    record: Record, bots: Sequence[str], seconds: float = SECONDS, clock: Callable[[], float] = monotonic
) -> Honesty:
    """What the bots of the seats do again in changed deals; seats without a name are left alone.

    Their cards are asked for in any order, as long as there is time: those of a deal that takes long are a sample.
    """
    end, decisions = None, list[Decision]()
    turns = [turn for turn in played_turns(record) if turn.actor is not None and bots[turn.actor - 1]]
    for turn in Random(0).sample(turns, len(turns)):
        if end is not None and clock() >= end:
            break
        if is_choice(turn) and turn.actor is not None:
            question = Question(turn, bots[turn.actor - 1], seed_of("honest", len(turn.plays)))
            decision = examine(question, CHANGES, decide, decide)
            decisions += [decision] if decision.changed else []
            end = end or clock() + seconds  # before the first one a bot may have had to get ready
    steady = [decision for decision in decisions if decision.is_steady]
    return Honesty(
        decisions=len(steady),
        changed=sum(len(decision.changed) for decision in steady),
        same=sum(decision.same for decision in steady),
        unsteady=len(decisions) - len(steady),
        sample=_sample(steady),
    )


def _sample(decisions: Sequence[Decision]) -> SampleInfo | None:
    """The first decision that was not the same, else one in the middle of the deal."""
    wrong = [decision for decision in decisions if not decision.is_honest]
    by_time = sorted(decisions, key=lambda each: len(each.question.deal.plays))
    chosen = next(iter([*wrong, *by_time[len(by_time) // 2 :]]), None)
    if chosen is None:
        return None
    number = next((n for n, other in enumerate(chosen.others) if other != chosen.action), 0)
    deal = chosen.question.deal
    return SampleInfo(
        seat=deal.actor or SEATS[0],
        trick=len(deal.tricks) + 1,
        action=str(chosen.action),
        other=str(chosen.others[number]),
        hands=_hands(deal),
        changed=_hands(chosen.changed[number]),
    )


def _hands(deal: Round) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, Cards.from_mask(held))) for held in deal.held)
