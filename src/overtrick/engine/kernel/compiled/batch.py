"""Many deals that go on side by side, each a row of arrays."""

import numpy as np

from overtrick.engine.kernel.compiled.chance import after, below, stream
from overtrick.engine.kernel.compiled.deals import (
    begin_deal,
    declare,
    key_of,
    known_score,
    may_do,
    step,
)
from overtrick.engine.kernel.compiled.matches import begin_match, begin_next, count_deal
from overtrick.engine.kernel.compiled.native import acquired, int64, kernel, nth, plus, raised, release
from overtrick.engine.kernel.compiled.observing import actor_of, show_known, write_legal
from overtrick.engine.kernel.deals import NONE, OVER, DealRules, State, Workspace
from overtrick.engine.kernel.matches import WON
from overtrick.engine.kernel.memory import Grid, Line
from overtrick.engine.kernel.observing import Layout, Shown
from overtrick.engine.kernel.sharing import ADVANCE, CHECK, CHOOSE, MOST_TAKEN, PATIENCE, SHARE, Asked, Done, Task


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
def begin(task: Task, rows: Line[np.int64], numbers: Line[np.int64]) -> None:
    """Begin the deals, or the matches, of some numbers in some rows."""
    rules, seeds, space, shown = task.rules, task.seeds, task.space, task.shown
    for place in range(len(rows)):
        row, number = rows[place], numbers[place]
        state = nth(task.states, row)
        if shown.is_match:
            match = nth(shown.matches, row)
            begin_match(task.marks, match, number)
            begin_next(rules, seeds, state, space, match)
        else:
            begin_deal(rules, seeds.shuffler, state, space, number)
        show(rules, task.layout, state, space, shown, row)


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
def reward(shown: Shown, row: int, more: float) -> None:
    """Tell the end of a deal or a match, and what it brings to the first side."""
    shown.over[row] = True
    for seat in range(4):
        shown.rewards[row, seat] = np.float32(-more if seat & 1 else more)


@kernel
def finish(task: Task, row: int) -> bool:
    """Count a deal that is over and go on with the next one; False where it is not known yet what it is worth."""
    rules, seeds, space, plan, shown = task.rules, task.seeds, task.space, task.plan, task.shown
    state = nth(task.states, row)
    key_of(rules, state, space.key)
    found = known_score(task.table, space.key[0], space.key[1])
    if found.first == 0:
        return False
    if shown.is_match:
        match = nth(shown.matches, row)
        if not count_deal(task.marks, found, match):
            return False
        if match.end:
            more = match.totals[0] - match.totals[1]
            reward(shown, row, float(int64(match.end == WON) - int64(match.end > WON) if plan.most else more))
        if match.end and plan.stride:
            begin_match(task.marks, match, match.number + plan.stride)
        if not match.end:
            begin_next(rules, seeds, state, space, match)
    else:
        points = float(found.scores[0] - found.scores[1])
        reward(shown, row, max(-1.0, min(1.0, points / plan.most)) if plan.most else points)
        if plan.stride:
            begin_deal(rules, seeds.shuffler, state, space, state.number + plan.stride)
    show(rules, task.layout, state, space, shown, row)
    return True


@kernel
def advance(task: Task, first: int, last: int) -> int:
    """Do an action in each of some rows; gives the first one that waits to be counted, or how many there are in all.

    The keys of those that wait are noted.
    """
    rules, layout, space, shown = task.rules, task.layout, task.space, task.shown
    waits = len(task.actions)
    for row in range(first, last):
        state = nth(task.states, row)
        shown.over[row] = False
        for seat in range(4):
            shown.rewards[row, seat] = np.float32(0)
        if state.phase == OVER:
            continue
        step(rules, state, space, task.actions[row])
        if state.phase != OVER:
            show(rules, layout, state, space, shown, row)
        elif not finish(task, row):
            task.waiting[row, 0], task.waiting[row, 1] = space.key[0], space.key[1]
            waits = min(waits, row)
    return waits


@kernel
def finish_waiting(task: Task, rows: Line[np.int64]) -> None:
    """Count deals that wait for it, as far as it is known now what they are worth."""
    for number in range(len(rows)):
        if finish(task, rows[number]):
            task.waiting[rows[number], 0] = 0


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
