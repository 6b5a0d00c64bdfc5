"""A person at a channel: a text session, whose messages are sent and received."""

from __future__ import annotations

from overtrick.client.channel import Channel, Disconnected, News, Reconnected
from overtrick.conversation.session import TextSession
from overtrick.core.cards import Card
from overtrick.protocol.incoming import Leave, Ready


class Person:
    """What line mode and screen have in common."""

    def __init__(self, channel: Channel, session: TextSession, plays_forced_cards: bool = False) -> None:
        """`plays_forced_cards`: a card is played at once where it is the only one that may be played."""
        self.session = session
        self.is_cut_off = False
        """whether there is no connection at the moment"""
        self._channel, self._plays_forced_cards = channel, plays_forced_cards
        self._forced_at = 0
        """the number of the event after which a card was played for them"""

    def hear(self, news: News) -> str:
        """The text to show after something has come."""
        if isinstance(news, Disconnected):
            was_cut_off, self.is_cut_off = self.is_cut_off, True
            return "" if was_cut_off else self.session.words.say("session.cut-off") + "\n"
        if isinstance(news, Reconnected):
            self.is_cut_off = False
            return self.session.words.say("session.connected-again") + "\n"
        text = self.session.receive(news)
        for answer in self.session.answers():
            self._channel.send(answer)
        if self.session.lost_track:
            self._channel.ask_anew()
        return text + self._play_forced_card()

    def enter(self, line: str) -> str:
        """The text to show after a line was typed."""
        messages, text = self.session.enter(line)
        for message in messages:
            self._channel.send(message)
        return text

    def be_ready(self) -> None:
        """They have seen enough of the last deal."""
        if self.session.seen is not None:
            self._channel.send(Ready(deal=self.session.seen.next_deal))

    def leave(self) -> None:
        """They go without a word: the seat is not to wait for them."""
        if not self.session.over and self.session.seen is not None:
            self._channel.send(Leave())

    def _play_forced_card(self) -> str:
        seen = self.session.seen
        view = None if seen is None or seen.state != "play" or seen.paused else seen.view
        if not self._plays_forced_cards or seen is None or view is None or self._forced_at == seen.n:
            return ""
        if len(view.legal) != 1 or not isinstance(view.legal[0], Card):
            return ""
        self._forced_at = seen.n
        return "\n" + self.enter(self.session.words.card(view.legal[0]))
