"""`overtrick perft`: how many legal sequences of cards follow a deal."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from overtrick.cli.interrupts import ended_by_interrupts
from overtrick.core.catalogue import find_game
from overtrick.core.seats import parse_seat
from overtrick.core.tricks import parse_strain
from overtrick.deal.position import Position
from overtrick.deal.text import parse_deal
from overtrick.engine.perft import divide, perft


@ended_by_interrupts()
def run(arguments: Sequence[str]) -> int:
    """Print the count, and with `--divide` the count below each first card before it."""
    parser = argparse.ArgumentParser(
        prog="overtrick perft",
        formatter_class=partial(argparse.HelpFormatter, width=100),
        description="Count the legal sequences of cards.",
    )
    parser.add_argument("game", metavar="GAME[:PRESET]")
    parser.add_argument("deal", metavar="DEAL", nargs="+", help="such as 'N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K'")
    parser.add_argument("depth", metavar="DEPTH", type=int, help="the number of cards")
    parser.add_argument("--trump", metavar="S|H|D|C|NT|AT", required=True)
    parser.add_argument("--leader", metavar="SEAT", help="1 to 4 or N E S W; by default the seat named first")
    parser.add_argument("--divide", action="store_true", help="count below each legal card")
    options = parser.parse_args(arguments)
    if options.depth < 0:
        parser.error("DEPTH cannot be negative")
    first, hands = parse_deal(" ".join(options.deal))
    leader = parse_seat(options.leader) if options.leader else first
    position = Position(find_game(options.game), parse_strain(options.trump), hands, leader)
    if options.divide and options.depth:
        for card, count in divide(position, options.depth).items():
            print(f"{card}: {count}")
    print(perft(position, options.depth))
    return 0
