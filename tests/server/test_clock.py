"""The clock of a server: steps of the system's clock neither stop bots nor end turns."""

import asyncio

from network import serving

from overtrick.server.clock import SteadyClock


def test_a_step_of_the_system_clock_changes_nothing() -> None:
    of_day, steady = 1_000_000.0, 50.0
    clock = SteadyClock(lambda: of_day, lambda: steady)
    assert clock() == 1_000_000.0
    of_day, steady = of_day + 3600, steady + 1
    assert clock() == 1_000_001.0
    of_day, steady = of_day - 7200, steady + 1
    assert clock() == 1_000_002.0


def test_a_server_runs_by_it() -> None:
    async def run() -> object:
        async with serving() as server:
            return server.hub._clock

    assert isinstance(asyncio.run(run()), SteadyClock)
