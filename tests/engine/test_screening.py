"""Screening: the arguments and answers of `judge_many`, and files that are judged with it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, get_args

import numpy as np
import pytest

from overtrick.arena.runner import play_deal
from overtrick.cli import main
from overtrick.core.cards import CARDS, Card, Cards
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.core.tricks import Strain
from overtrick.engine.playouts import playouts
from overtrick.engine.screening import judge_all, judge_many
from overtrick.formats import jsonl
from overtrick.formats.lines import Line
from overtrick.referee.evidence import kept_out
from overtrick.referee.judging import judge_game
from overtrick.referee.referee import Level

BELOTE = find_game("belote")
FAULT = "Qh 8h Ah 9h Kh Th 7h Qs Jh 9s 8s Js"
COUNTING = "7h 7s 8s 9s 7d 8d 9d Td"


def row(cards: str, width: int = 33) -> list[int]:
    indices = [Card(card).index for card in cards.split()]
    return indices + [255] * (width - len(indices))


def test_the_first_cards_objected_to_at_both_levels() -> None:
    screening = judge_many("belote:info0004", "S", [row(FAULT), row(COUNTING), row("Qh Qh"), row("Qh 2h"), row("")])
    assert screening.player.tolist() == [8, -1, 1, 1, -1]
    assert screening.deal.tolist() == [8, 5, 1, 1, -1]
    assert screening.winners[0].tolist() == [3, 2, 0, 0, 0, 0, 0, 0]
    assert screening.winners[1].tolist() == [4, 3, 0, 0, 0, 0, 0, 0]


def test_numbers_that_are_no_cards_and_cards_after_the_last_trick_are_objected_to() -> None:
    made = playouts(BELOTE, Strain.SPADES, 1, 1).plays
    for number in (0, 52, 63, 64, 254):
        longer = np.hstack([made, np.array([[number]], np.uint8)])
        assert judge_many(BELOTE, Strain.SPADES, longer).deal.tolist() == [32]
        assert judge_many(BELOTE, Strain.SPADES, [[number]]).player.tolist() == [0 if number else -1]


def test_facts_for_all_games_or_for_each() -> None:
    """The trump card of Sueca is with the dealer, who does not follow a trump lead: each game alone, and together."""
    sueca, plays = find_game("sueca"), [row("Ad 2c", 40), row("Ad 2c", 40)]
    held = kept_out(sueca, None, {Card("7d"): frozenset([2])})
    nothing = [0] * 5
    assert judge_many(sueca, "D", plays).deal.tolist() == [-1, -1]
    assert judge_many(sueca, "D", plays, barred=held).player.tolist() == [1, 1]
    assert judge_many(sueca, "D", plays, barred=[nothing, held]).deal.tolist() == [-1, 1]
    assert judge_many(sueca, "D", plays, barred=held, leader=[1, 3]).deal.tolist() == [1, -1]
    assert judge_many(sueca, "D", plays, barred=held, out=[[0, 0, 0, 0], [0, 1, 0, 0]]).deal.tolist() == [1, -1]


def test_facts_that_no_deal_fits_are_told_apart() -> None:
    nine = kept_out(BELOTE, [Cards("7h 8h 9h Th Jh Qh Kh Ah 7s"), None, None, None], {})
    for plays in ([row("Qh")], [row("")]):
        screening = judge_many(BELOTE, "S", plays, barred=nine)
        assert (screening.player.tolist(), screening.deal.tolist()) == ([-2], [-2])


def test_arrays_that_cannot_be_written_are_read() -> None:
    made = playouts(BELOTE, Strain.SPADES, 5, 1).plays
    made.setflags(write=False)
    assert judge_many(BELOTE, Strain.SPADES, made).deal.tolist() == [-1] * 5
    assert judge_many(BELOTE, Strain.SPADES, np.asfortranarray(made)).deal.tolist() == [-1] * 5
    assert judge_many(BELOTE, Strain.SPADES, made[:0]).deal.tolist() == []


@pytest.mark.parametrize(
    ("plays", "facts", "code"),
    [
        ([1, 2], {}, "bad-array"),
        ([[[1]]], {}, "bad-array"),
        ([[1], [1, 2]], {}, "bad-array"),
        ([[1.0]], {}, "bad-array"),
        ([[256]], {}, "bad-array"),
        ([[-1]], {}, "bad-array"),
        ([["Ah"]], {}, "bad-array"),
        ([[1]], {"leader": 0}, "bad-array"),
        ([[1]], {"leader": [1, 2]}, "bad-array"),
        ([[1]], {"out": [1, 0, 0]}, "bad-array"),
        ([[1]], {"out": [2, 0, 0, 0]}, "bad-array"),
        ([[1]], {"out": 1}, "nobody-plays"),
        ([[1]], {"barred": [0, 0]}, "bad-array"),
        ([[1]], {"barred": 1 << 52}, "bad-array"),
        ([[1]], {"barred": 1 << 70}, "bad-array"),
    ],
)
def test_arrays_that_are_none_of_games_are_refused(plays: Any, facts: dict[str, Any], code: str) -> None:
    with pytest.raises(Invalid) as error:
        judge_many(BELOTE, "S", plays, **facts)
    assert error.value.finding.code == code


@pytest.mark.parametrize(("game", "strain"), [("tarot", "S"), ("belote", "X"), ("sueca", "NT")])
def test_games_and_strains_that_there_are_not_are_refused(game: str, strain: str) -> None:
    with pytest.raises(Invalid):
        judge_many(game, strain, [[1]])


@pytest.mark.parametrize("name", game_names())
def test_without_kernels_the_answers_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games in which two cards were exchanged, under facts of several kinds."""
    game, rng = find_game(name), Random(name)
    made = playouts(game, game.strains[0], 60, 9)
    rows, facts = made.plays.copy(), []
    for cards, masks in zip(rows, made.hands.tolist(), strict=True):
        one, other = rng.sample(range(len(cards)), 2)
        cards[[one, other]] = cards[[other, one]]
        hands = [Cards.from_mask(mask) if rng.random() < 0.3 else None for mask in masks]
        pin = {rng.choice(CARDS): frozenset([rng.randrange(5), rng.randrange(5)])}
        facts.append(kept_out(game, hands, pin if rng.random() < 0.2 else {}))
    out = np.array([[0, 0, int(rng.random() < 0.1), 0] for _ in rows])
    leaders = [rng.choice((1, 1, 2)) for _ in rows]
    by_kernel = judge_many(game, game.strains[0], rows, leader=leaders, out=out, barred=facts)
    monkeypatch.setattr("overtrick.engine.screening.engine", lambda: "plain")
    plain = judge_many(game, game.strains[0], rows, leader=leaders, out=out, barred=facts)
    assert [array.tolist() for array in by_kernel] == [array.tolist() for array in plain]
    assert len(set(plain.player.tolist())) > 5


def spoiled(record: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A record with less that is known, or with something wrong, or as it is."""
    plays, deal = record["plays"], record["deal"]
    one, other = rng.randrange(len(plays) or 1), rng.randrange(len(plays) or 1)
    hands = [hand if rng.random() < 0.5 else None for hand in deal["hands"]]
    bare = {**record, "deal": {**deal, "hands": None, "discard": None}, "scores": None}
    swapped = [plays[{one: other, other: one}.get(number, number)] for number in range(len(plays))]
    return rng.choice(
        [
            record,
            bare,
            {**bare, "plays": swapped},
            {**record, "plays": swapped},
            {**record, "plays": plays[:one]},
            {**bare, "plays": plays[:one]},
            {**record, "plays": [*plays[:one], *plays[other:], *plays]},
            {**record, "deal": {**deal, "hands": hands}},
            {**record, "deal": {**deal, "hands": [hands[0], *hands[:3]]}},
            {**record, "deal": {**deal, "hands": hands, "discard": None}, "plays": swapped},
            {**record, "scores": [1, 2]},
            {**record, "said": [[one, "belote"], [other, "declare"]]},
            {**record, "said": [[len(plays) // 2, "claim 5"]], "plays": plays[: len(plays) // 2]},
            {**record, "auction": record["auction"][1:]},
            {**record, "contract": {**(record["contract"] or {"strain": "H"}), "seat": None, "side": None}},
            {**record, "plays": ["1h"]},
        ]
    )


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Records of all games, played at random, many of them spoiled."""
    rng, made = Random(4), []
    for name in (*game_names(), "coinche:cannes", "belote:pagat", "euchre:hoyle", "bridge:rubber"):
        for number in range(1, 41):
            record = play_deal(find_game(name), ("random",) * 4, "screening", number).record()
            made.append(json.dumps(spoiled(json.loads(jsonl.dumps([record])), rng)))
    rng.shuffle(made)
    return [*made, "{", json.dumps({"game": "belote"})]


@pytest.mark.parametrize("level", get_args(Level))
def test_many_games_are_judged_as_one_by_one(lines: list[str], level: Level) -> None:
    games = [jsonl.read_line(Line(number, text)) for number, text in enumerate(lines, 1)]
    judged = judge_all(games, level)
    assert judged == [judge_game(placed, level) for placed in games]
    assert {judgement.status for judgement in judged} == {"clean", "fault", "incomplete", "invalid"}


@pytest.mark.parametrize("words", [["--json"], ["--evidence", "player", "--lang", "fr"]])
def test_the_command_prints_the_same_with_and_without_kernels(
    lines: list[str],
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, printed = tmp_path / "games.jsonl", []
    path.write_text("\n".join(lines), encoding="utf-8")
    for limit in (0, 1 << 40):
        monkeypatch.setattr("overtrick.cli.judge.WORTH_SCREENING", limit)
        assert main(["judge", *words, str(path)]) == 2
        out = capsys.readouterr().out.splitlines()
        printed.append(out if "--json" in words else out[:-1])  # the last line tells the time
    assert printed[0] == printed[1]
    assert len(printed[0]) >= len(lines) // 3
