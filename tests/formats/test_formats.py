"""The table of formats: how an input is known by its first line or its name, and what each format reads and writes."""

import pytest

from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Invalid
from overtrick.engine.dealing import deals
from overtrick.formats.catalogue import FORMATS, format_of, format_of_path
from overtrick.formats.lines import Line, from_first


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"game":"belote"}', "json"),
        ("  {", "json"),
        ('[Event "x"]', "pbn"),
        ("% PBN 2.1", "pbn"),
        ("qx|o1|", "lin"),
        ("PN|a,b,c,d|", "lin"),
        ("s 2", "belote"),
        ("7D", "sueca"),
        ("Trump Card: 7D", "sueca"),
        (" Trump Card: 7 D", "sueca"),
    ],
)
def test_a_format_is_known_by_its_first_line(text: str, name: str) -> None:
    assert format_of(Line(1, text)) == name


@pytest.mark.parametrize(("game", "name"), [("sueca", "sueca"), ("belote", "belote"), ("euchre:hoyle", "belote")])
def test_a_text_of_tricks_is_in_the_format_of_its_game(game: str, name: str) -> None:
    for text in ("s 2", "7D", "what is this"):
        assert format_of(Line(1, text), find_game(game)) == name


@pytest.mark.parametrize("text", ['[Event "x"]', "% PBN", "pn|a|"])
def test_a_bridge_file_has_no_other_game(text: str) -> None:
    for name in game_names():
        if name == "bridge":
            assert FORMATS[format_of(Line(7, text), find_game(name))].only == "bridge"
            continue
        with pytest.raises(Invalid) as refusal:
            format_of(Line(7, text), find_game(name))
        assert (refusal.value.finding.code, refusal.value.finding.line) == ("other-game", 7)


@pytest.mark.parametrize(
    ("text", "game"),
    [("what is this", None), ("hello", None), ("hello world", None), ("s 2", "bridge"), ("7D", "bridge:rubber")],
)
def test_what_is_in_no_format_is_refused(text: str, game: str | None) -> None:
    with pytest.raises(Invalid) as refusal:
        format_of(Line(3, text), find_game(game) if game else None)
    assert (refusal.value.finding.code, refusal.value.finding.line) == ("unknown-format", 3)


def test_names_of_files_tell_their_formats() -> None:
    assert [format_of_path(path) for path in ("a.pbn", "a.b.JSON", "x/y.jsonl", "a", ".lin", "a.txt")] == [
        "pbn",
        "json",
        "json",
        None,
        None,
        None,
    ]
    extensions = [extension for form in FORMATS.values() for extension in form.extensions]
    assert len(extensions) == len(set(extensions))


@pytest.mark.parametrize("name", ["json", "pbn", "lin"])
def test_what_a_format_writes_it_reads_and_recognises(name: str) -> None:
    form = next(form for known, form in FORMATS.items() if known == name)
    records = [board.record() for board, _ in zip(deals(find_game("bridge")), range(3), strict=False)]
    text = form.dumps(records)
    assert format_of(from_first(text.splitlines())[0]) == name
    for source in (text, text.splitlines(keepends=True), text.encode().splitlines(keepends=True)):
        assert [placed.record and placed.record.board for placed in form.games(source)] == [1, 2, 3]


@pytest.mark.parametrize("name", ["json", "pbn", "lin"])
def test_a_file_can_be_written_game_by_game(name: str) -> None:
    form = next(form for known, form in FORMATS.items() if known == name)
    records = [board.record() for board, _ in zip(deals(find_game("bridge")), range(3), strict=False)]
    pieces = list(form.pieces(records))
    assert len(pieces) == 3
    assert "".join(pieces) == form.dumps(records)


@pytest.mark.parametrize("name", ["json", "pbn", "lin"])
def test_a_source_without_games_is_empty(name: str) -> None:
    form = next(form for known, form in FORMATS.items() if known == name)
    for source in ("", "\n\n", [b"\xef\xbb\xbf\r\n"]):
        with pytest.raises(Invalid, match="There is no game here"):
            form.games(source)


def test_the_first_line_leaves_all_lines_where_they_are() -> None:
    first, lines = from_first(["\ufeff\n", " \n", "a \n", "\n", "b"])
    assert first == Line(3, "a ")
    assert list(lines) == ["\n", "\n", "a \n", "\n", "b"]
