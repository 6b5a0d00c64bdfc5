"""People at text sessions around a lobby, without connections."""

from __future__ import annotations

import re
from collections.abc import Sequence

from halls import Hall

from overtrick.conversation.session import TextSession
from overtrick.protocol import outgoing

OPTIONS = re.compile(r"(?:^  \d+\) .+\n)+", re.MULTILINE)
OPTION = re.compile(r"^  (\d+)\) (.+)$", re.MULTILINE)


class Talker:
    """A person: a session and the text that stands on his screen."""

    def __init__(self, hall: Hall, client: int, language: str = "en", name: str = "") -> None:
        self.hall, self.client = hall, client
        self.session = TextSession(language, name or f"Player {client}")
        self.screen = ""
        self.read = 0
        hall.say(client, self.session.hello())

    def look(self) -> bool:
        """Read the mail; whether there was any."""
        mail, happened = self.hall.mail[self.client], False
        while self.read < len(mail):
            self.read, happened = self.read + 1, True
            self.show(mail[self.read - 1])
        return happened

    def show(self, message: outgoing.Message) -> None:
        self.screen += self.session.receive(message)
        for answer in self.session.answers():
            self.hall.say(self.client, answer)

    def type(self, line: str) -> str:
        """Type a line; gives what is shown at once."""
        messages, text = self.session.enter(line)
        self.screen += f"{line}\n{text}"
        for message in messages:
            self.hall.say(self.client, message)
        return text

    @property
    def is_asked(self) -> bool:
        return self.screen.endswith("> ")

    @property
    def numbers(self) -> dict[str, str]:
        """The options that were shown last, with their numbers."""
        *_, last = OPTIONS.finditer(self.screen)
        found = OPTION.findall(last[0])
        numbers = [int(number) for number, _ in found]
        bids = [(number, words) for number, words in found if words.isdecimal()]
        assert all(number == words for number, words in bids)
        assert len(set(numbers)) == len(numbers)
        assert bids or numbers == list(range(1, len(found) + 1))
        return {words: number for number, words in found}

    @property
    def options(self) -> list[str]:
        """The options that were shown last."""
        return list(self.numbers)

    def choose(self, words: str) -> None:
        """Type the number of an option."""
        self.type(self.numbers[words])


def settle(hall: Hall, talkers: Sequence[Talker]) -> None:
    """Let everybody read until nothing more comes by itself."""
    while any([*(talker.look() for talker in talkers), hall.think()]):
        pass
