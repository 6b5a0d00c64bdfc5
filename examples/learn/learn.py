"""A network learns a game by playing against itself: PPO on batches of deals, with nothing but NumPy.

    python examples/learn/learn.py euchre.npz --minutes 28
    overtrick arena euchre --bots policy:euchre.npz,simple --deals 1000

docs/learner.md tells how it works and how well it plays.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the work is halved below: more threads would wait for each other
try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError:
    sys.exit("NumPy is not installed: pip install 'overtrick[fast]' does it.")

from overtrick import Batch, find_game
from overtrick.arena.duplicate import Contest, meet
from overtrick.arena.estimates import share_of
from overtrick.arena.plot import plot_form
from overtrick.bots.checkpoint import Checkpoint, Layer, Layers, Singles, outputs
from overtrick.cli.files import check_writable
from overtrick.cli.options import positive
from overtrick.core.actions import actions_of
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game
from overtrick.engine.observation import observation_size

HIDDEN: Final = (128, 128)
"""how many numbers there are between the layers"""
DEALS: Final = 1024
"""that each half of the work plays for an update, where nothing else is said"""
EPOCHS: Final = 2
"""how often an update goes through what was decided in them"""
DECISIONS: Final = 2048
"""of which a step is made"""
RATE: Final = 2e-3
"""how far the first steps go"""
CURIOSITY: Final = 0.04
"""how much it first counts that no legal action becomes too unlikely to be tried again"""
HALVED: Final = 200
"""updates after which both are half of that; after twice as many a third, and so on"""
CREDIT: Final = 0.95
"""the share of a surprise that goes on from a decision to the one before it"""
CLIP: Final = 0.2
"""how much likelier, as a share, an update may make an action, or less likely"""
LONGEST: Final = 0.5
"""gradient of a step; a longer one is shortened"""
MEMORY: Final = (0.9, 0.999)
"""of Adam, for gradients and for their squares"""
LEAST: Final = 1e-8
"""what is added where something might be divided by 0"""
HALVES: Final = 2
"""of the work, the same on every machine, so that the same seed gives the same network"""
TOLD: Final = 20
"""updates from one line of progress to the next"""
OPPONENT: Final = "simple"
INK: Final = "#0072b2"

T = TypeVar("T")


class Decisions(NamedTuple):
    """What was decided, a row for each decision that left a choice."""

    seen: Singles
    legal: npt.NDArray[np.bool_]
    action: npt.NDArray[np.int64]
    chance: Singles
    """of the action, when it was drawn"""
    advantage: Singles
    """how much better things went than was expected"""
    result: Singles
    """what should have been expected"""

    def some(self, chosen: npt.NDArray[np.int64]) -> Decisions:
        """Those of some rows."""
        parts: Iterator[npt.NDArray[Any]] = (part[chosen] for part in self)
        return Decisions(*parts)


class Loss(NamedTuple):
    """What steps make smaller: policy + value + curiosity * doubt."""

    policy: float
    value: float
    doubt: float
    """how unlikely legal actions are, in the mean of their logarithms"""


def chances(logits: Singles, legal: npt.NDArray[np.bool_]) -> Singles:
    """How likely each action is; what is not legal has no chance."""
    logits = np.where(legal, logits, np.float32(-np.inf))
    powers: Singles = np.exp(logits - logits.max(axis=1, keepdims=True))
    powers /= powers.sum(axis=1, keepdims=True)
    return powers


def draw(likely: Singles, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """An action for each row, by its chances."""
    sums = likely.cumsum(axis=1)
    limits = (1 - rng.random(len(likely), np.float32)) * sums[:, -1]  # above 0, and never above the last sum
    drawn: npt.NDArray[np.int64] = (sums >= limits[:, None]).argmax(axis=1)
    return drawn


def play(layers: Layers, batch: Batch, rng: np.random.Generator) -> Decisions:
    """Play the deals of a batch to their end, the network on all seats, and judge every decision by what came of it.

    A decision is judged by what the next one in its deal expects, whoever makes it, and the last one by the reward.
    What one side expects, the other expects to lose.
    """
    steps, rewards = [], np.zeros(batch.size, np.float32)
    while (playing := batch.actor > 0).any():
        actions = batch.legal.argmax(axis=1)
        rows = np.flatnonzero(batch.legal.sum(axis=1) > 1)
        seen, legal = batch.observation[rows], batch.legal[rows]
        found = outputs(layers, seen)[-1]
        likely = chances(found[:, :-1], legal)
        actions[rows] = action = draw(likely, rng)
        sign = np.where(batch.actor[rows] % 2 == 1, np.float32(1), np.float32(-1))
        steps.append((rows, sign, found[:, -1], seen, legal, action, likely[np.arange(len(rows)), action]))
        batch.step(actions)
        ended = playing & batch.over
        rewards[ended] = batch.rewards[ended, 0]
    # Back from the end; `later` and `surprise` are those of the first side, by deal.
    later, surprise, judged = rewards, np.zeros_like(rewards), []
    for rows, sign, expected, *decided in reversed(steps):
        surprise[rows] = later[rows] - sign * expected + CREDIT * surprise[rows]
        later[rows] = sign * expected
        advantage = sign * surprise[rows]
        judged.append((*decided, advantage, expected + advantage))
    return Decisions(*map(np.concatenate, zip(*judged, strict=True)))


def gradients(layers: Layers, decisions: Decisions, size: int, curiosity: float) -> tuple[list[Singles], Loss]:
    """The gradient of each array of the layers, and the loss: the part that some decisions have in a step of a size."""
    each, legal = np.arange(len(decisions.action)), decisions.legal
    flow = outputs(layers, decisions.seen)
    likely = chances(flow[-1][:, :-1], legal)
    ratio = likely[each, decisions.action] / decisions.chance
    gain = ratio * decisions.advantage
    clipped = np.clip(ratio, 1 - CLIP, 1 + CLIP) * decisions.advantage
    pull = np.where(gain <= clipped, gain, np.float32(0))  # what has moved far enough is left alone
    error = flow[-1][:, -1] - decisions.result
    even = legal / legal.sum(axis=1, keepdims=True, dtype=np.float32)
    back = np.empty_like(flow[-1])
    back[:, :-1] = likely * pull[:, None] + curiosity * (likely - even)
    back[each, decisions.action] -= pull
    back[:, -1] = error
    back /= size
    found: list[Singles] = []
    for number in reversed(range(len(layers))):
        found = [flow[number].T @ back, back.sum(axis=0), *found]
        if number:
            back = (back @ layers[number].weights.T) * (flow[number] > 0)
    doubt = -even * np.log(np.maximum(likely, np.float32(LEAST)))
    sums = -np.minimum(gain, clipped).sum(), (error * error).sum() / 2, doubt.sum()
    return found, Loss(*(float(part) / size for part in sums))


class Learner:
    """A network that learns."""

    def __init__(self, start: Checkpoint, seed: int, deals: int) -> None:
        """One that goes on from a checkpoint; each half of the work plays some deals for an update."""
        self.game, self.history, self.updates, self.seed = *start[:2], start.updates, seed
        self.layers = [Layer(*(array.astype(np.float32) for array in layer)) for layer in start.layers]
        self.arrays = [array for layer in self.layers for array in layer]
        self.means, self.squares = (
            [_kept(start, f"{name}_{number}", np.zeros_like(array)) for number, array in enumerate(self.arrays)]
            for name in ("mean", "square")
        )
        self.steps = int(_kept(start, "steps", np.array(0)))
        """of Adam"""
        self.seconds = float(_kept(start, "seconds", np.array(0.0)))
        """that it took to come here"""
        self.played = int(_kept(start, "played", np.array(0)))
        """from how many deals it has learned"""
        self._batches = [
            Batch(self.game, deals, f"learn {seed}", automatic=False, history=self.history) for _ in range(HALVES)
        ]
        self._pool = ThreadPoolExecutor(HALVES)

    @property
    def checkpoint(self) -> Checkpoint:
        """Where it stands."""
        optimizer: dict[str, Any] = {name: np.array(getattr(self, name)) for name in ("steps", "seconds", "played")}
        for number, (mean, square) in enumerate(zip(self.means, self.squares, strict=True)):
            optimizer |= {f"mean_{number}": mean, f"square_{number}": square}
        return Checkpoint(self.game, self.history, self.layers, self.updates, optimizer)

    def update(self) -> Loss:
        """Play deals that nobody has played before, and learn from them; the update of a number is always the same."""
        halves = self._in_halves(self._play)
        decisions = Decisions(*map(np.concatenate, zip(*halves, strict=True)))
        advantage = decisions.advantage - decisions.advantage.mean()
        decisions = decisions._replace(advantage=advantage / (advantage.std() + np.float32(LEAST)))
        rng, losses = np.random.default_rng([self.seed, self.updates, HALVES]), []
        for _ in range(EPOCHS):
            order = rng.permutation(len(advantage))
            losses += [self._step(decisions, order[n : n + DECISIONS]) for n in range(0, len(order), DECISIONS)]
        self.updates += 1
        self.played += sum(batch.size for batch in self._batches)
        return Loss(*np.mean(losses, axis=0).tolist())

    def _in_halves(self, work: Callable[[int], T]) -> list[T]:
        return list(self._pool.map(work, range(HALVES)))

    def _play(self, half: int) -> Decisions:
        batch = self._batches[half]
        rows = np.arange(batch.size)
        batch.deal(rows, self.played + half * batch.size + rows + 1)
        return play(self.layers, batch, np.random.default_rng([self.seed, self.updates, half]))

    def _step(self, decisions: Decisions, chosen: npt.NDArray[np.int64]) -> Loss:
        """Move all numbers of the network a little, as Adam does."""
        fading = 1 / (1 + self.updates / HALVED)

        def of_half(half: int) -> tuple[list[Singles], Loss]:
            return gradients(self.layers, decisions.some(chosen[half::HALVES]), len(chosen), CURIOSITY * fading)

        halves = self._in_halves(of_half)
        found = [sum(parts[1:], parts[0]) for parts in zip(*(gradient for gradient, _ in halves), strict=True)]
        length = float(np.sqrt(sum(float((array * array).sum()) for array in found)))
        self.steps += 1
        rate = RATE * fading * np.sqrt(1 - MEMORY[1] ** self.steps) / (1 - MEMORY[0] ** self.steps)
        for array, mean, square, gradient in zip(self.arrays, self.means, self.squares, found, strict=True):
            gradient *= min(1, LONGEST / (length + LEAST))
            mean += (1 - MEMORY[0]) * (gradient - mean)
            square += (1 - MEMORY[1]) * (gradient * gradient - square)
            array -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(LEAST))
        return Loss(*map(sum, zip(*(loss for _, loss in halves), strict=True)))


def _kept(start: Checkpoint, name: str, nothing: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """What a learner has kept in a checkpoint; nothing where there is none that fits."""
    found = start.optimizer.get(name, nothing)
    return found if found.shape == nothing.shape and found.dtype == nothing.dtype else nothing


def beginner(game: Game, history: bool, seed: int) -> Checkpoint:
    """A network that knows nothing, and does everything with nearly the same chance."""
    rng = np.random.default_rng(seed)
    sizes = [observation_size(game, history), *HIDDEN, len(actions_of(game).choices) + 1]
    scales = [*(np.sqrt(2 / size) for size in sizes[:-2]), 0.01]
    drawn = [rng.normal(0, scale, shape) for scale, shape in zip(scales, pairwise(sizes), strict=True)]
    layers = [Layer(weights.astype(np.float32), np.zeros(weights.shape[1], np.float32)) for weights in drawn]
    return Checkpoint(game, history, layers)


class Standing(NamedTuple):
    """How a network does against `simple` by duplicate pairs of deals: a line of the log."""

    updates: int
    deals: int
    """from which it has learned"""
    minutes: float
    """since it began, measuring included"""
    pairs: int
    won: int
    lost: int
    points: float
    """more than the other, in the mean of all deals"""

    def __str__(self) -> str:
        share = share_of(self.won, self.won + self.lost)
        told = "" if share.value is None else f"{share.value:.1%} of decided pairs won, "
        return f"against {OPPONENT}: {told}{self.points:+.2f} points a deal"


def measure(learner: Learner, path: Path, pairs: int) -> Standing:
    """Let the checkpoint in a file play as in `overtrick arena`."""
    couple = (f"policy:{path}", OPPONENT)
    contest = Contest(learner.game, couple, "measure", pairs)
    balances = [meet(contest, (deal, couple)).balance for deal in range(1, pairs + 1)]
    won, lost = sum(balance > 0 for balance in balances), sum(balance < 0 for balance in balances)
    minutes = round(learner.seconds / 60, 2)
    return Standing(learner.updates, learner.played, minutes, pairs, won, lost, round(sum(balances) / pairs / 2, 4))


def train(learner: Learner, options: argparse.Namespace) -> None:
    """Learn until it is enough or somebody interrupts it, and write down what was learned."""
    stops = list[int]()
    usual = signal.signal(signal.SIGINT, lambda number, _: stops.append(number))
    try:
        learn(learner, options, stops)
    finally:
        signal.signal(signal.SIGINT, usual)
    print(f"{options.file}: {learner.updates} updates in {learner.seconds / 60:.1f} minutes", flush=True)


def learn(learner: Learner, options: argparse.Namespace, stops: Sequence[int]) -> None:
    """Learn until it is enough, or something is among the `stops`."""
    before, started = learner.seconds, time.monotonic()
    measured = learner.updates if log_of(options.file).exists() else -1
    while True:
        learner.seconds = before + time.monotonic() - started
        is_over = learner.updates >= options.updates or learner.seconds - before >= 60 * options.minutes
        is_power_of_two = learner.updates & learner.updates - 1 == 0
        if stops or is_over or is_power_of_two or learner.updates % options.every == 0:
            learner.checkpoint.write(options.file)
            if measured != learner.updates and not stops:
                note(measure(learner, options.file, options.pairs), options.file)
                measured = learner.updates
        if stops or is_over:
            return
        loss = learner.update()
        if learner.updates % TOLD == 0:
            numbers = ", ".join(f"{name} {value:.4f}" for name, value in loss._asdict().items())
            print(f"{learner.updates} updates, {learner.played:,} deals: {numbers}", flush=True)


def note(standing: Standing, path: Path) -> None:
    """Print a standing, and add it to the log of a checkpoint."""
    print(standing, flush=True)
    with log_of(path).open("a") as file:
        print(json.dumps(standing._asdict()), file=file)


def log_of(path: Path) -> Path:
    """The file beside a checkpoint that tells how it came about."""
    return path.with_suffix(".jsonl")


def standings(log: Path) -> list[Standing]:
    """All standings of a log; refuses one with a line that is none."""
    found = list[Standing]()
    for number, line in enumerate(log.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        try:
            found.append(Standing(**json.loads(line)))
        except (TypeError, ValueError) as error:
            raise Invalid(Finding("bad-json", {"reason": f"{log}: {error}"}, number)) from None
    return found


def plot(course: Sequence[Standing], picture: Path, game: str) -> None:
    """Draw how a network got better in a game, by the deals from which it has learned."""
    from matplotlib.figure import Figure  # the extra `plot`

    played = [standing.deals for standing in course]
    first = max(1, *played[:2])
    shares = [share_of(standing.won, standing.won + standing.lost) for standing in course]
    middle, low, high = ([100 * (end or 0) for end in ends] for ends in zip(*shares, strict=True))
    figure = Figure(figsize=(10, 4), layout="constrained")
    pairs, points = figure.subplots(1, 2)
    pairs.fill_between(played, low, high, color=INK, alpha=0.2, linewidth=0, label="95 % interval")
    pairs.plot(played, middle, color=INK, marker=".", label="the network")
    points.plot(played, [standing.points for standing in course], color=INK, marker=".", label="the network")
    pairs.set_ylabel("pairs of deals won, of those decided (%)")
    points.set_ylabel(f"points a deal more than {OPPONENT}")
    for axes, even in ((pairs, 50), (points, 0)):
        axes.axhline(even, color="black", linewidth=1, linestyle="--", label=f"as good as {OPPONENT}")
        axes.set_xscale("symlog", linthresh=first, linscale=0.3)
        axes.set_xlim(0)
        axes.set_xticks([0, *(10**digits for digits in range(3, 10) if first <= 10**digits <= played[-1])])
        axes.set_xlabel("deals learned from (logarithmic)")
        axes.grid(alpha=0.3)
        axes.legend(loc="lower right")
    figure.suptitle(f"{game} against {OPPONENT}: {course[-1].updates} updates in {course[-1].minutes:.0f} minutes")
    figure.savefig(picture, dpi=120)


def minutes(text: str) -> float:
    """A time, as a type for argparse."""
    value = float(text)
    if not value >= 0:  # nor anything that is no number
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of minutes")
    return value


def start_of(options: argparse.Namespace) -> Checkpoint:
    """From where learning goes on; refuses files that cannot be used, before any time is spent."""
    log, game = log_of(options.file), find_game(options.game)
    if options.plot:
        plot_form(str(options.plot))
    for path in filter(None, (options.file, log, options.bot, options.plot)):
        check_writable(str(path))
    if not options.file.exists():
        log.unlink(missing_ok=True)
        return beginner(game, options.history, options.seed)
    start = Checkpoint.read(options.file)
    start.check_game(game, str(options.file))
    if log.exists():
        standings(log)
    return start


def main(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for."""
    parser = argparse.ArgumentParser(
        description="Learn a game by playing it. Ctrl-C ends it; the same command goes on."
    )
    parser.add_argument("file", type=Path, help="the checkpoint, a .npz file; if it is there, learning goes on from it")
    parser.add_argument("--game", default="euchre", help="GAME[:PRESET][,RULE=VALUE…] (euchre)")
    parser.add_argument("--history", action="store_true", help="let it see all tricks; they are far more numbers")
    parser.add_argument("--seed", type=positive, default=1, help="the same gives the same network (1)")
    parser.add_argument("--minutes", type=minutes, default=28, help="how long it may learn (28)")
    parser.add_argument(
        "--updates", type=positive, default=10**9, help="how often it learns at most, with those before"
    )
    parser.add_argument(
        "--deals", type=positive, default=DEALS, help=f"that each of two threads plays for an update ({DEALS})"
    )
    parser.add_argument("--every", type=positive, default=100, help="updates after which it is measured (100)")
    parser.add_argument("--pairs", type=positive, default=400, help="of deals by which it is measured (400)")
    parser.add_argument("--bot", type=Path, metavar="FILE", help="write the network alone, in half precision")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw how it got better, a .png or .svg file")
    options = parser.parse_args(arguments)
    if log_of(options.file) == options.file:
        parser.error(f"{options.file} would be its own log: the checkpoint needs another name")
    try:
        start = start_of(options)
    except Invalid as error:
        print(error, file=sys.stderr)
        return 2
    if options.history and not start.history:
        parser.error(f"{options.file} has learned without --history, and can only go on so")
    learner = Learner(start, options.seed, options.deals)
    train(learner, options)
    if options.bot:
        learner.checkpoint.write(options.bot, is_small=True)
    if options.plot and log_of(options.file).exists():
        plot(standings(log_of(options.file)), options.plot, learner.game.name.capitalize())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
