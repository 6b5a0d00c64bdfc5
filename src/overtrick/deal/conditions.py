"""Conditions on a deal, such as `hcp(N) + hcp(S) >= 25 and not balanced(N)`: a closed grammar, and nothing is executed.

    condition  =  both { "or" both }
    both       =  single { "and" single }
    single     =  "not" single  |  sum compare sum  |  sum "in" (range | set)  |  "(" condition ")"
               |  "balanced" "(" seat ")"  |  "has" "(" seat "," card ")"
               |  "shape" "(" seat ")" ("==" | "!=") form  |  "shape" "(" seat ")" "in" "{" form { "," form } "}"
    sum        =  term { ("+" | "-") term }
    term       =  [ "-" ] ( number  |  count "(" seat ")"  |  "(" sum ")" )
    compare    =  "==" | "!=" | "<" | "<=" | ">" | ">="
    count      =  "hcp" | "lp" | "points" | "controls" | "spades" | "hearts" | "diamonds" | "clubs"
    range      =  number ".." number, both included, each with a "-" before it if it is negative
    set        =  "{" number { "," number } "}"
    form       =  four digits such as 5332, in any suits  |  5-3-3-2, in spades, hearts, diamonds and clubs
    seat       =  "N" | "E" | "S" | "W" | "1" | "2" | "3" | "4"

`points` are `hcp` and `lp`, the high-card points and the length points, together. Names may be in upper or lower case.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from typing import Any, Final, NamedTuple, TypeVar

from overtrick.core.cards import Cards, Rank, Suit, parse_card
from overtrick.core.errors import Finding, Invalid, Phrase
from overtrick.core.hands import controls, high_card_points, is_balanced, is_shaped, length_points, lengths
from overtrick.core.seats import parse_seat

MOST_LEVELS: Final = 30
"""how deep parentheses and negations can be nested, which keeps the recursion here far from Python's bound"""
LONGEST_NUMBER: Final = 6
"""the digits of a number"""

T = TypeVar("T")


class _Number(NamedTuple):
    of: Callable[[Sequence[Cards]], int]


class _Truth(NamedTuple):
    of: Callable[[Sequence[Cards]], bool]


COUNTS: Final[Mapping[str, Callable[[Cards], int]]] = {
    "hcp": high_card_points,
    "lp": length_points,
    "points": lambda hand: high_card_points(hand) + length_points(hand),
    "controls": controls,
    "spades": lambda hand: lengths(hand)[0],
    "hearts": lambda hand: lengths(hand)[1],
    "diamonds": lambda hand: lengths(hand)[2],
    "clubs": lambda hand: lengths(hand)[3],
}
COMPARISONS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
SIGNS: Final = {"+": 1, "-": -1}
FUNCTIONS: Final = (*COUNTS, "balanced", "shape", "has")
KEYWORDS: Final = ("and", "or", "not", "in")

_TOKEN: Final = re.compile(r"[A-Za-z0-9♠♥♦♣]+|\.\.|[=!<>]=|\S")


class Where:
    """A condition on a deal, made from its text: `Where("hcp(N) >= 12")`."""

    __slots__ = ("_test", "text")

    text: str
    _test: Callable[[Sequence[Cards]], bool]

    def __init__(self, text: str) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "_test", _Parser(text).whole())

    def holds(self, hands: Sequence[Cards]) -> bool:
        """Whether the hands of the seats 1 to 4 meet the condition."""
        return self._test(hands)

    def among(self, hands: Sequence[Any]) -> Any:
        """Which of many deals meet the condition; each hand is an array of hands."""
        return self._test(hands)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("conditions cannot change")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("conditions cannot change")

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, Where) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Where({self.text!r})"

    def __reduce__(self) -> tuple[type[Where], tuple[str]]:
        return (Where, (self.text,))


def parse_where(text: str) -> Where:
    """The condition of a text; raises `Invalid` with the column of what is wrong.

    >>> parse_where("hcp(N) in 15..17 and shape(N) == 4432")
    Where('hcp(N) in 15..17 and shape(N) == 4432')
    """
    return Where(text)


class _Parser:
    """Recursive descent, a method for each rule; what is read becomes a function of the hands."""

    def __init__(self, text: str) -> None:
        self._tokens = [(match.group(), match.start() + 1) for match in _TOKEN.finditer(text)]
        self._tokens.append(("", len(text) + 1))
        self._at = 0
        self._level = 0

    def whole(self) -> Callable[[Sequence[Cards]], bool]:
        """The whole text as a condition."""
        test = self._truth(self._condition())
        if self._token:
            raise self._expected(Phrase("where.end"))
        return test

    def _condition(self) -> _Number | _Truth:
        first = self._both()
        if self._token != "or":
            return first
        parts = [self._truth(first)]
        while self._accept("or"):
            parts.append(self._truth(self._both()))
        return _Truth(lambda hands: reduce(operator.or_, [part(hands) for part in parts]))

    def _both(self) -> _Number | _Truth:
        first = self._single()
        if self._token != "and":
            return first
        parts = [self._truth(first)]
        while self._accept("and"):
            parts.append(self._truth(self._single()))
        return _Truth(lambda hands: reduce(operator.and_, [part(hands) for part in parts]))

    def _single(self) -> _Number | _Truth:
        if self._accept("not"):
            denied = self._truth(self._nested(self._single))
            return _Truth(lambda hands: denied(hands) ^ True)
        left = self._sum(Phrase("where.condition"))
        if isinstance(left, _Truth):
            return left
        number = left.of
        if self._token in COMPARISONS:
            compare, other = COMPARISONS[self._take()], self._number(self._sum)
            return _Truth(lambda hands: compare(number(hands), other(hands)))
        if self._accept("in"):
            if self._token == "{":
                values = self._set(self._signed)
                return _Truth(lambda hands: reduce(operator.or_, map(partial(operator.eq, number(hands)), values)))
            low, high = self._range()
            return _Truth(lambda hands: ((found := number(hands)) >= low) & (found <= high))
        return left

    def _sum(self, expected: Phrase) -> _Number | _Truth:
        first = self._term(expected)
        if isinstance(first, _Truth) or self._token not in SIGNS:
            return first
        terms = [(1, first.of)]
        while self._token in SIGNS:
            terms.append((SIGNS[self._take()], self._number(self._term)))
        return _Number(lambda hands: sum(sign * term(hands) for sign, term in terms))

    def _term(self, expected: Phrase) -> _Number | _Truth:
        if self._accept("-"):
            positive = self._number(self._operand)
            return _Number(lambda hands: -positive(hands))
        return self._operand(expected)

    def _operand(self, expected: Phrase) -> _Number | _Truth:
        if self._accept("("):
            inner = self._nested(self._condition)
            self._need(")")
            return inner
        if _is_number(self._token):
            value = int(self._take())
            return _Number(lambda hands: value)
        if self._token in KEYWORDS or not self._token.isalpha():
            raise self._expected(expected)
        if self._token not in FUNCTIONS:
            known = " ".join(FUNCTIONS)
            raise Invalid(Finding("where-function", {"name": self._written, "known": known}, 1, self._column))
        return self._function(self._take())

    def _function(self, name: str) -> _Number | _Truth:
        self._need("(")
        seat = self._read(parse_seat, Phrase("expected.seat")) - 1
        if name == "has":
            self._need(",")
            bit = self._read(parse_card, Phrase("where.card")).bit
            self._need(")")
            return _Truth(lambda hands: (hands[seat].mask & bit).bit_count() > 0)
        self._need(")")
        if name == "balanced":
            return _Truth(lambda hands: is_balanced(hands[seat]))
        if name == "shape":
            return self._shape(seat)
        count = COUNTS[name]
        return _Number(lambda hands: count(hands[seat]))

    def _shape(self, seat: int) -> _Truth:
        if self._accept("in"):
            forms = self._set(self._form)
            return _Truth(lambda hands: reduce(operator.or_, [form(hands[seat]) for form in forms]))
        if self._token not in ("==", "!="):
            raise self._expected(Phrase("where.shape-comparison"))
        wanted, form = self._take() == "==", self._form()
        return _Truth(lambda hands: form(hands[seat]) == wanted)

    def _form(self) -> Callable[[Cards], bool]:
        if len(self._token) == len(Suit) and _is_number(self._token):
            in_any_suits = [int(length) for length in self._take()]
            return lambda hand: is_shaped(hand, [in_any_suits])
        by_suit = [self._length()]
        while len(by_suit) < len(Suit):
            self._need("-")
            by_suit.append(self._length())
        return lambda hand: reduce(operator.and_, map(operator.eq, lengths(hand), by_suit))

    def _length(self) -> int:
        if not _is_number(self._token) or int(self._token) > len(Rank):
            raise self._expected(Phrase("where.form"))
        return int(self._take())

    def _range(self) -> tuple[int, int]:
        column, low = self._column, self._signed()
        self._need("..")
        high = self._signed()
        if low > high:
            raise Invalid(Finding("where-range", {"low": low, "high": high}, 1, column))
        return low, high

    def _set(self, item: Callable[[], T]) -> list[T]:
        self._need("{")
        items = [item()]
        while self._accept(","):
            items.append(item())
        self._need("}")
        return items

    def _signed(self) -> int:
        sign = -1 if self._accept("-") else 1
        if not _is_number(self._token):
            raise self._expected(Phrase("where.plain-number"))
        return sign * int(self._take())

    def _truth(self, value: _Number | _Truth) -> Callable[[Sequence[Cards]], bool]:
        """What was just read, as a condition; after a number a comparison is missing."""
        if isinstance(value, _Number):
            raise self._expected(Phrase("where.comparison"))
        return value.of

    def _number(self, rule: Callable[[Phrase], _Number | _Truth]) -> Callable[[Sequence[Cards]], int]:
        """What comes next by a rule, as a number."""
        start, expected = self._at, Phrase("where.number")
        value = rule(expected)
        if isinstance(value, _Truth):
            self._at = start
            raise self._expected(expected)
        return value.of

    def _nested(self, rule: Callable[[], T]) -> T:
        self._level += 1
        if self._level > MOST_LEVELS:
            raise Invalid(Finding("where-too-deep", {"most": MOST_LEVELS}, 1, self._column))
        value = rule()
        self._level -= 1
        return value

    def _read(self, parse: Callable[[str], T], expected: Phrase) -> T:
        """The value of the next token by the function that reads it elsewhere."""
        try:
            value = parse(self._written)
        except Invalid:
            raise self._expected(expected) from None
        self._take()
        return value

    @property
    def _written(self) -> str:
        """The next token; nothing at the end."""
        return self._tokens[self._at][0]

    @property
    def _token(self) -> str:
        """The next token in lower case."""
        return self._written.lower()

    @property
    def _column(self) -> int:
        return self._tokens[self._at][1]

    def _take(self) -> str:
        token = self._token
        self._at += 1
        return token

    def _accept(self, token: str) -> bool:
        accepted = self._token == token
        self._at += accepted
        return accepted

    def _need(self, token: str) -> None:
        if not self._accept(token):
            raise self._expected(token)

    def _expected(self, what: str) -> Invalid:
        if not self._token:
            return Invalid(Finding("where-ends", {"expected": what}, 1, self._column))
        return Invalid(Finding("where-expected", {"text": self._written, "expected": what}, 1, self._column))


def _is_number(token: str) -> bool:
    return len(token) <= LONGEST_NUMBER and token.isascii() and token.isdecimal()
