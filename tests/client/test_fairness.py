"""A client's part in fair dealing."""

from random import Random

import msgspec
import pytest
from fair_table import FairTable

from overtrick.client.fairness import FairPlayer
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair import commitment
from overtrick.protocol.fair.transcript import read_transcript
from overtrick.protocol.fair.verification import verify
from overtrick.protocol.incoming import Ready, Reveal
from overtrick.protocol.outgoing import DealInfo, SeatInfo, StandingInfo, State

NOBODY = SeatInfo()
OTHERS = ("aa" * 32, "-", "cc" * 32, "dd" * 32)
WELCOME = outgoing.Welcome(v=1, name="me", now=0)


def nonce(number: int) -> bytes:
    """The nonces that a player gets: all ones, all twos, …"""
    return bytes([number] * 32)


def player(seat: int | None = 2) -> FairPlayer:
    """A player who has just sat down."""
    numbers = iter(range(1, 100))
    made = FairPlayer(lambda size: bytes([next(numbers)] * size))
    if seat is not None:
        assert made.receive(WELCOME) == []
        assert made.receive(outgoing.InLobby(why="hello")) == []
        assert made.receive(outgoing.Taken(table="t", seat=seat, token="secret")) == []
    return made


def snapshot(
    state: State = "open", seat: int | None = 2, deal: int = 1, ready: bool = False, commitments: tuple[str, ...] = ()
) -> outgoing.Snapshot:
    return outgoing.Snapshot(
        n=1,
        table="t",
        game="sueca",
        options=incoming.Options(),
        state=state,
        seat=seat,
        seats=(NOBODY, SeatInfo("person", "me", ready=ready), NOBODY, NOBODY),
        standing=StandingInfo(),
        next_deal=deal,
        commitment="ee" * 32,
        commitments=commitments,
    )


def listed(number: int) -> tuple[str, str, str, str]:
    """The commitments of the seats, ours to a nonce of a number."""
    first, _, third, fourth = OTHERS
    return first, commitment(nonce(number)), third, fourth


def committed(number: int, deal: int = 1) -> outgoing.Committed:
    return outgoing.Committed(n=2, deal=deal, server="ee" * 32, seats=listed(number), until=9)


def scored(next_deal: int, is_over: bool = False) -> outgoing.Scored:
    return outgoing.Scored(
        n=5,
        deal=next_deal - 1,
        parts=(),
        scores=(0, 0),
        standing=StandingInfo(over=is_over),
        hands=(),
        secret="ee" * 32,
        next_deal=next_deal,
        commitment="ff" * 32,
    )


def ready(number: int, deal: int = 1) -> list[Ready]:
    return [Ready(deal=deal, commitment=commitment(nonce(number)))]


def reveal(number: int, deal: int = 1) -> list[Reveal]:
    return [Reveal(deal=deal, nonce=nonce(number).hex())]


def test_whoever_sits_down_is_ready_and_opens_his_nonce_when_all_are_bound() -> None:
    me = player()
    assert me.receive(snapshot()) == ready(1)
    assert me.receive(outgoing.WasReady(n=2, seat=1)) == []
    assert me.receive(committed(1)) == reveal(1)


def test_each_deal_has_a_nonce_of_its_own() -> None:
    me = player()
    me.receive(snapshot())
    me.receive(committed(1))
    assert me.receive(scored(2)) == ready(2, deal=2)
    assert me.receive(committed(2, deal=2)) == reveal(2, deal=2)


@pytest.mark.parametrize("list_", [committed(7), committed(1, deal=2)])
def test_a_nonce_stays_hidden_where_it_is_not_the_one_that_is_asked_for(list_: outgoing.Committed) -> None:
    me = player()
    me.receive(snapshot())
    assert me.receive(list_) == []
    assert me.receive(WELCOME) == []


def test_nothing_is_opened_before_somebody_is_bound() -> None:
    assert player().receive(committed(1)) == []
    assert player(None).receive(committed(1, deal=0)) == []


def test_after_a_match_only_another_one_needs_a_nonce() -> None:
    me = player()
    me.receive(snapshot())
    me.receive(committed(1))
    assert me.receive(scored(2, is_over=True)) == []
    assert me.receive(outgoing.Ended(n=6, why="won", winner=1, next_deal=2, commitment="ff" * 32)) == []
    assert me.receive(WELCOME) == []
    assert me.receive(outgoing.Restarted(n=7)) == ready(2, deal=2)


def test_whoever_looks_on_says_nothing() -> None:
    me = player(None)
    for message in (WELCOME, snapshot(seat=None), committed(1), scored(2), outgoing.Restarted(n=9)):
        assert me.receive(message) == []


def test_who_is_back_in_the_lobby_says_nothing_more() -> None:
    me = player()
    me.receive(snapshot())
    assert me.receive(outgoing.InLobby(why="left")) == []
    assert me.receive(WELCOME) == []
    assert me.receive(scored(2)) == []


@pytest.mark.parametrize("state", ["play", "over", "closed"])
def test_nobody_is_ready_while_there_is_nothing_to_be_ready_for(state: State) -> None:
    assert player().receive(snapshot(state)) == []


# After a connection was lost


def test_what_may_have_been_lost_is_said_again() -> None:
    me = player()
    me.receive(snapshot())
    assert me.receive(WELCOME) == ready(1)
    assert me.receive(outgoing.WasReady(n=2, seat=2)) == []
    assert me.receive(WELCOME) == []
    me.receive(committed(1))
    assert me.receive(WELCOME) == reveal(1)
    info = DealInfo(deal=1, dealer=1, phase="play", sizes=())
    assert me.receive(outgoing.Dealt(n=3, nonces=OTHERS, marks=("bot",) * 4, deal=info)) == []
    assert me.receive(WELCOME) == []


def test_a_fresh_view_tells_what_is_due() -> None:
    me = player()
    me.receive(snapshot())
    assert me.receive(snapshot(ready=True)) == []
    assert me.receive(snapshot(commitments=listed(1))) == reveal(1)
    assert me.receive(snapshot(commitments=OTHERS)) == []
    assert me.receive(snapshot("play", commitments=listed(1))) == []


def test_who_is_not_ready_any_more_is_ready_again_with_the_same_nonce_while_it_is_hidden() -> None:
    me = player()
    me.receive(snapshot())
    assert me.receive(snapshot()) == ready(1)


def test_a_nonce_that_was_told_is_never_used_again_and_no_other_one_for_the_same_deal() -> None:
    me = player()
    me.receive(snapshot())
    me.receive(committed(1))
    assert me.receive(snapshot()) == [Ready(deal=1, commitment="-")]
    assert me.receive(committed(1, deal=2)) == []
    assert me.receive(scored(2)) == ready(2, deal=2)
    assert me.receive(snapshot(deal=1)) == [Ready(deal=1, commitment="-")]


def test_deals_of_another_table_have_nonces_of_their_own() -> None:
    me = player()
    me.receive(snapshot())
    me.receive(committed(1))
    me.receive(outgoing.Taken(table="another", seat=2, token="secret"))
    assert me.receive(msgspec.structs.replace(snapshot(), table="another")) == ready(2)


@pytest.mark.parametrize("seat", [-3, 0, 9])
def test_a_seat_that_there_is_not_does_no_harm(seat: int) -> None:
    me = player(seat)
    me.receive(snapshot(seat=seat))
    assert me.receive(committed(1)) == []


@pytest.mark.parametrize("seed", range(5))
def test_clients_that_lose_their_connections_all_the_time_still_have_their_part_in_every_deal(seed: int) -> None:
    table, random = FairTable("belote", seed=seed), Random(seed)
    while len(table.records) < 3:
        table.step(random)
    records, transcripts = table.play(3)
    for seat in range(1, 5):
        transcript = read_transcript(transcripts[seat])
        assert [verify(record, transcript).verdict for record in records] == ["proved"] * 3
