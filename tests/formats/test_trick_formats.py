"""The Belote text and the Sueca file: what they hold, what they refuse and where."""

import io
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import Play, legal_plays

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Deal, Record
from overtrick.games.belote import belote_text
from overtrick.games.sueca import sueca_file

BELOTE = "s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n"
SUECA = "7D\nAH 2D 5H 2H\nAC 3D 4C KC\n"
SEED000, SEED001 = find_game("belote:info0004"), find_game("sueca:fctp")


def test_a_belote_text_is_a_record() -> None:
    record = belote_text.loads(BELOTE)
    assert record.game == SEED000
    assert record.contract == Contract(Strain.SPADES, Side.TWO)
    assert record.plays == tuple(map(Card, "Qh 8h Ah 9h Kh Th 7h Qs Jh 9s 8s Js".split()))
    assert record.leader is Seat.NORTH


def test_a_sueca_file_is_a_record() -> None:
    record = sueca_file.loads(SUECA)
    assert record.game == SEED001
    assert record.deal.turn_up is Card("7d")
    assert record.strain is Strain.DIAMONDS
    assert (record.leader, record.dealer_seat) == (Seat.NORTH, Seat.EAST)


@pytest.mark.parametrize(("form", "text"), [(belote_text, BELOTE), (sueca_file, SUECA)], ids=["belote", "sueca"])
def test_line_ends_marks_and_blanks_do_not_matter(form: object, text: str) -> None:
    assert form in (belote_text, sueca_file)
    loads = belote_text.loads if form is belote_text else sueca_file.loads
    plain = loads(text)
    for variant in (
        text.replace("\n", "\r\n"),
        text.replace("\n", "\r"),
        "\ufeff" + text,
        text + "\n \n\t\n",
        text.rstrip("\n"),
        text.replace(" ", "  \t"),
        text.lower(),
    ):
        assert loads(variant) == plain, repr(variant)


def test_files_are_read_and_written_as_texts_are() -> None:
    file = io.StringIO()
    belote_text.dump(belote_text.load(io.StringIO(BELOTE)), file)
    sueca_file.dump(sueca_file.load(io.StringIO("Trump Card: " + SUECA)), file)
    assert file.getvalue() == BELOTE + SUECA


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "empty", 1, 1),
        ("\n\n", "empty", 1, 1),
        ("x 1\n", "strain-not-in-game", 1, 1),
        ("nt 1\n", "strain-not-in-game", 1, 1),
        ("s  3\n", "bad-team", 1, 4),
        ("s\n", "bad-header", 1, 1),
        ("s 1 2\n", "bad-header", 1, 1),
        ("s 1\nQh 8h Xh 9h\n", "bad-card", 2, 7),
        ("s 1\nQh 8h 6h 9h\n", "not-in-pack", 2, 7),
        ("s 1\nQh 8h Ah\nKh Th 7h Qs\n", "trick-size", 2, 1),
        ("s 1\n\nQh 8h Ah 9h 7h\n", "trick-size", 3, 13),
        ("s 1\n" + "Qh 8h Ah 9h\n" * 9, "too-many-tricks", 10, 1),
    ],
)
def test_what_is_not_belote_is_refused_with_its_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(Invalid) as refused:
        belote_text.loads(text)
    finding = refused.value.finding
    assert (finding.code, finding.line, finding.column) == (code, line, column)
    assert f"line {line}, column {column}" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("Trump Card:\n", "bad-trump-line", 1, 1),
        ("7D 8D\n", "bad-trump-line", 1, 1),
        ("8D\n", "not-in-pack", 1, 1),
        ("Trump Card:  9X\n", "bad-card", 1, 14),
        ("7D\nAH 2D 10H 2H\n", "not-in-pack", 2, 7),
        ("7D\nAH 2D 5H 2H 3H\n", "trick-size", 2, 13),
    ],
)
def test_what_is_not_sueca_is_refused_with_its_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(Invalid) as refused:
        sueca_file.loads(text)
    finding = refused.value.finding
    assert (finding.code, finding.line, finding.column) == (code, line, column)


@given(legal_plays(("belote",)), st.sampled_from(Side), st.sampled_from(SEATS), st.integers(0, 32))
def test_a_belote_record_is_renumbered_so_that_its_leader_is_first(
    play: Play, side: Side, dealer: Seat, count: int
) -> None:
    strain = play.deal.strain
    record = Record(play.deal.game, play.cards[:count], Contract(strain, side), dealer=dealer)
    if strain.suit is None:
        with pytest.raises(Invalid, match="needs a trump suit"):
            belote_text.dumps(record)
        return
    again = belote_text.loads(belote_text.dumps(record))
    assert again.plays == record.plays
    assert again.contract is not None
    assert again.leader is Seat.NORTH
    assert (again.contract.side is Seat.NORTH.side) == (side is dealer.next.side)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record(find_game("coinche"), contract=Contract(Strain.HEARTS, Side.ONE)), "only Belote can"),
        (Record(SEED000), "it needs a trump suit"),
        (Record(SEED000, contract=Contract(Strain.HEARTS)), "it needs the team that took"),
    ],
)
def test_what_a_belote_text_cannot_hold_is_refused(record: Record, reason: str) -> None:
    with pytest.raises(Invalid, match=reason):
        belote_text.dumps(record)


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (Record(find_game("sueca"), deal=Deal(turn_up=Card("7d"))), "the dealer must play second"),
        (Record(SEED001), "its trump card"),
        (Record(SEED000, deal=Deal(turn_up=Card("7d"))), "a deal of Sueca"),
    ],
)
def test_what_a_sueca_file_cannot_hold_is_refused(record: Record, reason: str) -> None:
    with pytest.raises(Invalid, match=reason):
        sueca_file.dumps(record)


@given(st.sampled_from([belote_text.loads, sueca_file.loads]), st.text("shdcAKQJT9876543 2\n\r\ufeffTrump Card:10"))
def test_no_text_brings_out_anything_but_our_own_refusals(loads: Callable[[str], Record], text: str) -> None:
    try:
        loads(text)
    except Invalid as error:
        assert error.finding.line is not None
