"""Writes the tables of docs/games from the games: presets side by side, house rules with their values, and numbers.

`python -m scripts.game_pages` writes them anew, each between two marks in the page of its game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from overtrick import texts
from overtrick.core.actions import actions_of
from overtrick.core.catalogue import find_game, presets
from overtrick.core.game import Game
from overtrick.core.house_rules import choices_of, rule_types
from overtrick.core.rule_sheet import rule_sentence, rule_sheet
from overtrick.engine.observation import bids_of_game, layout

FOLDER: Final = Path(__file__).parents[1] / "docs" / "games"
MARKED: Final = re.compile(r"(<!-- (presets|rules|numbers): [^>]*-->\n).*?(<!-- end -->)", re.S)
"""the places of the tables; what is written between the marks is replaced"""
MOST_LISTED: Final = 12


def game_pages() -> list[Path]:
    """The pages of the games, each named as its game is."""
    return sorted(page for page in FOLDER.glob("*.md") if page.stem != "README")


def written(page: Path) -> str:
    """The text of a page with its tables as the game has them now."""
    tables = {
        "presets": preset_table(page.stem),
        "rules": rule_table(page.stem),
        "numbers": number_table(page.stem),
    }
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
        for other in _telling(game, rule) if is_number else choices:
            if other != default:
                yield ["", _shown(other), rule_sentence("en", rule, other)]


def _telling(game: Game, rule: str) -> list[object]:
    """Another value of a number that reads otherwise: 0 where that has a sentence of its own, or what a preset has."""
    if f"rule.{rule}.0" not in texts.catalogue("en"):
        return []
    values = [0, *(preset.house[rule] for preset in presets(game.name).values())]
    return [value for value in values if value != game.house[rule]][:1]


def number_table(name: str) -> str:
    """The numbers of the actions, and the places of an observation, in the default preset."""
    game = find_game(name)
    return "\n\n".join(
        [_table(["action", "numbers", ""], _action_rows(game)), _table(["part", "places", ""], _part_rows(game))]
    )


def _action_rows(game: Game) -> Iterator[list[str]]:
    known, calls = actions_of(game), game.auction_rules.calls
    discards = len(known.choices) - len(game.pack) - len(calls)
    parts = {"cards": len(game.pack), "calls": len(calls), "discards": discards}
    stop = 0
    for what, size in (*parts.items(), ("calls out of turn", len(game.auction_rules.calls_out_of_turn))):
        stop += size
        if size:
            yield [what, _span(stop - size, stop), _listed(known.all[stop - size : stop])]


def _part_rows(game: Game) -> Iterator[list[str]]:
    told = {"strain": game.strains, "bid": bids_of_game(game)}
    for part, place in layout(game).items():
        yield [f"`{part}`", _span(place.start, place.stop), _listed(told.get(part, ()))]


def _span(start: int, stop: int) -> str:
    return str(start) if stop - start == 1 else f"{start} … {stop - 1}"


def _listed(values: Sequence[object]) -> str:
    """Some values, the middle ones of very many left out."""
    shown = [f"`{value}`" for value in values]
    return " ".join(shown if len(shown) <= MOST_LISTED else [*shown[: MOST_LISTED // 2], "…", shown[-1]])


def _rules(game: Game) -> Iterator[str]:
    """The house rules in the order of the rule sheet."""
    for section in rule_sheet(game):
        for told in section.house:
            yield told.rule.partition("=")[0]


def _shown(value: object) -> str:
    return f"`{str(value).lower()}`"


def _table(head: list[str], rows: Iterator[list[str]] | list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


if __name__ == "__main__":
    for each in game_pages():
        each.write_text(written(each), encoding="utf-8")
        print(f"{each.name} is written")
