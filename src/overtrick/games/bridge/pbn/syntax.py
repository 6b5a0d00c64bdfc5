"""The tokens of PBN: the text of a file is cut into games, and these into tags with what follows each of them.

A blank line ends a game, unless it stands in a comment. Nothing here knows what a tag means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from overtrick.core.errors import Finding
from overtrick.formats.places import Lines

_INNER: Final = r'[^"\\\n]*(?:\\.[^"\\\n]*)*'
_LEXER: Final = re.compile(
    rf"""
    (?P<word>(?!^%)[^\s\[\]{{}};"]+)
  | (?P<newline>\n)
  | (?P<blank>[^\S\n]+)
  | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>{_INNER})"\s*\])
  | (?P<loose>^\[\s*(?P<named>\w+)[ \t]*"(?P<all>[^\n]*)"[ \t]*\][ \t]*$)
  | (?P<escape>^%[^\n]*)
  | (?P<line_comment>;[^\n]*)
  | (?P<brace>\{{)
  | (?P<string>"{_INNER}")
  | (?P<quote>"[^\n]*)
  | (?P<bracket>\][^\n]*|\[[^\n]*)
  | (?P<stray>\}})
    """,
    re.VERBOSE | re.MULTILINE | re.ASCII,
)
ROW: Final = re.compile(rf'(?:[^\s\[\]{{}};"]|[ \t]|"{_INNER}")*', re.ASCII)
"""a line of a table"""
HEADER: Final = re.compile(r"%\s*(?:PBN\s+\d+\.\d+|EXPORT)\s*")
"""the lines at the head of a file, which say nothing of the games"""


class Token(NamedTuple):
    """What stands between two tags: a word, a text in quotation marks, or a comment without its braces."""

    kind: Literal["word", "string", "comment"]
    text: str
    line: int
    column: int


class Tag(NamedTuple):
    """A tag; the place is that of its value."""

    name: str
    value: str
    line: int
    column: int
    after: list[Token]
    """what stands between this tag and the next one"""


class Block:
    """One game, as it stands in the file."""

    def __init__(self) -> None:
        self.line = 0
        """of the first tag, or of the text that stands there instead; 0 while there is none"""
        self.comments: list[str] = []
        """before the first tag"""
        self.escapes: list[str] = []
        """the lines that begin with %, without it"""
        self.tags: list[Tag] = []
        self.finding: Finding | None = None
        """the first thing that is not of the syntax"""

    def add(self, token: Token) -> None:
        """Take what stands between two tags."""
        if self.tags:
            self.tags[-1].after.append(token)
        elif token.kind == "comment":
            self.comments.append(token.text)
        else:
            self.wrong("pbn-text", token.line, token.column, token.text)

    def add_tag(self, tag: Tag, line: int) -> None:
        self.line = self.line or line
        self.tags.append(tag)

    def wrong(self, code: str, line: int, column: int, text: str) -> None:
        """Note what is not of the syntax."""
        self.line = self.line or line
        self.finding = self.finding or Finding(code, {"text": text}, line, column)


def blocks(text: str) -> Iterator[Block]:
    """The games of a text; comments and escaped lines that stand alone belong to the game after them, or the last."""
    waiting: Block | None = None
    held = Block()
    for block in _paragraphs(text):
        if block.line:
            block.comments[:0], block.escapes[:0] = held.comments, held.escapes
            if waiting is not None:
                yield waiting
            waiting, held = block, Block()
        else:
            held.comments += block.comments
            held.escapes += block.escapes
    if waiting is not None:
        waiting.comments += held.comments
        waiting.escapes += held.escapes
        yield waiting


def _paragraphs(text: str) -> Iterator[Block]:
    """The parts of a text between lines that are blank."""
    block, is_blank, lines = Block(), True, Lines(text)
    offset, unclosed = 0, False
    while offset < len(text):
        match = _LEXER.match(text, offset)
        assert match is not None, "every character begins some token"
        kind, start, offset = match.lastgroup, offset, match.end()
        if kind == "newline":
            if is_blank:
                yield block
                block = Block()
            is_blank = True
            continue
        if kind == "blank":
            continue
        is_blank = False
        line, column = lines.place(start)
        if kind == "word":
            block.add(Token("word", match[0], line, column))
        elif kind == "tag":
            block.add_tag(Tag(match["name"], unescaped(match["value"]), *lines.place(match.start("value")), []), line)
        elif kind == "loose":
            block.add_tag(Tag(match["named"], unescaped(match["all"]), *lines.place(match.start("all")), []), line)
        elif kind == "string":
            block.add(Token("string", match[0], line, column))
        elif kind == "line_comment":
            block.add(Token("comment", match[0][1:], line, column))
        elif kind == "escape":
            if not HEADER.fullmatch(match[0]):
                block.escapes.append(match[0][1:])
        elif kind == "brace":
            closed = -1 if unclosed else text.find("}", offset)
            if closed < 0:
                unclosed = True  # no brace is closed from here on: nobody needs to search again
                block.wrong("pbn-comment", line, column, "{")
            else:
                block.add(Token("comment", text[offset:closed], line, column))
                offset = closed + 1
        elif kind != "stray":  # comments do not nest, but people who think so close one brace too many
            block.wrong("pbn-string" if kind == "quote" else "pbn-tag", line, column, match[0])
    yield block


def unescaped(text: str) -> str:
    r"""The text of a value; a backslash before anything but a quotation mark or another one stands for itself."""
    return re.sub(r'\\(["\\])', r"\1", text) if "\\" in text else text


def escaped(text: str) -> str:
    """The value of a text, on one line, as `unescaped` reads it."""
    return re.sub(r'"|\\(?=["\\]|\Z)', r"\\\g<0>", re.sub(r"[\r\n]+", " ", text))


def row_of(tokens: list[Token]) -> str:
    """The tokens of one line with the blanks between them; the export format has no tabs."""
    row, first = "", tokens[0].column
    for token in tokens:
        row += " " * (token.column - first - len(row)) + token.text
    return row.replace("\t", " ")
