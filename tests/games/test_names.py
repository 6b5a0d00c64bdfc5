"""No file outside `games` names a game: what belongs to one of them lives in its package."""

import ast
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import overtrick
from overtrick.plugins import our_games

SOURCES = Path(overtrick.__file__).parent
WEB = Path(__file__).parents[2] / "web" / "src"
STRINGS = {tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.DOTALL)
FRONT_DOOR = SOURCES / "__init__.pyi"
"""names the modules of all public names"""
ANNOUNCEMENT = "belote"
"""is also what a player says who plays king and queen of trumps, in any game that counts them"""
SUIT = "spades"
"""is the name of a game, too"""
SAID = {
    "core/actions.py": {'"belote"'},
    "core/hands.py": {"_SPADES"},
    "deal/conditions.py": {'"spades"'},
    "protocol/infos.py": {"spades_first"},
    "cli/score.py": {'"--belote"', "belote"},
    "formats/result_text.py": {'"--belote"'},
}
"""where they are meant besides the constants, which anybody may use, and by which tokens"""


def code_files() -> Iterator[Path]:
    for path in sorted(SOURCES.rglob("*.py*")):
        name = path.relative_to(SOURCES).as_posix()
        if path.suffix in (".py", ".pyi") and path != FRONT_DOOR and not name.startswith("games/"):
            yield path


def tokens(path: Path) -> Iterator[tuple[int, str]]:
    """The names and strings of a file with their lines, but for docstrings."""
    expressions = (node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Expr))
    docstrings = {(node.lineno, node.col_offset) for node in expressions if isinstance(node, ast.Constant)}
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type in STRINGS | {tokenize.NAME} and token.start not in docstrings:
                yield token.start[0], token.string


def names_in(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(text)} & set(our_games())


def test_no_module_names_a_game() -> None:
    files, named = 0, []
    for path in code_files():
        files, name = files + 1, path.relative_to(SOURCES).as_posix()
        said = {ANNOUNCEMENT.upper(), SUIT.upper(), *SAID.get(name, ())}
        named += [(name, line, text) for line, text in tokens(path) if names_in(text) and text not in said]
    assert files > 200
    assert named == []


def test_the_places_where_the_announcement_is_meant_still_mean_it() -> None:
    for name, said in SAID.items():
        assert said & {text for _, text in tokens(SOURCES / name)}, name


def test_the_page_names_no_game() -> None:
    files = [path for path in sorted(WEB.rglob("*")) if path.suffix in (".ts", ".svelte")]
    assert len(files) > 50
    named = {path.name: names_in(COMMENTS.sub("", path.read_text("utf-8"))) for path in files}
    assert {name: found for name, found in named.items() if found} == {"messages.ts": {ANNOUNCEMENT}}


def test_a_name_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "some.py"
    file.write_text('"""Whist."""\nclass BridgeBot:\n    """Bridge."""\n    is_whist = "sueca:fctp"  # Euchre\n')
    assert [(line, names_in(text)) for line, text in tokens(file) if names_in(text)] == [
        (2, {"bridge"}),
        (4, {"whist"}),
        (4, {"sueca"}),
    ]
