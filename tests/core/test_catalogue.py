"""Games of other packages: they are found by their entry points, and one that is broken is told and hurts no other."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import overtrick
from overtrick import texts
from overtrick.core.catalogue import find_game, part_of
from overtrick.core.errors import Invalid
from overtrick.games.whist.rules import Whist
from overtrick.plugins import GAMES, our_games

ROOT = Path(__file__).parents[2]
SHORT = """
from overtrick.games.whist.rules import Whist

class Short(Whist):
    name = "short"

DEFAULT = "usual"
PRESETS = {"long": Short("long", target=9), "usual": Short("usual")}
ALIASES = {"old": "long"}
"""
MODULES = {
    "short_game/__init__.py": "",
    "short_game/rules.py": SHORT,
    "short_game/part.py": "",
    "short_game/texts/en.json": '{"score.short": "in short", "score.inside": "ours stays"}',
    "short_game/texts/fr.json": '{"score.short": "en bref"}',
    "short_game/broken_part.py": "import no_such_module",
    "wrong_rule/rules.py": SHORT.replace("target=9", "taget=9"),
    "no_game/rules.py": "",
    "nameless/rules.py": SHORT.replace('name = "short"', 'name = "other"'),
    "raising/rules.py": "1 / 0",
}
ENTRY_POINTS = """[overtrick.games]
short = short_game
wrong_rule = wrong_rule
no_game = no_game
nameless = nameless
raising = raising
nowhere = no_such_module
belote = short_game
"""
TOLD = {
    "wrong_rule": "The game 'wrong_rule' of wrong_rule cannot be played: Invalid: short has no house rule 'taget': it "
    "has direction, side_honours, revoke, target.",
    "no_game": "The game 'no_game' of no_game cannot be played: AttributeError: module 'no_game.rules' has no "
    "attribute 'PRESETS'.",
    "nameless": "The game 'nameless' of nameless cannot be played: its presets are not games of this name.",
    "raising": "The game 'raising' of raising cannot be played: ZeroDivisionError: division by zero.",
    "nowhere": "The game 'nowhere' of no_such_module cannot be played: ModuleNotFoundError: No module named "
    "'no_such_module'.",
}
TAKEN = "The game 'belote' of short_game cannot be played: we have a game of this name."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for name, text in MODULES.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text)
    register(folder, "their_games", ENTRY_POINTS)
    return folder


def register(folder: Path, package: str, entry_points: str) -> None:
    """Have a package installed in a folder, as far as its entry points are concerned."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)


def run(*arguments: str | Path, sites: Sequence[Path]) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(map(str, [*sites, Path(overtrick.__file__).parents[1]]))
    environment = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, encoding="utf-8", env=environment, check=False
    )


@pytest.mark.parametrize("ours_first", [True, False])
def test_games_of_other_packages_stand_among_ours_and_broken_ones_are_told(
    site: Path, tmp_path: Path, ours_first: bool
) -> None:
    register(tmp_path, "overtrick", "\n".join([f"[{GAMES}]", *(f"{name} = {GAMES}.{name}" for name in our_games())]))
    done = run("-m", "overtrick", "rules", sites=[tmp_path, site] if ours_first else [site, tmp_path])
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == sorted([*our_games(), "short"])
    assert "  short      usual long\n" in done.stdout
    assert set(done.stderr.splitlines()) == {f"overtrick rules: {told}" for told in (*TOLD.values(), TAKEN)}


ASKING = """
import sys
from overtrick.core.catalogue import find_game, part_of
from overtrick.core.errors import Invalid
short = find_game("short:old,target=3")
print(str(short), short.target, find_game("short"), type(find_game("belote")).__module__)
print(part_of(short, "part").__name__, part_of(short, "none"))
try:
    part_of(short, "broken_part")
except Invalid as error:
    print(error)
for name in sys.argv[1:]:
    try:
        find_game(name)
    except Invalid as error:
        print(error)
"""


def test_a_game_of_another_package_is_found_by_its_name_with_its_parts(site: Path) -> None:
    found, parts, broken, *told = run("-c", ASKING, *TOLD, sites=[site]).stdout.splitlines()
    assert found == "short:long 3 short:usual overtrick.games.belote.rules"
    assert parts == "short_game.part None"
    assert broken == (
        "The game 'short' of short_game.broken_part cannot be played: ModuleNotFoundError: No module named "
        "'no_such_module'."
    )
    assert told == list(TOLD.values())


def test_a_game_of_another_package_brings_its_texts(site: Path) -> None:
    asking = "from overtrick import texts\nprint(*(texts.say(lang, key) for lang, key in "
    asking += "[('en', 'score.short'), ('fr', 'score.short'), ('pt', 'score.short'), ('en', 'score.inside')]), sep='|')"
    assert run("-c", asking, sites=[site]).stdout == f"in short|en bref|in short|{texts.say('en', 'score.inside')}\n"


def test_a_record_of_a_broken_game_is_told_where_it_names_it(site: Path, tmp_path: Path) -> None:
    record = tmp_path / "deal.jsonl"
    record.write_text('{"v": 1, "game": "raising", "plays": []}\n')
    done = run("-m", "overtrick", "judge", record, sites=[site])
    assert done.returncode == 2
    assert TOLD["raising"].removesuffix(".") in done.stdout


def test_our_games_are_registered_in_the_same_way() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    registered = project["entry-points"][GAMES]
    assert registered == {name: f"{GAMES}.{name}" for name in our_games()}


def test_our_games_are_found_without_looking_for_others() -> None:
    judging = "import sys\nfrom overtrick.cli.judge import run\nrun(sys.argv[1:])\nprint(*sys.modules, file=sys.stderr)"
    sample = ROOT / "briefs" / "belote" / "samples" / "clean.belote"
    loaded = run("-c", judging, sample, sites=[]).stderr.split()
    assert "overtrick.games.belote.rules" in loaded
    assert [name for name in loaded if "metadata" in name or name.endswith((".euchre.rules", ".bridge.rules"))] == []


def test_parts_belong_to_the_game_and_not_to_its_name() -> None:
    class Home(Whist):
        """A game that a program made for itself."""

    assert part_of(find_game("whist"), "rules") is not None
    assert part_of(Home("short"), "rules") is None
    with pytest.raises(Invalid, match="There is no game 'rules'"):
        find_game("rules")
