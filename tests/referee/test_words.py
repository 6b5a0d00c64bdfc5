"""What was said in the play: false, doubled and misplaced words are found; what was said counts with unknown hands."""

from collections.abc import Iterator

import pytest
from strategies import played_at_random

from overtrick.core.catalogue import find_game
from overtrick.core.errors import Finding
from overtrick.core.seats import Seat
from overtrick.deal.record import Deal, Record
from overtrick.referee.judging import judge

Said = tuple[tuple[int, str], ...]


def records(game: str, word: str) -> Iterator[Record]:
    """Finished deals in which a word was said."""
    for seed in range(400):
        record = played_at_random(find_game(game), Seat.NORTH, seed).record()
        if any(spoken == word for _, spoken in record.said or ()) and record.scores is not None:
            yield record


def code(record: Record) -> str:
    finding = judge(record).finding
    return finding.code if isinstance(finding, Finding) else "clean"


@pytest.mark.parametrize("game", ["coinche", "belote:pagat"])
def test_annonces_count_even_if_the_hands_are_not_written_down(game: str) -> None:
    for _, record in zip(range(5), records(game, "declare"), strict=False):
        assert judge(record).status == "clean"
        bare = judge(record._replace(deal=Deal(turn_up=record.deal.turn_up)))
        assert (bare.status, bare.final) == ("clean", record.scores)


def test_nobody_declares_twice_or_late_or_falsely() -> None:
    record = next(records("coinche", "declare"))
    said: Said = record.said or ()
    number, _ = next(word for word in said if word[1] == "declare")
    assert code(record._replace(said=(*said, (number, "declare")))) == "illegal-word"
    assert code(record._replace(said=(*said, (8, "declare")))) == "illegal-word"
    silent = next(n for n in range(4) if (n, "declare") not in said)
    hand = record.plays[silent]
    found = code(record._replace(said=(*said, (silent, "declare"))))
    assert found in ("illegal-word", "wrong-score"), hand  # they had none, or had some and would have had another score


def test_annonces_and_belotes_exist_only_where_they_are_played() -> None:
    record = next(records("belote", "belote"))
    said: Said = record.said or ()
    assert code(record) == "clean"
    assert code(record._replace(said=(*said, (0, "declare")))) == "illegal-word"
    assert code(record._replace(said=(*said, (0, "hello")))) == "bad-word"
    assert code(record._replace(said=(*said, (99, "belote")))) == "bad-word"
    assert code(record._replace(said=(*said, (3, "claim 8")))) == "bad-word"
    sueca = played_at_random(find_game("sueca"), Seat.NORTH, 1).record()
    assert code(sueca._replace(said=((0, "belote"),))) == "illegal-word"


def test_belote_is_said_first_and_rebelote_second_by_who_has_both() -> None:
    record = next(
        record
        for record in records("belote", "rebelote")
        if {"belote", "rebelote"} <= {w for _, w in record.said or ()}
    )
    said: Said = record.said or ()
    assert code(record) == "clean"
    assert code(record._replace(said=tuple((n, w.upper()) for n, w in said))) == "clean"
    swapped = {"belote": "rebelote", "rebelote": "belote"}
    assert code(record._replace(said=tuple((n, swapped.get(w, w)) for n, w in said))) == "illegal-word"
    assert code(record._replace(said=tuple((n, f"x{w}") for n, w in said))) == "bad-word"
    without = tuple((n, w) for n, w in said if w != "rebelote")
    assert code(record._replace(said=without)) == "wrong-score"  # one word is missing: no bonus
    first = next(n for n, w in said if w == "belote")
    elsewhere = next(n for n in range(len(record.plays)) if n not in {n for n, _ in said})
    assert code(record._replace(said=tuple((elsewhere if n == first else n, w) for n, w in said))) == "illegal-word"


def test_honours_count_even_if_the_hands_are_not_written_down() -> None:
    for seed in range(300):
        record = played_at_random(find_game("bridge:rubber"), Seat.NORTH, seed).record()
        if record.contract is not None:
            bare = judge(record._replace(deal=Deal()))
            assert (bare.status, bare.final) == ("clean", record.scores)
