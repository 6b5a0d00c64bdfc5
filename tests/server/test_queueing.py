"""The queue: owners take turns, and nobody is refused for the sake of one who has more."""

import asyncio
from contextlib import suppress

import pytest

from overtrick.core.errors import Invalid
from overtrick.server.queueing import FairQueue


def test_owners_take_turns_and_each_ones_questions_stay_in_order() -> None:
    order: list[str] = []

    async def run() -> None:
        queue = FairQueue(1)

        async def ask(question: str) -> None:
            async with queue.turn(question[0]):
                order.append(question)
                await asyncio.sleep(0)

        await asyncio.gather(*map(ask, ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]))
        assert len(queue) == queue.owners == 0

    asyncio.run(run())
    assert order == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]


def test_as_many_at_once_as_there_is_room_for() -> None:
    async def run() -> int:
        queue, present, most = FairQueue(3), 0, 0

        async def ask(owner: str) -> None:
            nonlocal present, most
            async with queue.turn(owner):
                present += 1
                most = max(most, present)
                await asyncio.sleep(0)
                present -= 1

        await asyncio.gather(*map(ask, "aaaabbbbcccc"))
        return most

    assert asyncio.run(run()) == 3


def test_who_gives_up_waiting_leaves_their_turn_to_others() -> None:
    async def run() -> list[str]:
        queue, order = FairQueue(1), list[str]()

        async def ask(owner: str) -> None:
            async with queue.turn(owner):
                order.append(owner)
                await asyncio.sleep(0)

        async with queue.turn("x"):
            tasks = [asyncio.create_task(ask(owner)) for owner in "abc"]
            await asyncio.sleep(0)
            tasks[0].cancel()
            await asyncio.sleep(0)
        tasks[1].cancel()  # whose turn it just is
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        assert len(queue) == 0
        return order

    assert asyncio.run(run()) == ["c"]


def test_who_gives_up_just_when_it_would_be_their_turn_holds_up_nobody() -> None:
    async def run() -> list[str]:
        queue, order = FairQueue(1, most=4), list[str]()

        async def ask(owner: str) -> None:
            async with queue.turn(owner):
                order.append(owner)

        async with queue.turn("a"):
            tasks = [asyncio.create_task(ask(owner)) for owner in "aab"]
            await asyncio.sleep(0)
            tasks.append(asyncio.create_task(ask("c")))  # for which the one would have to go that is cancelled here
            tasks[1].cancel()
            await asyncio.sleep(0)
            tasks[0].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert len(queue) == 0
        return order

    assert asyncio.run(run()) == ["b", "c"]


def test_where_all_places_are_taken_the_owner_of_most_is_refused() -> None:
    async def run() -> list[str]:
        queue, refused, end = FairQueue(1, most=4), list[str](), asyncio.Event()

        async def ask(question: str) -> None:
            try:
                async with queue.turn(question[0]):
                    await end.wait()
            except Invalid as error:
                assert error.finding.code == "too-busy"
                refused.append(question)

        tasks = []
        for question in ("a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "c1"):
            tasks.append(asyncio.create_task(ask(question)))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        end.set()
        await asyncio.gather(*tasks)
        return refused

    assert asyncio.run(run()) == ["a5", "a4", "a3", "b3", "a2"]


@pytest.mark.parametrize("error", [ZeroDivisionError, Invalid])
def test_a_question_that_fails_gives_its_turn_back(error: type[Exception]) -> None:
    async def run() -> None:
        queue = FairQueue(1)
        for _ in range(2):
            with pytest.raises(error):
                async with queue.turn("a"):
                    raise error("too-busy")

    asyncio.run(run())
