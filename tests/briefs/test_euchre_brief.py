"""The Euchre brief: the document's outputs, its errors, any pack and any names."""

import contextlib
import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

FOLDER = Path(__file__).parents[2] / "briefs" / "euchre"
MODULES = ("euchre_card", "euchre_pack", "euchre_player", "euchre_game", "euchre")
PACK = str(FOLDER / "pack.in")
CARDS = (FOLDER / "pack.in").read_text(encoding="utf-8").splitlines()
NAMES = ["Alice", "Bob", "Cathy", "Drew"]
USAGE = "Usage: euchre PACK_FILENAME [shuffle|noshuffle] POINTS_TO_WIN NAME1 NAME2 NAME3 NAME4\n"
SAMPLES = sorted((FOLDER / "samples").glob("*.correct"))

Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def euchre(load_brief: Callable[..., Any]) -> SimpleNamespace:
    """The modules by name."""
    return SimpleNamespace(**dict(zip(MODULES, load_brief("euchre", *MODULES), strict=True)))


@pytest.fixture(scope="module")
def run(euchre: SimpleNamespace) -> Run:
    """Run the program in this process: its exit code and its output; it never writes to standard error."""

    def run(*words: str) -> tuple[int, str]:
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()) as err:
            code: int = euchre.euchre.main(["./euchre", *words])
        assert err.getvalue() == ""
        return code, out.getvalue()

    return run


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("euchre") / "pack"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_the_documents_outputs_byte_for_byte(sample: Path) -> None:
    expected = sample.read_bytes()
    program, *words = expected.splitlines()[0].decode().split()
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run([program, *words], cwd=FOLDER, env=environment, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, expected, b"")


def test_there_are_two_samples() -> None:
    assert [path.name for path in SAMPLES] == ["euchre_test00.out.correct", "euchre_test01.out.correct"]


@pytest.mark.parametrize("program", ["euchre", "euchre.py"])
def test_a_bare_clone_is_enough(program: str, run_bare: Callable[..., Any]) -> None:
    expected = SAMPLES[0].read_text(encoding="utf-8").split("\n", 1)[1]
    done = run_bare(str(FOLDER / program), PACK, "noshuffle", "1", *NAMES)
    first = f"{FOLDER / program} {PACK} noshuffle 1 Alice Bob Cathy Drew \n"
    assert (done.returncode, done.stdout, done.stderr) == (0, first + expected, "")


def test_names_are_printed_as_they_were_typed() -> None:
    words = [PACK.encode(), b"noshuffle", b"1", "Zoé".encode(), b"\xff\xfe", b"", b"a b"]
    command = [sys.executable.encode(), b"euchre.py", *words]
    for encoding in ("ascii", "utf-8"):
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        done = subprocess.run(command, cwd=FOLDER, env=environment, capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.splitlines()[0] == b" ".join([b"euchre.py", *words, b""])
        assert b"\xff\xfe and a b have 0 points\n" in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        [],
        [PACK, "shuffle", "10", "Alice", "Bob", "Cathy"],
        [PACK, "shuffle", "10", *NAMES, "Eve"],
        [PACK, "Shuffle", "10", *NAMES],
        [PACK, "", "10", *NAMES],
        *([PACK, "shuffle", points, *NAMES] for points in ["0", "101", "-1", "ten", "", "1.5", "1x", "٣", "9" * 9999]),
    ],
)
def test_wrong_command_lines(run: Run, words: list[str]) -> None:
    assert run(*words) == (1, USAGE)


@pytest.mark.parametrize("points", ["1", "99", "100", "007"])
def test_points_in_bounds(run: Run, points: str) -> None:
    code, out = run(PACK, "shuffle", points, *NAMES)
    assert code == 0
    scores = [int(score) for score in re.findall(r"have (\d+) points", out)]
    assert max(scores[-2:]) >= int(points)
    assert max(scores[:-2], default=0) < int(points)


def test_a_pack_that_cannot_be_opened(run: Run, tmp_path: Path) -> None:
    for name in (str(tmp_path / "none"), str(tmp_path)):
        first = f"./euchre {name} shuffle 10 Alice Bob Cathy Drew \n"
        assert run(name, "shuffle", "10", *NAMES) == (1, f"{first}Error opening {name}\n")


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([], "A pack has 24 cards, but this one has 0."),
        (CARDS[:-1], "A pack has 24 cards, but this one has 23."),
        ([*CARDS[:-1], CARDS[0]], "Nine of Spades is in the pack twice."),
        ([*CARDS, CARDS[5]], "Ace of Spades is in the pack twice."),
        ([*CARDS[:-1], "Two of Clubs"], "Two of Clubs is not in a pack of Euchre."),
        ([*CARDS[:-1], "Ace in Diamonds"], "'Ace in Diamonds' is not a card"),
        ([*CARDS[:-1], "Ad"], "'Ad' is not a card"),
        ([*CARDS, "Nine"], "'Nine' is not a card"),
    ],
)
def test_packs_that_are_none(run: Run, path: Path, cards: list[str], message: str) -> None:
    path.write_text("\n".join(cards), encoding="utf-8")
    code, out = run(str(path), "shuffle", "10", *NAMES)
    first, error = out.splitlines()
    assert (code, first) == (1, f"./euchre {path} shuffle 10 Alice Bob Cathy Drew ")
    assert error.startswith(f"Error reading {path}: {message}")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace(b"\n", b"\r\n"),
        lambda data: data.replace(b"\n", b" "),
        lambda data: data.replace(b" ", b"\t "),
        lambda data: b"\n" + data.replace(b"\n", b"\n\n"),
        lambda data: data.rstrip(),
        lambda data: b"\xef\xbb\xbf" + data,
    ],
)
def test_harmless_differences(run: Run, path: Path, change: Callable[[bytes], bytes]) -> None:
    path.write_bytes(change((FOLDER / "pack.in").read_bytes()))
    code, out = run(str(path), "shuffle", "10", *NAMES)
    assert (code, out.split("\n", 1)[1]) == (0, SAMPLES[1].read_text(encoding="utf-8").split("\n", 1)[1])


@given(data=st.binary(), start=st.integers(0, 400), length=st.integers(0, 4))
def test_any_file_gets_an_answer(run: Run, path: Path, data: bytes, start: int, length: int) -> None:
    good = (FOLDER / "pack.in").read_bytes()
    for content in (data, good[:start] + data + good[start + length :]):
        path.write_bytes(content)
        code, out = run(str(path), "noshuffle", "3", *NAMES)
        assert out.endswith(" win!\n") if code == 0 else re.search(r"\nError reading [^\n]+\.\n$", out)


@given(seed=st.integers(0, 10**6), shuffle=st.sampled_from(["shuffle", "noshuffle"]), points=st.integers(1, 12))
def test_any_pack_is_played_to_the_end(run: Run, path: Path, seed: int, shuffle: str, points: int) -> None:
    """Every hand deals in turn, all cards follow each other as they should, and the points add up."""
    path.write_text("\n".join(random.Random(seed).sample(CARDS, 24)), encoding="utf-8")
    code, out = run(str(path), shuffle, str(points), *NAMES)
    assert code == 0
    hands = re.split(r"^Hand \d+\n", out, flags=re.MULTILINE)[1:]
    totals = [0, 0]
    for number, hand in enumerate(hands):
        assert hand.startswith(f"{NAMES[number % 4]} deals\n")
        played = re.findall(r"^(.+) (?:led|played) by", hand, flags=re.MULTILINE)
        assert len(played) == len(set(played)) == 20
        assert set(played) < set(CARDS)
        taken = [NAMES.index(name) % 2 for name in re.findall(r"^(\w+) takes the trick", hand, flags=re.MULTILINE)]
        maker = NAMES.index(re.findall(r"^(\w+) orders up", hand, flags=re.MULTILINE)[0]) % 2
        winner = int(sum(taken) >= 3)
        won = taken.count(winner)
        totals[winner] += 2 if winner != maker or won == 5 else 1
        assert ("euchred!\n" in hand, "march!\n" in hand) == (winner != maker, winner == maker and won == 5)
        assert f"{['Alice and Cathy', 'Bob and Drew'][winner]} win the hand\n" in hand
        assert f"Alice and Cathy have {totals[0]} points\nBob and Drew have {totals[1]} points\n\n" in hand
        assert (max(totals) >= points) == (number == len(hands) - 1)


# The structures of the document.


def test_a_player_after_the_deal_is_printed_as_in_the_document(euchre: SimpleNamespace) -> None:
    game = euchre.euchre_game.Game(euchre.euchre_pack.Pack.read(PACK), False, 10, NAMES)
    game.deal()
    hand = ["Queen of Spades", "King of Spades", "Nine of Clubs", "Ten of Clubs", "Jack of Clubs"]
    assert str(game.player(2)) == "Cathy\n" + "".join(f"    {card}\n" for card in hand)


def test_three_cuts_move_three_cards_to_the_other_end(euchre: SimpleNamespace) -> None:
    pack = euchre.euchre_pack.Pack.read(PACK)
    assert [euchre.euchre_card.Card_print(card) for card in pack.cards] == CARDS
    pack.shuffle()
    assert [euchre.euchre_card.Card_print(card) for card in pack.cards] == CARDS[3:] + CARDS[:3]
