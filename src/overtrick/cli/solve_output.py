"""What `overtrick solve` prints: for people, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Final

from overtrick.cli.terminal import table_lines
from overtrick.core.cards import Card
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.position import Position
from overtrick.engine.solver.brought import DoubleDummyTable, Par
from overtrick.engine.solver.reference import at_stake
from overtrick.engine.solver.solve import Solution
from overtrick.texts import listed, say

SIDES: Final = {"None": "none", "NS": "NS", "EW": "EW", "All": "NS-EW"}
"""the words for the vulnerable sides, and the keys of their texts"""
INDENT: Final = "  "


def solution_json(solution: Solution, at_least: int | None, all_cards: bool, line: bool) -> dict[str, object]:
    """A solution with what was asked for; its bounds only where the value is not known."""
    fields: dict[str, object] = {"value": solution.value}
    if solution.value is None:
        fields |= {"low": solution.low, "high": solution.high}
    if at_least is not None:
        fields["at_least"] = solution.at_least(at_least)
    if all_cards:
        fields["cards"] = {str(card): value for card, value in solution.cards.items()}
    if line:
        fields["line"] = list(map(str, solution.line))
    return {**fields, "engine": solution.engine}


def solution_lines(position: Position, solution: Solution, at_least: int | None, language: str) -> Iterator[str]:
    """A sentence with the value, then the cards by what they are worth, then a line of best play."""
    game, stake, seat = position.game, at_stake(position), position.turn
    key = f"solve.{game.unit}"
    players = listed(language, [game.seat_name(player) for player in sorted((seat, seat.partner))])
    tell = partial(say, language, players=players, all=max(stake, solution.low))
    answer = None if at_least is None else solution.at_least(at_least)
    if at_least is not None and answer is not None:
        yield tell(f"{key}.{'yes' if answer else 'no'}", asked=at_least)
    elif solution.value is None:
        yield tell(f"{key}.between", low=solution.low, high=solution.high, nodes=solution.nodes)
    else:
        yield tell(key, value=solution.value)
    worths = sorted(set(solution.cards.values()), reverse=True)
    rows = [(str(worth), [card for card in solution.cards if solution.cards[card] == worth]) for worth in worths]
    if solution.cards and len(solution.cards) < len(position.legal()):
        rows.append(("?", [card for card in position.legal() if card not in solution.cards]))
    for worth, cards in rows:
        yield f"{INDENT}{worth:>3}  {' '.join(map(str, cards))}"
    if solution.line:
        yield INDENT + say(language, "solve.line", tricks=_tricks(position, solution.line))


def _tricks(position: Position, line: tuple[Card, ...]) -> str:
    """The cards of a line, trick by trick."""
    size, coming, tricks = len(position.trick.players), iter(line), []
    trick = list(islice(coming, size - len(position.trick.cards)))
    while trick:
        tricks.append(" ".join(map(str, trick)))
        trick = list(islice(coming, size))
    return " | ".join(tricks)


def table_json(table: DoubleDummyTable, pars: Mapping[str, Par]) -> dict[str, object]:
    """A table by strain and declarer, and par by who is vulnerable."""
    told = {word: {"score": par.score, "contracts": list(map(str, par.contracts))} for word, par in pars.items()}
    tricks = {str(strain): list(by_declarer) for strain, by_declarer in table.tricks.items()}
    return {"table": tricks, **({"par": told} if told else {}), "engine": table.engine}


def dd_table_lines(table: DoubleDummyTable, pars: Mapping[str, Par], dealer: Seat, language: str) -> Iterator[str]:
    """A table with a row for each strain and a column for each declarer, and par by who is vulnerable."""
    rows = [[str(strain), *map(str, by_declarer)] for strain, by_declarer in table.tricks.items()]
    yield from table_lines([["", *(seat.letter for seat in SEATS)], *rows], left=1)
    for word, par in pars.items():
        key, contracts = "solve.par" if par.contracts else "solve.par.passed", ", ".join(map(str, par.contracts))
        sides = say(language, f"deal.vulnerable.{SIDES[word]}")
        yield say(language, key, dealer=dealer.letter, vulnerable=sides, score=f"{par.score:+}", contracts=contracts)
