"""Whether a bot decides by its view alone: asked again in deals with other hidden cards, it must do the same.

A bot gets a view and nothing else, so that it could know hidden cards only by a side door of the program. Here such
doors are tried: a decision is asked for in the deal as it is, and in deals which look the same from its seat, by the
same bot with the same seed. Wherever the bot might look, it finds the deal of its question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick.bots.asking import ask
from overtrick.bots.bot import find_bot
from overtrick.core.actions import Action
from overtrick.core.cards import Card
from overtrick.core.shuffle import Seed, seed_of
from overtrick.deal.record import Record
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.worlds import worlds

if TYPE_CHECKING:
    from overtrick.bots.program.bot import Programs

TRIES: Final = 20
"""how many deals are drawn for each that is wanted: annonces and small numbers of deals leave some out"""
REPEATS: Final = 3
"""how often the same is asked of a bot that seems to have looked, before it is said"""


class Question(NamedTuple):
    """What a bot is to decide, with all hands; the bot gets its view of it."""

    deal: Round
    bot: str
    seed: bytes
    """of all chance in its play"""


Asking = Callable[[Question], Action]
"""Gives the decision of a bot."""


def decide(question: Question, programs: Programs | None = None, files: bool = False) -> Action:
    """What a bot that is made anew decides; raises `BotError` for one that fails."""
    bot = find_bot(question.bot, Random(question.seed), None, programs, files)
    return ask(bot, view(question.deal, question.deal.actor), question.bot)


class Decision(NamedTuple):
    """What a bot decided in a deal, and in others that look the same from its seat."""

    question: Question
    action: Action
    changed: tuple[Round, ...]
    others: tuple[Action, ...]
    """what it did in each of the changed deals"""
    is_steady: bool = True
    """whether it does the same if nothing is changed; else nobody can tell what it looks at"""

    @property
    def same(self) -> int:
        """In how many of the changed deals it did the same."""
        return sum(other == self.action for other in self.others)

    @property
    def is_honest(self) -> bool:
        """Whether it did the same in all of them."""
        return self.same == len(self.others)


def examine(question: Question, changes: int, in_deal: Asking, in_changed: Asking) -> Decision:
    """Let a bot decide, and again in some changed deals; what asks may be another process, which gets no other deal."""
    action, changed = in_deal(question), tuple(changed_deals(question, changes))
    others = tuple(in_changed(question._replace(deal=deal)) for deal in changed)
    decision = Decision(question, action, changed, others)
    if decision.is_honest:
        return decision
    return decision._replace(is_steady=all(in_deal(question) == action for _ in range(REPEATS)))


def changed_deals(question: Question, count: int) -> Iterator[Round]:
    """Some deals that look the same from the seat of a question and have other hidden cards, each another one."""
    deal, actor = question.deal, question.deal.actor
    seen, hidden = view(deal, actor), {deal.held}
    drawn = worlds(seen, Random(question.seed + b"changed"))
    for other in islice(drawn, TRIES * count):
        if len(hidden) > count:
            return
        if other.held not in hidden and view(other, actor) == seen:
            hidden.add(other.held)
            yield other


def is_choice(deal: Round) -> bool:
    """Whether there is anything to decide."""
    return len(deal.legal()) > 1


def play_examined(
    deal: Round, bot: str, seed: Seed, changes: int, in_deal: Asking, in_changed: Asking
) -> Iterator[Decision]:
    """Every decision of a deal that a bot plays on all seats; decisions without a choice are none."""
    number = 0
    while deal.actor is not None:
        action = deal.legal()[0]
        if is_choice(deal):
            number += 1
            decision = examine(Question(deal, bot, seed_of(seed, number)), changes, in_deal, in_changed)
            action = decision.action
            yield decision
        deal = deal.apply_unchecked(action)


def played_turns(record: Record) -> list[Round]:
    """The rounds of a record before each card; raises `OvertrickError` for one that was not played by the rules."""
    rounds: list[Round] = []

    def apply(round_: Round, action: Action) -> Round:
        if isinstance(action, Card):
            rounds.append(round_)
        return round_.apply(action)

    replay(record, apply)
    return rounds
