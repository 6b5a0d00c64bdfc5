"""What the server grants to an address and to a connection, and how much of it is used."""

from __future__ import annotations

import re
from asyncio import Semaphore
from collections.abc import Iterable, Mapping, Sequence
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple, Protocol

from overtrick.core.errors import Invalid


class Limits(NamedTuple):
    """Times are in seconds, sizes in bytes."""

    connections: int = 32
    """open ones of an address, requests that are being answered included"""
    sockets: int = 256
    """TCP connections of an address, idle ones included; for more, idle ones are closed"""
    messages_per_second: float = 20
    """of a connection; one that sends more is read more slowly"""
    messages_at_once: int = 100
    """how many come through before that begins"""
    requests_per_second: float = 5
    """of an address by HTTP, new connections to a table included; more are refused"""
    requests_at_once: int = 60
    assets_per_second: float = 20
    """parts of the page that an address loads"""
    assets_at_once: int = 1000
    tables_per_minute: float = 1
    """for which an address may ask, by `create` or `quick`; more are refused"""
    tables_at_once: int = 40
    kept_per_second: float = 1
    """messages of a connection that are kept as long as their table; more are refused"""
    kept_at_once: int = 10
    message_size: int = 16 * 1024
    judge_size: int = 1024 * 1024
    """of the games that are to be judged by one request"""
    analyses: int = 1
    """of an address at a time; more wait for each other, so that nobody fills the desk of all"""
    bad_messages: int = 5
    """how many in a row that cannot be read end a connection"""
    hello_time: float = 10
    """from the connection to the first message"""
    idle_time: float = 30 * 60
    """for which a client that is at no table may say nothing"""
    heartbeat: float = 20
    """a connection that is silent for so long is asked for a sign of life, and has half of that for the answer"""
    send_buffer: int = 256 * 1024
    """what waits for a client that does not read, before it is dropped"""

    def for_network(self) -> Limits:
        """What a network of IPv6 has that holds thousands of addresses: a few times as much as one of them."""
        return self._replace(**{name: NETWORK_SHARE * getattr(self, name) for name in OF_NETWORKS})


OF_NETWORKS: Final = (
    "connections",
    "sockets",
    "requests_per_second",
    "requests_at_once",
    "assets_per_second",
    "assets_at_once",
    "tables_per_minute",
    "tables_at_once",
)
"""the limits that networks have"""
NETWORK_SHARE: Final = 4
"""what all addresses of a network have together, in times of what each of them has"""
STRANGERS: Final = Limits()
LOCALS: Final = Limits(
    connections=20_000,
    sockets=40_000,
    messages_per_second=2_000,
    messages_at_once=10_000,
    requests_per_second=2_000,
    requests_at_once=20_000,
    assets_per_second=2_000,
    assets_at_once=20_000,
    tables_per_minute=60_000,
    tables_at_once=20_000,
    kept_per_second=2_000,
    kept_at_once=10_000,
    analyses=8,
)
"""for this machine: a proxy, a load test, or everybody on the text port of a small server"""


MUCH: Final = 1 / 8
"""the share of a limit from which on other processes are told what an address uses"""


class Use(NamedTuple):
    """What an address uses at a process, or has ever used there since it is known."""

    connections: int = 0
    requests: int = 0
    assets: int = 0
    tables: int = 0


class Socket(Protocol):
    """A TCP connection, whatever it speaks."""

    def abort(self) -> None:
        """Close it at once."""


class Bucket:
    """Some at once, and then some a second."""

    __slots__ = ("level", "most", "rate", "spent", "time")

    def __init__(self, rate: float, most: int, now: float) -> None:
        self.rate, self.most = rate, most
        self.level, self.time = float(most), now
        self.spent = 0
        """how many were ever taken here"""

    def take(self, now: float, number: int = 1) -> float:
        """Take some, also where none are left; gives the seconds until they would have been there."""
        self.spend_elsewhere(now, number)
        self.spent += number
        return max(0.0, -self.level / self.rate)

    def spend_elsewhere(self, now: float, number: int) -> None:
        """Have less, as another process has given them away."""
        self._fill(now)
        self.level -= number

    def has_one(self, now: float) -> bool:
        """Whether one is left."""
        self._fill(now)
        return self.level >= 1

    def take_if_there(self, now: float) -> bool:
        """Take one unless none is left."""
        is_there = self.has_one(now)
        if is_there:
            self.take(now)
        return is_there

    def is_full(self, now: float) -> bool:
        """Whether nothing of it is in use."""
        self._fill(now)
        return self.level >= self.most

    def has_given(self, now: float, share: float) -> bool:
        """Whether more than a share of it is in use."""
        self._fill(now)
        return self.most - self.level > share * self.most

    def _fill(self, now: float) -> None:
        self.level = min(self.most, self.level + (now - self.time) * self.rate)
        self.time = now


class Caller:
    """An address, and what it uses of its limits; it may be `within` a network, which uses the same of its own."""

    __slots__ = (
        "all",
        "analyses",
        "assets",
        "connections",
        "elsewhere",
        "is_local",
        "is_told",
        "limits",
        "name",
        "requests",
        "sockets",
        "tables",
    )

    def __init__(
        self, name: str, limits: Limits, now: float, within: Caller | None = None, is_local: bool = False
    ) -> None:
        self.name = name
        self.all: tuple[Caller, ...] = (self,) if within is None else (self, within)
        """it and its network"""
        self.limits = limits
        self.is_local = is_local
        """whether it is this machine, which many may use"""
        self.connections = 0
        self.elsewhere = 0
        """connections at other processes"""
        self.is_told = False
        """whether other processes are told what it uses"""
        self.sockets: dict[Socket, None] = {}
        """the oldest one first"""
        self.analyses = Semaphore(limits.analyses)
        self.requests = Bucket(limits.requests_per_second, limits.requests_at_once, now)
        self.assets = Bucket(limits.assets_per_second, limits.assets_at_once, now)
        self.tables = Bucket(limits.tables_per_minute / 60, limits.tables_at_once, now)

    def enter(self) -> None:
        """Open a connection, which `leave` ends; too many are refused."""
        for caller in self.all:
            if caller.connections + caller.elsewhere >= caller.limits.connections:
                raise Invalid("too-many-connections", most=caller.limits.connections)
        for caller in self.all:
            caller.connections += 1

    def leave(self) -> None:
        for caller in self.all:
            caller.connections -= 1

    @property
    def owner(self) -> str:
        """In whose name it asks for what is shared fairly: that of the network."""
        return self.all[-1].name

    def request(self, now: float) -> None:
        """Ask for anything; too much at a time is refused."""
        _take_of_all([caller.requests for caller in self.all], now, "too-many-requests")

    def load(self, now: float) -> None:
        """Ask for a part of the page, of which it has many; too much at a time is refused."""
        _take_of_all([caller.assets for caller in self.all], now, "too-many-requests")

    def open_table(self, now: float) -> None:
        """Ask for a table; too many are refused."""
        _take_of_all([caller.tables for caller in self.all], now, "too-many-tables")

    @property
    def buckets(self) -> tuple[Bucket, Bucket, Bucket]:
        """Those of what it asks for, in the order of `Use`."""
        return self.requests, self.assets, self.tables

    def uses_nothing(self, now: float) -> bool:
        """Whether nothing has to be known of it."""
        is_away = not (self.connections or self.elsewhere or self.sockets)
        return is_away and all(bucket.is_full(now) for bucket in self.buckets)

    def uses_much(self, now: float) -> bool:
        """Whether other processes should know of it."""
        is_there = self.connections > MUCH * self.limits.connections
        return is_there or any(bucket.has_given(now, MUCH) for bucket in self.buckets)

    def use(self) -> Use:
        """What it uses here."""
        return Use(self.connections, *(bucket.spent for bucket in self.buckets))

    def note_use(self, before: Use, after: Use, now: float) -> None:
        """Another process has told what it uses there; one that had forgotten it begins again with nothing."""
        self.elsewhere += after.connections
        for bucket, old, new in zip(self.buckets, before[1:], after[1:], strict=True):
            bucket.spend_elsewhere(now, new - old if new >= old else new)


def _take_of_all(buckets: Sequence[Bucket], now: float, refusal: str) -> None:
    """Take one of each, or none where one of them is empty: who is refused for others keeps their own."""
    if not all(bucket.has_one(now) for bucket in buckets):
        raise Invalid(refusal)
    for bucket in buckets:
        bucket.take(now)


class Callers:
    """The addresses that are known at the moment."""

    def __init__(self, strangers: Limits = STRANGERS, local: Limits = LOCALS) -> None:
        self.strangers, self.local = strangers, local
        self._known: dict[str, Caller] = {}
        self._elsewhere: dict[str, Mapping[str, Use]] = {}
        """what other processes have told last"""

    def find(self, address: str, now: float) -> Caller:
        name, network, is_local = _names(address)
        caller = self._known.get(name)
        if caller is None:
            limits = self.local if is_local else self.strangers
            within = self._find_network(network, now) if network else None
            caller = self._known[name] = Caller(name, limits, now, within, is_local)
        return caller

    def _find_network(self, name: str, now: float) -> Caller:
        if name not in self._known:
            self._known[name] = Caller(name, self.strangers.for_network(), now)
        return self._known[name]

    def used(self, now: float) -> dict[str, Use]:
        """What those use here who use much, until they are forgotten: other processes have to know it.

        This machine is another one for processes elsewhere.
        """
        for caller in self._known.values():
            caller.is_told = caller.is_told or (not caller.is_local and caller.uses_much(now))
        return {name: caller.use() for name, caller in self._known.items() if caller.is_told}

    def note_elsewhere(self, told: Mapping[str, Mapping[str, Use]], now: float) -> None:
        """Other processes have told what is used there."""
        for name in _names_of(self._elsewhere):
            self._find_named(name, now).elsewhere = 0
        for process, uses in told.items():
            before = self._elsewhere.get(process, {})
            for name, use in uses.items():
                self._find_named(name, now).note_use(before.get(name, Use()), use, now)
        self._elsewhere = dict(told)

    def _find_named(self, name: str, now: float) -> Caller:
        """A caller, or a network of them, by its name."""
        caller = self.find(name.partition("/")[0], now)
        return caller if caller.name == name else caller.all[-1]

    def forget(self, now: float) -> None:
        """Forget those who use nothing any more."""
        known = {name: caller for name, caller in self._known.items() if not caller.uses_nothing(now)}
        # An address that is known has to find its network as it left it.
        self._known = known | {each.name: each for caller in known.values() for each in caller.all}


def _names_of(told: Mapping[str, Mapping[str, Use]]) -> Iterable[str]:
    return {name for uses in told.values() for name in uses}


def forwarded(header: str) -> str:
    """The address for which a trusted proxy speaks: the last one that it lists, which it has added itself.

    Some proxies add a port. What is no address is given as it stands, and so is that of a stranger.
    """
    last = header.rpartition(",")[2].strip()
    with_port = _WITH_PORT.fullmatch(last)
    return last if with_port is None else with_port[1] or with_port[2]


_WITH_PORT: Final = re.compile(r"\[(.*)\](?::\d+)?|([^:]*):\d+")


def _names(address: str) -> tuple[str, str, bool]:
    """Who is behind an address, the network that they are in, if any, and whether that is this machine.

    Who has an IPv6 address has 2**64 of them, which count as one; and may have 2**16 times as many, a network.
    """
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address, "", False
    if isinstance(known, IPv6Address):
        known = known.ipv4_mapped or known
    if isinstance(known, IPv6Address) and not known.is_loopback:
        return _prefix(known, 64), _prefix(known, 48), False
    return str(known), "", known.is_loopback


def _prefix(address: IPv6Address, bits: int) -> str:
    return f"{IPv6Address(int(address) >> 128 - bits << 128 - bits)}/{bits}"
