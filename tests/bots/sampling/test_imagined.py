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

DEALS = 30


def moments(name: str) -> Iterator[View]:
    """Decisions before the play, reached by passes and by the calls that are worth most and least."""
    for number in range(1, 5):
        deal = numbered_deal(find_game(name), "imagined", number)
        while deal.phase in ("auction", "discard"):
            assert deal.actor is not None
            yield view(deal, deal.actor)
            legal = deal.legal()
            deal = deal.apply(legal[number % 3 % len(legal)])


def deals_of(seen: View) -> Imagined:
    worlds = sample_worlds(seen, DEALS, 1)
    return Imagined(seen, worlds.hands, worlds.stock, np.random.default_rng(2))


@pytest.mark.parametrize("name", ["belote", "belote:pagat", "coinche", "coinche:pagat,sa_ta=true", "euchre"])
def test_kernels_and_the_plain_engine_imagine_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    same = different = 0
    for seen in moments(name):
        by_kernels = deals_of(seen)
        monkeypatch.setattr(imagined, "native_model", lambda *what: None)
        plainly = deals_of(seen)
        monkeypatch.undo()
        for action in seen.legal[:8]:
            ours, theirs = by_kernels.after(action), plainly.after(action)
            equal = (ours.worth == theirs.worth) & (ours.wins == theirs.wins) & (ours.points == theirs.points)
            same += int(equal.sum())
            different += int((~equal).sum())
    assert same > 1000
    assert not different
