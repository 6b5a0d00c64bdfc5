"""What a transcript tells of the deals, and what is refused in one."""

import json

import pytest
from fair_table import FairTable
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair import commitment
from overtrick.protocol.fair.transcript import Witnesses, read_transcript


def test_a_witness_knows_what_its_client_saw() -> None:
    records, transcripts = FairTable("euchre", seed=3).play(2)
    fair = records[1].fair
    assert fair is not None
    witnesses: Witnesses = read_transcript(transcripts[3])
    witness = witnesses[str(fair["table"]), 2]
    assert (witness.seat, witness.games) == (Seat.SOUTH, {records[1].game})
    assert witness.server == {fair["commitment"]}
    assert [list(seats) for _, seats in witness.lists] == [fair["commitments"]]
    assert witness.secrets == {fair["secret"]}
    assert witness.bound[0][0] < witness.lists[0][0] < witness.opened[0][0] < witness.dealt[0].line
    assert (witness.dealt[0].dealer, witness.dealt[0].due) == (Seat.EAST, Seat.EAST)


def test_a_deal_that_was_broken_off_has_its_secret_too() -> None:
    table = FairTable("sueca", when_gone="end")
    table.play_until(lambda message: isinstance(message, outgoing.Acted))
    table.say(2, incoming.Leave())
    table.play_until(lambda message: isinstance(message, outgoing.Ended))
    (witness,) = read_transcript(table.clients[1].file.getvalue()).values()
    (secret,) = witness.secrets
    assert {commitment(bytes.fromhex(secret))} == witness.server


HELLO = '{"at":0,"sent":{"type":"hello","v":1}}'
TAKEN = '{"at":0.1,"got":{"type":"taken","table":"t","seat":1}}'


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "bad-json"),
        ("[" * 100_000, "bad-json"),
        ("9" * 5000, "bad-json"),
        ("[]", "bad-transcript-line"),
        ("{}", "bad-transcript-line"),
        ('{"at":0}', "bad-transcript-line"),
        ('{"at":"0","got":{"type":"bye"}}', "bad-transcript-line"),
        ('{"at":true,"got":{"type":"bye"}}', "bad-transcript-line"),
        ('{"at":0,"got":{"type":"bye"},"sent":{"type":"ping"}}', "bad-transcript-line"),
        ('{"at":0,"got":{"type":"bye"},"more":1}', "bad-transcript-line"),
        ('{"at":0,"got":[]}', "bad-field"),
        ('{"at":0,"got":{}}', "missing-field"),
        ('{"at":0,"got":{"type":7}}', "bad-field"),
        ('{"at":0,"got":{"type":"taken","table":"t"}}', "missing-field"),
        ('{"at":0,"got":{"type":"taken","table":"t","seat":5}}', "bad-field"),
        ('{"at":0,"got":{"type":"committed","deal":1,"server":"","seats":[1]}}', "bad-field"),
        ('{"at":0,"got":{"type":"acted","hand":["1x"]}}', "bad-card"),
        ('{"at":0,"got":{"type":"snapshot","table":"t","game":"go"}}', "unknown-game"),
        ('{"at":0,"sent":{"type":"ready","deal":1.5}}', "bad-field"),
    ],
)
def test_a_bad_line_is_refused_with_its_number(line: str, code: str) -> None:
    with pytest.raises(Invalid) as error:
        read_transcript(f"{HELLO}\n\n{TAKEN}\n{line}\n{TAKEN}")
    assert (error.value.finding.code, error.value.finding.line) == (code, 4)


@pytest.mark.parametrize("cut", [1, 20, -1])
def test_a_line_that_was_not_finished_is_skipped_with_all_before_it_used(cut: int) -> None:
    whole = TRANSCRIPTS[1]
    begun = TAKEN[:cut]
    for text in (whole + begun, f"{whole}{begun}\n\n{HELLO}\n"):
        assert read_transcript(text).keys() == read_transcript(whole).keys()
        read_transcript(text.encode().splitlines(keepends=True))


@pytest.mark.parametrize("end", ["{\n", "{\n{", "{\n[]", f"{{\n{{\n{HELLO}"])
def test_a_line_with_an_end_was_finished(end: str) -> None:
    with pytest.raises(Invalid) as error:
        read_transcript(f"{HELLO}\n{end}")
    assert (error.value.finding.code, error.value.finding.line) == ("bad-json", 2)


def test_another_language_does_not_lead_away_from_the_table() -> None:
    lines = TRANSCRIPTS[1].splitlines()
    place = next(number for number, line in enumerate(lines) if '"committed"' in line)
    changed = read_transcript([*lines[:place], '{"at":1,"sent":{"type":"hello","v":1,"lang":"fr"}}', *lines[place:]])
    usual = read_transcript(lines)
    assert changed.keys() == usual.keys()
    assert all(changed[key].hands == usual[key].hands and changed[key].server == usual[key].server for key in usual)


def test_messages_that_say_nothing_of_the_dealing_are_skipped() -> None:
    other = '{"at":1,"got":{"type":"something new","deal":[]}}'
    assert read_transcript("\n".join([HELLO, TAKEN, other])) == {}


_, TRANSCRIPTS = FairTable("belote").play(1)
LINES = TRANSCRIPTS[1].splitlines()
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.data())
def test_whatever_stands_in_a_field_is_read_or_refused(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(LINES) - 1))
    line = json.loads(LINES[number])
    message = line.get("got") or line["sent"]
    name = data.draw(st.sampled_from(sorted(message)))
    parts = message if not isinstance(message[name], dict) else message[name]
    parts[data.draw(st.sampled_from(sorted(parts)))] = data.draw(values)
    try:
        read_transcript([*LINES[:number], json.dumps(line)])
    except Invalid as error:
        assert error.finding.line == number + 1
        assert error.told("fr")
