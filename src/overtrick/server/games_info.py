"""What a page has to know of a game to deal its cards, to sort them, and to show who sits where and what is called."""

from __future__ import annotations

from functools import lru_cache

from overtrick.core.actions import action_fields, actions_of
from overtrick.core.cards import Cards
from overtrick.core.catalogue import game_text
from overtrick.core.game import Game
from overtrick.core.tricks import Ranking, Strain
from overtrick.protocol.answers import DealingInfo, GameInfo, NumberedAction, OrderInfo


@lru_cache(256)
def game_info(game: Game) -> GameInfo:
    """What there is to know of a game."""
    actions = actions_of(game)
    unknown = Ranking(game.pack, game.plain_order, game.trump_order, Strain.NO_TRUMPS)
    return GameInfo(
        game=game_text(game),
        name=game.name,
        preset=game.preset,
        hand_size=game.hand_size,
        direction=game.direction,
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
