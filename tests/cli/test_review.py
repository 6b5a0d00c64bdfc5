"""`overtrick review`: tables, JSON, pages, languages, and what cannot be reviewed."""

import io
import json
import re
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from played_deals import played

from overtrick.cli import main
from overtrick.deal.record import Record
from overtrick.formats import jsonl
from overtrick.games.bridge import pbn
from overtrick.reviewing import Review, review

Capture = pytest.CaptureFixture[str]

NAMES = ("<b>Ann</b>", 'Bea "&" Co', "Zoé\x1b[2J", "")


def record() -> Record:
    """A short deal, which the makers lose."""
    (found,) = jsonl.loads(
        '{"game":"euchre","seats":["Ann","Bea","","Dan"],"dealer":4,"deal":{"hands":[["Qd","Td","Ks","Ad","Jc"],'
        '["9c","Kh","Tc","Qs","Th"],["Js","Qh","9d","Ts","Jh"],["9h","As","9s","Kd","Qc"]],"turn_up":"Jd",'
        '"kitty":["Kc","Ac","Ah"],"discard":"9s"},"auction":["order"],"plays":["Ks","Qs","Js","As","Qc","Jc","Tc",'
        '"Ts","9h","Td","Kh","Qh","Ad","9c","Jh","Jd","Kd","Qd","Th","9d"]}'
    )
    return found


@cache
def bridge_review() -> Review:
    """Of a deal whose cards all players see."""
    found = review(played("bridge", bot="simple"), worlds=0)
    assert isinstance(found, Review)
    return found


@pytest.fixture
def line() -> str:
    return jsonl.dumps([record()])


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["plain", "dds"])
def test_it_is_said_before_that_a_long_deal_takes_minutes_without_kernels(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("overtrick.cli.review.engine_of", lambda game: name)
    deal = '[Dealer "N"]\n[Deal "N:KT9.A42.KQ2.KJ87 8765.T98.65.QT52 J43.Q763.AJ43.A9 AQ2.KJ5.T987.643"]\n'
    play = '[Contract "3NT"]\n[Declarer "N"]\n[Play "E"]\nS5\n*\n'
    path = tmp_path / "deal.pbn"
    path.write_text(deal, encoding="utf-8")
    main(["review", "--open", "--max-nodes", "1", str(path)])
    assert "minutes" not in capsys.readouterr().err
    path.write_text(deal + play, encoding="utf-8")
    main(["review", "--open", "--max-nodes", "1", str(path)])
    assert ("Without Numba a deal of 13 tricks may take minutes" in capsys.readouterr().err) == (name == "plain")


def test_a_deal_that_nobody_played_has_no_review_and_no_empty_tables(tmp_path: Path, capsys: Capture) -> None:
    deal = '[Dealer "N"]\n[Deal "N:KT9.A42.KQ2.KJ87 8765.T98.65.QT52 J43.Q763.AJ43.A9 AQ2.KJ5.T987.643"]\n'
    path = tmp_path / "deal.pbn"
    path.write_text(deal, encoding="utf-8")
    assert main(["review", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}:1: Nobody has played this deal.\n"
    assert main(["review", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "not-played"


def test_a_table_of_all_cards(line: str, capsys: Capture) -> None:
    assert main(["review", line, "--open"]) == 0
    assert capsys.readouterr().out == (
        "Deal 1, euchre:north_american, dealer 4, turned up J♦, ♦ by Ann (1)\n"
        "Tricks of the takers, of 5: 3 with best play of all, 3 needed, 1 made.\n"
        "The contract has failed.\n"
        "\n"
        "trick  player  card  cost  expected  better\n"
        "1      1 Ann   K♠    0     3\n"
        "       2 Bea   Q♠          3\n"
        "       3       J♠          3\n"
        "       4 Dan   A♠          3\n"
        "2      4 Dan   Q♣    0     3\n"
        "       1 Ann   J♣          3\n"
        "       2 Bea   10♣         3\n"
        "       3       10♠   1     2         J♥ 9♦  ◆ the contract fails\n"
        "3      4 Dan   9♥    0     2\n"
        "       1 Ann   10♦   0     2\n"
        "       2 Bea   K♥    0     2\n"
        "       3       Q♥          2\n"
        "4      1 Ann   A♦    0     2\n"
        "       2 Bea   9♣    0     2\n"
        "       3       J♥    1     1         9♦\n"
        "       4 Dan   J♦    0     1\n"
        "5      4 Dan   K♦          1\n"
        "       1 Ann   Q♦          1\n"
        "       2 Bea   10♥         1\n"
        "       3       9♦          1\n"
        "\n"
        "Better cards, and why:\n"
        "  Trick 2, 3: 9♦ instead of 10♠. No ♣ in hand: ruff. No opponent can beat it any more.\n"
        "  Trick 4, 3: 9♦ instead of J♥. Partner holds the trick with A♦: leave it there. The contract still\n"
        "    needs 2 tricks.\n"
        "\n"
        "player  given away  perfect cards\n"
        "1 Ann            0         3 of 3\n"
        "2 Bea            0         2 of 2\n"
        "3                2         0 of 2\n"
        "4 Dan            0         3 of 3\n"
        "\n"
        "cost      what the card lost for its side against best play of all with open hands; nothing is said\n"
        "          where it made no difference\n"
        "expected  what the takers, or side 1, have at the end if all play their best from there on\n"
        "better    the best cards with open hands\n"
        "◆         a turning point: another side wins the deal from there on\n"
    )


def test_costs_by_what_was_known_stand_beside_them(line: str, capsys: Capture) -> None:
    assert main(["review", line, "--worlds", "12", "--seed", "s"]) == 0
    first = capsys.readouterr().out
    assert re.search(r"^ +3 +10♠ +1 +\d\.\d ± \d\.\d \S+ +2 +J♥ 9♦  ◆ the contract fails$", first, re.MULTILINE)
    assert "12 deals" in first
    assert main(["review", line, "--worlds", "12", "--seed", "s"]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("fr", "Plis des preneurs, sur 5 : 3 avec le meilleur jeu de tous, 3 nécessaires, 1 faits."),
     ("pt", "Vazas dos tomadores, de 5: 3 com o melhor jogo de todos, 3 necessárias, 1 feitas.")],
)  # fmt: skip
def test_other_languages(line: str, language: str, sentence: str, capsys: Capture) -> None:
    assert main(["review", line, "--open", "--lang", language]) == 0
    assert sentence in capsys.readouterr().out.splitlines()


def test_json_is_one_object_for_each_deal(line: str, capsys: Capture) -> None:
    Path("deals.jsonl").write_text(line + jsonl.dumps([played("bridge", bot="simple")]), encoding="utf-8")
    assert main(["review", "deals.jsonl", "--json", "--worlds", "2"]) == 0
    euchre, bridge = map(json.loads, capsys.readouterr().out.splitlines())
    assert (euchre["place"], bridge["place"]) == ("deals.jsonl:1", "deals.jsonl:2")
    assert euchre["status"] == "reviewed"
    assert (euchre["value"], euchre["needed"], euchre["made"], euchre["total"]) == (3, 3, 1, 5)
    assert (euchre["unit"], euchre["par"], euchre["claim"]) == ("tricks", None, None)
    assert euchre["hands"] == ["K..AQT.J", "Q.KT..T9", "JT.QJ.9.", "A.9.KJ.Q"]
    lost = euchre["cards"][7]
    known = lost.pop("known")
    assert known["worlds"] == 2
    assert lost == {
        "trick": 2,
        "seat": 3,
        "player": 3,
        "card": "Ts",
        "is_choice": True,
        "cost": 1,
        "better": ["Jh", "9d"],
        "won": [0, 2],
        "expected": 2,
        "winner": 2,
        "turns": True,
        "instead": {
            "card": "9d",
            "why": [
                {"code": "ruff", "card": None, "cards": [], "strain": "C", "number": None},
                {"code": "certain", "card": None, "cards": [], "strain": None, "number": None},
            ],
        },
    }
    assert euchre["cards"][1]["known"] is None
    assert euchre["players"][2]["cost"] == 2
    assert set(bridge) == set(euchre)
    assert set(bridge["par"]) == {"score", "contracts"}
    assert {card["player"] for card in bridge["cards"]} == {1, 2, 3, 4} - {(bridge["contract"]["seat"] + 1) % 4 + 1}


class Elements(HTMLParser):
    """The elements of a page, and whether it asks for anything else."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.addresses: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.addresses += [value for name, value in attrs if name in ("src", "href", "action", "data")]


def page_of(records: list[Record], *options: str) -> str:
    Path("deals.jsonl").write_text(jsonl.dumps(records), encoding="utf-8")
    assert main(["review", "deals.jsonl", "--html", "page.html", "--worlds", "2", *options]) == 0
    return Path("page.html").read_text(encoding="utf-8")


def test_a_page_is_well_formed_and_stands_alone(capsys: Capture) -> None:
    page = page_of([record(), played("belote"), record()])
    assert capsys.readouterr().out == "page.html is written; deals in it: 3.\n"
    assert page.startswith("<!DOCTYPE html>\n")
    tree = ElementTree.fromstring(page)
    assert len(tree.findall(".//section")) == 3
    assert len(tree.findall(".//svg")) == 3
    assert len(tree.findall(".//article")) == 5 + 8 + 5
    assert len(tree.findall(".//circle")) >= 2
    ids = [section.get("id") for section in tree.findall(".//section")]
    found = Elements(page)
    assert found.addresses == [f"#{name}" for name in ids]
    assert not {"script", "link", "img", "iframe"} & set(found.names)
    assert "@import" not in page
    assert "url(" not in page


def test_a_page_escapes_what_comes_from_records() -> None:
    page = page_of([record()._replace(seats=NAMES)], "--lang", "fr")
    tree = ElementTree.fromstring(page)
    text = "".join(tree.itertext())
    assert "<b>Ann</b>" in text
    assert 'Bea "&" Co' in text
    assert "<b>Ann" not in page
    assert "\x1b" not in page
    assert "Zoé [2J" in text
    assert tree.get("lang") == "fr"
    assert "pli 1" in text


def test_a_page_of_a_text_without_an_auction() -> None:
    sample = Path(__file__).parents[2] / "briefs" / "belote" / "samples" / "clean.belote"
    assert main(["review", str(sample), "--open", "--html", "page.html"]) == 0
    tree = ElementTree.fromstring(Path("page.html").read_text(encoding="utf-8"))
    assert "♠ by side 1" in "".join(tree.itertext())
    assert not [part for part in tree.iter("ol") if part.get("class") == "auction"]


def test_a_page_may_go_to_standard_output(line: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["review", line, "--open", "--html", "-"]) == 0
    ElementTree.fromstring(capfdbinary.readouterr().out)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "page.html is written; deals in it: 1."),
        (["--lang", "fr"], "page.html est écrit ; donnes dans la page : 1."),
        (["--lang", "pt"], "page.html está escrito; mãos na página: 1."),
    ],
)
def test_a_page_that_was_written_is_told(options: list[str], sentence: str, line: str, capsys: Capture) -> None:
    assert main(["review", line, "--open", "--html", "page.html", *options]) == 0
    assert capsys.readouterr().out == f"{sentence}\n"


def test_with_objects_only_these_are_printed(line: str, capsys: Capture) -> None:
    assert main(["review", line, "--open", "--html", "page.html", "--json"]) == 0
    (text,) = capsys.readouterr().out.splitlines()
    assert json.loads(text)["status"] == "reviewed"


def test_it_is_told_where_nobody_knows_who_wins(capsys: Capture) -> None:
    text = (
        '{"game":"coinche","house":{"generale":true},"dealer":4,"contract":{"strain":"S","side":1,"seat":1,'
        '"value":"generale"},"plays":["Js","Kc","8s","Jh","9s","Qc","7s","Kd","As","Jc","Qh","Qd","Ts","9c","Kh","Jd",'
        '"Ks","8c","Th","Ac","Qs","7c","7h","Tc","Ah","9d","8h","9h","Ad","Td","8d","7d"]}'
    )
    assert main(["review", text, "--open"]) == 0
    assert "it was not found out who wins the deal" in capsys.readouterr().out
    assert main(["review", text, "--open", "--json"]) == 0
    winners = [card["winner"] for card in json.loads(capsys.readouterr().out)["cards"]]
    assert winners == ["unknown"] * 6 + [1] * 26


def test_names_cannot_move_the_cursor(capsys: Capture) -> None:
    assert main(["review", jsonl.dumps([record()._replace(seats=NAMES)]), "--open"]) == 0
    assert "\x1b" not in capsys.readouterr().out


def test_standard_input_and_other_formats(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    deal = played("bridge", bot="simple")
    text = pbn.dumps([deal._replace(plays=deal.plays[:44], scores=None)])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))
    assert main(["review", "-", "--open", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert not found["is_over"]
    assert len(found["cards"]) == 44


def test_what_cannot_be_reviewed_is_told_and_the_worst_is_the_exit_code(line: str, capsys: Capture) -> None:
    passed = played("coinche")._replace(auction=("pass",) * 4, contract=None, plays=(), said=None, scores=None)
    unknown = record()._replace(deal=record().deal._replace(hands=None), plays=record().plays[:10])
    fault = record()._replace(plays=(*record().plays[:2], *record().plays[3:4], *record().plays[2:3]))
    Path("deals.jsonl").write_text(line + jsonl.dumps([passed, unknown]), encoding="utf-8")
    assert main(["review", "deals.jsonl", "--open", "--json"]) == 1
    found = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert [deal["status"] for deal in found] == ["reviewed", "passed-out", "hands-unknown"]
    assert found[1]["message"] == "All have passed: there is nothing to review."
    assert found[2]["code"] == "hands-unknown"
    Path("wrong.jsonl").write_text(jsonl.dumps([fault]) + "{\n", encoding="utf-8")
    assert main(["review", "wrong.jsonl", "--open"]) == 2
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("wrong.jsonl:1: ")
    assert any(text.startswith("wrong.jsonl:2: ") for text in out)
    assert main(["review", "wrong.jsonl", "--html", "page.html"]) == 2
    assert len(ElementTree.fromstring(Path("page.html").read_text(encoding="utf-8")).findall(".//section")) == 2
    assert capsys.readouterr().out == "page.html is written; deals in it: 2.\n"


def test_a_revoke_has_the_exit_code_of_a_fault(capsys: Capture) -> None:
    Path("revoke.belote").write_text("s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n", encoding="utf-8")
    assert main(["review", "revoke.belote"]) == 1
    assert "showed in trick 2 that he had no hearts" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["no-such-file"], ["{"], ["{}"], ["-x"], [], ["deal", "--worlds", "0"], ["deal", "--max-nodes", "many"],
     ["\x00"], ["."], ["{}", "--html", "no/such/folder/page.html"]],
)  # fmt: skip
def test_bad_input_ends_with_a_sentence(arguments: list[str], capsys: Capture) -> None:
    try:
        code = main(["review", *arguments])
    except SystemExit as error:  # argparse
        assert error.code == 2
    else:
        assert code == 2
    out, err = capsys.readouterr()
    assert out or err
    assert "Traceback" not in err


def test_a_bridge_deal_is_compared_with_par(capsys: Capture) -> None:
    found = bridge_review()
    assert found.par is not None
    assert found.deal.score is not None
    made = found.deal.score.scores[0] - found.deal.score.scores[1]
    assert main(["review", jsonl.dumps([found.record]), "--open"]) == 0
    contracts = ", ".join(map(str, found.par.contracts))
    par = f"Par for N-S is {found.par.score:+} ({contracts}); the deal brought them {made:+}."
    lines = capsys.readouterr().out.splitlines()
    assert lines[lines.index(par) + 1] == f"Values by {found.engine}."


@pytest.mark.parametrize(("off", "sentence"), [(0, "is right."), (1, "with best play of all they have")])
def test_a_claim_is_checked(off: int, sentence: str, capsys: Capture) -> None:
    found = bridge_review()
    for card, round_ in zip(found.cards, found.deal.rounds[1:], strict=False):
        most = round_.tally.tricks[found.deal.side - 1] + 13 - len(round_.tricks)
        if card.expected is not None and card.trick > 4 and card.expected + off <= most:
            break
    assert card.expected is not None
    claimed = round_.claim(card.expected + off, lambda position, tricks: True).record()
    assert main(["review", jsonl.dumps([claimed]), "--open"]) == 0
    assert any("claim" in line and sentence in line for line in capsys.readouterr().out.splitlines())
