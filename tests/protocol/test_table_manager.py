"""The lines of the Table Manager protocol: what we write is what the protocol has, and what others write is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cards, seats

from overtrick.core.cards import CARDS, Card, Cards
from overtrick.core.seats import Seat, Side
from overtrick.protocol.table_manager import (
    VULNERABLE,
    Board,
    Called,
    Connecting,
    EndOfSession,
    Hand,
    Line,
    Played,
    Ready,
    Seated,
    StartOfBoard,
    Teams,
    Timing,
    ToLead,
    encode_line,
    managed_game,
    parse_line,
)

N, E, S, W = Seat
HAND = Cards("Ah Kh Th 8h 4h 3h 2h Ac Kc Tc 7c 6c 3c")

AS_IN_THE_PROTOCOL = {
    'Connecting "My team" as North using protocol version 18': Connecting("My team", N),
    'North ("My team") seated': Seated(N, "My team"),
    "North ready for teams": Ready(N, "teams"),
    'Teams : N/S : "My team" E/W : "Another"': Teams("My team", "Another"),
    "North ready to start": Ready(N, "start"),
    "Start of Board": StartOfBoard(),
    "North ready for deal": Ready(N, "deal"),
    "Board number 7. Dealer South. Both vulnerable.": Board(7, S, frozenset(Side)),
    "Board number 8. Dealer West. Neither vulnerable.": Board(8, W, frozenset()),
    "Board number 2. Dealer East. N/S vulnerable.": Board(2, E, frozenset([Side.ONE])),
    "Board number 3. Dealer South. E/W vulnerable.": Board(3, S, frozenset([Side.TWO])),
    "North ready for cards": Ready(N, "cards"),
    "North's cards : S -. H A K T 8 4 3 2. D -. C A K T 7 6 3.": Hand(N, HAND),
    "South ready for North's bid": Ready(S, "bid", N),
    "North passes": Called(N, "pass"),
    "North bids 1NT": Called(N, "1NT"),
    "North bids 4H Alert. 13 to 19 total points": Called(N, "4H", "13 to 19 total points"),
    "North doubles": Called(N, "X"),
    "North redoubles": Called(N, "XX"),
    "East to lead": ToLead(E),
    "Dummy to lead": ToLead(None),
    "South ready for East's card to trick 1": Ready(S, "card", E, 1),
    "East plays 3C": Played(E, Card("3c")),
    "South ready for dummy": Ready(S, "dummy"),
    "Dummy's cards : S -. H A K T 8 4 3 2. D -. C A K T 7 6 3.": Hand(None, HAND),
    "South ready for dummy's card to trick 13": Ready(S, "card", None, 13),
    "Timing - N/S : this board  01:36,  total  1:01:36.  E/W : this board  00:09,  total  0:12:00.": Timing(
        (96, 9), (3696, 720)
    ),
    "End of session": EndOfSession(),
}

OTHERWISE = {
    'Connecting "WBridge5" as ANYPL using protocol version 18': Connecting("WBridge5", None),
    'Connecting "WBridge5" using protocol 18': Connecting("WBridge5", None),
    'connecting "BEN" as West using protocol version 18 BEN 0.8 default.conf': Connecting("BEN", W),
    'CONNECTING  "a b"  as EAST using protocol version 19.': Connecting("a b", E, 19),
    "south emanon seated": Seated(S, "emanon"),
    'South "emanon" seated': Seated(S, "emanon"),
    'Teams: N/S: "a". E/W: "b"': Teams("a", "b"),
    'Teams: N/S "north-south" E/W "east-west"': Teams("north-south", "east-west"),
    'Teams : N/S : "a" E/W : "b". Playing IMP': Teams("a", "b"),
    "start of board": StartOfBoard(),
    "Board number 8. Dealer WEST. Neither vulnerable. Closed room.": Board(8, W, frozenset()),
    "board number 8 dealer west none vulnerable": Board(8, W, frozenset()),
    "WEST ready for  NORTH's bid": Ready(W, "bid", N),
    "West ready for teams.": Ready(W, "teams"),
    "WEST's cards: S -.H A K T 8 4 3 2.D.C A K T 7 6 3.": Hand(W, HAND),
    "west's cards : C AKT763 D H AK10 8432": Hand(W, HAND),
    "Dummy's cards : S - H A K T 8 4 3 2. D - C A K T 7 6 3.": Hand(None, HAND),
    "WEST PASSES": Called(W, "pass"),
    "West pass": Called(W, "pass"),
    "West doubles.": Called(W, "X"),
    "west bids 1n": Called(W, "1NT"),
    "West bids 1H.Infos.C=0-8,D=4-8": Called(W, "1H"),
    "West bids 1H Infos. 12+ points": Called(W, "1H"),
    "West bids 2D alert.weak": Called(W, "2D", "weak"),
    "West passes Alert.": Called(W, "pass", ""),
    "WEST plays tc": Played(W, Card("Tc")),
    "West plays 10C": Played(W, Card("Tc")),
    "West plays TC. Follow": Played(W, Card("Tc")),
    "dummy plays TC": Played(None, Card("Tc")),
    "Timing - N/S : this board  [1:15],  total  [0:11:23].  E/W : this board  [1:18],  total  [0:10:23]": Timing(
        (75, 78), (683, 623)
    ),
    "Timing": Timing(),
}

NOT_A_LINE = [
    "",
    "hello",
    "North",
    "North bids 8C",
    "North bids 1X",
    "North plays 1C",
    "Northern passes",
    "North ready for everything",
    "North's cards : S A K.",
    "North's cards : S A A. H A K T 8 4 3 2. D -. C A K T 7.",
    "North's cards : S Z. H A K T 8 4 3 2. D -. C A K T 7 6 3.",
    "Board number 1. Dealer North. Somebody vulnerable.",
    "Connecting BEN as North using protocol version 18",
    "North passes" + " x" * 1000,
]

texts = st.text(st.characters(min_codepoint=32, max_codepoint=126, exclude_characters='"'), max_size=30).map(
    lambda text: " ".join(text.split())
)
hands = st.permutations(CARDS).map(lambda pack: Cards(pack[:13]))
calls = st.sampled_from([str(call) for call in managed_game().auction_rules.calls])
seconds = st.tuples(st.integers(0, 3599), st.integers(0, 3599))
lines = st.one_of(
    st.builds(Connecting, texts, st.none() | seats, st.integers(0, 99)),
    st.builds(Seated, seats, texts.filter(lambda text: "(" not in text and ")" not in text)),
    st.builds(Ready, seats, st.sampled_from(["teams", "start", "deal", "cards", "dummy"]), st.none(), st.just(0)),
    st.builds(Ready, seats, st.just("bid"), seats, st.just(0)),
    st.builds(Ready, seats, st.just("card"), st.none() | seats, st.integers(1, 13)),
    st.builds(Teams, texts, texts),
    st.builds(Board, st.integers(1, 999), seats, st.sampled_from(list(VULNERABLE))),
    st.builds(Hand, st.none() | seats, hands),
    st.builds(Called, seats, calls, st.none() | texts.map(lambda text: text.lstrip(". "))),
    st.builds(ToLead, st.none() | seats),
    st.builds(Played, st.none() | seats, cards),
    st.builds(Timing, seconds, seconds),
    st.sampled_from([StartOfBoard(), EndOfSession()]),
)


@pytest.mark.parametrize("text", AS_IN_THE_PROTOCOL)
def test_lines_are_read_and_written_as_in_the_protocol(text: str) -> None:
    line = AS_IN_THE_PROTOCOL[text]
    assert parse_line(text) == line
    assert type(parse_line(text)) is type(line)
    assert str(line) == text


@pytest.mark.parametrize("text", OTHERWISE)
def test_what_others_write_instead_is_read(text: str) -> None:
    line = parse_line(text)
    assert (type(line), line) == (type(OTHERWISE[text]), OTHERWISE[text])


@pytest.mark.parametrize("text", NOT_A_LINE)
def test_other_texts_are_no_lines(text: str) -> None:
    assert parse_line(text) is None


@given(lines)
def test_what_is_written_is_read_as_the_same(line: Line) -> None:
    read = parse_line(str(line))
    assert (type(read), read) == (type(line), line)


@given(st.text() | st.lists(st.sampled_from([*AS_IN_THE_PROTOCOL, *OTHERWISE])).map(" ".join))
def test_no_text_is_too_much(text: str) -> None:
    parse_line(text)


def test_only_ascii_is_sent() -> None:
    assert encode_line(Teams('Zoé "the best"', "日本")) == b'Teams : N/S : "Zoe \'the best\'" E/W : ""\r\n'
    assert encode_line("«Non»\n") == b"Non \r\n"
