"""Many deals: reviewed in their order, on one core or on all, each as it is alone."""

import pytest
from played_deals import played

from overtrick.core.errors import Finding
from overtrick.formats.record_format import Located
from overtrick.reviewing import Effort, review, review_games


@pytest.mark.parametrize("is_long", [False, True])
def test_deals_of_a_file_are_reviewed_as_they_are_alone(is_long: bool) -> None:
    first, second = played("euchre"), played("euchre", first=9)
    passed = played("belote")._replace(auction=("pass",) * 8, contract=None, plays=(), scores=None, said=None)
    broken = Located(None, Finding("empty"))
    games = [broken, Located(first), Located(passed), Located(second), Located(passed)]
    heard: list[None] = []
    found = list(review_games(games, Effort(3, "seed"), is_long, lambda: heard.append(None)))
    alone = [review(record, worlds=3, seed="seed") for record in (first, passed, second, passed)]
    assert found == [Finding("empty"), *alone]
    assert len(heard) == len(first.plays) + len(second.plays)
