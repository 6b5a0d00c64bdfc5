"""`overtrick warm`: compile all kernels now, so that no later command has to wait for it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from overtrick.kernel.engine import KERNELS, cache_folder, engine, load


def run(arguments: Sequence[str]) -> int:
    """Compile what is not compiled yet, and say where it is kept."""
    parser = argparse.ArgumentParser(
        prog="overtrick warm",
        formatter_class=partial(argparse.HelpFormatter, width=100),
        description="Compile all kernels, so that the first solve, playout or review need not.",
    )
    parser.parse_args(arguments)
    if engine() == "plain":
        print("The plain engine is in use: there is nothing to compile.")
        return 0
    for kernels in KERNELS:
        load(kernels)
    folder = cache_folder()
    print(f"All kernels are compiled and kept in {folder}." if folder else "No folder can keep compiled kernels.")
    return 0
