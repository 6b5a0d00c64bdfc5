"""Imagined deals: kernels call and play them on as the plain engine does."""

from collections.abc import Iterator

import numpy as np
import pytest

from overtrick.bots.sampling import imagined
from overtrick.bots.sampling.imagined import Imagined
from overtrick.core.catalogue import find_game
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import View, view
from overtrick.engine.worlds import sample_worlds

GUESSED = ("belote", "belote:pagat", "coinche", "coinche:pagat,sa_ta=true", "euchre", "jass")
"""in which others call by how strong their hands are"""
WITH_SETS = ("klaverjas", "klaverjas:rotterdam", "klaverjas:bga")
"""the same, and sets of cards in tricks count, which the plain engine plays one deal after the other"""
PLAIN = ("hokm", "spades", "tarneeb")
"""in which they call as `simple` does"""


def moments(name: str) -> Iterator[View]:
    """Decisions before the play, reached by passes and by the calls that are worth most and least."""
    for number in range(1, 5):
        deal = numbered_deal(find_game(name), "imagined", number)
        while deal.phase in ("auction", "discard"):
            assert deal.actor is not None
            yield view(deal, deal.actor)
            legal = deal.legal()
            deal = deal.apply(legal[number % 3 % len(legal)])


def deals_of(seen: View, count: int) -> Imagined:
    worlds = sample_worlds(seen, count, 1)
    return Imagined(seen, worlds.hands, worlds.stock, np.random.default_rng(2))


@pytest.mark.parametrize(
    ("name", "count"),
    [*((name, 30) for name in GUESSED), *((name, 8) for name in WITH_SETS), *((name, 4) for name in PLAIN)],
)
def test_kernels_and_the_plain_engine_imagine_the_same(name: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    same = different = 0
    for seen in moments(name):
        by_kernels = deals_of(seen, count)
        monkeypatch.setattr(imagined, "native_model", lambda *what: None)
        plainly = deals_of(seen, count)
        monkeypatch.undo()
        for action in seen.legal[:8]:
            ours, theirs = by_kernels.after(action), plainly.after(action)
            equal = (ours.worth == theirs.worth) & (ours.wins == theirs.wins) & (ours.points == theirs.points)
            same += int(equal.sum())
            different += int((~equal).sum())
    assert same > 10 * count
    assert not different


def test_kernels_and_the_plain_engine_go_on_alike_in_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = numbered_deal(find_game("spades"), "imagined", 5).apply_all(["nil", "4", "5", "2"])
    while deal.actor is not None:
        seen = view(deal, deal.actor)
        if len(seen.plays) in (1, 14, 34):
            by_kernels = deals_of(seen, 4)
            monkeypatch.setattr(imagined, "native_model", lambda *what: None)
            plainly = deals_of(seen, 4)
            monkeypatch.undo()
            for card in seen.legal:
                ours, theirs = by_kernels.after(card), plainly.after(card)
                assert ours.worth.tolist() == theirs.worth.tolist()
                assert ours.points.tolist() == theirs.points.tolist()
        deal = deal.apply(deal.legal()[0])
