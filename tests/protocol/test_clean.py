"""Text from other people, made safe to show."""

import pytest

from overtrick.protocol.clean import clean_line, shortened


def test_a_line_stays_whole_however_long_it_is() -> None:
    assert clean_line("long " * 1000) == ("long " * 1000).strip()


@pytest.mark.parametrize("letter", ["\u3164", "\u2800", "\u115f", "\u1160", "\uffa0", "\u17b4", "\u200b", "\u2060"])
def test_nobody_is_called_by_what_cannot_be_seen(letter: str) -> None:
    assert clean_line(letter * 3) == shortened(letter * 3, 24) == ""
    assert shortened(f"{letter}Zoé{letter}", 24) == "Zoé"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("12345", "12345"),
        ("  1 2\n3 ", "1 2 3"),
        ("123456", "1234…"),
        ("123 456", "123…"),
        ("1" + " " * 30 + "2", "1…"),  # what was not even looked at is missed as well
    ],
)
def test_what_was_left_out_is_seen(text: str, shown: str) -> None:
    assert shortened(text, 5) == shown
