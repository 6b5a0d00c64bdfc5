"""What a contract needed: whoever reaches it has made the contract, in all games and presets."""

from random import Random

import pytest

from overtrick.core.actions import PASS
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.deal.match import Match
from overtrick.deal.round import Round

GAMES = [f"{name}:{preset}" for name in game_names() for preset in presets(name)]
WITHOUT_CONTRACT = ("jass", "spades", "sueca", "whist")
DEALS = 150


def played(game: str, chance: Random) -> Round:
    """A deal in which everybody does anything, but bids low and seldom."""
    found = find_game(game)
    round_ = Match.start(found).next_round(chance.sample(list(found.pack), len(found.pack)))
    while round_.phase != "over":
        legal = round_.legal()
        passes = PASS in legal and chance.random() < 1 / 2
        choices = [PASS] if passes else legal[:6] if round_.phase == "auction" else legal
        round_ = round_.apply(chance.choice(choices))
    return round_


@pytest.mark.parametrize("game", GAMES)
def test_a_contract_is_made_if_what_it_needs_is_reached(game: str) -> None:
    chance, verdicts = Random(game), set[bool]()
    for _ in range(DEALS):
        round_ = played(game, chance)
        outcome, score = round_.outcome, round_.score
        assert score is not None
        aim = None if outcome is None else round_.game.aim(outcome)
        if aim is None:
            assert outcome is None or game.startswith(WITHOUT_CONTRACT)
            continue
        is_made = aim.reached >= aim.needed
        assert score.winner is None or (score.winner is aim.side) == is_made
        verdicts.add(is_made)
    assert verdicts == {True, False} or game.startswith(WITHOUT_CONTRACT)
