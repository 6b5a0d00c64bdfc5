"""Claims at a server: another process finds out whether they are sure."""

import asyncio
from random import Random

import pytest

from overtrick.core.catalogue import find_game
from overtrick.core.seats import Seat
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.server.workers import Workers
from overtrick.table.agreements import is_sure


def last_two_tricks(seed: int) -> View:
    """What a declarer sees before the last two tricks of a deal that was played at random."""
    game, rng = find_game("bridge"), Random(seed)
    round_ = Round(game, Seat(1), rng.sample(list(game.pack), 52)).apply_all(["1NT", "pass", "pass", "pass"])
    while max(map(len, round_.hands)) > 2:
        round_ = round_.apply(rng.choice(round_.legal()))
    return view(round_, Seat(1))


@pytest.mark.parametrize("size", [0, 1])
def test_a_worker_says_the_same_of_a_claim(size: int) -> None:
    async def ask() -> list[tuple[bool, bool]]:
        workers = Workers(size)
        seen = [last_two_tricks(seed) for seed in range(10)]
        answers = [(await workers.is_sure(each, more), is_sure(each, more)) for each in seen for more in (1, 2)]
        await workers.stop()
        answers.append((await workers.is_sure(seen[0], 1), False))  # nobody is there to ask
        return answers

    answers = asyncio.run(ask())
    assert all(told == right for told, right in answers)
    assert {told for told, _ in answers} == {True, False}


def test_a_claim_that_nobody_can_look_at_is_not_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> bool:
        raise ZeroDivisionError

    async def ask() -> bool:
        workers = Workers(0)
        try:
            return await workers.is_sure(last_two_tricks(1), 0)
        finally:
            await workers.stop()

    assert asyncio.run(ask())
    monkeypatch.setattr("overtrick.server.workers.is_sure", stumble)
    assert not asyncio.run(ask())
