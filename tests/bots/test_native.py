"""Bots as kernels do what those in Python do, decision by decision."""

from itertools import product

import pytest

from overtrick.arena.runner import play_deal, play_match
from overtrick.bots.native import quartet_of
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.deal.deals import NumberedMatch, numbered_deal
from overtrick.engine.kernel.deals import model_of, replayed
from scripts.matches import VARIANTS

DEALS = 12
MANY = 150
ALL = [f"{name}:{preset}" for name in game_names() for preset in presets(name)]
GAMES = [name for name in ALL if model_of(find_game(name))]
HOUSES = [name for name in VARIANTS if "max_bid=650" not in name]
BOTS = list(product(("simple", "random"), repeat=2))


def check(name: str, deals: int) -> None:
    """Compare all decisions of some deals, and what they are worth."""
    game = find_game(name)
    for number in range(1, deals + 1):
        names = BOTS[number % len(BOTS)] * 2 if number % 5 else ("simple", "random", "random", "simple")
        quartet = quartet_of(game, names, "native")
        assert quartet is not None
        played = play_deal(game, names, "native", number)
        assert replayed(numbered_deal(game, "native", number), quartet.deal("native", number)) == played
        [score], _ = quartet.deals("native", range(number, number + 1))
        assert played.score is not None
        assert score == played.score._replace(steps=score.steps), "kernels do not know the order of tricks"


@pytest.mark.parametrize("name", [*GAMES, *HOUSES])
def test_kernels_decide_as_the_bots_do(name: str) -> None:
    check(name, DEALS)


@pytest.mark.long
@pytest.mark.parametrize("name", [*GAMES, *HOUSES])
def test_kernels_decide_as_the_bots_do_in_many_deals(name: str) -> None:
    check(name, MANY)


@pytest.mark.parametrize("name", ["euchre", "belote", "sueca", "whist", "coinche", "bridge:chicago", "spades:pagat"])
def test_kernels_play_the_same_matches(name: str) -> None:
    game, names = find_game(name), ("simple", "random") * 2
    quartet = quartet_of(game, names, "match")
    assert quartet is not None
    matches = [NumberedMatch(game, "match", number) for number in (1, 2, 3)]
    longest = sum(1 for _ in quartet.play(matches))
    expected = [play_match(game, names, "match", number) for number in (1, 2, 3)]
    assert longest == max(len(played.rounds) for played in expected)
    for match, played in zip(matches, expected, strict=True):
        assert match.match.history == played.scores
        assert match.standing == played.standing


def test_other_bots_and_games_without_room_have_no_kernels() -> None:
    euchre = find_game("euchre")
    assert quartet_of(euchre, ("simple", "simple", "simple", "sampling:1"), "x") is None
    assert quartet_of(find_game("coinche:pagat,max_bid=650,sa_ta=true"), ("simple",) * 4, "x") is None
