"""The line of the screen into which words are typed."""

from __future__ import annotations

from textual.events import Key
from textual.message import Message
from textual.widgets import Input


class Entry(Input):
    """A line for words. While it is empty, the arrow keys are for what stands above it."""

    class Moved(Message):
        """An arrow key was pressed that moves nothing in the line."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    async def _on_key(self, event: Key) -> None:
        """Do at once what a key does to the line: elsewhere it would be done after keys that have come since."""
        for binding in self._bindings.key_to_bindings.get(event.key, ()):
            if await self.app.run_action(binding.action, self):
                event.stop().prevent_default()
                return

    async def action_submit(self) -> None:
        line, self.value = self.value, ""
        self.post_message(self.Submitted(self, line))

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
