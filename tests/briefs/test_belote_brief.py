"""The Belote brief: the document's example, tricky deals, streams, bad input, and a second implementation."""

import io
import random
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

FOLDER = Path(__file__).parents[2] / "briefs" / "belote"
SAMPLES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("samples/*.belote"))}

# What `game` writes about each sample; a test below works it out again with the second implementation.
SCORES = {
    "example": "14 0 3, 14 17 2",
    "clean": "0 38 4, 0 61 2, 41 61 3, 48 61 3, 73 61 1, 73 77 2, 93 77 1, 105 77 1, 105 77",
    "inside": "0 28 2, 13 28 1, 13 39 4, 27 39 3, 27 84 4, 32 84 1, 32 105 4, 77 105 3, 20 162",
    "capot": "0 12 2, 0 33 2, 0 60 2, 0 66 2, 0 81 2, 0 135 2, 0 155 2, 0 182 2, 0 272",
    "tie": "14 0 3, 59 0 1, 59 20 4, 77 20 1, 77 30 4, 91 30 1, 91 47 4, 91 91 4, 91 91",
    "undertrump": "0 12 4, 0 29 4, 33 29 1, 33 43 2, 33 59 4, 33 83 2, 40 83 3, 79 83 1, 79 83",
    "counting": "0 38 4, 16 38 3, 16 61 4, 18 61 1, 36 61 3, 40 61 3, 52 61 3",
}
FAULTS = {
    "example": "Error: Player 2 played the jack of hearts in trick 3, but showed in trick 2 that he had no hearts: "
    "he played the queen of spades on a heart lead.\n",
    "counting": "Error: Player 3 played the nine of spades in trick 8, but showed in trick 1 that he had no trump "
    "above the ace of spades: he played the queen of spades on a trump lead.\n",
}

# Tricky cases: the deal, what is printed of it, and which player is accused in which trick.
TRICKY = {
    "1 the document's": ("s 2 / Qh 8h Ah 9h / Kh Th 7h Qs / Jh 9s 8s Js", "14 0 3, 14 17 2", (2, 3)),
    "2 undertrump of the partner, later a higher trump": ("s 1 / 7h Ks 8h 7s / Qs Ts As 8s", "0 4 2, 0 48 4", None),
    "3 undertrump of an opponent, later a higher trump": ("s 1 / 7h 8h Qs 7s / 7d Js 8d 9d", "3 0 3", (4, 2)),
    "4 a trump lead not overtaken": ("s 1 / Ts 7s 8s Qs / 7h 8h Ah 9h / 7c As 8c 9c", "13 0 1, 24 0 3", (4, 3)),
    "4 a partner's trump lead not overtaken": (
        "s 1 / Ts 7s 8s As / Kd 7d Ad Td / 7c 9s 8c 9c",
        "0 21 4, 0 46 2",
        (3, 3),
    ),
    "5 a discard on a trump lead, the partner master": ("s 1 / Js 7s 7h 8s / Ad 7d 9s 8d", "20 0 1", (3, 2)),
    "6 who discards with his partner master": (
        "s 1 / Ah 7h 8h 9h / Th Jh 7d 8d / Qh Kh 8s 9s",
        "11 0 1, 23 0 1",
        (4, 3),
    ),
    "7 a second cut": ("s 1 / 7h 9s 8s 8h / 7d Js 8d 9d", "0 14 2", (3, 2)),
    "8 a discard denies all trumps": ("s 1 / 7h 9s 7c 8h / 7d As 8d 9d", "0 14 2", (3, 2)),
    "9 the second player must trump": ("s 1 / 7h 7d 8h 9h / Ac 8c 8s 9c", "0 0 4", (2, 2)),
    "10 the partner is overtrumped": ("s 1 / 7h 8s Qs 7s / Ac Js 8c 9c", "3 0 3", (4, 2)),
    "A nobody else has hearts": ("s 1 / 7h 7s 8s 9s / 7d 8d 9d Td", "0 14 4, 10 14 3", None),
    "B the jack of trumps is nowhere": (
        "s 1 / 9s 7s 8s Qs / 7h 8h 9h Ts / Ks 7d 8d 9d",
        "17 0 1, 17 10 4, 17 34 4",
        None,
    ),
    "C sixteen cards for fifteen places": ("s 1 / Ah 7c 7h 8c / 7d 8d 9d Td", "11 0 1, 11 10 4", None),
}

Referee = Callable[[TextIO, TextIO, TextIO], bool]


@pytest.fixture(scope="module")
def game(load_brief: Callable[..., Any]) -> Referee:
    [belote] = load_brief("belote", "belote")
    referee: Referee = belote.game
    return referee


def judged(game: Referee, text: str) -> tuple[bool, str, str]:
    out, err = io.StringIO(), io.StringIO()
    return game(io.StringIO(text), out, err), out.getvalue(), err.getvalue()


def lines(scores: str) -> str:
    return "".join(f"{line}\n" for line in scores.split(", ") if line)


def test_every_sample_is_tested() -> None:
    assert SAMPLES.keys() == SCORES.keys()


@pytest.mark.parametrize("name", SCORES)
def test_samples(game: Referee, name: str) -> None:
    assert judged(game, SAMPLES[name]) == (name not in FAULTS, lines(SCORES[name]), FAULTS.get(name, ""))


@pytest.mark.parametrize("name", SCORES)
def test_samples_by_the_second_implementation(name: str) -> None:
    assert by_hand(SAMPLES[name]) == (name not in FAULTS, lines(SCORES[name]))


@pytest.mark.parametrize("name", SCORES)
def test_samples_by_the_program(run_bare: Callable[..., Any], name: str) -> None:
    done = run_bare(str(FOLDER / "belote.py"), stdin=SAMPLES[name])
    assert (done.returncode, done.stdout, done.stderr) == (
        int(name in FAULTS),
        lines(SCORES[name]),
        FAULTS.get(name, ""),
    )


@pytest.mark.parametrize("name", TRICKY)
def test_tricky_deals(game: Referee, name: str) -> None:
    text, scores, accused = TRICKY[name]
    good, out, err = judged(game, text.replace(" / ", "\n"))
    assert (good, out) == (False, lines(scores))
    player_and_trick = re.match(r"Error: Player (\d) played .* in trick (\d), but showed", err)
    assert (player_and_trick and tuple(map(int, player_and_trick.groups()))) == accused
    assert accused or "The deal is not finished" in err


class Output(io.StringIO):
    """A stream whose reader sees what has been flushed."""

    seen = ""

    def flush(self) -> None:
        self.seen = self.getvalue()


# StringIO inherits the methods of byte streams in its type stubs, so strings need to be excused below.
class Input(io.StringIO):
    """A stream that notes, each time a line is read, what the reader of another one has seen by then."""

    def __init__(self, text: str, out: Output) -> None:
        super().__init__(text)
        self.out = out
        self.notes: list[str] = []

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]  # a stream is its own iterator, which readline escapes
        return iter(self.readline, "")

    def readline(self, *_: Any) -> str:  # type: ignore[override]  # nobody here asks for a part of a line
        self.notes.append(self.out.seen)
        return super().readline()

    def read(self, *_: object) -> str:
        raise AssertionError("a game is read line by line")


def test_each_score_is_flushed_before_the_next_line_is_read(game: Referee) -> None:
    out = Output()
    in_ = Input(SAMPLES["clean"] + "what follows the last trick\n", out)
    assert game(in_, out, io.StringIO())
    scores = lines(SCORES["clean"]).splitlines(keepends=True)
    assert in_.notes == ["", *("".join(scores[:tricks]) for tricks in range(8))]
    assert out.seen == "".join(scores)


def test_nothing_is_read_after_a_fault(game: Referee) -> None:
    out, err = Output(), Output()
    in_ = Input(SAMPLES["example"] + "7h 7d 7c Ks\n", out)
    assert not game(in_, out, err)
    assert in_.notes == ["", "", "14 0 3\n", "14 0 3\n14 17 2\n"]
    assert (out.seen, err.seen) == (lines(SCORES["example"]), FAULTS["example"])


@pytest.mark.parametrize(
    ("text", "scores", "message"),
    [
        ("", "", "line 1: There is no game here: the input is empty."),
        ("\n \n", "", "line 1: There is no game here: the input is empty."),
        ("s\n", "", "line 1: 's' was expected to be the trump suit and the team, such as s 1."),
        ("7D\nAH 2D 5H 2H\n", "", "line 1: '7D' was expected to be the trump suit and the team, such as s 1."),
        ("x 1\n", "", "line 1: x cannot be trumps in belote:info0004: s h d c can."),
        ("nt 1\n", "", "line 1: nt cannot be trumps in belote:info0004: s h d c can."),
        ("s 3\n", "", "line 1: '3' is not a team: 1 or 2 was expected."),
        ("\ns 3\n", "", "line 2: '3' is not a team: 1 or 2 was expected."),
        ("s 2\n", "", "line 1: The deal is not finished: 0 of 8 tricks are complete."),
        ("s 2\nQh 8h Ah 9h", "14 0 3", "line 2: The deal is not finished: 1 of 8 tricks are complete."),
        ("s 2\nQh 8h Ah\n", "", "line 2: The deal is not finished: 0 of 8 tricks are complete."),
        ("s 2\nQh 8h Ah\n9h Kh Th 7h", "", "line 2: A trick has four cards, but this one has 3."),
        ("s 2\nQh 8h Ah 9h Kh\n", "", "line 2: A trick has four cards, but this one has 5."),
        ("s 2\nQh 8h Ah 2h\n", "", "line 2: 2h is not in the pack of belote."),
        ("s 2\nQh 8h Xh 9h\n", "", "line 2: 'Xh' is not a card: a rank and a suit were expected, such as Ah or Td."),
        ("s 2\nQh 8h Qh 9h\n", "", "line 2: Player 3 played Qh in trick 1, but it was already played in trick 1."),
        ("{}\n", "", "line 1: '{}' was expected to be the trump suit and the team, such as s 1."),
        ("s é\udcff\n", "", r"line 1: '\xe9\udcff' is not a team: 1 or 2 was expected."),
    ],
)
def test_bad_input(game: Referee, text: str, scores: str, message: str) -> None:
    assert judged(game, text) == (False, lines(scores), f"Error: {message}\n")


def test_a_whole_deal_in_json_is_not_the_format_that_was_asked_for(game: Referee) -> None:
    trump_and_team, *tricks = SAMPLES["clean"].splitlines()
    plays = ",".join(f'"{card}"' for trick in tricks for card in trick.split())
    record = f'{{"game":"belote","contract":{{"strain":"{trump_and_team[0]}","side":1}},"plays":[{plays}]}}\n'
    done, out, message = judged(game, record)
    assert (done, out) == (False, "")
    assert re.fullmatch(
        r"Error: line 1: '\{\"game.*' was expected to be the trump suit and the team, such as s 1.\n", message
    )


@pytest.mark.parametrize("change", [lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, str.rstrip])
def test_line_ends_and_marks_do_not_matter(game: Referee, change: Callable[[str], str]) -> None:
    assert judged(game, change(SAMPLES["tie"])) == (True, lines(SCORES["tie"]), "")


def test_the_program_takes_any_bytes(run_bare: Callable[..., Any]) -> None:
    done = run_bare(str(FOLDER / "belote.py"), stdin="s 1\n♥♠ é\n", encoding="ascii")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: line 2: '")


# Characters that stand in deals, and those that upset programs.
CHARACTERS = (
    st.sampled_from('shdcAKQJT987 12\n\r\t\ufeff{}[]"\\%\x00\x1c\x85\u2028éß\udcff\U0001f0a1') | st.characters()
)


@st.composite
def damaged(draw: st.DrawFn, texts: Sequence[str]) -> str:
    """A text with some parts replaced."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        text = text[:start] + draw(st.text(CHARACTERS, max_size=6)) + text[end:]
    return text


@given(text=damaged(list(SAMPLES.values())) | st.text(CHARACTERS))
def test_any_text_gets_an_answer(game: Referee, text: str) -> None:
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="ascii") for _ in range(2))
    good = game(io.StringIO(text), out, err)
    out.seek(0)
    err.seek(0)
    scores, errors = out.read(), err.read()
    assert re.fullmatch(r"(\d+ \d+ [1-4]\n){8}\d+ \d+\n" if good else r"(\d+ \d+ [1-4]\n){0,7}", scores)
    assert errors == "" if good else re.fullmatch(r"Error: .+\n", errors)


@given(plays=st.permutations(reference.pack("belote")), trump=st.sampled_from("shdc"), team=st.sampled_from("12"))
def test_any_order_of_the_cards_by_the_second_implementation(
    game: Referee, plays: list[str], trump: str, team: str
) -> None:
    text = deal_text(trump, team, plays)
    assert judged(game, text)[:2] == by_hand(text)


@given(number=st.integers(0, 2**32), trump=st.sampled_from("shdc"), team=st.sampled_from("12"), fair=st.booleans())
def test_deals_by_the_second_implementation(game: Referee, number: int, trump: str, team: str, fair: bool) -> None:
    text = deal_text(trump, team, list(played(random.Random(number), trump, fair)))
    good, out, err = judged(game, text)
    assert (good, out) == by_hand(text)
    assert good or not fair
    assert bool(err) is not good


def deal_text(trump: str, team: str, plays: Sequence[str]) -> str:
    return f"{trump} {team}\n" + "".join(" ".join(plays[i : i + 4]) + "\n" for i in range(0, len(plays), 4))


def played(chance: random.Random, trump: str, fair: bool) -> Iterator[str]:
    """A deal played at random; if it is not fair, one card in ten is any card of the hand."""
    pack = reference.pack("belote")
    chance.shuffle(pack)
    hands = [pack[i : i + 8] for i in range(0, 32, 8)]
    leader = 1
    for _ in range(8):
        trick: list[str] = []
        for offset in range(4):
            hand = hands[(leader - 1 + offset) % 4]
            choice = reference.legal("belote", trump, hand, trick) if fair or chance.random() < 0.9 else hand
            trick.append(chance.choice(choice))
            hand.remove(trick[-1])
        yield from trick
        leader = (leader - 1 + reference.winner("belote", trump, trick)) % 4 + 1


def by_hand(text: str) -> tuple[bool, str]:
    """What `game` returns and writes about a deal, from the document's prose and the second implementation."""
    header, *tricks = text.splitlines()
    trump, team = header.split()
    plays = [card for trick in tricks for card in trick.split()]
    seats = reference.seats_of("belote", trump, plays, 1)
    fault = reference.first_provable("belote", trump, plays, 1, 8, {}, "player")
    scores, belote, won = [0, 0], [0, 0], [0, 0]
    told: list[str] = []
    for number in range(8):
        start = 4 * number
        if (fault is not None and fault < start + 4) or len(plays) < start + 4:
            return False, "".join(told)
        trick = plays[start : start + 4]
        winner = seats[start + reference.winner("belote", trump, trick)]
        pair = 1 - winner % 2
        scores[pair] += sum(reference.points("belote", trump, card) for card in trick) + (10 if number == 7 else 0)
        won[pair] += 1
        for index in range(start, start + 4):
            other = {"K" + trump: "Q" + trump, "Q" + trump: "K" + trump}.get(plays[index])
            if other in plays[:index] and seats[plays.index(other)] == seats[index]:
                belote[1 - seats[index] % 2] = 20
        told.append(f"{scores[0] + belote[0]} {scores[1] + belote[1]} {winner}\n")
    takers = int(team) - 1
    defenders = 1 - takers
    inside = scores[takers] + belote[takers] < scores[defenders] + belote[defenders]
    if 8 in won:
        scores = [252 if tricks_won == 8 else 0 for tricks_won in won]
    if inside:
        scores[defenders], scores[takers] = sum(scores), 0
    told.append(f"{scores[0] + belote[0]} {scores[1] + belote[1]}\n")
    return True, "".join(told)
