"""Frames of a WebSocket: however they are cut, each text arrives once and in order, and aiohttp gets all the rest."""

import asyncio
from itertools import pairwise, takewhile
from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st
from strategies import examples

from overtrick.server.ports.frames import Frames, text_frame

LONGEST = 1000
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
MASK = bytes((1, 200, 3, 77))


class Frame(NamedTuple):
    pattern: bytes
    times: int = 1
    opcode: int = TEXT
    is_whole: bool = True

    @property
    def payload(self) -> bytes:
        return self.pattern * self.times

    @property
    def data(self) -> bytes:
        size = len(self.payload)
        if size < 126:
            length = bytes((0x80 | size,))
        elif size <= 0xFFFF:
            length = b"\xfe" + size.to_bytes(2, "big")
        else:
            length = b"\xff" + size.to_bytes(8, "big")
        masked = bytes(byte ^ MASK[place % 4] for place, byte in enumerate(self.payload))
        return bytes((0x80 * self.is_whole | self.opcode,)) + length + MASK + masked

    @property
    def ends_texts(self) -> bool:
        return not self.is_whole or self.opcode == CLOSE or len(self.data) > LONGEST


class Parser:
    """What aiohttp would read with."""

    def __init__(self) -> None:
        self.got = b""

    def feed_data(self, data: bytes) -> tuple[bool, bytes]:
        self.got += data
        return False, b""

    def feed_eof(self) -> None:
        self.got += b"the end"


class Wire:
    """A connection that remembers whether it is read."""

    transport: asyncio.Transport | None = None

    def __init__(self) -> None:
        self.is_read = True

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


some_frames = st.builds(
    Frame,
    st.binary(max_size=12),
    st.sampled_from([1] * 8 + [10, 30, 82, 83, 100, 6000]),
    st.sampled_from([TEXT] * 6 + [BINARY, PING, CLOSE]),
    st.sampled_from([True] * 9 + [False]),
)


@examples(100)
@given(st.lists(some_frames, max_size=8), st.data())
def test_texts_arrive_and_the_rest_is_for_aiohttp(sent: list[Frame], data: st.DataObject) -> None:
    wire = b"".join(frame.data for frame in sent)
    cuts = sorted({0, len(wire), *data.draw(st.lists(st.integers(0, len(wire)), max_size=6))})

    async def feed() -> None:
        parser, noted, taken = Parser(), list[None](), list[bytes]()
        frames = Frames(parser, lambda: noted.append(None), Wire())
        frames.feed_data(wire[: cuts[-1] // 2])  # before anybody is there
        frames.begin(lambda text: float(bool(taken.append(text))), LONGEST)  # type: ignore[func-returns-value]
        for start, end in pairwise(sorted({cuts[-1] // 2, *(cut for cut in cuts if cut > cuts[-1] // 2)})):
            assert frames.feed_data(wire[start:end]) == (False, b"")
        before = list(takewhile(lambda frame: not frame.ends_texts, sent))
        assert taken == [frame.payload for frame in before if frame.opcode == TEXT]
        rest = [frame for frame in before if frame.opcode != TEXT] + sent[len(before) :]
        assert parser.got == b"".join(frame.data for frame in rest)
        assert bool(noted) is bool(rest)
        frames.feed_eof()
        assert parser.got.endswith(b"the end")

    asyncio.run(feed())


def test_who_has_to_wait_is_read_again_later() -> None:
    async def feed() -> None:
        taken, waits = list[bytes](), [0.0, 0.01, 0.0, 0.0, 0.0]
        done = asyncio.Event()

        def take(text: bytes) -> float:
            taken.append(text)
            if len(taken) == len(waits):
                done.set()
            return waits[len(taken) - 1]

        wire = Wire()
        frames = Frames(Parser(), None, wire)
        frames.begin(take, LONGEST)
        sent = b"".join(Frame(b"%d" % number).data for number in range(5))
        frames.feed_data(sent[:-3])
        frames.feed_data(sent[-3:])
        assert taken == [b"0", b"1"]
        assert not wire.is_read
        await done.wait()
        assert taken == [b"0", b"1", b"2", b"3", b"4"]
        assert wire.is_read

    asyncio.run(feed())


def test_what_is_too_long_is_for_aiohttp_from_its_beginning_on() -> None:
    async def feed() -> None:
        parser, taken = Parser(), list[bytes]()
        frames = Frames(parser, None, Wire())
        frames.begin(lambda text: float(bool(taken.append(text))), LONGEST)  # type: ignore[func-returns-value]
        sent = Frame(b"a").data + Frame(b"b", LONGEST).data
        frames.feed_data(sent[:20])
        assert taken == [b"a"]
        assert parser.got == sent[len(Frame(b"a").data) : 20]

    asyncio.run(feed())


def test_a_text_frame_tells_its_length() -> None:
    assert text_frame(b"a" * 125) == b"\x81\x7d" + b"a" * 125
    assert text_frame(b"a" * 126) == b"\x81\x7e\x00\x7e" + b"a" * 126
    assert text_frame(b"a" * 65536) == b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00" + b"a" * 65536
