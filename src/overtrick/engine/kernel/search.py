"""Exact values of positions with open hands, for games whose suits have at most ten cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from overtrick.core.tricks import Rung
from overtrick.engine.kernel.question import Answer, Question
from overtrick.engine.kernel.search_moves import ORDER
from overtrick.engine.kernel.search_table import (
    BONUS,
    BUCKET,
    BUCKETS,
    GENERATION,
    HANDS,
    HIGH,
    LIMIT,
    LOW,
    MOST_CARDS,
    NEXT,
    NODES,
    OFFSET,
    PLAYERS,
    REFUTED,
    SQUEEZED,
    STATE_SIZE,
    TURN,
    WEIGHTS,
)
from overtrick.engine.kernel.search_tree import NO_LIMIT, solve, solve_all
from overtrick.engine.kernel.search_worlds import value_cards
from overtrick.engine.kernel.tables import (
    BEATEN_BY,
    HAND_SIZE,
    LAST_TRICK,
    PACK,
    POINTS,
    TRICK_POINTS,
    Tables,
    state_of,
    tables_of,
)

if TYPE_CHECKING:
    import numpy.typing as npt

    from overtrick.core.cards import Card
    from overtrick.core.game import Game
    from overtrick.core.seats import Seat
    from overtrick.core.tricks import Strain
    from overtrick.deal.position import Position

TABLE_BITS: Final = {5: 10, 8: 14, 10: 17}
"""the buckets of the table of positions, by the size of the hands, as a power of two"""


class Turn(NamedTuple):
    """Where a search begins: the parameters of `search` from `seat` to `mode`."""

    seat: int
    turn: int
    lane: int
    master: int
    holder: int
    worth: int
    total: int
    tricks: int
    mode: int


def serves(game: Game, strain: Strain) -> bool:
    """Whether this search is made for a game under a strain.

    Suits and hands are small enough, nothing counts less than nothing, all values have room in the table, and the
    duties are such that the bounds of `search_bounds` hold.
    """
    counting, ladder = game.counting(strain), game.ladder
    points = [*counting.card_points, counting.trick_points, counting.last_trick]
    in_all = sum(counting.card_points) + game.hand_size * counting.trick_points + counting.last_trick
    return (
        max(game.hand_size, *(suit.bit_count() for suit in game.rules(strain).ranking.suits)) <= MOST_CARDS
        and min(points) >= 0
        and in_all + abs(_capot_bonus(game)) < OFFSET
        and all(rungs[0] is Rung.FOLLOW for rungs in ladder[:4])
        and all(rungs[0] is Rung.FOLLOW or rungs[:2] == (Rung.ABOVE, Rung.FOLLOW) for rungs in ladder[4:])
        and not {Rung.ABOVE, Rung.TRUMP} & {*ladder.plain_partner, *ladder.cut_partner}
    )


class PointsSearcher:
    """Searches positions of a game under a strain, and keeps what it finds for later ones. Not for two threads.

    The hands of the players are equal, but for the cards that lie on the table.
    """

    def __init__(self, game: Game, strain: Strain, capot: bool = False) -> None:
        """`capot` counts the bonus for all tricks that are left, in games that have one."""
        if not serves(game, strain):
            raise ValueError(f"{game} under {strain} is more than this search can hold")
        self._tables: Tables = tables_of(game, strain)
        self._points: list[int] = self._tables.array[POINTS : POINTS + 64].tolist()
        self._bonus = _capot_bonus(game) if capot else 0
        self._state, self._table = _memory(self._tables, self._bonus)

    def forget(self) -> None:
        """Forget what earlier questions left, so that the next search is the same whatever came before."""
        self._state[GENERATION] += 1
        self._state[REFUTED:GENERATION] = 0

    def bounds(self, position: Position, low: int, high: int, max_nodes: int = 0) -> tuple[int, int, int]:
        """Bounds of the value for the side to move, and how many leads were searched.

        The bounds meet unless the value is found to be at most `low` or at least `high`, or so many leads have been
        searched (0: there is no limit).
        """
        turn = self._begin(position, max_nodes)
        window = low, max(high, low + 1)
        found = self._narrow(turn, turn.seat & 1, (0, turn.total + max(self._bonus, 0)), window)
        return *found, int(self._state[NODES])

    def card_bounds(self, position: Position, max_nodes: int = 0) -> tuple[dict[Card, tuple[int, int]], int]:
        """Bounds of the value of each legal card for the side to move, and how many leads were searched.

        They meet unless the limit was reached. Neighbours differ by the difference of their points at most: whatever
        is done after one of them can be done after the other, and the two count in one trick each.
        """
        turn = self._begin(position, max_nodes)
        hands, everything = self._state[HANDS : HANDS + 4].tolist(), (0, turn.total + max(self._bonus, 0))
        others = sum(hands) - hands[turn.seat] + (1 << turn.master if turn.turn else 0)
        found: dict[Card, tuple[int, int]] = {}
        last, low, high = -1, 0, 0
        for bit in sorted(self._tables.bit_of[card.index] for card in position.legal()):
            known = everything
            if last >> 4 == bit >> 4 and not others & ((1 << bit) - (1 << last)):
                gap = abs(self._points[bit] - self._points[last])
                known = max(low - gap, 0), min(high + gap, everything[1])
            low, high = self._card(turn, bit, known)
            last, card = bit, self._tables.card_of[bit]
            if card is not None:
                found[card] = low, high
        return found, int(self._state[NODES])

    def value_cards(self, question: Question) -> Answer:
        """Bounds of the values of some cards in worlds; leads are what nodes count."""
        position, bit_of = question.position, self._tables.bit_of
        turn = self._begin(position, 0)._replace(mode=question.sweeper or 0)
        self._state[TURN : TURN + len(turn)] = turn
        legal = [bit_of[card.index] for card in question.cards]
        order = sorted(range(len(legal)), key=legal.__getitem__)
        bits, steps = np.array([legal[number] for number in order], np.int64), np.array(question.steps, np.int64)
        found = np.zeros((2, len(question.worlds), len(legal)), np.int64)
        held = question.worlds.copy()
        held[:, [seat - 1 for seat in position.trick.out]] = 0  # their cards are not in play
        arrays = self._tables.array, self._state, self._table, held, bits, steps
        searched = value_cards(*arrays, question.nodes, question.most_nodes, *found)
        lows, highs = (np.empty_like(bounds) for bounds in found)
        lows[:, order], highs[:, order] = found
        return Answer(lows, highs, searched)

    def _begin(self, position: Position, max_nodes: int) -> Turn:
        """Fill in the hands of the state, and find the turn."""
        given, state, points = state_of(position), self._state, self._points
        players = [seat for seat in range(4) if not given.out >> seat & 1]
        state[HANDS : HANDS + 4] = 0
        for seat, after in zip(players, (*players[1:], players[0]), strict=True):
            state[HANDS + seat], state[NEXT + seat] = given.hands[seat], after
        state[PLAYERS], state[NODES], state[LIMIT] = len(players), 0, max_nodes or NO_LIMIT
        held = sum(state[HANDS : HANDS + 4].tolist())
        tricks = int(given.hands[given.seat]).bit_count()
        last_trick = int(self._tables.array[LAST_TRICK]) if tricks else 0
        worth = sum(points[self._tables.bit_of[card.index]] for card in position.trick.cards)
        total = worth + sum(points[bit] for bit in range(64) if held >> bit & 1)
        total += tricks * int(self._tables.array[TRICK_POINTS]) + last_trick
        worth += last_trick if tricks == 1 else 0
        mode = (given.seat & 1) + 1 if self._bonus else 0
        return Turn(given.seat, given.turn, given.lane, given.master, given.holder, worth, total, tricks, mode)

    def _card(self, turn: Turn, bit: int, known: tuple[int, int]) -> tuple[int, int]:
        """Bounds of what a card brings to the side whose turn it is, by what is known of it."""
        if known[0] == known[1]:
            return known
        state, asking = self._state, turn.seat & 1
        lane, master, holder = turn.lane, turn.master, turn.holder
        if not turn.turn:
            lane, master, holder = bit >> 4, bit, turn.seat
        elif int(self._tables.array[BEATEN_BY + master]) >> bit & 1:
            master, holder = bit, turn.seat
        worth, won = turn.worth + self._points[bit], 0
        if turn.turn + 1 < state[PLAYERS]:
            after = Turn(
                int(state[NEXT + turn.seat]),
                turn.turn + 1,
                lane,
                master,
                holder,
                worth,
                turn.total,
                turn.tricks,
                turn.mode,
            )
        else:
            worth += int(self._tables.array[TRICK_POINTS])
            is_won = holder & 1 == asking
            won = worth if is_won else 0
            after = Turn(holder, 0, 0, 0, 0, 0, turn.total - worth, turn.tricks - 1, turn.mode if is_won else 0)
        hand = int(state[HANDS + turn.seat])
        state[HANDS + turn.seat] = hand & ~(1 << bit)
        least, most = min(self._bonus, 0), after.total + max(self._bonus, 0)
        known = max(known[0] - won, least), min(known[1] - won, most)
        low, high = self._narrow(after, asking, known, (-1, NO_LIMIT))
        state[HANDS + turn.seat] = hand
        return won + low, won + high

    def _narrow(self, turn: Turn, asking: int, known: tuple[int, int], window: tuple[int, int]) -> tuple[int, int]:
        """Better bounds for the side that asks."""
        state, total = self._state, turn.total
        (low, high), (bottom, top) = known, window
        if asking:
            low, high, bottom, top = total - high, total - low, total - top, total - bottom
        state[TURN : TURN + len(turn)] = turn
        state[LOW], state[HIGH] = low, high
        solve(self._tables.array, state, self._table, bottom, top)
        low, high = int(state[LOW]), int(state[HIGH])
        return (total - high, total - low) if asking else (low, high)


def values(game: Game, strain: Strain, hands: npt.NDArray[np.uint64], leader: Seat) -> npt.NDArray[np.int64]:
    """The values of many whole deals for the side of the leader; a row has the four hands as masks of `Card.bit`.

    `solver.bulk_values` checks what comes from elsewhere.
    """
    tables, found = tables_of(game, strain), np.zeros(len(hands), np.int64)
    state, table = _memory(tables, 0)
    solve_all(tables.array, state, table, hands, leader - 1, found)
    return found


def _capot_bonus(game: Game) -> int:
    return game.capot_bonus or 0


def _memory(tables: Tables, bonus: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """A state with what does not change, and an empty table of positions."""
    array = tables.array
    state, pack = np.zeros(STATE_SIZE, np.int64), int(array[PACK])
    bits = TABLE_BITS.get(int(array[HAND_SIZE]), max(TABLE_BITS.values()))
    state[BONUS], state[BUCKETS] = bonus, (1 << bits) - 1
    state[WEIGHTS : WEIGHTS + 4 * len(ORDER)] = np.ravel(ORDER)
    state[NEXT : NEXT + 4], state[PLAYERS], state[LIMIT] = (1, 2, 3, 0), 4, NO_LIMIT
    state[GENERATION] = 1  # an empty entry has none
    for bit in range(64):
        above = bit + 1 if pack >> bit & 1 else 64
        while pack >> above & 1 and array[POINTS + above] == array[POINTS + bit]:
            state[SQUEEZED + bit % 16] |= 1 << above
            above += 1
    return state, np.zeros(BUCKET << bits, np.int64)
