"""Invitations: who waits for them, who gets them, and what becomes of them."""

import msgspec
import pytest
from halls import Hall, code, encode

from overtrick.core.catalogue import game_names
from overtrick.protocol import outgoing
from overtrick.protocol.incoming import Available, Create, Decline, Invite, Leave, Options, Sit
from overtrick.protocol.players import ProgramInfo
from overtrick.table.accounts import NOBODY, Account
from overtrick.table.output import Errand

PERSON, PROGRAM, SECOND = 1, 2, 3
RATED = Options(rated=True, bot_delay=0)


def hall_with_program(options: Options = RATED) -> Hall:
    """A person at a new table of Euchre, and a program with two connections that waits by the first."""
    hall = Hall()
    hall.lobby.recognise(PERSON, Account("ann"))
    for client in (PROGRAM, SECOND):
        hall.lobby.recognise(client, Account("marvin", program=True))
    for client, name in ((PERSON, "Ann"), (PROGRAM, "Marvin"), (SECOND, "Marvin")):
        hall.hello(client, name)
    hall.say(PERSON, Create(game="euchre", options=options))
    assert hall.say(PROGRAM, Available(games=("euchre", "sueca"), id="a")) == [outgoing.Done(id="a", n=0)]
    return hall


def test_a_program_is_invited_and_comes_by_another_connection() -> None:
    hall = hall_with_program()
    table = hall.state.table
    assert hall.say(PERSON, Invite(player="marvin", seat=2, id="i")) == [outgoing.Done(id="i", n=hall.state.n)]
    invited = hall.last(PROGRAM, outgoing.Invited)
    assert (invited.table, invited.seat, invited.code, invited.parts.name) == (table, 2, "", "euchre")
    assert (invited.by, invited.name, invited.player, invited.program) == (1, "Ann", "ann", False)
    assert (invited.options.rated, invited.options.clock) == (True, 60)
    assert code(hall.say(SECOND, Sit(table=invited.table, seat=invited.seat))) == ""
    assert hall.last(PERSON, outgoing.Sat).player == "marvin"
    assert code(hall.say(PROGRAM, Decline(table=table, seat=2))) == "not-invited"
    assert code(hall.say(PERSON, Invite(player="marvin", seat=2))) == "seat-taken"


@pytest.mark.parametrize(("clock", "told"), [(None, 60), (0, 0), (7, 7)])
def test_an_invitation_tells_the_clock_that_turns_have(clock: int | None, told: int) -> None:
    hall = hall_with_program(Options(clock=clock))
    hall.say(PERSON, Invite(player="marvin", seat=2))
    assert hall.last(PROGRAM, outgoing.Invited).options.clock == told


def test_who_has_invited_is_told_why_a_program_does_not_come() -> None:
    hall = hall_with_program()
    table = hall.state.table
    hall.say(PERSON, Invite(player="marvin", seat=4))
    assert code(hall.say(SECOND, Decline(table=table, seat=4))) == "not-invited"
    assert hall.say(PROGRAM, Decline(table=table, seat=4, why="busy", id="d")) == [outgoing.Done(id="d", n=0)]
    declined = outgoing.Declined(seat=4, player="marvin", name="Marvin", why="busy")
    assert hall.last(PERSON, outgoing.Declined) == declined
    hall.say(PERSON, Invite(player="marvin", seat=4))
    hall.lose(PROGRAM)
    assert hall.last(PERSON, outgoing.Declined).why == "gone"
    assert code(hall.say(PERSON, Invite(player="marvin", seat=4))) == "not-available"


def test_who_is_no_longer_a_program_with_a_key_is_not_invited() -> None:
    hall = hall_with_program()
    for account in (NOBODY, Account("", program=True), Account("zoe")):
        hall.lobby.recognise(PROGRAM, account)
        assert hall.lobby.inviting.programs() == ()
        assert code(hall.say(PERSON, Invite(player=account.player, seat=2))) == "not-available"
    hall.lobby.recognise(PROGRAM, Account("marvin", program=True))
    assert [info.player for info in hall.lobby.inviting.programs()] == ["marvin"]


def test_connections_of_one_program_are_asked_in_turn() -> None:
    hall = hall_with_program()
    hall.say(SECOND, Available())
    for seat in (2, 4, 3):
        hall.say(PERSON, Invite(player="marvin", seat=seat))
    assert [message.seat for message in hall.got(PROGRAM, outgoing.Invited)] == [2, 3]
    assert [message.seat for message in hall.got(SECOND, outgoing.Invited)] == [4]


def test_who_has_left_the_table_is_told_nothing() -> None:
    hall = hall_with_program()
    table = hall.state.table
    hall.say(PERSON, Invite(player="marvin", seat=2))
    hall.say(PERSON, Leave())
    assert code(hall.say(PROGRAM, Decline(table=table, seat=2))) == ""
    assert not hall.got(PERSON, outgoing.Declined)
    hall.say(PERSON, Create(game="euchre", options=RATED))
    hall.say(PERSON, Invite(player="marvin", seat=2))
    hall.lose(PERSON)
    assert code(hall.say(PROGRAM, Decline(table=table, seat=2))) == "not-invited"


def test_programs_are_listed_while_they_wait_in_the_lobby() -> None:
    hall = hall_with_program()
    inviting = hall.lobby.inviting
    marvin = ProgramInfo("marvin", "Marvin", ("euchre", "sueca"))
    assert inviting.programs() == inviting.programs("sueca") == (marvin,)
    assert inviting.programs("belote") == ()
    hall.say(SECOND, Available())
    assert inviting.programs("belote") == (ProgramInfo("marvin", "Marvin", tuple(game_names())),)
    hall.say(SECOND, Available(games=()))
    hall.say(PROGRAM, Sit(table=hall.state.table))
    assert inviting.programs() == ()
    hall.say(PROGRAM, Leave())
    assert inviting.programs() == (marvin,)


@pytest.mark.parametrize("account", [Account(), Account("ann")])
def test_only_programs_with_a_key_wait(account: Account) -> None:
    hall = Hall()
    hall.lobby.recognise(PERSON, account)
    hall.hello(PERSON)
    assert code(hall.say(PERSON, Available())) == "program-needed"


def test_what_is_no_invitation() -> None:
    hall = hall_with_program()
    assert code(hall.say(PERSON, Invite(player="nobody", seat=2))) == "not-available"
    assert code(hall.say(PROGRAM, Available(games=("chess",)))) == "unknown-game"
    assert len(hall.lobby.inviting.programs()) == 1
    hall.say(PROGRAM, Available(games=("sueca",)))
    assert code(hall.say(PERSON, Invite(player="marvin", seat=2))) == "not-available"
    assert code(hall.say(SECOND, Invite(player="marvin", seat=2))) == "not-at-table"


def test_a_private_table_is_told_with_its_code() -> None:
    hall = hall_with_program(Options(private=True, rated=True))
    taken = hall.last(PERSON, outgoing.Taken)
    assert code(hall.say(PERSON, Invite(player="marvin", seat=2))) == "no-such-table"
    assert code(hall.say(PERSON, Invite(player="marvin", seat=2, code=taken.code))) == ""
    invited = hall.last(PROGRAM, outgoing.Invited)
    assert code(hall.say(SECOND, Sit(code=invited.code, seat=invited.seat))) == ""


class Pair:
    """A person at a table of one process, and a program that waits at another one."""

    def __init__(self) -> None:
        self.halls = {"here": hall_with_program(), "there": Hall()}
        self.here, self.there = self.halls.values()
        self.there.lobby.recognise(PROGRAM, Account("zaphod", program=True))
        self.there.hello(PROGRAM, "Zaphod")
        self.there.say(PROGRAM, Available(games=("euchre",)))
        inviting = self.here.lobby.inviting
        inviting.address, self.there.lobby.inviting.address = self.halls
        inviting.elsewhere = {"there": self.there.lobby.inviting.programs_here().values()}
        self.table = self.here.state.table

    def invite(self, seat: int = 2) -> None:
        assert code(self.here.say(PERSON, Invite(player="zaphod", seat=seat))) == ""
        self.exchange()

    def exchange(self) -> None:
        """Let the processes tell each other all that there is to tell, as they would."""
        while errands := [errand for hall in self.halls.values() for errand in hall.errands]:
            for hall in self.halls.values():
                hall.errands = []
            for address, errand in errands:
                hall = self.halls[address]
                hall.carry(hall.lobby.take_errand(msgspec.json.decode(encode(errand), type=Errand)))

    def refusals(self) -> list[tuple[int, str, str, str]]:
        """What the person was told."""
        declined = self.here.got(PERSON, outgoing.Declined)
        return [(message.seat, message.player, message.name, message.why) for message in declined]


def test_a_program_that_waits_at_another_process_is_listed_and_invited() -> None:
    pair = Pair()
    assert [info.player for info in pair.here.lobby.inviting.programs("euchre")] == ["zaphod", "marvin"]
    assert [info.player for info in pair.here.lobby.inviting.programs("sueca")] == ["marvin"]
    pair.invite()
    invited = pair.there.last(PROGRAM, outgoing.Invited)
    assert (invited.table, invited.seat, invited.name, invited.player) == (pair.table, 2, "Ann", "ann")
    answers = pair.there.say(PROGRAM, Decline(table=pair.table, seat=2, why="busy", id="d"))
    assert answers == [outgoing.Done(id="d", n=0)]
    pair.exchange()
    assert pair.refusals() == [(2, "zaphod", "Zaphod", "busy")]
    pair.invite()
    pair.there.lose(PROGRAM)
    pair.exchange()
    pair.invite()  # it is still in the list
    assert pair.refusals()[1:] == [(2, "zaphod", "Zaphod", "gone")] * 2
    pair.here.lobby.inviting.elsewhere = {}
    assert code(pair.here.say(PERSON, Invite(player="zaphod", seat=2))) == "not-available"


def test_an_invitation_that_holds_no_longer_is_forgotten_by_both_processes() -> None:
    pair = Pair()
    for seat, end in (
        (2, lambda: pair.here.say(SECOND, Sit(table=pair.table, seat=2))),
        (3, lambda: pair.here.say(PERSON, Invite(player="marvin", seat=3))),
        (4, lambda: pair.here.lose(PERSON)),
    ):
        pair.invite(seat)
        end()
        pair.exchange()
        assert code(pair.there.say(PROGRAM, Decline(table=pair.table, seat=seat))) == "not-invited"
    assert pair.refusals() == []


def test_who_invited_a_program_is_told_that_its_process_has_gone() -> None:
    pair = Pair()
    pair.invite()
    pair.there.carry(pair.there.lobby.gone_elsewhere(["here"]))
    assert code(pair.there.say(PROGRAM, Decline(table=pair.table, seat=2))) == "not-invited"
    assert pair.there.errands == []
    pair.here.carry(pair.here.lobby.gone_elsewhere(["there"]))
    assert pair.refusals() == [(2, "zaphod", "Zaphod", "gone")]


def test_a_program_does_not_wait_while_it_plays_at_another_process() -> None:
    pair = Pair()
    pair.there.lobby.inviting.away = {PROGRAM}
    assert pair.there.lobby.inviting.programs() == ()
    pair.invite()
    assert pair.refusals() == [(2, "zaphod", "Zaphod", "gone")]
