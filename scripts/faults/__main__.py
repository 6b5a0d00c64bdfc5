"""Tables under faults: killed servers, lost and dead connections, silent clients, full disks, servers that share.

    python -m scripts.faults [FAULT…] [--kills 50] [--cuts 20] [--tables 10] [--game GAME…] [--seed 1]

Clients of ours play random legal actions while something is broken on purpose, and then to the end of their matches.
Afterwards everything that any of them ever got must be in the log with the same content and in order, every command
must have acted once or been refused, every table that a client saw must be the one that the log makes, and every deal
must be judged clean. Prints a row for each fault, and fails if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Coroutine
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from scripts.faults.checks import Checked, kinds
from scripts.faults.cuts import PHASES, cut_clients_off
from scripts.faults.full_disk import Disk, LimitedDisk, fill_disk, small_disk
from scripts.faults.half_open import go_dead
from scripts.faults.kills import PACE, kill_servers
from scripts.faults.sharing import share_tables, told
from scripts.faults.slow import leave_unread

GAMES: Final = ("belote", "coinche", "sueca", "euchre", "bridge,boards=2", "whist", "spades:msn", "klaverjas")
"""of which a match ends, whatever is played: Spades without a floor would not"""
FAULTS: Final = ("kills", "cuts", "unread", "dead", "full-files", "full-disk", "sharing")
SHARING: Final = {"kill": 50, "stop": 20, "pause": 10, "restart": 10, "cut": 10, "jump": 5}
"""what is done to servers that share a database, and how often"""
HEADS: Final = ("entries", "events", "commands", "refused", "views", "deals", "wrong", "seconds")
"""entries of logs, events that clients got, commands that acted and that were refused, views and deals checked"""
WIDTH: Final = 9
SECONDS: Final = 5.0
"""for which others are watched without and with clients that do not read, and for which a disk is full"""
HEARTBEAT: Final = 2.0
SHOWN: Final = 3
"""of each kind of things that are wrong"""

Found = tuple[Checked, str]


async def kills(folder: Path, options: argparse.Namespace) -> Found:
    """Kill the server."""
    checked = await kill_servers(folder, options.kills, options.tables, options.game, options.seed)
    return checked, f"{options.kills} servers killed under {options.tables} tables"


async def cuts(folder: Path, options: argparse.Namespace) -> Found:
    """Cut clients off."""
    checked, counted = await cut_clients_off(folder, options.cuts, options.game, options.seed)
    return checked, "cut off: " + ", ".join(f"{phase} {counted[phase]}" for phase in PHASES)


async def unread(folder: Path, options: argparse.Namespace) -> Found:
    """Have clients that do not read."""
    checked, alone, beside = await leave_unread(folder, options.tables, SECONDS, options.seed)
    return checked, f"dropped; others {alone} without them, {beside} with them"


async def dead(folder: Path, options: argparse.Namespace) -> Found:
    """Let connections go dead."""
    checked, found, back = await go_dead(folder, HEARTBEAT, is_patient=True, seed=options.seed)
    return (
        checked,
        f"found after {found:.1f} s with a heartbeat of {HEARTBEAT:.0f} s, back by themselves at {back:.1f} s",
    )


async def sharing(folder: Path, options: argparse.Namespace) -> Found:
    """Let servers share a database, of which some are killed, stopped or paused, and which goes away."""
    counts = {kind: max(1, round(count * options.share)) for kind, count in SHARING.items()}
    checked, pauses = await share_tables(counts, options.tables, options.game, options.seed, options.pace)
    done = ", ".join(f"{kind} {count}" for kind, count in counts.items())
    return checked, f"{done} under {options.tables} tables; {told(pauses)}"


async def full(disk: Disk | None, options: argparse.Namespace) -> Found:
    """Fill a disk."""
    if disk is None:
        return Checked(), "not tried: nothing can be mounted here"
    checked, share = await fill_disk(disk, options.tables, SECONDS, options.game, options.seed)
    return checked, f"the server used {share:.0%} of a core meanwhile"


def run(name: str, options: argparse.Namespace) -> Checked:
    """Try a fault, and print its row and what is wrong."""
    started = time.monotonic()
    with TemporaryDirectory() as folder, ExitStack() as stack:
        place = Path(folder)
        work: Coroutine[Any, Any, Found]
        if name == "full-files":
            work = full(LimitedDisk(place), options)
        elif name == "full-disk":
            work = full(stack.enter_context(small_disk(place)), options)
        else:
            work = {"kills": kills, "cuts": cuts, "unread": unread, "dead": dead, "sharing": sharing}[name](
                place, options
            )
        try:
            checked, note = asyncio.run(work)
        except* Exception as group:
            checked, note = Checked([repr(error) for error in group.exceptions]), "not finished"
    numbers = [getattr(checked, head) for head in HEADS[:-2]]
    cells = [*numbers, len(checked.faults), f"{time.monotonic() - started:.0f}"]
    print(name.ljust(10) + "".join(str(cell).rjust(WIDTH) for cell in cells) + f"  {note}", flush=True)
    for alike in kinds(checked.faults):
        for fault in alike[:SHOWN]:
            print(fault, file=sys.stderr)
        if len(alike) > SHOWN:
            print(f"… and {len(alike) - SHOWN} more of this kind", file=sys.stderr)
    sys.stderr.flush()
    return checked


def main(arguments: list[str] | None = None) -> int:
    """Try all faults, or some."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("faults", metavar="FAULT", nargs="*", help=f"of {', '.join(FAULTS)}; by default all")
    parser.add_argument("--kills", type=int, default=50, help="of the server")
    parser.add_argument("--cuts", type=int, default=20, help="of connections, in every phase")
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--game", action="append", help="can be given several times; by default all of ours")
    parser.add_argument("--share", type=float, default=1.0, help="of what is done to servers that share a database")
    parser.add_argument(
        "--pace", type=float, default=PACE, help="the longest time that their players think, in seconds"
    )
    parser.add_argument("--seed", default="1")
    options = parser.parse_args(arguments)
    options.game = options.game or list(GAMES)
    for name in options.faults:
        if name not in FAULTS:
            parser.error(f"'{name}' is none of {', '.join(FAULTS)}")
    print("fault".ljust(10) + "".join(head.rjust(WIDTH) for head in HEADS))
    found = [run(name, options) for name in options.faults or FAULTS]
    return 1 if any(checked.faults for checked in found) else 0


if __name__ == "__main__":
    sys.exit(main())
