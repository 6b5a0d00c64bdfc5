"""The page's types of the messages are those of the server."""

from scripts.message_types import FILE, message_types


def test_the_page_has_the_messages_of_the_server() -> None:
    assert FILE.read_text(encoding="utf-8") == message_types(), "run python -m scripts.message_types"
