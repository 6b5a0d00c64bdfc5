"""What a server logs: lines for people, or JSON for programs."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Final

FOR_PEOPLE: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""what every record has"""


class JsonLines(logging.Formatter):
    """One JSON object a line: what was logged, where and when, and by names what it was about."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        fields |= {name: value for name, value in vars(record).items() if name not in USUAL}
        if record.exc_info:
            fields["error"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


def begin(as_json: bool) -> None:
    """Log to standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if as_json else logging.Formatter(FOR_PEOPLE))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
