"""A lobby with clients around it, without sockets: what tests of tables play with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

import msgspec

from overtrick import fair
from overtrick.bots.bot import find_bot
from overtrick.play.record import Record
from overtrick.table import incoming, outgoing
from overtrick.table.incoming import Act, Create, Hello, Options, Ready, Reveal, Sit
from overtrick.table.lobby import Gathering, Lobby
from overtrick.table.output import Output, Thinking


class Hall:
    """A lobby, its clients' mail, what was stored, and a clock that only the test moves."""

    def __init__(self, seed: int = 1, gathering: Gathering | None = None) -> None:
        self.rng = Random(seed)
        self.gathering = gathering
        self.lobby = Lobby(self.rng.randbytes, gathering)
        self.now = 1000.0
        self.mail: dict[int, list[outgoing.Message]] = defaultdict(list)
        self.logs: dict[str, list[bytes]] = defaultdict(list)
        self.records: list[Record] = []
        self.thinking: list[Thinking] = []

    def carry(self, out: Output) -> None:
        """Store and deliver."""
        for table, n, entry in out.kept:
            self.logs[table].append(entry)
            assert len(self.logs[table]) == n
        self.records += [kept.record for kept in out.records]
        for table in out.closed:
            del self.logs[table]
        for post in out.posts:
            for client in post.to:
                self.mail[client].append(post.message)
        self.thinking += out.thinking

    def say(self, client: int, message: incoming.Message) -> list[outgoing.Message]:
        """Say something; the result is what this client got since."""
        before = len(self.mail[client])
        self.carry(self.lobby.receive(client, message, self.now))
        return self.mail[client][before:]

    def hello(self, client: int, name: str = "", **fields: object) -> list[outgoing.Message]:
        """Come in."""
        return self.say(client, Hello(v=incoming.VERSION, name=name or f"client {client}", **fields))  # type: ignore[arg-type]

    def lose(self, client: int) -> None:
        """The connection of a client is lost."""
        self.carry(self.lobby.lost(client, self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass, and everything happen that is due on the way."""
        end = self.now + seconds
        while (due := self.lobby.wake_at) is not None and due <= end:
            self.now = max(self.now, due)
            self.carry(self.lobby.wake(self.now))
        self.now = end

    def think(self) -> bool:
        """Let the bots answer that are asked, and tell whether there were any."""
        asked, self.thinking = self.thinking, []
        for thinking in asked:
            self.now = max(self.now, thinking.not_before)
            action = find_bot(thinking.bot, Random(thinking.seed))(thinking.view)
            self.carry(self.lobby.thought(thinking, str(action), self.now))
        return bool(asked)

    def restart(self) -> None:
        """A new server with what the old one had stored; all connections are lost."""
        self.lobby = Lobby(self.rng.randbytes, self.gathering)
        self.mail.clear()
        self.thinking = []
        for table, entries in list(self.logs.items()):
            self.carry(self.lobby.restore(table, list(entries), self.now))

    def last(self, client: int, kind: type[outgoing.Message]) -> outgoing.Message:
        """The last message of a kind that a client got."""
        return next(message for message in reversed(self.mail[client]) if isinstance(message, kind))


class Player:
    """A client that plays random legal actions and has a part in every deal."""

    def __init__(self, hall: Hall, client: int, rng: Random) -> None:
        self.hall, self.client, self.rng = hall, client, rng
        self.read = 0
        self.n = 0
        self.seat: int | None = None
        self.nonces: dict[str, str] = {}
        self.ids = 0
        self.legal: tuple[str, ...] = ()
        self.ended = False

    def id(self) -> str:
        self.ids += 1
        return f"{self.client}.{self.ids}"

    def turn(self) -> bool:
        """Read the mail and answer it; whether anything happened."""
        happened, mail = False, self.hall.mail[self.client]
        while self.read < len(mail):
            message = mail[self.read]
            self.read += 1
            happened = True
            self.react(message)
        if self.legal and self.rng.random() < 0.95:
            action, self.legal = self.rng.choice(self.legal), ()
            self.hall.say(self.client, Act(id=self.id(), at=self.n, action=action))
            happened = True
        return happened

    def react(self, message: outgoing.Message) -> None:
        self.n = getattr(message, "n", self.n)
        match message:
            case outgoing.Snapshot():
                self.seat = message.seat
                self.ended = message.state in ("over", "closed")
                if message.deal is not None:
                    self.legal = message.deal.legal
                elif not self.ended:
                    self.ready(message.next_deal)
            case outgoing.Dealt() | outgoing.TakenBack():
                self.legal = message.deal.legal
            case outgoing.Acted():
                self.legal = message.legal
            case outgoing.Scored():
                self.legal = ()
                if not message.standing.over:
                    self.ready(message.next_deal)
            case outgoing.Restarted():
                self.ended = False
            case outgoing.Ended():
                self.legal, self.ended = (), True
            case outgoing.Committed():
                mine = message.seats[(self.seat or 1) - 1]
                if mine in self.nonces:
                    self.hall.say(self.client, Reveal(deal=message.deal, nonce=self.nonces[mine]))
            case outgoing.Refused():
                raise AssertionError(message)

    def ready(self, deal: int) -> None:
        nonce = self.rng.randbytes(32)
        commitment = fair.commitment(nonce)
        self.nonces[commitment] = nonce.hex()
        self.hall.say(self.client, Ready(deal=deal, commitment=commitment))


def table_of(
    hall: Hall, game: str, people: int = 4, options: Options = Options(), bot: str = "random"
) -> list[Player]:
    """People at a new table, the other seats with bots."""
    players = [Player(hall, client, Random(f"{game}{client}")) for client in range(1, people + 1)]
    for player in players:
        hall.hello(player.client)
    hall.say(1, Create(game=game, options=options))
    taken = hall.last(1, outgoing.Taken)
    assert isinstance(taken, outgoing.Taken)
    for player in players[1:]:
        place = {"code": taken.code} if taken.code else {"table": taken.table}
        hall.say(player.client, Sit(seat=player.client, **place))
    if people < 4:
        hall.say(1, incoming.AddBot(bot=bot))
    return players


def play_on(hall: Hall, players: Sequence[Player], steps: int = 10**6) -> None:
    """Let everybody act until nobody does, or for some steps."""
    for _ in range(steps):
        acted = [player.turn() for player in players]
        if not any([*acted, hall.think()]) and not any(player.legal for player in players):
            return


encode = msgspec.json.Encoder().encode
