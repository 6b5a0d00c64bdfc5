"""The file `results.md`: a section for each benchmark, and the facts of the machine."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from inspect import getdoc
from pathlib import Path
from types import ModuleType
from typing import Final

RESULTS: Final = Path(__file__).with_name("results.md")
LIBRARIES: Final = ("numba", "numpy", "endplay", "aiohttp", "uvloop")
"""those on which figures depend; the versions of peers stand in their tables"""
HEADING: Final = "## "


def section(benchmark: ModuleType, table: str) -> str:
    """What is written about a benchmark: what it says of itself, and its table."""
    return f"{_heading(benchmark)}\n\n{getdoc(benchmark)}\n\n{table}\n"


def written(benchmark: ModuleType) -> str:
    """The section of a benchmark as it stands in the file; nothing where it has none."""
    return next((part for part in _parts() if part.startswith(_heading(benchmark))), "")


def rewrite(benchmark: ModuleType, table: str) -> None:
    """Put a section in the place of the one that the file has, or at its end."""
    parts, old, new = _parts(), written(benchmark), section(benchmark, table)
    write([new if part == old else part for part in parts] if old else [*parts, new])


def write(parts: list[str]) -> None:
    """Write the whole file."""
    RESULTS.write_text("\n".join(parts), encoding="utf-8")


def _parts() -> list[str]:
    """What stands above the first section, and the sections; each ends with a line."""
    first, *others = RESULTS.read_text(encoding="utf-8").split(f"\n{HEADING}")
    return [first, *(f"{HEADING}{part}" for part in others)]


def _heading(benchmark: ModuleType) -> str:
    return f"{HEADING}{benchmark.__name__.rpartition('.')[2]}.py"


def machine() -> str:
    """The machine and the libraries."""
    model = next(
        (line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor() or "unknown processor",
    )
    libraries = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    return f"{os.cpu_count()} cores, {model}, {platform.system()}, Python {platform.python_version()}, {libraries}."


def load() -> str:
    """How busy the machine was in the last five minutes."""
    return f"{os.getloadavg()[1]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _lines(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []
