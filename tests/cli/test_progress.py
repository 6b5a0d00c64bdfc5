"""The progress bar: on a terminal only, and out of the way of what is printed."""

import io

from overtrick.cli.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_how_far_it_is_and_nothing_is_left_behind() -> None:
    terminal, clock = Terminal(), iter(range(100))
    progress = Progress(200, terminal, lambda: float(next(clock)))
    progress.advance(50)
    assert terminal.getvalue().endswith(" 25%")
    progress.advance(500)
    assert terminal.getvalue().endswith("100%")
    progress.clear()
    last = terminal.getvalue().rpartition("\r")[0].rpartition("\r")[2]
    assert terminal.getvalue().endswith("\r")
    assert last.strip() == ""
    shown = terminal.getvalue()
    progress.clear()
    assert terminal.getvalue() == shown


def test_it_is_not_drawn_more_often_than_people_can_see() -> None:
    terminal = Terminal()
    progress = Progress(200, terminal, lambda: 1.0)
    for _ in range(100):
        progress.advance(1)
    assert terminal.getvalue() == ""


def test_a_pipe_sees_nothing() -> None:
    pipe, clock = io.StringIO(), iter(range(100))
    progress = Progress(0, pipe, lambda: float(next(clock)))
    progress.advance(50)
    progress.clear()
    assert pipe.getvalue() == ""
