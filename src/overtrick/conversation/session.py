"""The text session: what a person at a plain text connection reads and types, without the connection.

Where there is something to choose, the options stand one a line as `  N) words`, where a call that is a number, such as
a bid of tricks, has that number; and the last thing shown is a prompt
that ends in `> ` without an end of line. If something else has to be shown while a prompt stands, it begins on a new
line, and options and prompt come again after it: the last options that were shown are those that count. When it is for
somebody else to act there is no prompt; commands can be typed at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, cast, get_args

from msgspec.structs import replace

from overtrick import texts
from overtrick.conversation.choices import Choices, lobby_choices, table_choices, tables_lines
from overtrick.conversation.commands import (
    HELP,
    LONGEST_COMMAND,
    Command,
    find_command,
    incomplete,
    message_of,
    needed,
    not_too_long,
    seat_named,
    wrong_word,
)
from overtrick.conversation.hint import hint_line
from overtrick.conversation.news import declined_line, event_lines
from overtrick.conversation.table import (
    auction_line,
    last_trick_line,
    position_lines,
    rule_lines,
    seat_lines,
    standing_lines,
    table_lines,
)
from overtrick.conversation.words import Words, find_action, find_call, find_card, foreign, understood
from overtrick.core.actions import DISCARDS, GIFTS, Action
from overtrick.core.cards import Card
from overtrick.core.errors import Illegal, Invalid, OvertrickError
from overtrick.core.seats import SEATS
from overtrick.deal.view import View
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.clean import clean_line
from overtrick.protocol.incoming import LONGEST_NAME, LONGEST_PLAYER, MOST_TRICKS
from overtrick.protocol.outgoing import TableEvent, TableInfo
from overtrick.protocol.seen import Seen

OWN: Final = "own."
"""in the ids of what a session says by itself: no refusal of it is shown"""
BACK: Final = "back."
"""in the ids of what asks for an earlier seat: a welcome is not the whole answer"""
ARRIVALS: Final = (outgoing.Welcome, outgoing.InLobby, outgoing.Snapshot, outgoing.TableList)
"""answers that name no message"""
AT_TABLE: Final = tuple(kind for kind in get_args(incoming.AtTable) if kind not in (incoming.Leave, incoming.Say))
"""what only those say who have a seat"""
LAID: Final[Mapping[str, Mapping[Card, Action]]] = {"discard": DISCARDS, "exchange": GIFTS}
"""phases in which a card is not played, and what it means to name one"""
PROPOSALS: Final[dict[str, incoming.Proposal]] = {
    "takeback": "take-back",
    "claim": "claim",
    "resign": "resign",
    "rematch": "rematch",
}


class TextSession:
    """One person's session, from hello to `quit`."""

    def __init__(self, language: str = "en", name: str = "", auto_ready: bool = True, prefix: str = "") -> None:
        """`auto_ready`: whether the session itself says that it is ready for deals. `prefix` begins all its ids.

        Raises `Invalid` for a name that is too long.
        """
        self.words = Words(language)
        self.name = not_too_long(name, LONGEST_PLAYER)
        self.over = False
        """whether the person has quit"""
        self.lost_track = False
        """whether the server sent what cannot be: the connection has to get a fresh snapshot"""
        self.seen: Seen | None = None
        """the table, while there is one"""
        self._auto_ready = auto_ready
        self._prefix = prefix
        self._last_id = 0
        self._tables: tuple[TableInfo, ...] | None = None
        """those that the lobby has, once it has told"""
        self._gathers = False
        """whether the lobby puts its players together itself, so that there is nothing to choose in it"""
        self._answers: list[incoming.Message] = []
        self.choices: Choices | None = None
        """the options that were shown last, if they still count"""
        self._prompted = False
        """whether a prompt stands at the end of what is shown"""
        self._pending: tuple[str, Choices | None] | None = None
        """the id of what was said and not answered yet, and what there was to choose then"""
        self._is_waiting = False
        """whether the person has chosen to wait for others"""
        self._unheard: set[int] = set()
        """the seats of those whom the person does not want to hear"""
        self._token = ""
        """of the seat that was just taken, until the person is told how to come back to it"""

    def hello(self) -> incoming.Hello:
        """The first message, and what tells the lobby of another name or language."""
        lang = cast("incoming.Language", self.words.language)
        return incoming.Hello(v=incoming.VERSION, name=self.name, lang=lang)

    def answers(self) -> list[incoming.Message]:
        """What the session has to say by itself after what it received; to be sent after each `receive`."""
        answers, self._answers = self._answers, []
        return answers

    # What comes from the server

    def receive(self, message: outgoing.Message) -> str:
        """The text to show after a message."""
        try:
            lines = list(self._news(message))
        except Invalid as error:
            self.lost_track = True
            lines = [error.told(self.words.language)]
        self._settle(message)
        if isinstance(message, outgoing.Bye):
            return self._news_text(lines)
        return self._screen(lines)

    def _news(self, message: outgoing.Message) -> Iterator[str]:
        words = self.words
        match message:
            case outgoing.Welcome() if self.seen is not None:  # it has taken note of the language
                pass
            case outgoing.Welcome():
                self.name = message.name or self.name
                key = "session.welcome" if message.name else "session.welcome-nameless"
                yield words.say(key, name=foreign(message.name))
            case outgoing.InLobby():
                yield from self._entered_lobby(message)
            case outgoing.TableList():
                self._tables = message.tables
                if self._pending is not None:  # the person has asked for them
                    if not message.tables:
                        yield words.say("session.tables.none")
                    elif self.seen is not None:
                        yield from tables_lines(words, message.tables)
            case outgoing.Refused():
                if not message.id.startswith(f"{self._prefix}{OWN}"):
                    yield foreign(message.text)
            case outgoing.Bye():
                yield foreign(message.text)
            case outgoing.Taken():
                yield words.say("session.taken", seat=message.seat, table=foreign(message.table))
                if message.code:
                    yield words.say("session.code", code=foreign(message.code))
                self._token = message.token
            case outgoing.Snapshot():
                self.seen, self._tables, self.lost_track = Seen(message), None, False
                self._unheard.clear()
                self._is_waiting = self._gathers  # the others are just being seated
                yield from self._way_back(self.seen)
                yield from table_lines(words, self.seen)
                self._say_ready(self.seen)
            case outgoing.Hinted():
                yield hint_line(words, self._view(), message)
            case outgoing.Murmured():
                name = foreign(message.name) or words.say("session.watcher")
                yield f"[{name}, {words.say('session.watching')}] {foreign(message.text)}"
            case outgoing.Declined():
                yield declined_line(words, message)
            case (
                outgoing.Pong()
                | outgoing.Done()
                | outgoing.Moving()
                | outgoing.Challenged()
                | outgoing.Identified()
                | outgoing.Forgotten()
                | outgoing.Invited()
            ):
                pass
            case event:
                yield from self._event(event)

    def _way_back(self, seen: Seen) -> Iterator[str]:
        """How the person gets a seat again that they have just taken, where no client does that for them."""
        token, self._token = foreign(self._token), ""
        if self._auto_ready and token and seen.options.grace:
            yield self.words.say("session.way-back", table=foreign(seen.table), token=token)

    def _entered_lobby(self, message: outgoing.InLobby) -> Iterator[str]:
        self.seen, self._tables, self._is_waiting = None, None, False
        if message.why != "waiting":
            yield self.words.say(f"session.lobby.{message.why}", who=foreign(message.who))
        self._gathers = message.waiting > 0
        if self._gathers:
            key = "session.lobby.waiting" if message.waiting <= len(SEATS) else "session.lobby.crowd"
            yield self.words.say(key, count=message.waiting)
        else:
            self._answers.append(incoming.Tables(id=self._next_id(OWN)))

    def _event(self, event: TableEvent) -> Iterator[str]:
        seen = self.seen
        if seen is None or self.lost_track:
            return
        seat = getattr(event, "seat", None)
        player = self.words.player(seen, seat) if seat in (1, 2, 3, 4) else ""
        if not seen.apply(event):
            return
        if isinstance(event, outgoing.Left):
            self._unheard.discard(event.seat)
        if not (isinstance(event, outgoing.Said | outgoing.Emoted) and event.seat in self._unheard):
            yield from event_lines(self.words, seen, event, player)
        if isinstance(event, outgoing.Scored | outgoing.Restarted):
            self._say_ready(seen)
        elif isinstance(event, outgoing.Left):
            self._is_waiting = False

    def _say_ready(self, seen: Seen) -> None:
        begins = seen.state in ("open", "deal") and not seen.standing.over and not seen.commitments
        if self._auto_ready and begins and seen.seat is not None and not seen.info(seen.seat).ready:
            self._answers.append(incoming.Ready(id=self._next_id(OWN), deal=seen.next_deal))

    def _next_id(self, kind: str = "") -> str:
        self._last_id += 1
        return f"{self._prefix}{kind}{self._last_id}"

    # What is shown

    def _choices(self) -> Choices | None:
        if self.over:
            return None
        if self.seen is not None:
            return table_choices(self.words, self.seen, self._is_waiting)
        return None if self._tables is None or self._gathers else lobby_choices(self.words, self._tables)

    def _settle(self, message: outgoing.Message) -> None:
        """See whether what the person said is answered; as long as it is not, they are not asked again."""
        if self._pending is None:
            return
        id_, choices = self._pending
        if isinstance(message, outgoing.Refused) and message.id == id_:
            self._is_waiting = False
        is_answer = isinstance(message, ARRIVALS)
        if isinstance(message, outgoing.Welcome) and id_.startswith(f"{self._prefix}{BACK}"):
            is_answer = False
        if is_answer or getattr(message, "id", "") == id_ or self._choices() != choices:
            self._pending = None

    def _screen(self, lines: Iterable[str]) -> str:
        """Some lines, and the options with the prompt if there are any; nothing if that is all to be seen already."""
        choices = self._choices() if self._pending is None else None
        lines = list(lines)
        if not lines and self._prompted and choices == self.choices:
            return ""
        text = self._news_text(lines) + ("" if choices is None else choices.text)
        self.choices, self._prompted = choices, choices is not None
        return text

    def _news_text(self, lines: Iterable[str]) -> str:
        """Some lines, which do not begin behind a prompt."""
        start, self._prompted = "\n" if self._prompted else "", False
        return start + "".join(f"{line}\n" for line in lines)

    # What the person types

    def enter(self, line: str) -> tuple[list[incoming.Message], str]:
        """What a typed line means: messages to send, and a text to show at once."""
        self._prompted = False  # the person's own end of line ended the line of the prompt
        try:
            messages, lines = self._meaning(not_too_long(clean_line(line), LONGEST_COMMAND))
        except OvertrickError as error:
            messages, lines = [], [error.told(self.words.language)]
        if messages and not lines and not (self.seen is not None and isinstance(messages[-1], incoming.Hello)):
            self._pending = messages[-1].id, self._choices()
        return messages, self._screen(lines)

    def _meaning(self, line: str) -> tuple[list[incoming.Message], list[str]]:
        language = self.words.language
        if line.isdecimal():
            line, language = self._option(line), "en"  # options are spelt as the server does it
        if not line:
            return [], []
        action = self._action(line, language)
        if action is not None:
            return [action], []
        command = find_command(line)
        if command is None:
            raise Invalid("not-understood", text=line)
        message = message_of(command)
        if message is None:
            return self._obey(command)
        message = replace(message, id=self._next_id())
        if self.seen is not None and self.seen.seat is None and isinstance(message, AT_TABLE):
            raise Illegal("only-watching")
        if isinstance(message, incoming.Salt):
            self._table()
            return [message], [self.words.say("session.salted")]
        if isinstance(message, incoming.AddBot) and message.seat is None:
            self._is_waiting = True
        return [message], []

    def _option(self, number: str) -> str:
        if self.choices is None:
            raise Invalid("nothing-to-choose")
        options = dict(zip(self.choices.numbers, self.choices.options, strict=True))
        chosen = options.get(int(number))
        if chosen is not None:
            return chosen.line
        if self.choices.has_number_calls:
            return number  # a call that is not legal now: the server says why
        raise Invalid("no-such-option", text=number, most=len(options))

    def _action(self, line: str, language: str) -> incoming.Act | None:
        """A card or a call, if the line is one that concerns the game; the server says what is wrong with it."""
        view = self._view()
        if view is None or view.seat is None or view.phase == "over":
            return None
        allowed = (*view.legal, *view.out_of_turn)

        def find(text: str) -> Action | None:
            other = find_call(text, view.auction) if view.phase == "auction" else find_card(text)
            return find_action(text, allowed) or other

        action = understood(line, language, find)
        if action is None:
            return None
        if action not in allowed:
            if view.actor is not view.seat:
                raise Illegal("not-your-turn-now", player=view.game.seat_name(view.actor or view.dealer))
            if view.phase in LAID and isinstance(action, Card):
                action = LAID[view.phase][action]
        return incoming.Act(id=self._next_id(), at=self._table().n, action=str(action))

    def _obey(self, command: Command) -> tuple[list[incoming.Message], list[str]]:
        """A command that concerns the session itself, or the position at the table."""
        match command.name:
            case "help":
                return [], [self.words.say(f"help.{line}") for line in HELP]
            case "quit":
                self.over = True
                leaves = [incoming.Leave(id=self._next_id())] if self.seen is not None else []
                return [*leaves], [self.words.say("session.goodbye")]
            case "lang" | "name":
                return [self._introduce(command)], []
            case "back":
                return [self._come_back(command)], []
            case "mute":
                return [], [self._mute(seat_named(command))]
            case "wait":
                self._table()
                self._is_waiting = True
                return [], [self.words.say("session.wait")]
            case "hint":
                return [incoming.Hint(id=self._next_id(), at=self._table().n)], []
            case "yes" | "no":
                return [self._answer(command.name == "yes")], []
            case "takeback" | "claim" | "resign" | "rematch":
                return [self._propose(command)], []
            case _:
                return [], list(self._told(command.name))

    def _introduce(self, command: Command) -> incoming.Message:
        if command.name == "name":
            name = needed(command, "name NAME", LONGEST_PLAYER)
            if self.seen is not None:
                raise Illegal("name-in-lobby")
            self.name = name
        else:
            form = f"lang {' | '.join(texts.LANGUAGES)}"
            language = needed(command, form).lower()
            if language not in texts.LANGUAGES:
                raise wrong_word(command, command.rest, form)
            self.words = Words(language)
        return self.hello()

    def _come_back(self, command: Command) -> incoming.Message:
        if self.seen is not None:
            raise Illegal("already-seated")
        words = [not_too_long(word, LONGEST_NAME) for word in command.rest.lower().split()]
        if len(words) < 2:
            raise incomplete(command, "back TABLE TOKEN")
        if len(words) > 2:
            raise wrong_word(command, words[2], "back TABLE TOKEN")
        return replace(self.hello(), id=self._next_id(BACK), table=words[0], token=words[1])

    def _answer(self, yes: bool) -> incoming.Message:
        seen = self._table()
        if seen.seat is None or seen.proposal is None or not seen.proposal.waits_for(seen.seat):
            raise Illegal("nothing-to-answer")
        return incoming.Answer(id=self._next_id(), at=seen.n, yes=yes)

    def _mute(self, seat: int) -> str:
        """Do not hear a player any more, or hear them again."""
        player, is_heard = self.words.player(self._table(), seat), seat not in self._unheard
        self._unheard ^= {seat}
        return self.words.say("session.unheard" if is_heard else "session.heard", player=player)

    def _propose(self, command: Command) -> incoming.Message:
        seen, tricks = self._table(), 0
        if command.name == "claim":
            if not seen.game.may_claim:
                raise Illegal("no-claims", game=seen.game.name.capitalize())
            form = f"claim 0 … {MOST_TRICKS}"
            number = needed(command, form)
            if not (number.isdecimal() and len(number) <= 2 and int(number) <= MOST_TRICKS):
                raise wrong_word(command, number, form)
            tricks = int(number)
        return incoming.Propose(id=self._next_id(), at=seen.n, what=PROPOSALS[command.name], tricks=tricks)

    def _told(self, what: str) -> Iterator[str]:
        words, seen = self.words, self._table()
        if what == "rules":
            yield from rule_lines(words, seen.game)
        elif what == "score":
            yield from seat_lines(words, seen)
            yield from standing_lines(words, seen)
        elif seen.view is None:
            raise Illegal("no-deal-on-table")
        elif what == "auction":
            yield auction_line(words, seen, seen.view)
        elif what == "last":
            yield last_trick_line(words, seen, seen.view)
        elif (choices := self._choices()) is None or not choices.context:  # else it stands with the options
            yield from position_lines(words, seen, seen.view)

    def _table(self) -> Seen:
        if self.seen is None:
            raise Illegal("not-at-table")
        return self.seen

    def _view(self) -> View | None:
        return None if self.seen is None or self.seen.state != "play" else self.seen.view
