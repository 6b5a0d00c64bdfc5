"""Bots that are programs: what they are told, and what becomes of those that fail."""

import fcntl
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Barrier, Thread, active_count

import pytest
from patience import PATIENCE

from overtrick.arena.runner import Failure, Plan, Played, play, simulate
from overtrick.bots.asking import BotError, ask
from overtrick.bots.bot import check_bot, find_bot
from overtrick.bots.program import bot as program_bot
from overtrick.bots.program.bot import ProgramBot, Programs, programs_here
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import View, view

ROOT = Path(__file__).parents[2]
BELOTE = find_game("belote")
BAD = f"{sys.executable} {Path(__file__).parent / 'bad_bot.py'}"
GOOD = f"exec:{sys.executable} {ROOT / 'examples/bots/simple_bot.py'}"


def first_view(game: str = "belote") -> View:
    round_ = numbered_deal(find_game(game), "1", 1)
    return view(round_, round_.actor)


@pytest.fixture
def programs() -> Iterator[Programs]:
    with closing(Programs()) as programs:
        yield programs


def bad(programs: Programs, fault: str, seconds: float = 10, file: Path | None = None) -> ProgramBot:
    return programs.bot(f"{BAD} {fault} {file or ''}", Random(1), seconds)


def complaint(bot: ProgramBot, seen: View) -> str:
    """What is said of a bot that fails, without its name."""
    with pytest.raises(BotError) as caught:
        bot(seen)
    told = str(caught.value)
    assert told.startswith(f"The bot '{BAD} ")
    return told.partition("' ")[2]


def is_there(pid: int) -> bool:
    """Whether a process runs, or waits for somebody to take notice of its end."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def pids(file: Path) -> list[int]:
    return [int(line) for line in file.read_text(encoding="utf-8").split()]


EXPECTED = 'where {"type": "action", "id": 1, "action": …} was expected.'


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("not-json", f"wrote 'Ah' {EXPECTED}"),
        ("empty", f"wrote '' {EXPECTED}"),
        ("list", f"wrote '[\"action\"]' {EXPECTED}"),
        ("number", f"wrote '17' {EXPECTED}"),
        ("nul", f'wrote \'{{"type":"action","id":1,"action":"\\x00"}}\' {EXPECTED}'),
        ("bytes", f'wrote \'{{"type":"action","id":1,"action":"\\xff"}}\' {EXPECTED}'),
        ("utf-16", None),
        ("deep", f"wrote '{'[' * 79}…' {EXPECTED}"),
        ("digits", None),
        ("long", "wrote a line of more than 10000 bytes where an answer was expected."),
        ("long-without-end", "wrote a line of more than 10000 bytes where an answer was expected."),
        ("other-type", None),
        ("other-id", f'wrote \'{{"type":"action","id":2,"action":"Ah"}}\' {EXPECTED}'),
        ("true-id", None),
        ("no-id", None),
        ("no-action", f'wrote \'{{"type":"action","id":1}}\' {EXPECTED}'),
        ("action-object", None),
        ("half-letter", "answered '\\ud800', which is none of what it may do: pass, take."),
        ("illegal", "answered '2c', which is none of what it may do: pass, take."),
        ("spelling", "answered 'PASS', which is none of what it may do: pass, take."),
        ("crash", "ended with the exit code 3 where an answer was expected."),
        ("close", "closed its output where an answer was expected."),
    ],
)
def test_a_program_that_fails_is_told_what_it_did(programs: Programs, fault: str, told: str | None) -> None:
    said = complaint(bad(programs, fault), first_view())
    assert said == told if told is not None else said.endswith(EXPECTED)


@pytest.mark.parametrize("fault", ["hello-garbage", "hello-version", "hello-games"])
def test_a_program_has_to_say_hello(programs: Programs, fault: str) -> None:
    expected = 'where {"type": "hello", "v": 1, "games": […]} was expected.'
    assert complaint(bad(programs, fault), first_view()).endswith(expected)
    with pytest.raises(Invalid, match="was expected"):
        check_bot(f"exec:{BAD} {fault}", is_own=True)


def test_a_program_that_says_nothing_is_not_waited_for(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_bot, "HELLO_SECONDS", 0.2)
    assert complaint(bad(programs, "silent"), first_view()) == "had no answer after 200 ms."


@pytest.mark.parametrize("fault", ["hang", "grandchild", "orphan"])
def test_a_program_that_takes_too_long_is_ended_with_all_that_it_has_started(
    programs: Programs, fault: str, tmp_path: Path
) -> None:
    file, before = tmp_path / "pids", active_count()
    assert complaint(bad(programs, fault, 0.1, file), first_view()) == "had no answer after 600 ms."
    assert [is_there(pid) for pid in pids(file)] == [False]
    assert active_count() == before  # nobody is left who could write to the thread that reads


def test_a_program_plays_only_the_games_that_it_says(programs: Programs) -> None:
    assert complaint(bad(programs, "twice"), first_view("sueca")) == "does not play sueca: it plays belote."


def test_what_cannot_be_started_is_refused(programs: Programs) -> None:
    for text, told in [
        ("exec:no-such-program", r"^The bot 'no-such-program' cannot be started: No such file or directory\.$"),
        (f"exec:{ROOT}", "cannot be started: Permission denied"),
        ("exec:x\0y", "cannot be started: embedded null byte"),
        ("exec:", "'' is no command"),
        ("exec: ", "' ' is no command"),
        ("exec:python 'x", "'python 'x' is no command"),
    ]:
        with pytest.raises(Invalid, match=told):
            check_bot(text, is_own=True)
    check_bot(GOOD, is_own=True)
    check_bot("simple", is_own=True)


@pytest.mark.parametrize("text", ["exec:true", "exec:", "exec:rm -rf x"])
def test_programs_are_refused_where_nobody_allows_them(text: str) -> None:
    with pytest.raises(Invalid, match="programs are not started here"):
        find_bot(text, Random(1))
    with pytest.raises(Invalid, match="programs are not started here"):
        check_bot(text)


def plan_of(fault: str, file: Path, deals: int) -> Plan:
    text = f"exec:{BAD} {fault} {file}"
    return Plan(BELOTE, (text, "simple", text, "simple"), "1", deals)


def _kept(played: Played) -> Played:
    return played


def test_the_arena_goes_on_after_failures_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file, before = tmp_path / "pids", set(os.listdir("/dev/fd"))
    played = list(simulate(plan_of("third", file, 8), _kept))
    failures = [failure for each in played for failure in each.failures if failure is not None]
    assert [each.number for each in played] == list(range(1, 9))
    assert len(failures) >= 3
    assert {failure.seat.side for failure in failures} == {1}
    assert {failure.finding.code for failure in failures} == {"bot-crashed"}
    assert len(pids(file)) > 3
    assert [pid for pid in pids(file) if is_there(pid)] == []
    assert set(os.listdir("/dev/fd")) == before


def test_an_answer_too_many_is_noticed_at_the_next_question(programs: Programs) -> None:
    bot = bad(programs, "twice")
    assert bot(first_view()) == "pass"
    assert complaint(bot, first_view()).endswith('where {"type": "action", "id": 2, "action": …} was expected.')
    assert bot(first_view()) == "pass"


def test_a_program_that_reads_nothing_cannot_stop_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_bot, "SECONDS", 0.1)
    file = tmp_path / "pids"
    with closing(Programs()) as programs:
        bot = bad(programs, "deaf", file=file)
        programs.at(f"{BAD} deaf {file}", Seat.NORTH)
        for _ in range(200):  # more than a pipe holds
            bot.hear_result(Seat.NORTH, numbered_deal(BELOTE, "1", 1).record(), (0, 0))
        assert [is_there(pid) for pid in pids(file)] == [False]


def test_programs_that_do_not_go_are_ended(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    with closing(Programs()) as programs:
        programs.at(f"{BAD} stays {file}", Seat.NORTH)
        assert [is_there(pid) for pid in pids(file)] == [True]
    assert [is_there(pid) for pid in pids(file)] == [False]


def test_children_of_a_program_end_with_it(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    with closing(Programs()) as programs:
        bad(programs, "children", file=file)(first_view())
        with file.open() as held, pytest.raises(BlockingIOError):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with file.open() as free:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(free, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:  # who was killed may take a moment to go
                assert time.monotonic() < until
                time.sleep(0.01)


def test_programs_end_with_whoever_started_them(tmp_path: Path) -> None:
    file, seen = tmp_path / "pids", first_view()
    bot = bad(Programs(), "twice", file=file)
    assert bot(seen) == "pass"
    assert [is_there(pid) for pid in pids(file)] == [True]
    del bot
    assert [is_there(pid) for pid in pids(file)] == [False]


def test_a_table_of_ones_own_knows_a_program_by_a_name_as_long_as_it_is_played_at(tmp_path: Path) -> None:
    file, seen = tmp_path / "pids", first_view()
    with program_bot.registered(f"exec:{BAD} twice {file}") as name:
        assert find_bot(name, Random(1))(seen) == "pass"
        assert [is_there(pid) for pid in pids(file)] == [True]
    assert [is_there(pid) for pid in pids(file)] == [False]
    with pytest.raises(Invalid, match="There is no bot 'program'"):
        check_bot(name)


def test_every_thread_has_programs_of_its_own() -> None:
    with ThreadPoolExecutor(2) as threads:
        both = Barrier(2)
        found = set(threads.map(lambda _: both.wait(PATIENCE) in (0, 1) and programs_here(), range(2)))
    assert len({*found, programs_here()}) == 3
    assert programs_here() is programs_here()


def test_each_seat_has_a_process_of_its_own_for_all_deals(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    script = tmp_path / "bot.py"
    source = (ROOT / "examples/bots/simple_bot.py").read_text()
    script.write_text(f"import os\nprint(os.getpid(), file=open({str(file)!r}, 'a'))\n{source}")
    text = f"exec:{sys.executable} {script}"
    with ThreadPoolExecutor(1) as here:
        played = list(simulate(Plan(BELOTE, (text,) * 4, "1", 5), _kept, here))
    assert not any(each.failures for each in played)
    assert len(pids(file)) == 4
    assert [pid for pid in pids(file) if is_there(pid)] == []


def test_a_failure_names_the_seat_and_the_game_is_lost(tmp_path: Path) -> None:
    played = play(plan_of("raise", tmp_path / "pids", 1), 1)
    (failure,), (score,) = played.failures, played.scores
    assert isinstance(failure, Failure)
    assert failure.finding.code == "bot-crashed"
    assert (failure.seat.side, score.winner) == (1, 2)
    programs_here().close()


def test_an_interrupt_before_the_question_is_under_way_is_no_failure_of_the_bot(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Interrupted(Thread):
        def start(self) -> None:
            raise KeyboardInterrupt

    seen, command = first_view(), GOOD.partition(":")[2]
    assert seen.seat is not None
    programs.at(command, seen.seat)
    monkeypatch.setattr("overtrick.bots.program.process.Thread", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask(programs.bot(command, Random(1), None), seen)
