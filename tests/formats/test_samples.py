"""The samples of games: what they show, and that people can read it in their language."""

from overtrick import judge, texts
from overtrick.formats.catalogue import FORMATS, format_of
from overtrick.formats.lines import from_first, lines_of
from overtrick.formats.samples import samples

STATUSES = {
    "belote.clean": ["clean"],
    "belote.counting": ["fault"],
    "belote.follow": ["fault"],
    "bridge.boards": ["clean", "fault"],
    "sueca.revoke": ["fault"],
    "sueca.unread": ["invalid"],
}


def judged(text: str) -> list[str]:
    first, _ = from_first(lines_of(text))
    return [
        "invalid" if game.record is None else judge(game.record).status
        for game in FORMATS[format_of(first)].games(text)
    ]


def test_each_sample_shows_what_it_is_there_for() -> None:
    assert {sample.name: judged(sample.text) for sample in samples()} == STATUSES


def test_each_sample_has_a_name_in_each_language() -> None:
    for language in texts.LANGUAGES:
        assert {f"web.sample.{sample.name}" for sample in samples()} == {
            key for key in texts.catalogue(language) if key.startswith("web.sample.")
        }
