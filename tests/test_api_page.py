"""docs/api.md has every public name, as the sources have it now."""

import overtrick
from overtrick import learning
from scripts.api_page.reading import entry_of
from scripts.api_page.writing import HOMES, PAGE, headings, page


def test_the_page_is_what_the_sources_say() -> None:
    is_fresh = PAGE.read_text(encoding="utf-8") == page()
    assert is_fresh, "docs/api.md is stale: run python -m scripts.api_page"


def test_every_public_name_is_on_the_page_once() -> None:
    titles = [title for level, title, _ in headings(page()) if level == 3]
    assert sorted(titles) == sorted(name.rpartition(".")[2] for name in HOMES)
    assert sorted(name for name, home in HOMES.items() if home == "overtrick" and "." not in name) == overtrick.__all__
    assert sorted(name for name, home in HOMES.items() if home == learning.__name__) == learning.__all__


def test_something_is_said_of_every_public_name() -> None:
    assert [name for name, home in HOMES.items() if "." not in name and not entry_of(home, name).words] == []


def test_an_entry_has_signature_docstring_and_members() -> None:
    seat = entry_of("overtrick", "parse_seat")
    assert (seat.signature, seat.members) == ("parse_seat(text: str) -> Seat", ())
    making = entry_of("overtrick.bots.bot", "Making")
    assert making.signature == "class Making(NamedTuple)"
    assert ("options: str = ''", "what stands after the colon of its text, such as the level in `sampling:4`") in [
        tuple(member) for member in making.members
    ]
    assert entry_of("overtrick", "Cards").signature == "class Cards(cards: Iterable[Card] | str = ())"
    assert "finding: Finding | Fault | None" in [member.text for member in entry_of("overtrick", "Referee").members]
    assert entry_of("overtrick", "jsonl").signature == "from overtrick import jsonl"
    assert "loads(text: str) -> list[Record]" in [member.text for member in entry_of("overtrick", "jsonl").members]


def test_headings_of_one_name_have_anchors_of_their_own() -> None:
    text = "# A b\n\n```\n# no heading\n```\n\n## View\n\n### view\n"
    assert [anchor for _, _, anchor in headings(text)] == ["a-b", "view", "view-1"]
