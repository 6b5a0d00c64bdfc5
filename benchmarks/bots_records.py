"""Deals that bots of level 1 play at all seats: the referee must find every record clean, and have the same scores."""

from __future__ import annotations

from functools import partial
from typing import Final, get_args

from benchmarks.resuming import resumed
from overtrick import Level, find_game, game_names, judge, play_deal

BOT: Final = "sampling:1"
SEED: Final = "records"
DEALS: Final = {"bridge": 200}
"""by game; of any other one `MOST`"""
MOST: Final = 1000


def table(share: float = 1) -> list[str]:
    """A row for each game."""
    return ["| game | deals | clean | not clean |", "|---|--:|--:|---|", *(_row(name, share) for name in game_names())]


def _row(name: str, share: float) -> str:
    deals = round(share * DEALS.get(name, MOST))
    found = resumed(f"records-{name}", deals, partial(what_is_wrong, name), on_all_cores=True)
    wrong = [f"{number}: {what}" for number, what in enumerate(found, 1) if what]
    return f"| {name} | {deals:,} | {deals - len(wrong):,} | {', '.join(wrong)} |"


def what_is_wrong(name: str, number: int) -> str:
    """What the referee, at any level of evidence, has to say against a deal of ours; nothing, we hope."""
    record = play_deal(find_game(name), (BOT,) * 4, SEED, number).record()
    for level in get_args(Level):
        judgement = judge(record, level)
        if judgement.status != "clean":
            return str(judgement.as_json())
        if judgement.final != record.scores:
            return f"{record.scores} instead of {judgement.final}"
    return ""
