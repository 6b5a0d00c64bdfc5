"""Run all benchmarks, print their tables, and write them to results.md with the facts of the machine."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from inspect import getdoc
from pathlib import Path
from typing import Final

from benchmarks import judge, playouts, server, solver, startup, worlds

HEADER = """# Results

Made by `make bench`; each table comes from the file of this folder that is named above it, and `make setup` and then
`.venv/bin/python -m benchmarks.NAME` prints it alone.

{machine}

{load}
"""
LIBRARIES: Final = ("numba", "numpy", "endplay", "aiohttp", "uvloop")
"""those on which figures depend; the versions of peers stand in their tables"""


def main() -> None:
    """Measure everything."""
    before = _load()
    parts = []
    for benchmark in (startup, judge, playouts, worlds, solver, server):
        table = benchmark.table()
        print(table, flush=True)
        parts.append(f"## {benchmark.__name__.rpartition('.')[2]}.py\n\n{getdoc(benchmark)}\n\n{table}\n")
    load = (
        f"Load of the machine (mean of 5 minutes): {before} before the run, {_load()} at its end, which the run itself"
        " makes about 1. With more, only what is measured in CPU time can be compared."
    )
    parts.insert(0, HEADER.format(machine=_machine(), load=load))
    Path(__file__).with_name("results.md").write_text("\n".join(parts), encoding="utf-8")


def _machine() -> str:
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor() or "unknown processor",
    )
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}, {libraries}."


def _load() -> str:
    return f"{os.getloadavg()[1]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []


if __name__ == "__main__":
    main()
