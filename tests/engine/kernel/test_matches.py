"""What kernels know of matches is what the game says, whatever it reads."""

from __future__ import annotations

import pytest

from overtrick import Batch
from overtrick.core.game import Mark, Progress
from overtrick.core.scoring import DealScore
from overtrick.core.seats import Seat, Side
from overtrick.engine.kernel import matches
from overtrick.engine.kernel.scores import known_scores
from overtrick.games.euchre.rules import Euchre
from scripts.batch_soundness import play_side_by_side


class Totals(Euchre):
    """Who is behind gets a point more, and what they were behind is told."""

    def mark(self, before: Progress, score: DealScore) -> Mark:
        first, second = before.standing.totals
        return Mark((first < second, second < first), games=(abs(first - second), 0))


class Dealers(Euchre):
    """Every third deal brings a point to the side of the dealer."""

    def mark(self, before: Progress, score: DealScore) -> Mark:
        more = before.deals % 3 == 2
        side = before.dealer.side
        return Mark((more and side is Side.ONE, more and side is Side.TWO), held=before.deals % 3)


class Reasons(Euchre):
    """Now and then the reason of the points counts too."""

    def mark(self, before: Progress, score: DealScore) -> Mark:
        if before.standing.held < 3:
            return Mark(held=before.standing.held + 1)
        return Mark((len(score.parts[0].reason) % 2 if score.parts else 0, 0))


@pytest.mark.parametrize("kind", [Totals, Dealers, Reasons])
@pytest.mark.parametrize("room", [1 << 10, 4])
def test_what_is_read_is_told_apart(kind: type[Euchre], room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "SMALLEST", room)
    monkeypatch.setattr(matches, "MOST_KEPT", room)
    known_scores.cache_clear()
    assert play_side_by_side(kind("hoyle", target=20), 4, 250, 1, match=True) > 250


def test_what_makes_no_difference_is_the_same() -> None:
    game = Euchre("hoyle", target=7)
    batch = Batch(game, 8, 1, match=True)
    for _ in range(400):
        batch.step(batch.random_actions())
    marks = known_scores(game).marks
    scores = [DealScore(winner=side) for side in Side]
    assert len({marks.kind(score) for score in scores}) == 1
    assert len({marks.place(Progress(dealer, deals=deals)) for dealer in Seat for deals in range(3)}) == 1
    assert marks.kind(DealScore(is_played=False)) != marks.kind(scores[0])
