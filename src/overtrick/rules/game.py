"""What a game is: a frozen value, made of facts and of the house rules that players agree on.

A game is one file of this folder. It states its pack, orders, points and ladder, gives its house rules as fields with
defaults, and names its presets; all else is done by the parts of Overtrick that read these values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final, TypeVar, get_args, get_type_hints

from overtrick.cards import CARDS, Card, Cards
from overtrick.errors import Invalid
from overtrick.scoring import Counting, Scores, Tally
from overtrick.seats import SEATS, Seat, Side
from overtrick.tricks import FOLLOW_SUIT, SUIT_STRAINS, Ladder, Ranking, Strain, TrickRules

DEAD = 0
"""The place of cards that nobody plays: a kitty, a discard. The other places are the seats, 1 to 4."""

Pins = Mapping[Card, frozenset[int]]
"""The places in which a card can have been when play began, for cards of which that is known."""

RankPoints = tuple[int, ...]

MOST_POINTS: Final = 1000
"""the most that a house rule can give"""

AnyGame = TypeVar("AnyGame", bound="Game")


class Game:
    """A game under house rules; `preset` is the name of the set of house rules that it began from.

    Games are values: immutable, and equal if they are the same preset of a game under the same rules. The facts of a
    game are class variables; every other field of a subclass is a house rule with its default.
    """

    preset: str

    house_rules: ClassVar[tuple[str, ...]] = ()
    """the names of the house rules"""
    name: ClassVar[str]
    pack: ClassVar[Cards]
    hand_size: ClassVar[int]
    plain_order: ClassVar[str]
    """ranks of a plain suit from the highest down"""
    trump_order: ClassVar[str]
    """ranks of trumps from the highest down"""
    left_bower: ClassVar[bool] = False
    """whether the jack of trumps' colour is the second trump"""
    trick_points: ClassVar[int] = 0
    """points for each trick"""

    turn_up_is_trumps: ClassVar[bool] = False
    """whether the suit of the turned-up card is trumps, without an auction"""

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in cls.__annotations__.items() if not kind.startswith("ClassVar")]
        cls.house_rules = (*cls.house_rules, *(name for name in own if name not in cls.house_rules))

    def __init__(self, preset: str, **house: object) -> None:
        """The game of a preset, which changes the defaults of some house rules."""
        vars(self).update({rule: getattr(self, rule) for rule in self.house_rules}, preset=preset, **house)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("games cannot change; with_house_rules makes another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("games cannot change")

    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, *vars(self).values()))

    def __str__(self) -> str:
        return f"{self.name}:{self.preset}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.preset!r}, **{self.house})"

    @property
    def house(self) -> dict[str, object]:
        """The house rules by name."""
        return {rule: getattr(self, rule) for rule in self.house_rules}

    @property
    def strains(self) -> tuple[Strain, ...]:
        """What can be trumps."""
        return SUIT_STRAINS

    @property
    def ladder(self) -> Ladder:
        """What a player owes to a trick."""
        return FOLLOW_SUIT

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        """Card points of the ranks of `plain_order` and of `trump_order`."""
        return (0,) * len(self.plain_order), (0,) * len(self.trump_order)

    def counting(self, strain: Strain) -> Counting:
        """What counts in a deal."""
        return Counting(self.card_points(strain), self.trick_points)

    def final(self, tally: Tally, taker: Side | None) -> Scores | None:
        """The scores of a finished deal, or None where these rules do not settle them."""
        return None

    def revoke_scores(self, offender: Side) -> Scores | None:
        """The scores of a deal that a proved revoke ends, or None where it has none."""
        return None

    def match_points(self, final: Scores) -> Scores | None:
        """What the scores of a deal are worth in a match, or None where they count as they are."""
        return None

    def leader(self, dealer: Seat, taker: Seat | None) -> Seat | None:
        """Who leads to the first trick, or None where that depends on a taker and none is known."""
        return dealer.next

    @property
    def dealer_when_first_leads(self) -> Seat:
        """The dealer of a deal in which seat 1 leads; he deals where a record does not say who did."""
        return next((seat for seat in SEATS if self.leader(seat, None) is SEATS[0]), SEATS[0])

    def pins(
        self, turn_up: Card, strain: Strain, dealer: Seat, taker: Seat | None, discard: Card | None = None
    ) -> Pins:
        """Where the turned-up card can be when play begins."""
        return {}

    def sits_out(self, auction: Sequence[str], taker: Seat | None) -> Seat | None:
        """Who plays no card, because somebody plays alone."""
        return None

    def exchange(self, dealt: Cards, turn_up: Card, discard: Card | None, strain: Strain) -> Cards:
        """The cards among which the dealer's hand is, of what he was dealt: one too many if his discard is unseen."""
        return dealt

    def seat_name(self, seat: Seat) -> str:
        """What the players of this game call a seat."""
        return str(seat)

    @property
    def dead_cards(self) -> int:
        """How many cards of the pack nobody plays."""
        return len(self.pack) - len(SEATS) * self.hand_size

    def rules(self, strain: Strain) -> TrickRules:
        """The rules of play under a strain; refuses a strain that the game does not have."""
        return _rules(self, strain)

    def card_points(self, strain: Strain) -> tuple[int, ...]:
        """The points of each card under a strain, by `Card.index`."""
        return _card_points(self, strain)

    def with_house_rules(self: AnyGame, house: Mapping[str, object]) -> AnyGame:
        """The same game with some house rules changed, each checked against what it may be."""
        kinds = get_type_hints(type(self)) if house else {}
        for rule, value in house.items():
            if rule not in self.house_rules:
                known = ", ".join(self.house_rules) or "-"
                raise Invalid("unknown-house-rule", rule=rule, game=self.name, known=known)
            choices = _choices(kinds[rule])
            if not any(value == choice and type(value) is type(choice) for choice in choices):
                ends = (choices[0], "…", choices[-1]) if isinstance(choices, range) else choices
                allowed = " ".join(str(choice).lower() for choice in ends)
                raise Invalid("bad-house-rule", rule=rule, value=str(value), allowed=allowed)
        return type(self)(self.preset, **{**self.house, **house})


def _choices(kind: Any) -> Sequence[object]:
    """The values that a house rule of some type can have; those that are numbers are points."""
    return (True, False) if kind is bool else range(MOST_POINTS + 1) if kind is int else get_args(kind)


@lru_cache(256)
def _rules(game: Game, strain: Strain) -> TrickRules:
    if strain not in game.strains:
        allowed = " ".join(map(str, game.strains))
        raise Invalid("strain-not-in-game", strain=str(strain), game=str(game), allowed=allowed)
    ranking = Ranking(game.pack, game.plain_order, game.trump_order, strain, game.left_bower)
    return TrickRules(ranking, game.ladder)


@lru_cache(256)
def _card_points(game: Game, strain: Strain) -> tuple[int, ...]:
    ranking = game.rules(strain).ranking
    plain_points, trump_points = game.rank_points(strain)
    values = [0] * len(CARDS)
    for card in game.pack:
        if card.bit & ranking.trumps_when_led(card.suit):
            values[card.index] = trump_points[game.trump_order.index(str(card.rank))]
        else:
            values[card.index] = plain_points[game.plain_order.index(str(card.rank))]
    return tuple(values)
