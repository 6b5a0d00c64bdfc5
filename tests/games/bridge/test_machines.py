"""The formats of dealing machines: their bytes, round trips, and what is no board."""

from pathlib import Path
from types import ModuleType

import pytest
from games.bridge.bridge_files import BRIDGE, FIRST_BOARD
from hypothesis import given
from hypothesis import strategies as st
from strategies import played_at_random

from overtrick.cli import main
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Deal, Record
from overtrick.formats.catalogue import FORMATS, format_of, telling_line
from overtrick.formats.record_format import RecordFormat
from overtrick.games.bridge.machines import bri, dge, dlm, dup

MACHINES = [bri, dge, dlm, dup]


def form_of(machine: ModuleType) -> RecordFormat:
    form: RecordFormat = machine.FORMAT
    return form


def boards(count: int, first: int = 1) -> list[Record]:
    played = [played_at_random(BRIDGE, Seat.NORTH, seed).record() for seed in range(count)]
    return [record._replace(tags={"Board": str(number)}, dealer=None) for number, record in enumerate(played, first)]


def hands(record: Record) -> list[frozenset[object]]:
    return [frozenset(hand or ()) for hand in record.deal.hands or ()]


@pytest.mark.parametrize("machine", MACHINES)
@given(st.integers(1, 5), st.integers(1, 90))
def test_deals_are_read_back_with_their_numbers(machine: ModuleType, count: int, first: int) -> None:
    form = form_of(machine)
    first = first if machine in (dlm, dup) else 1
    written = boards(count, first)
    text = form.dumps(written)
    read = form.loads(text)
    assert list(map(hands, read)) == list(map(hands, written))
    assert [record.board for record in read] == list(range(first, first + count))
    assert [record.dealer for record in read] == [SEATS[(first + step - 1) % 4] for step in range(count)]
    assert form.dumps(read) == text
    assert form.load(text.encode("ascii").splitlines(keepends=True)) == read


def test_the_bytes_of_a_board() -> None:
    text = bri.dumps([FIRST_BOARD])
    assert (len(text), text[:26]) == (128, "02050614242628293941434647")
    assert text[78:] == " " * 32 + "\0" * 18
    signs = dge.dumps([FIRST_BOARD])
    assert (len(signs), signs[:17]) == (128, "\x06KT9\x03A42\x04KQ2\x05KJ87")
    both = dup.dumps([FIRST_BOARD])
    assert (len(both), both[:78], both[78:84], both[146:]) == (156, text[:78], signs[:6], "YN1  0 01 ")
    assert "Board 01=" in dlm.dumps([FIRST_BOARD])


def test_the_sum_of_a_board_is_checked() -> None:
    good = dlm.dumps([FIRST_BOARD])
    line = next(line for line in good.splitlines() if line.startswith("Board 01="))
    bad = good.replace(line, line[:-3] + f"{(int(line[-3:]) + 1) % 256:03}")
    [board] = dlm.games(bad)
    assert board.record == dlm.loads(good)[0]
    assert [(warning.code, warning.column) for warning in board.warnings] == [("wrong-sum", 36)]
    filler = "Board 02=aaaaaabffffffkkkkkklpppppp012\n"
    assert len(dlm.loads(good + filler)) == 1  # beyond the last one that the file names


@pytest.mark.parametrize("machine", MACHINES)
def test_what_is_no_whole_deal_cannot_be_written(machine: ModuleType) -> None:
    for deal in (Deal(), Deal((None, *(FIRST_BOARD.deal.hands or ())[1:]))):
        with pytest.raises(Invalid, match="it needs all four hands"):
            form_of(machine).dumps([FIRST_BOARD._replace(deal=deal)])


@pytest.mark.parametrize("machine", [bri, dge, dup])
def test_boards_must_be_in_a_row(machine: ModuleType) -> None:
    first, second = boards(2)
    with pytest.raises(Invalid, match="in a row"):
        form_of(machine).dumps([second, first])


@pytest.mark.parametrize("machine", MACHINES)
def test_a_board_of_several_tables_is_written_once_and_two_deals_of_a_number_never(machine: ModuleType) -> None:
    form, (first, second) = form_of(machine), boards(2)
    assert form.dumps([first, first, second]) == form.dumps([first, second])
    with pytest.raises(Invalid, match="the same number"):
        form.dumps([first, second._replace(tags={"Board": "1"})])


def test_numbers_of_boards_end_somewhere() -> None:
    assert dlm.dumps(boards(1, 999))
    with pytest.raises(Invalid, match="up to 999"):
        dlm.dumps(boards(1, 1000))


@pytest.mark.parametrize("machine", MACHINES)
@given(st.data())
def test_damaged_files_are_told_and_never_break(machine: ModuleType, data: st.DataObject) -> None:
    text = form_of(machine).dumps(boards(2))
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    for game in form_of(machine).games(damaged):
        assert game.record is not None or game.finding is not None
        assert game.finding is None or (game.finding.line and game.finding.column and game.finding.message())


@pytest.mark.parametrize("name", ["bri", "dge", "dlm", "dup"])
def test_the_content_tells_the_format_and_commands_convert(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = FORMATS[name].dumps(boards(3))
    assert format_of(telling_line(text.split("\n"))[0]) == name
    Path(f"a.{name}").write_bytes(text.encode())
    assert main(["convert", f"a.{name}", "a.pbn"]) == 0
    assert main(["convert", "a.pbn", f"b.{name}"]) == 0
    assert Path(f"b.{name}").read_bytes() == text.encode()
    assert main(["judge", f"a.{name}"]) == 0
