"""The page as Markdown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from scripts.api_page.reading import Entry, Member, entry_of

PAGE: Final = Path(__file__).parents[2] / "docs" / "api.md"
TEMPLATE: Final = Path(__file__).with_name("page.md").read_text(encoding="utf-8")
"""what is said before the names of each section; `cards.Notation` is a name of the module `overtrick.core.cards`"""
CONTENTS: Final = "<!-- contents -->"
NAMES: Final = re.compile(r"<!-- names(?: of ([\w.]+))?:(.*?)-->", re.S)
"""where the names of a section stand, of `overtrick` or of another module"""
WIDTH: Final = 110
"""signatures that are longer are written an argument a line"""
PROMPTS: Final = (">>> ", "... ")
HOMES: Final = {name: home or "overtrick" for home, names in NAMES.findall(TEMPLATE) for name in names.split()}
"""the names of the page with the modules from which they are imported"""
DESCRIBED: Final = {name.rpartition(".")[2] for name in HOMES}


def page() -> str:
    """The whole page."""
    written = NAMES.sub(lambda found: "\n\n".join(map(_section, found[2].split())), TEMPLATE)
    top, _, below = written.partition(CONTENTS)
    return f"{top}{_contents(below)}{below}"


def _contents(below: str) -> str:
    """A line for each section, with links to all of its names."""
    lines: list[str] = []
    for level, title, anchor in headings(below):
        if level == 2:
            lines.append(f"- [{title}](#{anchor})")
        else:
            lines[-1] += f"{', ' if '`' in lines[-1] else ': '}[`{title}`](#{anchor})"
    return "\n".join(lines)


def headings(markdown: str) -> Iterator[tuple[int, str, str]]:
    """The level, the title and the anchor of each heading; one that is used again has a number, as on GitHub."""
    seen: Counter[str] = Counter()
    without_code = re.sub(r"^```.*?^```$", "", markdown, flags=re.M | re.S)
    for marks, title in re.findall(r"^(#+) (.+)$", without_code, re.M):
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        yield len(marks), title, f"{anchor}-{seen[anchor]}" if seen[anchor] else anchor
        seen[anchor] += 1


def _section(name: str) -> str:
    within, _, last = name.rpartition(".")
    home = f"{HOMES[name]}.{within}" if within else HOMES[name]
    return _entry(entry_of(home, last, DESCRIBED), f"From `{home}`." if within else "")


def _entry(entry: Entry, origin: str) -> str:
    code = f"```python\n{_wrapped(entry.signature)}\n```"
    parts = [f"### {entry.name}", code, origin, *_paragraphs(entry.words), _members(entry.members)]
    return "\n\n".join(filter(None, parts))


def _wrapped(signature: str) -> str:
    """A signature on one line, or if it is long an argument a line."""
    if len(signature) <= WIDTH or "(" not in signature:
        return signature
    head, _, rest = signature.partition("(")
    *arguments, end = _split(rest)
    return "\n".join([f"{head}(", *(f"    {argument}," for argument in arguments), f"){end}"])


def _split(text: str) -> Iterator[str]:
    """The arguments up to the closing bracket, and last what follows it."""
    depth, start = 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth < 0 or (depth == 0 and letter == ","):
            yield text[start:place].strip()
            start = place + 1
        if depth < 0:
            break
    yield text[start:]


def _members(members: Sequence[Member]) -> str:
    """A line for each of them; those without words share one."""
    lines: list[str] = []
    for has_words, some in groupby(members, key=lambda member: bool(member.words)):
        if has_words:
            lines += map(_member, some)
        else:
            lines.append("- " + ", ".join(f"`{member.text}`" for member in some))
    return "\n".join(lines)


def _member(member: Member) -> str:
    words = "\n\n".join(_paragraphs(member.words)).replace("\n", "\n  ").replace("\n  \n", "\n\n")
    return f"- `{member.text}`: {words}"


def _paragraphs(docstring: str) -> list[str]:
    """The paragraphs of a docstring, its examples as a user would type them."""
    return [
        _example(paragraph) if paragraph.startswith(PROMPTS) else paragraph
        for paragraph in docstring.split("\n\n")
        if paragraph
    ]


def _example(session: str) -> str:
    """A session that begins with the import of the public names in it."""
    lines = [line for line in session.splitlines() if not line.startswith(">>> from overtrick")]
    words = set(re.findall(r"(?<![\w.\"'])[A-Za-z_]+", " ".join(line for line in lines if line.startswith(PROMPTS))))
    used = sorted((HOMES[word], word) for word in words & HOMES.keys())
    imports = [
        f">>> from {home} import {', '.join(name for _, name in names)}"
        for home, names in groupby(used, key=lambda pair: pair[0])
    ]
    return "\n".join(["```pycon", *imports, *lines, "", "```"])
