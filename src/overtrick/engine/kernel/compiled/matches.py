"""Deals of matches: what they mean for them, and how the next ones begin."""

import numpy as np

from overtrick.engine.kernel.compiled.chance import mixed
from overtrick.engine.kernel.compiled.deals import begin_match_deal
from overtrick.engine.kernel.compiled.native import acquired, int64, kernel, nth, release
from overtrick.engine.kernel.compiled.shuffling import begin as begin_seed
from overtrick.engine.kernel.compiled.shuffling import write_number
from overtrick.engine.kernel.deals import DealRules, MatchDeal, State, Workspace
from overtrick.engine.kernel.matches import KIND_BITS, NEVER, SIDE_BITS, KnownMark, MarkTable, MatchState
from overtrick.engine.kernel.memory import Grid
from overtrick.engine.kernel.observing import Layout
from overtrick.engine.kernel.scores import KnownScore
from overtrick.engine.kernel.shuffling import Seeds


@kernel
def slot_of_mark(table: MarkTable, key: int, otherwise: int) -> int:
    """Where the mark of a key is; if it has none, another place, or where it belongs if that is `NONE`."""
    slot = mixed(key) & table.size - 1
    while True:
        found = acquired(nth(table.known, slot))
        if found == key:
            return slot
        if found == 0:
            return slot if otherwise < 0 else otherwise
        slot = slot + 1 & table.size - 1


@kernel
def publish(known: KnownMark, slot: int, key: int) -> None:
    """Let kernels find a mark that is written."""
    release(nth(known, slot), key)


@kernel
def count_deal(table: MarkTable, score: KnownScore, match: MatchState) -> bool:
    """Count a deal that is over in its match; False where it is not known yet what it means there."""
    key = (match.place << SIDE_BITS | match.vulnerable) << KIND_BITS | score.kind
    mark = nth(table.known, slot_of_mark(table, key, table.size))
    if mark.key == 0:
        return False
    for side in range(2):
        match.totals[side] += mark.counts * score.counted[side] + mark.more[side]
        match.games[side], match.below[side], match.bags[side] = mark.games[side], mark.below[side], mark.bags[side]
        match.rows[side] = mark.rows[side]
    match.held, match.vulnerable, match.place = mark.held, mark.vulnerable, mark.place
    match.deals += mark.counts
    match.dealer = match.dealer + mark.moves & 3
    first, second, target, floor = match.totals[0], match.totals[1], table.beginnings.target, table.beginnings.floor
    behind = table.beginnings.behind
    if behind != NEVER and mark.counts:
        match.vulnerable = int64(second - first >= behind) | int64(first - second >= behind) << 1
    ahead = int64(0) if first == second else int64(1) if first > second else int64(2)
    match.end = mark.ends[
        4 * ahead + 2 * int64(second >= target or first <= floor) + int64(first >= target or second <= floor)
    ]
    return True


@kernel
def begin_match(table: MarkTable, match: MatchState, number: int) -> None:
    """The match of a number before its first deal."""
    match.number, match.dealt, match.deals, match.held, match.vulnerable, match.end = number, 0, 0, 0, 0, 0
    for side in range(2):
        match.totals[side], match.games[side], match.below[side], match.bags[side] = 0, 0, 0, 0
        match.rows[side] = 0
    match.dealer = table.beginnings.dealers[number - 1 & 3]
    match.place = table.beginnings.places[match.dealer]


@kernel
def begin_next(rules: DealRules, seeds: Seeds, state: State, space: Workspace, match: MatchState) -> None:
    """The next deal of a match, with a deck of the seed of the match."""
    match.dealt += 1
    begin_seed(seeds.shuffler, seeds.text[: write_number(seeds.text, seeds.length, match.number)])
    deal = MatchDeal(match.number, match.dealt, match.dealer, match.vulnerable, match.totals[0], match.totals[1])
    begin_match_deal(rules, seeds.shuffler, state, space, deal)


@kernel
def write_match(layout: Layout, match: MatchState, side: int, seen: Grid[np.float32], row: int) -> None:
    """That a deal is one of a match, and where it stands, as a side sees it: what `match_parts` tells."""
    first = layout.match
    seen[row, first] = np.float32(1)
    seen[row, first + 3] = np.float32(match.held / (abs(match.held) + layout.half))
    for around in range(2):
        total, games, below = match.totals[side ^ around], match.games[side ^ around], match.below[side ^ around]
        seen[row, first + 1 + around] = np.float32(total / (abs(total) + layout.half))
        if layout.most_bags:
            seen[row, first + 4 + around] = np.float32(match.bags[side ^ around] / layout.most_bags)
        if layout.most_row:
            seen[row, first + 4 + around] = np.float32(match.rows[side ^ around] / layout.most_row)
        if layout.most_games:
            seen[row, first + 4 + around] = np.float32(games / layout.most_games)
            seen[row, first + 6 + around] = np.float32(below / layout.game_points)
