"""Judging the files of Bridge players: each fault at its line, and the games after it still judged."""

from random import Random

import pytest

from overtrick.core.catalogue import find_game
from overtrick.deal.match import Match
from overtrick.deal.record import Record
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.formats.lines import lines_of
from overtrick.games.bridge import lin, pbn
from overtrick.referee.judging import Judgement, judge_lines

CALLS = ("1H", "pass", "2H", "pass", "4H", "X", "pass", "pass", "pass")


def boards(count: int) -> list[Round]:
    """Some boards with an auction to game, played at random."""
    game, rng = find_game("bridge"), Random(7)
    match, played = Match.start(game), list[Round]()
    for _ in range(count):
        round_ = match.next_round(rng.sample(list(game.pack), len(game.pack))).apply_all(CALLS)
        while round_.turn is not None:
            round_ = round_.apply(rng.choice(round_.legal()))
        match = match.add(round_)
        played.append(round_)
    return played


def records(count: int) -> list[Record]:
    return [round_.record(("Ann", "Bob", "Cec", "Dee")) for round_ in boards(count)]


def judged(text: str, game: str | None = None) -> list[Judgement]:
    return [item for item in judge_lines(lines_of(text), game=game) if isinstance(item, Judgement)]


def line_with(text: str, start: str, game: int) -> int:
    """The number of the line that begins so in the game with a number from 0."""
    lines = text.replace("\r\n", "\n").split("\n")
    return [number for number, line in enumerate(lines, 1) if line.startswith(start)][game]


@pytest.mark.parametrize("form", [pbn, lin])
def test_what_was_played_by_the_rules_is_clean(form: object) -> None:
    written = records(4)
    for judgement, record in zip(judged(form.dumps(written)), written, strict=True):  # type: ignore[attr-defined]
        assert judgement.status == "clean"
        assert judgement.final == record.scores


@pytest.mark.parametrize(
    ("old", "new", "code", "start"),
    [
        ("1H Pass 2H Pass", "1H Pass 1D Pass", "insufficient-bid", "1H"),
        ("4H X Pass Pass", "4H XX Pass Pass", "illegal-call", "4H XX"),
        ('[Contract "4HX"]', '[Contract "4H"]', "wrong-contract", "[Contract"),
        ('[Declarer "', '[Declarer "^', "clean", ""),
    ],
)
def test_a_wrong_board_is_placed_and_the_others_are_judged(old: str, new: str, code: str, start: str) -> None:
    first, second, third = records(3)
    parts = [pbn.dumps([record]) for record in (first, second, third)]
    text = parts[0] + "\r\n" + parts[1].replace(old, new, 1) + "\r\n" + parts[2]
    before, wrong, after = judged(text)
    assert (before.status, after.status) == ("clean", "clean")
    if code == "clean":
        assert wrong.status == "clean"
        return
    assert wrong.status == "invalid"
    assert wrong.finding is not None
    assert wrong.finding.code == code
    assert wrong.finding.line == line_with(text, start, 0 if start not in ("[Contract", "1H") else 1)


def test_a_wrong_score_is_placed() -> None:
    first, second = records(2)
    assert second.scores is not None
    text = pbn.dumps([first, second._replace(scores=(second.scores[0] + 10, second.scores[1]))])
    _, wrong = judged(text)
    assert wrong.finding is not None
    assert (wrong.finding.code, wrong.finding.line) == ("wrong-score", line_with(text, "[Score ", 1))


def test_a_wrong_number_of_tricks_is_placed() -> None:
    first, second = records(2)
    text = pbn.dumps([first, second])
    result = [line for line in text.split("\r\n") if line.startswith("[Result")][1]
    taken = int(result.split('"')[1])
    head, _, tail = text.rpartition(result)
    _, wrong = judged(f'{head}[Result "{taken - 1}"]{tail}')
    assert wrong.finding is not None
    assert (wrong.finding.code, wrong.finding.line) == ("wrong-result", line_with(text, "[Result ", 1))


@pytest.mark.parametrize("form", [pbn, lin])
def test_a_revoke_is_proved_at_its_line(form: object) -> None:
    honest = boards(1)[0]
    record, found = honest.record(), 0
    for number in range(1, len(honest.plays) - 1):
        before = replay(record._replace(plays=honest.plays[:number], scores=None))
        assert before.turn is not None
        for card in before.hands[before.turn - 1] - before.position.legal():
            after, plays = before.apply_unchecked(card), [*honest.plays[:number], card]
            while after.turn is not None:
                after = after.apply_unchecked(after.legal()[0])
            plays = list(after.plays)
            revoked = record._replace(plays=tuple(plays), scores=None, tags={"Board": "1"})
            (judgement,) = judged(form.dumps([revoked]))  # type: ignore[attr-defined]
            assert judgement.status == "fault"
            assert judgement.fault is not None
            assert judgement.fault.offending is not None
            assert judgement.fault.offending.card is card
            assert judgement.fault.line is not None
            found += 1
            break
    assert found > 3


def test_a_deal_that_cannot_be_is_found_and_the_rest_is_read() -> None:
    first, second = records(2)
    text = pbn.dumps([first, second])
    deal = next(line for line in text.split("\r\n") if line.startswith('[Deal "'))
    hands = deal.split(":")[1].split(" ")
    broken = text.replace(deal, deal.replace(hands[1], hands[0], 1), 1)
    wrong, right = judged(broken)
    assert wrong.status == "invalid"
    assert wrong.finding is not None
    assert wrong.finding.line == line_with(text, '[Deal "', 0)
    assert right.status == "clean"


def test_a_file_without_games_is_empty() -> None:
    (judgement,) = judged("% PBN 2.1\n% EXPORT\n")
    assert judgement.finding is not None
    assert (judgement.status, judgement.finding.code) == ("incomplete", "no-games")


@pytest.mark.parametrize("form", [pbn, lin])
def test_the_named_game_is_that_of_a_file_that_does_not_say_how_it_is_scored(form: object) -> None:
    text = form.dumps(records(1))  # type: ignore[attr-defined]
    assert [str(judged(text, game)[0].game) for game in (None, "bridge", "bridge:chicago", "bridge:rubber")] == [
        "bridge:duplicate",
        "bridge:duplicate",
        "bridge:chicago",
        "bridge:rubber",
    ]
    stated = text.replace('[Scoring "?"]', '[Scoring "IMP"]')
    assert form is lin or str(judged(stated, "bridge:rubber")[0].game) == "bridge:duplicate"


@pytest.mark.parametrize("form", [pbn, lin])
def test_a_file_of_bridge_is_no_other_game(form: object) -> None:
    (judgement,) = judged(form.dumps(records(2)), "belote")  # type: ignore[attr-defined]
    assert judgement.finding is not None
    assert (judgement.status, judgement.finding.code) == ("invalid", "other-game")


def test_a_wrong_leader_is_found_at_the_play_section() -> None:
    (record,) = records(1)
    text = pbn.dumps([record])
    line = next(line for line in text.split("\r\n") if line.startswith("[Play "))
    stated = line.split('"')[1]
    wrong_leader = {"N": "E", "E": "S", "S": "W", "W": "N"}[stated]
    changed = text.replace(line, f'[Play "{wrong_leader}"]')
    (judgement,) = judged(changed)  # the hands tell that the seat is wrong, and who led
    assert judgement.finding is None
    assert [(warning.code, warning.line) for warning in judgement.warnings] == [
        ("play-by-hands", line_with(text, "[Play ", 0) + 1)
    ]
    deal = next(line for line in text.split("\r\n") if line.startswith("[Deal "))
    (judgement,) = judged(changed.replace(deal, '[Deal "?"]'))
    assert judgement.finding is not None
    assert (judgement.finding.code, judgement.finding.line) == ("wrong-leader", line_with(text, "[Play ", 0))


def test_a_result_without_cards_is_scored() -> None:
    (record,) = records(1)
    text = pbn.dumps([record])
    bare = text[: text.index("[Play ")]
    (judgement,) = judged(bare)
    assert (judgement.status, judgement.final) == ("clean", record.scores)
    score = next(line for line in text.split("\r\n") if line.startswith("[Score "))
    (judgement,) = judged(bare.replace(score, '[Score "NS 10"]'))
    assert judgement.finding is not None
    assert judgement.finding.code == "wrong-score"


def test_an_end_position_is_not_a_whole_deal() -> None:
    text = '[Deal "N:A.K.. .Q.J. ..AK. 2...2"]\n[Contract "NT"]\n[Declarer "S"]\n[Play "W"]\nS2 SA HQ DA\n*\n'
    (judgement,) = judged(text)
    assert judgement.status == "incomplete"
