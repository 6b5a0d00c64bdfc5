"""What the server answers by HTTP that a page reads: what there is to know of a game, and a deal card by card."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from overtrick.core.game import Direction
from overtrick.core.scoring import Scores
from overtrick.protocol.outgoing import Acted, ActionInfo, ReasonInfo, ShownInfo, Snapshot


class DealingInfo(Struct, frozen=True):
    """How a deck is dealt: `Dealing`, written down."""

    packets: tuple[tuple[int, int, int, int], ...]
    turn_up: Literal["none", "next", "dealers_last", "dealers_first"]
    later: tuple[tuple[int, int, int, int], ...]
    backwards: bool
    beside: tuple[str, ...]
    """cards that are shuffled with the pack and lie behind it in the deck, to be turned up; nobody gets any"""
    first_turned: str | None
    """the one of them that is turned up in the first deal of a match"""


class OrderInfo(Struct, frozen=True):
    """How the cards rank."""

    suits: tuple[tuple[str, ...], ...]
    """the cards of each suit from the highest down; a bower is among the trumps"""
    trump: bool
    """whether the first suit is trumps, and beats all others"""


class NumberedAction(ActionInfo, frozen=True, kw_only=True):
    """An action of a game that is no card, with its number among all actions of the game."""

    number: int


class GameInfo(Struct, frozen=True):
    """A game."""

    game: str
    """as tables and records name it"""
    name: str
    preset: str
    hand_size: int
    direction: Direction
    seats: tuple[str, str, str, str]
    """what its players call the seats 1 to 4"""
    may_claim: bool
    deals_in_turn: bool
    """whether the players deal in turn, so that the next dealer is known"""
    has_vulnerability: bool
    formats: tuple[str, ...]
    """in which records of it can be had, besides JSON Lines"""
    counts: Literal["points", "tricks"]
    target: int | None
    """the points with which a side wins a match; null where something else ends it"""
    pack: tuple[str, ...]
    """in the order in which it is shuffled"""
    dealing: DealingInfo
    orders: dict[str, OrderInfo]
    """by what is trumps; under an empty text, as long as nobody knows"""
    actions: dict[str, NumberedAction]
    """all actions that are no cards, by how they are written; bids from the lowest up"""


class CallShown(Struct, frozen=True):
    """What a call tells of the hand of its maker, with their calls before it, by the system that bots play."""

    seat: int
    """of its maker"""
    shows: ShownInfo | None
    """null where it tells nothing that most hands do not have"""


class InsteadInfo(Struct, frozen=True):
    """A better card than the one that was played."""

    card: str
    reasons: tuple[ReasonInfo, ...]
    """why it is good, by what its player could see"""


class Step(Struct, frozen=True):
    """A card that was played, and the position before it.

    Values are what the side of the card's seat has in the tricks of the whole deal if all play on perfectly, with all
    hands open; they are null where that was not found out in time.
    """

    seat: int
    card: str
    best: int | None
    cost: int | None
    """how much less than the best the card leads to"""
    options: dict[str, int]
    """what each legal card leads to; nothing where that was not found out"""
    shown: tuple[tuple[str, ...], ...]
    """by seat, the suits of which its earlier cards prove that it has none"""
    won: Scores
    """what the sides had won before it, as solvers count: half of what sets of cards bring is against the others"""
    instead: InsteadInfo | None
    """of a card that cost something, one of the best cards and why"""


class SampleInfo(Struct, frozen=True):
    """A card that a bot decided on, in the deal as it was and with other hidden cards; hands are by seat."""

    seat: int
    """who decided"""
    trick: int
    """from 1"""
    action: str
    other: str
    """what it did in the changed deal"""
    hands: tuple[tuple[str, ...], ...]
    changed: tuple[tuple[str, ...], ...]


class Honesty(Struct, frozen=True):
    """Whether the bots of a deal decide the same when the cards that they cannot see are dealt anew."""

    decisions: int
    """how many were asked for again"""
    changed: int
    """in how many changed deals, together"""
    same: int
    """in how many of them the bot did the same"""
    unsteady: int
    """how many more decisions came out otherwise even if nothing was changed: they show nothing"""
    sample: SampleInfo | None
    """one that was not the same if there is any, else some other"""


class Analysis(Struct, frozen=True):
    """A played deal."""

    game: str
    unit: Literal["points", "tricks"]
    total: int
    """what both sides have together at the end"""
    steps: tuple[Step, ...]
    won: Scores
    """what the sides won, by a claim too"""


class LessonStep(Struct, frozen=True, omit_defaults=True):
    """A step of a lesson: what is said, and what is to be done."""

    text: str
    """cards stand in braces: `{As}`"""
    events: tuple[Acted, ...] = ()
    """what happens before it is said: first what the step before asked for"""
    action: str | None = None
    """what is to be done now; null where the step is only read"""
    wrong: str = ""
    """what is said to anything else that may be done"""
    refusals: dict[str, str] = {}
    """what is said to each card of the hand that may not be played"""


class Lesson(Struct, frozen=True):
    """A deal that somebody plays for the first time, step by step."""

    table: Snapshot
    """before the first step"""
    steps: tuple[LessonStep, ...]
    puzzle: int = 0
    """its number among the puzzles of the game, from 1; 0 for a first deal"""
    puzzles: int = 0
    """how many there are"""


class DayResult(Struct, frozen=True):
    """What somebody made of the deal of a day."""

    net: int
    """the points of the side of seat 1, less those of the other side"""
    bot: str = ""
    """nothing for a person"""
    path: str = ""
    """where it can be seen, when the day is over"""


class DayDeal(Struct, frozen=True):
    """The deal of a day in a game."""

    day: str
    """as `2026-11-18`, in UTC"""
    name: str
    """what takes the place of the table in the seed"""
    commitment: str
    """to the secret"""
    secret: str = ""
    """when the day is over"""
    results: tuple[DayResult, ...] = ()
    is_complete: bool = False
    """whether all bots have played"""


class DailyDeals(Struct, frozen=True):
    """The deals of the days of a game."""

    game: str
    bot: str
    """on the other three seats"""
    today: DayDeal
    yesterday: DayDeal
    tomorrow: DayDeal
