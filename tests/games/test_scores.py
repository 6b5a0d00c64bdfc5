"""The scores of a finished deal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import Scores
from overtrick.core.seats import Side
from overtrick.core.tricks import Strain
from overtrick.games.sueca.rules import Sueca

NONE: Scores = (0, 0)

# points in tricks, belotes, tricks, and the scores if side 1 took
SETTLED = [
    ((82, 80), NONE, (4, 4), (82, 80)),
    ((100, 62), (20, 0), (5, 3), (120, 62)),
    ((100, 62), (0, 20), (5, 3), (100, 82)),
    ((75, 87), (20, 0), (4, 4), (95, 87)),  # the belote makes the contract
    ((80, 82), NONE, (4, 4), (0, 162)),
    ((70, 92), (20, 0), (4, 4), (20, 162)),  # inside, the belote stays
    ((90, 72), (0, 20), (4, 4), (0, 182)),  # the belote of the others breaks it
    ((162, 0), NONE, (8, 0), (252, 0)),
    ((162, 0), (20, 0), (8, 0), (272, 0)),
    ((162, 0), (0, 20), (8, 0), (252, 20)),
    ((0, 162), NONE, (0, 8), (0, 252)),
    ((0, 162), (0, 20), (0, 8), (0, 272)),
    ((0, 162), (20, 0), (0, 8), (20, 252)),
    ((0, 162), NONE, (1, 7), (0, 162)),  # a trick without points is a trick
]

# how ties are settled, points in tricks, belotes, and the scores if side 1 took
TIES = [
    ("litige", (81, 81), NONE, (0, 81)),
    ("litige", (71, 91), (20, 0), (0, 91)),
    ("litige", (91, 71), (0, 20), (0, 91)),
    ("takers_made", (81, 81), NONE, (81, 81)),
    ("takers_made", (71, 91), (20, 0), (91, 91)),
    ("takers_made", (91, 71), (0, 20), (91, 91)),
    ("dedans", (81, 81), NONE, (0, 162)),
    ("dedans", (71, 91), (20, 0), (20, 162)),
    ("dedans", (91, 71), (0, 20), (0, 182)),
]


def final(game: Game, points: Scores, bonus: Scores, tricks: Scores, taker: Side | None) -> Scores | None:
    score = game.score(Outcome(Contract(Strain.SPADES, taker), points, tricks, bonus))
    return score and score.scores


def swapped(scores: Scores) -> Scores:
    return scores[1], scores[0]


@pytest.mark.parametrize("preset", ["ffb", "pagat,capot_for=both", "info0004"])
@pytest.mark.parametrize(("points", "bonus", "tricks", "expected"), SETTLED)
def test_belote_scores(preset: str, points: Scores, bonus: Scores, tricks: Scores, expected: Scores) -> None:
    game = find_game(f"belote:{preset}")
    assert final(game, points, bonus, tricks, Side.ONE) == expected
    assert final(game, swapped(points), swapped(bonus), swapped(tricks), Side.TWO) == swapped(expected)


@pytest.mark.parametrize(("tie", "points", "bonus", "expected"), TIES)
def test_belote_ties(tie: str, points: Scores, bonus: Scores, expected: Scores) -> None:
    game = find_game("belote").with_house_rules({"tie": tie})
    assert final(game, points, bonus, (4, 4), Side.ONE) == expected
    assert final(game, swapped(points), swapped(bonus), (4, 4), Side.TWO) == swapped(expected)


@pytest.mark.parametrize(
    ("game", "tie"), [("belote", "litige"), ("belote:pagat", "takers_made"), ("belote:info0004", "takers_made")]
)
def test_each_preset_settles_ties_in_its_own_way(game: str, tie: str) -> None:
    expected = next(scores for name, points, _, scores in TIES if name == tie and points == (81, 81))
    assert final(find_game(game), (81, 81), NONE, (4, 4), Side.ONE) == expected


@given(st.integers(0, 162), st.sampled_from([NONE, (20, 0), (0, 20)]), st.integers(1, 7), st.sampled_from(Side))
def test_no_point_of_belote_is_lost_where_ties_do_not_wait(
    points: int, bonus: Scores, tricks: int, taker: Side
) -> None:
    scores = final(find_game("belote:info0004"), (points, 162 - points), bonus, (tricks, 8 - tricks), taker)
    assert scores is not None
    assert sum(scores) == 162 + sum(bonus)
    assert all(score >= kept for score, kept in zip(scores, bonus, strict=True))


@pytest.mark.parametrize("game", ["belote", "coinche", "euchre", "bridge"])
def test_there_are_no_final_scores_without_a_taker(game: str) -> None:
    assert final(find_game(game), (100, 62), NONE, (5, 3), None) is None


@pytest.mark.parametrize(
    ("points", "match_points"),
    [(60, (0, 0)), (61, (1, 0)), (90, (1, 0)), (91, (2, 0)), (119, (2, 0)), (120, (4, 0))],
)
def test_sueca_match_points(points: int, match_points: Scores) -> None:
    game = find_game("sueca")
    assert isinstance(game, Sueca)
    assert final(game, (points, 120 - points), NONE, (5, 5), None) == (points, 120 - points)
    for won, worth in (((points, 120 - points), match_points), ((120 - points, points), swapped(match_points))):
        score = game.score(Outcome(Contract(Strain.SPADES), won, (5, 5)))
        assert score is not None
        assert score.worth == worth


def test_a_revoke_in_sueca_gives_everything_to_the_other_side() -> None:
    game = find_game("sueca")
    assert isinstance(game, Sueca)
    assert game.revoke_scores(Side.ONE, None) == (0, 120)
    assert game.revoke_scores(Side.TWO, None) == (120, 0)
    assert game.revoke_worth(Side.ONE) == (0, 4)
    assert find_game("sueca,bandeira=3,bandeira_needs=tricks").revoke_worth(Side.TWO) == (3, 0)


@pytest.mark.parametrize("game", ["belote", "coinche", "bridge"])
def test_a_revoke_has_no_scores_of_its_own_elsewhere(game: str) -> None:
    assert find_game(game).revoke_scores(Side.ONE, None) is None
    assert find_game(game).revoke_worth(Side.ONE) is None
