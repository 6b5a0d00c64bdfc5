"""What the server's processes do for bots, and for people who want a hint."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from random import Random
from typing import Final, NamedTuple

from overtrick.arena.runner import bots_for, play_deal, play_out
from overtrick.bots.asking import BotError, ask
from overtrick.bots.bot import bot_name, check_bot, find_bot, installed_bots
from overtrick.bots.sampling.advice import Advice
from overtrick.bots.sampling.levels import LEVELS
from overtrick.core.actions import Action
from overtrick.core.cards import parse_card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.match import Match
from overtrick.deal.record import Record
from overtrick.deal.view import View
from overtrick.protocol.fair import four
from overtrick.table.daily import SEAT

SECONDS: Final = 1.0
"""the most that a bot thinks about an action, where no other one waits for it"""
QUICK: Final = frozenset(["random", "simple"])
"""bots that answer at once"""
WARMING: Final = "sampling:1"
"""the bot that needs all that any other one does, and is the first to be done with it"""
HINT_LEVEL: Final = 4


class BotChoice(NamedTuple):
    """What a bot does."""

    action: str
    failure: str = ""
    """why the bot itself had no answer; the action is then the first legal one"""


def bots_to_warm() -> frozenset[str]:
    """Bots whose deals make a process warm for all that think; none where they are not installed."""
    try:
        check_bot(WARMING)
    except (Invalid, ImportError):  # not there, or not whole
        return frozenset()
    return frozenset([WARMING])


def bots_to_play() -> tuple[str, ...]:
    """The bots that can be asked to a table: ours from the weakest up, then those of other packages."""
    levels = [f"sampling:{level}" for level in LEVELS] if bots_to_warm() else []
    return (*sorted(QUICK), *levels, *installed_bots())


def warm_up(bots: Collection[str], games: Iterable[str]) -> None:
    """Load everything that some bots need in some games, by a deal of each."""
    for game in games:
        for bot in bots:
            play_deal(find_game(game), [bot] * 4, "warm", 1)


def play_day(game: str, deck: str, bots: tuple[str, ...], seed: str) -> Record:
    """A first deal of a match as bots play it, with as much time as they want: the same seed gives the same play.

    As people do, the bot on the seat of the day plays both hands where the one opposite declares.
    """
    cards = tuple(parse_card(deck[place : place + 2]) for place in range(0, len(deck), 2))
    round_ = Match.start(find_game(game)).next_round(cards)
    players = bots_for(bots, seed, 1)
    own, opposite = players[SEAT - 1], players[Seat(SEAT).partner - 1]

    def either(seen: View) -> Action | str:
        return (own if seen.open_hand is not None and seen.open_hand[0] == SEAT else opposite)(seen)

    players[Seat(SEAT).partner - 1] = either
    played = play_out(round_, players, names=bots)
    return played.record(four(map(bot_name, bots)))


def choose(bot: str, seed: int, view: View, seconds: float | None = None) -> BotChoice:
    """What a bot does that thinks for so long at most, or the first legal action where it fails."""
    try:
        return BotChoice(str(ask(lambda seen: find_bot(bot, Random(seed), seconds)(seen), view)))
    except BotError as error:
        # The finding's sentence has cards of the hand in it, which nobody may read in a log.
        cause = "" if error.__cause__ is None else f", {type(error.__cause__).__name__}"
        return BotChoice(str(view.legal[0]), f"{error.finding.code}{cause}")


def advise(seed: int, view: View, seconds: float | None = None) -> Advice:
    """What is best to do in a view, and why."""
    from overtrick.bots.sampling.bot import Sampling  # with NumPy, which the server itself does without

    return Sampling(Random(seed), HINT_LEVEL, seconds).advise(view)
