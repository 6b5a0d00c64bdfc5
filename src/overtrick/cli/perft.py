"""`overtrick perft`: how many legal sequences of cards follow a deal."""

from __future__ import annotations

from collections.abc import Sequence

from overtrick.cli.options import Parser, ended_by_interrupts
from overtrick.core.catalogue import find_game
from overtrick.core.seats import parse_seat
from overtrick.core.tricks import parse_strain
from overtrick.deal.position import Position
from overtrick.deal.text import parse_deal
from overtrick.engine.perft import divide, perft


@ended_by_interrupts()
def run(arguments: Sequence[str]) -> int:
    """Print the count, and with `--divide` the count below each first card before it."""
    parser = Parser("perft", "Count the legal sequences of cards.")
    parser.add_argument("game", metavar="GAME[:PRESET]")
    parser.value("deal", "DEAL", "such as 'N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K'", nargs="+")
    parser.value("depth", "DEPTH", "the number of cards", type=int)
    parser.add_argument("--trump", metavar="S|H|D|C|NT|AT", required=True)
    parser.value("--leader", "SEAT", "1 to 4 or N E S W; by default the seat named first")
    parser.flag("--divide", "count below each legal card")
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
