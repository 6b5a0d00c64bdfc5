"""Bots that decide by their views do the same whatever is hidden; those that peek through a side door are found."""

import sys
from random import Random

import pytest
from lengths import one_of_each

from overtrick.bots.bot import BOTS, Bot, Making
from overtrick.bots.honesty import (
    Decision,
    Question,
    changed_deals,
    decide,
    is_choice,
    play_examined,
    played_turns,
)
from overtrick.core.actions import Action
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.errors import Illegal
from overtrick.core.game import Game
from overtrick.core.shuffle import seed_of
from overtrick.deal.deals import numbered_deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view

GAMES = [game for name in game_names() for game in presets(name).values()]


def by_hidden_cards(seen: View, deal: Round) -> Action:
    """A choice for which it matters what the next player holds."""
    assert seen.seat is not None
    return seen.legal[deal.held[seen.seat.next - 1] % len(seen.legal)]


class Remembered:
    """A side door: all deals of which anybody has asked what is legal are remembered, the last one is on the table."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.last: Round | None = None
        legal = Round.legal

        def remembering(deal: Round) -> tuple[Action, ...]:
            self.last = deal
            return legal(deal)

        monkeypatch.setattr(Round, "legal", remembering)

    def bot(self, making: Making) -> Bot:
        return lambda seen: by_hidden_cards(seen, self.last) if self.last is not None else seen.legal[0]


def frames_bot(making: Making) -> Bot:
    """A bot that looks for a deal among the variables of who asks it."""

    def choose(seen: View) -> Action:
        frame = sys._getframe()
        while frame is not None:
            for value in frame.f_locals.values():
                if isinstance(value, Question):
                    return by_hidden_cards(seen, value.deal)
            frame = frame.f_back  # type: ignore[assignment]
        return seen.legal[0]

    return choose


def unsteady_bot(making: Making) -> Bot:
    """A bot whose chance is not that of its seed."""
    return lambda seen: UNSEEDED.choice(seen.legal)


UNSEEDED = Random(5)


def examined(bot: str, game: Game | None = None, changes: int = 3) -> list[Decision]:
    deal = numbered_deal(game or find_game("euchre"), "honest", 3)
    return list(play_examined(deal, bot, "seed", changes, decide, decide))


@pytest.fixture
def peeking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "remembers", Remembered(monkeypatch).bot)
    monkeypatch.setitem(BOTS, "frames", frames_bot)
    monkeypatch.setitem(BOTS, "unsteady", unsteady_bot)


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=str)
def test_changed_deals_look_the_same_and_are_not(game: Game) -> None:
    deal, tried = numbered_deal(game, "changed", 2), 0
    while deal.actor is not None:
        question = Question(deal, "random", seed_of("changed", len(deal.plays)))
        changed = list(changed_deals(question, 2))
        assert len({deal.held, *(each.held for each in changed)}) == len(changed) + 1
        assert all(view(each, deal.actor) == view(deal, deal.actor) for each in changed)
        tried += len(changed)
        deal = deal.apply(decide(question))
    assert tried > 20


@pytest.mark.parametrize("bot", ["random", "simple", "sampling:1"])
@pytest.mark.parametrize("game", ["euchre", "sueca"])
def test_our_bots_decide_the_same_whatever_is_hidden(bot: str, game: str) -> None:
    decisions = examined(bot, find_game(game))
    assert all(decision.is_honest and decision.is_steady for decision in decisions)
    assert sum(len(decision.changed) for decision in decisions) > 20


@pytest.mark.parametrize("bot", ["remembers", "frames"])
def test_a_bot_that_peeks_through_a_side_door_is_found(bot: str, peeking: None) -> None:
    wrong = [decision for decision in examined(bot) if not decision.is_honest]
    assert len(wrong) > 3
    assert all(decision.is_steady for decision in wrong)
    assert all(decision.same < len(decision.others) for decision in wrong)


def test_a_bot_that_never_does_the_same_twice_is_no_cheat_but_proves_nothing(peeking: None) -> None:
    decisions = examined("unsteady")
    assert any(not decision.is_steady for decision in decisions)


def test_the_turns_of_a_record_are_those_of_its_cards() -> None:
    deal = numbered_deal(find_game("euchre"), "turns", 1)
    rounds = []
    while deal.actor is not None:
        action = decide(Question(deal, "simple", seed_of("turns", 1)))
        rounds += [deal] if isinstance(action, Card) else []
        deal = deal.apply(action)
    record = deal.record()
    assert [turn.held for turn in played_turns(record)] == [turn.held for turn in rounds]
    assert [is_choice(turn) for turn in rounds] == [len(turn.legal()) > 1 for turn in rounds]
    with pytest.raises(Illegal):
        played_turns(record._replace(plays=record.plays[::-1]))
