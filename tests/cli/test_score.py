"""`overtrick score`: results without cards are worth what the same deals are worth when they are played."""

import json
import random
import subprocess
import sys

import pytest

from overtrick.cli import main
from overtrick.core.auctions import Contract
from overtrick.core.catalogue import find_game
from overtrick.core.scoring import DealScore
from overtrick.core.seats import SEATS, Side
from overtrick.deal.round import Round
from overtrick.formats.result_text import Extras, read_outcome

Capture = pytest.CaptureFixture[str]


def scored(words: str, capsys: Capture) -> dict[str, object]:
    assert main(["score", *words.split(), "--json"]) == 0
    fields: dict[str, object] = json.loads(capsys.readouterr().out)
    return fields


@pytest.mark.parametrize(
    ("words", "scores"),
    [
        ("bridge 1NT=", [90, 0]),
        ("bridge 2H+1 --vul", [140, 0]),
        ("bridge 3NT", [400, 0]),
        ("bridge 4S= --vul", [620, 0]),
        ("bridge 4♠X= --vul", [790, 0]),
        ("bridge 2SX=", [470, 0]),
        ("bridge 2dx=", [180, 0]),
        ("bridge 1nXX=", [560, 0]),
        ("bridge 6NT= --vul", [1440, 0]),
        ("bridge 7NTXX --vul", [2980, 0]),
        ("bridge 4HX-4", [0, 800]),
        ("bridge 7NT-13", [0, 650]),
        ("bridge 4H -1", [0, 50]),
        ("bridge pass", [0, 0]),
        ("bridge:rubber 4S+1", [150, 0]),
        ("bridge 4S+1 --rubber --honours defenders=100", [150, 100]),
        ("belote 92", [92, 70]),
        ("belote 92 --belote takers", [112, 70]),
        ("belote 72 --belote 1", [92, 90]),
        ("belote 75", [0, 162]),
        ("belote 75 --belote defenders", [0, 182]),
        ("belote --capot takers --belote defenders", [252, 20]),
        ("belote 0 --capot defenders", [0, 252]),
        ("belote 0", [0, 162]),
        ("belote NT 100", [100, 62]),
        ("belote AT 258 --capot takers", [252, 0]),
        ("belote:pagat 100 --annonces takers=50 --annonces takers=20", [170, 62]),
        ("coinche:contree 90H 102", [190, 60]),
        ("coinche:contree 90HX 102", [160 + 180, 0]),
        ("coinche:contree 90HXX 60", [0, 160 + 360]),
        ("coinche:contree capotS --capot takers", [500, 0]),
        ("coinche:contree capotS 162", [0, 410]),
        ("coinche:dot_cardgames 80H 90", [90, 62]),
        ("coinche,generale=true generaleC --capot 1 --alone", [750, 0]),
        ("coinche,generale=true generaleC --capot 1", [0, 660]),
        ("jass H 95 --weis 2=50 --stoeck 1", [115, 112]),
        ("jass:swisslos2500 S 80 --annonces 2=50 --belote 1", [200, 254]),
        ("spades:bicycle 3 2 4 5/3 0 4 6", [70, 0]),
        ("spades:tournament 3 2 4 5 / 3 0 4 6", [70, -70]),
        ("tarneeb pass", [0, 0]),
        ("klaverjas H 100 --roem takers=20 --roem defenders=40", [120, 102]),
        ("jass H 95 --weis 2=150", [95, 212]),
        ("sueca 75", [75, 45]),
        ("sueca --capot 2", [0, 120]),
        ("euchre 3 --alone", [1, 0]),
        ("euchre 5", [2, 0]),
        ("euchre 5 --alone", [4, 0]),
        ("euchre 2", [0, 2]),
        ("euchre,defend_alone=true 1 --alone --defended-alone", [0, 4]),
    ],
)
def test_a_result_is_worth_its_points(words: str, scores: list[int], capsys: Capture) -> None:
    assert scored(words, capsys)["scores"] == scores


def test_points_in_the_match_below_the_line_and_held_are_told(capsys: Capture) -> None:
    assert scored("sueca 120 --capot 1", capsys)["worth"] == [4, 0]
    assert scored("sueca,bandeira_needs=tricks 120", capsys)["worth"] == [2, 0]
    assert scored("bridge 3NT+2 --rubber", capsys)["below"] == [100, 0]
    assert scored("belote 81", capsys)["held"] == 81


def played(name: str, seed: int) -> Round:
    """A deal of random legal actions."""
    game, chance = find_game(name), random.Random(seed)
    deck = list(game.pack)
    chance.shuffle(deck)
    round_ = Round(game, SEATS[seed % 4], deck, vulnerable=frozenset([Side(1 + seed % 2)]))
    while round_.turn is not None:
        round_ = round_.apply_unchecked(chance.choice(round_.legal()))
    return round_


def told(round_: Round, contract: Contract) -> tuple[list[str], Extras]:
    """What somebody would type after this deal; the takers are called side 1."""
    outcome = round_.outcome
    assert outcome is not None
    taker = (contract.side or Side.ONE) - 1
    tricks, points = outcome.tricks[taker], outcome.points[taker]
    all_tricks = {0: Side.TWO, round_.game.hand_size: Side.ONE}.get(tricks)
    belotes = [(Side.ONE, outcome.belotes[taker]), (Side.TWO, outcome.belotes[1 - taker])]
    extras = Extras(
        belotes=tuple(side for side, bonus in belotes for _ in range(bonus // 20)),
        annonces=(outcome.annonces[taker], outcome.annonces[1 - taker]),
        all_tricks=all_tricks,
    )
    name, marks = round_.game.name, "X" * contract.double
    if name == "bridge":
        over = tricks - 6 - int(contract.value or 0)
        sign = f"{over:+}" if over else "="
        return [f"{contract.value}{contract.strain}{marks}{sign}"], Extras((contract.side or 1) in outcome.vulnerable)
    if name == "euchre":
        return [str(tricks)], Extras(alone=bool(contract.alone))
    if name == "coinche":
        return [f"{contract.value}{contract.strain}{marks}", str(points)], extras
    return [str(contract.strain), str(points)] if name == "belote" else [str(points)], extras


def by_taker(score: DealScore | None) -> tuple[object, ...]:
    assert score is not None
    swapped = score.taker is Side.TWO
    parts = sorted((part.reason, part.points, (part.side is Side.ONE) is swapped) for part in score.parts)
    return parts, score.held, score.winner is score.taker, score.worth


@pytest.mark.parametrize("name", ["belote:pagat", "coinche", "coinche:contree", "sueca", "euchre", "bridge", "whist"])
def test_a_result_is_worth_what_the_deal_was(name: str) -> None:
    compared = 0
    for seed in range(60):
        round_ = played(name, seed)
        if round_.contract is None or round_.contract.value == "generale":
            continue
        outcome = read_outcome(round_.game, *told(round_, round_.contract))
        assert outcome is not None
        assert by_taker(round_.game.score(outcome)) == by_taker(round_.score)
        compared += 1
    assert compared > 40


def test_the_table_has_a_row_for_each_reason(capsys: Capture) -> None:
    assert main(["score", "bridge", "4SX=", "--vul"]) == 0
    assert capsys.readouterr().out == (
        "                       takers  defenders\n"
        "tricks bid and made       240\n"
        "doubled contract made      50\n"
        "game                      500\n"
        "total                     790          0\n"
        "The contract is made.\n"
    )


@pytest.mark.parametrize(
    ("words", "total"),
    [
        ("hokm 1: 7-3", ["total", "1", "0"]),
        ("hokm 2: 7-3", ["total", "0", "1"]),
        ("hokm 4: 3-7", ["total", "1", "0"]),
        ("tarneeb 9 1: 10-3", ["total", "10", "0"]),
        ("tarneeb 9 2: 3-10", ["total", "10", "0"]),
    ],
)
def test_the_takers_stand_first_wherever_they_sit(words: str, total: list[str], capsys: Capture) -> None:
    assert main(["score", *words.split()]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["takers", "defenders"]
    assert total in [line.split() for line in lines]


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("bridge Pass", "All have passed."),
        ("bridge 4S-1", "The contract has failed."),
        ("belote 81 --lang fr", "Personne n'a gagné : 81 points attendent le gagnant du contrat suivant."),
        ("sueca 60", "Nobody has won the deal."),
        ("sueca 40 --lang pt", "A parceria 2 ganhou a mão."),
    ],
)
def test_the_last_line_says_what_became_of_the_deal(words: str, last: str, capsys: Capture) -> None:
    assert main(["score", *words.split()]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == last


def test_rubber_bridge_has_two_lines(capsys: Capture) -> None:
    assert main(["score", "bridge", "2H+1", "--rubber"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[-3:-1] == [["below", "the", "line", "60", "0"], ["above", "the", "line", "30", "0"]]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("bridge", "'' is not a result: a contract and what became of it"),
        ("bridge 8S", "'8S' is not a result"),
        ("bridge 7NT+1", "'7NT+1' is not a result"),
        ("bridge 1C-8", "'1C-8' is not a result"),
        ("bridge 4SXXX", "such as 4SX=, 3NT-2, 4H+1 or Pass"),
        ("bridge 4S --belote takers", "--belote means nothing for this result of bridge:duplicate."),
        ("bridge 4S --honours takers=100", "--honours means nothing"),
        ("bridge:rubber 4S --honours 100", "'100' is not a share: takers=50 or defenders=50 was expected."),
        ("belote", "'' was expected to be the takers' points in tricks, from 0 to 162."),
        ("belote 163", "from 0 to 162"),
        ("belote,last_trick=0 153", "from 0 to 152"),
        ("belote 100 --capot takers", "from 162 to 162"),
        ("belote 1 2", "'1 2' was expected"),
        ("belote -5", "'-5' was expected"),
        ("belote NT 100 --belote takers", "--belote means nothing"),
        ("belote 100 --belote takers --belote takers", "--belote means nothing"),
        ("belote 100 --annonces takers=20", "--annonces means nothing"),
        ("belote 100 --alone", "--alone means nothing"),
        ("belote X 100", "X cannot be trumps in belote:"),
        ("klaverjas O 100", "O cannot be trumps in klaverjas:amsterdam: S H D C can."),
        ("klaverjas H 162 --capot takers --roem defenders=20", "cannot have 20 points of roem"),
        ("klaverjas H 100 --roem takers=30", "cannot have 30 points of roem"),
        ("klaverjas H 100 --roem takers=15", "cannot have 15 points of roem"),
        ("jass H 95 --weis 1=20 --weis 2=20", "Weis of 20 and 20 points cannot be"),
        ("jass H 95 --weis 1=30", "Weis of 30 and 0 points cannot be"),
        ("jass H 95 --weis 2=900", "Weis of 0 and 900 points cannot be"),
        ("jass NT 95 --stoeck 1", "--stoeck means nothing"),
        ("jass:tournament H 95 --weis 1=20", "--weis means nothing"),
        ("spades:bicycle 3", "as in 3 2 4 5 / 3 0 4 6 was expected"),
        ("spades 3", "as in 3 nil 4 5 / 3 0 4 6 was expected"),
        ("belote:info0004 NT 100", "NT cannot be trumps"),
        ("belote 100 --rubber", "--rubber means nothing"),
        ("coinche 100", "'100' is not a result: a contract that can be bid"),
        ("coinche 85H 100", "'85H' is not a result"),
        ("coinche 90NT 100", "'90NT' is not a result"),
        ("coinche:pagat capotSX 162", "'capotSX' is not a result"),
        ("coinche 90H 100 --alone", "--alone means nothing"),
        ("sueca 121", "'121' was expected to be the card points of side 1, from 0 to 120."),
        ("sueca 60 --vul", "--vul means nothing"),
        ("euchre 6", "'6' was expected to be the makers' tricks, from 0 to 5."),
        ("euchre:eecs280 3 --alone", "--alone means nothing"),
        ("euchre 3 --alone --defended-alone", "--defended-alone means nothing"),
        ("tarot 3", "There is no game 'tarot'"),
    ],
)
def test_what_is_no_result_gets_a_sentence(words: str, complaint: str, capsys: Capture) -> None:
    assert main(["score", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith("overtrick score: ")) == ("", True)
    assert complaint in err


def test_options_may_stand_before_the_result_and_amidst(capsys: Capture) -> None:
    for words in ("hokm --json 2: 0-7", "--json hokm 2: 0-7", "hokm 2: --json 0-7", "hokm 2: 0-7 --json"):
        assert main(["score", *words.split()]) == 0
        assert json.loads(capsys.readouterr().out)["scores"] == [0, 2]
    assert scored("bridge --vul 4H -1", capsys)["scores"] == [0, 100]


def test_the_command_runs_by_itself() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "overtrick", "score", "euchre", "4", "--json"], capture_output=True, encoding="utf-8"
    )
    assert (json.loads(run.stdout)["scores"], run.stderr, run.returncode) == ([1, 0], "", 0)
