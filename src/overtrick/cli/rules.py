"""`overtrick rules`: the rule sheet of a game under its house rules, or the list of games."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator, Sequence

from overtrick import texts
from overtrick.cli.options import WIDTH, Parser
from overtrick.cli.terminal import Paint
from overtrick.core.catalogue import broken_games, find_game, game_names, game_text, presets
from overtrick.core.rule_sheet import Section, rule_sheet


def run(arguments: Sequence[str]) -> int:
    """Print the sheet of the game that the arguments name, or all games with their presets."""
    parser = Parser(
        "rules", "Print what will be played: the rules of a game with every house rule. Without a game: the games."
    )
    parser.value("game", "GAME[:PRESET][,RULE=VALUE…]", "which game, and what is not as usual", nargs="?")
    parser.lang("of the sheet")
    options = parser.parse_args(arguments)
    lines = _sheet(options.game, options.lang) if options.game else _games(options.lang)
    print(*lines, sep="\n")
    if not options.game:
        for broken in broken_games():
            print(f"overtrick rules: {broken.message(options.lang)}", file=sys.stderr)
    return 0


def _games(language: str) -> Iterator[str]:
    yield texts.say(language, "sheet.games")
    yield from texts.table_lines([(name, " ".join(presets(name))) for name in game_names()], indent="  ")


def _sheet(text: str, language: str) -> Iterator[str]:
    game, paint = find_game(text), Paint.on(sys.stdout)
    yield paint.bold(game_text(game))
    for section in rule_sheet(game, language):
        yield ""
        yield paint.bold(section.title)
        yield from _section(section)
    yield ""
    yield from textwrap.wrap(texts.say(language, "sheet.legend"), WIDTH)


def _section(section: Section) -> Iterator[str]:
    for sentence in section.sentences:
        yield from textwrap.wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="  ")
    for line in texts.table_lines(section.table, indent="    "):
        yield from textwrap.wrap(line, WIDTH, subsequent_indent=" " * 8)
    for sentence, rule, is_moot in section.house:
        if not is_moot:
            yield from textwrap.wrap(f"{sentence} [{rule}]", WIDTH, initial_indent="  - ", subsequent_indent="    ")
