"""A played deal card by card with all hands open: the best result from each position, and what each card cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from time import monotonic
from typing import Final

import msgspec

from overtrick.core.cards import Card, Suit
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Invalid
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.engine.solver.brought import other_solver
from overtrick.engine.solver.reference import PlainSearcher, at_stake
from overtrick.engine.solver.searchers import searcher_of
from overtrick.formats import jsonl
from overtrick.formats.record_format import Located
from overtrick.protocol.answers import Analysis, InsteadInfo, Step
from overtrick.protocol.infos import reason_infos
from overtrick.reasons import plainest, why
from overtrick.referee.verdict import Fault
from overtrick.reviewing.played_deal import PlayedDeal, played_deal
from overtrick.reviewing.weighing import Effort, Weighed, value_of, weigh

SECONDS: Final = 7.0
"""after these no further position is searched; the last one may take some more"""
NODES: Final = 10_000_000
"""that are searched for a position at most, which takes up to three seconds"""
PLAIN_NODES: Final = 50_000
"""the same where no kernel serves: the plain solver takes a second or more for them"""

Options = dict[str, int]
"""what each legal card leads to, for the side that plays it; nothing where that was not found out"""
Voids = tuple[tuple[str, ...], ...]
"""suits by seat"""


def analyse_text(text: str, seconds: float = SECONDS) -> bytes:
    """The analysis of the one record of a text, as JSON; raises `Invalid` for a text that has more of them, or none."""
    return msgspec.json.encode(analyse(game_in(text), seconds))


def game_in(text: str) -> Located:
    """The one record of a text."""
    games = list(jsonl.games(text))
    if len(games) != 1:
        raise Invalid("several-games" if games else "empty")
    return games[0]


def checked(game: Located) -> PlayedDeal:
    """A played deal; raises `Invalid` for one that was not played by the rules, or is not known whole."""
    case = played_deal(game)
    if isinstance(case, Fault):
        card, player = case.revealing.card, case.game.seat_name(case.revealing.seat)
        raise Invalid("rules-broken", player=player, card=str(card), trick=case.revealing.trick)
    if not isinstance(case, PlayedDeal):
        raise Invalid(case)
    return case


def analyse(game: Located, seconds: float = SECONDS, clock: Callable[[], float] = monotonic) -> Analysis:
    """The analysis of a played deal; raises `Invalid` as `checked` does.

    After some seconds by a clock nothing more is searched. Only by them can the same deal have another analysis.
    """
    case = checked(game)
    effort, total = _effort(case), at_stake((*case.rounds, case.end)[0].position)
    counting, end = case.record.game.counting(case.contract.strain), clock() + seconds
    options = _options(case, total, effort, lambda: clock() >= end)
    turns = zip(case.end.players, case.end.plays, options, _shown(case), case.rounds, strict=True)
    steps = []
    for seat, card, found, shown, round_ in turns:
        best = max(found.values(), default=None)
        cost = None if best is None else best - found[str(card)]
        instead = _instead(round_, found) if cost else None
        steps.append(Step(seat, str(card), best, cost, found, shown, round_.tally.values(counting), instead))
    return Analysis(game_text(case.record.game), case.record.game.unit, total, tuple(steps), _won(case, total))


def _instead(round_: Round, options: Options) -> InsteadInfo:
    """One of the best cards, and why, by what its player could see."""
    seen, best = view(round_, round_.actor), max(options.values())
    card = plainest(seen, (Card(card) for card, value in options.items() if value == best))
    return InsteadInfo(str(card), reason_infos(why(seen, card)))


def _effort(case: PlayedDeal) -> Effort:
    """How much is searched for a position, by what searches; it is loaded, or even compiled, by this."""
    game, strain = case.record.game, case.contract.strain
    is_plain = other_solver(game) is None and isinstance(searcher_of(game, strain), PlainSearcher)
    return Effort(worlds=0, max_nodes=PLAIN_NODES if is_plain else NODES)


def _options(case: PlayedDeal, total: int, effort: Effort, is_late: Callable[[], bool]) -> Sequence[Options]:
    """The options before each card, found from the last one back: the fewer cards are left, the sooner they are."""
    left = value_of(case.end.position, effort) if at_stake(case.end.position) else 0
    side = case.end.position.turn.side
    counting = case.record.game.counting(case.contract.strain)
    after = None if left is None else _of_side(side, case.end.tally.values(counting)[side - 1] + left, total)
    """what side 1 has at the end if all play on perfectly after the card"""
    found: list[Options] = []
    for round_ in reversed(case.rounds):
        side, legal, won = round_.position.turn.side, round_.position.legal(), round_.tally.values(counting)
        weighed = Weighed() if is_late() else weigh(round_, effort)
        options: Options = {}
        if weighed.values is not None:
            options = {str(card): won[side - 1] + weighed.values[card] for card in legal}
        elif not weighed.is_choice and after is not None:
            options = dict.fromkeys(map(str, legal), _of_side(side, after, total))
        after = _of_side(side, max(options.values()), total) if options else None
        found.append(options)
    return found[::-1]


def _of_side(side: Side, value: int, total: int) -> int:
    """What a side has if side 1 has some value, which is also what side 1 has if the side does."""
    return value if side is Side.ONE else total - value


def _shown(case: PlayedDeal) -> Iterator[Voids]:
    """Before each card, the suits by seat of which all that are left are proved to be in other hands."""
    rules = case.record.game.rules(case.contract.strain)
    lacked, gone = dict.fromkeys(SEATS, 0), 0
    void: set[tuple[Seat, Suit]] = set()
    for round_, card in zip(case.rounds, case.end.plays, strict=True):
        yield tuple(tuple(str(suit) for suit in reversed(Suit) if (seat, suit) in void) for seat in SEATS)
        trick = round_.position.trick
        lacked[trick.turn] |= rules.duty(trick).proves(card)
        gone |= card.bit
        for seat, suit in product(SEATS, Suit):
            left = rules.ranking.suits[suit] & ~gone
            if left and not left & ~lacked[seat]:
                void.add((seat, suit))


def _won(case: PlayedDeal, total: int) -> Scores:
    claimed = case.end.claimed
    if claimed is None:
        return case.end.tally.values(case.record.game.counting(case.contract.strain))
    return (claimed, total - claimed) if case.side is Side.ONE else (total - claimed, claimed)
