"""Elements of HTML and SVG as texts, in which nothing has to be escaped by hand."""

from __future__ import annotations

from html import escape
from typing import Final

VOID: Final = ("meta",)
"""elements that have no end"""


class Markup(str):
    """A text that is markup already."""

    __slots__ = ()


def element(name: str, /, *content: str, **attributes: str | int | float) -> Markup:
    """An element with some content; in the names of attributes `_` stands for `-`, and at the end for nothing.

    >>> element("p", "1 < 2 & ", element("b", "3"), class_="sum")
    '<p class="sum">1 &lt; 2 &amp; <b>3</b></p>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items()
    )
    return Markup(f"<{name}{written}/>" if name in VOID else f"<{name}{written}>{joined(*content)}</{name}>")


def joined(*content: str) -> Markup:
    """Some content one after the other."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part) for part in content))
