"""Deals that can be checked: what they come from, and what is found when something was changed afterwards."""

import json
from hashlib import sha256

import pytest

from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.shuffle import shuffled
from overtrick.protocol.fair import Fair, commitment, deal_seed, deck_of_seed, salt_nonce

SECRET = bytes(range(32))


def test_a_commitment_is_the_hash_of_a_label_and_the_bytes() -> None:
    assert commitment(SECRET) == sha256(b"overtrick/commit/1\n" + SECRET).hexdigest()


@pytest.mark.parametrize("size", [0, 31, 33, 64])
def test_a_commitment_is_to_32_bytes(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(size))


def test_a_seed_is_the_hash_of_eight_lines() -> None:
    nonces = ["11" * 32, "-", "33" * 32, "-"]
    text = f"overtrick/deal/1\nAB12\n7\n{SECRET.hex()}\n{nonces[0]}\n-\n{nonces[2]}\n-"
    assert deal_seed("AB12", 7, SECRET, nonces) == sha256(text.encode()).digest()


def test_words_make_a_nonce() -> None:
    assert salt_nonce("un peu de sel é") == sha256("un peu de sel é".encode()).hexdigest()


def test_a_deck_is_the_shuffled_pack() -> None:
    game = find_game("sueca")
    assert deck_of_seed(game, SECRET) == shuffled(tuple(game.pack), SECRET)


FIELD: dict[str, object] = {
    "table": "AB12",
    "deal": 7,
    "commitment": commitment(SECRET),
    "secret": SECRET.hex(),
    "commitments": [commitment(bytes(32)), "-", "11" * 32, "-"],
    "nonces": ["00" * 32, "-", "-", "22" * 32],
    "marks": ["committed", "bot", "missing", "uncommitted"],
}


def test_the_field_is_read_and_written() -> None:
    fair = Fair.from_json(FIELD)
    assert fair.as_json() == FIELD
    assert json.loads(json.dumps(fair.as_json())) == FIELD
    assert fair.seed == deal_seed("AB12", 7, SECRET, ["00" * 32, "-", "-", "22" * 32])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("table", 3),
        ("table", "a\nb"),
        ("deal", "7"),
        ("deal", True),
        ("deal", -1),
        ("deal", 1 << 60),
        ("commitment", "-"),
        ("secret", "AB" * 32),
        ("secret", "ab" * 31),
        ("secret", "ab" * 32 + "\n"),
        ("commitments", ["-"] * 3),
        ("commitments", "----"),
        ("nonces", ["-", "-", "-", None]),
        ("nonces", ["-", "-", "-", "٠" * 64]),
        ("marks", ["committed", "bot", "bot", "seen"]),
        ("marks", ["committed", "bot", "bot", []]),
    ],
)
def test_a_field_that_is_not_of_the_format_is_refused(name: str, value: object) -> None:
    with pytest.raises(Invalid) as error:
        Fair.from_json({**FIELD, name: value})
    assert error.value.finding.code == "bad-field"
    assert f"fair.{name}" in str(error.value)


@pytest.mark.parametrize("value", [None, [], "fair", 1])
def test_a_field_that_is_no_object_is_refused(value: object) -> None:
    with pytest.raises(Invalid, match="'fair'"):
        Fair.from_json(value)


@pytest.mark.parametrize("name", FIELD)
def test_a_field_must_be_whole(name: str) -> None:
    with pytest.raises(Invalid, match=f"'fair.{name}' is missing"):
        Fair.from_json({key: value for key, value in FIELD.items() if key != name})


def test_a_field_has_nothing_else() -> None:
    with pytest.raises(Invalid, match=r"no field 'fair\.more'"):
        Fair.from_json({**FIELD, "more": 1})
