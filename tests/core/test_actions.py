"""Actions as values: their parts, their numbers, and how they are read in any spelling."""

import json
import pickle

import pytest
from strategies import PRESETS, moments

from overtrick.core.actions import (
    BELOTE,
    DISCARDS,
    PASS,
    Action,
    Call,
    Discard,
    Word,
    action_fields,
    actions_of,
    parse_action,
    parse_word,
)
from overtrick.core.cards import CARDS, Card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_every_action_has_a_number_and_is_read_by_its_notation(game: Game) -> None:
    known = actions_of(game)
    assert [known.number(action) for action in known.all] == list(range(len(known.all)))
    assert known.choices == known.all[: len(known.choices)]
    for action in known.all:
        assert type(parse_action(game, str(action))) is type(action)
        assert parse_action(game, str(action)) == action
        assert pickle.loads(pickle.dumps(action)) is action


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_what_is_legal_stands_in_the_table(game: Game) -> None:
    known = actions_of(game)
    for seed in range(4):
        for round_ in moments(game, SEATS[seed], seed):
            out_of_turn = [call for seat in SEATS for call in round_.auction.legal_out_of_turn(seat)]
            assert all(action in known.numbers for action in (*round_.legal(), *out_of_turn))
            assert all(call.seat is None for call in round_.auction.legal())


@pytest.mark.parametrize(
    ("game", "text", "parts"),
    [
        ("bridge", "2C", ("bid", "2", 2, Strain.CLUBS, False, None)),
        ("bridge", "1nt", ("bid", "1", 1, Strain.NO_TRUMPS, False, None)),
        ("bridge", "double", ("double", "X", None, None, False, None)),
        ("coinche", " 90  h", ("bid", "90", 90, Strain.HEARTS, False, None)),
        ("coinche", "Capot S", ("bid", "capot", "capot", Strain.SPADES, False, None)),
        ("coinche:pagat", "coinche 4", ("double", "coinche", None, None, False, Seat.WEST)),
        ("coinche", "surcointche", ("redouble", "surcoinche", None, None, False, None)),
        ("belote", "take", ("accept", "take", None, None, False, None)),
        ("belote", "NAME d", ("name", "name", None, Strain.DIAMONDS, False, None)),
        ("euchre", "order alone", ("accept", "order", None, None, True, None)),
        ("euchre", "call H alone", ("name", "call", None, Strain.HEARTS, True, None)),
        ("euchre,defend_alone=true", "alone", ("alone", "alone", None, None, False, None)),
    ],
)
def test_the_parts_of_a_call(game: str, text: str, parts: tuple[object, ...]) -> None:
    call = parse_action(find_game(game), text)
    assert isinstance(call, Call)
    assert (call.kind, call.word, call.value, call.strain, call.alone, call.seat) == parts


@pytest.mark.parametrize(
    ("game", "text", "fields"),
    [
        ("bridge", "1NT", {"kind": "bid", "word": "1", "value": 1, "strain": "NT", "gap": ""}),
        ("bridge", "pass", {"kind": "pass", "word": "pass"}),
        ("bridge", "claim 0", {"kind": "claim", "word": "claim", "tricks": 0}),
        ("coinche", "capot S", {"kind": "bid", "word": "capot", "value": "capot", "strain": "S"}),
        ("coinche:pagat", "coinche 4", {"kind": "double", "word": "coinche", "seat": 4}),
        ("euchre", "order alone", {"kind": "accept", "word": "order", "alone": True}),
        ("euchre", "discard 9c", {"kind": "discard", "word": "discard", "card": "9c"}),
        ("belote", "rebelote", {"kind": "rebelote", "word": "rebelote"}),
    ],
)
def test_an_action_as_plain_data_without_what_it_has_not(game: str, text: str, fields: dict[str, object]) -> None:
    action = parse_action(find_game(game), text)
    assert json.loads(json.dumps(action_fields([action, Card("9c")]))) == {text: fields}


@pytest.mark.parametrize("game", PRESETS, ids=str)
def test_the_fields_of_an_action_make_its_notation(game: Game) -> None:
    for text, fields in action_fields(actions_of(game).all).items():
        strain = fields.get("gap", " ") + fields["strain"] if "strain" in fields else ""
        alone = ["alone"] if fields.get("alone") else []
        more = [str(fields[name]) for name in ("seat", "card", "tricks") if name in fields]
        assert " ".join([fields["word"] + strain, *alone, *more]) == text


@pytest.mark.parametrize(
    ("game", "text", "action"),
    [
        ("bridge", "2c", Card("2c")),  # the bid is 2C
        ("bridge", "claim 9", Word("claim", 9)),
        ("belote", "10h", Card("Th")),
        ("belote", "Belote", BELOTE),
        ("euchre", "discard 10c", DISCARDS[Card("Tc")]),
        ("euchre", "DISCARD  9s", DISCARDS[Card("9s")]),
        ("sueca", "pass", None),
        ("sueca", "8c", None),  # not in the pack
        ("bridge", "discard 9c", None),
        ("whist", "belote", None),
        ("whist", "claim 5", None),
        ("bridge", "claim 14", None),
        ("coinche:pagat", "coinche 4", Call("coinche", "double", seat=Seat.WEST)),
        ("coinche:pagat,coinche_any_time=false", "coinche 4", None),
        ("bridge", "8NT", None),
        ("bridge", "claim many", None),
        ("coinche", "95 H", None),
        ("euchre", "discard", None),
        ("euchre", "", None),
    ],
)
def test_other_actions_and_what_is_none(game: str, text: str, action: Action | None) -> None:
    if action is None:
        with pytest.raises(Invalid, match="is neither"):
            parse_action(find_game(game), text)
    else:
        assert parse_action(find_game(game), text) == action


@pytest.mark.parametrize(
    "text",
    [
        "claim",
        "claim -1",
        "claim 100",
        "claim " + "9" * 5000,
        "claim 0" + "9" * 5000,
        "claim ٣",
        "declare it",
        "",
        "pass",
    ],
)
def test_what_is_no_word(text: str) -> None:
    assert parse_word(text) is None


@pytest.mark.parametrize("action", [PASS, BELOTE, Discard(CARDS[0]), Word("claim", 3)])
def test_actions_cannot_change(action: Call | Discard | Word) -> None:
    with pytest.raises(AttributeError):
        setattr(action, "kind", "bid")  # noqa: B010
    with pytest.raises(AttributeError):
        del action.card  # type: ignore[union-attr]
