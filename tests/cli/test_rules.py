"""`overtrick rules`: sheets, the list of games, languages and refusals."""

import pytest

from overtrick import texts
from overtrick.cli import main
from overtrick.cli.options import WIDTH
from overtrick.core.catalogue import game_names, presets

Capture = pytest.CaptureFixture[str]


def test_without_a_game_all_games_and_presets_are_listed(capsys: Capture) -> None:
    assert main(["rules"]) == 0
    shown = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert shown == [[name, *presets(name)] for name in game_names()]


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_a_sheet_begins_with_the_game_and_fits_on_the_page(name: str, language: str, capsys: Capture) -> None:
    assert main(["rules", name, "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{name}:{next(iter(presets(name)))}"
    assert texts.say(language, "sheet.scoring") in lines
    assert max(map(len, lines)) <= WIDTH
    assert not any("\x1b" in line for line in lines)


def test_a_house_rule_changes_its_line(capsys: Capture) -> None:
    main(["rules", "belote"])
    before = capsys.readouterr().out.splitlines()
    main(["rules", "belote,forced_jack=true"])
    after = capsys.readouterr().out.splitlines()
    assert [line for line in after if line not in before] == [
        "belote:ffb,forced_jack=true",
        "  - The first speaker must take a turned-up jack. [forced_jack=true; false]",
    ]


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        ("tarot", "There is no game 'tarot'"),
        ("belote:x", "belote has no preset 'x'"),
        ("belote,tie=x", "'tie' cannot be 'x': it can be litige takers_made dedans."),
    ],
)
def test_what_is_no_game_is_refused(game: str, complaint: str, capsys: Capture) -> None:
    assert main(["rules", game]) == 2
    out, err = capsys.readouterr()
    assert (out, err.startswith("overtrick rules: ")) == ("", True)
    assert complaint in err
