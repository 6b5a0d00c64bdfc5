"""The documents as a site: they and all that they link to side by side, of which `mkdocs.yml` makes pages.

    python -m scripts.site [FOLDER]

The pages come into FOLDER (`site`) and open without a server. Whatever a document links to is there: other documents,
and files of the sources as they are.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from scripts.api_page.writing import headings

ROOT: Final = Path(__file__).parents[1]
LINK: Final = re.compile(r"\]\((?!https?://|#)([^)#\s]+)")
CODE: Final = re.compile(r"^```.*?^```$", re.M | re.S)


def links(document: Path) -> Iterator[Path]:
    """The files and folders that a document links to or shows."""
    for target in LINK.findall(CODE.sub("", document.read_text(encoding="utf-8"))):
        yield (document.parent / target).resolve()


def page_of(path: Path) -> Path:
    """What is opened of a folder: its README."""
    return path / "README.md" if path.is_dir() else path


def files() -> set[Path]:
    """The README with all that it leads to, from document to document."""
    found: set[Path] = set()
    waiting = [ROOT / "README.md"]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        if path.suffix == ".md":
            waiting += map(page_of, links(path))
        found.add(path)
    return found


def text_of(document: Path) -> str:
    """A document as the site has it: links to folders open a page, and all headings have the anchors of the forges."""

    def opened(match: re.Match[str]) -> str:
        is_folder = (document.parent / match[1]).is_dir()
        return f"{match[0].rstrip('/')}/README.md" if is_folder else match[0]

    markdown = document.read_text(encoding="utf-8")
    anchors = (anchor for _, _, anchor in headings(markdown))
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
    for number in range(0, len(parts), 2):
        parts[number] = LINK.sub(opened, parts[number])
        parts[number] = re.sub(r"^#+ .+$", lambda line: f"{line[0]} {{#{next(anchors)}}}", parts[number], flags=re.M)
    return "".join(parts)


def gather(folder: Path) -> None:
    """Put all files of the site where they stand in the sources, below a folder."""
    for file in files():
        target = folder / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix == ".md":
            target.write_text(text_of(file), encoding="utf-8")
        else:
            shutil.copyfile(file, target)


def build(folder: Path) -> None:
    """Make the site; what is not as it should be ends it."""
    with TemporaryDirectory() as temporary:
        gather(Path(temporary) / "source")
        shutil.copyfile(ROOT / "mkdocs.yml", Path(temporary) / "mkdocs.yml")
        subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=temporary, check=True)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(Path(temporary) / "pages", folder)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the site in the folder that the arguments name."""
    parser = argparse.ArgumentParser(prog="python -m scripts.site", description="The documents as a site.")
    parser.add_argument("folder", metavar="FOLDER", nargs="?", default="site", help="of the pages (%(default)s)")
    build(Path(parser.parse_args(arguments).folder))


if __name__ == "__main__":
    main()
