"""Lessons of games: what they ask for is what the rules allow, and what they tell is there to be seen."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from overtrick import game_names
from overtrick.core.errors import Invalid
from overtrick.deal.replay import beginning
from overtrick.deal.view import view
from overtrick.formats import jsonl
from overtrick.plugins import our_game_folders
from overtrick.protocol.seen import Seen
from overtrick.table import lessons
from overtrick.table.agreements import sure_cards
from overtrick.table.lessons import has_lesson, lesson, puzzle, puzzle_count, recorded_actions
from overtrick.texts import LANGUAGES

GAMES = [name for name in game_names() if has_lesson(name)]
CARD = re.compile(r"\{(\w+)\}")
LONGEST = 320
"""characters that are read at a glance"""


def cards_in(text: str) -> set[str]:
    return set(CARD.findall(text))


def test_our_games_for_many_players_have_lessons() -> None:
    expected = {
        "belote",
        "bridge",
        "coinche",
        "euchre",
        "hokm",
        "jass",
        "klaverjas",
        "spades",
        "sueca",
        "tarneeb",
        "whist",
    }
    assert expected <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_a_deal_of_which_the_learner_does_everything(game: str) -> None:
    file = json.loads((Path(our_game_folders()[game]) / lessons.FILE).read_text(encoding="utf-8"))
    (record,) = jsonl.loads(json.dumps(file["record"]))
    asked = [step.action for step in lesson(game, "en").steps if step.action is not None]
    round_, done = beginning(record), []
    for action in lessons.recorded_actions(record):
        if round_.actor == file.get("seat", 1):
            assert action in round_.legal()
            done.append(str(action))
        round_ = round_.apply(action)
    assert asked == done
    assert 4 <= len(asked) <= 6


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_cards_of_a_step_can_be_seen_and_what_is_asked_for_may_be_done(game: str, language: str) -> None:
    found = lesson(game, language)
    seen = Seen(found.table)
    for step in found.steps:
        for event in step.events:
            assert seen.apply(event)
        view = seen.view
        assert view is not None
        visible = {*map(str, view.hand), *map(str, view.plays), str(view.turn_up)}
        visible |= set() if view.open_hand is None else set(map(str, view.open_hand[1]))
        assert cards_in(step.text) | cards_in(step.wrong) <= visible
        assert max(len(step.text), len(step.wrong)) <= LONGEST
        assert step.action is None or step.action in map(str, view.legal)
        assert not set(step.refusals) & set(map(str, view.legal))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_the_same_in_all_languages(game: str) -> None:
    first, *others = (lesson(game, language) for language in LANGUAGES)
    for other in others:
        assert other.table == first.table
        assert [(step.events, step.action) for step in other.steps] == [(s.events, s.action) for s in first.steps]
        assert [set(step.refusals) for step in other.steps] == [set(step.refusals) for step in first.steps]


def test_a_game_without_a_lesson_says_so() -> None:
    assert not has_lesson("tarot")
    with pytest.raises(Invalid, match="The game 'tarot' has no lesson"):
        lesson("tarot", "en")


WRONG = [
    ('{"steps": []}', "missing required field `record`"),
    ("{", "truncated"),
    ('{"record": {"game": "whist"}, "steps": []}', "all four hands were expected"),
    ('{"record": {"game": "tarot"}, "steps": []}', "tarot"),
    ('{"seat": 5, "record": {"game": "whist"}, "steps": []}', "Expected `int` <= 4"),
]


@pytest.mark.parametrize(("text", "reason"), WRONG)
def test_a_lesson_that_cannot_be_played_is_refused(
    text: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / lessons.FILE).write_text(text, encoding="utf-8")
    monkeypatch.setattr(lessons, "installed_game_folders", lambda: {"wrong": str(tmp_path)})
    with pytest.raises(Invalid, match="The lesson of 'wrong' cannot be played") as refused:
        lesson("wrong", "en")
    assert reason in str(refused.value)


@pytest.mark.parametrize("without", [0, -1])
def test_a_lesson_has_a_step_for_everything_that_the_learner_does(
    without: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / lessons.FILE
    shutil.copy(Path(our_game_folders()["belote"]) / lessons.FILE, path)
    file = json.loads(path.read_text(encoding="utf-8"))
    del file["steps"][without]
    path.write_text(json.dumps(file), encoding="utf-8")
    monkeypatch.setattr(lessons, "installed_game_folders", lambda: {f"short{without}": str(tmp_path)})
    with pytest.raises(Invalid, match="a step with `wrong` for each action"):
        lesson(f"short{without}", "en")


@pytest.mark.parametrize("number", range(1, puzzle_count("bridge") + 1))
def test_one_card_solves_a_puzzle_however_the_cards_lie(number: int) -> None:
    file = json.loads((Path(our_game_folders()["bridge"]) / lessons.PUZZLES).read_text(encoding="utf-8"))[number - 1]
    (record,) = jsonl.loads(json.dumps(file["record"]))
    *before, answer = recorded_actions(record)
    round_ = beginning(record).apply_all(before)
    assert round_.contract is not None
    assert round_.actor is round_.contract.seat
    assert sure_cards(view(round_, round_.actor), file["tricks"]) == [answer]
    assert round_.tally.tricks[0] + file["tricks"] == 6 + int(str(round_.contract.value))
    task, right = puzzle("bridge", number, "en").steps
    assert (task.action, [event.action for event in right.events]) == (str(answer), [str(answer)])


@pytest.mark.parametrize(("game", "number"), [("bridge", 0), ("bridge", 9999), ("sueca", 1)])
def test_there_are_no_other_puzzles(game: str, number: int) -> None:
    with pytest.raises(Invalid) as error:
        puzzle(game, number, "en")
    assert error.value.finding.code == "no-puzzle"
