"""`overtrick score`: what a result is worth, reason by reason, without cards."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from overtrick import texts
from overtrick.cli.options import Parser
from overtrick.cli.terminal import print_json
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import DealScore, Scores
from overtrick.core.seats import SEATS, Side
from overtrick.formats.result_text import WHO, Extras, no_results, parse_share, read_outcome, result_forms

RUBBER: Final = {"scoring": "rubber", "honours_count": True}
"""the house rules of a rubber"""

ALSO: Final = {"--belote": "--stoeck", "--annonces": "--weis"}
"""other names of options"""


def run(arguments: Sequence[str]) -> int:
    """Print what a result is worth to the takers and to the defenders."""
    forms = result_forms()
    written = "; ".join(f"{game}: {form.form}" for game, form in forms.items())

    def games(extra: str) -> str:
        return ", ".join(name.capitalize() for name, form in forms.items() if extra in form.extras)

    parser = Parser(
        "score",
        f"Score a result without cards. RESULT is, by game: {written}. POINTS are the takers' points in "
        "tricks with the last one, TRICKS those of the makers; where there is no auction, both are those of side 1. "
        "X is doubled or coinched, XX redoubled or surcoinched. WHO is takers or defenders, or 1 or 2.",
    )
    parser.game()
    parser.value("result", "RESULT", "such as 4SX= or 92", nargs="*")
    parser.flag("--vul", f"the takers are vulnerable ({games('vulnerable')})")
    parser.flag("--rubber", "score as a rubber, below and above the line")
    parser.value("--honours", "WHO=POINTS", "who has honours, and for how many points")
    each: dict[str, Any] = {"action": "append", "default": []}
    parser.value("--belote", "WHO", "who has king and queen of trumps", also=[ALSO["--belote"]], choices=WHO, **each)
    parser.value("--annonces", "WHO=POINTS", "annonces that count", also=[ALSO["--annonces"]], **each)
    parser.value("--roem", "WHO=POINTS", "roem won in tricks", **each)
    parser.value("--capot", "WHO", "who won all tricks, which points alone do not tell", choices=WHO)
    parser.flag("--alone", f"the taker was alone ({games('alone')})")
    parser.flag("--defended-alone", f"so was a defender ({games('defended_alone')})")
    parser.flag("--json", "print a JSON object")
    parser.lang("of the table")
    options = parser.parse_intermixed_args(arguments)
    game = find_game(options.game)
    if options.rubber:
        if not RUBBER.keys() <= game.house.keys():
            raise Invalid("useless-option", option="--rubber", game=str(game))
        game = game.with_house_rules(RUBBER)
    try:
        outcome = read_outcome(game, options.result, _extras(options))
    except Invalid as error:
        raise _as_typed(error, arguments) from None
    score = game.passed_out(SEATS[0]) if outcome is None else game.score(outcome)
    if score is None:
        raise no_results(game)
    if options.json:
        print_json(_as_json(game, score))
    else:
        print(*_lines(game, score, options.lang), sep="\n")
    return 0


def _as_typed(error: Invalid, arguments: Sequence[str]) -> Invalid:
    """The error with the option that was typed, where it has two names."""
    finding = error.finding
    also = ALSO.get(str(finding.values.get("option")))
    if also is None or not any(argument.startswith(also) for argument in arguments):
        return error
    return Invalid(finding._replace(values={**finding.values, "option": also}))


def _extras(options: argparse.Namespace) -> Extras:
    return Extras(
        vulnerable=options.vul,
        belotes=tuple(WHO[who] for who in options.belote),
        annonces=_shares(options.annonces),
        roem=_shares(options.roem),
        honours=_shares([options.honours] if options.honours else []),
        all_tricks=WHO[options.capot] if options.capot else None,
        alone=options.alone,
        defended_alone=options.defended_alone,
    )


def _shares(given: Sequence[str]) -> Scores:
    shares = [parse_share(text) for text in given]
    first, second = (sum(points for whose, points in shares if whose is side) for side in Side)
    return first, second


def _lines(game: Game, score: DealScore, language: str) -> Iterator[str]:
    """A row for each reason, the totals, and what became of the contract."""
    say = partial(texts.say, language)
    heads = (
        ("points.takers", "points.defenders") if score.taker or not score.is_played else ("points.one", "points.two")
    )
    first = (score.taker or Side.ONE) - 1

    def told(shares: Scores) -> Iterator[str]:
        """Those of the takers stand first."""
        return map(str, (shares[first], shares[1 - first]))

    rows = [["", *map(say, heads)]]
    for reason in dict.fromkeys(part.reason for part in score.parts):
        parts = [part for part in score.parts if part.reason == reason]
        one, two = (sum(part.points for part in parts if part.side is side) for side in Side)
        rows.append([say(f"score.{reason}"), *("" if points == "0" else points for points in told((one, two)))])
    rows.append([say("points.total"), *told(score.scores)])
    if score.is_played and game.house.get("scoring") == "rubber":
        one, two = (total - below for total, below in zip(score.scores, score.below, strict=True))
        rows.append([say("points.below"), *told(score.below)])
        rows.append([say("points.above"), *told((one, two))])
    if score.worth:
        rows.append([say("points.match"), *told(score.worth)])
    yield from texts.table_lines(rows, left=1)
    yield verdict(score, language)


def verdict(score: DealScore, language: str) -> str:
    """What became of the contract, in a sentence."""
    if not score.is_played:
        return texts.say(language, "points.passed-out")
    if score.winner is None:
        return (
            texts.say(language, "points.held", points=score.held) if score.taker else texts.say(language, "points.draw")
        )
    if score.taker is None:
        return texts.say(language, f"points.winner.{score.winner}")
    return texts.say(language, "points.made" if score.winner is score.taker else "points.failed")


def _as_json(game: Game, score: DealScore) -> dict[str, object]:
    return {
        "game": game.name,
        "preset": game.preset,
        "scores": score.scores,
        "parts": [part._asdict() for part in score.parts],
        "winner": score.winner,
        "held": score.held,
        "below": score.below,
        "worth": score.worth,
    }
