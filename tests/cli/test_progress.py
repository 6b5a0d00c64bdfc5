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


def test_it_tells_how_long_the_rest_will_take() -> None:
    terminal, now = Terminal(), [0.0]
    progress = Progress(10_000, terminal, lambda: now[0])
    progress.skip(5_000)
    shown = []
    for seconds, amount in [(2, 100), (4, 100), (10, 50), (500, 4_000), (10_000, 0), (10_001, 750)]:
        now[0] = seconds
        progress.advance(amount)
        shown.append(terminal.getvalue().rpartition("\r")[2].partition("%")[2])
    assert [text.rstrip() for text in shown] == ["", "  ~1:36", "  ~3:10", "  ~1:28", "  ~29:25", ""]
    assert len(shown[-1]) >= len(shown[-2])  # so that nothing of it is left
    assert terminal.getvalue().rpartition("\r")[2].startswith("█" * 30 + " 100%")
    slow = Progress(100, terminal, lambda: now[0])
    now[0] += 3600
    slow.advance(50)
    assert terminal.getvalue().endswith(" 50%  ~1:00:00")


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
