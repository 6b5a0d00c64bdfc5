"""The card to play: each legal one is valued in imagined deals, and the best on average is played.

A deal is searched, as if all saw all hands, and in some games also played on in the plain way, in which nobody does:
what one of the two takes for certain, the other one doubts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from overtrick.bots import simple_play
from overtrick.bots.masks import Floats, MaskArray
from overtrick.bots.sampling.advice import Advice, Option
from overtrick.bots.sampling.beliefs import believed, with_played
from overtrick.bots.sampling.imagined import Imagined, calls_plainly
from overtrick.bots.sampling.knowledge import knowledge_of
from overtrick.bots.sampling.levels import Level
from overtrick.bots.sampling.rollouts import play_on
from overtrick.bots.sampling.worth import Circumstances, Worths, belotes_in, is_for_match, steps_of, worths
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.errors import Illegal
from overtrick.core.game import nil_tricks_of
from overtrick.core.scoring import Scores
from overtrick.core.seats import Side
from overtrick.core.tricks import Trick
from overtrick.deal.position import Position
from overtrick.deal.view import View
from overtrick.engine.kernel.question import Answer, Question
from overtrick.engine.kernel.rollouts import Moment
from overtrick.engine.solver.searchers import searcher_of
from overtrick.reviewing.weighing import is_forced

COARSENESS: Final = {8: 0.12, 7: 0.08, 6: 0.04}
"""by the cards in a hand: of the difference between the best and the worst end of a deal, what need not be told apart;
with fewer cards everything is, with more as with eight"""
Bounds = tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]

BATCH: Final = 10
"""worlds at a time, more where they are soon searched; after each time it may be late"""
LEAST_WORLDS: Final = 10
"""how many worlds the nodes are enough for"""


def advise(view: View, level: Level, seed: int, system: str, is_late: Callable[[], bool] = lambda: False) -> Advice:
    """The best card of the legal ones, and how they compare; `system` is that of the calls, if not the usual one."""
    legal = [card for card in view.legal if isinstance(card, Card)]
    if len(legal) == 1:
        return Advice(legal[0])
    table = _Table(view)
    if any(not view.tally.tricks_of[seat - 1] for seat in table.contract.nils):
        return _with_nils(view, level, seed, is_late)
    if table.valuer.all_the_same(legal):
        return Advice(simple_play.choose(view))
    share = knowledge_of(view.game).playouts
    playouts = level.playouts if share else 0
    hands = believed(view, max(level.worlds, playouts), seed, system)
    cases, case_of = table.cases(hands)
    steps = sorted({step for case in cases for step in table.steps(case)})
    searched, played = _Found(legal), _Found(legal)
    if playouts:
        ends = table.valuer.ends(legal, hands[:playouts]) + table.won
        played.add(ends, ends, cases, case_of[:playouts])
    for lows, highs in table.valuer.values(legal, hands[: level.worlds], steps, level, is_late):
        rows = slice(searched.worlds, searched.worlds + len(lows))
        searched.add(lows + table.won, highs + table.won, cases, case_of[rows])
    worth, wins, points = (1 - share) * searched.means + share * played.means
    options = [Option(*option) for option in zip(legal, worth.tolist(), wins.tolist(), points.tolist(), strict=True)]
    by_rule = simple_play.choose(view)
    # Of equal cards the one with most points is best, of these that of the plain strategy.
    # Where only the order of results counts, each trick is worth the same.
    options.sort(
        key=lambda option: (
            round(option.points, 6) if view.game.is_ranked else 0,
            round(option.worth, 9),
            round(option.points, 6),
            option.action is by_rule,
        )
    )
    options.reverse()
    return Advice(options[0].action, tuple(options), max(searched.worlds, played.worlds), is_for_match(view))


def _with_nils(view: View, level: Level, seed: int, is_late: Callable[[], bool]) -> Advice:
    """What counts is who wins a trick, which no search tells: deals are played on by all as `simple` does.

    A card other than its own must be better by more than the error of that.
    """
    plain = simple_play.simple(view)
    if not calls_plainly(view.game):
        return Advice(plain)
    hands = believed(view, level.playouts, seed)
    imagined = Imagined(view, hands, np.zeros(len(hands), np.uint64), np.random.default_rng(seed))
    first, options = imagined.after(plain), list[Option]()
    for card in [plain, *(card for card in view.legal if card is not plain)]:
        if options and is_late():
            break
        ends = first if card is plain else imagined.after(card)
        worth = float(ends.worth.mean() - (ends.worth - first.worth).std() / np.sqrt(len(hands)))
        options.append(Option(card, worth, float(ends.wins.mean()), float(ends.points.mean())))
    options.sort(key=lambda option: option.worth, reverse=True)
    return Advice(options[0].action, tuple(options), len(hands), is_for_match(view))


class _Table:
    """What a player who is to play a card knows of the deal as it stands."""

    def __init__(self, view: View) -> None:
        if view.seat is None or view.contract is None or view.trick is None:
            raise Illegal("not-in-play")
        self.view, self.contract, self.side = view, view.contract, view.seat.side
        tricks = view.tricks_won
        self.won = view.tally.points[self.side - 1]
        self.tricks = min(tricks[0], 1), min(tricks[1], 1)  # whether a side has any is what matters
        self.sweeper = self._sweeper()
        self.valuer = Valuer(view, self.contract, view.trick, self.sweeper)

    def _sweeper(self) -> Side | None:
        """The side that may still get what all tricks bring: before the first trick, only the takers are thought of."""
        first, second = self.tricks
        if not (self.view.game.capot_bonus or 0) > 0 or (first and second):
            return None
        return self.contract.side if not first and not second else Side.ONE if first else Side.TWO

    def cases(self, hands: MaskArray) -> tuple[list[Worths], npt.NDArray[np.int64]]:
        """What the deal may be worth, by the belotes of the worlds; and the number of the case of each world."""
        belotes = belotes_in(self.view.game, self.contract.strain, with_played(self.view, hands))
        if self.view.game.counting(self.contract.strain).trick_sets:
            belotes += np.array(self.view.tally.bonus, np.int32)
        each, case_of = np.unique(belotes, axis=0, return_inverse=True)
        annonces = self._annonces()
        cases = [
            Circumstances(
                self.view.game,
                self.contract,
                self.view.vulnerable,
                self.tricks,
                (first, second),
                annonces,
                self.sweeper,
                self.view.standing,
                nil_tricks_of(self.contract, self.view.tally.tricks_of),
            )
            for first, second in each.tolist()
        ]
        return [worths(case, self.side) for case in cases], case_of

    def _annonces(self) -> Scores:
        """What the annonces bring that were shown."""
        declaring, strain = self.view.game.declaring, self.contract.strain
        shown = [(seat, each) for seat, cards in self.view.shown for each in declaring.annonces_of(cards, strain)]
        return declaring.scores(shown)

    def steps(self, table: Worths) -> list[int]:
        """What more has to be won for the deal to be worth more."""
        cards = len(self.view.hand)
        coarseness = 0.0 if self.view.game.is_ranked else COARSENESS.get(min(cards, 8), 0.0)
        return [step - self.won for step in steps_of(table, coarseness)]


class _Found:
    """What was found of each card in worlds."""

    def __init__(self, legal: list[Card]) -> None:
        self.worlds = 0
        self._sums = np.zeros((3, len(legal)))

    def add(
        self,
        lows: npt.NDArray[np.int64],
        highs: npt.NDArray[np.int64],
        cases: list[Worths],
        case_of: npt.NDArray[np.int64],
    ) -> None:
        """Bounds of what the side has at the end, in some more worlds."""
        for number, table in enumerate(cases):
            rows, margin = case_of == number, table.margin
            most = len(table.worth) - 3 - 2 * margin
            low, high = (np.clip(bounds[rows] + margin, -1, most + 2 * margin + 1) + 1 for bounds in (lows, highs))
            for total, by_points in zip(self._sums, (table.worth, table.wins), strict=False):
                summed = np.concatenate([[0.0], by_points.cumsum()])
                total += ((summed[high + 1] - summed[low]) / (high + 1 - low)).sum(axis=0)
            self._sums[2] += ((low + high) / 2 - 1 - margin).clip(0, most).sum(axis=0)
        self.worlds += len(lows)

    @property
    def means(self) -> Floats:
        """By card: the worth of the deal, the share of deals that are won, and the points."""
        return self._sums / max(self.worlds, 1)


class Valuer:
    """Searches one turn of a deal in worlds."""

    def __init__(self, view: View, contract: Contract, trick: Trick, sweeper: Side | None) -> None:
        self._view, self._contract, self._trick, self._sweeper = view, contract, trick, sweeper

    def all_the_same(self, legal: Sequence[Card]) -> bool:
        """Whether all legal cards come to the same whoever has the others."""
        hands = [Cards(), Cards(), Cards(), Cards()]
        hands[self._trick.turn - 1] = self._own
        return is_forced(self._position(hands), Cards(card for trick in self._view.tricks for card in trick.cards))

    @property
    def _own(self) -> Cards:
        open_hand = self._view.open_hand
        return open_hand[1] if open_hand is not None and self._trick.turn is open_hand[0] else self._view.hand

    def values(
        self,
        legal: Sequence[Card],
        worlds: MaskArray,
        steps: Sequence[int],
        level: Level,
        is_late: Callable[[], bool],
    ) -> Iterator[Bounds]:
        """Bounds of what the side still wins after each legal card (columns) in worlds (rows), some rows at a time.

        No step is between them where the nodes were enough.
        """
        # Searched as if trumps could be led at once: exact from the first of them on, and else near enough.
        searcher = searcher_of(self._view.game, self._contract.strain, bool(self._sweeper), free_leads=True)
        searcher.forget()
        most, share, size = level.nodes, level.nodes // LEAST_WORLDS, BATCH
        while len(worlds):
            batch, worlds = worlds[:size], worlds[size:]
            position = self._position([Cards.from_mask(mask) for mask in batch[0].tolist()])
            question = Question(position, legal, batch, steps, share, most, self._sweeper)
            answer = searcher.value_cards(question)
            most -= answer.nodes
            size = BATCH * max(1, len(batch) * share // (BATCH * max(answer.nodes, 1)))
            yield self._estimated(question, answer)
            if most <= 0 or is_late():
                return

    def ends(self, legal: Sequence[Card], worlds: MaskArray) -> npt.NDArray[np.int64]:
        """What the side still wins after each legal card (columns) in worlds (rows), if all go on in the plain way."""
        points, tricks = play_on(self._moment, worlds, legal)
        own = self._trick.turn.side
        ends = points[:, :, own - 1].astype(np.int64)
        if self._sweeper is not None:
            bonus = self._view.game.capot_bonus or 0
            swept = tricks[:, :, self._sweeper.other - 1] == 0
            ends += bonus * swept if self._sweeper is own else -bonus * swept
        return ends

    def _estimated(self, question: Question, answer: Answer) -> Bounds:
        """The bounds, and where a step is left between them what the plain way of playing makes of it."""
        steps, (lows, highs, _) = np.array(question.steps, np.int64), answer
        is_open = np.searchsorted(steps, lows, "right") < np.searchsorted(steps, highs, "right")
        rows = is_open.any(axis=1)
        if rows.any():
            ends = play_on(self._moment, question.worlds[rows], question.cards).points[:, :, self._trick.turn.side - 1]
            found = np.clip(ends, lows[rows], highs[rows])
            for bounds in (lows, highs):
                bounds[rows] = np.where(is_open[rows], found, bounds[rows])
        return lows, highs

    @property
    def _moment(self) -> Moment:
        game, contract = self._view.game, self._contract
        plays, dummy = Cards(self._view.plays), self._view.course.dummy
        return Moment(game, contract.strain, self._trick, plays, contract.side, dummy)

    def _position(self, hands: Sequence[Cards]) -> Position:
        return Position.at(self._view.game, self._contract.strain, hands, self._trick)
