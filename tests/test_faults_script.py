"""The script that breaks servers, connections and disks: a little of each fault, and what its checks find."""

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from overtrick.protocol.incoming import Options, Say
from overtrick.protocol.outgoing import Ended, Event
from overtrick.server.server import Server, ServerSettings
from scripts.faults.__main__ import FAULTS, main
from scripts.faults.checks import Checked, check_tables, kinds
from scripts.faults.cuts import PHASES, cut_clients_off
from scripts.faults.full_disk import LimitedDisk, fill_disk
from scripts.faults.half_open import go_dead
from scripts.faults.kills import kill_servers
from scripts.faults.players import Player, Witness, finish, playing, sit_down
from scripts.faults.servers import logged_errors
from scripts.faults.sharing import share_tables
from scripts.faults.slow import leave_unread


def check(checked: Checked) -> None:
    assert checked.faults == []
    assert checked.deals > 0
    assert checked.events > checked.entries > 0
    assert checked.views > 0
    assert checked.commands > 0


@pytest.mark.long
@pytest.mark.parametrize(("kills", "tables"), [(1, 1), (5, 4)])
def test_a_server_that_is_killed_loses_and_doubles_nothing(kills: int, tables: int, tmp_path: Path) -> None:
    check(asyncio.run(kill_servers(tmp_path, kills, tables, ["sueca", "euchre"], "test")))


def test_clients_cut_off_in_any_phase_come_back_to_their_seats(tmp_path: Path) -> None:
    checked, cuts = asyncio.run(cut_clients_off(tmp_path, 1, ["euchre", "bridge,boards=1"], "test"))
    check(checked)
    assert all(cuts[phase] for phase in PHASES)


@pytest.mark.long
def test_clients_that_never_read_are_dropped(tmp_path: Path) -> None:
    checked, alone, beside = asyncio.run(leave_unread(tmp_path, 1, 0.5, "test"))
    check(checked)
    assert min(alone.count, beside.count) > 0


def test_dead_connections_are_found(tmp_path: Path) -> None:
    checked, *_ = asyncio.run(go_dead(tmp_path, heartbeat=0.4, is_patient=False, seed="test"))
    check(checked)


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process can be set on Linux only")
def test_with_a_full_disk_everything_is_refused_and_nothing_half_done(tmp_path: Path) -> None:
    checked, _ = asyncio.run(fill_disk(LimitedDisk(tmp_path), 2, 2.5, ["belote", "euchre"], "test"))
    check(checked)
    assert checked.refused > 0


@pytest.mark.long
def test_servers_that_share_a_database_go_on_with_each_others_tables() -> None:
    counts = {"kill": 1, "stop": 1, "pause": 1, "restart": 1, "cut": 1, "jump": 1}
    checked, pauses = asyncio.run(share_tables(counts, 2, ["sueca", "euchre"], "test"))
    check(checked)
    assert {kind: len(found) for kind, found in pauses.items()} == dict.fromkeys(counts, 2)


# What the checks find


async def play(db: str) -> list[Player]:
    server = Server(ServerSettings(db=db))
    try:
        await server.start()
        players = [Player(f"player {n}", server.port, Random(n)) for n in range(1, 5)]
        async with playing(players):
            await sit_down(players, "euchre", Options(bot_delay=0))
            players[0].say(Say(text="hello"))
            await finish(players)
        return players
    finally:
        await server.stop()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Player]]:
    db = tmp_path_factory.mktemp("played") / "tables.db"
    return db, asyncio.run(play(str(db)))


def run(db: Path, statement: str) -> None:
    with closing(sqlite3.connect(db)) as connection:
        connection.execute(statement)
        connection.commit()


def another_event(witness: Witness) -> None:
    n = max(n for n, event in witness.events.items() if isinstance(event, Ended))  # somebody may talk after it
    witness.events[n] = replace(witness.events[n], n=n, id="x")


def another_view(player: Player) -> None:
    n = max(player.looks)
    player.looks[n] = ("over", *player.looks[n][1:-1], "a deal")


def another_snapshot(witness: Witness) -> None:
    witness.snapshots[0] = replace(witness.snapshots[0], paused=True)


def an_action_of_others(witness: Witness) -> None:
    n, event = next((n, event) for n, event in witness.events.items() if type(event).__name__ == "Acted")
    witness.events[n] = replace(event, turn=4 if getattr(event, "turn", 0) != 4 else 3)


def command(witness: Witness) -> str:
    return next(id_ for id_, message in witness.said.items() if isinstance(message, Say))


WRONG: dict[str, tuple[str, Callable[[Player], object], list[str]]] = {
    "nothing": ("SELECT 1", lambda player: None, []),
    "a lost event": (
        "DELETE FROM log WHERE n > (SELECT max(n) FROM log) - 10",
        lambda player: None,
        ["player 1 knows of event", "player 4 knows of event", "records of deals are lost or doubled"],
    ),
    "a lost record": ("DELETE FROM record WHERE deal = 1", lambda player: None, ["records of deals are lost"]),
    "another secret": (
        """UPDATE record SET line = replace(line, '"secret":"', '"secret":"00') WHERE deal = 1""",
        lambda player: None,
        ["the cards of deal 1 are invalid"],
    ),
    "another event": (
        "SELECT 1",
        lambda player: another_event(player.witness),
        ["player 2 got Ended"],
    ),
    "another table": ("SELECT 1", another_view, ["player 2 saw another table"]),
    "another snapshot": (
        "SELECT 1",
        lambda player: another_snapshot(player.witness),
        ["player 2 was shown another table"],
    ),
    "an event that others got otherwise": (
        "SELECT 1",
        lambda player: an_action_of_others(player.witness),
        ["player 2 got Acted", "player 2 got another event"],
    ),
    "a wrong answer": (
        "SELECT 1",
        lambda player: player.witness.done.update({"x": 3}),
        ["player 2 was told that x is event 3"],
    ),
    "a strange refusal": (
        "SELECT 1",
        lambda player: player.witness.refused.update({"x": "internal-error"}),
        ["player 2 was refused as internal-error"],
    ),
    "words in vain": (
        "SELECT 1",
        lambda player: player.witness.said.update({"x": Say(id="x", text="is anybody there")}),
        ["player 2 said in vain: is anybody there"],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_found(name: str, played: tuple[Path, list[Player]], tmp_path: Path) -> None:
    statement, change, expected = WRONG[name]
    db = tmp_path / "tables.db"
    shutil.copy(played[0], db)
    run(db, statement)
    players = [changed_copy(player) for player in played[1]]
    change(players[1])
    faults = [fault.partition(": ")[2] for fault in check_tables(str(db), players).faults]
    assert bool(faults) is bool(expected), faults
    assert not [start for start in expected if not any(fault.startswith(start) for fault in faults)], faults


def changed_copy(player: Player) -> Player:
    """A player who knows the same, and can be changed."""
    copied = Player(player.name, 1, Random(1))
    copied.table, copied.seat, copied.looks = player.table, player.seat, dict(player.looks)
    copied.witness = deepcopy(player.witness)
    return copied


def test_a_command_that_acted_twice_or_after_its_refusal_is_found(
    played: tuple[Path, list[Player]], tmp_path: Path
) -> None:
    db = tmp_path / "tables.db"
    shutil.copy(played[0], db)
    said = command(played[1][0].witness)
    is_it = f"""instr(CAST(entry AS TEXT), '"{said}"')"""
    run(db, f"INSERT INTO log SELECT table_id, (SELECT max(n) FROM log) + 1, entry FROM log WHERE {is_it}")
    players = [changed_copy(player) for player in played[1]]
    players[0].witness.refused[said] = "stale"
    faults = [fault.partition(": ")[2] for fault in check_tables(str(db), players).faults]
    assert faults == [f"command {said} of seat 1 acted 2 times", f"{said} of player 1 was refused as stale and acted"]


def test_events_out_of_order_and_events_that_change_are_noticed(played: tuple[Path, list[Player]]) -> None:
    first, second, *_ = (event for event in played[1][0].witness.events.values() if isinstance(event, Event))
    witness = Witness()
    witness.got(replace(first, n=1))
    witness.got(replace(second, n=3))
    witness.got(replace(first, n=1))
    assert witness.contradictions == ["event 3 came after event 1", "event 1 came after event 3"]
    witness = Witness()
    witness.got(replace(first, n=1))
    witness.sent(played[1][0].witness.said[""])
    witness.got(replace(second, n=1))
    assert len(witness.contradictions) == 1
    assert witness.contradictions[0].startswith("event 1 was ")


def test_what_is_wrong_in_the_same_way_stands_together() -> None:
    faults = [
        "table 63fb559e786ee901: player 1.2 said in vain: player 1.2 says 3",
        "table 63fb559e786ee901: deal 7 is impossible",
        "table 00aa559e786ee9ff: player 12.1 said in vain: player 12.1 says 44",
    ]
    assert kinds(faults) == [[faults[0], faults[2]], [faults[1]]]


def test_a_traceback_is_one_thing_that_is_wrong() -> None:
    log = """2026-11-18 09:31:43,692 INFO overtrick.server.hub: client 2 came
2026-11-18 09:31:43,700 ERROR asyncio: it failed
Traceback (most recent call last):
ValueError
2026-11-18 09:31:43,710 WARNING overtrick.server.store.leases: this process was taken for dead
  and goes on
2026-11-18 09:31:43,720 ERROR overtrick: it failed again
"""
    assert logged_errors(log.splitlines()) == [
        "2026-11-18 09:31:43,700 ERROR asyncio: it failed\nTraceback (most recent call last):\nValueError",
        "2026-11-18 09:31:43,720 ERROR overtrick: it failed again",
    ]


def test_there_is_a_row_for_each_fault(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["kills", "--kills", "0", "--tables", "1", "--game", "sueca"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split() == ["fault", "entries", "events", "commands", "refused", "views", "deals", "wrong", "seconds"]
    assert row.startswith("kills ")
    assert row.endswith("0 servers killed under 1 tables")
    assert row.split()[7] == "0"
    with pytest.raises(SystemExit):
        main(["fire"])
    assert f"'fire' is none of {', '.join(FAULTS)}" in capsys.readouterr().err


def test_what_goes_wrong_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kills", "--kills", "0", "--tables", "1", "--game", "tarot"]) == 1
    out, err = capsys.readouterr()
    assert "not finished" in out
    assert "has no seat: unknown-game" in err
