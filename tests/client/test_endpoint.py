"""Endpoints: whatever is lost on the way, everything happens once and the client sees its table as it is."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest
from halls import Hall
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from overtrick.client.endpoint import Endpoint
from overtrick.core.catalogue import game_names
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Act, AddBot, Create, Hello, Leave, Options, Quick, Say, Sit, Tables, Watch
from overtrick.protocol.seen import Seen
from overtrick.referee.judging import judge
from overtrick.table import log

OPTIONS = Options(clock=0, bot_delay=0)


class Person:
    """Somebody who plays anything that is legal over connections that break."""

    numbers = iter(range(1, 10**9))

    def __init__(self, hall: Hall, name: str, cuts: float = 0.0) -> None:
        self.hall, self.cuts = hall, cuts
        self.random = Random(name)
        self.endpoint = Endpoint(lambda: Hello(v=incoming.VERSION, name=name), self.random.randbytes)
        self.outbox: deque[incoming.Message] = deque()
        self.shown: list[outgoing.Message] = []
        self.seen: Seen | None = None
        self.acted_at = 0
        self.abandoned: list[int] = []
        self.client = 0
        self.connect()

    def connect(self) -> None:
        self.client, self.read = next(self.numbers), 0
        self.outbox = deque(self.endpoint.begin())

    def cut(self) -> None:
        """Lose the connection and make another; the server learns it now, or when that one is made."""
        if self.random.random() < 0.5:
            self.hall.lose(self.client)
        else:
            self.abandoned.append(self.client)
        self.endpoint.end()
        self.connect()

    def say(self, message: incoming.Message) -> None:
        self.outbox += self.endpoint.say(message)[1]

    def turn(self) -> bool:
        """Send or read one message, or lose the connection; whether there was anything to do."""
        if self.random.random() < self.cuts:
            self.cut()
            return True
        if self.abandoned and not self.outbox:
            self.hall.lose(self.abandoned.pop())
        mail = self.hall.mail[self.client]
        if self.outbox and (self.random.random() < 0.5 or self.read == len(mail)):
            self.hall.say(self.client, self.outbox.popleft())
            return True
        if self.read < len(mail):
            self.read += 1
            self.take(mail[self.read - 1])
            return True
        return bool(self.outbox)

    def take(self, message: outgoing.Message) -> None:
        heard, answers = self.endpoint.hear(message)
        self.outbox += answers
        if self.endpoint.needs_new_connection:
            self.cut()
            return
        for shown in heard:
            self.shown.append(shown)
            self.see(shown)
        seen = self.seen
        if seen is not None and seen.view is not None and seen.view.legal and self.acted_at != seen.n:
            self.acted_at = seen.n
            self.say(Act(id="", at=seen.n, action=str(self.random.choice(seen.view.legal))))

    def see(self, shown: outgoing.Message) -> None:
        match shown:
            case outgoing.Snapshot():
                self.seen, self.acted_at = Seen(shown), 0
            case outgoing.InLobby():
                self.seen = None
            case outgoing.Event():
                assert self.seen is not None
                assert self.seen.apply(shown), "an event was shown twice"

    def kinds(self) -> list[type]:
        return [type(message) for message in self.shown]


def settle(hall: Hall, *people: Person) -> None:
    while any([*(person.turn() for person in people), hall.think()]):
        pass


def assert_sees_the_table(hall: Hall, person: Person) -> None:
    assert person.seen is not None
    room = hall.lobby.rooms.get(person.seen.table)
    assert room is not None
    state = room.table.state
    assert person.seen.n == state.n
    if state.round is not None:
        assert person.seen.view == view(state.round, person.seen.seat)


def table_for_two(hall: Hall, game: str, seed: int = 0) -> tuple[Person, Person]:
    """Two people opposite each other at a new table."""
    first, second = Person(hall, f"one {seed}"), Person(hall, f"two {seed}")
    first.say(Create(game=game, options=OPTIONS))
    settle(hall, first)
    assert first.seen is not None
    second.say(Sit(table=first.seen.table, seat=3))
    settle(hall, first, second)
    return first, second


@examples(6)
@given(st.sampled_from(list(game_names())), st.integers(0, 10**6))
def test_a_match_over_connections_that_break_everywhere(game: str, seed: int) -> None:
    hall = Hall(seed)
    people = table_for_two(hall, "spades:msn" if game == "spades" else game, seed)  # bad players come to its end, too
    for person in people:
        person.cuts = 0.02
    people[0].say(AddBot(bot="random"))
    for _ in range(100_000):
        [*(person.turn() for person in people), hall.think()]
        if all(person.seen is not None and person.seen.state == "over" for person in people):
            break
    for person in people:
        person.cuts = 0
    settle(hall, *people)
    for person in people:
        assert_sees_the_table(hall, person)
        assert person.seen is not None
        assert person.seen.state == "over"
    (lines,) = hall.logs.values()
    entries = [log.decode(line) for line in lines]
    done = [(line.author, line.id) for line in entries if line.id and isinstance(line.entry, log.ActionDone)]
    assert len(set(done)) == len(done), "something was done twice"
    for record in hall.records:
        assert judge(record).status == "clean"
        assert record.fair is not None
        marks = record.fair["marks"]
        assert isinstance(marks, list)
        assert marks[::2] == ["committed", "committed"]


def test_what_had_no_answer_is_said_again_and_acts_once() -> None:
    hall = Hall()
    first, second = table_for_two(hall, "belote")
    for got_it in (True, False):
        first.say(Say(text="hello"))
        said = first.outbox.popleft()
        if got_it:
            hall.say(first.client, said)
        first.cut()
        settle(hall, first, second)
    assert [m.text for m in second.shown if isinstance(m, outgoing.Said)] == ["hello", "hello"]
    assert [m.text for m in first.shown if isinstance(m, outgoing.Said)] == ["hello", "hello"]


def test_what_is_said_without_a_connection_waits_for_one() -> None:
    hall = Hall()
    first, second = table_for_two(hall, "belote")
    first.endpoint.end()
    for message in (Say(text="anybody there?"), Tables()):
        assert not first.endpoint.say(message)[1]
    first.cut()
    settle(hall, first, second)
    assert [m.text for m in second.shown if isinstance(m, outgoing.Said)] == ["anybody there?"]
    assert outgoing.TableList in first.kinds()
    assert not first.endpoint._unanswered


def test_what_is_said_before_the_connection_has_settled_waits_too() -> None:
    hall = Hall()
    person = Person(hall, "nobody")
    person.say(Tables())
    person.say(Hello(v=incoming.VERSION, name="somebody"))
    assert len(person.outbox) == 2  # hello and ping
    settle(hall, person)
    assert [m.name for m in person.shown if isinstance(m, outgoing.Welcome)] == ["nobody", "somebody"]
    assert outgoing.TableList in person.kinds()
    assert not person.endpoint._unanswered


def test_a_request_of_the_lobby_is_made_again_if_its_answer_was_lost() -> None:
    hall = Hall()
    person = Person(hall, "one")
    settle(hall, person)
    person.say(Quick(game="sueca"))
    hall.say(person.client, person.outbox.popleft())
    person.cut()
    settle(hall, person)
    assert person.kinds().count(outgoing.Taken) == 1
    assert_sees_the_table(hall, person)


def test_who_has_left_for_good_is_in_the_lobby_when_he_comes_back() -> None:
    hall = Hall()
    first, second = table_for_two(hall, "belote")
    first.say(Leave())
    hall.say(first.client, first.outbox.popleft())
    first.cut()
    settle(hall, first, second)
    assert first.kinds()[-2:] == [outgoing.Refused, outgoing.InLobby]
    assert not first.endpoint._unanswered
    first.say(Quick(game="belote"))
    settle(hall, first, second)
    assert_sees_the_table(hall, first)


def test_who_looks_on_looks_on_again() -> None:
    hall = Hall()
    first, _ = table_for_two(hall, "belote")
    assert first.seen is not None
    watcher = Person(hall, "watcher")
    watcher.say(Watch(table=first.seen.table))
    settle(hall, watcher)
    for _ in range(2):
        watcher.cut()
        settle(hall, watcher, first)
        assert watcher.kinds()[-1] is outgoing.Snapshot
        assert_sees_the_table(hall, watcher)
    watcher.say(Leave())
    settle(hall, watcher)
    watcher.cut()
    settle(hall, watcher)
    assert watcher.kinds()[-1] is outgoing.InLobby


def test_an_event_that_is_missing_or_makes_no_sense_needs_a_fresh_snapshot() -> None:
    hall = Hall()
    first, second = table_for_two(hall, "belote")
    number = first.kinds().count(outgoing.Snapshot)
    second.say(Say(text="one"))
    second.say(Say(text="two"))
    settle(hall, second)
    del hall.mail[first.client][-2]
    settle(hall, first)
    assert first.kinds().count(outgoing.Snapshot) == number + 1
    assert_sees_the_table(hall, first)
    first.endpoint.ask_anew()
    assert first.endpoint.hear(outgoing.Said(n=99, seat=1, name="", text="")) == ([], [])
    first.cut()
    settle(hall, first)
    assert first.kinds().count(outgoing.Snapshot) == number + 2
    assert_sees_the_table(hall, first)


def test_events_that_come_twice_are_shown_once() -> None:
    hall = Hall()
    first, second = table_for_two(hall, "belote")
    second.say(Say(text="one"))
    settle(hall, second)
    hall.mail[first.client].append(hall.mail[first.client][-1])
    settle(hall, first)
    assert first.kinds().count(outgoing.Said) == 1


def test_an_answer_is_not_lost_with_an_event_that_is_not_shown() -> None:
    hall = Hall()
    endpoint = table_for_two(hall, "belote")[0].endpoint
    said, last = endpoint.say(Say(text="one"))[0], endpoint._last
    known = outgoing.Said(n=last, seat=1, name="", text="one", id=said)
    assert endpoint.hear(known) == ([outgoing.Done(id=said, n=last)], [])
    assert endpoint.hear(known) == ([], [])
    other = endpoint.say(Say(text="two"))[0]
    assert endpoint.hear(outgoing.Said(n=last + 2, seat=1, name="", text="two", id=other)) == ([], [])
    assert endpoint.needs_new_connection
    assert other in endpoint._unanswered


def test_the_server_comes_back_with_what_it_had_stored() -> None:
    hall = Hall()
    first, second = table_for_two(hall, "belote")
    first.say(AddBot())
    settle(hall, first, second)
    hall.restart()
    for person in (first, second):
        person.endpoint.end()
        person.connect()
    settle(hall, first, second)
    assert_sees_the_table(hall, first)
    assert_sees_the_table(hall, second)


@pytest.mark.parametrize(("code", "is_over"), [("shutdown", False), ("replaced", True), ("idle", True)])
def test_the_server_says_whether_there_is_anything_to_come_back_to(code: str, is_over: bool) -> None:
    endpoint = Endpoint(lambda: Hello(v=incoming.VERSION), Random(1).randbytes)
    endpoint.begin()
    bye = outgoing.Bye(code=code, text="…")
    assert endpoint.hear(bye)[0] == [bye]
    assert endpoint.is_over is is_over


def test_another_version_of_the_messages_ends_it() -> None:
    hall = Hall()
    person = Person(hall, "old")
    person.endpoint = Endpoint(lambda: Hello(v=incoming.VERSION + 1), Random(1).randbytes)
    person.outbox = deque(person.endpoint.begin())
    settle(hall, person)
    assert person.endpoint.is_over
    assert person.kinds() == [outgoing.Refused]


def test_a_server_that_cannot_say_hello_now_is_asked_again() -> None:
    endpoint = Endpoint(lambda: Hello(v=incoming.VERSION), Random(1).randbytes)
    endpoint.begin()
    assert not endpoint.hear(outgoing.Refused(code="store-failed", text="…"))[0]
    assert endpoint.needs_new_connection
    assert not endpoint.is_over
    endpoint.begin()
    assert not endpoint.needs_new_connection


def signed(nonce: str) -> incoming.Identify:
    return incoming.Identify(key="0" * 64, signature=nonce * 128, program=True)


def test_a_key_is_shown_on_each_connection_before_anything_is_asked() -> None:
    endpoint = Endpoint(lambda: Hello(v=incoming.VERSION), Random(1).randbytes, sign=signed)
    welcome = outgoing.Welcome(v=incoming.VERSION, name="", now=0.0)
    for nonce in "a", "b":
        (hello,) = endpoint.begin()
        assert isinstance(hello, Hello)
        assert endpoint.say(Quick(game="sueca"))[1] == []
        (challenge,) = endpoint.hear(welcome)[1]
        assert challenge == incoming.Challenge(id=challenge.id)
        shown, (identify, ping) = endpoint.hear(outgoing.Challenged(nonce=nonce, id=challenge.id))
        assert shown == []
        assert isinstance(identify, incoming.Identify)
        assert identify.signature == nonce * 128
        assert endpoint.hear(outgoing.Identified(player="p", id=challenge.id)) == ([], [])
        asked = endpoint.hear(outgoing.Pong(id=ping.id))[1]
        assert {type(each) for each in asked} == {Quick}
        endpoint.end()


@pytest.mark.parametrize("code", ["no-players", "bad-signature", "too-many-requests"])
def test_without_its_key_a_client_does_not_go_on(code: str) -> None:
    endpoint = Endpoint(lambda: Hello(v=incoming.VERSION), Random(1).randbytes, sign=signed)
    endpoint.begin()
    (challenge,) = endpoint.hear(outgoing.Welcome(v=incoming.VERSION, name="", now=0.0))[1]
    endpoint.hear(outgoing.Refused(code=code, text="…", id=challenge.id))
    assert endpoint.needs_new_connection is (code == "too-many-requests")
    assert endpoint.is_over is (code != "too-many-requests")


def test_another_language_at_a_table_says_nothing_of_being_ready() -> None:
    endpoint = Endpoint(lambda: Hello(v=incoming.VERSION), Random(1).randbytes)
    hall, client = Hall(), 1
    waiting = deque(endpoint.begin() + endpoint.say(Create(game="sueca", options=OPTIONS))[1])
    read = 0
    while waiting or read < len(hall.mail[client]):
        while waiting:
            hall.say(client, waiting.popleft())
        answers = endpoint.hear(hall.mail[client][read])[1]
        waiting += [answer for answer in answers if not isinstance(answer, incoming.Ready)]  # which is lost
        read += 1
    welcome = outgoing.Welcome(v=incoming.VERSION, name="", now=0.0)
    endpoint.say(Hello(v=incoming.VERSION, lang="fr"))
    assert endpoint.hear(welcome)[1] == []
    endpoint.end()
    endpoint.begin()
    assert [type(answer) for answer in endpoint.hear(welcome)[1]] == [incoming.Ready]
