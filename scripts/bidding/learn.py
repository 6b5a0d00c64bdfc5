"""The network learns to bid: first what the pages call, then what brings IMPs.

    python -m scripts.bidding.learn FOLDER [--pages 120000] [--imitations 3500] [--updates 3600] [--seed 7] [--out FILE]
                                    [--go-on-from FILE]

In auctions of the network with itself, on random deals, some decisions are looked at: several calls are tried, the
auction goes on after each as the network bids, and the difference of the contracts in IMPs, with these hands, is what
the difference of its opinions should have been. Tricks are guessed by the network that has learned them. The opinion of
what the pages call is kept up on the way. Since looking takes far longer than learning, what was looked at is learned
from several times, while it is recent. FOLDER has double-dummy tables, by which it is told now and then what the
network wins against the pages as it has learned them.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the work is done by processes, which would wait for each other
import numpy as np
import numpy.typing as npt

from overtrick.bots.checkpoint import Layers, Singles
from overtrick.bots.masks import MaskArray, bits_of
from overtrick.core.cards import CARDS
from overtrick.core.seats import SEATS, Side
from overtrick.games.bridge.bidding.auctions import (
    BIDS,
    CALLS,
    DOUBLE,
    FEATURES,
    PASS,
    REDOUBLE,
    Auctions,
    Numbers,
    Tricks,
    imps_of,
)
from overtrick.games.bridge.bidding.network import (
    HAND_FEATURES,
    LOYALTY,
    NEVER,
    POINTS,
    SUIT_SIZE,
    Network,
    hand_features,
    layers_of,
)
from overtrick.games.bridge.bidding.tricks import guesses
from scripts.bidding import tables
from scripts.bidding.network import Learner, copied, surprise
from scripts.bidding.pages import Calls, calls_of_pages, unpacked
from scripts.bidding.tables import Tables

SIZES: Final = (HAND_FEATURES + FEATURES, 256, 128, 128, 2 * CALLS)
BOARDS: Final = 512
"""of one lot, all with one dealer and the same sides vulnerable"""
DECISIONS: Final = 2048
"""of a step"""
RECENT: Final = 24
"""times that the network has looked, from which it learns"""
STEPS: Final = 5
"""of learning for each time that it looks"""
IMITATED: Final = 1024
"""calls of the pages that are kept up in a step"""
SMOOTHING: Final = 0.02
"""how often the pages are thought to be wrong"""
FAITH: Final = 0.7
"""how much they count beside the IMPs"""
RATE: Final = 1e-3
"""how far the first steps go"""
CURIOSITY: Final = 0.6
"""IMPs that a call may be worse for an auction to go that way a third as often"""
FIRST_LOYALTY: Final = 0.15
"""what `LOYALTY` is at first"""
PAGES: Final = 3.0
"""what it is for those who bid by the pages"""
STRANGERS: Final = 0.3
"""the share of the auctions in which one side does"""
STRONG: Final = 27
"""high-card points of a side that make slams possible"""
OFTEN: Final = 4
"""how many times more often deals with such a side are looked at"""
LOTS: Final = 8
"""in which the auctions by the pages are made"""


class Looked(NamedTuple):
    """Decisions that were looked at, a row each."""

    seen: npt.NDArray[np.uint8]
    """in bits"""
    calls: Numbers
    brought: Singles
    """by each of the calls, in IMPs"""
    weight: Singles
    """less for those that are looked at more often"""

    def some(self, rows: Numbers) -> Looked:
        """Those of some rows."""
        return Looked(self.seen[rows], self.calls[rows], self.brought[rows], self.weight[rows])


class Lot:
    """Boards on which auctions are held."""

    def __init__(
        self,
        hands: MaskArray,
        tricks: Tricks,
        dealer: int,
        vulnerable: frozenset[Side],
        bidders: tuple[Network, Network],
    ) -> None:
        """The networks are those of both sides."""
        self.hands, self.tricks, self.bidders = hands, tricks, bidders
        self.start = partial(Auctions, dealer=SEATS[dealer], vulnerable=vulnerable)
        self.read = [bidders[seat % 2].read(self.hands[:, seat]) for seat in range(len(SEATS))]

    def worths(self, auctions: Auctions, boards: Numbers) -> Singles:
        """What the player on turn thinks of the calls."""
        turn = auctions.turn
        return self.bidders[turn % 2].worths(self.read[turn][boards], auctions)

    def points(self, auctions: Auctions, boards: Numbers) -> Numbers:
        """What auctions bring to the first side when they have been brought to an end."""
        auctions.finish(lambda some, rows: self.worths(some, boards[rows]).argmax(axis=1))
        return auctions.points(lambda rows, strains, declarers: self.tricks(boards[rows], strains, declarers))

    def decisions(self, rng: np.random.Generator, learner: Network) -> Iterator[Looked]:
        """Some decisions of a network, in auctions that go other ways too."""
        every = np.arange(len(self.hands))
        usual = self.points(self.start(len(every)), every)
        heat = CURIOSITY * rng.uniform(0.25, 1.75, (len(every), 1))
        auctions = self.start(len(every))
        while len(going := np.flatnonzero(~auctions.over)):
            now, turn = auctions.some(going), auctions.turn
            worths = self.worths(now, going)
            if self.bidders[turn % 2] is learner:
                best, second = np.partition(worths, -2, axis=1)[:, [-1, -2]].T
                looked = np.flatnonzero(rng.random(len(going)) < 0.1 + 0.7 * np.exp(second - best))
                if len(looked):
                    yield self._looked(now.some(looked), worths[looked], going[looked], usual, rng)
            calls = np.zeros(len(auctions), np.int64)
            calls[going] = _drawn(worths, heat[going], rng)
            auctions.add(calls)

    def _looked(
        self, now: Auctions, worths: Singles, boards: Numbers, usual: Numbers, rng: np.random.Generator
    ) -> Looked:
        calls = _tried(now, worths, rng)
        told = np.concatenate([hand_features(self.hands[boards, now.turn]), now.features()], axis=1)
        different, which = np.unique(np.arange(len(now))[:, None] * CALLS + calls, return_inverse=True)
        each = different // CALLS
        branches = now.some(each)
        branches.add(different % CALLS)
        more = (self.points(branches, boards[each]) - usual[boards[each]]) * (1 if now.turn % 2 == 0 else -1)
        brought = imps_of(more)[which].reshape(calls.shape).astype(np.float32)
        seen = np.packbits(told.astype(np.bool_), axis=1)
        return Looked(seen, calls, brought, np.float32(1) / often(self.hands[boards]))


def dealt(count: int, rng: np.random.Generator) -> MaskArray:
    """Random deals, those with a strong side more often, since they are rare."""
    cards = rng.random((OFTEN * count, len(CARDS))).argsort(axis=1).reshape(-1, len(SEATS), SUIT_SIZE)
    hands: MaskArray = np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=2)
    return hands[rng.random(len(hands)) * OFTEN < often(hands)][:count]


def often(hands: MaskArray) -> Singles:
    """How often deals are looked at beside others."""
    points = (bits_of(hands.ravel())[:, : len(POINTS)] @ POINTS).reshape(hands.shape)
    strongest = np.maximum(points[:, 0] + points[:, 2], points[:, 1] + points[:, 3])
    return np.where(strongest >= STRONG, OFTEN, 1).astype(np.float32)


def _tried(now: Auctions, worths: Singles, rng: np.random.Generator) -> Numbers:
    """The three best calls, one not much worse, and two of any kind; what is not legal becomes the best one."""
    count = len(now)
    best = np.argsort(-worths, axis=1)[:, :3]
    warm = _drawn(worths, np.full((count, 1), 2.0), rng)
    any_kind = []
    for _ in range(2):
        kind = rng.random(count)
        bid = np.minimum(now.last + 1 + (rng.random(count) ** 1.5 * 10).astype(np.int64), BIDS)
        double = np.where(worths[:, REDOUBLE] > NEVER, REDOUBLE, DOUBLE)
        any_kind.append(np.select([kind < 0.15, kind < 0.35], [PASS, double], bid))
    calls = np.column_stack([best, warm, *any_kind])
    return np.where(np.take_along_axis(worths, calls, axis=1) > NEVER, calls, best[:, :1])


def _drawn(worths: Singles, heat: npt.NDArray[np.float64], rng: np.random.Generator) -> Numbers:
    """A call for each row, the better the likelier."""
    odds = np.exp((worths - worths.max(axis=1, keepdims=True)) / heat).cumsum(axis=1)
    limits = rng.random((len(odds), 1)) * odds[:, -1:]
    drawn: Numbers = (odds <= limits).sum(axis=1)
    return drawn


def look(layers: Layers, loyalty: float, seed: int) -> Looked:
    """Decisions of a step."""
    rng, parts, count = np.random.default_rng(seed), list[Looked](), 0
    while count < DECISIONS:
        hands = dealt(BOARDS, rng)
        learner = Network(layers, loyalty)
        stranger = Network(layers, PAGES)
        kind = rng.random()
        bidders = (
            (stranger, learner) if kind < STRANGERS / 2 else (learner, stranger) if kind < STRANGERS else (learner,) * 2
        )
        vulnerable = frozenset(side for side in Side if rng.random() < 0.5)
        tricks = guesses(hands, rng.random(len(hands), np.float32))
        lot = Lot(hands, tricks, int(rng.integers(len(SEATS))), vulnerable, bidders)
        for looked in lot.decisions(rng, learner):
            parts.append(looked)
            count += len(looked.calls)
    joined = Looked(*map(np.concatenate, zip(*parts, strict=True)))
    return joined.some(rng.permutation(len(joined.calls))[:DECISIONS])


def imitate(learner: Learner, pages: Calls, steps: int, rng: np.random.Generator) -> None:
    """Learn what the pages call."""
    held = len(pages.call) // 50
    for step in range(steps):
        rows = rng.integers(held, len(pages.call), size=2 * IMITATED)
        flow = learner.flow(unpacked(pages.seen[rows]))
        back = np.zeros_like(flow[-1])
        back[:, :CALLS] = surprise(flow[-1][:, :CALLS], pages.call[rows], SMOOTHING)
        learner.step(learner.gradients(flow, back), RATE * min(1.0, 2 * (1 - step / steps) + 0.02))
        if step % 500 == 499:
            found = learner.flow(unpacked(pages.seen[:held]))[-1][:, :CALLS].argmax(axis=1)
            print(f"imitation {step + 1}: {(found == pages.call[:held]).mean():.1%} as the pages", flush=True)


def improve(learner: Learner, looked: Looked, pages: Calls, rng: np.random.Generator, rate: float) -> float:
    """Learn from decisions that were looked at; gives the error in IMPs."""
    flow = learner.flow(unpacked(looked.seen))
    each = np.arange(len(looked.calls))[:, None]
    error = flow[-1][each, CALLS + looked.calls] - looked.brought
    error -= error.mean(axis=1, keepdims=True)
    back = np.zeros_like(flow[-1])
    np.add.at(back, (each, CALLS + looked.calls), 2 * error * looked.weight[:, None] / error.size)
    gradients = learner.gradients(flow, back)
    rows = rng.integers(len(pages.call), size=IMITATED)
    flow = learner.flow(unpacked(pages.seen[rows]))
    back = np.zeros_like(flow[-1])
    back[:, :CALLS] = FAITH * surprise(flow[-1][:, :CALLS], pages.call[rows], SMOOTHING)
    both = zip(gradients, learner.gradients(flow, back), strict=True)
    learner.step([first + second for first, second in both], rate)
    return float((error**2 * looked.weight[:, None]).mean())


def gain(layers: Layers, first: Layers, held: Tables) -> tuple[float, float]:
    """What the network wins a board against the one that knows the pages alone, and the spread of that."""
    mine, other, won = Network(layers, LOYALTY), Network(first, PAGES), list[npt.NDArray[np.int64]]()
    for number in range(16):
        vulnerable = frozenset(side for side in Side if number >> 2 & side)
        every = np.arange(len(held.hands))
        points = []
        for bidders in ((mine, other), (other, mine)):
            lot = Lot(held.hands, held.won, number % 4, vulnerable, bidders)
            points.append(lot.points(lot.start(len(every)), every))
        won.append(imps_of(points[0] - points[1]))
    by_board = np.mean(won, axis=0)
    return float(by_board.mean()), float(1.96 * by_board.std() / len(by_board) ** 0.5)


def main() -> None:
    """Learn, and keep what was learned."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="double-dummy tables")
    parser.add_argument("--pages", type=int, default=120_000, help="auctions by the pages, to learn from")
    parser.add_argument("--imitations", type=int, default=3500)
    parser.add_argument("--updates", type=int, default=3600, help="how often the network looks")
    parser.add_argument("--rate", type=float, default=RATE, help="how far the first steps go after the imitations")
    parser.add_argument("--go-on-from", type=Path, help="a network that has learned before")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=Path("network.npz"))
    options = parser.parse_args()
    held, rng = tables.read(options.folder).some(slice(tables.HELD_OUT)), np.random.default_rng(options.seed)
    learner = Learner(SIZES, rng)
    with ProcessPoolExecutor(options.processes) as pool:
        seeds = range(options.seed, options.seed + LOTS)
        parts = list(pool.map(partial(calls_of_pages, options.pages // LOTS), seeds))
        pages = Calls(*map(np.concatenate, zip(*parts, strict=True)))
        if options.go_on_from:
            learner.take(layers_of(options.go_on_from))
        else:
            imitate(learner, pages, options.imitations, rng)
        first, learner.calm = copied(learner.layers), copied(learner.layers)
        learn(learner, options, pool, pages, lambda: gain(learner.calm, first, held), rng)
    learner.write(options.out)


def learn(
    learner: Learner,
    options: argparse.Namespace,
    pool: Executor,
    pages: Calls,
    told: Callable[[], tuple[float, float]],
    rng: np.random.Generator,
) -> None:
    """Go through all updates; each learns from what the network of some updates before has looked at."""
    waiting, recent, began = deque[Future[Looked]](), deque[Looked](maxlen=RECENT), time.monotonic()
    submitted = 0
    for update in range(options.updates):
        while submitted < min(update + 2 * options.processes, options.updates):
            loyalty = max(LOYALTY, FIRST_LOYALTY * (1 - 2 * submitted / options.updates))
            waiting.append(pool.submit(look, copied(learner.calm), loyalty, options.seed + submitted))
            submitted += 1
        rate = options.rate * min(1, (update + 1) / 50) * (1 - 0.98 * update / options.updates)
        recent.append(waiting.popleft().result())
        known = Looked(*map(np.concatenate, zip(*recent, strict=True)))
        for _ in range(STEPS):
            rows = rng.integers(len(known.calls), size=DECISIONS)
            error = improve(learner, known.some(rows), pages, rng, rate)
        if update % 100 == 0:
            won, spread = told()
            seconds = time.monotonic() - began
            print(
                f"update {update}, {seconds:.0f} s: error {error:.2f}, {won:+.2f} ± {spread:.2f} IMPs a board",
                flush=True,
            )
            learner.write(options.out)


if __name__ == "__main__":
    main()
