"""The ledger: what is written happens, is kept, and is told to everybody in their own form."""

import pytest
from ledgers import act, actor_of, deal_of, dealt_ledger, ledger_of

from overtrick.protocol import fair, outgoing
from overtrick.protocol.incoming import Options
from overtrick.table.events import EVERYBODY
from overtrick.table.log import ActionDone, Noted, PersonSat, decode
from overtrick.table.state import TableState


def test_an_entry_happens_is_kept_and_is_told() -> None:
    ledger = ledger_of(people=3)
    ledger.write(PersonSat(seat=4, name="Zoé", token="hash"), author=4, id_="a")
    assert ledger.state.chairs[4].name == "Zoé"
    changes = ledger.take_changes()
    (kept,) = changes.kept
    assert (kept.table, kept.n) == ("t", ledger.state.n)
    assert decode(kept.entry) == Noted(PersonSat(seat=4, name="Zoé", token="hash"), 4, "a")
    sat = outgoing.Sat(n=kept.n, seat=4, kind="person", name="Zoé")
    assert changes.events == [
        ((4,), outgoing.Sat(n=kept.n, id="a", seat=4, kind="person", name="Zoé")),
        ((0, 1, 2, 3), sat),
    ]


def test_changes_are_taken_once() -> None:
    ledger = ledger_of()
    ledger.write(outgoing.Said(n=0, seat=1, name="x", text="hello"))
    first, second = ledger.take_changes(), ledger.take_changes()
    assert [audience for audience, _ in first.events] == [EVERYBODY]
    assert (second.kept, second.events, second.records) == ([], [], [])


def test_an_action_that_is_written_is_done() -> None:
    ledger = dealt_ledger()
    before, seat = deal_of(ledger), actor_of(ledger)
    ledger.write(ActionDone(seat=seat, action=str(before.legal()[0])))
    assert deal_of(ledger) == before.apply(before.legal()[0])


@pytest.mark.parametrize("private", [True, False])
def test_the_record_of_a_deal_can_be_opened_by_those_who_played_it(private: bool) -> None:
    ledger = dealt_ledger(options=Options(clock=0, private=private))
    while deal_of(ledger).phase != "over":
        act(ledger)
    played = deal_of(ledger).plays
    ledger.end_deal(deal_of(ledger))
    (kept,) = ledger.take_changes().records
    assert (kept.table, kept.deal, kept.private) == ("t", 1, private)
    assert kept.keys == (("token 1", "token 2", "token 3", "token 4") if private else ())
    assert kept.record.plays == tuple(played)
    assert kept.record.fair is not None
    assert kept.record.fair["table"] == "t"


def test_the_same_lines_give_the_same_state() -> None:
    ledger = dealt_ledger("belote")
    for _ in range(6):
        act(ledger)
    told = [kept.entry for kept in ledger.take_changes().kept]
    twin = dealt_ledger("belote")
    for data in told:
        twin.state.apply(decode(data))
    assert isinstance(twin.state, TableState)
    assert (twin.state.n, twin.state.pivot, twin.state.round) == (
        ledger.state.n,
        ledger.state.pivot,
        ledger.state.round,
    )


def test_every_secret_is_another_one() -> None:
    ledger = ledger_of()
    first, second = ledger.new_secret(), ledger.new_secret()
    assert first != second
    assert len(bytes.fromhex(first)) == fair.SIZE
