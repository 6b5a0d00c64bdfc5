"""A challenge: two bots of one player, or a person with a bot of the server, ask a program for a rated match."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from overtrick.client.channel import Channel, News
from overtrick.client.invitations import TIME_TO_BEGIN
from overtrick.client.network_bot import BotMaker, NetworkBot
from overtrick.conversation.session import TextSession
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import AddBot, Create, Invite, Message, Options, Sit

OWN: Final = Seat(1)
AGAINST: Final = tuple(seat for seat in Seat if seat.side is not OWN.side)


def table_for(game: str, clock: int | None) -> Create:
    """Opens the table of a challenge."""
    return Create(game=game, options=Options(rated=True, clock=clock), seat=OWN)


def invitations(player: str) -> Iterator[Invite]:
    """What asks a program to play against whoever has opened the table."""
    return (Invite(player=player, seat=seat) for seat in AGAINST)


class ChallengingSession(TextSession):
    """A person who challenges a program: with their first seat, a bot of the server is asked to be their partner."""

    def __init__(self, language: str, name: str, prefix: str, player: str, partner: str) -> None:
        super().__init__(language, name, auto_ready=False, prefix=prefix)
        self._then: Sequence[Message] = (AddBot(bot=partner, seat=OWN.partner), *invitations(player))

    def receive(self, message: outgoing.Message) -> str:
        text = super().receive(message)
        if isinstance(message, outgoing.Taken):
            self._answers += self._then
            self._then = ()
        return text


class ChallengeDeclined(Exception):
    """The program does not come."""

    def __init__(self, declined: outgoing.Declined) -> None:
        super().__init__(declined)
        self.declined = declined


class BotChallenge:
    """Two bots with the key of one player against a program."""

    def __init__(
        self, create: Create, player: str, channels: tuple[Channel, Channel], makers: Sequence[BotMaker]
    ) -> None:
        self._create, self._player, self._channels, self._makers = create, player, channels, makers
        self._invited: list[str] = []
        """the ids of the invitations"""
        self._ended: outgoing.Ended | None = None

    async def run(self) -> outgoing.Ended:
        """Play the match; raises `ChallengeDeclined`, or `Invalid` if nobody comes or the server is against it."""
        try:
            async with asyncio.timeout(TIME_TO_BEGIN) as limit:
                await self._play(lambda: limit.reschedule(None))
        except TimeoutError:
            raise Invalid("challenge-unanswered") from None
        assert self._ended is not None, "the match was played to its end"
        return self._ended

    async def _play(self, begun: Callable[[], None]) -> None:
        taken: asyncio.Future[str] = asyncio.get_running_loop().create_future()

        def note(news: News) -> None:
            match news:
                case outgoing.Taken():
                    taken.set_result(news.table)
                case outgoing.Dealt():
                    begun()
                case outgoing.Ended():
                    self._ended = news
                case outgoing.Declined():
                    raise ChallengeDeclined(news)
                case outgoing.Refused() if news.id in self._invited:
                    raise Invalid("server-refused", reason=news.text)

        first, second = self._channels
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(NetworkBot(self._create, self._makers[0], first, once=True, note=note).run())
                sit = Sit(table=await taken, seat=OWN.partner)
                tasks.create_task(NetworkBot(sit, self._makers[1], second, once=True).run())
                self._invited += map(first.send, invitations(self._player))
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None
