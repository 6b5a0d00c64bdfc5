"""Tables of four clients at `overtrick serve`, which commits every move to the disk before anybody gets it.

Each client is a WebSocket and plays random legal cards; all of them are in one process on a core of its own, the
server on another. A table sends its next move when all four have got the last. Beside it, in the same run: the raw
fan-out of aiohttp, a server that does nothing but send every message, of the same size, to the four of its table (the
aim is half of its moves); and boardgame.io, which keeps its games in memory. `latency` is from sending a move to all
four having it; `bytes` is the payload of all four for a move, deals and scores included; `memory` is that of the
server for a table with its four connections; `server` and `clients` are shares of a core, and `moves/CPU s` is for a
second for which the server had a core. On a machine that has other things to do only that column can be compared: the
moves a second mean something where both servers had a core to themselves. PostgreSQL is on the core of the clients, and
its time is not that of the server; two processes have one core together, so that their row tells what it costs to carry
clients from one to the other: half of them are not where their table is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import mean
from time import perf_counter, process_time
from typing import Final, NamedTuple

from benchmarks import report
from benchmarks.peers.clients import SEATS, Load, Table
from benchmarks.peers.tables import BeloteTable, BoardgameIoTable, FanOutTable, OvertrickTable
from scripts.postgres import Postgres, installed

TABLES: Final = 250
MATCHES: Final = 50
"""tables of boardgame.io"""
HUMAN_TABLES: Final = 1000
WARM_UP: Final = 3.0
SECONDS: Final = 8.0
ROUNDS: Final = 2
"""of the comparison, one after the other, since a machine is not always as fast"""
HUMAN_SECONDS: Final = 20.0
INSTALL_SECONDS: Final = 120
CORES: Final = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
SERVER_CORE, CLIENT_CORE = CORES[:1], CORES[1:2]
PACKAGES: Final = '{"private": true, "dependencies": {"boardgame.io": "0.50.2"}, "overrides": {"koa-compose": "4.1.0"}}'
PEERS: Final = Path(__file__).with_name("peers")


class Server:
    """A server in a process of its own, or in several that it starts."""

    def __init__(self, command: Sequence[str], folder: str | None = None) -> None:
        """Start it, and wait until it is ready."""
        with pinned(SERVER_CORE), tempfile.TemporaryFile("w+", encoding="utf-8") as log:
            self._process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=log, text=True)
            assert self._process.stdout is not None
            for line in self._process.stdout:
                if found := re.search(r"ready: http://127\.0\.0\.1:(\d+)", line):
                    self.port = int(found[1])
                    return
            log.seek(0)
            raise ChildProcessError(f"{' '.join(command)} did not start: {log.read()}")

    @property
    def cpu_seconds(self) -> float:
        """The time that it has computed, in all its threads and processes."""
        fields = [stat.rpartition(")")[2].split() for stat in self._proc("stat")]
        return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> int:
        """The bytes that it has in memory."""
        return sum(int(each.split()[1]) for each in self._proc("statm")) * os.sysconf("SC_PAGE_SIZE")

    def _proc(self, name: str) -> list[str]:
        """What the system tells of its processes."""
        first = Path(f"/proc/{self._process.pid}")
        children = (first / f"task/{self._process.pid}/children").read_text(encoding="utf-8").split()
        return [(each / name).read_text(encoding="utf-8") for each in (first, *map(Path("/proc").joinpath, children))]

    def close(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.communicate()


class Measured(NamedTuple):
    """What a load has measured at a server."""

    moves: float
    """a second"""
    p50: float
    """in seconds, as p99"""
    p99: float
    size: float
    """bytes a move"""
    memory: float
    """bytes a table"""
    server: float
    """share of a core"""
    clients: float

    @property
    def efficiency(self) -> float:
        """Moves for a second of the server's CPU."""
        return self.moves / self.server


def measure(server: Server, kind: type[Table], tables: int, seconds: float, pace: float = 0.0) -> Measured:
    """Let some tables play at a server, and end it."""
    with closing(server), pinned(CLIENT_CORE):
        before = server.memory
        with closing(Load(kind, tables, server.port, pace)) as load:
            load.begin()
            load.run(WARM_UP + pace)
            load.clear()
            memory, served, played, start = server.memory, server.cpu_seconds, process_time(), perf_counter()
            load.run(seconds)
            took = perf_counter() - start
            served, played = server.cpu_seconds - served, process_time() - played
    latencies = sorted(load.latencies)
    moves = len(latencies)
    return Measured(
        moves / took,
        latencies[moves // 2],
        latencies[moves * 99 // 100],
        load.payload / moves,
        (memory - before) / tables,
        served / took,
        played / took,
    )


@contextmanager
def pinned(cores: Sequence[int]) -> Iterator[None]:
    """Run on some cores only, with the processes that are started meanwhile; on any, where there are none to spare."""
    if len(CORES) > 1:
        os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        if len(CORES) > 1:
            os.sched_setaffinity(0, CORES)


def overtrick(db: str, processes: int = 1) -> Server:
    """Our server, with a database."""
    command = ["serve", "--port", "0", "--text-port", "0", "--workers", "0", "--db", db, "--processes", str(processes)]
    return Server([sys.executable, "-m", "overtrick", *command])


def new_file(folder: str) -> str:
    """A database that there is not yet."""
    return f"{tempfile.mkdtemp(dir=folder)}/tables.db"


def fan_out(size: float) -> Server:
    """The least that a server can do, with messages of a size."""
    return Server([sys.executable, "-m", "benchmarks.peers.fan_out", str(round(size))])


def boardgame_io(folder: str) -> Server | str:
    """The server of boardgame.io, installed into a folder; or why there is none."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return "Node is not installed"
    Path(folder, "package.json").write_text(PACKAGES, encoding="utf-8")
    shutil.copy(PEERS / "boardgame_io.js", folder)
    try:
        subprocess.run(
            [npm, "install", "--no-audit", "--no-fund"], cwd=folder, check=True, capture_output=True, timeout=120
        )
        return Server(["node", "boardgame_io.js"], folder)
    except (subprocess.SubprocessError, ChildProcessError) as error:
        return f"it could not be installed: {error}"


def table() -> str:
    """A row for each server and pace."""
    if not Path("/proc/self/statm").exists():
        return "Not measured: the memory and time of a server are read from /proc."
    rows = [
        "| | tables | moves/s | latency p50 ms | p99 ms | bytes | memory KiB | server | clients | moves/CPU s |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    before = report.load()
    with tempfile.TemporaryDirectory() as folder:
        ours, raw = [], []
        for _ in range(ROUNDS):
            ours.append(measure(overtrick(new_file(folder)), OvertrickTable, TABLES, SECONDS))
            raw.append(measure(fan_out(ours[0].size / SEATS), FanOutTable, TABLES, SECONDS))
        rows += [_row("overtrick, Sueca", TABLES, each) for each in ours]
        rows += [_row("raw fan-out", TABLES, each) for each in raw]
        rows += _with_postgresql()
        rows.append(
            _row("overtrick, Belote", TABLES, measure(overtrick(new_file(folder)), BeloteTable, TABLES, SECONDS))
        )
        peer = boardgame_io(folder)
        if isinstance(peer, Server):
            rows.append(_row("boardgame.io, Sueca", MATCHES, measure(peer, BoardgameIoTable, MATCHES, SECONDS)))
        human = measure(overtrick(new_file(folder)), OvertrickTable, HUMAN_TABLES, HUMAN_SECONDS, pace=1.0)
        rows.append(_row("overtrick, Sueca, a move a second", HUMAN_TABLES, human))
    share = mean(each.moves for each in ours) / mean(each.moves for each in raw)
    cpu_share = mean(each.efficiency for each in ours) / mean(each.efficiency for each in raw)
    rows.append(
        f"\nMoves of Sueca beside the raw fan-out: {share:.0%} a second, {cpu_share:.0%} for the same CPU time."
    )
    rows.append(f"Load of the machine (mean of 5 minutes): {before} before the run, {report.load()} at its end.")
    if isinstance(peer, str):
        rows.append(f"boardgame.io was not measured: {peer}.")
    return "\n".join(rows)


def _with_postgresql() -> Iterator[str]:
    """Rows for servers whose tables are in a PostgreSQL database, where its programs are installed."""
    package = installed()
    if package is None:
        return
    with pinned(CLIENT_CORE):
        postgres = Postgres(package, settings={"fsync": "on"})
    with closing(postgres):
        for processes in (1, 2):
            server = overtrick(postgres.fresh(), processes)
            name = f"overtrick, Sueca, PostgreSQL, {processes} process{'es' if processes > 1 else ''}"
            yield _row(name, TABLES, measure(server, OvertrickTable, TABLES, SECONDS))


def _row(name: str, tables: int, each: Measured) -> str:
    cells = [
        *(name, f"{tables:,}", f"{each.moves:,.0f}", f"{1000 * each.p50:.1f}", f"{1000 * each.p99:.1f}"),
        *(f"{each.size:,.0f}", f"{each.memory / 1024:.0f}", f"{each.server:.0%}", f"{each.clients:.0%}"),
        f"{each.efficiency:,.0f}",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print(table())
