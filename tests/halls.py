"""A lobby with clients around it, without sockets: what tests of tables play with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Final, TypeVar

import msgspec

from overtrick.bots.bot import find_bot
from overtrick.client.fairness import FairPlayer
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.protocol import fair, incoming, outgoing
from overtrick.protocol.incoming import Act, Create, Hello, Options, Proposal, Ready, Reveal, Sit
from overtrick.protocol.infos import deal_info
from overtrick.protocol.outgoing import State
from overtrick.protocol.seen import Seen
from overtrick.table.agreements import is_sure
from overtrick.table.gathering import Gathering
from overtrick.table.lobby import Lobby
from overtrick.table.output import Errand, Hinting, KeptRecord, Output, Thinking
from overtrick.table.state import Chair, TableState

M = TypeVar("M", bound=outgoing.Outgoing)
USUAL: Final = Options()
IDLE: Final = 100
"""rounds in which nobody does anything, after which nothing more is waited for"""


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
        self.hints: list[Hinting] = []
        self.errands: list[tuple[str, Errand]] = []

    def carry(self, out: Output) -> None:
        """Store and deliver."""
        for table, n, entry in out.kept:
            self.logs[table].append(entry)
            assert len(self.logs[table]) == n
        self.records += [kept.record for kept in out.records if isinstance(kept, KeptRecord)]
        for table in out.closed:
            del self.logs[table]
        for post in out.posts:
            for client in post.to:
                self.mail[client].append(post.message)
        self.thinking += out.thinking
        self.hints += out.hints
        self.errands += out.errands
        for claim in out.claims:
            self.carry(self.lobby.claimed(claim, is_sure(claim.view, claim.more), self.now))

    def say(self, client: int, message: incoming.Message) -> list[outgoing.Message]:
        """Say something; the result is what this client got since."""
        before = len(self.mail[client])
        self.carry(self.lobby.receive(client, message, self.now))
        return self.mail[client][before:]

    def hello(self, client: int, name: str = "", **fields: object) -> list[outgoing.Message]:
        """Come in."""
        return self.say(client, Hello(v=incoming.VERSION, name=name or f"client {client}", **fields))  # type: ignore[arg-type]

    def come_back(self, client: int, taken: outgoing.Taken, last: int = 0) -> list[outgoing.Message]:
        """Come in to take a seat again, after so many events."""
        return self.hello(client, table=taken.table, token=taken.token, last=last)

    def lose(self, client: int) -> None:
        """The connection of a client is lost."""
        self.carry(self.lobby.lost(client, self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass, and everything happen that is due on the way."""
        end = self.now + seconds
        while (due := self.lobby.wake_at) is not None and due <= end:
            self.now = max(self.now, due)
            self.carry(self.lobby.wake(self.now))
            due = self.lobby.wake_at
            assert due is None or due > self.now, "what was due is done"
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

    @property
    def state(self) -> TableState:
        """The state of the only table."""
        (room,) = self.lobby.rooms.values()
        return room.table.state

    def phase(self) -> State:
        """What the only table waits for."""
        return self.state.phase

    def round(self) -> Round:
        """The deal on the only table."""
        assert self.state.round is not None
        return self.state.round

    def actor(self) -> int:
        """The seat of the player who decides what comes next."""
        round_ = self.round()
        return 0 if round_.actor is None else self.state.player_of(round_.actor, round_)

    def act(self, action: str = "") -> list[outgoing.Message]:
        """Let the player to act, who has the number of his seat as a client, do something or anything."""
        n = self.state.n
        return self.say(self.actor(), Act(id=f"act {n}", at=n, action=action or str(self.round().legal()[0])))

    def propose(self, client: int, what: Proposal, tricks: int = 0) -> str:
        """Let a player propose something; gives the code of a refusal."""
        n = self.state.n
        return code(self.say(client, incoming.Propose(id=f"propose {n}", at=n, what=what, tricks=tricks)))

    def answer(self, *clients: int, yes: bool = True) -> list[str]:
        """Let players answer to what was proposed; gives the codes of refusals."""
        codes = []
        for client in clients:
            n = self.state.n
            codes.append(code(self.say(client, incoming.Answer(id=f"answer {n}", at=n, yes=yes))))
        return codes

    def got(self, client: int, kind: type[M]) -> list[M]:
        """All messages of a kind that a client got."""
        return [message for message in self.mail[client] if isinstance(message, kind)]

    def last(self, client: int, kind: type[M]) -> M:
        """The last message of a kind that a client got."""
        return self.got(client, kind)[-1]


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


class Regular(Player):
    """A client as people use it: it knows what it has seen, plays as a bot would, and comes back to its seat."""

    def __init__(self, hall: Hall, client: int, rng: Random, bot: str = "simple") -> None:
        super().__init__(hall, client, rng)
        self.choose = find_bot(bot, rng)
        self.fair = FairPlayer(rng.randbytes)
        self.seen: Seen | None = None
        self.taken: outgoing.Taken | None = None

    def look(self) -> bool:
        """Read the mail, without acting; whether there was any."""
        happened, mail = False, self.hall.mail[self.client]
        while self.read < len(mail):
            self.read += 1
            happened = True
            self.react(mail[self.read - 1])
        return happened

    def turn(self) -> bool:
        happened, seen = self.look(), self.seen
        if seen is not None and seen.state == "play" and not seen.paused and seen.view is not None and seen.view.legal:
            action = str(self.choose(seen.view))
            self.hall.say(self.client, Act(id=self.id(), at=seen.n, action=action))
            happened = True
        return happened

    def react(self, message: outgoing.Message) -> None:
        match message:
            case outgoing.Taken():
                self.taken = message
            case outgoing.Snapshot():
                self.seen = Seen(message)
            case outgoing.Event():
                assert self.seen is not None, message
                assert self.seen.apply(message), message  # raises where an event is missing
            case outgoing.InLobby():
                self.seen = None
            case outgoing.Refused():  # what is said again after a loss may have been heard before it
                assert message.code in ("not-ready-now", "not-reveal-now"), message
        for answer in self.fair.receive(message):
            self.hall.say(self.client, answer)

    def come_back(self, client: int, *, forgetful: bool = False) -> None:
        """Take the seat again, as another connection; if forgetful, as if nothing had been seen before."""
        assert self.taken is not None
        last = 0 if forgetful or self.seen is None else self.seen.n
        self.client, self.read = client, 0
        self.hall.come_back(client, self.taken, last)


def table_of(hall: Hall, game: str, people: int = 4, options: Options = USUAL, bot: str = "random") -> list[Player]:
    """People at a new table, the other seats with bots."""
    players = [Player(hall, client, Random(f"{game}{client}")) for client in range(1, people + 1)]
    sit_down(hall, players, game, options, bot)
    return players


def regulars(hall: Hall, game: str, people: int = 4, options: Options = USUAL, bot: str = "simple") -> list[Regular]:
    """The same with people who play like a bot."""
    players = [Regular(hall, client, Random(f"{game}{client}"), bot) for client in range(1, people + 1)]
    sit_down(hall, players, game, options, bot)
    for player in players:
        player.taken = hall.last(player.client, outgoing.Taken)
    return players


def sit_down(hall: Hall, players: Sequence[Player], game: str, options: Options, bot: str) -> None:
    """Let people come in and take the first seats at a new table, and bots the others."""
    for player in players:
        hall.hello(player.client)
    first = players[0].client
    hall.say(first, Create(game=game, options=options))
    taken = hall.last(first, outgoing.Taken)
    for player in players[1:]:
        hall.say(player.client, Sit(table=taken.table, code=taken.code))
    if len(players) < 4:
        hall.say(first, incoming.AddBot(bot=bot))


def play_until(hall: Hall, players: Sequence[Player], kind: type[M]) -> M:
    """Let everybody act until the first of them gets another message of a kind, and no longer."""
    client = players[0].client
    before = len(hall.got(client, kind))
    idle = 0
    while idle < IDLE:
        happened = False
        for player in players:
            happened |= player.turn()
            if len(hall.got(client, kind)) > before:
                return hall.last(client, kind)
        happened |= hall.think()
        idle = 0 if happened else idle + 1
    raise AssertionError(f"nothing happens any more, and no {kind.__name__} came")


def at_deal(hall: Hall, game: str = "sueca", people: int = 4, options: Options = USUAL) -> list[Player]:
    """People at a new table at which cards have just been dealt, the other seats with bots."""
    players = table_of(hall, game, people, options)
    play_until(hall, players, outgoing.Dealt)
    return players


def between_deals(hall: Hall, options: Options = USUAL) -> list[Player]:
    """People after their first deal, of whom nobody has said that he is ready for the second."""
    players = at_deal(hall, options=options)
    while not hall.got(1, outgoing.Scored):
        hall.act()
    assert hall.phase() == "deal"
    return players


def code(messages: Sequence[outgoing.Message]) -> str:
    """The code of a refusal, which is all that was answered; nothing if there was none."""
    refused = [message for message in messages if isinstance(message, outgoing.Refused)]
    assert len(refused) == 0 or len(refused) == len(messages) == 1
    return refused[0].code if refused else ""


def play_on(hall: Hall, players: Sequence[Player], steps: int = 10**6) -> None:
    """Let everybody act until nobody does, or for some steps."""
    for _ in range(steps):
        acted = [player.turn() for player in players]
        if not any([*acted, hall.think()]) and not any(player.legal for player in players):
            return


def differences(state: TableState, other: dict[str, object]) -> list[str]:
    """The parts in which a state is another one than some facts say."""
    ours = facts(state)
    return [name for name in ours | other if ours.get(name) != other.get(name)]


def facts(state: TableState) -> dict[str, object]:
    """Everything that a state is."""
    chairs = {seat: [getattr(chair, name) for name in Chair.__slots__] for seat, chair in state.chairs.items()}
    return {
        **{name: copy(value) for name, value in vars(state).items()},
        "chairs": chairs,
        "persons": [seat for seat, _ in state.persons],
    }


def check_seen(seen: Seen, snapshot: outgoing.Snapshot) -> None:
    """What a client has seen is what the table says."""
    names = "n table options state standing next_deal commitment commitments proposal paused until scored ended".split()
    assert {name: getattr(seen, name) for name in names} == {name: getattr(snapshot, name) for name in names}
    assert tuple(seen.seats) == snapshot.seats
    if snapshot.deal is not None:
        assert seen.view is not None
        assert (
            deal_info(seen.view, seen.deal_number, None if seen.view.seat is seen.seat else seen.view.seat)
            == snapshot.deal
        )


encode = msgspec.json.Encoder().encode
