"""The disk is full for a while: everything that cannot be stored is refused, nothing is half done, and play goes on."""

from __future__ import annotations

import asyncio
import resource
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from typing import Final, Protocol

from overtrick.protocol.incoming import Create, Leave, Options
from scripts.faults.checks import USUAL, Checked, check_tables
from scripts.faults.players import STORE_FAILED, Player, finish, playing, sit_down, until
from scripts.faults.proxy import Proxy
from scripts.faults.servers import ServerProcess

OPTIONS: Final = (Options(bot_delay=0, clock=0), Options(bot_delay=0))
PACE: Final = 0.005
PLAY: Final = 1.0
"""seconds before the disk is full"""
SMALL_DISK: Final = "16m"
BLOCK: Final = bytes(4096)
BUSY: Final = 0.5
"""the share of a core above which a server with a full disk does too much"""


class Disk(Protocol):
    """Where the file of a server is."""

    folder: Path

    def fill(self, server: ServerProcess) -> None:
        """Let nothing more be written."""

    def free(self, server: ServerProcess) -> None:
        """Let everything be written again."""


class LimitedDisk:
    """A disk on which the server may write nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, server: ServerProcess) -> None:
        self._limit(server, 0)

    def free(self, server: ServerProcess) -> None:
        self._limit(server, resource.RLIM_INFINITY)

    def _limit(self, server: ServerProcess, size: int) -> None:
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class SmallDisk:
    """A file system of its own, in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    def fill(self, server: ServerProcess) -> None:
        with self._ballast.open("ab", buffering=0) as ballast:
            try:
                while ballast.write(BLOCK) == len(BLOCK):
                    pass
            except OSError:
                return  # it is full

    def free(self, server: ServerProcess) -> None:
        self._ballast.unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[Disk | None]:
    """A small disk in an empty folder, where that is possible."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        yield None  # only an administrator can mount anything
        return
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", str(folder)], check=True)


async def fill_disk(disk: Disk, tables: int, seconds: float, games: Sequence[str], seed: str) -> tuple[Checked, float]:
    """Let tables play, with a full disk for some time in between, and to the end.

    Gives the share of a core that the server used with a full disk.
    """
    server = ServerProcess(disk.folder / "full.db", SystemRandom())
    async with server, Proxy(server.port) as proxy:
        ports = [proxy.port, *[server.port] * (4 * tables - 1)]
        players = [Player(f"player {n}", port, Random(f"{seed} {n}"), PACE) for n, port in enumerate(ports, 1)]
        newcomer = Player("newcomer", server.port, Random(f"{seed} newcomer"))
        async with playing([*players, newcomer]):
            for number in range(tables):
                party = players[4 * number : 4 * number + 4]
                await sit_down(party, games[number % len(games)], OPTIONS[number % len(OPTIONS)])
            await asyncio.sleep(PLAY)
            disk.fill(server)
            await until(partial(_all_were_refused, players), "all tables are refused")
            await _must_be_refused(players[1], Leave())
            await _must_be_refused(newcomer, Create(game="sueca"))
            proxy.cut()
            first = await _share_of_core(server, seconds / 2)
            await server.kill()
            await server.start()
            disk.fill(server)
            second = await _share_of_core(server, seconds / 2)
            disk.free(server)
            await newcomer.sit(Create(game="sueca"))
            await finish(players)
    share = max(first, second)
    errors = [*server.errors, *([f"busy with a full disk: {share:.0%} of a core"] if share > BUSY else [])]
    return check_tables(server.db, players, errors, USUAL | {STORE_FAILED}), share


async def _must_be_refused(player: Player, message: Create | Leave) -> None:
    id_ = player.say(message)
    await until(partial(player.witness.has_answer, id_), f"{player.name} has an answer")
    assert player.witness.refused.get(id_) == STORE_FAILED, f"{message} of {player.name} was not refused"


async def _share_of_core(server: ServerProcess, seconds: float) -> float:
    """How busy the server is for some time."""
    before = server.cpu_seconds
    await asyncio.sleep(seconds)
    assert server.is_alive, "the server died of a full disk"
    return (server.cpu_seconds - before) / seconds


def _all_were_refused(players: Sequence[Player]) -> bool:
    """Whether at all tables somebody was told that nothing can be stored."""
    told = {player.table for player in players if STORE_FAILED in player.witness.refused.values()}
    return told == {player.table for player in players}
