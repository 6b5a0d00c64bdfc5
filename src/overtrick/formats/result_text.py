"""The results that `overtrick score` reads: what became of a contract, without cards. Side 1 are the takers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game, game_names, part_of
from overtrick.core.errors import Invalid, Phrase
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import Scores
from overtrick.core.seats import Side
from overtrick.core.tricks import Strain, parse_strain
from overtrick.deal.record import Names, Record

WHO: Final = {"takers": Side.ONE, "defenders": Side.TWO, "1": Side.ONE, "2": Side.TWO}
SYMBOLS: Final = str.maketrans("♠♥♦♣", "SHDC")
MOST_DIGITS: Final = 4


class Extras(NamedTuple):
    """What is told besides the result."""

    vulnerable: bool = False
    """of the takers"""
    belotes: tuple[Side, ...] = ()
    """who had a belote, once for each"""
    annonces: Scores = (0, 0)
    roem: Scores = (0, 0)
    """for sets of cards in tricks"""
    honours: Scores = (0, 0)
    all_tricks: Side | None = None
    """who won all tricks"""
    alone: bool = False
    """whether the taker played, or won all tricks, alone"""
    defended_alone: bool = False


class Sitting(NamedTuple):
    """What a table of many results tells of one table at a board."""

    seats: Names
    scores: Scores
    adjusted: tuple[float, float] | None = None
    """what the two sides have by a ruling, in percent of the best score, where there are no scores"""


class ResultForm(NamedTuple):
    """How the results of a game are read."""

    read: Callable[[Any, Sequence[str], Extras], Outcome | None]
    """the outcome of the words of a result; None for one that was passed out"""
    form: str
    """as the help shows it"""
    extras: frozenset[str]
    """the fields of `Extras` that can matter"""
    stated: Callable[[Record], Scores | None] = lambda record: None
    """the scores of a record that states its result and has no cards"""
    has_tag: bool = False
    """whether the tag `Result` of a record says how many tricks the taker won"""
    names: Callable[[Record], Mapping[str, str]] = lambda record: {}
    """the names of all pairs by their numbers, which one record of a file may have"""
    sittings: Callable[[Record, Mapping[str, str]], Sequence[Sitting]] = lambda record, names: ()
    """the results of all tables at a board, where one record has them"""
    unread: Callable[[Record], int] = lambda record: 0
    """how many rows of such a table cannot be read"""


def form_of(game: Game) -> ResultForm | None:
    """How the results of a game are read; None where they mean nothing without cards."""
    part = part_of(game, "results")
    if part is not None:
        form: ResultForm = part.RESULTS
        return form
    if not game.turn_up_is_trumps:
        return None
    return ResultForm(
        _without_auction, "TRICKS" if game.trick_points else "POINTS", frozenset(["all_tricks", "honours"])
    )


def result_forms() -> dict[str, ResultForm]:
    """How the results of all games that can be scored so are read."""
    forms = ((name, form_of(find_game(name))) for name in game_names())
    return {name: form for name, form in forms if form is not None}


def read_outcome(game: Game, words: Sequence[str], extras: Extras) -> Outcome | None:
    """The outcome that the words of a result tell, or None if all have passed."""
    form = form_of(game)
    if form is None:
        raise no_results(game)
    for name, value in extras._asdict().items():
        if value != Extras._field_defaults[name] and name not in form.extras:
            raise useless_option(name, game)
    return form.read(game, words, extras)


def _without_auction(game: Game, words: Sequence[str], extras: Extras) -> Outcome | None:
    """The outcome of the points of side 1, or of its tricks where these count."""
    check_honours(game, extras)
    whole = game.points_in_tricks(Strain.SPADES)
    what = "result.tricks-of-one" if game.trick_points else "result.points-of-one"
    points = read_number(words, what, whole, extras.all_tricks)
    won = (points, whole - points)
    tricks = won if game.trick_points else shared_tricks(game, extras)
    return Outcome(Contract(Strain.SPADES), won, tricks, honours=extras.honours)


def no_results(game: Game) -> Invalid:
    """What is told of a game whose results mean nothing without cards."""
    return Invalid("no-results", game=game.name, known=", ".join(result_forms()))


def parse_share(text: str) -> tuple[Side, int]:
    """The side and the points of `takers=50`."""
    who, _, points = text.partition("=")
    if who not in WHO or not _is_number(points):
        raise Invalid("bad-share", text=text)
    return WHO[who], int(points)


def read_strain(game: Game, text: str) -> Strain:
    """What is trumps, of a letter or symbol; refuses what the game does not have."""
    try:
        strain = parse_strain(text.translate(SYMBOLS))
    except Invalid:
        allowed = " ".join(map(str, game.strains))
        raise Invalid("strain-not-in-game", strain=text, game=str(game), allowed=allowed) from None
    game.rules(strain)
    return strain


def check_honours(game: Game, extras: Extras) -> None:
    """Refuse honours where none can count."""
    if any(extras.honours) and not game.honours.cards:
        raise useless_option("honours", game)


def shared_tricks(game: Game, extras: Extras) -> Scores:
    """Tricks of both sides, of which matters only who has none."""
    mine = {None: game.hand_size // 2, Side.ONE: game.hand_size, Side.TWO: 0}[extras.all_tricks]
    return mine, game.hand_size - mine


def read_number(words: Sequence[str], what: str, most: int, all_tricks: Side | None = None) -> int:
    """The only word as a number up to the most; where a side won all tricks it need not be said."""
    least = most if all_tricks is Side.ONE else 0
    most = 0 if all_tricks is Side.TWO else most
    text = " ".join(words)
    if not text and all_tricks is not None:
        return most
    if not _is_number(text) or not least <= int(text) <= most:
        raise Invalid("bad-count", text=text, what=Phrase(what), least=least, most=most)
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def bad_result(words: Sequence[str], expected: str) -> Invalid:
    """What is told of words that are no result; `expected` is the key of what they might be."""
    return Invalid("bad-result", text=" ".join(words), expected=Phrase(expected))


def could_be_a_sum(points: int) -> bool:
    """Whether points may be those of several sets of cards, each of which brings 20, or 50 and more."""
    return points % 10 == 0 and points not in (10, 30)


def useless_option(name: str, game: Game) -> Invalid:
    """What is told of a field of `Extras` that does not matter."""
    return Invalid("useless-option", option=OPTIONS[name], game=str(game))


OPTIONS: Final = {
    "vulnerable": "--vul",
    "belotes": "--belote",
    "annonces": "--annonces",
    "roem": "--roem",
    "honours": "--honours",
    "all_tricks": "--capot",
    "alone": "--alone",
    "defended_alone": "--defended-alone",
}
"""the options of the command by the fields of `Extras`"""
