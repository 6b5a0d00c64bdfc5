"""Parts in the cards of a deal: nonces that are opened or missing, words, and people who come and go meanwhile."""

from hashlib import sha256

import pytest
from halls import USUAL, Hall, between_deals, code, table_of

from overtrick.protocol import fair, outgoing
from overtrick.protocol.fair.verification import verify
from overtrick.protocol.incoming import AddBot, Answer, Leave, Options, Propose, Ready, Reveal, Salt, Sit

NONCE = bytes(range(32))


def committed(hall: Hall, options: Options = USUAL) -> None:
    """A table at which all are bound to nonces, of which only the fourth is not opened."""
    table_of(hall, "sueca:fctp", options=options)
    for client in (1, 2, 3, 4):
        hall.say(client, Ready(deal=1, commitment=fair.commitment(bytes([client]) * 32)))
    for client in (1, 2, 3):
        hall.say(client, Reveal(deal=1, nonce=(bytes([client]) * 32).hex()))
    assert hall.state.committed is not None
    assert hall.state.dealt is None


def test_a_nonce_that_is_not_opened_in_time_is_missing_and_that_shows() -> None:
    hall = Hall()
    committed(hall)
    hall.wait(59)
    assert hall.state.dealt is None
    hall.wait(1)
    dealt = hall.last(1, outgoing.Dealt)
    assert dealt.marks == ("committed", "committed", "committed", "missing")
    assert dealt.nonces == (*((bytes([client]) * 32).hex() for client in (1, 2, 3)), "-")
    assert code(hall.say(4, Reveal(deal=1, nonce=(b"\4" * 32).hex()))) == "not-reveal-now"
    while not hall.records:
        hall.act()
    verification = verify(hall.records[0])
    assert (verification.verdict, [note.code for note in verification.notes]) == ("consistent", ["fair-missing"])


def test_only_what_somebody_is_bound_to_can_be_opened() -> None:
    hall = Hall()
    committed(hall)
    assert code(hall.say(4, Reveal(deal=1, nonce=NONCE.hex()))) == "wrong-nonce"
    assert code(hall.say(4, Reveal(deal=1, nonce="-"))) == "wrong-nonce"
    assert code(hall.say(4, Reveal(deal=2, nonce=(b"\4" * 32).hex()))) == "not-reveal-now"
    assert code(hall.say(4, Ready(deal=1))) == "not-ready-now"
    assert hall.state.dealt is None
    hall.say(4, Reveal(deal=1, nonce=(b"\4" * 32).hex()))
    assert hall.last(1, outgoing.Dealt).marks == ("committed",) * 4


def test_nobody_sees_a_nonce_of_others_before_the_cards() -> None:
    hall = Hall()
    committed(hall)
    opened = [(bytes([client]) * 32).hex() for client in (1, 2, 3, 4)]
    assert not any(nonce in str(message) for nonce in opened for mail in hall.mail.values() for message in mail)


def test_nonces_of_a_deal_that_was_given_up_do_not_count_in_the_next() -> None:
    hall = Hall()
    between_deals(hall)
    for client in (1, 2, 3, 4):
        hall.say(client, Ready(deal=2, commitment=fair.commitment(bytes([client]) * 32)))
    hall.say(1, Reveal(deal=2, nonce=(b"\1" * 32).hex()))
    hall.say(1, Propose(id="p", at=hall.state.n, what="resign"))
    hall.say(3, Answer(id="a", at=hall.state.n, yes=True))
    ended = hall.last(1, outgoing.Ended)
    assert fair.commitment(bytes.fromhex(ended.secret)) == hall.last(1, outgoing.Committed).server
    hall.say(1, Propose(id="q", at=hall.state.n, what="rematch"))
    for client in (2, 3, 4):
        hall.say(client, Answer(id="b", at=hall.state.n, yes=True))
    for client in (1, 2, 3, 4):
        hall.say(client, Ready(deal=3, commitment=fair.commitment(bytes([10 + client]) * 32)))
    for client in (1, 2, 3, 4):
        hall.say(client, Reveal(deal=3, nonce=(bytes([10 + client]) * 32).hex()))
    dealt = hall.last(1, outgoing.Dealt)
    assert dealt.nonces == tuple((bytes([10 + client]) * 32).hex() for client in (1, 2, 3, 4))
    assert dealt.deal.deal == 3


def test_words_of_salt_are_hashed_marked_and_used_up() -> None:
    hall = Hall()
    table_of(hall, "sueca")
    hall.say(2, Salt(words="first thought"))
    hall.say(2, Salt(words="poivre et sel é"))
    hall.say(3, Salt(words="ignored, since there is a commitment"))
    for client in (1, 2, 4):
        hall.say(client, Ready(deal=1))
    hall.say(3, Ready(deal=1, commitment=fair.commitment(NONCE)))
    hall.say(3, Reveal(deal=1, nonce=NONCE.hex()))
    nonce = sha256("poivre et sel é".encode()).hexdigest()
    dealt = hall.last(1, outgoing.Dealt)
    assert dealt.nonces == ("-", nonce, NONCE.hex(), "-")
    assert dealt.marks == ("uncommitted", "uncommitted", "committed", "uncommitted")
    while not hall.records:
        hall.act()
    assert verify(hall.records[0]).verdict == "consistent"
    for client in (1, 2, 3, 4):
        hall.say(client, Ready(deal=2))
    assert hall.last(1, outgoing.Dealt).nonces == ("-",) * 4


def test_salt_of_somebody_who_left_does_not_count_for_the_next_on_his_seat() -> None:
    hall = Hall()
    table_of(hall, "sueca")
    hall.say(2, Salt(words="words"))
    hall.say(2, Leave())
    hall.hello(5)
    hall.say(5, Sit(table=hall.state.table))
    for client in (1, 5, 3, 4):
        hall.say(client, Ready(deal=1))
    assert hall.last(1, outgoing.Dealt).nonces == ("-",) * 4


@pytest.mark.parametrize("had_opened", [False, True])
def test_who_joins_when_all_are_bound_counts_from_the_next_deal(had_opened: bool) -> None:
    hall = Hall()
    committed(hall, Options(when_gone="pause", clock=0))
    seat = 3 if had_opened else 4
    hall.say(seat, Leave())
    assert hall.state.paused
    hall.hello(5)
    taken = hall.say(5, Sit(table=hall.state.table))[0]
    assert isinstance(taken, outgoing.Taken)
    assert taken.seat == seat
    assert code(hall.say(5, Ready(deal=1))) == "not-ready-now"
    if had_opened:
        assert code(hall.say(5, Reveal(deal=1, nonce=NONCE.hex()))) == "wrong-nonce"
        hall.say(4, Reveal(deal=1, nonce=(b"\4" * 32).hex()))
    dealt = hall.last(1, outgoing.Dealt)  # without waiting for what he does not have
    assert dealt.marks[seat - 1] == ("committed" if had_opened else "uncommitted")
    assert (dealt.nonces[seat - 1] == "-") != had_opened


@pytest.mark.parametrize("had_opened", [False, True])
def test_a_bot_on_the_seat_of_somebody_who_was_bound_is_not_waited_for(had_opened: bool) -> None:
    hall = Hall()
    committed(hall)
    hall.say(3 if had_opened else 4, Leave())
    if had_opened:
        hall.say(4, Reveal(deal=1, nonce=(b"\4" * 32).hex()))
    dealt = hall.last(1, outgoing.Dealt)
    assert dealt.marks == (("committed",) * 4 if had_opened else ("committed",) * 3 + ("bot",))


def test_a_pause_while_nonces_are_missing_sleeps() -> None:
    hall = Hall()
    committed(hall, Options(when_gone="pause"))
    hall.say(4, Leave())
    hall.wait(500)
    assert hall.state.paused
    assert hall.state.dealt is None
    hall.say(1, AddBot())
    assert hall.state.dealt is not None
