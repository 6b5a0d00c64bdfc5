"""A game of another package, which brings rules and texts and nothing else, does what ours do."""

import json
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest
from installed_game import ENVIRONMENT, SOURCES, installed, run

from overtrick.texts import LANGUAGES
from scripts.browsing import PageServer

DOCUMENT = Path(__file__).parents[2] / "docs" / "adding-a-game.md"
LEARNING = """
import json
import subprocess
from overtrick.learning import env
table = env("huisjas")
table.reset(seed=1)
for agent in table.agent_iter():
    seen, reward, terminated, truncated, info = table.last()
    done = terminated or truncated
    table.step(None if done else int(seen["action_mask"].argmax()))
    if done:
        print(json.dumps([seen["observation"].shape[0], terminated]))
        break
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("huisjas"))


def told(python: Path, command: str, *more: str) -> list[str]:
    return run(python, "-m", "overtrick", *command.split(), *more).splitlines()


def test_it_brings_rules_and_texts_and_nothing_else() -> None:
    package = SOURCES / "overtrick_huisjas"
    files = sorted(
        path.relative_to(package).as_posix() for path in package.rglob("*") if path.suffix in (".py", ".json")
    )
    assert files == ["__init__.py", "rules.py", *(f"texts/{language}.json" for language in LANGUAGES)]


def blocks(language: str) -> list[str]:
    return [block.partition("```")[0] for block in DOCUMENT.read_text("utf-8").split(f"```{language}\n")[1:]]


def test_the_document_on_adding_a_game_shows_the_whole_package() -> None:
    package = SOURCES / "overtrick_huisjas"
    rules = [line for line in (package / "rules.py").read_text("utf-8").splitlines() if line]
    assert [line for block in blocks("python") for line in block.splitlines() if line] == rules
    assert blocks("toml") == [(SOURCES / "pyproject.toml").read_text("utf-8")]
    assert blocks("json") == [(package / "texts" / "en.json").read_text("utf-8")]


def test_the_document_shows_what_the_commands_print(python: Path) -> None:
    sessions = [part.partition("\n") for block in blocks("text") for part in block.split("$ ")[1:]]
    assert len(sessions) == 4
    for command, _, output in sessions:
        command = command.replace("overtrick ", f"{python} -X utf8 -m overtrick ", 1)
        done = subprocess.run(
            ["sh", "-c", command], capture_output=True, encoding="utf-8", env=ENVIRONMENT, check=False
        )
        assert (done.stdout, done.stderr) == (output, "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_texts_have_the_same_keys_and_values(language: str) -> None:
    folder = SOURCES / "overtrick_huisjas" / "texts"
    texts = {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in LANGUAGES}
    assert {key: "{value}" in text for key, text in texts[language].items()} == {
        key: "{value}" in text for key, text in texts["en"].items()
    }


def test_it_stands_among_the_games_and_has_a_rule_sheet_in_each_language(python: Path) -> None:
    assert "  huisjas    amsterdam rotterdam" in told(python, "rules")
    sheet = told(python, "rules huisjas")
    assert "  - Winning all tricks brings 100 more. [pit=100; 0 … 10000]" in sheet
    assert "  The only bid is play with ♠ ♥ ♦ ♣, and then all others can only pass." in sheet
    assert not [line for line in sheet if "kraak" in line]
    assert "  - Ganhar todas as vazas vale mais 50. [pit=50; 0 … 10000]" in told(
        python, "rules huisjas:rotterdam,pit=50 --lang pt"
    )


def test_it_is_dealt_and_solved(python: Path) -> None:
    heading, *hands = told(python, "deal huisjas --seed 1")
    assert heading == "Deal 1, dealer 4"
    assert len(hands) == 4
    value, engine = told(python, "solve --game huisjas --trump H", "N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K")
    assert value == "1 and 3 win 14 of 80 points."
    assert engine.startswith("engine: ")


def test_it_is_played_by_bots_and_judged(python: Path, tmp_path: Path) -> None:
    records = tmp_path / "deals.jsonl"
    table = told(python, f"simulate huisjas --deals 6 --seed 1 --bots sampling:1,simple --record {records}")
    assert table[1].startswith("1     sampling:1, sampling:1")
    deals = [json.loads(line) for line in records.read_text().splitlines()]
    assert len(deals) == 6
    called = [deal for deal in deals if deal["contract"]]
    assert {deal["game"] for deal in deals} == {"huisjas"}
    assert {call.partition(" ")[0] for deal in called for call in deal["auction"]} == {"pass", "speel"}
    assert len(called) > 2
    clean = next(line for line in told(python, f"judge {records}") if line.startswith("huisjas"))
    assert clean.split() == ["huisjas", "6", "0", "0", "0"]


def test_a_revoke_is_found_in_a_text_of_tricks(python: Path, tmp_path: Path) -> None:
    text = tmp_path / "deal.txt"
    text.write_text("h 1\nAs 7s 8c 9s\n7c Ac 9c Ts\n8s Ks Qs Js\n")
    judging = "import sys\nfrom overtrick.cli import main\nmain(['judge', '--game', 'huisjas', sys.argv[1]])"
    *_, verdict = run(python, "-c", judging, str(text)).splitlines()
    assert "fault huisjas/follow (line 4, column 4): Player 3 played the king of spades" in verdict
    assert verdict.endswith("(0 162)")


def test_it_is_learnt(python: Path) -> None:
    size, is_over = json.loads(run(python, "-c", LEARNING))
    assert size > 100
    assert is_over


def test_it_is_served(python: Path, tmp_path: Path) -> None:
    server = PageServer("--workers", "0", "--db", str(tmp_path / "tables.db"), python=str(python))
    try:
        with urlopen(f"{server.url}/api/rules") as answer:
            games = json.load(answer)["games"]
        with urlopen(f"{server.url}/api/texts?lang=fr") as answer:
            words = json.load(answer)["texts"]
        with urlopen(f"{server.url}/api/games/huisjas:rotterdam") as answer:
            facts = json.load(answer)
    finally:
        server.close()
    assert {"name": "huisjas", "presets": ["amsterdam", "rotterdam"], "lesson": False, "puzzles": 0} in games
    assert words["call.speel"] == "jouer"
    assert facts["orders"]["H"]["suits"][0] == ["Jh", "9h", "Ah", "Th", "Kh", "Qh", "8h", "7h"]
