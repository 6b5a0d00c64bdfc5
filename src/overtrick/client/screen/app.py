"""The full-screen client: the table, the player's hand, what they can choose, a log with the talk, a line for words.

All that it shows comes from the text session and its `Seen`. Whatever can be typed in a session can be typed here;
cards and options can be clicked as well, or chosen with the arrow keys and Enter while the line is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, RichLog, Static

from overtrick.client.channel import Channel, News
from overtrick.client.person import Person
from overtrick.client.screen.paint import ACCENT, CARD, FAINT, INK, OPTION, STYLE, painted
from overtrick.client.screen.side import header_text, is_played_out, lines_in_view, score_text, state_text
from overtrick.client.screen.table import (
    EDGES,
    card_numbers,
    hand_text,
    middle_text,
    options_text,
    seat_text,
    seats_around,
)
from overtrick.conversation.choices import Choices
from overtrick.conversation.words import foreign
from overtrick.core.errors import OvertrickError
from overtrick.protocol import outgoing
from overtrick.protocol.seen import Seen

PARTS: Final = ("header", "banner", *EDGES, "score-text", "state", "hand", "options", "prompt")

LONGEST_LOG: Final = 1000
"""lines, the oldest of which go"""

COLOURS: Final[dict[type, str]] = {outgoing.Refused: ACCENT, outgoing.Said: INK, outgoing.Hinted: INK}
"""of news that are more than the course of the game"""


class Ending(NamedTuple):
    """How it ended."""

    has_quit: bool
    """whether it was the person who ended it"""
    last_words: str
    """of the server, a line"""


class TableScreen(App[bool]):
    """The whole screen of a terminal, for one person."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+d,ctrl+q", "leave", priority=True, show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
    ]

    def __init__(self, person: Person, channel: Channel, clock: Callable[[], float], rest: float | None = None) -> None:
        """`rest`: how many seconds after a deal the next one begins, if the person does not want it before."""
        super().__init__()
        self._person, self._channel, self._clock, self._rest = person, channel, clock, rest
        self._clock_error = 0.0
        """what the server's clock is ahead"""
        self._cursor: int | None = None
        """the number of the option that the arrow keys have reached"""
        self._shown: Choices | None = None
        """the options that the cursor is about"""
        self._is_resting = False
        """whether the person still looks at the score"""
        self._rest_timer: Timer | None = None
        self._parts = {name: Pane(id=name) for name in PARTS}
        self._middle = Middle(self._middle_text)
        self._journal = RichLog(id="log", max_lines=LONGEST_LOG, wrap=True, min_width=0)
        self._journal.can_focus = False
        self._last_words = ""
        """of the server"""
        self._failure: OvertrickError | OSError | None = None

    async def sit(self, headless: bool = False) -> Ending:
        """Show the screen, unless `headless`, until the person or the server ends it; raises what went wrong."""
        has_quit = await self.run_async(headless=headless)
        if self._failure is not None:
            raise self._failure
        return Ending(bool(has_quit), self._last_words)

    @property
    def _seen(self) -> Seen | None:
        return self._person.session.seen

    def compose(self) -> ComposeResult:
        parts = self._parts
        yield parts["header"]
        yield parts["banner"]
        with Horizontal(id="body"):
            with Vertical(id="table"):
                yield parts["top"]
                with Horizontal(id="across"):
                    yield parts["left"]
                    yield self._middle
                    yield parts["right"]
                yield parts["bottom"]
            with VerticalScroll(id="score", can_focus=False):
                yield parts["score-text"]
            with Vertical(id="side"):
                yield parts["state"]
                yield self._journal
        yield parts["hand"]
        with VerticalScroll(id="options-frame", can_focus=False):
            yield parts["options"]
        with Horizontal(id="prompt-line"):
            yield parts["prompt"]
            yield Entry(id="entry", compact=True, select_on_focus=False)

    def on_mount(self) -> None:
        self.query_one(Entry).focus()
        self.set_interval(1, self._show_header)
        self.run_worker(self._listen())
        self._show()

    async def _listen(self) -> None:
        try:
            async for news in self._channel:
                self._take(news)
        except (OvertrickError, OSError) as error:
            self._failure = error
        self.exit(self._person.session.over)

    def _take(self, news: News) -> None:
        text = self._person.hear(news)
        match news:
            case outgoing.Welcome():
                self._clock_error = news.now - self._clock()
            case outgoing.Scored() if not news.standing.over:
                self._begin_rest()
            case outgoing.Dealt() | outgoing.InLobby() | outgoing.Snapshot() | outgoing.Ended():
                self._end_rest()
            case outgoing.Bye():
                self._last_words = foreign(news.text) + "\n"
        self._write(text, COLOURS.get(type(news), FAINT))
        self._show()

    # What the person does

    def on_input_submitted(self, event: Input.Submitted) -> None:
        line = event.value.strip()
        if line:
            self._enter(line)
        elif self._cursor is not None:
            self._enter(str(self._cursor))
        elif self._is_resting:
            self._go_on()

    def on_entry_moved(self, event: Entry.Moved) -> None:
        self.action_move(event.step)

    def on_click(self, event: events.Click) -> None:
        meta = event.style.meta
        if OPTION in meta:
            self._enter(str(meta[OPTION]))
        elif CARD in meta:
            self._enter(meta[CARD])

    def on_resize(self) -> None:
        self._show()

    def action_move(self, step: int) -> None:
        numbers = () if self._shown is None else self._shown.numbers
        if numbers:
            before = -1 if step > 0 else 0
            place = before if self._cursor is None else numbers.index(self._cursor)
            self._cursor = numbers[(place + step) % len(numbers)]
            self._show()

    def action_leave(self) -> None:
        self._enter("quit")

    def _enter(self, line: str) -> None:
        self._write(self._person.enter(line), INK)
        if self._person.session.over:
            self.exit(True)
        self._show()

    def _begin_rest(self) -> None:
        self._is_resting = True
        if self._rest is not None:
            self._rest_timer = self.set_timer(self._rest, self._go_on)

    def _end_rest(self) -> None:
        self._is_resting = False
        if self._rest_timer is not None:
            self._rest_timer.stop()

    def _go_on(self) -> None:
        if self._is_resting:
            self._end_rest()
            self._person.be_ready()
            self._show()

    # What is shown

    def _write(self, text: str, colour: str) -> None:
        """Put the news of a text into the log, without the options that end it and what the screen shows anyway."""
        choices = self._person.session.choices
        if choices is not None:
            text = text.removesuffix(choices.text)
        seen = self._seen
        elsewhere = set() if seen is None else set(lines_in_view(self._person.session.words, seen))
        for line in text.split("\n"):
            if line and line not in elsewhere:
                self._journal.write(painted(line, colour))

    def _show(self) -> None:
        session, seen = self._person.session, self._seen
        words, choices = session.words, session.choices
        if choices != self._shown:
            self._shown, self._cursor = choices, None
        is_scored = seen is not None and seen.scored is not None and (seen.state == "deal" or is_played_out(seen))
        self.screen.set_class(seen is None, "lobby")
        self.screen.set_class(is_scored, "scored")
        self.screen.set_class(self._person.is_cut_off, "cut-off")
        self._show_header()
        self._parts["banner"].show(Text(words.say("session.cut-off")))
        if seen is not None:
            for edge, seat in seats_around(seen).items():
                self._parts[edge].show(seat_text(words, seen, seat, is_wide=edge in ("top", "bottom")))
            self._parts["state"].show(state_text(words, seen))
            if seen.scored is not None:
                self._parts["score-text"].show(score_text(words, seen, seen.scored))
        else:
            for edge in EDGES:
                self._parts[edge].show(Text())
        self._middle.refresh()
        self._show_choices(choices)

    def _show_choices(self, choices: Choices | None) -> None:
        words, view = self._person.session.words, None if self._seen is None else self._seen.view
        numbers = {} if view is None else card_numbers(view, choices)
        is_held = view is not None and view.seat is not None and view.phase != "over"
        self._parts["hand"].show(
            hand_text(words, view, numbers, self._cursor) if view is not None and is_held else Text()
        )
        width = self.size.width - 2
        options = Text() if choices is None else options_text(choices, numbers, width, self._cursor)
        self._parts["options"].show(options)
        prompt = "" if choices is None else choices.prompt
        self._parts["prompt"].show(Text(words.say("screen.go-on") if self._is_resting else prompt))

    def _show_header(self) -> None:
        seen = self._seen
        until = None if seen is None else seen.until
        seconds = None if until is None else max(0, round(until - self._clock() - self._clock_error))
        self._parts["header"].show(header_text(self._person.session.words, seen, seconds))

    def _middle_text(self, size: Size) -> Text:
        words, seen = self._person.session.words, self._seen
        if seen is not None:
            return middle_text(words, seen, size)
        return Text("\n").join(painted(line) for line in (self._shown.context if self._shown is not None else ()))


class Pane(Static):
    """A part of the screen that is drawn only where it changes."""

    _text = Text()

    def show(self, text: Text) -> None:
        if text != self._text:
            is_larger = text.plain.count("\n") != self._text.plain.count("\n") or text.cell_len != self._text.cell_len
            self._text = text
            self.update(text, layout=is_larger)


class Middle(Widget):
    """What lies in the middle of the table, drawn for the room that there is."""

    def __init__(self, draw: Callable[[Size], Text]) -> None:
        super().__init__(id="middle")
        self._draw = draw

    def render(self) -> Text:
        return self._draw(self.size)


class Entry(Input):
    """A line for words. While it is empty, the arrow keys are for what stands above it."""

    class Moved(Message):
        """An arrow key was pressed that moves nothing in the line."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    async def _on_key(self, event: events.Key) -> None:
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
