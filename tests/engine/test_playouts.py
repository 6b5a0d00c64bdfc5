"""Random playouts: the kernel plays what the plain engine plays."""

from __future__ import annotations

import numpy as np
import pytest

from overtrick.core.cards import CARDS, Cards
from overtrick.core.catalogue import find_game, game_names, game_text, presets
from overtrick.core.errors import Invalid
from overtrick.core.scoring import Tally
from overtrick.core.seats import SEATS, Seat
from overtrick.core.shuffle import word_of
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.engine.batch import Batch
from overtrick.engine.kernel import engine as engine_module
from overtrick.engine.kernel.splitmix import Stream
from overtrick.engine.playouts import playouts, random_deals
from overtrick.engine.screening import NOT_PLAYED
from scripts.solver_exactness import every_strain

EVERYTHING = every_strain(game_names())


@pytest.mark.parametrize(("name", "strain"), EVERYTHING)
def test_the_plain_engine_plays_the_same_cards_and_counts_the_same(name: str, strain: Strain) -> None:
    game = find_game(name)
    for row in zip(*playouts(game, strain, 25, seed=7, leader=Seat.EAST), strict=True):
        hands, plays, winners, points, tricks = row
        position = Position(game, strain, [Cards.from_mask(int(mask)) for mask in hands], Seat.EAST)
        assert [len(hand) for hand in position.hands] == [game.hand_size] * len(SEATS)
        tally, won = Tally(), []
        played = plays[plays != NOT_PLAYED]
        for number, index in enumerate(played, start=1):
            trick = game.rules(strain).add(position.trick, CARDS[index])
            position = position.play(CARDS[index])
            if trick.is_complete:
                assert trick.holder is not None
                won.append(trick.holder)
                tally = tally.with_trick(game.counting(strain), trick.holder, trick.cards, number == len(played))
        assert not position.legal()
        assert won == [winner for winner in winners if winner]
        assert (tuple(points), tuple(tricks)) == (tally.points, tally.tricks)


@pytest.mark.parametrize("name", game_names())
def test_without_kernels_the_same_seed_gives_the_same_deals(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game(name)
    by_kernel = playouts(game, game.strains[0], 20, seed=-5, first=3)
    monkeypatch.setattr("overtrick.engine.playouts.engine", lambda: "plain")
    plain = playouts(game, game.strains[0], 20, seed=-5, first=3)
    assert [table.tolist() for table in by_kernel] == [table.tolist() for table in plain]


def test_a_deal_depends_on_its_seed_and_number_only() -> None:
    game = find_game("belote")
    many, later = playouts(game, Strain.SPADES, 10, 1), playouts(game, Strain.SPADES, 4, 1, first=6)
    assert np.array_equal(many.plays[6:], later.plays)
    assert not np.array_equal(many.plays, playouts(game, Strain.SPADES, 10, 2).plays)
    assert np.array_equal(many.plays, playouts(game, Strain.SPADES, 10, 1 + 2**64).plays)


def test_every_card_comes_to_every_place_about_equally_often() -> None:
    plays = playouts(find_game("euchre"), Strain.CLUBS, 24_000, 11).plays
    leads = np.bincount(plays[:, 0], minlength=52)[[card.index for card in find_game("euchre").pack]]
    assert leads.sum() == 24_000
    assert ((leads - 1000) ** 2 / 1000).sum() < 54  # chi-square with 23 degrees of freedom: one seed in 4,000 is above


@pytest.mark.parametrize("text", [game_text(game) for name in game_names() for game in presets(name).values()])
def test_whole_deals_have_the_scores_of_the_plain_engine(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    by_kernel = random_deals(text, 25, "y", first=7)
    assert len(np.unique(by_kernel.scores, axis=0)) > 1 or find_game(text).most_row  # where most deals count nothing
    assert np.array_equal(random_deals(text, 5, "y", first=27).scores, by_kernel.scores[20:])
    monkeypatch.setattr("overtrick.engine.kernel.deals.engine", lambda: "plain")
    plain = random_deals(text, 25, "y", first=7)
    assert [table.tolist() for table in by_kernel] == [table.tolist() for table in plain]


def test_whole_deals_are_those_of_the_seed() -> None:
    alone = find_game("euchre")
    batch, done = Batch(alone, 1, "y", first=7, raw=True), random_deals(alone, 1, "y", first=7)
    chance = Stream(word_of("y"), 7)
    while not batch.over[0]:
        legal = np.flatnonzero(batch.legal[0])
        batch.step(legal[[chance.below(len(legal))]])
    assert done.scores[0, 0] - done.scores[0, 1] == batch.rewards[0, 0]


def test_no_deals_and_fewer() -> None:
    assert random_deals("bridge", 0, 1).scores.shape == (0, 2)
    with pytest.raises(Invalid, match="-1"):
        random_deals("bridge", -1, 1)
    with pytest.raises(Invalid, match="from 1 on"):
        random_deals("bridge", 1, 1, first=0)
    assert playouts(find_game("bridge"), Strain.NO_TRUMPS, 0, 1).plays.shape == (0, 52)
    with pytest.raises(Invalid, match="-1"):
        playouts(find_game("bridge"), Strain.NO_TRUMPS, -1, 1)
    with pytest.raises(Invalid):
        playouts(find_game("sueca"), Strain.NO_TRUMPS, 1, 1)


def test_games_strains_and_leaders_may_be_named() -> None:
    game = find_game("euchre:hoyle")
    named, values = (
        playouts("euchre:hoyle", "C", 3, 1, leader="W"),
        playouts(game, Strain.CLUBS, 3, 1, leader=Seat.WEST),
    )
    assert named.plays.tolist() == values.plays.tolist()
    with pytest.raises(Invalid):
        playouts(game, Strain.CLUBS, 3, 1, leader="5")


def test_numbers_of_deals_may_be_any() -> None:
    game = find_game("euchre")
    around = playouts(game, Strain.CLUBS, 4, 1, first=2**63 - 2)
    assert around.plays[2:].tolist() == playouts(game, Strain.CLUBS, 2, 1, first=-(2**63)).plays.tolist()


def test_without_numpy_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(Invalid) as refused:
        playouts(find_game("belote"), Strain.SPADES, 1, 1)
    assert refused.value.finding.code == "not-installed"
    assert engine_module.engine() == "numba"
