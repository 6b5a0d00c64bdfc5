"""Programs that wait in the lobby for invitations, and what becomes of these.

An invitation is a message and no more: who accepts it sits down as anybody does, and whether they may is decided there.
Where several processes share a database, a program may be connected to another one than that of the table: then each of
the two knows of the invitation, and tells the other what becomes of it.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping
from typing import NamedTuple

from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Illegal, Invalid
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.infos import game_parts
from overtrick.protocol.players import ProgramInfo
from overtrick.table.events import told_options
from overtrick.table.keys import hashed
from overtrick.table.output import Client, Errand, Output
from overtrick.table.rooms import Room
from overtrick.table.seating import Visitor


class Invitation(NamedTuple):
    """One that has no answer yet."""

    author: Client
    program: Client
    """0 for whoever of the two is connected to another process"""
    player: str
    name: str
    """of the program"""
    address: str = ""
    """of that other process"""


class Inviting:
    """Who waits for invitations, and who was invited where."""

    def __init__(self, visitors: Mapping[Client, Visitor]) -> None:
        self._visitors = visitors
        self._games: dict[Client, tuple[str, ...]] = {}
        """of those who wait"""
        self._sent: dict[tuple[str, int], Invitation] = {}
        """the last one to each seat, by its table and number"""
        self.away: Container[Client] = ()
        """clients that are at tables of other processes"""
        self.address = ""
        """where other processes can call this one"""
        self.elsewhere: Mapping[str, Collection[ProgramInfo]] = {}
        """the programs that wait at other processes, by the addresses of these"""

    def offer(self, client: Client, message: incoming.Available, out: Output) -> None:
        """A program waits for invitations to some games from now on; to none, no longer."""
        if not self._visitors[client].account.is_program:
            raise Illegal("program-needed")
        asked = game_names() if message.games is None else message.games
        games = tuple(dict.fromkeys(find_game(game).name for game in asked))
        self._games.pop(client, None)
        if games:
            self._games[client] = games
        out.tell(client, outgoing.Done(id=message.id, n=0))

    def programs_here(self, game: str = "") -> dict[str, ProgramInfo]:
        """The programs that wait at this process, or those that wait for a game, by their players."""
        waiting = ((self._visitors[client], games) for client, games in self._waiting(game))
        return {who.account.player: ProgramInfo(who.account.player, who.name, games) for who, games in waiting}

    def programs(self, game: str = "") -> tuple[ProgramInfo, ...]:
        """The programs that wait, or those that wait for a game; each once, however many connections it has."""
        elsewhere = {info.player: info for _, info in self._waiting_elsewhere(game)}
        return tuple((elsewhere | self.programs_here(game)).values())

    def invite(self, client: Client, room: Room, message: incoming.Invite, out: Output) -> None:
        """Somebody at a table wants a program to take an empty seat."""
        state = room.table.state
        if message.seat not in state.empty_seats:
            raise Illegal("seat-taken", seat=message.seat)
        if state.options.private and hashed(message.code) != state.code:
            raise Invalid("no-such-table")  # who sits there knows its code, or is not to give it away
        author, key = self._visitors[client], (state.table, message.seat)
        invitation = self._invitation(client, message.player, state.game.name)
        if invitation is None:
            raise Illegal("not-available")
        if key in self._sent and self._sent[key].player != message.player:
            self._end(key, out)
        self._sent[key] = invitation
        invited = outgoing.Invited(
            table=state.table,
            code=message.code if state.options.private else "",
            seat=message.seat,
            game=state.game_text,
            parts=game_parts(state.game),
            options=told_options(state),
            by=author.seat,
            name=state.chairs[author.seat].name,
            player=author.account.player,
            program=author.account.program,
        )
        out.about = state.table
        if invitation.program:
            out.tell(invitation.program, invited)
        else:
            self._tell_elsewhere(invitation, key, invited, out)
        out.tell(client, outgoing.Done(id=message.id, n=state.n))

    def _invitation(self, author: Client, player: str, game: str) -> Invitation | None:
        """One to a program that waits for a game, here or elsewhere; None if it does not wait."""
        if program := self._connection_of(player, game):
            return Invitation(author, program, player, self._visitors[program].name)
        found = ((address, info) for address, info in self._waiting_elsewhere(game) if info.player == player)
        return next((Invitation(author, 0, player, info.name, address) for address, info in found), None)

    def _connection_of(self, player: str, game: str) -> Client:
        """Where a program that waits for a game is asked next; 0 if it does not wait here."""
        own = [each for each, _ in self._waiting(game) if self._visitors[each].account.player == player]
        asked = {invitation.program for invitation in self._sent.values()}
        return min(own, key=lambda client: client in asked, default=0)  # each may have one seat only

    def decline(self, client: Client, message: incoming.Decline, out: Output) -> None:
        """A program does not come; who has invited it is told, if that is the last who was invited there."""
        key = (message.table, message.seat)
        invitation = self._sent.get(key)
        if invitation is None or invitation.program != client:
            raise Illegal("not-invited")
        del self._sent[key]
        self._tell(invitation, key, message.why, out)
        out.tell(client, outgoing.Done(id=message.id, n=0))

    def lost(self, client: Client, out: Output) -> None:
        """A client is not there any more."""
        self._games.pop(client, None)
        for key, invitation in list(self._sent.items()):
            if client == invitation.author:
                self._end(key, out)
            elif client == invitation.program:
                del self._sent[key]
                self._tell(invitation, key, "gone", out)

    def sat(self, table: str, seat: int, out: Output) -> None:
        """A seat is taken, by whoever was invited or by somebody else."""
        self._end((table, seat), out)

    def take_errand(self, errand: Errand, out: Output) -> None:
        """Another process tells of an invitation."""
        key = (errand.table, errand.seat)
        invitation = self._sent.get(key)
        if isinstance(errand.what, outgoing.Invited):
            program = self._connection_of(errand.player, errand.what.parts.name)
            if program:
                name = self._visitors[program].name
                self._sent[key] = Invitation(0, program, errand.player, name, errand.home)
                out.tell(program, errand.what)
            else:
                self._tell_elsewhere(Invitation(0, 0, errand.player, "", errand.home), key, "gone", out)
        elif invitation is not None and (invitation.address, invitation.player) == (errand.home, errand.player):
            del self._sent[key]
            if errand.what is not None:
                self._tell(invitation, key, errand.what, out)

    def gone_elsewhere(self, addresses: Collection[str], out: Output) -> None:
        """Some other processes are not there any more, and nobody who is connected to them."""
        for key, invitation in list(self._sent.items()):
            if invitation.address in addresses:
                del self._sent[key]
                if invitation.author:
                    self._tell(invitation, key, "gone", out)

    def _waiting(self, game: str) -> Iterator[tuple[Client, tuple[str, ...]]]:
        """Those who wait, are at no table and still have the key of a program, with their games."""
        for client, games in self._games.items():
            visitor = self._visitors[client]
            is_free = not visitor.table and client not in self.away
            if is_free and visitor.account.is_program and (not game or game in games):
                yield client, games

    def _waiting_elsewhere(self, game: str) -> Iterator[tuple[str, ProgramInfo]]:
        """Those who wait at other processes, with the addresses of these."""
        for address, programs in self.elsewhere.items():
            for info in programs:
                if not game or game in info.games:
                    yield address, info

    def _end(self, key: tuple[str, int], out: Output) -> None:
        """The invitation to a seat holds no longer; its program is not told, but its process forgets it too."""
        invitation = self._sent.pop(key, None)
        if invitation is not None and not invitation.program:
            self._tell_elsewhere(invitation, key, None, out)

    def _tell_elsewhere(
        self,
        invitation: Invitation,
        key: tuple[str, int],
        what: outgoing.Invited | outgoing.Declining | None,
        out: Output,
    ) -> None:
        out.errands.append((invitation.address, Errand(self.address, *key, invitation.player, what)))

    def _tell(self, invitation: Invitation, key: tuple[str, int], why: outgoing.Declining, out: Output) -> None:
        """Tell who has invited a program that it does not come, wherever they are."""
        table, seat = key
        if not invitation.author:
            self._tell_elsewhere(invitation, key, why, out)
            return
        author = self._visitors.get(invitation.author)
        if author is not None and author.table == table:
            declined = outgoing.Declined(seat=seat, player=invitation.player, name=invitation.name, why=why)
            out.tell(invitation.author, declined)
