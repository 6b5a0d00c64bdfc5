"""The documents become a site in which every link leads somewhere."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from scripts.site import build, files

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder)
    return folder


class Links(HTMLParser):
    """What a page links to, shows and loads, and the anchors that it has."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif name in ("href", "src") and value:
                self.targets.add(value)


def test_every_document_is_a_page(site: Path) -> None:
    documents = [file.relative_to(ROOT) for file in files() if file.suffix == ".md"]
    assert len(documents) > 25
    names = [
        document.with_name("index.html" if document.name == "README.md" else f"{document.stem}.html")
        for document in documents
    ]
    assert [str(name) for name in names if not (site / name).is_file()] == []


def test_all_links_lead_somewhere_and_nothing_comes_from_elsewhere(site: Path) -> None:
    pages = {page: Links(page) for page in site.rglob("*.html") if page.name != "404.html"}
    broken, elsewhere = [], set()
    for page, links in pages.items():
        for target in links.targets:
            if re.match(r"[a-z]+:", target):
                elsewhere.add(target)
                continue
            path, _, anchor = target.partition("#")
            opened = (page.parent / unquote(path)).resolve() if path else page
            if opened.is_dir():
                opened /= "index.html"
            if not opened.is_file() or (anchor and opened in pages and unquote(anchor) not in pages[opened].anchors):
                broken.append(f"{page.relative_to(site)}: {target}")
    assert broken == []
    assert {target for target in elsewhere if target.endswith((".js", ".css"))} == set()


def test_what_is_searched_for_is_found(site: Path) -> None:
    items = json.loads((site / "search.json").read_text(encoding="utf-8"))["items"]
    found = {item["location"].partition("#")[0] for item in items if "undertrump" in item["text"].lower()}
    assert "docs/games/belote.html" in found
