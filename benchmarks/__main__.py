"""Run all benchmarks, print their tables, and write them to results.md with the facts of the machine."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from benchmarks import judge, server, startup

HEADER = """# Results

Made by `make bench`; each table comes from the file of this folder that is named above it.

{machine}
"""


def main() -> None:
    """Measure everything."""
    parts = [HEADER.format(machine=_machine())]
    for benchmark in (startup, judge, server):
        table = benchmark.table()
        print(table, flush=True)
        parts.append(f"## {benchmark.__name__.rpartition('.')[2]}.py\n\n{benchmark.__doc__}\n{table}\n")
    Path(__file__).with_name("results.md").write_text("\n".join(parts), encoding="utf-8")


def _machine() -> str:
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor() or "unknown processor",
    )
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}."


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []


if __name__ == "__main__":
    main()
