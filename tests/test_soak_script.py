"""The script that lets people come to a server and go, and looks at its memory."""

import pytest

from scripts.soak import Sample, growth, main


@pytest.mark.long
def test_a_server_is_soaked(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--minutes", "0.1", "--tables", "2", "--every", "1"])  # which is too short to tell whether memory grows
    head, *rows, end = capsys.readouterr().out.splitlines()
    assert head.split() == ["seconds", "MiB", "tables", "connections", "events", "connected", "errors"]
    assert len(rows) > 1
    events = [int(row.split()[4]) for row in rows]
    assert events == sorted(events)
    assert {row.split()[-1] for row in rows} == {"0"}
    assert end.endswith("MiB in the last")


def test_growth_is_that_after_the_first_quarter() -> None:
    samples = [Sample(number, memory, {}) for number, memory in enumerate([1.0, 5.0, 8.0, 8.0, 8.0, 8.0, 8.0, 9.0])]
    assert growth(samples) == (8.0, 8.5)
    assert growth(samples[:1]) == (1.0, 1.0)
