"""Writes the tables of docs/games: presets side by side, and every house rule with its values, from the games.

`python -m scripts.game_pages` writes them anew, each between two marks in the page of its game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from overtrick.core.catalogue import find_game, presets
from overtrick.core.game import Game
from overtrick.core.house_rules import choices_of, rule_types
from overtrick.core.rule_sheet import rule_sentence, rule_sheet

FOLDER: Final = Path(__file__).parents[1] / "docs" / "games"
MARKED: Final = re.compile(r"(<!-- (presets|rules): [^>]*-->\n).*?(<!-- end -->)", re.S)
"""the places of the tables; what is written between the marks is replaced"""


def game_pages() -> list[Path]:
    """The pages of the games, each named as its game is."""
    return sorted(page for page in FOLDER.glob("*.md") if page.stem != "README")


def written(page: Path) -> str:
    """The text of a page with its tables as the game has them now."""
    tables = {"presets": preset_table(page.stem), "rules": rule_table(page.stem)}
    return MARKED.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n\n{found[3]}", page.read_text(encoding="utf-8"))


def preset_table(name: str) -> str:
    """The house rules in which the presets of a game differ, a column for each preset, the default one first."""
    games = presets(name)
    differing = [rule for rule in _rules(find_game(name)) if len({game.house[rule] for game in games.values()}) > 1]
    rows = [[f"`{rule}`", *(_shown(game.house[rule]) for game in games.values())] for rule in differing]
    return _table(["", *(f"`{preset}`" for preset in games)], rows)


def rule_table(name: str) -> str:
    """Every house rule with what each value means; that of the default preset is bold."""
    game = find_game(name)
    return _table(["rule", "value", "what it means"], _rule_rows(game))


def _rule_rows(game: Game) -> Iterator[list[str]]:
    kinds = rule_types(type(game))
    for rule in _rules(game):
        default, choices = game.house[rule], choices_of(kinds[rule])
        is_number = isinstance(choices, range)
        values = f"**{_shown(default)}**" + (f", {choices[0]} … {choices[-1]}" if is_number else "")
        yield [f"`{rule}`", values, rule_sentence("en", rule, default)]
        for other in () if is_number else choices:
            if other != default:
                yield ["", _shown(other), rule_sentence("en", rule, other)]


def _rules(game: Game) -> Iterator[str]:
    """The house rules in the order of the rule sheet."""
    for section in rule_sheet(game):
        for _, text in section.house:
            yield text.partition("=")[0]


def _shown(value: object) -> str:
    return f"`{str(value).lower()}`"


def _table(head: list[str], rows: Iterator[list[str]] | list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


if __name__ == "__main__":
    for each in game_pages():
        each.write_text(written(each), encoding="utf-8")
        print(f"{each.name} is written")
