"""Beside the table: what is played and how it stands; and the score of a deal that is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.style import Style
from rich.text import Text

from overtrick import texts
from overtrick.client.screen.paint import ACCENT, FAINT, INK, painted
from overtrick.conversation.table import (
    contract_lines,
    deal_names,
    position_lines,
    seat_lines,
    unplayed_line,
    verdict_lines,
)
from overtrick.conversation.words import Words, foreign
from overtrick.core.catalogue import game_text
from overtrick.core.seats import SEATS, Side
from overtrick.deal.view import View
from overtrick.protocol.outgoing import Scored
from overtrick.protocol.seen import Seen

NUMBER_WIDTH: Final = 8


def header_text(words: Words, seen: Seen | None, seconds: int | None) -> Text:
    """The first line: the game, the deal, and the seconds that are left for the turn."""
    if seen is None:
        return Text("Overtrick", Style(color=INK, bold=True))
    parts = [game_text(seen.game)]
    if seen.view is not None:
        parts += deal_names(words, seen, seen.view)
    if seconds is not None:
        parts.append(words.say("screen.seconds", seconds=seconds))
    return Text(" · ".join(parts), Style(color=INK, bold=True))


def state_text(words: Words, seen: Seen) -> Text:
    """Contract, points and last trick."""
    return Text("\n").join(_state_lines(words, seen))


def _state_lines(words: Words, seen: Seen) -> Iterator[Text]:
    view = seen.view
    if view is not None:
        yield from (painted(line, ACCENT) for line in contract_lines(words, seen, view))
    yield _row("", [short_side(words, seen, side) for side in Side], colour=FAINT)
    if view is not None and view.contract is not None:
        yield _row(words.say("screen.deal"), view.points)
    yield _row(words.say("screen.match"), seen.standing.totals)
    if view is not None and view.tricks:
        yield last_trick_text(words, seen, view)


def lines_in_view(words: Words, seen: Seen) -> Iterator[str]:
    """Those lines of a text session that tell what the screen shows all the time."""
    yield from seat_lines(words, seen)
    if seen.view is not None:
        yield from position_lines(words, seen, seen.view)


def _row(name: str, numbers: Sequence[int | str], width: int = NUMBER_WIDTH, colour: str = INK) -> Text:
    return Text(f"{name:<{width}}" + "".join(f"{number:>{NUMBER_WIDTH}}" for number in numbers), colour)


def short_side(words: Words, seen: Seen, side: Side) -> str:
    """A side by its seats: `1+3`."""
    return "+".join(words.seat(seen, seat) for seat in SEATS if seat.side is side)


def last_trick_text(words: Words, seen: Seen, view: View) -> Text:
    """The last trick in the order of play, and who won it."""
    trick = view.tricks[-1]
    text = Text(f"{words.say('screen.last')} ", FAINT)
    text.append_text(painted(words.cards(trick.cards)))
    text.append(f" → {words.seat(seen, trick.next_trick().leader)}", FAINT)
    return text


def score_text(words: Words, seen: Seen, scored: Scored) -> Text:
    """What a deal was worth: a row for each reason, a column for each side."""
    known = texts.catalogue(words.language)
    rows: list[tuple[str, Sequence[int | str]]] = []
    for reason in dict.fromkeys(part.reason for part in scored.parts):
        shares = [sum(p.points for p in scored.parts if p.reason == reason and p.side == side) for side in Side]
        rows.append((known.get(f"score.{reason}", foreign(reason)), [share or "" for share in shares]))
    rows.append((words.say("points.total"), scored.scores))
    rows.append((words.say("points.match"), scored.standing.totals))
    width = max(len(name) for name, _ in rows) + 2
    lines = [Text(words.say("session.deal-over", deal=scored.deal), Style(color=ACCENT, bold=True)), Text()]
    lines += [painted(f"{short_side(words, seen, side)}  {words.side(seen, side)}", FAINT) for side in Side]
    heads = [short_side(words, seen, side) for side in Side]
    lines += [Text(), _row("", heads, width, FAINT)]
    lines += [_row(name, numbers, width) for name, numbers in rows]
    lines.append(Text())
    if scored.claimed is not None:
        lines.append(Text(words.say("session.claimed", tricks=scored.claimed), INK))
    verdict = verdict_lines(words, seen, scored) if scored.played else [unplayed_line(words, seen)]
    lines += [painted(line) for line in verdict]
    return Text("\n").join(lines)


def is_played_out(seen: Seen) -> bool:
    """Whether the match ended with the last deal, and not otherwise after or amid one."""
    return seen.ended is not None and seen.ended.why in ("won", "drawn")
