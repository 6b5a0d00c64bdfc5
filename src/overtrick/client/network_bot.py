"""A bot that plays at the tables of a server like anybody else, over a channel of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from overtrick.bots.asking import BotError, ask
from overtrick.bots.bot import Bot
from overtrick.client.channel import Channel, News
from overtrick.core.actions import Action
from overtrick.core.errors import Invalid
from overtrick.deal.view import View
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.seen import Seen

Request = incoming.Create | incoming.Quick | incoming.Sit
BotMaker = Callable[[int], Bot]
"""makes a bot for a table, from the seconds for a turn there; 0 for ever"""

PAUSE: Final = 1.0
"""seconds before something is tried again that was refused"""
TEMPORARY: Final = frozenset(["store-failed", "no-new-tables", "too-many-tables", "too-many-requests"])
"""reasons not to let anybody sit down that may be gone later"""

log: Final = logging.getLogger(__name__)


class NetworkBot:
    """Sits down, plays a match, and sits down again, for ever.

    It agrees to what others propose, except to claims, which it cannot check. Where it took a quick seat, it leaves
    the table after a match; at a table that was named to it, it stays for another one. Where the bot fails, it plays
    the first legal action, and what was wrong is logged.
    """

    def __init__(
        self,
        request: Request,
        make: BotMaker,
        channel: Channel,
        once: bool = False,
        note: Callable[[News], None] = lambda news: None,
    ) -> None:
        """A bot that gets to its tables by a request, or `once` to one for one match; `note` is told all that comes."""
        self._request, self._make, self._channel, self._once, self._note = request, make, channel, once, note
        self._has_sat = self._is_done = False
        self._asked = ""
        """the id of the request that waits for its answer"""
        self._seen: Seen | None = None
        self._answered = 0
        """the number of the event after which it acted last"""
        self._action = ""
        """the id of that action"""
        self._last_words = ""
        """of the server"""

    async def run(self) -> None:
        """Play until the server ends it, which raises `Invalid` with its words, or until this is cancelled.

        Who plays once goes after the match, or when there is no seat any more.
        """
        try:
            async for news in self._channel:
                self._note(news)
                await self._take(news)
                if self._is_done:
                    return
        finally:
            self._channel.send(incoming.Leave())
        raise Invalid("server-refused", reason=self._last_words)

    async def _take(self, news: News) -> None:
        try:
            await self._receive(news)
        except Invalid as error:
            if error.finding.code != "lost-track":
                raise
            self._seen = None
            self._channel.ask_anew()
        await self._act()

    async def _receive(self, news: News) -> None:
        match news:
            case outgoing.InLobby():
                self._seen = None
                self._is_done = self._once and self._has_sat
                if (
                    not news.waiting and not self._is_done
                ):  # else the lobby puts its players together, and there is nothing to ask for
                    self._sit_down()
            case outgoing.Taken():
                self._asked, self._has_sat = "", True
            case outgoing.Snapshot():
                self._seen, self._answered = Seen(news), 0
            case outgoing.Refused():
                await self._take_refusal(news)
            case outgoing.Bye():
                self._last_words = news.text
            case outgoing.Event() if self._seen is not None:
                self._seen.apply(news)
                self._is_done = self._once and isinstance(news, outgoing.Ended)
                if isinstance(news, outgoing.Ended) and self._has_to_leave(self._seen):
                    self._channel.send(incoming.Leave())
                elif isinstance(news, outgoing.Proposed):
                    self._answer(self._seen)

    def _has_to_leave(self, seen: Seen) -> bool:
        """Whether the bot goes by itself: not from a table that closes, since it may sit at the next one already."""
        return isinstance(self._request, incoming.Quick) and not seen.options.once

    def _sit_down(self) -> None:
        if not self._asked:
            self._asked = self._channel.send(self._request)

    async def _take_refusal(self, refused: outgoing.Refused) -> None:
        """Try again later what was refused, unless that leads nowhere."""
        self._last_words = refused.text
        if refused.id == self._asked:
            if refused.code not in TEMPORARY:
                raise Invalid("server-refused", reason=refused.text)
            await asyncio.sleep(PAUSE)
            self._asked = ""
            self._sit_down()
        elif refused.id == self._action and refused.code != "stale":
            await asyncio.sleep(PAUSE)
            self._answered = 0

    def _answer(self, seen: Seen) -> None:
        made = seen.proposal
        if made is not None and seen.seat is not None and made.waits_for(seen.seat):
            is_rated_loss = made.what == "resign" and seen.options.rated  # which any stranger could propose
            self._channel.send(incoming.Answer(id="", at=seen.n, yes=made.what != "claim" and not is_rated_loss))

    async def _act(self) -> None:
        """Act if it is this bot's turn. It thinks in a thread, so that others are not kept waiting."""
        seen = self._seen
        view = None if seen is None or seen.state != "play" or seen.paused else seen.view
        if seen is None or view is None or not view.legal or self._answered == seen.n:
            return
        self._answered = seen.n
        bot = self._make(seen.options.turn_seconds)
        action = await asyncio.to_thread(choose, bot, view)
        self._action = self._channel.send(incoming.Act(id="", at=seen.n, action=str(action)))


def choose(bot: Bot, view: View) -> Action:
    """What a bot does, or the first legal action where it fails: others wait at the table."""
    try:
        return ask(bot, view)
    except BotError as error:
        log.error("%s", error)
        return view.legal[0]
