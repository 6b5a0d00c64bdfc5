"""The actions of a game by number, and what a learner may choose from.

All that can be done in a game stands in one list: the cards of its pack, what can be called, what the dealer can lay
away. What is said in the play (declare, belote, rebelote) is not in it: it costs nothing, brings points and goes with
a card, so that it is said by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import index
from typing import SupportsIndex

import numpy as np
import numpy.typing as npt

from overtrick.core.auctions import PASS, Auction, Contract
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import Seat
from overtrick.core.tricks import Strain
from overtrick.deal.round import DISCARD, Action
from overtrick.deal.view import View
from overtrick.deal.words import WORDS


@lru_cache(64)
def actions(game: Game) -> tuple[Action, ...]:
    """All actions of a game; the place of an action is its number.

    >>> from overtrick.core.catalogue import find_game
    >>> actions(find_game("belote"))[29:]
    (Card('9c'), Card('8c'), Card('7c'), 'pass', 'take', 'name S', 'name H', 'name D', 'name C')
    """
    laid_away = (f"{DISCARD} {card}" for card in game.pack) if has_discard(game) else ()
    return (*game.pack, *calls(game), *laid_away)


@lru_cache(64)
def calls(game: Game) -> tuple[str, ...]:
    """All that can be called in a game."""
    return tuple(dict.fromkeys(call for auction in auctions(game) for call in auction.legal()))


def auctions(game: Game) -> Iterator[Auction]:
    """Auctions in which everything is called that can be called in a game, though not in every order."""
    for turn_up in [None] if game.dealing.turn_up == "none" else reversed(list(game.pack)):
        waiting, called = [game.auction(Seat.WEST, turn_up)], set[str]()
        for auction in waiting:
            yield auction
            news = [call for call in auction.legal() if call == PASS or call not in called]
            called.update(news)
            waiting += map(auction.call, news)


@lru_cache(64)
def has_discard(game: Game) -> bool:
    """Whether the dealer takes a card and lays one away."""
    return any(game.dealer_picks_up(Contract(Strain.of(card.suit)), card, Seat.WEST) for card in game.pack)


@lru_cache(64)
def _numbers(game: Game) -> dict[Action, int]:
    return {action: number for number, action in enumerate(actions(game))}


def action_number(game: Game, action: Action) -> int:
    """The number of an action of a game."""
    number = _numbers(game).get(action)
    if number is None:
        raise Invalid("bad-action", action=str(action))
    return number


def action_of(game: Game, number: SupportsIndex) -> Action:
    """The action of a game that has a number; what is no whole number is refused."""
    known = actions(game)
    if not isinstance(number, SupportsIndex) or not 0 <= index(number) < len(known):
        raise Invalid("bad-action-number", number=str(number), game=str(game), most=len(known) - 1)
    return known[number]


def action_mask(view: View) -> npt.NDArray[np.int8]:
    """1 for each action that the seat of a view may choose now, by number; all are 0 when it is not its turn."""
    numbers = _numbers(view.game)
    mask = np.zeros(len(numbers), np.int8)
    mask[[numbers[action] for action in view.legal if action not in WORDS]] = 1
    return mask
