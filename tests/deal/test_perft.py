"""Counts of legal sequences of cards, which two independent programs agree on."""

from pathlib import Path

import pytest
from lengths import first
from reference import read_blocks

from overtrick.core.catalogue import find_game
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position, divide, perft
from overtrick.deal.text import parse_deal

FEW_NODES, MOST_NODES = 10_000, 300_000
BLOCKS = read_blocks(Path(__file__).parents[1] / "data" / "play.perft")


@pytest.mark.parametrize("most", first(1, [FEW_NODES, MOST_NODES]))
@pytest.mark.parametrize(
    ("game", "preset", "strain", "deal", "counts"), [b[1:] for b in BLOCKS], ids=[b[0] for b in BLOCKS]
)
def test_perft(game: str, preset: str, strain: str, deal: str, counts: dict[int, int], most: int) -> None:
    leader, hands = parse_deal(deal)
    position = Position(find_game(f"{game}:{preset}"), Strain(strain), hands, leader)
    for depth, count in counts.items():
        if count <= most:
            assert perft(position, depth) == count, f"depth {depth}: {divide(position, depth)}"
