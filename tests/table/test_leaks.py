"""The law of tables: what somebody is sent is the same, byte for byte, in all deals that are possible for what he saw.

A match is played; at random moments in the middle of its deals other worlds are drawn that a seat, or somebody who only
looks on, cannot tell from the real one. The log of the table is rewritten so that it deals these cards, and played
again: every message and snapshot since the deal must come out the same, and so must the refusals of what he tries.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

import msgspec
import pytest
from halls import Hall, play_on, regulars, table_of
from lengths import first, one_of_each
from msgspec.structs import replace
from strategies import PRESETS

from overtrick.core.actions import PASS
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import View, view
from overtrick.engine.worlds import worlds
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair import NOTHING, Fair
from overtrick.protocol.incoming import Act, Hello, Hint, Options, Propose, Ready, Watch
from overtrick.table.events import events_of, snapshot
from overtrick.table.lobby import Lobby
from overtrick.table.log import ActionDone, CardsDealt, Noted, Opened, PersonSat, decode, encode
from overtrick.table.output import Hinting
from overtrick.table.state import restored

GAMES = [
    *PRESETS,
    find_game("belote,round2_sa_ta=true,belote_announce=auto"),
    find_game("coinche,sa_ta=true,generale=true"),
    find_game("coinche:pagat,annonces=true,belote_announce=required"),
    find_game("euchre:hoyle,defend_alone=true"),
    find_game("euchre,must_have_trump_to_order=true,canadian_loner=true"),
    find_game("sueca,trump_from=top"),
]
VIEWERS = (None, *SEATS)
WATCHER = 9
to_bytes = msgspec.json.Encoder().encode


def moments(hall: Hall, game: Game, chance: Random, deals: int, people: int = 4) -> Iterator[Round]:
    """Plays some deals of a match with somebody looking on, and gives each round that is on the table."""
    table_of(hall, game_text(game), people)
    hall.hello(WATCHER)
    hall.say(WATCHER, Watch(table=hall.state.table))
    for _ in range(deals):
        if hall.phase() == "over":
            return
        for client in range(1, people + 1):
            hall.say(client, Ready(deal=hall.state.deal))
        while (round_ := hall.state.round) is not None:
            yield round_
            calls = [(int(seat), call) for seat in SEATS for call in round_.auction.legal_out_of_turn(seat)]
            legal = round_.legal()
            action = PASS if PASS in legal and chance.random() < 0.6 else chance.choice(legal)
            said = hall.actor(), str(action)
            if calls and round_.phase == "auction" and chance.random() < 0.1:
                said = chance.choice(calls)
            n, thinking = hall.state.n, hall.thinking
            hall.thinking = []
            if thinking:
                hall.carry(hall.lobby.thought(thinking[0], said[1], hall.now))
            else:
                hall.say(said[0], Act(id=f"act {n}", at=n, action=said[1]))
            assert hall.state.n > n


def log_of(hall: Hall) -> list[Noted]:
    (entries,) = hall.logs.values()
    return list(map(decode, entries))


def in_world(lines: list[Noted], real: Round, seen: tuple[Seat | None, ...], world: Round) -> list[Noted]:
    """The log of a table, if the last deal had been that of another world.

    In which order a player got the cards of a hand that they see is no part of a view, but they know it: that stays.
    """
    hands = [real.dealt.hands[s - 1] if s in seen else hand for s, hand in zip(SEATS, world.dealt.hands, strict=True)]
    deck = deck_of(real.game, real.dealer, Deal(tuple(hands), world.dealt.turn_up, world.dealt.stock))
    last = max(number for number, line in enumerate(lines) if isinstance(line.entry, CardsDealt))
    changed = list(lines)
    for number, line in enumerate(lines[last:], last):
        entry = line.entry
        if isinstance(entry, CardsDealt):
            changed[number] = replace(line, entry=replace(entry, deck="".join(map(str, deck))))
        elif isinstance(entry, ActionDone) and entry.action.startswith("discard "):
            changed[number] = replace(line, entry=replace(entry, action=f"discard {world.discard}"))
    return changed


def sent(lines: list[Noted], seat: Seat | None) -> tuple[list[bytes], list[bytes]]:
    """The events that a seat, or somebody who looks on, gets of the last deal so far, and snapshots after each."""
    audience = 0 if seat is None else int(seat)
    last = max(number for number, line in enumerate(lines) if isinstance(line.entry, CardsDealt))
    state, events, snapshots = restored(lines[:last]), list[bytes](), list[bytes]()
    for line in lines[last:]:
        before = state.round
        state.apply(line)
        posts = events_of(line, state, before)
        events += [to_bytes(event) for to, event in posts if audience in to]
        snapshots.append(to_bytes(snapshot(state, audience)))
    return events, snapshots


def same_facts(world: Round, seen: View) -> bool:
    """Whether what was declared and shown is the same, which worlds do not look at."""
    other = view(world, None)
    return (other.declared, other.shown, other.said) == (seen.declared, seen.shown, seen.said)


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=game_text)
def test_nobody_is_sent_anything_that_depends_on_what_he_may_not_know(game: Game) -> None:
    hall, chance, compared, different = Hall(1), Random(str(game)), 0, 0
    for real in moments(hall, game, chance, deals=3):
        if chance.random() > 0.3:
            continue
        seat, lines = chance.choice(VIEWERS), log_of(hall)
        client = WATCHER if seat is None else int(seat)
        seen = view(real, seat)
        events, snapshots = sent(lines, seat)
        since = next(message.n for message in reversed(hall.mail[client]) if isinstance(message, outgoing.Dealt))
        mail = [message for message in hall.mail[client] if isinstance(message, outgoing.Event) and message.n >= since]
        assert [to_bytes(message) for message in mail] == events
        for world in islice(worlds(seen, chance), 2):
            if same_facts(world, seen):
                assert sent(in_world(lines, real, (seat,), world), seat) == (events, snapshots)
                compared += 1
                different += world.dealt != real.dealt
    assert compared >= 9
    assert different > compared / 2


# What somebody tries


def probes(hall: Hall, chance: Random) -> list[incoming.Message]:
    """Things to say in the middle of a deal, of which most are refused."""
    round_, n = hall.state.round, hall.state.n
    assert round_ is not None
    names = [*map(str, round_.game.pack), "pass", "declare", "belote", "rebelote", "coinche", "discard", "X", "order"]
    names += [f"discard {card}" for card in chance.sample(list(round_.game.pack), 4)]
    actions = [Act(id="probe", at=n, action=name) for name in chance.sample(names, len(names))]
    claims = [Propose(id="probe", at=n, what="claim", tricks=tricks) for tricks in range(13, -1, -1)]
    return [*claims, *actions]


def answers(lines: list[Noted], taken: outgoing.Taken, tried: list[incoming.Message]) -> list[bytes]:
    """What somebody gets who comes back to his seat after a restart and tries things, up to the first that is done."""
    lobby, got = Lobby(Random(1).randbytes), list[bytes]()
    lobby.restore(taken.table, list(map(encode, lines)), 2000.0)
    for message in (Hello(v=incoming.VERSION, table=taken.table, token=taken.token), *tried):
        messages = [post.message for post in lobby.receive(1, message, 2000.0).posts if 1 in post.to]
        if isinstance(message, Hello):
            got += map(to_bytes, messages)
        elif messages and isinstance(messages[0], outgoing.Refused):
            got.append(to_bytes(messages[0]))
        else:
            return [*got, b"done"]
    return got


@pytest.mark.parametrize("people", first(1, [2, 4]))
@pytest.mark.parametrize("game", first(3, ["bridge", "coinche:pagat", "euchre:hoyle", "belote:pagat", "sueca"]))
def test_what_is_refused_tells_nothing(game: str, people: int) -> None:
    hall, chance, compared = Hall(2), Random(game), 0
    for real in moments(hall, find_game(game), chance, deals=6, people=people):
        is_late = real.contract is not None and max(map(len, real.hands)) <= 3
        if chance.random() > (0.5 if is_late else 0.05):
            continue
        seat = Seat(chance.randint(1, people))
        lines, taken, tried = log_of(hall), hall.last(seat, outgoing.Taken), probes(hall, chance)
        answered = answers(lines, taken, tried)
        hand = hall.state.hand_of(seat, real)
        seen = view(real, hand)
        for world in islice(worlds(seen, chance), 5):
            if same_facts(world, seen):
                assert answers(in_world(lines, real, (seat, hand), world), taken, tried) == answered
                compared += world.dealt != real.dealt
    assert compared > 5


# What a hint is made of


def hints(lines: list[Noted], taken: outgoing.Taken) -> list[Hinting]:
    """What is thought about for somebody who comes back to his seat after a restart and asks for a hint."""
    lobby = Lobby(Random(1).randbytes)
    lobby.restore(taken.table, list(map(encode, lines)), 2000.0)
    lobby.receive(1, Hello(v=incoming.VERSION, table=taken.table, token=taken.token), 2000.0)
    (room,) = lobby.rooms.values()
    return lobby.receive(1, Hint(id="hint", at=room.table.state.n), 2000.0).hints


@pytest.mark.parametrize("game", ["belote:pagat", "coinche:pagat", "euchre:hoyle", "sueca", "bridge"])
def test_a_hint_comes_from_what_who_asks_may_know(game: str) -> None:
    hall, chance, compared = Hall(4), Random(game), 0
    for real in moments(hall, find_game(game), chance, deals=3, people=1):
        hand = hall.state.hand_of(1, real)
        if real.actor is not hand or chance.random() > 0.5:
            continue
        lines, taken, seen = log_of(hall), hall.last(1, outgoing.Taken), view(real, hand)
        (asked,) = hints(lines, taken)
        for world in islice(worlds(seen, chance), 2):
            if same_facts(world, seen):
                assert hints(in_world(lines, real, (Seat.NORTH, hand), world), taken) == [asked]
                compared += world.dealt != real.dealt
    assert compared > 5


# What is secret


@pytest.mark.parametrize("game", first(2, ["euchre", "bridge:chicago", "belote", "coinche", "sueca"]))
def test_secrets_stay_where_they_belong(game: str) -> None:
    hall = Hall(3)
    players = regulars(hall, game, 3, Options(private=True))
    hall.hello(WATCHER)
    hall.say(WATCHER, Watch(code=hall.last(1, outgoing.Taken).code))
    play_on(hall, players)
    lines, mail = log_of(hall), {client: [to_bytes(m) for m in messages] for client, messages in hall.mail.items()}
    everything = b"".join(message for messages in mail.values() for message in messages)
    for client in (1, 2, 3):
        taken = hall.last(client, outgoing.Taken)
        assert everything.count(taken.token.encode()) == 1
        assert b"token" in next(message for message in mail[client] if taken.token.encode() in message)
    assert everything.count(hall.last(1, outgoing.Taken).code.encode()) == 1
    for line in lines:
        if isinstance(line.entry, PersonSat):
            assert line.entry.token.encode() not in everything
        if isinstance(line.entry, Opened):
            assert line.entry.code.encode() not in everything
        if isinstance(line.entry, CardsDealt):
            assert line.entry.deck.encode() not in everything
    for client in (1, 2, 3, WATCHER):
        opened = set[str]()
        for message in hall.mail[client]:
            if isinstance(message, outgoing.Scored):
                opened.add(message.secret)
            if isinstance(message, outgoing.Dealt):
                opened |= {*message.nonces}
            data = to_bytes(message).decode()
            for record in hall.records:
                came_from = Fair.from_json(record.fair)
                for secret in (came_from.secret, *(nonce for nonce in came_from.nonces if nonce != NOTHING)):
                    assert secret in opened or secret not in data
