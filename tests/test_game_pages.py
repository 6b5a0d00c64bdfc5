"""The pages of the games have tables of the games as they are."""

from pathlib import Path

import pytest

from overtrick.core.catalogue import find_game, game_names, presets
from scripts.game_pages import FOLDER, game_pages, number_table, preset_table, rule_table, written


@pytest.mark.parametrize("page", game_pages(), ids=lambda page: page.stem)
def test_the_tables_of_a_page_are_those_of_the_game(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert preset_table(page.stem) in text
    assert rule_table(page.stem) in text
    assert number_table(page.stem) in text
    is_fresh = text == written(page)
    assert is_fresh, f"docs/games/{page.name} is stale: run python -m scripts.game_pages"


def test_every_game_has_a_page_and_a_place_in_the_index() -> None:
    assert [page.stem for page in game_pages()] == list(game_names())
    index = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in game_names() if f"({name}.md)" not in index] == []


@pytest.mark.parametrize("name", game_names())
def test_a_page_tells_all_presets_and_house_rules(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert [preset for preset in presets(name) if f"`{preset}`" not in text.partition("<!-- presets")[0]] == []
    assert [rule for rule in find_game(name).house_rules if f"| `{rule}` |" not in text] == []


def test_the_formats_name_all_games_with_their_presets() -> None:
    rows = [f"| `{name}` | {', '.join(f'`{preset}`' for preset in presets(name))} |" for name in game_names()]
    table = "\n".join(["| game | presets, the default first |", "|---|---|", *rows, ""])
    assert table in (FOLDER.parent / "formats.md").read_text(encoding="utf-8")


def test_presets_are_compared_where_they_differ() -> None:
    table = preset_table("bridge")
    assert "| `scoring` | `duplicate` | `matchpoints` | `rubber` | `chicago` |" in table
    assert "`boards`" not in table
    assert "| `boards` | **`16`**, 0 … 10000 | A duplicate match has 16 boards. |" in rule_table("bridge")


def test_numbers_are_those_of_actions_and_observations() -> None:
    table = number_table("euchre")
    assert "| calls | 24 … 34 | `pass` `order` `order alone` `call S`" in table
    assert "| `turn_up` | 360 … 383 |  |" in table
    assert "| `strain` | 491 … 494 | `S` `H` `D` `C` |" in table
    assert "| calls out of turn |" in number_table("coinche:ffb,coinche_any_time=true")
