"""Colours and tables."""

import io

import pytest

from overtrick.cli.terminal import Paint, table_lines


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals_whose_users_want_them(
    environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert Paint.on(Terminal()).red("♥") == ("\x1b[31m♥\x1b[0m" if coloured else "♥")
    assert Paint.on(io.StringIO()).red("♥") == "♥"
    assert Paint.on(None).bold("x") == "x"


def test_columns_of_a_table_have_equal_widths() -> None:
    rows = [("a", "1", "x"), ("long", "23")]
    assert table_lines(rows, indent=" ") == [" a     1   x", " long  23"]
    assert table_lines(rows, left=1) == ["a      1  x", "long  23"]
    assert table_lines(rows, left=2) == ["a     1   x", "long  23"]
    assert table_lines([]) == []
