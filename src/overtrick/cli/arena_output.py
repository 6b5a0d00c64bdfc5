"""What `overtrick arena` prints: a table, or one object."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from overtrick import texts
from overtrick.arena.estimates import Estimate
from overtrick.arena.scoreboard import Decisions, Scoreboard
from overtrick.cli.terminal import table_lines
from overtrick.core.catalogue import changed_rules

UNKNOWN: Final = "–"


def as_json(board: Scoreboard, seconds: float) -> dict[str, object]:
    """A scoreboard as plain data; docs/formats.md tells the fields."""
    game, bots, elo = board.contest.game, board.contest.bots, board.elo()
    rates = {bot: board.win_rate(bot) for bot in bots}
    points = {bot: board.points_per_deal(bot) for bot in bots}
    return {
        "game": game.name,
        "preset": game.preset,
        "house": changed_rules(game),
        "bots": bots,
        "seed": board.contest.seed,
        "deals": board.deals,
        "pairs": board.pairs,
        "decided": board.decided,
        "win_rate": {bot: rates[bot].value for bot in bots},
        "interval": {bot: _interval(rates[bot]) for bot in bots},
        "points_per_deal": {bot: points[bot].value for bot in bots},
        "points_interval": {bot: _interval(points[bot]) for bot in bots},
        "elo": {bot: elo[bot].value for bot in bots},
        "elo_interval": {bot: _interval(elo[bot]) for bot in bots},
        "failures": {bot: board.lapses[bot] for bot in bots},
        "meetings": [_meeting_as_json(board, couple) for couple in board.contest.couples],
        "seconds": round(seconds, 3),
    }


def _meeting_as_json(board: Scoreboard, couple: tuple[str, str]) -> dict[str, object]:
    decisions, points = board.decisions_between(couple), board.points_between(couple)
    return {
        "bots": couple,
        **decisions._asdict(),
        "win_rate": decisions.win_rate.value,
        "interval": _interval(decisions.win_rate),
        "points_per_deal": points.value,
        "points_interval": _interval(points),
    }


def _interval(estimate: Estimate) -> list[float | None] | None:
    ends = [estimate.low, estimate.high]
    return None if ends == [None, None] else ends


def table(board: Scoreboard, seconds: float, language: str) -> Iterator[str]:
    """A row for each bot, then one for every two of them if there are more, and what it was made of."""
    say, contest, elo = partial(texts.say, language), board.contest, board.elo()
    heads = [say(f"arena.{head}") for head in ("points", "won", "interval")]
    rows = [
        [
            bot,
            *_cells(board.points_per_deal(bot), board.decisions(bot), board.win_rate(bot)),
            _elo(elo[bot], bot == contest.bots[0]),
        ]
        for bot in contest.bots
    ]
    yield from table_lines([[say("arena.bot"), *heads, say("arena.elo")], *rows], left=1)
    yield ""
    if len(contest.couples) > 1:
        met = [(couple, board.decisions_between(couple)) for couple in contest.couples]
        rows = [
            [" – ".join(couple), *_cells(board.points_between(couple), decisions, decisions.win_rate)]
            for couple, decisions in met
        ]
        yield from table_lines([[say("arena.bots"), *heads], *rows], left=1)
        yield ""
    for bot, finding in board.first_lapse.items():
        key = "arena.failed" if board.lapses[bot] else "arena.failed-later"
        yield say(key, bot=bot, deals=board.lapses[bot], message=finding.message(language))
    yield say("arena.pairs", pairs=board.pairs, decided=board.decided, seconds=f"{seconds:.1f}")


def _cells(points: Estimate, decisions: Decisions, rate: Estimate) -> list[str]:
    won = UNKNOWN if rate.value is None else f"{decisions.won} / {decisions.decided} ({rate.value:.1%})"
    ends = UNKNOWN if rate.low is None or rate.high is None else f"{100 * rate.low:.1f} – {100 * rate.high:.1f}"
    return [_with_margin(points, "+.2f"), won, ends]


def _elo(estimate: Estimate, is_first: bool) -> str:
    if is_first:
        return "0"
    if estimate.value is not None:
        return _with_margin(estimate, "+.0f")
    if estimate.low is not None:
        return f"> {estimate.low:+.0f}"
    return UNKNOWN if estimate.high is None else f"< {estimate.high:+.0f}"


def _with_margin(estimate: Estimate, form: str) -> str:
    if estimate.value is None:
        return UNKNOWN
    margin = estimate.margin
    return f"{estimate.value:{form}}" + ("" if margin is None else f" ± {margin:{form.removeprefix('+')}}")
