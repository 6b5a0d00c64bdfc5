"""Positions in which a card is clearly best and another one clearly bad, as a larger search than any bot's has it.

    python -m scripts.positions [GAME…] [--each 9] [--deals 120] [--seed positions] > tests/data/positions.jsonl

Plain players play deals, with many choices late in the play. Where a quick search finds that a legal card costs much, a
search in thousands of imagined deals tells which cards are as good as the best one and which are blunders. What is
asked of the player names the kind of the position; each game gets as many of a kind as wanted, if the deals do.

A position is a record of the deal so far. Its tags are `kind`, `best`, `blunders` and, in a match, the `totals`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import Final

from overtrick import Card, Game, Round, View, find_game, game_names, seed_of, view
from overtrick.bots.sampling import cards
from overtrick.bots.sampling.levels import Level
from overtrick.bots.sampling.worth import Circumstances, worths
from overtrick.bots.simple_play import simple
from overtrick.core.game import Standing
from overtrick.deal.deals import numbered_deal
from overtrick.deal.record import Record
from overtrick.formats import jsonl

QUICK: Final = Level(worlds=20, nodes=10_000, playouts=80, deals=0)
LARGE: Final = Level(worlds=2_000, nodes=30_000_000, playouts=10_000, deals=0)
AS_GOOD: Final = 0.01
BLUNDER: Final = 0.05
"""what a card costs, as a share of the difference between the best and the worst end of the deal"""
MOST_CARDS: Final = 6
"""in a hand; with more the large search takes long"""
MATCH: Final = "match"
MATCHES: Final = 0.3
"""how often a turn is also thought to be one in a match"""
NEAR_THE_END: Final = 0.12
"""a match is thought to be where both sides need such a share of the target, or less"""


def positions(game: Game, seed: str, deals: int, each: int) -> Iterator[Record]:
    """Positions of a game: at most so many of each kind, and one of a kind from each deal."""
    found = Counter[str]()
    for number in range(1, deals + 1):
        rng, kinds = Random(seed_of(seed, number)), set[str]()
        for round_ in choices(numbered_deal(game, seed, number)):
            for standing in _standings(game, rng):
                kind = _asked(round_, standing, QUICK)
                if kind and kind not in kinds and found[kind] < each and _asked(round_, standing, LARGE) == kind:
                    kinds.add(kind)
                    yield _record(round_, kind, standing)
        found.update(kinds)


def choices(round_: Round) -> Iterator[Round]:
    """The turns of a deal of plain players at which one of several cards is played."""
    while round_.actor is not None:
        is_late = round_.phase == "play" and len(round_.hands[round_.actor - 1]) <= MOST_CARDS
        if is_late and sum(isinstance(action, Card) for action in round_.legal()) > 1:
            yield round_
        round_ = round_.apply(simple(view(round_, round_.actor)))


def _standings(game: Game, rng: Random) -> Iterator[Standing | None]:
    """No match, and now and then one in which both sides are near the end."""
    yield None
    if game.match_target is not None and rng.random() < MATCHES:
        most = max(2, round(NEAR_THE_END * game.match_target))
        yield Standing((game.match_target - rng.randint(1, most), game.match_target - rng.randint(1, most)))


def _asked(round_: Round, standing: Standing | None, level: Level) -> str:
    """The kind of a position by a search; for a match, whether what is best for the points is a blunder there."""
    lost = costs(view(round_, round_.actor), level)
    if standing is None:
        return kind_of(view(round_, round_.actor), lost)
    bad = blunders(costs(view(round_, round_.actor, standing), level))
    return MATCH if set(best(lost)) & set(bad) else ""


@lru_cache(4)
def costs(seen: View, level: Level) -> dict[Card, float]:
    """What each card loses against the best one, by a search; nothing where all come to the same."""
    assert seen.contract is not None
    assert seen.seat is not None
    case = Circumstances(seen.game, seen.contract, seen.vulnerable, standing=seen.standing)
    table = worths(case, seen.seat.side).worth
    options, scale = cards.advise(seen, level, 1, "").options, float(table.max() - table.min()) or 1.0
    return {Card(str(option.action)): (options[0].worth - option.worth) / scale for option in options}


def kind_of(seen: View, lost: dict[Card, float]) -> str:
    """What is asked of a player, if a card would be a blunder; else nothing."""
    good, bad = best(lost), blunders(lost)
    trick, seat, contract = seen.trick, seen.seat, seen.contract
    assert trick is not None
    assert seat is not None
    assert contract is not None
    if not bad:
        return ""
    own, others = (seen.tricks_won[side - 1] for side in (seat.side, seat.side.other))
    if own >= seen.game.hand_size // 2 and not others:
        return "all tricks"
    if trick.master is None or trick.holder is None:
        return "lead"
    beating = seen.game.rules(contract.strain).ranking.beaten_by[trick.master.index]
    points = seen.game.card_points(contract.strain)
    win = {card: bool(card.bit & beating) for card in lost}
    if trick.holder.side is seat.side:
        if any(win[card] for card in bad) and not any(win[card] for card in good):
            return "partner's trick is left to them"
        if min(points[card.index] for card in good) > max(points[card.index] for card in bad):
            return "points for partner"
        return ""
    if all(win[card] for card in good) and not any(win[card] for card in bad):
        return "trick taken"
    if not any(win.values()) and max(points[card.index] for card in good) < min(points[card.index] for card in bad):
        return "points kept from the others"
    if any(win[card] for card in bad) and not any(win[card] for card in good):
        return "strength kept"
    return ""


def best(lost: dict[Card, float]) -> list[Card]:
    """The cards that are as good as the best one."""
    return [card for card, cost in lost.items() if cost <= AS_GOOD]


def blunders(lost: dict[Card, float]) -> list[Card]:
    """The cards that cost much."""
    return [card for card, cost in lost.items() if cost >= BLUNDER]


def _record(round_: Round, kind: str, standing: Standing | None) -> Record:
    record, lost = round_.record(), costs(view(round_, round_.actor, standing), LARGE)
    tags: dict[str, object] = {
        "kind": kind,
        "best": list(map(str, best(lost))),
        "blunders": list(map(str, blunders(lost))),
        **({} if standing is None else {"totals": list(standing.totals)}),
    }
    return record._replace(tags={**record.tags, **tags})


def main(arguments: Iterable[str]) -> None:
    """Write positions of games, or of all of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(game_names()))
    parser.add_argument("--each", type=int, default=9)
    parser.add_argument("--deals", type=int, default=120)
    parser.add_argument("--seed", default="positions")
    options = parser.parse_args(list(arguments))
    for name in options.games:
        for record in positions(find_game(name), options.seed, options.deals, options.each):
            sys.stdout.write(jsonl.dumps([record]))
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
