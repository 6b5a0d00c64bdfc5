"""Transcripts as clients write them."""

import io
import json
from pathlib import Path
from typing import get_args

import msgspec

from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair.recording import SECRETS, Transcript


def test_a_transcript_has_the_messages_as_they_are_on_the_wire() -> None:
    file, times = io.StringIO(), iter([1.5, 2])
    transcript = Transcript(file, lambda: next(times))
    bound = incoming.Ready(deal=1, commitment="ab" * 32)
    all_bound = outgoing.Committed(n=3, deal=1, server="ee" * 32, seats=("-", "-", "-", "-"), until=0)
    transcript.sent(bound)
    transcript.got(all_bound)
    assert [json.loads(line) for line in file.getvalue().splitlines()] == [
        {"at": 1.5, "sent": json.loads(msgspec.json.encode(bound))},
        {"at": 2, "got": json.loads(msgspec.json.encode(all_bound))},
    ]


def test_a_transcript_opens_no_seat_and_no_table() -> None:
    file = io.StringIO()
    transcript = Transcript(file, lambda: 0)
    transcript.sent(incoming.Hello(v=1, name="me", table="t", token="TOKEN", last=3))
    transcript.sent(incoming.Sit(code="CODE"))
    transcript.sent(incoming.Watch(code="CODE"))
    transcript.got(outgoing.Taken(table="t", seat=1, token="TOKEN", code="CODE"))
    assert "TOKEN" not in file.getvalue()
    assert "CODE" not in file.getvalue()
    assert [json.loads(line) for line in file.getvalue().splitlines()] == [
        {"at": 0, "sent": {"type": "hello", "v": 1, "name": "me", "table": "t", "last": 3}},
        {"at": 0, "sent": {"type": "sit"}},
        {"at": 0, "sent": {"type": "watch"}},
        {"at": 0, "got": {"type": "taken", "table": "t", "seat": 1}},
    ]


def test_every_field_with_a_secret_is_left_out() -> None:
    not_secret = {(outgoing.Refused, "code"), (outgoing.Bye, "code")}  # what is wrong
    found = {
        (message, field)
        for message in (*get_args(incoming.Message), *get_args(outgoing.Message))
        for field in message.__struct_fields__
        if field in ("code", "token", "move")
    }
    assert found - not_secret == {(message, field) for message, fields in SECRETS.items() for field in fields}


def test_what_is_added_to_a_file_begins_on_a_new_line(tmp_path: Path) -> None:
    path = tmp_path / "transcript"
    ping = '{"at":0,"sent":{"type":"ping"}}\n'
    for before, after in (("", ping), (ping + '{"at":', ping + '{"at":\n' + ping)):
        path.write_text(before)
        with path.open("a") as file:
            Transcript(file, lambda: 0).sent(incoming.Ping())
        assert path.read_text() == after


def test_every_line_is_written_at_once() -> None:
    class Slow(io.StringIO):
        flushed = ""

        def flush(self) -> None:
            self.flushed = self.getvalue()

    file = Slow()
    transcript = Transcript(file, lambda: 0)
    transcript.sent(incoming.Ping())
    assert file.flushed == '{"at":0,"sent":{"type":"ping"}}\n'
