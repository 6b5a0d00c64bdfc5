"""Tokens and codes."""

from random import Random

from overtrick.protocol.incoming import CODE_LENGTH
from overtrick.table.keys import CODE_LETTERS, hashed, new_code


def test_a_code_has_letters_that_nobody_mixes_up_and_all_are_as_likely() -> None:
    rng = Random(1)
    codes = "".join(new_code(rng.randbytes) for _ in range(3100))
    assert len(codes) == 3100 * CODE_LENGTH
    assert set(codes) == set(CODE_LETTERS)
    assert not set("01loi") & set(codes)
    assert all(900 < codes.count(letter) < 1100 for letter in CODE_LETTERS)


def test_bytes_that_would_favour_some_letters_are_not_used() -> None:
    given = iter([255, 248, 247, 0])
    assert new_code(lambda _: bytes([next(given)]), 2) == CODE_LETTERS[-1] + CODE_LETTERS[0]


def test_any_text_can_be_hashed() -> None:
    assert hashed("token") == hashed("token") != hashed("Token")
    assert len(hashed("\ud800")) == 64
