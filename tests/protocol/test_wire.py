"""Messages as they travel."""

import pytest

from overtrick.core.errors import Invalid
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.wire import decode_incoming, decode_outgoing, encode


def test_a_message_arrives_as_it_was_sent() -> None:
    act, pong = incoming.Act(id="a", at=3, action="Ah"), outgoing.Pong(id="p")
    assert encode(act) == b'{"type":"act","id":"a","at":3,"action":"Ah"}'
    assert decode_incoming(encode(act)) == act
    assert decode_outgoing(encode(pong)) == pong


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b'{"type":"act"}', b'{"type":"nothing"}', b'{"type":"say","text":"\xff"}', b"[" * 10**5]
)
def test_what_is_no_message_is_refused(data: bytes) -> None:
    for decode in (decode_incoming, decode_outgoing):
        with pytest.raises(Invalid) as refusal:
            decode(data)
        assert refusal.value.finding.code == "bad-message"


def test_neither_end_takes_the_messages_of_its_own() -> None:
    with pytest.raises(Invalid):
        decode_incoming(encode(outgoing.Closed(n=1)))
    with pytest.raises(Invalid):
        decode_outgoing(encode(incoming.Leave()))
