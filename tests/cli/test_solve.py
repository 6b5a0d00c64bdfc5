"""`overtrick solve`: deals, positions and files; what is printed for people and as JSON; what is refused."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from overtrick.cli import main
from overtrick.core.catalogue import find_game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.deals import numbered_deal
from overtrick.deal.position import Position
from overtrick.deal.text import parse_deal
from overtrick.engine.kernel.engine import engine
from overtrick.engine.solver.reference import PlainSearcher
from overtrick.formats import jsonl
from overtrick.games.bridge.double_dummy import dd_table, par

Capture = pytest.CaptureFixture[str]

DEAL = "N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K"
BELOTE = ["--game", "belote", "--trump", "H"]
COLD = "N:AKQ2.AKQ2.AKQ.AK 543.543.5432.543 JT98.JT98.JT9.QJ 76.76.876.T98762"
ENGINE = f"engine: {engine()}\n"


def printed(capsys: Capture, *words: str, code: int = 0) -> str:
    assert main(["solve", *words]) == code
    return str(capsys.readouterr().out)


def objects(capsys: Capture, *words: str, code: int = 0) -> list[dict[str, Any]]:
    assert main(["solve", *words, "--json"]) == code
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("words", [[DEAL], DEAL.split(), [f"belote H N {DEAL}"], ["belote", "H", "N", *DEAL.split()]])
def test_a_deal_is_one_argument_or_several(words: list[str], capsys: Capture) -> None:
    assert printed(capsys, *words, *BELOTE) == f"1 and 3 win 14 of 80 points.\n{ENGINE}"


@pytest.mark.parametrize(
    ("text", "value", "cards"),
    [
        ("hokm H N N:432.A.. AKQ.2.. 765.3.. T98.4..", 1, 4),
        ("hokm H N 6-3 N:432.A.. AKQ.2.. 765.3.. T98.4..", 4, 4),
        ("spades S N N:K43.Q.. 2.2.J.J J.J3.2. AQ...AK", 2, 1),
        ("spades S N broken N:K43.Q.. 2.2.J.J J.J3.2. AQ...AK", 2, 4),
    ],
)
def test_tricks_so_far_and_broken_spades_count(text: str, value: int, cards: int, capsys: Capture) -> None:
    [told] = objects(capsys, text, "--all-cards")
    assert (told["value"], len(told["cards"])) == (value, cards)


def test_cards_and_a_line_are_told_when_asked_for(capsys: Capture) -> None:
    assert printed(capsys, DEAL, *BELOTE, "--all-cards", "--line") == (
        "1 and 3 win 14 of 80 points.\n"
        "   14  7c\n"
        "    0  As Ks 7d\n"
        "  best play: 7c 8c Tc Kc | Qh 9h As Th | 7h Ks Kd 9d | Td 7d 8d 9c\n" + ENGINE
    )
    (found,) = objects(capsys, DEAL, *BELOTE, "--all-cards", "--line")
    assert found == {
        "value": 14,
        "cards": {"As": 0, "Ks": 0, "7d": 0, "7c": 14},
        "line": "7c 8c Tc Kc Qh 9h As Th 7h Ks Kd 9d Td 7d 8d 9c".split(),
        "engine": engine(),
    }


def test_a_line_from_the_middle_of_a_trick_completes_it_first(capsys: Capture) -> None:
    text = printed(capsys, "belote H N N:AK..7. .T.K8.8 .Q.9.T9 .97.T.K 7c", "--line")
    assert "best play: 8c Tc Kc | Qh " in text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["euchre H E-N N:AK..9.A J.T.K.9 Q.Q.J.T .J.T.KQ"], "2 and 4 win 3 of 4 tricks."),
        (["N:AK..9.A J.T.K.9 Q.Q.J.T .J.T.KQ", "--game", "euchre", "--trump", "H", "--leader", "2-1"], "2 and 4 win 3"),
        ([DEAL, "--game", "bridge", "--trump", "NT", "--leader", "E"], "E and W win 3 of 4 tricks."),
        ([DEAL, *BELOTE, "--lang", "fr"], "1 et 3 font 14 points sur 80."),
        ([DEAL, *BELOTE, "--lang", "pt"], "1 e 3 fazem 14 de 80 pontos."),
        ([DEAL, *BELOTE, "--at-least", "14"], "1 and 3 win at least 14 of 80 points."),
        ([DEAL, *BELOTE, "--at-least", "15"], "1 and 3 win less than 15 of 80 points."),
        (["belote H N N:.J9.. .87.. .Q..9 .T..8", "--capot"], "1 and 3 win 147 of 147 points."),
    ],
)
def test_the_sentence_tells_who_wins_how_much(words: list[str], text: str, capsys: Capture) -> None:
    assert printed(capsys, *words).startswith(text)


def test_questions_and_capot_as_json(capsys: Capture) -> None:
    (yes,) = objects(capsys, DEAL, *BELOTE, "--at-least", "14")
    assert yes["at_least"] is True
    assert yes["value"] is None
    assert 14 <= yes["low"] <= yes["high"] <= 80
    assert objects(capsys, DEAL, *BELOTE, "--at-least", "15")[0]["at_least"] is False
    assert objects(capsys, "belote H N N:.J9.. .87.. .Q..9 .T..8", "--capot")[0]["value"] == 47 + 10 + 90


def test_what_is_not_finished_is_said_to_be_so(capsys: Capture) -> None:
    words = ["belote H N N:QJ.A.Q.AKJ7 8.T87.T97.9 A7.K9.AJ8.8 KT9.QJ.K.QT", "--max-nodes", "1"]
    text = printed(capsys, *words, "--all-cards", code=1)
    assert "of 162 points: unfinished after 1 nodes." in text
    (found,) = objects(capsys, *words, code=1)
    assert found["value"] is None
    assert found["low"] < found["high"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "deals.txt"
    path.write_text(
        f"\ufeff# some deals\n{DEAL}\n\n  # and a few that are none\nN:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.\n"
        f"E{DEAL[1:]}\nbridge H N {DEAL}\nN:AK..7.7\n"
    )
    return str(path)


def test_a_file_is_solved_line_by_line_and_what_is_wrong_is_told(file: str, capsys: Capture) -> None:
    assert main(["solve", file, *BELOTE]) == 2
    out, err = capsys.readouterr()
    assert out == (
        f"{file}:2: 1 and 3 win 14 of 80 points.\n{file}:6: 2 and 4 win 14 of 80 points.\n"
        f"{file}:7: N and S win 1 of 4 tricks.\n{ENGINE}"
    )
    first, second = (line for line in err.splitlines() if line.startswith(file))
    assert first == f"{file}:5: Player 4 has 3 cards, any on the table included, but player 1 has 4."
    assert second.startswith(f"{file}:8: 'N:AK..7.7' is not a deal")


def test_objects_stand_in_the_order_of_the_input(file: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = [found.get("value", found.get("code")) for found in objects(capsys, file, *BELOTE, code=2)]
    assert shown == [14, "uneven-hands", 14, 1, "bad-deal"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(Path(file).read_bytes()), encoding="utf-8"))
    piped = [found.get("value", found.get("code")) for found in objects(capsys, "-", *BELOTE, code=2)]
    assert piped == shown


def test_many_deals_come_in_order(tmp_path: Path, capsys: Capture) -> None:
    _, hands = parse_deal(DEAL)
    game = find_game("belote")
    positions = [Position(game, strain, hands, leader) for strain in game.strains for leader in SEATS]
    values = [PlainSearcher(game, p.strain).bounds(p, -1000, 1000)[0] for p in positions]
    path = tmp_path / "many.txt"
    path.write_text("\n".join(map(str, positions * 50)))
    assert [found["value"] for found in objects(capsys, str(path))] == values * 50


@pytest.mark.parametrize("name", ["games.pbn", "games.lin"])
def test_boards_of_bridge_files_say_trumps_and_leader_themselves(name: str, capsys: Capture) -> None:
    if engine() == "plain":
        pytest.skip("takes hours without kernels")
    path = str(Path(__file__).parents[1] / "data" / name)
    assert main(["solve", path]) == 2  # one of them is not whole
    out, err = capsys.readouterr()
    assert "E and W win 3 of 13 tricks." in out
    assert "The deal is not whole" in err
    other = objects(capsys, path, "--trump", "S", "--leader", "N", code=2)[0]
    assert other["value"] == 9


def test_a_board_without_a_contract_needs_trumps_and_a_leader_for_its_value(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "board.pbn"
    path.write_text('[Dealer "W"]\n[Vulnerable "EW"]\n[Deal "N:A... K... Q... J..."]\n')
    for words, sentence in ((["--all-cards"], "--trump is needed"), (["--trump", "S"], "--leader is needed")):
        assert main(["solve", str(path), *words]) == 2
        assert sentence in capsys.readouterr().err
    assert printed(capsys, str(path), "--trump", "S", "--leader", "E").startswith(f"{path}:1: E and W win 0 of 1")
    assert main(["solve", str(path), "--game", "belote"]) == 2
    assert "A PBN file has games of bridge, not of belote." in capsys.readouterr().err


def test_a_table_has_all_declarers_and_strains(capsys: Capture) -> None:
    text = printed(capsys, COLD, "--table", "--dealer", "E", "--vulnerable", "NS")
    assert text.splitlines()[:2] == ["     N  E   S  W", "S   13  0  13  0"]
    assert "par for N-S, dealer E, N-S vulnerable: +2220 (N 7NT=, S 7NT=)" in text
    _, hands = parse_deal(COLD)
    table = dd_table(hands)
    (found,) = objects(capsys, COLD, "--table")
    assert found["table"] == {str(strain): list(tricks) for strain, tricks in table.tricks.items()}
    assert list(found["table"]) == ["S", "H", "D", "C", "NT"]
    assert found["engine"] == table.engine
    assert found["par"]["None"] == {"score": par(table, Seat.NORTH).score, "contracts": ["N 7NT=", "S 7NT="]}
    assert list(found["par"]) == ["None", "NS", "EW", "All"]


def test_a_table_is_told_of_a_board_without_a_contract(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "boards.pbn"
    contract = '[Contract "3NT"]\n[Declarer "S"]\n'
    path.write_text(f'[Deal "{COLD}"]\n\n[Deal "{COLD}"]\n{contract}\n[Deal "{COLD}"]\n', encoding="utf-8")
    first, second, third = objects(capsys, str(path))
    assert first == third == objects(capsys, COLD, "--table")[0]
    assert second["value"] == 0
    assert main(["solve", str(path), "--all-cards"]) == 2


def test_a_table_of_an_ending_has_no_par(capsys: Capture) -> None:
    (found,) = objects(capsys, DEAL, "--table")
    assert set(found) == {"table", "engine"}
    assert found["table"]["NT"] == [1, 3, 1, 2]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([DEAL], "--game NAME is needed"),
        ([DEAL, "--game", "belote"], "--trump is needed with one of S H D C NT AT"),
        ([DEAL, "--game", "belote", "--lang", "fr"], "Rien ne dit ici quel est l'atout"),
        ([DEAL, "--game", "belote", "--trump", "X"], "'X' is not a trump suit"),
        ([DEAL, "--game", "euchre", "--trump", "H"], "7d is not in the pack of euchre"),
        ([DEAL, "--game", "nothing", "--trump", "H"], "There is no game 'nothing'"),
        ([DEAL, *BELOTE, "--leader", "5"], "'5' is not a seat"),
        ([DEAL, *BELOTE, "--leader", "E-N"], "Nobody sits out in belote"),
        (["euchre H E-N-S N:AK..9.A J.T.K.9 Q.Q.J.T .J.T.KQ"], "1 3 cannot all sit out"),
        ([DEAL, "--game", "bridge", "--trump", "H", "--capot"], "There is no capot in bridge"),
        ([DEAL, "--game", "belote", "--table"], "--table is for Bridge only"),
        (["bridge H N N:A..7.7 .T.K8.8 .Q.9.T9 .97.T.K Ks", "--table"], "Player E has 4 cards"),
        (["/no/such/file"], "/no/such/file cannot be read"),
        (["no file"], "no file cannot be read"),
        (["\0"], "cannot be read"),
        ([os.devnull], "the input is empty"),
    ],
)
def test_what_cannot_be_solved_is_refused_with_a_sentence(words: list[str], sentence: str, capsys: Capture) -> None:
    assert main(["solve", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("overtrick solve: ")
    assert sentence in err


@pytest.mark.parametrize(
    ("game", "words", "sentence"),
    [
        ("sueca", ["--table"], "--table is for Bridge only"),
        ("belote", ["--table"], "The deal is not whole"),
        ("belote", ["--trump", "H"], "The deal is not whole"),
        ("spades", ["--trump", "S"], "A deal with a nil has no values"),
    ],
)
def test_deals_of_records_are_solved_as_what_they_are(
    game: str, words: list[str], sentence: str, tmp_path: Path, capsys: Capture
) -> None:
    records, deal = tmp_path / "deals.jsonl", numbered_deal(find_game(game), "solve", 1)
    if game == "spades":
        deal = deal.apply_all(["3", "nil", "3", "3"])
    records.write_text(jsonl.dumps([deal.record()]))
    assert main(["solve", str(records), *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err


@pytest.mark.parametrize(
    "words",
    ["--table --all-cards", "--table --trump H", "--dealer N", "--at-least 5 --line", "--at-least 0", "--max-nodes -1"],
)
def test_options_that_contradict_each_other_are_refused(words: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", DEAL, *words.split()])
    assert ended.value.code == 2


def test_the_plain_engine_says_the_same() -> None:
    command = [sys.executable, "-m", "overtrick", "solve", DEAL, *BELOTE, "--all-cards", "--line", "--json"]
    runs = [
        subprocess.run(command, env={**os.environ, "OVERTRICK_ENGINE": name}, capture_output=True, text=True)
        for name in ("plain", engine())
    ]
    plain, here = (json.loads(run.stdout) for run in runs)
    assert (plain.pop("engine"), here.pop("engine")) == ("plain", engine())
    assert plain == here


def test_an_interrupt_ends_a_long_search_at_once(tmp_path: Path) -> None:
    path = tmp_path / "hard.txt"
    path.write_text(f"{DEAL}\nN:KT985.Q982.T5.76 AJ63.KT74.A976.4 Q42.3.KJ82.KQ985 7.AJ65.Q43.AJT32\n")
    words = ["solve", str(path), "--game", "bridge", "--trump", "NT", "--all-cards"]
    with subprocess.Popen([sys.executable, "-m", "overtrick", *words], stdout=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stdout.readline()  # the first deal is solved, the second one takes many seconds
        run.send_signal(signal.SIGINT)
        assert run.wait() == -signal.SIGINT


def test_a_file_that_is_no_text_is_told_once(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "picture"
    file.write_bytes(bytes(range(256)) * 3)
    assert main(["solve", str(file), "--game", "bridge"]) == 2
    assert capsys.readouterr().err == f"overtrick solve: {file} is not a text: it has bytes that no text has.\n"


@pytest.mark.parametrize("words", [["N:AK..7.7 .T.K8.8 .Q.9.T9"], ["n:AK..7.7"], ["N:AK..7.7", ".T.K8.8", ".Q.9.T9"]])
def test_a_deal_without_all_hands_is_no_file(words: list[str], capsys: Capture) -> None:
    assert main(["solve", *words, *BELOTE]) == 2
    assert "four hands were expected" in capsys.readouterr().err
