"""Run all quick benchmarks, print their tables, and write them to results.md with the facts of the machine.

The long one of the bots is run by itself; what it has written stays.
"""

from __future__ import annotations

from benchmarks import bots, judge, page, playouts, report, server, simulate, solver, startup, worlds

HEADER = """# Results

Made by `make bench`, and `bots.py` by `make bench-bots`; each table comes from the file of this folder that is named
above it, and `make setup` and then `.venv/bin/python -m benchmarks.NAME` prints it alone.

{machine}

{load}
"""


def main() -> None:
    """Measure everything."""
    before = report.load()
    parts = []
    for benchmark in (startup, judge, playouts, simulate, worlds, solver, server, page):
        table = benchmark.table()
        print(table, flush=True)
        parts.append(report.section(benchmark, table))
    load = (
        f"Load of the machine (mean of 5 minutes): {before} before the run, {report.load()} at its end, which the run"
        " itself makes about 1. With more, only what is measured in CPU time can be compared."
    )
    parts.insert(0, HEADER.format(machine=report.machine(), load=load))
    report.write([*parts, *filter(None, [report.written(bots)])])


if __name__ == "__main__":
    main()
