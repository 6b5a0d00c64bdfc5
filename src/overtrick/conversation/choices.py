"""What a person can choose now: options by number, each of them a line that could as well be typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, count
from typing import Final, NamedTuple

from overtrick.conversation.table import bid_lines, clock_lines, position_lines
from overtrick.conversation.words import Words, by_suit, foreign
from overtrick.core.actions import Action
from overtrick.core.cards import Card
from overtrick.core.catalogue import game_names
from overtrick.protocol.outgoing import TableInfo
from overtrick.protocol.seen import Seen

MOST_LISTED: Final = 20
"""tables in the lobby, which are shown again with every prompt there"""
MANY: Final = 13
"""options; above more of them, what one has to see to answer may have left the screen"""


class Choice(NamedTuple):
    """An option."""

    words: str
    line: str
    """what it means, as if it were typed"""


class Choices(NamedTuple):
    """A question with its options."""

    prompt: str
    options: tuple[Choice, ...]
    context: tuple[str, ...] = ()
    """what one has to see to answer"""
    reminder: tuple[str, ...] = ()
    """what has to stand right above the prompt"""

    @property
    def has_number_calls(self) -> bool:
        """Whether some options are numbers themselves, such as bids of tricks."""
        return any(option.line.isdecimal() for option in self.options)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number of each option: from 1 on; but a call that is a number has that one, and others what is left."""
        if not self.has_number_calls:
            return tuple(range(1, len(self.options) + 1))
        calls = {int(option.line) for option in self.options if option.line.isdecimal()}
        others = (number for number in count() if number not in calls)
        return tuple(int(option.line) if option.line.isdecimal() else next(others) for option in self.options)

    @property
    def text(self) -> str:
        """What is shown: context, options a line each, reminder, and the prompt without an end of line."""
        numbered = (f"  {n}) {option.words}" for n, option in zip(self.numbers, self.options, strict=True))
        return "".join(f"{line}\n" for line in (*self.context, *numbered, *self.reminder)) + f"{self.prompt}> "


def lobby_choices(words: Words, tables: Sequence[TableInfo]) -> Choices:
    """A game to play at once, or one of the first tables with an empty seat; tables without one stand above."""
    options = [
        Choice(words.say("session.choice.quick", game=name.capitalize()), f"quick {name}") for name in game_names()
    ]
    busy = []
    for table in tables[:MOST_LISTED]:
        said = _told(words, table)
        if any(seat.kind == "empty" for seat in table.seats):
            options.append(Choice(words.say("session.choice.sit", **said), f"sit {said['table']}"))
        else:
            busy.append(words.say("session.tables.busy", **said))
    if len(tables) > MOST_LISTED:
        busy.append(words.say("session.tables.more"))
    return Choices(words.say("session.prompt.lobby"), tuple(options), tuple(busy))


def tables_lines(words: Words, tables: Sequence[TableInfo]) -> Iterator[str]:
    """The first tables, for somebody who cannot choose one."""
    yield from (words.say("session.tables.other", **_told(words, table)) for table in tables[:MOST_LISTED])
    if len(tables) > MOST_LISTED:
        yield words.say("session.tables.more")


def _told(words: Words, table: TableInfo) -> dict[str, str]:
    names = [foreign(seat.name) for seat in table.seats if seat.kind != "empty"]
    players = words.listed(names) or words.say("session.tables.nobody")
    return {"table": foreign(table.table), "game": foreign(table.game), "players": players}


def table_choices(words: Words, seen: Seen, is_waiting: bool) -> Choices | None:
    """What somebody at a table can choose; None if it is not for them to choose. `is_waiting`: they want to wait."""
    if seen.seat is None:
        return None
    if seen.proposal is not None and seen.proposal.waits_for(seen.seat):
        return _named(words, "answer", ("yes", "no"))
    has_room = any(info.kind == "empty" for info in seen.seats)
    if seen.state == "over":
        stays = seen.proposal is None and not seen.options.once
        return _named(words, "lobby", ("bot" if has_room else "rematch", "leave")) if stays else None
    view = seen.view
    if seen.state == "play" and view is not None and view.actor is view.seat and not seen.paused:
        kind = "dummy" if view.turn is not view.actor else view.phase if view.hand else "last-word"
        said = [action for action in view.legal if isinstance(action, str)]
        cards = chain.from_iterable(by_suit(view, [action for action in view.legal if isinstance(action, Card)]))
        legal: list[Action] = [*said, *cards]
        options = tuple(Choice(words.action(action), str(action)) for action in legal)
        position = tuple(position_lines(words, seen, view))
        again = (*bid_lines(words, seen, view), *position) if len(options) > MANY else ()
        return Choices(words.say(f"session.prompt.{kind}"), options, position, (*again, *clock_lines(words, seen)))
    if has_room and seen.state == "open" and not is_waiting:
        return _named(words, "lobby", ("bot", "wait", "leave"))
    return None


def _named(words: Words, prompt: str, commands: Sequence[str]) -> Choices:
    options = tuple(Choice(words.say(f"session.choice.{command}"), command) for command in commands)
    return Choices(words.say(f"session.prompt.{prompt}"), options)
