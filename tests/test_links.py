"""Links between the documents lead somewhere: to a file, and to a heading of it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import site
from scripts.api_page.writing import headings

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "briefs").rglob("*.md")])


def links(document: Path) -> Iterator[tuple[str, str]]:
    """The path and the anchor of each link to a file here."""
    text = re.sub(r"^```.*?^```$", "", document.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not target.startswith(("http://", "https://")):
            path, _, anchor = target.partition("#")
            yield path, anchor


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(document: Path) -> None:
    broken = []
    for path, anchor in links(document):
        target = (document.parent / path).resolve() if path else document
        if not target.exists() or (anchor and anchor not in {a for _, _, a in headings(target.read_text("utf-8"))}):
            broken.append(f"{path}#{anchor}")
    assert broken == []


def test_every_document_is_in_the_index() -> None:
    index = DOCS / "README.md"
    linked = {(DOCS / path).resolve() for path, _ in links(index)}
    assert [page.name for page in DOCS.glob("*.md") if page != index and page not in linked] == []


OURS = (ROOT, ROOT / "src" / "overtrick", ROOT / "src", ROOT / "web" / "src")
PATHS = re.compile(r"`([\w-]+(?:/[\w-]+)+\.(?:py|ts|svelte))`")
"""files that a document names; those of a reader's own package are in blocks of code"""


def test_files_that_documents_name_are_there() -> None:
    named = [(document, path) for document in DOCUMENTS for path in PATHS.findall(document.read_text("utf-8"))]
    assert len(named) > 20
    gone = {
        f"{document.name}: {path}"
        for document, path in named
        if document.name != "CHANGELOG.md" and not any((folder / path).exists() for folder in OURS)
    }
    assert gone == set()


def test_each_audience_begins_on_one_page() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    groups = [group for group in index.split("**You ")[1:] if not group.startswith("write Python")]
    assert len(groups) == 6
    assert [group.partition("**")[0] for group in groups if group.count("begin here") != 1] == []


def test_the_site_tells_its_options_and_makes_no_folder_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        site.main(["--help"])
    assert "FOLDER" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
