"""What the cards that a player could choose from are worth: with all hands open, and by what they could know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from overtrick.core.cards import Card, Cards
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.core.shuffle import Seed, seed_of
from overtrick.core.tricks import Strain
from overtrick.deal.position import Position
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.brought import other_solver
from overtrick.engine.solver.reference import PlainSearcher
from overtrick.engine.solver.searchers import searcher_for, searcher_of
from overtrick.engine.solver.solve import solve
from overtrick.engine.worlds.places import known_places
from overtrick.engine.worlds.ways import Ways


class Effort(NamedTuple):
    """How much is searched; with the same effort the same is found."""

    worlds: int = 20
    """in how many worlds each card is tried; 0: no hands are imagined"""
    seed: Seed = ""
    """of the worlds"""
    max_nodes: int = 20_000_000
    """how many nodes are searched for a position at most; beyond them its values stay unknown"""


NORMAL: Final = Effort()
SLOW_NODES: Final = 2000
"""how many nodes are searched at most where only the plain search serves, which takes a hundred times as long"""


class Worth(NamedTuple):
    """The mean of what a card brings over the worlds, against the best one."""

    mean: float
    behind: float
    """how far it is below the best card"""
    error: float
    """the standard error of that"""
    worlds: int
    """how many worlds there were"""


class Weighed(NamedTuple):
    """The legal cards of one turn, valued for the side of the player to move by what is still to be won."""

    values: Mapping[Card, int] | None = None
    """with all hands open; None where they are not known"""
    worths: Mapping[Card, Worth] | None = None
    """over the worlds of who decides; None where they are not known"""
    is_choice: bool = True
    """whether it mattered at all which card was played; where it did not, nothing is searched"""


def weigh(round_: Round, effort: Effort) -> Weighed:
    """Value the legal cards of a turn."""
    position = round_.position
    if is_forced(position, Cards(card for trick in round_.tricks for card in trick.cards)):
        return Weighed(is_choice=False)
    (values,) = _values([position], effort)
    return Weighed(values, _worths(view(round_, round_.actor), position, effort) if effort.worlds else None)


def value_of(position: Position, effort: Effort) -> int | None:
    """The value of a position for the side of the player to move; None where it was not found out."""
    if other := other_solver(position.game):
        (values,) = other.card_values([position])
        return max(values.values())
    return solve(position, max_nodes=_most_nodes(position, effort)).value


def is_forced(position: Position, gone: Cards) -> bool:
    """Whether all legal cards come to the same whoever has the others, once some cards have been played.

    So they do if there is one, or if they count the same, alone and together with others that are not gone, and all
    cards between them are gone or in the same hand.
    """
    legal, ranking = position.legal(), position.game.rules(position.strain).ranking
    counting = position.game.counting(position.strain)
    points = counting.card_points
    first, *others = sorted(legal, key=lambda card: ranking.power_of[card.index])
    if not others:
        return True
    highest = others[-1]
    suit = ranking.suit_of[first.index]
    if any(ranking.suit_of[c.index] is not suit or points[c.index] != points[first.index] for c in others):
        return False
    if counting.trick_sets.open_in(position.game.pack.mask & ~gone.mask) & legal.mask:
        return False
    between = ranking.above[first.index] & ~ranking.above[highest.index]
    return not between & ~(position.hands[position.turn - 1] | gone).mask


def _values(positions: Sequence[Position], effort: Effort) -> Iterable[Mapping[Card, int] | None]:
    """The values of the legal cards of some positions of one game, each None where they were not found out."""
    if other := other_solver(positions[0].game):
        return other.card_values(positions)
    solutions = (solve(each, all_cards=True, max_nodes=_most_nodes(each, effort)) for each in positions)
    return (solution.cards if solution.finished else None for solution in solutions)


def _most_nodes(position: Position, effort: Effort) -> int:
    """How many nodes are searched for a position; 0 for as many as it takes."""
    is_slow = engine() != "plain" and isinstance(searcher_for(position), PlainSearcher)
    return min(effort.max_nodes or SLOW_NODES, SLOW_NODES) if is_slow else effort.max_nodes


def prepare(game: Game, strain: Strain) -> None:
    """Load the kernels, and compile them if need be, before several processes would do so."""
    if other_solver(game) is None:
        searcher_of(game, strain)


def engine_of(game: Game) -> str:
    """What finds the values of a game."""
    other = other_solver(game)
    return engine() if other is None else other.NAME


def _worths(seen: View, position: Position, effort: Effort) -> Mapping[Card, Worth] | None:
    tried: dict[Card, list[int]] = {card: [] for card in position.legal()}
    for values in _values(list(_worlds(seen, position, effort)), effort):
        if values is None:
            return None
        for card, found in tried.items():
            found.append(values[card])
    best = max(tried.values(), key=sum)
    return {card: _worth(found, best) for card, found in tried.items()}


def _worth(found: Sequence[int], best: Sequence[int]) -> Worth:
    """How what a card brings in each world compares with what the best one does."""
    if sum(found) == sum(best):
        return Worth(fmean(found), 0.0, 0.0, len(found))
    behind = [most - value for most, value in zip(best, found, strict=True)]
    error = stdev(behind) / sqrt(len(behind)) if len(behind) > 1 else 0.0
    return Worth(fmean(found), fmean(behind), error, len(found))


def _worlds(seen: View, position: Position, effort: Effort) -> Iterator[Position]:
    """The position in worlds that agree with a view, drawn in the same way by every engine."""
    known = known_places(seen)
    ways, rng = Ways(known), Random(seed_of(effort.seed, len(seen.plays)))
    for _ in range(effort.worlds if ways.count > 1 else 1):
        drawn = ways.draw(rng)
        hands = [Cards.from_mask(known.placed[seat] | drawn[seat]) for seat in SEATS]
        yield position.with_hands(hands)
