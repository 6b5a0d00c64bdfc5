"""The card to play: each legal one is valued in imagined deals, and the best on average is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from overtrick.bots.sampling.advice import Advice, Option
from overtrick.bots.sampling.levels import Level
from overtrick.bots.sampling.worth import Circumstances, worths
from overtrick.cards import Card, Cards
from overtrick.errors import Illegal
from overtrick.play.outcome import tally_of
from overtrick.play.position import Position
from overtrick.play.view import View
from overtrick.scoring import Scores
from overtrick.seats import SEATS
from overtrick.solver.searchers import searcher_of
from overtrick.unseen import sample_worlds


def advise(view: View, level: Level, seed: int) -> Advice:
    """The best card of the legal ones, and how they compare."""
    legal = [card for card in view.legal if isinstance(card, Card)]
    if len(legal) == 1:
        return Advice(legal[0])
    if view.seat is None or view.contract is None:
        raise Illegal("not-in-play")
    side, strain = view.seat.side, view.contract.strain
    hands = sample_worlds(view, level.worlds, seed).hands
    tally = tally_of(view.game, strain, view.players, view.plays, view.tricks, ())
    ends = values(view, hands, legal, level) + tally.points[side - 1]
    worth, wins = np.zeros(ends.shape), np.zeros(ends.shape)
    for belotes, rows in _by_belotes(view, hands).items():
        case = Circumstances(view.game, view.contract, view.vulnerable, tally.tricks, belotes, _annonces(view))
        table = worths(case, side)
        worth[rows], wins[rows] = table.worth[ends[rows]], table.wins[ends[rows]]
    options = [
        Option(card, float(worth[:, n].mean()), float(wins[:, n].mean()), float(ends[:, n].mean()))
        for n, card in enumerate(legal)
    ]
    options.sort(key=lambda option: (option.worth, option.points), reverse=True)
    return Advice(options[0].action, tuple(options), len(hands))


def values(view: View, hands: npt.NDArray[np.uint64], legal: Sequence[Card], level: Level) -> npt.NDArray[np.int64]:
    """What the side to move still wins after each legal card (columns) in each world (rows)."""
    assert view.contract is not None
    assert view.trick is not None
    searcher = searcher_of(view.game, view.contract.strain)
    searcher.forget()
    found = np.zeros((len(hands), len(legal)), np.int64)
    for row, masks in enumerate(hands.tolist()):
        held = list(map(Cards.from_mask, masks))
        position = Position(view.game, view.contract.strain, held, view.trick.leader, view.trick.cards, view.trick.out)
        bounds, _ = searcher.card_bounds(position, level.nodes)
        found[row] = [sum(bounds[card]) // 2 for card in legal]
    return found


def _by_belotes(view: View, hands: npt.NDArray[np.uint64]) -> dict[Scores, list[int]]:
    """The worlds by what pairs in one hand bring to the sides."""
    assert view.contract is not None
    counting = view.game.counting(view.contract.strain)
    played = Counter[int]()
    for seat, card in zip(view.players, view.plays, strict=True):
        played[seat] |= card.bit
    groups: dict[Scores, list[int]] = {}
    for row, masks in enumerate(hands.tolist()):
        belotes = [0, 0]
        for pair in counting.pairs:
            for seat in SEATS:
                if not pair & ~(masks[seat - 1] | played[seat]):
                    belotes[seat.side - 1] += counting.pair_bonus
        groups.setdefault((belotes[0], belotes[1]), []).append(row)
    return groups


def _annonces(view: View) -> Scores:
    """What the annonces bring that were shown."""
    assert view.contract is not None
    strain = view.contract.strain
    return view.game.annonce_scores(
        [(seat, annonce) for seat, cards in view.shown for annonce in view.game.annonces_in(cards, strain)]
    )
