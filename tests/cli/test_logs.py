"""Logs for programs: one JSON object a line, whatever was logged."""

import json
import logging
import sys

from overtrick.cli.logs import JsonLines


def test_a_record_is_one_line_with_what_it_is_about() -> None:
    record = logging.LogRecord("tables", logging.INFO, "x.py", 1, "client %d said\n%s", (7, "oui"), None)
    record.created = 1_000_000_000.25
    record.client = 7
    text = JsonLines().format(record)
    assert "\n" not in text
    fields = json.loads(text)
    assert fields.pop("process") == record.process
    assert fields == {
        "time": "2001-09-09T01:46:40.250+00:00",
        "level": "INFO",
        "logger": "tables",
        "message": "client 7 said\noui",
        "client": 7,
    }


def test_an_error_is_told_with_its_place() -> None:
    try:
        raise ZeroDivisionError("by chance")
    except ZeroDivisionError:
        record = logging.LogRecord("tables", logging.ERROR, "x.py", 1, "failed", (), sys.exc_info())
    fields = json.loads(JsonLines().format(record))
    assert fields["error"].startswith("Traceback ")
    assert fields["error"].endswith("ZeroDivisionError: by chance")
