"""Conditions on a deal: each function, a direct computation of random conditions, and what is refused."""

import operator
import pickle
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import games, hands_of

from overtrick.core.cards import CARDS, Cards
from overtrick.core.errors import Invalid
from overtrick.deal.conditions import MOST_LEVELS, Where, parse_where
from overtrick.deal.text import Hands, parse_deal

# North 9 high-card and 3 length points, East 0, South 17, West 14 and 2.
_, DEAL = parse_deal("N:4.QT43.4.AKT8653 T8.9865.7652.972 A732.AKJ2.KJT3.J KQJ965.7.AQ98.Q4")
_, BELOTE_DEAL = parse_deal("N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
_, BALANCED_DEAL = parse_deal("W:AT52.AK92.A97.K7 K874.J87.KQ.AJ84 J.QT54.T643.6532 Q963.63.J852.QT9")


@pytest.mark.parametrize(
    "text",
    [
        "hcp(N) == 9",
        "lp(N) == 3 and lp(W) == 2",
        "points(N) == 12",
        "controls(S) == 6",
        "spades(N) == 1 and hearts(N) == 4 and diamonds(N) == 1 and clubs(N) == 7",
        "hcp(1) == 9 and hcp(2) == 0 and hcp(3) == 17 and hcp(4) == 14",
        "hcp(e) == 0 and hcp(s) == 17 and hcp(w) == 14",
        "HCP(n) == 9 AND NOT Balanced(N) Or Hcp(N) In 99..100",
        "not balanced(N)",
        "shape(N) == 7411",
        "shape(N) == 1174",
        "shape(N) == 1-4-1-7",
        "shape(N) == 1 - 4 - 1 - 7",
        "shape(N) != 7-4-1-1",
        "shape(N) in {5332, 1-4-1-7}",
        "not shape(N) in {5332, 7-4-1-1}",
        "shape(E) != 4432 and shape(E) == 4-4-3-2 or shape(E) == 4432",
        "has(S, Ah)",
        "has(S, AH) and has(S, HA) and has(S, A♥) and has(S, ah)",
        "has(N, 10h) and has(N, Th) and not has(S, Th)",
        "hcp(N) + hcp(S) >= 25",
        "hcp(N) + hcp(E) + hcp(S) + hcp(W) == 40",
        "hcp(S) - hcp(W) == 3",
        "hcp(W) - hcp(S) == -3",
        "hcp(W) - hcp(S) in -3..0",
        "hcp(W) - hcp(S) in {-3, 4}",
        "-hcp(N) < 0",
        "40 - (hcp(N) + hcp(S)) == 14",
        "40 - hcp(N) - hcp(S) == 14",
        "40 - (hcp(N) - hcp(S)) == 48",
        "(hcp(N)) in 9..9",
        "((hcp(N) + hcp(S)) >= 25)",
        "hcp(N) in {1, 9}",
        "hcp(N) != 10",
        "hcp(N) < 10 and hcp(N) <= 9 and hcp(N) > 8 and hcp(N) >= 9",
        "not hcp(N) > 9 and not hcp(N) < 9",
        "hcp(N) == 9 or hcp(N) == 8 and hcp(N) == 7",
        "not (hcp(N) == 9 and hcp(N) == 8)",
        "not not hcp(N) == 9",
        "12 > hcp(N)",
        "hcp(N)<hcp(W)",
        "1 < 2",
        "  hcp(N)\t>=\n9 ",
        "hcp(N) < 999999",
    ],
)
def test_conditions_that_hold(text: str) -> None:
    assert parse_where(text).holds(DEAL) is True
    assert parse_where(f"not ({text})").holds(DEAL) is False


def test_balanced_hands() -> None:
    assert [parse_where(f"balanced({seat})").holds(BALANCED_DEAL) for seat in "NESW"] == [True, False, True, True]


def test_other_packs() -> None:
    text = "hcp(N) == 7 and shape(N) == 2-0-1-1 and shape(N) == 2110 and has(E, 8d) and not has(E, 2d)"
    assert parse_where(text).holds(BELOTE_DEAL)


@pytest.mark.parametrize("text", ["hcp(N) >= 12", "  HAS(n, T♥) "])
def test_the_text_is_kept(text: str) -> None:
    where = parse_where(text)
    assert str(where) == text
    assert eval(repr(where)) == pickle.loads(pickle.dumps(where)) == where == Where(text)
    assert hash(where) == hash(Where(text))
    assert where not in (parse_where("hcp(N) >= 13"), text)
    with pytest.raises(AttributeError):
        where.text = ""
    with pytest.raises(AttributeError):
        del where.text


CONDITION = "a condition such as hcp(N) >= 12"
COMPARISON = "a comparison such as >= 12 or in 15..17"
NUMBER = "a number or a count such as hcp(N)"
SEAT = "a seat from 1 to 4, or N E S W"
SHAPE = "a shape such as 5332 or 5-3-3-2"
END = "and, or, or the end"


def met(text: str, expected: str) -> str:
    return f"'{text}' stands where {expected} was expected."


def ends(expected: str) -> str:
    return f"The condition ends where {expected} was expected."


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("", 1, ends(CONDITION)),
        ("  ", 3, ends(CONDITION)),
        ("hcp(N)", 7, ends(COMPARISON)),
        ("hcp(N) and balanced(N)", 8, met("and", COMPARISON)),
        ("balanced(N) AND hcp(N) Or 1 < 2", 24, met("Or", COMPARISON)),
        ("not hcp(N)", 11, ends(COMPARISON)),
        ("(hcp(N))", 9, ends(COMPARISON)),
        ("hcp(N) >=", 10, ends(NUMBER)),
        ("hcp(N) >= and", 11, met("and", NUMBER)),
        ("hcp(N) >= 1 >= 2", 13, met(">=", END)),
        ("hcp(N) = 12", 8, met("=", COMPARISON)),
        ("hcp(N) >= 12)", 13, met(")", END)),
        ("hcp(N) >= 12 balanced(N)", 14, met("balanced", END)),
        ("hcp(N) >= balanced(N)", 11, met("balanced", NUMBER)),
        ("hcp(N) + (1 < 2) > 3", 10, met("(", NUMBER)),
        ("hcp(N) + shape(N) == 4432", 10, met("shape", NUMBER)),
        ("balanced(N) + 1 > 3", 13, met("+", END)),
        ("balanced(N) == 1", 13, met("==", END)),
        ("-balanced(N)", 2, met("balanced", NUMBER)),
        ("--1 < 2", 2, met("-", NUMBER)),
        ("+1 < 2", 1, met("+", CONDITION)),
        ("and", 1, met("and", CONDITION)),
        ("1 < 2 or", 9, ends(CONDITION)),
        ("1 < 2 or or 1 < 2", 10, met("or", CONDITION)),
        ("(1 < 2", 7, ends(")")),
        ("(1 < 2 3", 8, met("3", ")")),
        ("hcp", 4, ends("(")),
        ("hcp N", 5, met("N", "(")),
        ("hcp()", 5, met(")", SEAT)),
        ("hcp(5) > 1", 5, met("5", SEAT)),
        ("hcp(X) > 1", 5, met("X", SEAT)),
        ("hcp(N S) > 1", 7, met("S", ")")),
        ("has(N Ah)", 7, met("Ah", ",")),
        ("has(N, Xh)", 8, met("Xh", "a card such as Ah")),
        ("has(N,", 7, ends("a card such as Ah")),
        ("has(N, Ah", 10, ends(")")),
        ("shape(N)", 9, ends("==, != or in")),
        ("shape(N) >= 4432", 10, met(">=", "==, != or in")),
        ("shape(N) == balanced", 13, met("balanced", SHAPE)),
        ("shape(N) == 14-0-0-0", 13, met("14", SHAPE)),
        ("shape(N) == 4-4-3", 18, ends("-")),
        ("shape(N) == 4-4-x-2", 17, met("x", SHAPE)),
        ("shape(N) == 44322", 13, met("44322", SHAPE)),
        ("shape(N) == 443", 13, met("443", SHAPE)),
        ("shape(N) in 4432", 13, met("4432", "{")),
        ("shape(N) in {}", 14, met("}", SHAPE)),
        ("hcp(N) in", 10, ends("a number")),
        ("hcp(N) in 12", 13, ends("..")),
        ("hcp(N) in 12.14", 13, met(".", "..")),
        ("hcp(N) in 12..", 15, ends("a number")),
        ("hcp(N) in 12..hcp(S)", 15, met("hcp", "a number")),
        ("hcp(N) in 17..15", 11, "No number is in 17..15: the lower one comes first."),
        ("hcp(N) in {}", 12, met("}", "a number")),
        ("hcp(N) in {1, 2", 16, ends("}")),
        ("hcp(N) in {1 2}", 14, met("2", "}")),
        ("hcp(N) > 1234567", 10, met("1234567", NUMBER)),
        ("hcp(N) > ١٢", 10, met("١", NUMBER)),
        ("hcp(N) > 12h", 10, met("12h", NUMBER)),
        ("hcp(N) $ 1", 8, met("$", COMPARISON)),
        ("hcp(N) > __import__", 10, met("_", NUMBER)),
        (
            "balanced(N) and hpc(N) > 1",
            17,
            "There is no function 'hpc': the functions are "
            "hcp lp points controls spades hearts diamonds clubs balanced shape has.",
        ),
    ],
)
def test_what_is_refused(text: str, column: int, sentence: str) -> None:
    with pytest.raises(Invalid) as raised:
        parse_where(text)
    finding = raised.value.finding
    assert (finding.message(), finding.line, finding.column) == (sentence, 1, column)
    assert str(raised.value) == f"{sentence} (line 1, column {column})"
    assert len({finding.message(language) for language in ("en", "fr", "pt")}) == 3


@pytest.mark.parametrize(("opening", "inner", "closing"), [("(", "1 < 2", ")"), ("not ", "1 < 2", ""), ("(", "1", ")")])
def test_nesting_has_a_bound(opening: str, inner: str, closing: str) -> None:
    def nested(levels: int) -> str:
        return f"{opening * levels}{inner}{closing * levels}{'' if '<' in inner else ' < 2'}"

    assert parse_where(nested(MOST_LEVELS)).holds(DEAL) is (opening != "not " or MOST_LEVELS % 2 == 0)
    for levels in (MOST_LEVELS + 1, 100_000):
        with pytest.raises(Invalid, match=f"^The condition is nested too deeply: at most {MOST_LEVELS} levels"):
            parse_where(nested(levels))


@pytest.mark.parametrize("join", [" and ", " or "])
def test_length_has_no_bound(join: str) -> None:
    assert parse_where(join.join(["(1 < 2)"] * 5_000)).holds(DEAL)
    assert parse_where(f"{' + '.join(['1'] * 5_000)} == 5000 {join} 1 < 2").holds(DEAL)


# Conditions at random, each with what it means to a program that never saw the grammar.

Number = tuple[str, Callable[[list[list[str]]], int]]
Truth = tuple[str, Callable[[list[list[str]]], bool]]
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
COMPARED = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def suit_lengths(hand: list[str]) -> list[int]:
    return [sum(card[1] == suit for card in hand) for suit in "shdc"]


def high(hand: list[str]) -> int:
    return sum(POINTS.get(card[0], 0) for card in hand)


def long(hand: list[str]) -> int:
    return sum(max(0, length - 4) for length in suit_lengths(hand))


MEANINGS: dict[str, Callable[[list[str]], int]] = {
    "hcp": high,
    "lp": long,
    "points": lambda hand: high(hand) + long(hand),
    "controls": lambda hand: sum({"A": 2, "K": 1}.get(card[0], 0) for card in hand),
    "spades": lambda hand: suit_lengths(hand)[0],
    "hearts": lambda hand: suit_lengths(hand)[1],
    "diamonds": lambda hand: suit_lengths(hand)[2],
    "clubs": lambda hand: suit_lengths(hand)[3],
}
some_seats = st.sampled_from([("N", 0), ("E", 1), ("S", 2), ("W", 3), ("1", 0), ("2", 1), ("3", 2), ("4", 3), ("w", 3)])


@st.composite
def counts(draw: st.DrawFn) -> Number:
    name, (seat, place) = draw(st.sampled_from(sorted(MEANINGS))), draw(some_seats)
    written = draw(st.sampled_from([name, name.upper(), name.capitalize()]))
    return f"{written}({seat})", lambda hands: MEANINGS[name](hands[place])


literals = st.integers(0, 40).map(lambda value: (str(value), lambda hands: value))


@st.composite
def sums(draw: st.DrawFn) -> Number:
    text, value = draw(counts() | literals)
    for sign in draw(st.lists(st.sampled_from("+-"), max_size=2)):
        more, other = draw(counts() | literals | sums().map(lambda inner: (f"({inner[0]})", inner[1])))
        join = operator.add if sign == "+" else operator.sub
        text, value = f"{text} {sign}{more}", lambda hands, a=value, b=other, join=join: join(a(hands), b(hands))
    return text, value


@st.composite
def comparisons(draw: st.DrawFn) -> Truth:
    (text, value), kind = draw(sums()), draw(st.sampled_from(["compare", "range", "set"]))
    if kind == "compare":
        sign, (other, right) = draw(st.sampled_from(sorted(COMPARED))), draw(sums())
        return f"{text}{sign}{other}", lambda hands: COMPARED[sign](value(hands), right(hands))
    if kind == "range":
        low, more = draw(st.integers(-10, 30)), draw(st.integers(0, 20))
        return f"{text} in {low}..{low + more}", lambda hands: low <= value(hands) <= low + more
    items = draw(st.lists(st.integers(-10, 30), min_size=1, max_size=5))
    return f"{text} in {{{', '.join(map(str, items))}}}", lambda hands: value(hands) in items


@st.composite
def hand_conditions(draw: st.DrawFn) -> Truth:
    seat, place = draw(some_seats)
    card = str(draw(st.sampled_from(CARDS)))
    digits = draw(st.lists(st.integers(0, 6), min_size=4, max_size=4))
    any_suits, exact = "".join(map(str, digits)), "-".join(map(str, digits))
    choices: list[Truth] = [
        (f"has({seat}, {card})", lambda hands: card in hands[place]),
        (
            f"balanced({seat})",
            lambda hands: sorted(suit_lengths(hands[place])) in ([2, 3, 4, 4], [3, 3, 3, 4]),
        ),
        (f"shape({seat}) == {any_suits}", lambda hands: sorted(suit_lengths(hands[place])) == sorted(digits)),
        (f"shape({seat}) != {exact}", lambda hands: suit_lengths(hands[place]) != digits),
        (
            f"shape({seat}) in {{{exact}, 4432}}",
            lambda hands: suit_lengths(hands[place]) == digits or sorted(suit_lengths(hands[place])) == [2, 3, 4, 4],
        ),
    ]
    return draw(st.sampled_from(choices))


def combined(parts: st.SearchStrategy[Truth]) -> st.SearchStrategy[Truth]:
    grouped = parts.map(lambda part: (f"({part[0]})", part[1]))
    several = st.lists(grouped, min_size=1, max_size=3)
    return st.one_of(
        grouped.map(lambda part: (f"not {part[0]}", lambda hands: not part[1](hands))),
        several.map(lambda all_: (" and ".join(p[0] for p in all_), lambda hands: all(p[1](hands) for p in all_))),
        several.map(lambda any_: (" or ".join(p[0] for p in any_), lambda hands: any(p[1](hands) for p in any_))),
    )


truths = st.recursive(comparisons() | hand_conditions(), combined, max_leaves=6)
deals = games().flatmap(hands_of)


@given(condition=truths, hands=deals)
def test_conditions_by_a_direct_computation(condition: Truth, hands: Hands) -> None:
    text, meaning = condition
    assert parse_where(text).holds(hands) is meaning([[str(card) for card in hand] for hand in hands])


@given(first=comparisons(), second=comparisons(), third=comparisons(), hands=deals)
def test_not_binds_before_and_and_and_before_or(first: Truth, second: Truth, third: Truth, hands: Hands) -> None:
    names = [[str(card) for card in hand] for hand in hands]
    a, b, c = (part[1](names) for part in (first, second, third))
    assert parse_where(f"{first[0]} or {second[0]} and not {third[0]}").holds(hands) is (a or (b and (not c)))
    assert parse_where(f"not {first[0]} and {second[0]} or {third[0]}").holds(hands) is (((not a) and b) or c)


PIECES = (
    "hcp lp points controls spades shape balanced has N E S W 1 4 Ah 10h and or not in == != < <= > >= "
    "+ - ( ) { } , .. 5332 5-3-3-2 12 15..17 hcp(N) hcp(N)>9 shape(S)==4432 has(N,Ah) Ⅳ ſ ﬁ \x00 \ud800"
).split()


@given(
    text=st.lists(st.sampled_from(PIECES)).map(" ".join) | st.lists(st.sampled_from(PIECES)).map("".join) | st.text()
)
@example("hcp(ſ) > 1")
@example("9" * 10_000)
@example("hcp(N) > " + "9" * 10_000)
def test_any_text_is_a_condition_or_refused(text: str) -> None:
    try:
        where = parse_where(text)
    except Invalid as error:
        finding = error.finding
        assert finding.line == 1
        assert finding.column is not None
        assert 1 <= finding.column <= len(text) + 1
        assert all(finding.message(language) for language in ("en", "fr", "pt"))
    else:
        assert where.holds(DEAL) in (True, False)
        assert where.holds([Cards()] * 4) in (True, False)
        assert eval(repr(where)) == where
