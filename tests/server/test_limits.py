"""Limits: what may come at once and a second, who is behind an address, what a proxy tells."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.errors import Invalid
from overtrick.server.limits import LOCALS, NETWORK_SHARE, STRANGERS, Bucket, Caller, Callers, Limits, Use, forwarded

FEW = Limits(connections=2, requests_per_second=1, requests_at_once=3)


@given(
    st.floats(0.5, 100), st.integers(1, 50), st.lists(st.floats(0, 3, allow_subnormal=False), min_size=1, max_size=60)
)
def test_nobody_who_waits_as_told_sends_more_than_allowed(rate: float, most: int, pauses: list[float]) -> None:
    bucket, now = Bucket(rate, most, now=0.0), 0.0
    for taken, pause in enumerate(pauses, 1):
        now += pause
        now += bucket.take(now)
        assert taken <= most + rate * now + 1e-6


@given(st.floats(0.5, 100), st.integers(1, 50), st.integers(0, 60))
def test_what_is_refused_costs_nothing(rate: float, most: int, tries: int) -> None:
    bucket = Bucket(rate, most, now=0.0)
    assert sum(bucket.take_if_there(0.0) for _ in range(most + tries)) == most
    assert bucket.take_if_there(1.01 / rate)
    assert not bucket.take_if_there(1.01 / rate)


def test_too_many_connections_of_an_address_are_refused_until_one_leaves() -> None:
    callers = Callers(FEW)
    caller = callers.find("192.0.2.1", 0.0)
    caller.enter()
    caller.enter()
    with pytest.raises(Invalid, match="At most 2 connections"):
        callers.find("192.0.2.1", 0.0).enter()
    callers.find("192.0.2.2", 0.0).enter()
    caller.leave()
    caller.enter()


def test_too_many_requests_of_an_address_are_refused_for_a_while() -> None:
    caller = Callers(FEW).find("192.0.2.1", 0.0)
    for _ in range(3):
        caller.request(0.0)
    with pytest.raises(Invalid, match="Too much was asked"):
        caller.request(0.5)
    caller.request(1.0)


def test_too_many_tables_of_an_address_are_refused_for_a_while() -> None:
    callers = Callers(Limits(tables_per_minute=2, tables_at_once=3))
    for _ in range(3):
        callers.find("192.0.2.1", 0.0).open_table(0.0)
    callers.forget(20.0)
    with pytest.raises(Invalid, match="Too many tables"):
        callers.find("192.0.2.1", 20.0).open_table(20.0)
    callers.find("192.0.2.2", 20.0).open_table(20.0)
    callers.find("192.0.2.1", 30.0).open_table(30.0)


def test_the_networks_of_a_provider_have_a_few_times_what_an_address_has() -> None:
    limits = Limits(
        connections=2, tables_per_minute=0.001, tables_at_once=1, requests_per_second=0.001, requests_at_once=1
    )
    callers = Callers(limits)
    strangers = [callers.find(f"2001:db8:1:{number:x}::1", 0.0) for number in range(NETWORK_SHARE + 1)]
    for caller in strangers[:-1]:
        caller.open_table(0.0)
        caller.request(0.0)
        caller.enter()
        caller.enter()
    for ask in (strangers[-1].open_table, strangers[-1].request):
        with pytest.raises(Invalid, match="Too m"):
            ask(0.0)
    with pytest.raises(Invalid, match=f"At most {2 * NETWORK_SHARE} connections"):
        strangers[-1].enter()
    strangers[0].leave()
    strangers[-1].enter()
    assert len({caller.owner for caller in strangers}) == 1
    other = callers.find("2001:db8:2::1", 0.0)
    other.open_table(0.0)
    other.enter()
    assert other.owner != strangers[0].owner
    callers.forget(10.0)
    with pytest.raises(Invalid, match="Too many tables"):
        callers.find("2001:db8:1:99::1", 10.0).open_table(10.0)


@pytest.mark.parametrize("ask", [Caller.request, Caller.load, Caller.open_table])
def test_who_is_refused_for_their_network_keeps_their_own(ask: Callable[[Caller, float], None]) -> None:
    callers = Callers(Limits(requests_at_once=1, assets_at_once=1, tables_at_once=1))
    for n in range(NETWORK_SHARE):
        ask(callers.find(f"2001:db8:1:{n}::1", 0.0), 0.0)
    late = callers.find("2001:db8:1:ffff::1", 0.0)
    with pytest.raises(Invalid):
        ask(late, 0.0)
    assert late.uses_nothing(0.0)


def test_who_is_refused_takes_nothing_from_their_network() -> None:
    callers = Callers(Limits(tables_per_minute=0.001, tables_at_once=1))
    greedy, other = callers.find("2001:db8:1:1::1", 0.0), callers.find("2001:db8:1:2::1", 0.0)
    for _ in range(20):
        with suppress(Invalid):
            greedy.open_table(0.0)
    other.open_table(0.0)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("127.0.0.1", "::1", False),
    ],
)
def test_an_ipv6_network_counts_as_one_address(one: str, other: str, is_same: bool) -> None:
    callers = Callers()
    assert (callers.find(one, 0.0) is callers.find(other, 0.0)) is is_same


@pytest.mark.parametrize(
    ("address", "limits"),
    [
        ("127.0.0.1", LOCALS),
        ("127.8.8.8", LOCALS),
        ("::1", LOCALS),
        ("::ffff:127.0.0.1", LOCALS),
        ("192.0.2.1", STRANGERS),
        ("2001:db8::1", STRANGERS),
        ("no address", STRANGERS),
        ("", STRANGERS),
    ],
)
def test_this_machine_may_do_more(address: str, limits: Limits) -> None:
    assert Callers().find(address, 0.0).limits is limits


def test_callers_who_use_nothing_are_forgotten() -> None:
    callers = Callers(FEW)
    stays, asked = callers.find("192.0.2.1", 0.0), callers.find("192.0.2.2", 0.0)
    stays.enter()
    asked.request(0.0)
    callers.forget(0.5)
    assert callers.find("192.0.2.1", 0.5) is stays
    assert callers.find("192.0.2.2", 0.5) is asked
    callers.forget(9.0)
    assert callers.find("192.0.2.1", 9.0) is stays
    assert callers.find("192.0.2.2", 9.0) is not asked


@pytest.mark.parametrize(
    ("header", "address"),
    [
        ("192.0.2.9", "192.0.2.9"),
        ("10.0.0.1, 192.0.2.9", "192.0.2.9"),
        ("192.0.2.9, 2001:db8::1", "2001:db8::1"),
        ("192.0.2.9:5000", "192.0.2.9"),
        ("[2001:db8::1]:5000", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("127.0.0.1:5000", "127.0.0.1"),
        ("127.0.0.1, unknown", "unknown"),
        ("127.0.0.1, _hidden:5000", "_hidden"),
        ("127.0.0.1, ", ""),
        ("", ""),
    ],
)
def test_the_address_is_the_last_that_the_proxy_tells(header: str, address: str) -> None:
    assert forwarded(header) == address
    is_local = address.startswith("127.")
    assert (Callers().find(forwarded(header), 0.0).limits is LOCALS) is is_local


def tell(here: Callers, there: Callers, now: float) -> None:
    """Let two processes know what is used at the other one."""
    used = here.used(now), there.used(now)
    here.note_elsewhere({"there": used[1]}, now)
    there.note_elsewhere({"here": used[0]}, now)


@pytest.mark.parametrize("address", ["192.0.2.1", "2001:db8:0:1::7"])
def test_what_an_address_uses_at_one_process_it_has_not_at_another(address: str) -> None:
    here, there = Callers(FEW), Callers(FEW)
    here.find(address, 0.0).request(0.0)
    here.find(address, 0.0).enter()
    there.find(address, 0.0).request(0.0)
    tell(here, there, 0.0)
    tell(here, there, 0.0)  # what was told before counts once
    assert here.find(address, 0.0).requests.level == there.find(address, 0.0).requests.level == 1
    here.find(address, 0.0).request(0.0)
    there.find(address, 0.0).enter()
    tell(here, there, 0.0)
    for callers in (here, there):
        with pytest.raises(Invalid, match="Too much was asked"):
            callers.find(address, 0.0).request(0.0)
        with pytest.raises(Invalid, match="At most 2 connections"):
            callers.find(address, 0.0).enter()
    here.find(address, 0.0).leave()
    tell(here, there, 0.0)
    there.find(address, 0.0).enter()


def test_a_network_has_its_limits_at_all_processes_together() -> None:
    here, there = Callers(FEW), Callers(FEW)
    for number in range(2 * NETWORK_SHARE):
        here.find(f"2001:db8:0:{number}::1", 0.0).enter()
    tell(here, there, 0.0)
    with pytest.raises(Invalid, match="At most 8 connections"):
        there.find("2001:db8:0:ffff::1", 0.0).enter()
    there.find("2001:db8:1:ffff::1", 0.0).enter()


def test_who_uses_little_is_not_told_and_who_is_forgotten_begins_again() -> None:
    here, there = Callers(Limits(requests_at_once=80, requests_per_second=1)), Callers()
    for _ in range(10):
        here.find("192.0.2.1", 0.0).request(0.0)
    assert not here.used(0.0)
    here.find("192.0.2.1", 0.0).request(0.0)
    assert here.used(0.0) == {"192.0.2.1": Use(requests=11)}
    assert here.used(5.0), "until nothing is used any more"
    tell(here, there, 5.0)
    here.forget(100.0)
    assert not here.used(100.0)
    for _ in range(12):
        here.find("127.0.0.1", 100.0).request(100.0)
        here.find("192.0.2.1", 100.0).request(100.0)
    assert here.used(100.0) == {"192.0.2.1": Use(requests=12)}, "and never of this machine"


def test_the_address_of_a_process_that_is_gone_is_forgotten() -> None:
    callers = Callers(FEW)
    callers.note_elsewhere({"there": {"192.0.2.1": Use(connections=2)}}, 0.0)
    with pytest.raises(Invalid):
        callers.find("192.0.2.1", 0.0).enter()
    callers.note_elsewhere({}, 0.0)
    callers.find("192.0.2.1", 0.0).enter()
