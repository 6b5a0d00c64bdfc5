"""Lines of the text port: any pieces, any line ends, no Telnet."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from overtrick.core.errors import Invalid
from overtrick.server.ports.text import Lines

TEXT = st.text(st.characters(exclude_characters="\n\r\0", exclude_categories=["Cs"]), max_size=20)
COMMANDS = [b"\xff\xfb\x01", b"\xff\xfd\x0a", b"\xff\xfa\x1f\x00\x50\x00\n\xff\xf0", b"\xff\xf4", b"\xff\xff"]


@given(st.lists(st.tuples(TEXT, st.sampled_from([b"\n", b"\r\n", b"\r\0\n"]))), st.data())
def test_lines_come_out_whatever_the_pieces_are(lines: list[tuple[str, bytes]], data: st.DataObject) -> None:
    stream = b""
    for text, end in lines:
        whole = text.encode()
        place = data.draw(st.integers(0, len(whole)))
        command = data.draw(st.sampled_from([b"", *COMMANDS]))
        stream += whole[:place] + command + whole[place:] + end
    reader, got = Lines(longest=1000), list[bytes]()
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        got += reader.feed(stream[:size])
        stream = stream[size:]
    assert [line.decode() for line in got] == [text for text, _ in lines]


SCRAPS = st.sampled_from([b"\xff", b"\xfa", b"\xf0", b"\xfb", b"\xf4", b"\n", b"a", b"\r"])


@given(st.lists(SCRAPS).map(b"".join))
@example(b"\xff\xfa\xff\xfb\xff\xf0\n")
def test_the_pieces_make_no_difference_to_broken_commands_either(stream: bytes) -> None:
    whole = list(Lines(longest=1000).feed(stream))
    for place in range(len(stream)):
        reader = Lines(longest=1000)
        assert [*reader.feed(stream[:place]), *reader.feed(stream[place:])] == whole


@pytest.mark.parametrize(
    "pieces", [[b"x" * 81], [b"x" * 81 + b"\n"], [b"x" * 40, b"x" * 41], [b"\xff\xfa" + b"x" * 80], [b"\n" + b"x" * 81]]
)
def test_lines_that_are_too_long_are_refused(pieces: list[bytes]) -> None:
    lines, (*first, last) = Lines(longest=80), pieces
    for piece in first:
        assert list(lines.feed(piece)) == []
    with pytest.raises(Invalid, match="At most 80 bytes"):
        list(lines.feed(last))


def test_the_lines_before_one_that_is_too_long_come_out() -> None:
    got: list[bytes] = []
    with pytest.raises(Invalid, match="At most 80 bytes"):
        got.extend(Lines(longest=80).feed(b"one\ntwo\n" + b"x" * 81 + b"\nthree\n"))
    assert got == [b"one", b"two"]


def test_a_line_may_have_the_full_length() -> None:
    assert list(Lines(longest=80).feed(b"x" * 80 + b"\n" + b"y" * 80 + b"\n")) == [b"x" * 80, b"y" * 80]
