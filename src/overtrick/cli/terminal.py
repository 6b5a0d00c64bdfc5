"""What is printed: colours where a terminal shows them, tables and JSON everywhere."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import NamedTuple, TextIO


class Paint(NamedTuple):
    """Marks texts with colours, or leaves them as they are."""

    enabled: bool

    @classmethod
    def on(cls, stream: TextIO | None) -> Paint:
        """Colours for a terminal, unless the user wants none (https://no-color.org) or it has none."""
        is_terminal = stream is not None and stream.isatty()
        return cls(is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")

    def bold(self, text: str) -> str:
        """A heading."""
        return self._marked("1", text)

    def red(self, text: str) -> str:
        """A red suit."""
        return self._marked("31", text)

    def _marked(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.enabled else text


def json_text(fields: Mapping[str, object]) -> str:
    """An object on one line."""
    return json.dumps(fields, ensure_ascii=False)


def print_json(fields: Mapping[str, object]) -> None:
    """Print an object on a line of its own, at once."""
    print(json_text(fields), flush=True)
