"""What a page has to know of a game to deal its cards, to sort them, and to show who sits where and what is called."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from overtrick.core.actions import action_fields, actions_of
from overtrick.core.cards import Cards
from overtrick.core.catalogue import game_text
from overtrick.core.game import Direction, Game
from overtrick.core.tricks import Ranking, Strain
from overtrick.protocol.parts import ActionInfo


class DealingInfo(Struct, frozen=True):
    """How a deck is dealt: `Dealing`, written down."""

    packets: tuple[tuple[int, int, int, int], ...]
    turn_up: Literal["none", "next", "dealers_last", "dealers_first"]
    later: int
    backwards: bool


class OrderInfo(Struct, frozen=True):
    """How the cards rank."""

    suits: tuple[tuple[str, ...], ...]
    """the cards of each suit from the highest down; a bower is among the trumps"""
    trump: bool
    """whether the first suit is trumps, and beats all others"""


class NumberedAction(ActionInfo, frozen=True, kw_only=True):
    """An action of a game that is no card, with its number among all actions of the game."""

    number: int


class GameInfo(Struct, frozen=True):
    """A game."""

    game: str
    """as tables and records name it"""
    name: str
    preset: str
    hand_size: int
    direction: Direction
    has_dummy: bool
    counts: Literal["points", "tricks"]
    target: int | None
    """the points with which a side wins a match; null where something else ends it"""
    pack: tuple[str, ...]
    """in the order in which it is shuffled"""
    dealing: DealingInfo
    orders: dict[str, OrderInfo]
    """by what is trumps; under an empty text, as long as nobody knows"""
    actions: dict[str, NumberedAction]
    """all actions that are no cards, by how they are written; bids from the lowest up"""


@lru_cache(256)
def game_info(game: Game) -> GameInfo:
    """What there is to know of a game."""
    actions = actions_of(game)
    unknown = Ranking(game.pack, game.plain_order, game.trump_order, Strain.NO_TRUMPS)
    direction: Direction = "anticlockwise" if game.house.get("direction") == "anticlockwise" else "clockwise"
    return GameInfo(
        game=game_text(game),
        name=game.name,
        preset=game.preset,
        hand_size=game.hand_size,
        direction=direction,  # not every game says it
        has_dummy=game.has_dummy,
        counts=game.unit,
        target=game.match_target,
        pack=tuple(map(str, game.pack)),
        dealing=DealingInfo(*game.dealing),
        orders={"": _order(unknown)} | {str(strain): _order(game.rules(strain).ranking) for strain in game.strains},
        actions={
            text: NumberedAction(**fields, number=actions.number(text))
            for text, fields in action_fields(actions.all).items()
        },
    )


def _order(ranking: Ranking) -> OrderInfo:
    """The suits of a ranking, trumps before the others and then spades first."""
    spades_first = ranking.suits[::-1]
    suits = sorted(spades_first, key=lambda suit: suit != ranking.trumps)
    return OrderInfo(tuple(_downwards(ranking, suit) for suit in suits), bool(ranking.trumps))


def _downwards(ranking: Ranking, suit: int) -> tuple[str, ...]:
    cards = sorted(Cards.from_mask(suit), key=lambda card: -ranking.power_of[card.index])
    return tuple(map(str, cards))
