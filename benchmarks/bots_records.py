"""Deals that bots of level 1 play at all seats: the referee must find every record clean, and have the same scores."""

from __future__ import annotations

from functools import partial
from typing import Final, get_args

from benchmarks.resuming import part_of, resumed
from overtrick import Record, find_game, game_names, judge, play_deal
from overtrick.arena.runner import Lost
from overtrick.referee.referee import Level

BOT: Final = "sampling:1"
SEED: Final = "records"
DEALS: Final = {"bridge": 200}
"""by game; of any other one `MOST`"""
MOST: Final = 1000


def table(share: float = 1) -> str:
    """A row for each game."""
    rows = [_row(name, share) for name in game_names()]
    return "\n".join(["| game | deals | clean | not clean |", "|---|--:|--:|---|", *rows])


def _row(name: str, share: float) -> str:
    deals = part_of(share, DEALS.get(name, MOST))
    found = resumed(f"records-{name}", deals, partial(_played, name), on_all_cores=True)
    wrong = [f"{number}: {what}" for number, what in enumerate(found, 1) if what]
    return f"| {name} | {deals:,} | {deals - len(wrong):,} | {', '.join(wrong)} |"


def _played(name: str, number: int) -> str:
    """What is wrong with a deal of ours."""
    try:
        return what_is_wrong(play_deal(find_game(name), (BOT,) * 4, SEED, number).record())
    except Lost as error:
        return str(error)


def what_is_wrong(record: Record) -> str:
    """What the referee has to say against a record, at any level of evidence; nothing where it is clean."""
    for level in get_args(Level):
        judgement = judge(record, level)
        if judgement.status != "clean":
            return str(judgement.as_json())
        if judgement.final != record.scores:
            return f"{record.scores} instead of {judgement.final}"
    return ""
