"""A policy as a bot: it plays legal deals in the arena, as it plays in an environment."""

from random import Random

import pytest

from overtrick.arena.runner import play_out
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.game import Game
from overtrick.deal.deals import numbered_deal
from overtrick.learning import Observation, TableEnv, policy_bot


def highest(seen: Observation) -> int:
    """The last action of the list that is legal: high bids and low cards."""
    return int(seen["action_mask"].nonzero()[0][-1])


@pytest.mark.parametrize("game", [find_game(name) for name in (*game_names(), "belote,annonces=true")], ids=str)
def test_a_policy_plays_in_the_arena_as_in_an_environment(game: Game) -> None:
    table = TableEnv(game)
    for number in range(1, 9):
        table.reset(seed=3 if number == 1 else None)
        for _ in table.agent_iter():
            seen, _, over, _, _ = table.last()
            table.step(None if over or seen is None else highest(seen))
        assert play_out(numbered_deal(game, "3", number), [policy_bot(highest)] * 4) == table._table.round(0)


def test_chance_in_a_policy_leaves_belotes_to_their_cards() -> None:
    game, chance = find_game("belote"), Random(1)

    def any_action(seen: Observation) -> int:
        return int(chance.choice(seen["action_mask"].nonzero()[0]))

    said = set()
    for number in range(1, 25):
        round_ = play_out(numbered_deal(game, "7", number), [policy_bot(any_action)] * 4)
        said |= {word for _, word in round_.said}
    assert said == {"belote", "rebelote"}
