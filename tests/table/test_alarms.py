"""When tables want to be woken."""

from overtrick.table.rooms import SPARE, Alarms


def test_tables_are_woken_when_their_time_has_come_and_once() -> None:
    alarms = Alarms()
    alarms.set("late", 3.0)
    alarms.set("early", 1.0)
    assert alarms.next == 1.0
    assert alarms.ring(0.5) == []
    assert alarms.ring(1.0) == ["early"]
    assert alarms.ring(9.0) == ["late"]
    assert alarms.ring(9.0) == []
    assert Alarms().next is None


def test_the_earliest_time_of_a_table_counts() -> None:
    alarms = Alarms()
    for time in (3.0, 2.0, 4.0):
        alarms.set("table", time)
    assert alarms.ring(2.5) == ["table"]
    assert alarms.ring(9.0) == []


def test_a_table_that_is_no_more_is_not_woken() -> None:
    alarms = Alarms()
    alarms.set("table", 1.0)
    alarms.drop("table")
    alarms.drop("another")
    assert alarms.ring(2.0) == []


def test_times_that_hold_no_longer_are_forgotten() -> None:
    alarms = Alarms()
    for time in range(10 * SPARE, 0, -1):
        alarms.set("table", float(time))
    assert len(alarms._heap) <= SPARE + 2
    assert alarms.ring(1.0) == ["table"]
