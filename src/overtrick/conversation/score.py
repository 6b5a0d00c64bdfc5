"""Lines about what a deal was worth and how a match ended."""

from __future__ import annotations

from collections.abc import Iterator

from overtrick import texts
from overtrick.conversation.table import standing_lines
from overtrick.conversation.words import Words, foreign
from overtrick.core.seats import SEATS, Side
from overtrick.protocol.outgoing import Ended, Scored
from overtrick.protocol.seen import Seen


def score_lines(words: Words, seen: Seen, scored: Scored) -> Iterator[str]:
    """A deal side by side with the reasons, player by player, who won it, and where the match stands."""
    yield words.say("session.deal-over", deal=scored.deal)
    if not scored.played:
        yield words.say("points.passed-out")
    if scored.claimed is not None:
        yield words.say("session.claimed", tricks=scored.claimed)
    if scored.played or scored.parts:
        for side in Side:
            yield _side_line(words, seen, scored, side)
    if scored.played:
        points = (f"{words.player(seen, seat)} {scored.points[seat - 1]}" for seat in SEATS)
        yield words.say("session.player-points", points=", ".join(points))
        yield from verdict_lines(words, seen, scored)
    yield from standing_lines(words, seen)


def _side_line(words: Words, seen: Seen, scored: Scored, side: Side) -> str:
    known = texts.catalogue(words.language)
    parts = [part for part in scored.parts if part.side == side]
    line = words.say("session.side-score", side=words.side(seen, side), points=scored.scores[side - 1])
    if not parts:
        return line
    reasons = (f"{known.get(f'score.{part.reason}', foreign(part.reason))} {part.points}" for part in parts)
    return f"{line} ({', '.join(reasons)})"


def verdict_lines(words: Words, seen: Seen, scored: Scored) -> Iterator[str]:
    """Whether the contract is made, and who won the deal."""
    contract = None if seen.view is None else seen.view.contract
    if scored.winner is None:
        yield words.say("points.draw")
        return
    if contract is not None and contract.side is not None:
        yield words.say("points.made" if scored.winner == contract.side else "points.failed")
    yield words.say("session.deal-won", side=words.side(seen, scored.winner))


def end_line(words: Words, seen: Seen, ended: Ended) -> str:
    """How a match ended."""
    player = "" if ended.seat is None else words.player(seen, ended.seat)
    return words.say(
        f"session.ended.{ended.why}",
        side="" if ended.winner is None else words.side(seen, ended.winner),
        player=foreign(ended.name) or player,
        scores=words.scores(seen, ended.totals),
    )
