"""JSON records: reading back what was written, and refusing the rest with field, line and column."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import records

from overtrick.core.auctions import Contract
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.formats import jsonl

SMALLEST = '{"game":"belote"}'


@given(st.lists(records(), max_size=3))
def test_records_are_read_back_as_they_were_written(many: list[Record]) -> None:
    text = jsonl.dumps(many)
    assert text.count("\n") == len(many)
    assert jsonl.loads(text) == many
    file = io.StringIO()
    jsonl.dump(many, file)
    assert file.getvalue() == text
    assert list(jsonl.load(io.StringIO(text))) == many


def test_all_fields_are_written_in_their_order() -> None:
    club = find_game("coinche:pagat").with_house_rules({"undertrump": "optional"})
    record = Record(club, (Card("Qh"),), Contract(Strain.NO_TRUMPS, Side.TWO, Seat.EAST, 90, 1), dealer=Seat.SOUTH)
    assert jsonl.dumps([record]) == (
        '{"v":1,"game":"coinche","preset":"pagat","house":{"undertrump":"optional"},"seats":["","","",""],"dealer":3,'
        '"deal":{"hands":null,"turn_up":null,"kitty":[],"discard":null},"auction":[],'
        '"contract":{"strain":"NT","side":2,"seat":2,"value":90,"double":1},"plays":["Qh"],"scores":null,"fair":null,'
        '"tags":{}}\n'
    )


def test_what_is_missing_has_a_default() -> None:
    [record] = jsonl.loads(SMALLEST)
    assert record == Record(find_game("belote:ffb"))


def test_hands_may_be_lists_texts_or_unknown() -> None:
    [record] = jsonl.loads('{"game":"belote","deal":{"hands":[["Ah","7S"],"AK..7.7",null,[]]}}')
    assert record.deal.hands == (
        (Card("Ah"), Card("7s")),
        (Card("As"), Card("Ks"), Card("7d"), Card("7c")),
        None,
        (),
    )


def test_the_side_of_a_contract_follows_from_its_seat() -> None:
    [record] = jsonl.loads('{"game":"bridge","contract":{"strain":"NT","seat":4}}')
    assert record.contract == Contract(Strain.NO_TRUMPS, Side.TWO, Seat.WEST)


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("nonsense", "bad-json", 1),
        ('{"game":}', "bad-json", 9),
        ('{"game":"belote","scores":[NaN,0]}', "bad-json", 1),
        ('{"game":"belote","seats":["\\ud800","","",""]}', "bad-json", 1),
        ("[" * 100_000, "bad-json", 1),
        ('{"game":"belote","scores":[' + "9" * 5000 + ",0]}", "bad-json", 1),
        ("[]", "bad-field", 1),
        ("{}", "missing-field", 1),
        ('{"game":"tarot"}', "unknown-game", 9),
        ('{"game":"belote","preset":"dot_cardgames"}', "unknown-preset", 27),
        ('{"game":"belote","house":{"jokers":true}}', "unknown-house-rule", 26),
        ('{"game":"belote","house":{"undertrump":"maybe"}}', "bad-house-rule", 26),
        ('{"game":"belote","house":{"last_trick":true}}', "bad-house-rule", 26),
        ('{"game":"belote","v":2}', "bad-field", 22),
        ('{"game":"belote","playz":[]}', "unknown-field", 26),
        ('{"game":"belote","plays":"Qh"}', "bad-field", 26),
        ('{"game":"belote","plays":["Qh",7]}', "bad-field", 32),
        ('{"game":"belote","plays":["Qh","1h"]}', "bad-card", 32),
        ('{"game":"belote","plays":["Qh","6h"]}', "not-in-pack", 32),
        ('{"game":"belote","dealer":5}', "bad-field", 27),
        ('{ "game" : "belote", "plays" : [ "7h" , 7 ] }', "bad-field", 41),
        ('{"game":"belote","tags":{"x":"6h"},"plays":["Qh","6h"]}', "not-in-pack", 50),
        ('{"contract":1,"game":"belote","contract":{"strain":"X"}}', "bad-strain", 52),
        ('{"game":"belote","dealer":true}', "bad-field", 27),
        ('{"game":"euchre","contract":{"strain":"H","alone":[1,2,3,4]}}', "bad-field", 51),
        ('{"game":"euchre","contract":{"strain":"H","alone":[1,1]}}', "bad-field", 51),
        ('{"game":"euchre","contract":{"strain":"H","alone":[4,2]}}', "bad-field", 51),
        ('{"game":"belote","seats":["a","b"]}', "bad-field", 26),
        ('{"game":"belote","scores":[1,2.5]}', "bad-field", 27),
        ('{"game":"belote","deal":{"hands":["AK","","",""]}}', "bad-hand", 35),
        ('{"game":"belote","deal":{"hands":[null,"2...",null,null]}}', "not-in-pack", 40),
        ('{"game":"belote","deal":{"hands":[[]]}}', "bad-field", 34),
        ('{"game":"belote","deal":{"trump":"Qh"}}', "unknown-field", 34),
        ('{"game":"belote","contract":{}}', "missing-field", 1),
        ('{"game":"belote","contract":{"strain":"X"}}', "bad-strain", 39),
        ('{"game":"sueca","contract":{"strain":"NT"}}', "strain-not-in-game", 38),
        ('{"game":"belote","contract":{"strain":"S","seat":1,"side":2}}', "bad-field", 59),
        ('{"game":"belote","contract":{"strain":"S","value":[1]}}', "bad-field", 51),
        ('{"game":"belote","contract":{"strain":"S","double":3}}', "bad-field", 52),
        ('{"game":"belote","tags":[1]}', "bad-field", 25),
    ],
)
def test_what_is_no_record_is_refused_with_its_place(line: str, code: str, column: int) -> None:
    with pytest.raises(Invalid) as refused:
        jsonl.loads(f"{SMALLEST}\n\n{line}\n")
    finding = refused.value.finding
    assert (finding.code, finding.line, finding.column) == (code, 3, column)
    assert "{" not in finding.message().replace(line, "")


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.sampled_from(["Ah", "S", "AT", "", "AK..7.", "belote", "é"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from(["strain", "seat", "hands"]), inner),
    max_leaves=6,
)
fields = ["v", "game", "preset", "house", "seats", "dealer", "deal", "auction", "contract", "plays", "scores", "tags"]


@given(st.dictionaries(st.sampled_from(fields), values))
def test_no_object_brings_out_anything_but_our_own_refusals(value: dict[str, Any]) -> None:
    try:
        read = jsonl.loads(json.dumps({"game": "euchre", **value}))
    except Invalid as error:
        assert error.finding.line == 1
    else:
        assert jsonl.loads(jsonl.dumps(read)) == read
