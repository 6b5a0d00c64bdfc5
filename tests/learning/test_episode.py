"""Episodes by the numbers of actions."""

import pytest

from overtrick.core.actions import Word
from overtrick.core.catalogue import find_game
from overtrick.learning import action_number
from overtrick.learning.episode import Episode


@pytest.mark.parametrize("match", [False, True])
def test_scores_are_those_of_the_moment(match: bool) -> None:
    game = find_game("euchre")
    episode = Episode(game, "1", 1, match)
    assert episode.scores == (0, 0)
    while episode.actor is not None:
        episode.choose(action_number(game, next(each for each in episode.round.legal() if not isinstance(each, Word))))
    assert max(episode.scores) >= (10 if match else 1)
