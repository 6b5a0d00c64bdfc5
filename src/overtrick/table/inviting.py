"""Programs that wait in the lobby for invitations, and what becomes of these.

An invitation is a message and no more: who accepts it sits down as anybody does, and whether they may is decided there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Illegal, Invalid
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.infos import game_parts
from overtrick.protocol.players import ProgramInfo
from overtrick.table.keys import hashed
from overtrick.table.output import Client, Output
from overtrick.table.rooms import Room
from overtrick.table.seating import Visitor


class Invitation(NamedTuple):
    """One that has no answer yet."""

    author: Client
    program: Client


class Inviting:
    """Who waits for invitations, and who was invited where."""

    def __init__(self, visitors: Mapping[Client, Visitor]) -> None:
        self._visitors = visitors
        self._games: dict[Client, tuple[str, ...]] = {}
        """of those who wait"""
        self._sent: dict[tuple[str, int], Invitation] = {}
        """the last one to each seat, by its table and number"""

    def offer(self, client: Client, message: incoming.Available, out: Output) -> None:
        """A program waits for invitations to some games from now on; to none, no longer."""
        account = self._visitors[client].account
        if not (account.player and account.program):
            raise Illegal("program-needed")
        asked = game_names() if message.games is None else message.games
        games = tuple(dict.fromkeys(find_game(game).name for game in asked))
        self._games.pop(client, None)
        if games:
            self._games[client] = games
        out.tell(client, outgoing.Done(id=message.id, n=0))

    def programs(self, game: str = "") -> tuple[ProgramInfo, ...]:
        """The programs that wait, or those that wait for a game; each once, however many connections it has."""
        waiting = ((self._visitors[client], games) for client, games in self._waiting(game))
        found = {who.account.player: ProgramInfo(who.account.player, who.name, games) for who, games in waiting}
        return tuple(found.values())

    def invite(self, client: Client, room: Room, message: incoming.Invite, out: Output) -> None:
        """Somebody at a table wants a program to take an empty seat."""
        state = room.table.state
        if message.seat not in state.empty_seats:
            raise Illegal("seat-taken", seat=message.seat)
        if state.options.private and hashed(message.code) != state.code:
            raise Invalid("no-such-table")  # who sits there knows its code, or is not to give it away
        waiting = [each for each, _ in self._waiting(state.game.name)]
        own = [each for each in waiting if self._visitors[each].account.player == message.player]
        if not own:
            raise Illegal("not-available")
        asked = {invitation.program for invitation in self._sent.values()}
        program = min(own, key=lambda client: client in asked)  # each may have one seat only
        author = self._visitors[client]
        self._sent[state.table, message.seat] = Invitation(client, program)
        invited = outgoing.Invited(
            table=state.table,
            code=message.code if state.options.private else "",
            seat=message.seat,
            game=state.game_text,
            parts=game_parts(state.game),
            options=state.options,
            by=author.seat,
            name=state.chairs[author.seat].name,
            player=author.account.player,
            program=author.account.program,
        )
        out.about = state.table
        out.tell(program, invited)
        out.tell(client, outgoing.Done(id=message.id, n=state.n))

    def decline(self, client: Client, message: incoming.Decline, out: Output) -> None:
        """A program does not come; who has invited it is told, if that is the last who was invited there."""
        key = (message.table, message.seat)
        invitation = self._sent.get(key)
        if invitation is None or invitation.program != client:
            raise Illegal("not-invited")
        del self._sent[key]
        self._tell(invitation, *key, message.why, out)
        out.tell(client, outgoing.Done(id=message.id, n=0))

    def lost(self, client: Client, out: Output) -> None:
        """A client is not there any more."""
        self._games.pop(client, None)
        for key, invitation in list(self._sent.items()):
            if client in invitation:
                del self._sent[key]
                if client == invitation.program:
                    self._tell(invitation, *key, "gone", out)

    def sat(self, table: str, seat: int) -> None:
        """A seat is taken, by whoever was invited or by somebody else."""
        self._sent.pop((table, seat), None)

    def _waiting(self, game: str) -> Iterator[tuple[Client, tuple[str, ...]]]:
        """Those who wait and are at no table, with their games."""
        for client, games in self._games.items():
            if not self._visitors[client].table and (not game or game in games):
                yield client, games

    def _tell(self, invitation: Invitation, table: str, seat: int, why: outgoing.Declining, out: Output) -> None:
        author, program = self._visitors.get(invitation.author), self._visitors[invitation.program]
        if author is not None and author.table == table:
            player = program.account.player
            declined = outgoing.Declined(seat=seat, player=player, name=program.name, why=why)
            out.tell(invitation.author, declined)
