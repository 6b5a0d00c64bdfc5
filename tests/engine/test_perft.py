"""Counts of legal sequences of cards, which two independent programs agree on: by the kernel, and plainly."""

from pathlib import Path

import pytest
from lengths import first
from reference import read_blocks

from overtrick.core.cards import Card
from overtrick.deal.position import Position
from overtrick.engine.kernel.perft import count
from overtrick.engine.perft import SHALLOW, count_plainly, divide, perft

FEW_NODES, MOST_NODES = 10_000, 300_000
BLOCKS = read_blocks(Path(__file__).parents[1] / "data" / "play.perft")


@pytest.mark.parametrize(
    ("game", "preset", "strain", "deal", "counts"), [b[1:] for b in BLOCKS], ids=[b[0] for b in BLOCKS]
)
def test_the_kernel_counts_to_the_full_depth(
    game: str, preset: str, strain: str, deal: str, counts: dict[int, int]
) -> None:
    position = Position.parse(f"{game}:{preset} {strain} {deal.partition(':')[0][-1]} {deal}")
    for depth, expected in counts.items():
        assert count(position, depth) == expected, f"depth {depth}: {divide(position, depth)}"


@pytest.mark.parametrize("most", first(1, [FEW_NODES, MOST_NODES]))
@pytest.mark.parametrize(
    ("game", "preset", "strain", "deal", "counts"), [b[1:] for b in BLOCKS], ids=[b[0] for b in BLOCKS]
)
def test_the_plain_engine_counts_the_same(
    game: str, preset: str, strain: str, deal: str, counts: dict[int, int], most: int
) -> None:
    position = Position.parse(f"{game}:{preset} {strain} {deal.partition(':')[0][-1]} {deal}")
    for depth, expected in counts.items():
        if expected <= most:
            assert count_plainly(position, depth) == expected, f"depth {depth}"


@pytest.mark.parametrize(
    "text",
    [
        "euchre H E-N N:.AK.J.AJ AT..KT.K .J9..QT9 KJ9..AQ.",
        "euchre H S-W N:.AK.J.AJ AT..KT.K .J9..QT9 KJ9..AQ.",
        "belote:pagat H N N:AK..7. .T.K8.8 .Q.9.T9 .97.T.K 7c",
    ],
)
def test_sitting_out_and_tricks_on_the_table(text: str) -> None:
    position = Position.parse(text)
    for depth in range(SHALLOW + 1, SHALLOW + 4):
        assert perft(position, depth) == count_plainly(position, depth)
    assert perft(position, 10**30) == 0
    below = {card: count_plainly(position.play(card), SHALLOW + 1) for card in position.legal()}
    assert divide(position, SHALLOW + 2) == below


def test_the_plain_engine_counts_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
    monkeypatch.setattr("overtrick.engine.perft.engine", lambda: "plain")
    monkeypatch.setattr("overtrick.engine.kernel.perft.load", None)
    assert perft(position, 16) == 1016
    assert divide(position, 8)[Card("7c")] > 0
