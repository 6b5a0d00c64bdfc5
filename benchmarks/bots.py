"""How well the bots play and how long they think: in pairs of deals, against programs of others, and in Bridge.

It takes long and is not part of `make bench`. A run that was stopped goes on where it was, if the bots are still the
same. With a share, `python -m benchmarks.bots 0.02`, it takes a first look at so much of each part and writes nothing.
"""

from __future__ import annotations

import sys
from inspect import getdoc
from typing import Final

from benchmarks import (
    bots_bridge,
    bots_bridge_bidding,
    bots_bridge_boards,
    bots_levels,
    bots_others,
    bots_pairs,
    bots_records,
    bots_times,
    bridge_bidding,
    ismcts,
    report,
)
from benchmarks.resuming import cache_folder, fingerprint

PARTS: Final = {
    "Pairs": bots_pairs,
    "Levels": bots_levels,
    "OpenSpiel": ismcts,
    "Programs of others": bots_others,
    "Auctions in Bridge": bridge_bidding,
    "Auctions against other programs": bots_bridge_bidding,
    "Card play in Bridge": bots_bridge,
    "Boards against BEN": bots_bridge_boards,
    "Times": bots_times,
    "Records": bots_records,
}


def main() -> None:
    """Measure everything, or a share of it."""
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    cache_folder()
    texts = [report.machine()]
    for title, part in PARTS.items():
        table = part.table(share)
        print(f"{title}\n\n{table}\n", flush=True)
        texts.append(f"### {title}\n\n{getdoc(part)}\n\n{table}")
    if cache_folder().name != fingerprint():
        sys.exit("The code of the bots has changed meanwhile: run it again.")
    if share == 1:
        report.rewrite(sys.modules[__name__], "\n\n".join(texts))


if __name__ == "__main__":
    main()
