"""Options that several commands have."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from overtrick import texts

SEED_BYTES: Final = 8
MOST_DIGITS: Final = 9


def positive(text: str) -> int:
    """A number from 1 on, as a type for argparse."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and int(text)):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 1 on")
    return int(text)


def random_seed(command: str, language: str, key: str) -> str:
    """A seed for who gives none, which is told on standard error with the sentence of a key."""
    from secrets import token_hex  # here, because it takes milliseconds to import

    seed = token_hex(SEED_BYTES)
    print(f"overtrick {command}: {texts.say(language, key, seed=seed)}", file=sys.stderr)
    return seed
