"""Imagined deals that players call on by how strong their hands are, and then play in the plain way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from overtrick.core.actions import GIFTS, Action, actions_of
from overtrick.core.cards import Card, cards_in
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat, Side
from overtrick.engine.kernel.deals import DISCARD, Model, State, Workspace, mask_of_sides
from overtrick.engine.kernel.engine import load
from overtrick.engine.kernel.memory import Grid, Line
from overtrick.engine.kernel.scores import DealsPlayed, known_scores
from overtrick.engine.kernel.strategies import Act, Acts, Ways

NEVER: Final = -20.0
"""how much a player leans towards a call that is not to be expected"""


class BidScale(NamedTuple):
    """How strong the hands are with which players bid for points; `BidLimits` of the sampling bot tells each."""

    is_known: bool
    """whether anything is known; else everybody passes"""
    base: float
    mean: float
    together: float
    margin: float
    secure: float
    spread: float
    to_raise: float
    hopeless: float


class TakingScale(NamedTuple):
    """How strong the hands are with which players take a contract; `Taking` of the sampling bot tells each."""

    is_known: bool
    to_take: Line[np.float64]
    """by place, from the player after the dealer to the dealer"""
    to_name: float
    to_play_alone: float
    spread: float


class Leaning(NamedTuple):
    """How players are thought to call."""

    weights: Grid[np.float64]
    """`[strain, card]`: what a card is worth"""
    long_suit: float
    """what a card that the dealer may lay away is worth more for each other card of its plain suit"""
    bidding: BidScale
    taking: TakingScale


class Imagining(NamedTuple):
    """Deals of one moment before the play, one in each row."""

    hands: Grid[np.uint64]
    """by seat"""
    stock: Grid[np.int64]
    """the cards that are dealt later, in their order"""


class Ended(NamedTuple):
    """How deals ended, one in each row."""

    keys: Grid[np.int64]
    """of their scores"""
    points: Grid[np.int64]
    """those of the sides in tricks"""


class Called(NamedTuple):
    """What all know before the play."""

    dealer: Seat
    turned: Sequence[Card]
    """the cards that were turned up, in order"""
    vulnerable: frozenset[Side]
    calls: Sequence[Action]
    """all that were made, those out of turn with their seats"""
    plays: Sequence[Card] = ()
    totals: Scores = (0, 0)
    """of the match before the deal, if it is one of a match"""


def state_of(model: Model, called: Called) -> State:
    """The state of a moment, without hands; if it is in the play, partners have given each other whatever they did."""
    load("imagining")
    from overtrick.engine.kernel.compiled.deals import start, step

    facts, state, space = model.rules.facts, State(), Workspace()
    deck = [card.index for card in (*model.game.pack, *model.game.dealing.beside)]
    for number, card in enumerate(called.turned):
        place, own = facts.turned[called.dealer - 1] + number, deck.index(card.index)
        deck[place], deck[own] = deck[own], deck[place]
    state.deck[: len(deck)] = deck
    start(model.rules, state, 1, called.dealer - 1, mask_of_sides(called.vulnerable))
    state.totals[:] = called.totals
    numbers = actions_of(model.game).numbers
    for call in called.calls:
        step(model.rules, state, space, numbers[call])
    while facts.exchanged and state.phase == DISCARD:
        any_card = cards_in(state.held[state.turn])[0]
        step(model.rules, state, space, numbers[GIFTS[any_card]])
    for card in called.plays:
        step(model.rules, state, space, numbers[card])
    return state


def ended_after(
    model: Model, ways: Ways, leaning: Leaning, state: State, imagining: Imagining, action: Action, side: Side
) -> tuple[DealsPlayed, npt.NDArray[np.int64]]:
    """The scores of deals after an action, and the points of the sides; hopeless bids of `side` count as doubled."""
    from overtrick.engine.kernel.compiled.imagining import imagine

    own, ended, number = State(), _ended(imagining), actions_of(model.game).numbers[action]
    imagine(
        *(model.rules, ways, leaning, state.array, own.array, own, Workspace(), imagining, number, side - 1, ended),
    )
    return known_scores(model.game).scores(ended.keys), ended.points


def ended_plainly(
    model: Model, ways: Ways, act: Act, state: State, imagining: Imagining, action: Action
) -> tuple[DealsPlayed, npt.NDArray[np.int64]]:
    """The same, if everybody goes on by a way of playing that knows how to call."""
    from overtrick.engine.kernel.compiled.imagining import imagine_plainly
    from overtrick.engine.kernel.compiled.native import entry

    own, ended, number = State(), _ended(imagining), actions_of(model.game).numbers[action]
    acts = Acts(act, act, act, act)
    entry(imagine_plainly)(
        *(model.rules, ways, acts, state.array, own.array, own, Workspace(), imagining, number, ended),
    )
    return known_scores(model.game).scores(ended.keys), ended.points


def _ended(imagining: Imagining) -> Ended:
    """Room for the ends of some deals."""
    size = len(imagining.hands)
    return Ended(np.zeros((size, 2), np.int64), np.zeros((size, len(Side)), np.int64))
