"""What is found when something of a record or of a transcript was changed afterwards."""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from fair_table import FOUR, WATCHER, FairTable, Kind, Played
from hypothesis import given
from hypothesis import strategies as st
from strategies import PRESETS

from overtrick.core.catalogue import find_game, game_names
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.fair import Fair, commitment, deck_of_seed, salt_nonce
from overtrick.protocol.fair.transcript import read_transcript
from overtrick.protocol.fair.verification import Verification, verify

SECRET, NONCE = bytes(range(32)), bytes(range(100, 132))
FAIR = Fair(
    "K7QX",
    3,
    commitment(SECRET),
    SECRET.hex(),
    (commitment(NONCE), "-", "33" * 32, "-"),
    (NONCE.hex(), salt_nonce("words"), "-", "-"),
    ("committed", "uncommitted", "missing", "bot"),
)


def codes(verification: Verification) -> list[str]:
    return [finding.code for finding in verification.findings]


def notes(verification: Verification) -> list[str]:
    return [note.code for note in verification.notes]


def record_of(game: Game, dealer: Seat = Seat.NORTH, actions: int = 0, seed: int = 0, fair: Fair = FAIR) -> Record:
    """The record of a deal after so many actions, taken at random."""
    round_, random = Round(game, dealer, deck_of_seed(game, fair.seed)), Random(seed)
    while actions and round_.legal():
        round_ = round_.apply(random.choice(round_.legal()))
        actions -= 1
    return round_.record()._replace(fair=fair.as_json())


@given(
    game=st.sampled_from(PRESETS),
    dealer=st.sampled_from(SEATS),
    actions=st.integers(0, 80),
    seed=st.integers(0, 1 << 32),
    table=st.text(st.characters(categories=["L", "N"]), min_size=1),
    deal=st.integers(0, 1000),
)
def test_the_record_of_a_deal_is_consistent_wherever_it_was_broken_off(
    game: Game, dealer: Seat, actions: int, seed: int, table: str, deal: int
) -> None:
    fair = FAIR._replace(table=table, deal=deal)
    verification = verify(record_of(game, dealer, actions, seed, fair))
    assert (verification.verdict, codes(verification)) == ("consistent", [])
    assert notes(verification) == ["fair-missing", "fair-unbound", "fair-bots"]


def flipped(text: str) -> str:
    """Another hash."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


def changed(name: str, number: int, value: str) -> Callable[[dict[str, Any]], None]:
    def change(fair: dict[str, Any]) -> None:
        fair[name][number] = value

    return change


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], set[str]]] = {
    "table": (lambda fair: fair.update(table="K7QY"), set()),
    "deal": (lambda fair: fair.update(deal=4), set()),
    "commitment": (lambda fair: fair.update(commitment=flipped(FAIR.commitment)), {"fair-secret"}),
    "secret": (lambda fair: fair.update(secret=flipped(FAIR.secret)), {"fair-secret"}),
    "a commitment": (changed("commitments", 0, flipped(FAIR.commitments[0])), {"fair-nonce"}),
    "a commitment taken away": (changed("commitments", 0, "-"), {"fair-mark"}),
    "a missing one taken away": (changed("commitments", 2, "-"), {"fair-mark"}),
    "another commitment for salt": (changed("commitments", 1, "22" * 32), {"fair-nonce"}),
    "a commitment for a bot's nonce": (changed("nonces", 3, "44" * 32), {"fair-mark"}),
    "a nonce": (changed("nonces", 0, flipped(FAIR.nonces[0])), {"fair-nonce"}),
    "a nonce taken away": (changed("nonces", 0, "-"), {"fair-mark"}),
    "salt": (changed("nonces", 1, salt_nonce("other words")), set()),
    "a nonce opened late": (changed("nonces", 2, "33" * 32), {"fair-nonce", "fair-mark"}),
    "committed": (changed("marks", 0, "missing"), {"fair-mark"}),
    "uncommitted": (changed("marks", 1, "committed"), {"fair-mark"}),
    "missing": (changed("marks", 2, "committed"), {"fair-mark"}),
    "bot": (changed("marks", 3, "committed"), {"fair-mark"}),
}


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_field_is_found(game: str, what: str) -> None:
    change, expected = CHANGES[what]
    record = record_of(find_game(game), actions=80)
    fair = FAIR.as_json()
    change(fair)
    verification = verify(record._replace(fair=fair))
    other_seed = Fair.from_json(fair).seed != FAIR.seed
    assert verification.verdict == "wrong"
    assert {code for code in codes(verification) if code in ("fair-secret", "fair-nonce", "fair-mark")} == expected
    assert ("fair-hand" in codes(verification)) == other_seed


@given(st.sampled_from(["commitment", "secret"]), st.integers(0, 63), st.sampled_from("0123456789abcdef"))
def test_any_changed_digit_is_found(name: str, place: int, digit: str) -> None:
    record, fair = record_of(find_game("sueca")), FAIR.as_json()
    before = str(fair[name])
    fair[name] = before[:place] + digit + before[place + 1 :]
    assert verify(record._replace(fair=fair)).verdict == ("consistent" if fair[name] == before else "wrong")


@pytest.mark.parametrize("game", game_names())
def test_exchanged_cards_are_found(game: str) -> None:
    record = record_of(find_game(game), actions=80)
    assert record.deal.hands is not None
    north, east, south, west = record.deal.hands
    assert north is not None
    assert east is not None
    hands = ((*north[:-1], east[-1]), (*east[:-1], north[-1]), south, west)
    exchanged = record._replace(deal=record.deal._replace(hands=hands))
    assert codes(verify(exchanged)) == ["fair-hand", "fair-hand"]
    assert "player" in verify(exchanged).findings[0].values


@pytest.mark.parametrize("game", game_names())
def test_the_order_of_a_hand_does_not_matter(game: str) -> None:
    record = record_of(find_game(game), actions=80)
    assert record.deal.hands is not None
    hands = tuple(tuple(sorted(hand or ())) for hand in record.deal.hands)
    assert verify(record._replace(deal=record.deal._replace(hands=hands))).verdict == "consistent"


@pytest.mark.parametrize("game", ["belote", "euchre"])
def test_another_card_turned_up_and_another_kitty_are_found(game: str) -> None:
    record = record_of(find_game(game))
    kitty, turn_up = record.deal.kitty, record.deal.turn_up
    assert turn_up is not None
    deal = record.deal._replace(turn_up=kitty[0], kitty=(*kitty[1:], turn_up))
    assert codes(verify(record._replace(deal=deal))) == ["fair-turn-up", "fair-kitty"]
    assert codes(verify(record._replace(deal=record.deal._replace(turn_up=None)))) == ["fair-turn-up"]


@pytest.mark.parametrize("game", game_names())
def test_another_dealer_is_found(game: str) -> None:
    record = record_of(find_game(game))
    assert "fair-hand" in codes(verify(record._replace(dealer=Seat.SOUTH)))


def test_in_belote_who_took_decides_who_gets_which_of_the_later_cards() -> None:
    game = find_game("belote")
    start = Round(game, Seat.NORTH, deck_of_seed(game, FAIR.seed))
    record = start.apply("take").record()._replace(fair=FAIR.as_json())
    assert verify(record).verdict == "consistent"
    assert codes(verify(record._replace(auction=("pass", "take")))).count("fair-hand") == 2
    assert codes(verify(record._replace(auction=("pass",)))).count("fair-hand") == 4
    assert codes(verify(record._replace(auction=("take", "take"))))[0] == "bad-action"


def test_in_euchre_a_discard_changes_no_hand_as_dealt() -> None:
    game = find_game("euchre")
    start = Round(game, Seat.NORTH, deck_of_seed(game, FAIR.seed)).apply("order")
    after = start.apply(start.legal()[0])
    assert after.discard is not None
    assert verify(after.record()._replace(fair=FAIR.as_json())).verdict == "consistent"


@pytest.mark.parametrize("hands", [None, (None, None, None, None)])
def test_cards_that_are_not_known_cannot_be_verified(hands: Any) -> None:
    record = record_of(find_game("bridge"))
    assert codes(verify(record._replace(deal=record.deal._replace(hands=hands)))) == ["deal-not-whole"]


def test_a_record_that_does_not_tell_where_its_cards_come_from_is_not_verified() -> None:
    verification = verify(record_of(find_game("sueca"))._replace(fair=None))
    assert (verification.verdict, codes(verification)) == ("wrong", ["no-fair-field"])


def test_a_field_that_cannot_be_read_is_invalid() -> None:
    verification = verify(record_of(find_game("sueca"))._replace(fair={"table": "x"}))
    assert (verification.verdict, codes(verification)) == ("invalid", ["missing-field"])


# With transcripts, of real tables


def played(game: str, kinds: tuple[Kind, ...] = tuple(FOUR), deals: int = 2, passes: bool = False) -> Played:
    return FairTable(game, kinds, passes=passes).play(deals)


@pytest.mark.parametrize("game", [*game_names(), "spades:msn"])
def test_the_transcript_of_whoever_had_a_part_proves_the_deal(game: str) -> None:
    records, transcripts = played(game)
    for seat in SEATS:
        transcript = read_transcript(transcripts[seat])
        for record in records:
            assert verify(record, transcript) == Verification("proved", fair=Fair.from_json(record.fair))
    looked_on = read_transcript(transcripts[WATCHER])
    assert {verify(record, looked_on).verdict for record in records} == {"consistent"}
    assert notes(verify(records[0], looked_on)) == ["transcript-no-nonce"]


@pytest.mark.parametrize("game", ["belote", "coinche", "bridge"])
def test_deals_that_all_pass_are_proved_too(game: str) -> None:
    records, transcripts = played(game, passes=True, deals=3)
    assert all(record.contract is None for record in records)
    assert {verify(record, read_transcript(transcripts[2])).verdict for record in records} == {"proved"}


@pytest.mark.parametrize(
    ("kinds", "seat", "verdict", "expected"),
    [
        (("fair", "bot", "bot", "bot"), 1, "proved", ["fair-bots"]),
        (("fair", "mute", "silent", "bot"), 1, "proved", ["fair-missing", "fair-bots", "fair-none"]),
        (("fair", "mute", "fair", "fair"), 2, "consistent", ["fair-missing", "transcript-no-nonce"]),
        (("fair", "silent", "fair", "fair"), 2, "consistent", ["fair-none", "transcript-no-nonce"]),
        (("fair", "salt", "fair", "fair"), 1, "proved", []),
        (("fair", "salt", "fair", "fair"), 2, "consistent", ["transcript-no-nonce"]),
    ],
)
def test_a_proof_says_who_had_no_part(kinds: tuple[Kind, ...], seat: int, verdict: str, expected: list[str]) -> None:
    records, transcripts = played("sueca", kinds)
    verification = verify(records[1], read_transcript(transcripts[seat]))
    assert (verification.verdict, codes(verification), notes(verification)) == (verdict, [], expected)


Lines = list[dict[str, Any]]


def found(change: Callable[[Lines], None], record: int = 0, game: str = "belote") -> Verification:
    """What is found with the transcript of player 2 after a change to its lines."""
    records, transcripts = played(game)
    lines = [json.loads(line) for line in transcripts[2].splitlines()]
    change(lines)
    return verify(records[record], read_transcript("\n".join(map(json.dumps, lines))))


def at(lines: Lines, kind: str, direction: str = "got") -> dict[str, Any]:
    """The first line with a message of a kind."""
    return next(line for line in lines if line.get(direction, {}).get("type") == kind)


def the(lines: Lines, kind: str, direction: str = "got") -> dict[str, Any]:
    """The first message of a kind."""
    message: dict[str, Any] = at(lines, kind, direction)[direction]
    return message


def acted(lines: Lines) -> Iterator[dict[str, Any]]:
    return (line["got"] for line in lines if line.get("got", {}).get("type") == "acted")


OTHER = "ab" * 32
ALL_SPADES = ["As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda lines: the(lines, "committed").update(server=OTHER), "transcript-commitment"),
        (lambda lines: the(lines, "snapshot").update(commitment=OTHER), "transcript-commitment"),
        (lambda lines: the(lines, "committed").update(seats=[OTHER] * 4), "transcript-commitments"),
        (lambda lines: the(lines, "dealt").update(nonces=[OTHER] * 4), "transcript-nonces"),
        (lambda lines: the(lines, "dealt").update(marks=["bot"] * 4), "transcript-nonces"),
        (lambda lines: the(lines, "dealt")["deal"].update(dealer=3), "transcript-dealer transcript-turn"),
        (lambda lines: the(lines, "dealt")["deal"]["hand"].pop(), "transcript-cards"),
        (lambda lines: the(lines, "dealt")["deal"].pop("turn_up"), "transcript-cards"),
        (lambda lines: next(m for m in acted(lines) if "hand" in m)["hand"].reverse(), ""),
        (lambda lines: next(m for m in acted(lines) if "hand" in m).update(hand=ALL_SPADES), "transcript-cards"),
        (lambda lines: the(lines, "scored").update(secret=OTHER), "transcript-secret"),
        (lambda lines: the(lines, "ready", "sent").update(commitment=OTHER), "transcript-own-commitment"),
        (lambda lines: the(lines, "reveal", "sent").update(nonce=OTHER), "transcript-own-nonce"),
        (lambda lines: the(lines, "snapshot").update(game="belote:pagat"), "transcript-game"),
        (lambda lines: the(lines, "snapshot").update(table="elsewhere"), "transcript-no-deal"),
        (lambda lines: lines.__delitem__(slice(lines.index(at(lines, "committed")), None)), "transcript-no-deal"),
    ],
)
def test_what_a_transcript_saw_otherwise_is_found(change: Callable[[Lines], None], expected: str) -> None:
    assert found(lambda lines: None).verdict == "proved"
    verification = found(change)
    assert codes(verification) == expected.split()
    assert verification.verdict == ("wrong" if expected else "proved")


def test_another_list_after_the_nonce_was_opened_is_found() -> None:
    def show_another_list(lines: Lines) -> None:
        opened = lines.index(at(lines, "reveal", "sent"))
        other = {**the(lines, "committed"), "seats": [OTHER] * 4}
        lines.insert(opened + 1, {"at": 1, "got": other})

    assert codes(found(show_another_list)) == ["transcript-commitments"]


def test_a_dealer_whose_turn_it_was_not_is_found() -> None:
    verification = found(lambda lines: the(lines, "dealt")["deal"].update(dealer=4), record=1)
    assert codes(verification) == ["transcript-turn"]
    assert verification.findings[0].values == {"player": "2", "due": "1"}


def test_a_nonce_that_was_opened_too_early_proves_nothing() -> None:
    def open_early(lines: Lines) -> None:
        early = at(lines, "reveal", "sent")
        lines.remove(early)
        lines.insert(lines.index(at(lines, "committed")), early)

    verification = found(open_early)
    assert (verification.verdict, notes(verification)) == ("consistent", ["transcript-too-early"])


def test_a_nonce_that_was_opened_for_another_deal_before_proves_nothing() -> None:
    def open_for_another_deal(lines: Lines) -> None:
        lines.insert(0, {"at": 0, "sent": {**the(lines, "reveal", "sent"), "deal": 7}})

    assert notes(found(open_for_another_deal)) == ["transcript-too-early"]


def test_cards_of_an_auction_that_was_taken_back_do_not_count() -> None:
    def take_back(lines: Lines) -> None:
        number = next(n for n, line in enumerate(lines) if "hand" in line.get("got", {}))
        other = {"at": 1, "got": {**lines[number]["got"], "hand": ALL_SPADES}}
        back = {"at": 2, "got": {"type": "taken_back", "n": 1, "deal": the(lines, "dealt")["deal"]}}
        lines[number:number] = [other, back]

    assert found(take_back).verdict == "proved"


@pytest.mark.parametrize(("is_late", "expected"), [(False, ["transcript-own-nonce"]), (True, [])])
def test_a_nonce_that_was_opened_in_time_must_be_in_the_deal(is_late: bool, expected: list[str]) -> None:
    records, transcripts = played("sueca", ("fair", "mute", "fair", "fair"))
    lines = [json.loads(line) for line in transcripts[2].splitlines()]
    opened = {"at": 1, "sent": {"type": "reveal", "deal": 1, "nonce": OTHER}}
    lines.insert(lines.index(at(lines, "dealt")) + is_late, opened)
    verification = verify(records[0], read_transcript("\n".join(map(json.dumps, lines))))
    assert codes(verification) == expected
    assert "transcript-no-nonce" in notes(verification)


def test_a_verification_speaks_three_languages() -> None:
    verification = found(lambda lines: the(lines, "scored").update(secret=OTHER))
    told = [verification.as_json(language)["findings"] for language in ("en", "fr", "pt")]
    assert told[0] == [
        {"code": "transcript-secret", "message": "The transcript saw another secret of the server."},
    ]
    assert len({str(each) for each in told}) == 3


def test_who_leaves_before_he_opens_his_nonce_is_missing_although_a_bot_sits_there() -> None:
    table = FairTable("sueca", ("fair", "fair", "fair", "mute"))
    table.play_until(lambda message: isinstance(message, outgoing.Committed))
    table.say(4, incoming.Leave())
    records, transcripts = table.play(1)
    verification = verify(records[0], read_transcript(transcripts[1]))
    assert verification.fair is not None
    assert verification.fair.marks[3] == "bot"
    assert (verification.verdict, notes(verification)) == ("proved", ["fair-missing"])
