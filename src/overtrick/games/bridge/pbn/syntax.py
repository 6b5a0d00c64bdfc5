"""The syntax of PBN: the text of a file is cut into games, and these into tags with what follows them.

A blank line ends a game, unless it stands in a comment; so does a second tag `Event`, `Board` or `Deal`, because some
programs write no blank lines. What is not of the syntax is told with its spot, and all around it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

from overtrick.core.errors import Finding

_INNER: Final = r'[^"\\\n]*(?:\\.[^"\\\n]*)*'
_WORD: Final = r'[^\s\[\]{};"]+'
_LINE: Final = re.compile(
    rf"""
    \[(?P<name>\w+)[ \t]*"(?P<value>[^"\\\n]*)"[ \t]*\][ \t]*\n
  | [ \t]*(?P<words>(?!%){_WORD}(?:[ \t]+{_WORD})*)[ \t]*\n
  | (?P<blank>[^\S\n]*\n)
    """,
    re.VERBOSE | re.ASCII,
)
"""a whole line of the three kinds that most lines are: a tag, words, or nothing"""
_LEXER: Final = re.compile(
    rf"""
    (?P<words>(?!^%){_WORD}(?:[ \t]+{_WORD})*)
  | (?P<newline>\n)
  | (?P<blank>[^\S\n]+)
  | (?P<tag>\[\s*(?P<name>\w+)\s*"(?P<value>{_INNER})"\s*\])
  | (?P<loose>^\[\s*(?P<named>\w+)[ \t]*"(?P<all>[^\n]*)"[ \t]*\][ \t]*$)
  | (?P<bare>^\[[ \t]*(?P<title>\w+)(?:[ \t]*"|[ \t]++)(?P<plain>[^"\[\]{{}}\n]*[^"\[\]{{}}\s])"?[ \t]*\])
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
_VALUES: Final = {"tag": ("name", "value"), "loose": ("named", "all"), "bare": ("title", "plain")}
"""the groups of the name and the value of a tag by how it is written: well, with quotation marks inside, or without"""
ROW: Final = re.compile(rf'(?:[^\s\[\]{{}};"]|[ \t]|"{_INNER}")*', re.ASCII)
"""a line of a table"""
HEADER: Final = re.compile(r"%\s*(?:PBN\s+\d+\.\d+|EXPORT)\s*")
"""the lines at the head of a file, which say nothing of the games"""
FIRST_TAGS: Final = frozenset(("event", "board", "deal"))
"""the tags that a game has once: where one comes again after a deal, another game begins"""


class Token(NamedTuple):
    """What stands between two tags: words on one line, a text in quotation marks, or a comment without its braces."""

    kind: Literal["words", "string", "comment"]
    text: str
    line: int
    column: int


class Tag(NamedTuple):
    """A tag; the spot is that of its value."""

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
        """of the first tag; 0 while there is none"""
        self.comments: list[str] = []
        """before the first tag"""
        self.escapes: list[str] = []
        """the lines that begin with %, without it"""
        self.tags: list[Tag] = []
        self.first_tags: set[str] = set()
        """which of `FIRST_TAGS` it has"""
        self.findings: list[Finding] = []
        """what is not of the syntax"""
        self.warnings: list[Finding] = []
        """text where none can stand, which is kept as comments"""

    def add(self, token: Token) -> None:
        """Take what stands between two tags."""
        if self.tags:
            self.tags[-1].after.append(token)
        else:
            self.comments.append(token.text)
            if token.kind != "comment":
                self.warnings.append(stray_text(token))

    def wrong(self, code: str, line: int, column: int, text: str) -> None:
        """Note what is not of the syntax."""
        self.findings.append(Finding(code, {"text": text}, line, column))

    def take_first(self, name: str) -> bool:
        """Note a tag of `FIRST_TAGS`; False if it begins another game, although no blank line stands before it."""
        if name in self.first_tags and "deal" in self.first_tags:
            return False
        self.first_tags.add(name)
        return True


def stray_text(token: Token) -> Finding:
    """What is wrong with words where only tags and comments can stand."""
    return Finding("pbn-text", {"text": token.text}, token.line, token.column)


def blocks(text: str) -> Iterator[Block]:
    """The games of a text; what stands alone without a tag belongs to the game after it, or the last.

    Where a text has something, but no game at all, there is one block without tags.
    """
    waiting: Block | None = None
    held = Block()
    for block in _paragraphs(text):
        if block.tags:
            _join(held, block)
            if waiting is not None:
                yield waiting
            waiting, held = block, Block()
        else:
            _append(held, block)
    if waiting is None:
        if held.warnings or held.findings:
            yield held
        return
    _append(waiting, held)
    yield waiting


def _join(first: Block, block: Block) -> None:
    """Put what was held before a block in front of it."""
    block.comments[:0], block.escapes[:0] = first.comments, first.escapes
    block.findings[:0], block.warnings[:0] = first.findings, first.warnings[:1]


def _append(block: Block, other: Block) -> None:
    block.comments += other.comments
    block.escapes += other.escapes
    block.findings += other.findings
    block.warnings += other.warnings[: 1 - min(len(block.warnings), 1)]


def _paragraphs(text: str) -> Iterator[Block]:
    """The parts of a text between lines that are blank, or before a tag that begins another game."""
    text = text if text.endswith("\n") else text + "\n"
    block, line, offset, end = Block(), 1, 0, len(text)
    last_brace = text.rfind("}")  # behind it nobody needs to search for one
    while offset < end:
        match = _LINE.match(text, offset)
        if match is None:
            reader = _OddLines(text, block, line, last_brace)
            offset = reader.read(offset)
            yield from reader.before
            block, line = reader.block, reader.line
            continue
        name = match[1]
        if name is not None:
            if (first := name.lower()) in FIRST_TAGS and not block.take_first(first):
                yield block
                block = Block()
                block.take_first(first)
            block.line = block.line or line
            block.tags.append(Tag(name, match[2], line, match.start(2) - offset + 1, []))
        elif match[3] is not None:
            block.add(Token("words", match[3], line, match.start(3) - offset + 1))
        else:
            yield block
            block = Block()
        line += 1
        offset = match.end()
    yield block


class _OddLines:
    """Reads a line that is neither one tag nor only words, and those into which its comments and tags reach."""

    def __init__(self, text: str, block: Block, line: int, last_brace: int) -> None:
        self.text, self.block, self.line, self.last_brace = text, block, line, last_brace
        self.before: list[Block] = []
        """the blocks that end on the way"""

    def read(self, start: int) -> int:
        """Read from a character to the end of its line; where the next line begins."""
        text, offset, begins = self.text, start, start
        while True:
            match = _LEXER.match(text, offset)
            assert match is not None, "every character begins some token"
            kind, begun, offset = match.lastgroup or "", offset, match.end()
            if kind == "newline":
                self.line += 1
                return offset
            column = begun - begins + 1
            if kind == "brace":
                if offset > self.last_brace:
                    self.block.wrong("pbn-comment", self.line, column, "{")
                else:
                    closed = text.index("}", offset)
                    self.block.add(Token("comment", text[offset:closed], self.line, column))
                    offset = closed + 1
            elif kind in _VALUES:
                self._tag(match, begins)
            else:
                self._take(kind, match[0], column)
            lines = text.count("\n", begun, offset)
            if lines:
                self.line += lines
                begins = text.rindex("\n", begun, offset) + 1

    def _tag(self, match: re.Match[str], begins: int) -> None:
        name, value = (match[group] for group in _VALUES[match.lastgroup or ""])
        start = match.start(_VALUES[match.lastgroup or ""][1])
        passed = self.text.count("\n", match.start(), start)
        begins = self.text.rindex("\n", 0, start) + 1 if passed else begins
        if (first := name.lower()) in FIRST_TAGS and not self.block.take_first(first):
            self.before.append(self.block)
            self.block = Block()
            self.block.take_first(first)
        self.block.line = self.block.line or self.line
        self.block.tags.append(Tag(name, unescaped(value), self.line + passed, start - begins + 1, []))

    def _take(self, kind: str, text: str, column: int) -> None:
        block, line = self.block, self.line
        if kind == "words":
            block.add(Token("words", text, line, column))
        elif kind == "string":
            block.add(Token("string", text, line, column))
        elif kind == "line_comment":
            block.add(Token("comment", text[1:], line, column))
        elif kind == "escape":
            if not HEADER.fullmatch(text):
                block.escapes.append(text[1:])
        elif kind in ("quote", "bracket"):
            block.wrong("pbn-string" if kind == "quote" else "pbn-tag", line, column, text)
        # Comments do not nest, but people who think so close one brace too many; blanks say nothing.


def unescaped(text: str) -> str:
    r"""The text of a value; a backslash before anything but a quotation mark or another one stands for itself."""
    return re.sub(r'\\(["\\])', r"\1", text) if "\\" in text else text


def escaped(text: str) -> str:
    """The value of a text, on one line, as `unescaped` reads it."""
    return re.sub(r'"|\\(?=["\\]|\Z)', r"\\\g<0>", re.sub(r"[\r\n]+", " ", text))


def rows_of(tokens: Iterable[Token]) -> list[str]:
    """The lines of a table: the tokens of each line with the blanks between them; the export format has no tabs."""
    rows: list[list[Token]] = []
    previous: Token | None = None
    for token in tokens:
        if token.kind != "comment":
            if previous is None or previous.kind == "comment" or previous.line != token.line:
                rows.append([])
            rows[-1].append(token)
        previous = token
    return [_row_of(row) for row in rows]


def _row_of(tokens: list[Token]) -> str:
    row, first = "", tokens[0].column
    for token in tokens:
        row += " " * (token.column - first - len(row)) + token.text
    return row.replace("\t", " ")
