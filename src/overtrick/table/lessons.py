"""Guided first deals: a prepared deal that somebody plays step by step, at a table that nobody has to keep.

A game brings its lesson as `lesson.json` in the folder of its package: a record, the seat of whoever learns, and steps.
A step says something in each language; one that has also an answer to what is `wrong` waits for the learner's next
action in the record, and any other is only read, as the last one is. So all that the learner does in the record has its
step.

A puzzle is a lesson that begins before the last card of its record, which is the answer. A game brings them as a list,
`puzzles.json`, which `scripts/puzzles.py` makes.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec

from overtrick import texts
from overtrick.core.actions import Action
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Record
from overtrick.deal.replay import beginning, replay
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.formats import jsonl
from overtrick.plugins import installed_game_folders, our_game_folders
from overtrick.protocol import infos, outgoing
from overtrick.protocol.answers import Lesson, LessonStep
from overtrick.protocol.incoming import Options
from overtrick.table.events import acted
from overtrick.table.log import ActionDone
from overtrick.table.refusals import Forbidden

FILE: Final = "lesson.json"
PUZZLES: Final = "puzzles.json"
BOT: Final = "simple"
"""that the others are said to be: their cards are prepared"""
DEAL: Final = 1
"""the number of the deal at its table"""


class Spoken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in each language."""

    en: str
    fr: str
    pt: str


class StepFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step as a game brings it."""

    say: Spoken
    wrong: Spoken | None = None


class LessonFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as a game brings it."""

    record: dict[str, Any]
    """as JSON Lines have it"""
    steps: tuple[StepFile, ...]
    seat: Annotated[int, msgspec.Meta(ge=1, le=4)] = 1


class PuzzleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle as a game brings it."""

    record: dict[str, Any]
    """up to the answer"""
    tricks: int
    """that are needed from there on"""


def has_lesson(game: str) -> bool:
    """Whether a game, by its name, has a lesson."""
    return _path(game) is not None


@lru_cache(64)
def puzzle_count(game: str) -> int:
    """How many puzzles a game has, by its name."""
    return len(_puzzles(game))


@lru_cache(64)
def puzzle(game: str, number: int, language: str) -> Lesson:
    """The puzzle of a number, from 1; raises `Invalid` where there is none."""
    files = _puzzles(game)
    if not 1 <= number <= len(files):
        raise Invalid("no-puzzle", game=game, number=number)
    file = files[number - 1]
    (record,) = jsonl.loads(json.dumps(file.record))
    *before, answer = recorded_actions(record)
    round_ = beginning(record).apply_all(before)
    seat = round_.actor
    assert seat is not None
    won, left = round_.tally.tricks[seat.side - 1], max(map(len, round_.hands))
    values = {"won": won, "tricks": file.tricks, "left": left}
    course = _Course(round_, [answer], seat)
    said = {name: texts.say(language, f"puzzle.{name}", **values) for name in ("task", "wrong")}
    task = LessonStep(said["task"], (), course.ask(), said["wrong"], _refusals(round_, language))
    right = LessonStep(texts.say(language, "puzzle.right", card=f"{{{answer}}}"), tuple(course.to_turn()))
    return Lesson(_snapshot(round_, seat), (task, right), number, len(files))


@lru_cache(64)
def lesson(game: str, language: str) -> Lesson:
    """The lesson of a game, by its name; raises `Invalid` where there is none, or it cannot be played."""
    path = _path(game)
    if path is None:
        raise Invalid("no-lesson", game=game)
    try:
        file = msgspec.json.decode(path.read_bytes(), type=LessonFile)
        (record,) = jsonl.loads(json.dumps(file.record))
        return _lesson(file, record, language)
    except (msgspec.DecodeError, UnicodeError, OvertrickError) as error:
        raise Invalid("bad-lesson", game=game, reason=str(error).removesuffix(".")) from error


def _puzzles(game: str) -> list[PuzzleFile]:
    path = _path(game, PUZZLES)
    return [] if path is None else msgspec.json.decode(path.read_bytes(), type=list[PuzzleFile])


def _path(game: str, name: str = FILE) -> Path | None:
    folders = our_game_folders()
    folder = folders[game] if game in folders else installed_game_folders().get(game)
    path = None if folder is None else Path(folder) / name
    return path if path is not None and path.is_file() else None


def _lesson(file: LessonFile, record: Record, language: str) -> Lesson:
    seat, first = Seat(file.seat), beginning(record)
    course = _Course(first, recorded_actions(record), seat)
    steps = tuple([_step(course, step, language) for step in file.steps])
    if course.left:
        raise Invalid("lesson-steps")
    return Lesson(_snapshot(first, seat), steps)


def recorded_actions(record: Record) -> list[Action]:
    """All that is done in a record with a whole deal, with what is said between the cards."""
    plays: list[Action] = []

    def apply(round_: Round, action: Action) -> Round:
        plays.append(action)
        return round_.apply(action)

    done = replay(record, apply).actions_done
    return [*done[: len(done) - len(record.plays)], *plays]


class _Course:
    """A deal that is played by the record, up to where the learner acts."""

    def __init__(self, first: Round, actions: list[Action], seat: Seat) -> None:
        self.round, self.left, self.seat = first, actions, seat
        self.is_asked = False
        """whether the last step asked for what the learner does next"""
        self._n = 0

    def to_turn(self) -> list[outgoing.Acted]:
        """What the learner was asked for, and what happens until they act again, or the record ends."""
        events = []
        while self.left and (self.is_asked or self.round.actor is not self.seat):
            self.is_asked = False
            events.append(self._act())
        return events

    def ask(self) -> str:
        """What the learner does now."""
        if not self.left:
            raise Invalid("lesson-steps")
        self.is_asked = True
        return str(self.left[0])

    def _act(self) -> outgoing.Acted:
        """The next action of the record, as the learner is told of it."""
        before, action = self.round, self.left.pop(0)
        assert before.actor is not None
        self.round = before.apply(action)
        self._n += 1
        entry = ActionDone(seat=int(before.actor), action=str(action))
        told = acted(self._n, entry, before, self.round, 0, "")
        return next(event for audience, event in told.items() if int(self.seat) in audience)


def _step(course: _Course, step: StepFile, language: str) -> LessonStep:
    events, text = tuple(course.to_turn()), _spoken(step.say, language)
    if step.wrong is None:
        return LessonStep(text, events)
    return LessonStep(text, events, course.ask(), _spoken(step.wrong, language), _refusals(course.round, language))


def _refusals(round_: Round, language: str) -> dict[str, str]:
    """What the rules say to each card of the hand that may not be played now."""
    if round_.phase != "play" or round_.turn is None:
        return {}
    refusals = {}
    for card in round_.hands[round_.turn - 1]:
        try:
            round_.apply(card)
        except Illegal as error:
            refusals[str(card)] = Forbidden(error, round_).told(language)
    return refusals


def _spoken(text: Spoken, language: str) -> str:
    return {"fr": text.fr, "pt": text.pt}.get(language, text.en)


def _snapshot(round_: Round, seat: Seat) -> outgoing.Snapshot:
    """The table at which the deal is played, before anything has happened."""
    person, bot = outgoing.SeatInfo(kind="person"), outgoing.SeatInfo(kind="bot", bot=BOT)
    first, second, third, fourth = (person if at is seat else bot for at in SEATS)
    return outgoing.Snapshot(
        n=0,
        table="",
        game=game_text(round_.game),
        options=Options(),
        state="play",
        seat=int(seat),
        seats=(first, second, third, fourth),
        standing=outgoing.StandingInfo(),
        next_deal=DEAL + 1,
        commitment="",
        deal=infos.deal_info(view(round_, seat), DEAL),
        parts=infos.game_parts(round_.game),
    )
