"""The results that `overtrick score` reads: what became of a contract, without cards. Side 1 are the takers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid, OvertrickError, Phrase
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import NOBODY, Scores
from overtrick.core.seats import SEATS, Side
from overtrick.core.tricks import Strain, parse_strain
from overtrick.games.belote.rules import Belote, BeloteCards
from overtrick.games.bridge.rules import BOOK, Bridge
from overtrick.games.coinche.rules import GENERALE, Coinche
from overtrick.games.euchre.rules import Euchre

WHO: Final = {"takers": Side.ONE, "defenders": Side.TWO, "1": Side.ONE, "2": Side.TWO}
SYMBOLS: Final = str.maketrans("♠♥♦♣", "SHDC")
BRIDGE: Final = re.compile(r"([1-7])(C|D|H|S|NT?)(X{0,2})(?:=|([+-][0-9]{1,2}))?")
COINCHE: Final = re.compile(r"([0-9]{2,3}|CAPOT|GENERALE)(S|H|D|C|NT|AT)(X{0,2})")
MOST_DIGITS: Final = 4


class Extras(NamedTuple):
    """What is told besides the result."""

    vulnerable: bool = False
    """of the takers"""
    belotes: tuple[Side, ...] = ()
    """who had a belote, once for each"""
    annonces: Scores = (0, 0)
    honours: Scores = (0, 0)
    all_tricks: Side | None = None
    """who won all tricks"""
    alone: bool = False
    """whether the taker played, or won all tricks, by himself"""
    defended_alone: bool = False


class ResultForm(NamedTuple):
    """How the results of a game are read."""

    read: Callable[[Any, Sequence[str], Extras], Outcome | None]
    """the outcome of the words of a result; None for one that was passed out"""
    form: str
    """as the help shows it"""
    extras: frozenset[str]
    """the fields of `Extras` that can matter"""


def read_outcome(game: Game, words: Sequence[str], extras: Extras) -> Outcome | None:
    """The outcome that the words of a result tell, or None if all have passed."""
    kind = _form_of(game)
    if kind is None:
        raise no_results(game)
    for name, value in extras._asdict().items():
        if value != Extras._field_defaults[name] and name not in kind.extras:
            raise _useless(name, game)
    return kind.read(game, words, extras)


def result_forms() -> dict[str, str]:
    """How the results of the games are written, by the names of those that can be scored so."""
    kinds = ((name, _form_of(find_game(name))) for name in game_names())
    return {name: kind.form for name, kind in kinds if kind is not None}


def no_results(game: Game) -> Invalid:
    """What is told of a game whose results mean nothing without cards."""
    return Invalid("no-results", game=game.name, known=", ".join(result_forms()))


def parse_share(text: str) -> tuple[Side, int]:
    """The side and the points of `takers=50`."""
    who, _, points = text.partition("=")
    if who not in WHO or not _is_number(points):
        raise Invalid("bad-share", text=text)
    return WHO[who], int(points)


def _bridge(game: Bridge, words: Sequence[str], extras: Extras) -> Outcome | None:
    text = "".join(words).upper().translate(SYMBOLS)
    if text == "PASS":
        return None
    match = BRIDGE.fullmatch(text)
    level, over = (int(match[1]), int(match[4] or 0)) if match else (0, 0)
    if match is None or not 0 <= BOOK + level + over <= game.hand_size:
        raise _bad(words, "result.bridge")
    _check_honours(game, extras)
    strain = Strain.NO_TRUMPS if match[2].startswith("N") else parse_strain(match[2])
    tricks = BOOK + level + over
    return Outcome(
        Contract(strain, Side.ONE, SEATS[0], level, len(match[3])),
        (tricks, game.hand_size - tricks),
        (tricks, game.hand_size - tricks),
        vulnerable=frozenset([Side.ONE]) if extras.vulnerable else NOBODY,
        honours=extras.honours,
    )


def _belote(game: Belote, words: Sequence[str], extras: Extras) -> Outcome | None:
    first = words[0].translate(SYMBOLS) if words else ""
    if first.isalpha():
        return _counted(game, Contract(parse_strain(first), Side.ONE), words[1:], extras)
    return _counted(game, Contract(Strain.SPADES, Side.ONE), words, extras)


def _coinche(game: Coinche, words: Sequence[str], extras: Extras) -> Outcome | None:
    match = COINCHE.fullmatch(words[0].upper().translate(SYMBOLS)) if words else None
    if match is None:
        raise _bad(words[:1], "result.coinche")
    auction = game.with_house_rules({"standing_bid": False}).auction(SEATS[0].previous, None)
    try:
        for call in [f"{match[1]} {match[2]}", *("coinche", "surcoinche")[: len(match[3])]]:
            auction = auction.call(call)
    except OvertrickError:
        raise _bad(words[:1], "result.coinche") from None
    contract = auction.contract
    if contract is None or (extras.alone and contract.value != GENERALE):
        raise _useless("alone", game)
    return _counted(game, contract, words[1:], extras)


def _counted(game: BeloteCards, contract: Contract, words: Sequence[str], extras: Extras) -> Outcome:
    """The outcome of the takers' points in tricks; who won all tricks has all of them."""
    counting = game.counting(contract.strain)
    if len(extras.belotes) > len(counting.pairs):
        raise _useless("belotes", game)
    if any(extras.annonces) and not game.annonces:
        raise _useless("annonces", game)
    whole = sum(counting.card_points) + counting.last_trick
    points, tricks = _number(words, "result.points", whole, extras.all_tricks), _tricks(game, extras)
    return Outcome(
        contract,
        (points, whole - points),
        tricks,
        (game.belote * extras.belotes.count(Side.ONE), game.belote * extras.belotes.count(Side.TWO)),
        extras.annonces,
        taker_tricks=tricks[0] if extras.alone else 0,
    )


def _without_auction(game: Game, words: Sequence[str], extras: Extras) -> Outcome | None:
    """The outcome of the points of side 1, or of its tricks where these count."""
    _check_honours(game, extras)
    whole = game.points_in_tricks(Strain.SPADES)
    what = "result.tricks-of-one" if game.trick_points else "result.points-of-one"
    points = _number(words, what, whole, extras.all_tricks)
    won = (points, whole - points)
    tricks = won if game.trick_points else _tricks(game, extras)
    return Outcome(Contract(Strain.SPADES), won, tricks, honours=extras.honours)


def _euchre(game: Euchre, words: Sequence[str], extras: Extras) -> Outcome | None:
    tricks = _number(words, "result.tricks", game.hand_size)
    if extras.alone and not game.alone:
        raise _useless("alone", game)
    if extras.defended_alone and not (game.defend_alone and extras.alone):
        raise _useless("defended_alone", game)
    alone = (*SEATS[: extras.alone], *SEATS[1 : 1 + extras.defended_alone])
    won = (tricks, game.hand_size - tricks)
    return Outcome(Contract(Strain.SPADES, Side.ONE, SEATS[0], alone=alone), won, won)


def _check_honours(game: Game, extras: Extras) -> None:
    if any(extras.honours) and not any(game.honours([game.pack] * len(SEATS), Strain.SPADES)):
        raise _useless("honours", game)


def _tricks(game: Game, extras: Extras) -> Scores:
    """Tricks of both sides, of which matters only who has none."""
    mine = {None: game.hand_size // 2, Side.ONE: game.hand_size, Side.TWO: 0}[extras.all_tricks]
    return mine, game.hand_size - mine


def _number(words: Sequence[str], what: str, most: int, all_tricks: Side | None = None) -> int:
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


def _bad(words: Sequence[str], expected: str) -> Invalid:
    return Invalid("bad-result", text=" ".join(words), expected=Phrase(expected))


def _useless(name: str, game: Game) -> Invalid:
    return Invalid("useless-option", option=OPTIONS[name], game=str(game))


OPTIONS: Final = {
    "vulnerable": "--vul",
    "belotes": "--belote",
    "annonces": "--annonces",
    "honours": "--honours",
    "all_tricks": "--capot",
    "alone": "--alone",
    "defended_alone": "--defended-alone",
}
"""the options of the command by the fields of `Extras`"""

RESULTS: Final = {
    "belote": ResultForm(_belote, "[S|H|D|C|NT|AT] POINTS", frozenset(["belotes", "annonces", "all_tricks"])),
    "bridge": ResultForm(_bridge, "4SX= 3NT-2 4H+1 Pass", frozenset(["vulnerable", "honours"])),
    "coinche": ResultForm(_coinche, "90HX POINTS", frozenset(["belotes", "annonces", "all_tricks", "alone"])),
    "euchre": ResultForm(_euchre, "TRICKS", frozenset(["alone", "defended_alone"])),
}
"""by the names of the games that have an auction"""


WITHOUT_CARD_POINTS: Final = ResultForm(_without_auction, "TRICKS", frozenset(["all_tricks", "honours"]))
WITH_CARD_POINTS: Final = WITHOUT_CARD_POINTS._replace(form="POINTS")


def _form_of(game: Game) -> ResultForm | None:
    if game.turn_up_is_trumps:
        return WITHOUT_CARD_POINTS if game.trick_points else WITH_CARD_POINTS
    return RESULTS.get(game.name)
