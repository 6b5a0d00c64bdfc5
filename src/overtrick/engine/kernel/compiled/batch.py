"""Many deals that go on side by side, each a row of arrays."""

import numpy as np

from overtrick.engine.kernel.compiled.chance import after, below, stream
from overtrick.engine.kernel.compiled.deals import (
    begin_deal,
    begin_match_deal,
    declare,
    key_of,
    known_score,
    may_do,
    step,
)
from overtrick.engine.kernel.compiled.native import acquired, int64, kernel, nth, plus, raised, release
from overtrick.engine.kernel.compiled.observing import actor_of, show_known, write_legal
from overtrick.engine.kernel.compiled.shuffling import begin as begin_seed
from overtrick.engine.kernel.compiled.shuffling import write_number
from overtrick.engine.kernel.deals import NONE, OVER, DealRules, MatchDeal, State, Workspace
from overtrick.engine.kernel.memory import Grid, Line
from overtrick.engine.kernel.observing import Layout, Plan, Shown
from overtrick.engine.kernel.scores import ScoreTable
from overtrick.engine.kernel.sharing import ADVANCE, CHECK, CHOOSE, MOST_TAKEN, PATIENCE, SHARE, Asked, Done, Task
from overtrick.engine.kernel.shuffling import MatchSeeds, Shuffler


@kernel
def first_refused(task: Task, first: int, last: int) -> int:
    """The first of some rows whose action may not be done, or as many as there are rows in all."""
    for row in range(first, last):
        state = nth(task.states, row)
        if state.phase != OVER and not may_do(task.rules, state, task.space, task.actions[row]):
            return row
    return len(task.actions)


@kernel
def choose(task: Task, first: int, last: int, seed: int, drawn: int) -> None:
    """A legal action for each of some rows, each with the same chance; 0 where there is none."""
    legal, actions = task.shown.legal, task.actions
    for row in range(first, last):
        count = int64(0)
        for action in range(legal.shape[1]):
            count += int64(legal[row, action])
        wanted = below(after(stream(plus(seed, row), drawn)), count)
        actions[row] = 0
        for action in range(legal.shape[1]):
            if legal[row, action]:
                if wanted == 0:
                    actions[row] = action
                    break
                wanted -= 1


@kernel
def show(rules: DealRules, layout: Layout, state: State, space: Workspace, shown: Shown, row: int) -> None:
    """Tell whose turn it is, what they may do and what they know."""
    actor = actor_of(state)
    shown.actor[row], shown.number[row] = actor + 1, state.number
    write_legal(rules, state, space, shown.legal, row)
    if shown.observation.shape[1] and actor >= 0:
        show_known(rules, layout, state, actor, shown, row, row)


@kernel
def show_to(
    rules: DealRules,
    layout: Layout,
    states: State,
    rows: Line[np.int64],
    seats: Line[np.int64],
    shown: Shown,
) -> None:
    """Tell what seats, 1 to 4, know of the deals of some rows, one after the other."""
    for number in range(len(rows)):
        show_known(rules, layout, nth(states, rows[number]), seats[number] - 1, shown, rows[number], number)


@kernel
def begin(
    rules: DealRules,
    layout: Layout,
    shuffler: Shuffler,
    states: State,
    space: Workspace,
    rows: Line[np.int64],
    numbers: Line[np.int64],
    shown: Shown,
) -> None:
    """Deal the deals of some numbers in some rows."""
    for place in range(len(rows)):
        row = rows[place]
        state = nth(states, row)
        begin_deal(rules, shuffler, state, space, numbers[place])
        show(rules, layout, state, space, shown, row)


@kernel
def begin_in_matches(
    rules: DealRules,
    layout: Layout,
    seeds: MatchSeeds,
    states: State,
    space: Workspace,
    rows: Line[np.int64],
    deals: Grid[np.int64],
    shown: Shown,
) -> None:
    """Deal deals of matches in some rows, each given as `MatchDeal`, with decks of the seeds of the matches."""
    for place in range(len(rows)):
        row = rows[place]
        deal = MatchDeal(deals[place, 0], deals[place, 1], deals[place, 2], deals[place, 3])
        begin_seed(seeds.shuffler, seeds.text[: write_number(seeds.text, seeds.length, deal.number)])
        state = nth(states, row)
        begin_match_deal(rules, seeds.shuffler, state, space, deal)
        show(rules, layout, state, space, shown, row)


@kernel
def write_keys(rules: DealRules, states: State, rows: Line[np.int64], keys: Grid[np.int64], space: Workspace) -> None:
    """All that the scores of deals that are over depend on."""
    for place in range(len(rows)):
        key_of(rules, nth(states, rows[place]), space.key)
        keys[place, 0], keys[place, 1] = space.key[0], space.key[1]


@kernel
def go_on(
    rules: DealRules,
    layout: Layout,
    states: State,
    space: Workspace,
    row: int,
    actions: Line[np.int64],
    shown: Shown,
) -> None:
    """Do some actions in a row that was set up."""
    state = nth(states, row)
    if rules.facts.has_annonces:
        declare(rules, state, space.found)
    for place in range(len(actions)):
        step(rules, state, space, actions[place])
    show(rules, layout, state, space, shown, row)


@kernel
def finish(
    rules: DealRules,
    layout: Layout,
    shuffler: Shuffler,
    state: State,
    space: Workspace,
    table: ScoreTable,
    plan: Plan,
    shown: Shown,
    row: int,
) -> bool:
    """Count a deal that is over and go on with the next one; False where its score is not known yet."""
    key_of(rules, state, space.key)
    found = known_score(table, space.key[0], space.key[1])
    if found.first == 0:
        return False
    more = float(found.scores[0] - found.scores[1])
    if plan.most:
        more = max(-1.0, min(1.0, more / plan.most))
    for seat in range(4):
        shown.rewards[row, seat] = np.float32(-more if seat & 1 else more)
    shown.over[row] = True
    if plan.stride:
        begin_deal(rules, shuffler, state, space, state.number + plan.stride)
    show(rules, layout, state, space, shown, row)
    return True


@kernel
def advance(task: Task, first: int, last: int) -> int:
    """Do an action in each of some rows; gives the first one that waits for a score, or as many as there are in all.

    The keys of those that wait are noted.
    """
    rules, layout, shuffler, states, space, table, plan, actions, shown, waiting, _ = task
    waits = len(actions)
    for row in range(first, last):
        state = nth(states, row)
        shown.over[row] = False
        for seat in range(4):
            shown.rewards[row, seat] = np.float32(0)
        if state.phase == OVER:
            continue
        step(rules, state, space, actions[row])
        if state.phase != OVER:
            show(rules, layout, state, space, shown, row)
        elif not finish(rules, layout, shuffler, state, space, table, plan, shown, row):
            waiting[row, 0], waiting[row, 1] = space.key[0], space.key[1]
            waits = min(waits, row)
    return waits


@kernel
def finish_waiting(task: Task, rows: Line[np.int64]) -> None:
    """Count deals whose scores are known now."""
    rules, layout, shuffler, states, space, table, plan, _, shown, _, _ = task
    for number in range(len(rows)):
        finish(rules, layout, shuffler, nth(states, rows[number]), space, table, plan, shown, rows[number])


@kernel
def work(task: Task, asked: Asked, done: Done) -> None:
    """Do what is asked in one share of the rows after the other, until none is left."""
    size, shares = len(task.actions), len(task.results)
    while acquired(asked) % MOST_TAKEN < shares:
        what, share = divmod(raised(asked), MOST_TAKEN)
        if share >= shares:
            return
        first, last, result = share * SHARE, min(size, share * SHARE + SHARE), int64(0)
        if what == CHOOSE:
            choose(task, first, last, asked.seed, asked.drawn)
        elif what == CHECK:
            result = first_refused(task, first, last)
        elif what == ADVANCE:
            result = advance(task, first, last)
        task.results[share] = result
        raised(done)


@kernel
def serve(task: Task, asked: Asked, done: Done) -> None:
    """Work until for a while nothing is asked, or until one is asked to leave."""
    looks = int64(0)
    while looks < PATIENCE:
        order = acquired(asked)
        if order < MOST_TAKEN:  # LEAVE
            return
        looks += 1
        if order % MOST_TAKEN < len(task.results):
            work(task, asked, done)
            looks = int64(0)


@kernel
def least_when_done(task: Task, done: Done) -> int:
    """Wait for a while until all shares are done; gives the least result, or `NONE` if they are not."""
    looks, least = int64(0), len(task.actions)
    while acquired(done) < len(task.results):
        looks += 1
        if looks == PATIENCE:
            return int64(NONE)
    for result in task.results:
        least = min(least, result)
    return least


@kernel
def lead(task: Task, asked: Asked, done: Done, what: int) -> int:
    """Ask all threads for something and work with them; gives what `least_when_done` does."""
    release(done, int64(0))
    release(asked, what * MOST_TAKEN)
    work(task, asked, done)
    return least_when_done(task, done)
