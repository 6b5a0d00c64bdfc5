"""`overtrick simulate`: tables, JSON, records, and sentences for what cannot be played."""

import json
import re
from pathlib import Path

import pytest

from overtrick import texts
from overtrick.arena.runner import play_deal, play_match
from overtrick.cli import main
from overtrick.cli.simulate import parse_bots
from overtrick.core.catalogue import find_game
from overtrick.formats import jsonl


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", *words, *([] if "--seed" in words else ["--seed", "1"])]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("simple", ("simple", "simple", "simple", "simple")),
        ("simple,random", ("simple", "random", "simple", "random")),
        ("simple, random,random,simple", ("simple", "random", "random", "simple")),
    ],
)
def test_bots_are_named_for_all_or_for_the_sides_or_for_the_seats(text: str, bots: tuple[str, ...]) -> None:
    assert parse_bots(text, find_game("sueca")) == bots


def test_deals_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(simulated(capsys, "bridge", "--deals", "20", "--bots", "simple", "--seed", "x", "--json"))
    scores = [play_deal(find_game("bridge"), ["simple"] * 4, "x", number).score for number in range(1, 21)]
    seconds, sides = found.pop("seconds"), found.pop("sides")
    assert seconds > 0
    assert found == {
        "game": "bridge",
        "preset": "duplicate",
        "house": {},
        "bots": ["simple"] * 4,
        "seed": "x",
        "deals": 20,
        "passed_out": sum(score is not None and not score.is_played for score in scores),
        "failures": [],
    }
    for side in sides:
        points = [score.scores[side["side"] - 1] for score in scores if score is not None]
        assert side["mean"] == pytest.approx(sum(points) / 20)
        low, high = side["interval"]
        assert (low + high) / 2 == pytest.approx(side["mean"])
        assert low < side["mean"] < high
        assert side["deals_won"] == sum(score is not None and score.winner == side["side"] for score in scores)
        assert 0 <= side["made"] <= side["contracts"]
    assert sum(side["contracts"] for side in sides) == 20 - found["passed_out"]
    assert "matches_won" not in sides[0]


def test_matches_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["coinche:contree,target=500", "--matches", "4", "--bots", "random", "--json"]
    found = json.loads(simulated(capsys, *words))
    game = find_game("coinche:contree,target=500")
    played = [play_match(game, ["random"] * 4, "1", number) for number in range(1, 5)]
    assert (found["matches"], found["deals"]) == (4, sum(len(match.rounds) for match in played))
    assert found["house"] == {"target": 500}
    winners = [match.standing and match.standing.winner for match in played]
    assert [side["matches_won"] for side in found["sides"]] == [winners.count(1), winners.count(2)]  # type: ignore[arg-type]


def test_one_deal_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(simulated(capsys, "sueca", "--deals", "1", "--bots", "simple", "--json"))
    assert [side["interval"] for side in found["sides"]] == [None, None]
    assert sum(side["mean"] for side in found["sides"]) == 120
    assert " ± " not in simulated(capsys, "sueca", "--deals", "1", "--bots", "simple")


def test_the_same_seed_gives_the_same_results_with_one_process_and_with_several(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["euchre", "--deals", "450", "--bots", "random,simple", "--json"]
    found = []
    for cores in (1, 2):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        found.append(json.loads(simulated(capsys, *words)) | {"seconds": 0})
    assert found[0] == found[1]
    other = json.loads(simulated(capsys, *words, "--seed", "2")) | {"seconds": 0, "seed": "1"}
    assert other != found[0]


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_a_random_seed_is_told_so_that_the_same_can_be_played_again(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    words, found = ["sueca", "--deals", "3", "--bots", "random", "--json", "--lang", language], []
    for _ in range(2):
        assert main(["simulate", *words]) == 0
        out, err = capsys.readouterr()
        found.append(json.loads(out) | {"seconds": 0})
        told = texts.say(language, "simulation.seed", seed=found[-1]["seed"])
        assert err == f"overtrick simulate: {told}\n"
        assert json.loads(simulated(capsys, *words, "--seed", found[-1]["seed"])) | {"seconds": 0} == found[-1]
    assert found[0]["seed"] != found[1]["seed"]


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("unit", ["deals", "matches"])
def test_the_table_has_a_row_for_each_side(capsys: pytest.CaptureFixture[str], unit: str, language: str) -> None:
    out = simulated(capsys, "sueca", f"--{unit}", "3", "--bots", "simple,random", "--lang", language)
    head, first, second, blank, *rest = out.splitlines()
    columns = ["side", "bots", "points", *(["matches-won"] if unit == "matches" else []), "deals-won"]
    assert all(texts.say(language, f"simulation.{column}") in head for column in columns)
    assert first.split(maxsplit=1)[0] == "1"
    assert "simple, simple" in first
    assert "random, random" in second
    assert " ± " in first
    assert len(head) == len(first) == len(second)
    assert (blank, len(rest)) == ("", 1 + (unit == "matches"))


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_one_match_is_told_without_a_plural(capsys: pytest.CaptureFixture[str], language: str) -> None:
    out = simulated(capsys, "sueca", "--matches", "1", "--bots", "simple", "--lang", language)
    assert not re.search(r"\b1 [^\W\d]", out.splitlines()[4])


@pytest.mark.parametrize(
    "game",
    ["belote", "coinche", "euchre", "sueca:fctp", "bridge", "bridge:rubber,honours_count=false", "whist:long"],
)
def test_records_are_in_order_and_judged_clean(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.jsonl"
    simulated(capsys, game, "--deals", "12", "--bots", "simple,random", "--record", str(path))
    records = jsonl.loads(path.read_text(encoding="utf-8"))
    names = ("simple", "random", "simple", "random")
    assert records == [play_deal(find_game(game), names, "1", number).record(names) for number in range(1, 13)]
    assert main(["judge", str(path)]) == 0
    assert "12" in capsys.readouterr().out


def test_records_of_matches_have_all_their_deals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.jsonl"
    words = ["sueca", "--matches", "2", "--bots", "random", "--record", str(path), "--json"]
    found = json.loads(simulated(capsys, *words))
    assert len(path.read_text(encoding="utf-8").splitlines()) == found["deals"]
    assert main(["judge", str(path)]) == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["belot", "--deals", "1", "--bots", "simple"], "There is no game 'belot'"),
        (["belote:x", "--deals", "1", "--bots", "simple"], "belote has no preset 'x'"),
        (["belote,x=1", "--deals", "1", "--bots", "simple"], "belote has no house rule 'x'"),
        (["belote", "--deals", "1", "--bots", "simple,clever"], "There is no bot 'clever': the bots are "),
        (["belote", "--deals", "1", "--bots", ""], "There is no bot '': the bots are "),
        (["belote", "--deals", "1", "--bots", "simple,simple,simple"], "one for all, one for each side, or four"),
        (["belote", "--deals", "1", "--bots", "simple", "--record", "/"], "/ cannot be written: Is a directory."),
        (["belote", "--deals", "1", "--bots", "simple", "--record", "a\0b"], "cannot be written"),
    ],
)
def test_bad_values_get_a_sentence(words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("overtrick simulate: ")
    assert complaint in err


@pytest.mark.parametrize(
    "words",
    [
        ["belote", "--bots", "simple"],
        ["belote", "--deals", "1"],
        ["belote", "--deals", "1", "--matches", "1", "--bots", "simple"],
        ["belote", "--deals", "many", "--bots", "simple"],
        ["belote", "--deals", "0", "--bots", "simple"],
        ["belote", "--matches", "-3", "--bots", "simple"],
        *(
            ["belote", "--deals", "1", "--bots", "simple", "--bot-seconds", text]
            for text in ("0", "-1", "nan", "inf", "x")
        ),
    ],
)
def test_bad_usage_ends_with_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", *words])
    assert ended.value.code == 2
    assert "usage: overtrick simulate" in capsys.readouterr().err
