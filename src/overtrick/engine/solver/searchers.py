"""Who searches: the kernels, or the plain solver without them; and what positions they are asked about."""

from __future__ import annotations

from functools import lru_cache
from threading import local
from typing import Final, Protocol

from overtrick.core.cards import Card
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.tricks import FREE_LEADS, Strain
from overtrick.deal.position import Position
from overtrick.engine.kernel.engine import engine
from overtrick.engine.kernel.question import Answer, Question
from overtrick.engine.solver.reference import PlainSearcher, capot_bonus

MOST_KEPT: Final = 8
"""how many searchers are kept in a thread, with what they remember"""


class Searcher(Protocol):
    """Finds values of positions of one game and strain; `PlainSearcher` is the contract."""

    def forget(self) -> None: ...

    def bounds(self, position: Position, low: int, high: int, max_nodes: int = 0) -> tuple[int, int, int]: ...

    def card_bounds(self, position: Position, max_nodes: int = 0) -> tuple[dict[Card, tuple[int, int]], int]: ...

    def value_cards(self, question: Question) -> Answer: ...


class _Kept(local):
    """The searchers of a thread: what one remembers must not change while another uses it."""

    def __init__(self) -> None:
        self.find = lru_cache(MOST_KEPT)(make_searcher)


def searcher_of(game: Game, strain: Strain, capot: bool = False, free_leads: bool = False) -> Searcher:
    """The searcher of this thread for a game under a strain, with or without `capot`; `make_searcher` tells more."""
    return _kept.find(game, strain, capot, free_leads)


def searcher_for(position: Position, capot: bool = False) -> Searcher:
    """The searcher of this thread for a position: once nothing binds who leads, a kernel may serve that could not."""
    free_leads = position.trick.broken and position.game.leading.broken == FREE_LEADS.broken
    return searcher_of(position.game, position.strain, capot, free_leads)


def make_searcher(game: Game, strain: Strain, capot: bool = False, free_leads: bool = False) -> Searcher:
    """A new searcher, which remembers nothing.

    With `free_leads` it may take it that anything is led after the first card: kernels then do, the plain one does not.
    """
    if engine() != "plain":
        from overtrick.engine.kernel import points, races, sets, tricks

        if points.serves(game, strain):
            return points.PointsSearcher(game, strain, capot)
        if races.serves(game, strain, free_leads):
            return races.RaceSearcher(game, strain)
        if tricks.serves(game, strain, free_leads):
            return tricks.TricksSearcher(game, strain)
        if sets.serves(game, strain):
            return sets.SetsSearcher(game, strain, capot)
    return PlainSearcher(game, strain, capot)


_kept = _Kept()


def check_position(position: Position, capot: bool = False) -> None:
    """Refuse a position that no play leads to (hands, players out or tricks won), and `capot` where there is none."""
    game, trick, hands = position.game, position.trick, position.hands
    if game.pile is not None:
        raise Invalid("no-solver", game=str(game))
    if capot:
        capot_bonus(game)
    if trick.out and not game.has_lone_players:
        raise Invalid("nobody-sits-out", game=game.name)
    if len({seat.side for seat in trick.out}) < len(trick.out) or trick.leader in trick.out:
        raise Invalid("bad-out", out=" ".join(map(game.seat_name, trick.out)))
    first, *others = trick.players
    held = {seat: len(hands[seat - 1]) + (number < len(trick.cards)) for number, seat in enumerate(trick.players)}
    if held[first] > game.hand_size:
        raise Invalid("hand-size", game=game.name, size=game.hand_size, count=held[first])
    if sum(trick.won) > game.hand_size - held[first]:
        raise Invalid("tricks-and-cards", won=sum(trick.won), count=held[first], size=game.hand_size)
    for seat in others:
        if held[seat] != held[first]:
            player, other = game.seat_name(seat), game.seat_name(first)
            raise Invalid("uneven-hands", player=player, count=held[seat], other=other, size=held[first])
