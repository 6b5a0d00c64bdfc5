"""Colours."""

import io

import pytest

from overtrick.cli.terminal import Paint


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
