"""Fair dealing: where the cards of a deal at a table come from, so that anybody can check them. docs/fairness.md.

Before a deal, the server and each person are bound to 32 bytes by their hash, the commitment; only then do they open
them. The seed of the deck is the hash of all of them, so that nobody can choose it, however late they open theirs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeVar, get_args

from overtrick.core.cards import Card
from overtrick.core.errors import Invalid, Phrase
from overtrick.core.game import Game
from overtrick.core.seats import SEATS
from overtrick.deal import dealing

T = TypeVar("T")
Four = tuple[str, str, str, str]
Mark = Literal["committed", "uncommitted", "missing", "bot"]
"""how a seat had a part in the cards of a deal: by a nonce that it was bound to and opened; by none or, if it gave
words, by one that it was not bound to; by none, since it did not open the one it was bound to; by none, as a bot"""

MARKS: Final[tuple[Mark, ...]] = get_args(Mark)
HASH: Final = re.compile("[0-9a-f]{64}")
MOST_DEALS: Final = 1 << 53
SIZE: Final = 32
"""the bytes of a secret and of a nonce"""
BOUND_WITH_IT: Final = ("game", "dealer")
"""the fields that records of older versions do not have"""
NOTHING: Final = "-"
"""instead of a commitment or a nonce, of those who have none"""


def commitment(nonce: bytes) -> str:
    """What binds to a secret or a nonce before it is opened: SHA-256 of the line `overtrick/commit/1` and its bytes."""
    if len(nonce) != SIZE:
        raise ValueError(f"a nonce has {SIZE} bytes, not {len(nonce)}")
    return _sha256(b"overtrick/commit/1\n" + nonce).hex()


def deal_seed(table: str, deal: int, secret: bytes, nonces: Sequence[str], game: str = "", dealer: int = 0) -> bytes:
    """The seed of a deal: SHA-256 of ten lines, without an end to the last one.

    They are `overtrick/deal/2`, the name of the table, the number of the deal, the game, the number of the dealer, the
    server's secret, and the nonces of the seats 1 to 4 in hexadecimal digits, or `-`. Deals of older versions, in which
    nobody was bound to game and dealer, have `overtrick/deal/1` and not those two.
    """
    bound = (
        ["overtrick/deal/2", table, str(deal), game, str(dealer)] if dealer else ["overtrick/deal/1", table, str(deal)]
    )
    return _sha256("\n".join([*bound, secret.hex(), *nonces]).encode())


def salt_nonce(words: str) -> str:
    """The nonce that some words make, which a person can check: `printf %s WORDS | sha256sum`."""
    return _sha256(words.encode(errors="surrogatepass")).hex()


def deck_of_seed(game: Game, seed: bytes) -> tuple[Card, ...]:
    """The deck of a seed, as every deal has it."""
    return dealing.deck_of_seed(game, seed)


class Fair(NamedTuple):
    """What the cards of a deal come from: the field `fair` of its record."""

    table: str
    deal: int
    """its number at the table, which no other one has"""
    commitment: str
    """the server's"""
    secret: str
    """the server's, 32 bytes in hexadecimal digits"""
    commitments: Four
    """of the seats 1 to 4, or `-`"""
    nonces: Four
    """of the seats 1 to 4, or `-`"""
    marks: tuple[Mark, Mark, Mark, Mark]
    game: str = ""
    """to which all were bound, as to the `dealer`; empty, and 0, in records of older versions"""
    dealer: int = 0

    @property
    def seed(self) -> bytes:
        """The seed of the deck."""
        return deal_seed(self.table, self.deal, bytes.fromhex(self.secret), self.nonces, self.game, self.dealer)

    def as_json(self) -> dict[str, object]:
        """The field as plain data; docs/formats.md tells its fields."""
        fields = {name: value for name, value in self._asdict().items() if self.dealer or name not in BOUND_WITH_IT}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}

    @classmethod
    def from_json(cls, value: object) -> Fair:
        """The field from plain data; raises `Invalid` for anything that is not of the format, missing parts too."""
        if not isinstance(value, Mapping):
            raise _bad("", value, "expected.object")
        for name in value:
            if name not in cls._fields:
                raise Invalid("unknown-field", field=f"fair.{name}", known=", ".join(cls._fields))
        for name in cls._fields:
            is_old = name in BOUND_WITH_IT and not any(each in value for each in BOUND_WITH_IT)
            if name not in value and not is_old:
                raise Invalid("missing-field", field=f"fair.{name}")
        table, deal, game, dealer = value["table"], value["deal"], value.get("game", ""), value.get("dealer", 0)
        if "game" in value and (not isinstance(game, str) or not game or not game.isprintable()):
            raise _bad("game", game, "expected.text")
        if "dealer" in value and (type(dealer) is not int or dealer not in tuple(SEATS)):
            raise _bad("dealer", dealer, "expected.seat")
        if not isinstance(table, str) or not table or not table.isprintable():
            raise _bad("table", table, "expected.text")
        if type(deal) is not int or not 0 <= deal < MOST_DEALS:
            raise _bad("deal", deal, "expected.deal-number")
        return cls(
            table,
            deal,
            _hash("commitment", value["commitment"]),
            _hash("secret", value["secret"]),
            _four("commitments", value["commitments"], _hash_or_nothing),
            _four("nonces", value["nonces"], _hash_or_nothing),
            _four("marks", value["marks"], _mark),
            game,
            dealer,
        )


def four(values: Iterable[T]) -> tuple[T, T, T, T]:
    """Four values, one a seat."""
    first, second, third, fourth = values
    return first, second, third, fourth


def _four(name: str, value: object, item: Callable[[str, object], T]) -> tuple[T, T, T, T]:
    if not isinstance(value, list | tuple) or len(value) != len(SEATS):
        raise _bad(name, value, "expected.four-values")
    return four(item(f"{name}[{number}]", each) for number, each in enumerate(value))


def _hash(name: str, value: object) -> str:
    if not isinstance(value, str) or not HASH.fullmatch(value):
        raise _bad(name, value, "expected.hash")
    return value


def _hash_or_nothing(name: str, value: object) -> str:
    return NOTHING if value == NOTHING else _hash(name, value)


def _mark(name: str, value: object) -> Mark:
    for mark in MARKS:
        if value == mark:
            return mark
    raise _bad(name, value, "expected.mark")


def _bad(name: str, value: object, expected: str) -> Invalid:
    field = f"fair.{name}".rstrip(".")
    return Invalid("bad-field", field=field, value=json.dumps(value, default=str), expected=Phrase(expected))


def _sha256(data: bytes) -> bytes:
    from hashlib import sha256  # here, because it takes milliseconds to import and most commands need none

    return sha256(data).digest()
