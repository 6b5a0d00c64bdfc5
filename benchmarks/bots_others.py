"""The bot `sampling` of level 3 against programs of others, in Sueca, Belote, Coinche and Klaverjas.

Every deal is played twice with the sides swapped: a pair, which is decided if the points of the two deals differ in
sum. The aims are 65 % of the decided pairs and no fewer card points in Sueca, 70 % against TrickGame, Coincheur and
Contree-KFFR, and to be ahead of contree.ai. Intervals are those of 95 %; points are what counts in a match, card points
those of the tricks, both our own less those of the others. The times are for the decisions in which there was a choice,
in CPU time of the process that decides. What is not legal is counted, and the first action that is stands for it.

- [suecann](https://github.com/Mycsina/suecann) has two players that look ahead. One searches imagined deals three
  tricks deep, the other plays them to their end by its best plain player. The first plays as well as we could make it:
  it works for two of the four seats only, and would play any card where several seem equal. Neither makes use of the
  turned-up trump in the dealer's hand.
- [TrickGame](https://github.com/samuelbounan/TrickGame) only plays cards, by perfect play in ten imagined deals. Our
  bot makes the calls for both sides, so that they play the same contracts. There a player who must trump need not go
  above an opponent's trump, and belotes count nothing, which is so here, too.
- [Coincheur](https://github.com/sbbb-git/coinche) plays on its level *expert* with most imagined deals. It multiplies
  the bid alone when a contract is doubled, where we multiply the points, too.
- [Contree-KFFR](https://github.com/AntoninKFFR/Contree-KFFR) plays as on its page. There the taker leads, and there is
  no capot, which it takes for a bid of 160; belotes count nothing, which is so here, too.
- [contree.ai](https://github.com/demanghon/contree.ai) has networks that value hands and choose cards. It bids as in
  its own tournaments, never doubles, and is told of all cards played, as in its training.
- [Klaverjas_thesis-main](https://github.com/RJHazelaar/Klaverjas_thesis-main) only plays cards, by a tree search over
  imagined deals with 200 random playouts for a card and without its value network, as in its own tests. Our bot makes
  trumps for both sides, by the Rotterdam rules.

The variable `OTHER_PROGRAMS` names the folder into which the repositories were cloned, each under its own name; they
are built there when they are first needed, by `cargo`, `g++` or `npx esbuild`. To measure some of them:
`python -m benchmarks.bots_others --against suecann-playouts --pairs 50`.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from functools import partial
from statistics import mean
from typing import Any, Final

from benchmarks.bots_pairs import HEAD, OURS, row_of
from benchmarks.bots_times import Timed, milliseconds
from benchmarks.peers.asked import Peer
from benchmarks.peers.environment import NotMeasured
from benchmarks.peers.others.programs import PROGRAMS, Outsider, Program, start
from benchmarks.resuming import part_of, resumed
from overtrick import find_game, view
from overtrick.arena.duplicate import Contest, Meeting
from overtrick.arena.estimates import Sample
from overtrick.arena.runner import bots_for, play_out
from overtrick.arena.scoreboard import Scoreboard
from overtrick.bots.bot import Bot
from overtrick.core.actions import Action
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Side
from overtrick.deal.deals import numbered_deal
from overtrick.deal.view import View

PAIRS: Final = 300
SEED: Final = "others"
HEAD_ROWS: Final = (
    f"| game | {OURS} against | {HEAD} | card points a deal | our mean ms | their mean ms | illegal |",
    f"|---|---{'|--:' * 8}|",
)


class CardsOnly:
    """A player of another program for whom a bot of ours makes the calls, the same ones as in its place."""

    def __init__(self, caller: Bot, outsider: Bot) -> None:
        self._caller, self._outsider = caller, outsider

    def __call__(self, seen: View) -> Action | str:
        return (self._outsider if seen.phase == "play" else self._caller)(seen)


def table(share: float = 1) -> str:
    """A row for each program."""
    return tables(PROGRAMS, part_of(share, PAIRS))


def tables(names: Iterable[str], pairs: int) -> str:
    """A row for each program of some names, and a sentence for each one that is not there."""
    rows, missing = [], []
    for name in names:
        program = PROGRAMS[name]
        try:
            peer = start(name)
        except NotMeasured as error:
            missing.append(f"\n{program.title} was not measured: {error}.")
            continue
        met(program, peer, 0)  # loads the kernels
        found = resumed(f"others-{name}", pairs, partial(met, program, peer), on_all_cores=False)
        rows.append(f"| {find_game(program.game).name} | {program.title} | {cells(program, found)} |")
    return "\n".join([*HEAD_ROWS, *rows, *missing] if rows else missing).lstrip()


def met(program: Program, peer: Peer, number: int) -> dict[str, Any]:
    """A deal that is played twice: what we and they have, the seconds of all decisions, and how many were illegal."""
    game, outsider = find_game(program.game), Outsider(peer)
    scores, points, seconds = list[Scores](), list[Scores](), list[float]()
    for side in Side:
        bots: list[Bot] = []
        for seat, bot in zip(SEATS, bots_for((OURS,) * 4, SEED, number), strict=True):
            theirs = outsider if program.bids else CardsOnly(bot, outsider)
            bots.append(Timed(bot, seconds) if seat.side is side else theirs)
        played = play_out(numbered_deal(game, SEED, number), bots)
        assert played.score is not None
        for won, kept in ((played.score.counted, scores), (view(played, None).points, points)):
            kept.append(won if side is Side.ONE else (won[1], won[0]))
    return {
        "scores": scores,
        "points": points,
        "seconds": [seconds, outsider.seconds],
        "illegal": outsider.illegal,
    }


def cells(program: Program, found: Sequence[dict[str, Any]]) -> str:
    """The cells of a row, of some pairs."""
    couple = (OURS, program.title)
    board = Scoreboard(Contest(find_game(program.game), couple, SEED, len(found)))
    points = Sample()
    for number, pair in enumerate(found, 1):
        (one, two), (three, four) = pair["scores"]
        board.add(Meeting(number, couple, ((one, two), (three, four))))
        points.add(sum(ours - theirs for ours, theirs in pair["points"]))
    times = [mean([each for pair in found for each in pair["seconds"][who]]) for who in range(2)]
    illegal = sum(pair["illegal"] for pair in found)
    return " | ".join([row_of(board), points.mean(2).told("+.2f"), *map(milliseconds, times), f"{illegal:,}"])


def main() -> None:
    """Measure what is asked for, and print it."""
    parser = ArgumentParser(prog="python -m benchmarks.bots_others")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    parser.add_argument("--against", nargs="+", choices=PROGRAMS, default=list(PROGRAMS))
    asked = parser.parse_args()
    print(tables(asked.against, asked.pairs))


if __name__ == "__main__":
    main()
