"""`overtrick deal`: seeds, formats, conditions, openings and refusals."""

import json
import os
import re
import subprocess
import sys

import pytest

from overtrick.cli import main
from overtrick.core.cards import CARDS, Card
from overtrick.deal.replay import replay
from overtrick.formats import jsonl
from overtrick.games.bridge import lin, pbn

Capture = pytest.CaptureFixture[str]


def dealt(words: str, capsys: Capture) -> str:
    assert main(["deal", *words.split()]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_bridge_board_is_laid_out_as_a_compass(capsys: Capture) -> None:
    assert dealt("bridge --seed x --opening", capsys) == (
        "Board 1, dealer N, nobody vulnerable\n"
        "                           N\n"
        "                           ♠ A42\n"
        "                           ♥ 3\n"
        "                           ♦ KQJT985\n"
        "                           ♣ 96\n"
        "                           10 HCP, 3 LP, Total = 13\n"
        "W                                                     E\n"
        "♠ KT86                                                ♠ QJ9753\n"
        "♥ AKJ42                                               ♥ 9\n"
        "♦ 74                                                  ♦ A6\n"
        "♣ T7                                                  ♣ AKQ8\n"
        "11 HCP, 1 LP, Total = 12                              16 HCP, 2 LP, Total = 18\n"
        "                           S\n"
        "                           ♠ —\n"
        "                           ♥ QT8765\n"
        "                           ♦ 32\n"
        "                           ♣ J5432\n"
        "                           3 HCP, 3 LP, Total = 6\n"
        "N opens 1D\n"
    )


def test_other_games_have_a_row_for_each_player(capsys: Capture) -> None:
    assert dealt("sueca --seed x --lang pt", capsys) == (
        "Mão 1, dador 4, carta virada A♦\n"
        "  1  ♠ Q2   ♥ A75  ♦ QJ5  ♣ 64\n"
        "  2  ♠ 65   ♥ QJ6  ♦ 7    ♣ AQJ7\n"
        "  3  ♠ KJ4  ♥ 4    ♦ K64  ♣ K32\n"
        "  4  ♠ A73  ♥ K32  ♦ A32  ♣ 5\n"
    )


def test_the_text_shows_every_card_once(capsys: Capture) -> None:
    for board in dealt("bridge --seed y -n 3", capsys).split("\n\n"):
        shown = [rank + suit for suit, ranks in re.findall(r"([♠♥♦♣]) ([0-9TJQKA]+)", board) for rank in ranks]
        assert sorted(map(Card, shown)) == list(CARDS)


def test_who_opens_is_the_first_from_the_dealer_on_who_does_not_pass(capsys: Capture) -> None:
    boards = dealt("bridge --seed x -n 8 --opening", capsys).split("\n\n")
    lasts = [board.strip().splitlines()[-1] for board in boards]
    assert lasts[:2] == ["N opens 1D", "All hands PASS"]
    assert "vulnerable" in boards[3]
    assert boards[3].startswith("Board 4, dealer W, all vulnerable")


@pytest.mark.parametrize("game", ["belote", "coinche:contree", "sueca", "euchre", "bridge", "whist"])
def test_json_has_a_record_a_line_that_can_be_played(game: str, capsys: Capture) -> None:
    lines = dealt(f"{game} --seed q -n 3 --format json", capsys).splitlines()
    records = jsonl.loads("\n".join(lines))
    assert len(records) == 3
    for record in records:
        assert replay(record).record() == record


def test_pbn_and_lin_hold_the_same_deals_as_json(capsys: Capture) -> None:
    words = "bridge --seed q -n 5 --where hcp(N)>=10 --format "
    records = jsonl.loads(dealt(words + "json", capsys))
    for read in (pbn.loads(dealt(words + "pbn", capsys)), lin.loads(dealt(words + "lin", capsys))):
        assert [r.board for r in read] == [r.board for r in records] == [1, 2, 3, 4, 5]
        assert [(r.dealer, r.vulnerable) for r in read] == [(r.dealer, r.vulnerable) for r in records]
        for one, other in zip(read, records, strict=True):
            assert one.deal.hands is not None
            assert other.deal.hands is not None
            assert [set(hand or ()) for hand in one.deal.hands] == [set(hand or ()) for hand in other.deal.hands]


def test_what_is_written_has_the_line_ends_of_its_format() -> None:
    command = [sys.executable, "-m", "overtrick", "deal", "bridge", "--seed", "x", "-n", "2", "--format"]
    data = {form: subprocess.run([*command, form], capture_output=True).stdout for form in ("pbn", "lin", "json")}
    assert data["pbn"].count(b"\r\n") == data["pbn"].count(b"\n") == data["pbn"].count(b"\r") > 30
    assert [data[form].count(b"\n") for form in ("lin", "json")] == [2, 2]
    assert b"\r" not in data["lin"] + data["json"]


def test_a_random_seed_is_told_and_deals_the_same_again(capsys: Capture) -> None:
    assert main(["deal", "euchre"]) == 0
    out, err = capsys.readouterr()
    told = re.fullmatch(r"overtrick deal: --seed ([0-9a-f]{16}) deals the same again\n", err)
    assert told is not None
    assert dealt(f"euchre --seed {told[1]}", capsys) == out
    assert main(["deal", "euchre"]) == 0
    assert capsys.readouterr().out != out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("belote --format pbn", "--format pbn is for Bridge only."),
        ("belote --format lin", "--format lin is for Bridge only."),
        ("belote --opening", "--opening is for Bridge only."),
        ("bridge --where hcp(N)", "(line 1, column 7)"),
        ("tarot", "There is no game 'tarot'"),
    ],
)
def test_what_cannot_be_dealt_gets_a_sentence(words: str, complaint: str, capsys: Capture) -> None:
    assert main(["deal", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("overtrick deal: ")
    assert err.count("\n") == 1  # nothing else is told, such as the seed of deals that are not made
    assert complaint in err


@pytest.mark.parametrize("words", ["bridge -n 0", "bridge -n x", "bridge --format json --opening", "bridge --format x"])
def test_bad_usage_ends_with_code_2(words: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["deal", *words.split()])
    assert ended.value.code == 2
    assert "usage: overtrick deal" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_red_suits_are_red_on_a_terminal(no_color: str, coloured: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "overtrick", "deal", "sueca", "--seed", "x"]
    environment = {**os.environ, "NO_COLOR": no_color, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"}
    subprocess.run(command, stdout=theirs, env=environment, check=True)
    os.close(theirs)
    shown = os.read(ours, 10_000).decode()
    os.close(ours)
    assert ("\x1b[31m♥ A75\x1b[0m" in shown) is coloured
    assert ("\x1b[31mA♦\x1b[0m" in shown) is coloured
    assert "\x1b[31m♠" not in shown


def test_the_command_runs_by_itself() -> None:
    command = [sys.executable, "-m", "overtrick", "deal", "bridge", "--seed", "x", "--format", "json"]
    run = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert (json.loads(run.stdout)["game"], run.stderr, run.returncode) == ("bridge", "", 0)
