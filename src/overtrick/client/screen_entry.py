"""The line of the screen into which words are typed."""

from __future__ import annotations

from textual.message import Message
from textual.widgets import Input


class Entry(Input):
    """A line for words. While it is empty, the arrow keys are for what stands above it."""

    class Moved(Message):
        """An arrow key was pressed that moves nothing in the line."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def action_cursor_left(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_left(select)
        else:
            self.post_message(self.Moved(-1))

    def action_cursor_right(self, select: bool = False) -> None:
        if self.value:
            super().action_cursor_right(select)
        else:
            self.post_message(self.Moved(1))
