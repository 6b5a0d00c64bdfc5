"""Fair dealing, without a table: from the first who is ready to the cards."""

from math import inf

import pytest
from halls import Hall, table_of
from ledgers import code_of, dealt_ledger, ledger_of, written

from overtrick.core.errors import Illegal
from overtrick.protocol import fair, outgoing
from overtrick.protocol.incoming import Keep, Options, Ready, Reveal, Salt
from overtrick.table.fair_dealing import MOST_KEPT, TIME_TO_REVEAL, FairDealing
from overtrick.table.ledger import Ledger
from overtrick.table.log import CardsDealt

NONCES = {seat: bytes([seat]) * 32 for seat in range(1, 5)}
BOUND = {seat: fair.commitment(nonce) for seat, nonce in NONCES.items()}


def ready(dealing: FairDealing, *seats: int) -> None:
    for seat in seats:
        dealing.ready(seat, Ready(deal=1, commitment=BOUND[seat]))


def dealt(ledger: Ledger) -> CardsDealt:
    (entry,) = (entry for entry in written(ledger) if isinstance(entry, CardsDealt))
    return entry


def test_cards_are_dealt_once_all_are_ready_and_have_opened_their_nonces() -> None:
    ledger = ledger_of(people=3, bots=1)
    dealing = FairDealing(ledger)
    ready(dealing, 1, 2)
    assert not dealing.advance(0.0)
    ready(dealing, 3)
    assert dealing.advance(0.0)
    committed = ledger.state.committed
    assert committed is not None
    assert committed.seats == (BOUND[1], BOUND[2], BOUND[3], "-")
    for seat in (1, 2, 3):
        assert not dealing.advance(0.0)
        dealing.reveal(seat, Reveal(deal=1, nonce=NONCES[seat].hex()))
    secret = ledger.state.secret
    assert dealing.advance(0.0)
    entry = dealt(ledger)
    assert entry.marks == ("committed", "committed", "committed", "bot")
    seed = fair.deal_seed("t", 1, secret, entry.nonces, ledger.state.game_text, 1)
    assert entry.deck == "".join(map(str, fair.deck_of_seed(ledger.state.game, seed)))


def test_a_nonce_that_is_not_opened_in_time_is_left_out() -> None:
    ledger = ledger_of(options=Options(clock=0, grace=30))
    dealing = FairDealing(ledger)
    ready(dealing, 1, 2, 3, 4)
    dealing.advance(100.0)
    assert dealing.wake_at == 130.0
    assert not dealing.advance(129.0)
    assert dealing.advance(130.0)
    assert dealt(ledger).marks == ("missing",) * 4
    assert dealing.wake_at == inf


def test_words_count_only_for_players_who_are_not_bound_to_a_nonce() -> None:
    ledger = ledger_of()
    dealing = FairDealing(ledger)
    dealing.salt(1, Salt(words="sel"))
    dealing.salt(2, Salt(words="sal"))
    dealing.salt(3, Salt(words="salt"))
    dealing.forget_salt(3)
    dealing.ready(1, Ready(deal=1))
    ready(dealing, 2)
    dealing.ready(3, Ready(deal=1))
    dealing.ready(4, Ready(deal=1))
    assert dealing.advance(0.0)
    dealing.reveal(2, Reveal(deal=1, nonce=NONCES[2].hex()))
    assert dealing.advance(0.0)
    entry = dealt(ledger)
    assert entry.nonces == (fair.salt_nonce("sel"), NONCES[2].hex(), "-", "-")
    assert entry.marks == ("uncommitted", "committed", "uncommitted", "uncommitted")


def test_between_two_deals_nobody_is_waited_for_for_ever() -> None:
    ledger = ledger_of(options=Options(clock=0, grace=0, once=True))  # the match is on as soon as all sit
    dealing = FairDealing(ledger)
    assert dealing.advance(0.0)
    assert written(ledger) == [outgoing.Awaited(n=0, until=TIME_TO_REVEAL)]
    assert not dealing.advance(0.0)
    assert dealing.wake_at == TIME_TO_REVEAL
    for seat in range(1, 5):
        assert dealing.advance(TIME_TO_REVEAL)
        assert written(ledger) == [outgoing.WasReady(n=0, seat=seat)]


def test_who_is_alone_with_bots_is_waited_for() -> None:
    ledger = ledger_of(people=1, bots=3, options=Options(clock=0, once=True))
    dealing = FairDealing(ledger)
    assert not dealing.advance(0.0)
    assert dealing.wake_at == inf
    ready(dealing, 1)
    assert dealing.advance(9999.0)
    assert ledger.state.committed is not None


def test_a_deal_that_begins_without_those_who_are_not_ready_has_their_nonces() -> None:
    ledger = ledger_of(people=3, bots=1, options=Options(clock=0, grace=30, once=True))
    dealing = FairDealing(ledger)
    ready(dealing, 1)
    dealing.ready(2, Ready(deal=1, commitment=BOUND[2], later=True))
    assert not ledger.state.chairs[2].ready
    while dealing.advance(0.0):
        pass
    while ledger.state.committed is None:
        assert dealing.advance(30.0)
    assert ledger.state.committed.seats == (BOUND[1], BOUND[2], "-", "-")
    dealing.reveal(1, Reveal(deal=1, nonce=NONCES[1].hex()))
    assert not dealing.advance(30.0)
    dealing.reveal(2, Reveal(deal=1, nonce=NONCES[2].hex()))
    assert dealing.advance(30.0)
    assert dealt(ledger).marks == ("committed", "committed", "uncommitted", "bot")


def test_who_keeps_the_next_deal_waiting_stops_the_clock_until_they_let_go() -> None:
    ledger = ledger_of(options=Options(clock=0, grace=30, once=True))
    dealing = FairDealing(ledger)
    ready(dealing, 1, 2, 3)
    dealing.advance(0.0)
    assert dealing.wake_at == 30.0
    dealing.keep(4, Keep(on=True))
    assert dealing.advance(20.0)
    latest = 20.0 + MOST_KEPT
    assert written(ledger)[-2:] == [outgoing.Kept(n=0, seat=4, on=True), outgoing.Awaited(n=0, until=latest)]
    assert (dealing.wake_at, dealing.advance(31.0)) == (latest, False)
    ready(dealing, 4)
    dealing.keep(2, Keep(on=True))
    assert not dealing.advance(40.0)
    dealing.keep(2, Keep(on=False))
    assert dealing.advance(40.0)
    assert ledger.state.committed is not None
    with pytest.raises(Illegal) as error:
        dealing.keep(2, Keep(on=True))
    assert code_of(error) == "nothing-to-keep"


def test_nobody_keeps_the_next_deal_waiting_for_ever_however_often_they_ask() -> None:
    ledger = ledger_of(options=Options(clock=0, grace=30, once=True))
    dealing = FairDealing(ledger)
    ready(dealing, 1, 2)
    for moment in range(0, int(MOST_KEPT), 10):
        dealing.keep(3 + moment // 10 % 2, Keep(on=True))
        dealing.advance(float(moment))
        assert dealing.wake_at == MOST_KEPT
        dealing.keep(3 + moment // 10 % 2, Keep(on=False))
        dealing.advance(float(moment))
        assert dealing.wake_at == min(moment + 30.0, MOST_KEPT)
    dealing.keep(4, Keep(on=True))
    assert ledger.state.committed is None
    while dealing.advance(MOST_KEPT):
        if ledger.state.committed is not None:
            return
    raise AssertionError("the deal is still kept waiting")


def test_who_is_alone_with_bots_keeps_nobody_waiting() -> None:
    ledger = ledger_of(people=1, bots=3)
    dealing = FairDealing(ledger)
    dealing.keep(1, Keep(on=True))
    assert (dealing.advance(0.0), dealing.wake_at) == (False, inf)


def test_nothing_is_dealt_in_a_pause_or_where_somebody_is_missing() -> None:
    paused, missing = ledger_of(), ledger_of(people=3)
    paused.write(outgoing.Paused(n=0, seat=1))
    for ledger in (paused, missing):
        dealing = FairDealing(ledger)
        ready(dealing, 1, 2, 3)
        assert not dealing.advance(0.0)
        assert dealing.wake_at == inf


@pytest.mark.parametrize("deal", [0, 2])
def test_nobody_is_ready_for_another_deal(deal: int) -> None:
    with pytest.raises(Illegal) as error:
        FairDealing(ledger_of()).ready(1, Ready(deal=deal))
    assert code_of(error) == "not-ready-now"


def test_only_what_somebody_is_bound_to_is_opened_and_only_before_the_deal() -> None:
    ledger = ledger_of()
    dealing = FairDealing(ledger)
    ready(dealing, 1, 2, 3, 4)
    codes = []
    for part, nonce in ((dealing, NONCES[1]), (FairDealing(dealt_ledger()), NONCES[1])):
        with pytest.raises(Illegal) as error:
            part.reveal(1, Reveal(deal=1, nonce=nonce.hex()))
        codes.append(code_of(error))
    dealing.advance(0.0)
    with pytest.raises(Illegal) as error:
        dealing.reveal(1, Reveal(deal=1, nonce=NONCES[2].hex()))
    assert [*codes, code_of(error)] == ["not-reveal-now", "not-reveal-now", "wrong-nonce"]


def test_a_deal_to_which_all_were_bound_by_an_older_version_is_dealt_as_that_would_have() -> None:
    hall = Hall()
    table_of(hall, "sueca", 4)
    for client in (1, 2, 3, 4):
        hall.say(client, Ready(deal=1, commitment=BOUND[1]))
    table = hall.state.table
    log = [line.replace(b',"game":"sueca:standard","dealer":1', b"") for line in hall.logs[table]]
    assert log != hall.logs[table]
    hall.logs[table] = log
    hall.restart()
    assert hall.state.committed is not None
    assert (hall.state.committed.game, hall.state.committed.dealer) == ("", 0)
    secret = hall.state.secret
    hall.wait(3600)
    assert hall.state.dealt is not None
    deck = fair.deck_of_seed(hall.state.game, fair.deal_seed(table, 1, secret, hall.state.dealt.nonces))
    assert hall.state.dealt.deck == "".join(map(str, deck))
