"""Deals in the rows of arrays: what kernels tell of them and where, and which of them go on."""

from __future__ import annotations

from functools import lru_cache
from inspect import getattr_static
from typing import Final, NamedTuple

import numpy as np

from overtrick.core.game import Game
from overtrick.engine.kernel.deals import MOST_CALLS, NONE
from overtrick.engine.kernel.matches import MatchState
from overtrick.engine.kernel.memory import Grid, Line, NamedMemory, Number, Row
from overtrick.engine.observation import bids_of_game, half_of_match, layout, most_points


class Layout(NamedMemory):
    """Where the parts of an observation begin; `NONE` where a game does not have one."""

    hand = Number()
    holds = Number()
    may_hold = Number()
    played = Number()
    trick = Number()
    turn_up = Number()
    turned_suit = Number()
    discard = Number()
    when = Number()
    phase = Number()
    dealer = Number()
    turn = Number()
    leader = Number()
    calls = Number()
    doubled = Number()
    strain = Number()
    taker = Number()
    bid = Number()
    double = Number()
    alone = Number()
    vulnerable = Number()
    declared = Number()
    tricks = Number()
    points = Number()
    match = Number()
    history = Number()
    bid_of = Row(MOST_CALLS)
    """`[value]`: its number among those that are bid"""
    most_points = Number()
    half = Number()
    """the points of a match that are a half"""
    most_games = Number()
    """0 where there are no games within a match"""
    game_points = Number()
    most_bags = Number()
    """0 where bags cost nothing"""
    most_row = Number()
    """0 where deals won one after the other bring nothing"""


MEASURES: Final = ("most_points", "half", "most_games", "game_points", "most_bags", "most_row")


class Shown(NamedTuple):
    """What is told of many deals, each a row; what nobody wants has no columns."""

    actor: Line[np.int8]
    legal: Grid[np.bool_]
    observation: Grid[np.float32]
    small: Grid[np.uint8]
    """the observation in bytes; `observation` then has one row, to work in"""
    rewards: Grid[np.float32]
    over: Line[np.bool_]
    number: Line[np.int64]
    is_match: bool
    """whether rows are matches"""
    matches: MatchState
    """of the rows, one after the other"""


class Plan(NamedTuple):
    """How rows go on."""

    stride: int
    """how much higher the number of the next deal or match of a row is; 0 where one that is over stays so"""
    most: int
    """the result that is the reward 1; 0 for rewards in points"""


@lru_cache(64)
def layout_for(game: Game, values: tuple[int | str | None, ...], history: bool) -> Layout:
    """Where kernels write the parts of an observation, in a game whose contracts have some values."""
    made = Layout()
    parts, bids = layout(game, history), bids_of_game(game)
    for name in vars(Layout):
        if isinstance(getattr_static(Layout, name), Number) and name not in MEASURES:
            setattr(made, name, parts[name].start if name in parts else NONE)
    made.bid_of[: len(values)] = [bids.index(value) if value in bids else NONE for value in values]
    made.most_points, made.half, made.most_bags = most_points(game), half_of_match(game), game.most_bags
    made.most_row = game.most_row
    if game.rubber is not None:
        made.game_points, made.most_games = game.rubber
    return made
