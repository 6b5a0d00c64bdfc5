"""PBN as the programs and people of the field write it: read as they mean it, and told where it is odd."""

import pytest
from games.bridge import bridge_files
from games.bridge.bridge_files import cards

from overtrick.core.auctions import Contract
from overtrick.core.seats import Seat, Side
from overtrick.core.tricks import Strain
from overtrick.deal.record import Record
from overtrick.formats import jsonl
from overtrick.formats.record_format import Located
from overtrick.games.bridge import lin, pbn
from overtrick.referee.judging import Judgement, judge_game

DEAL = "N:KT9.A42.KQ2.KJ87 8765.T98.65.QT52 J43.Q763.AJ43.A9 AQ2.KJ5.T987.643"
BOARD = f'[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'
THREE_TRICKS = "S5 S3 SA S9\nS6 S4 S2 SK\nD5 D3 D7 DK\n"
"""East leads against 3NT of North: West wins the first trick, North the second"""


def one(text: str) -> Record:
    return bridge_files.one(pbn, text)


def warnings(text: str) -> list[tuple[str, int | None, int | None]]:
    return bridge_files.warnings(pbn, text)


def games(text: str) -> list[Located]:
    return list(pbn.games(text))


def judged(text: str) -> list[Judgement]:
    return [judge_game(game, "deal") for game in pbn.games(text)]


def code(judgement: Judgement) -> str | None:
    return judgement.finding and judgement.finding.code


# What is read without a word


@pytest.mark.parametrize(
    "text", ["1C all pass", "1C All Pass", "1C ALLPASS", "1C ap", "1C (all pass)", "1C all pass pass pass", "1C AP *"]
)
def test_all_pass_is_spelt_in_many_ways(text: str) -> None:
    assert one(f'[Auction "N"]\n{text}').auction == ("1C", "pass", "pass", "pass")
    assert warnings(f'[Auction "N"]\n{text}') == []


def test_a_call_that_a_lesson_asks_for_is_not_made_yet() -> None:
    for awaited in ("____", "___ ", "_"):
        record = one(f'[Auction "N"]\n1NT Pass {awaited}')
        assert record.auction == ("1NT", "pass")
    for text in ("1NT ____ 2C", "1NT AC P"):
        assert one(f'[Auction "N"]\n{text}').auction == ("1NT",)
        assert warnings(f'[Auction "N"]\n{text}') == [("calls-awaited", 2, 5)]


def test_a_star_behind_a_call_is_an_alert_and_one_alone_an_end() -> None:
    record = one('[Auction "N"]\n1H P 3N P\n4C* P 4H P\nP P')
    assert record.auction == ("1H", "pass", "3NT", "pass", "4C", "pass", "4H", "pass", "pass", "pass")
    assert record.tags["Auction"] == {"marks": [[5, "=1="]], "notes": ["1:Alerted"]}
    assert pbn.loads(pbn.dumps([record])) == [record]
    explained = one('[Auction "N"]\n1H* =2= P *\n[Note "2:limited"]')
    assert explained.tags["Auction"] == {"marks": [[1, "=2="]], "notes": ["2:limited"], "end": "*"}


def test_a_reference_to_a_note_may_lack_its_end() -> None:
    assert one('[Auction "N"]\n5D=1 AP').tags["Auction"] == {"marks": [[1, "=1="]]}


@pytest.mark.parametrize("value", ["North", "north", "n", " N "])
def test_seats_have_names(value: str) -> None:
    assert one(f'[Dealer "{value}"]').dealer is Seat.NORTH


@pytest.mark.parametrize("tag", ["[Board 12]", "[Board  12 ]", '[Board "12]', '[Board 12"]'])
def test_a_tag_may_lack_quotation_marks(tag: str) -> None:
    assert one(tag).tags == {"Board": "12"}


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        *(("N-S", "NS"), ("E/W ", "EW"), ("nil", "None"), ("Nil", "None"), ("N", "NS"), ("b", "All")),
        *(("North-South", "NS"), ("o", "None"), ("Neither", "None"), ("NSEW", "All")),
    ],
)
def test_vulnerability_is_spelt_in_many_ways(value: str, kept: str) -> None:
    assert one(f'[Vulnerable "{value}"]').tags == {"Vulnerable": kept}


def test_games_may_stand_without_blank_lines() -> None:
    text = "".join(f'[Event "x"]\n[Board "{number}"]\n[Deal "{DEAL}"]\n*\n' for number in (1, 2, 3))
    assert [record.tags for record in pbn.loads(text)] == [{"Event": "x", "Board": str(n)} for n in (1, 2, 3)]
    assert len(pbn.loads(f'[Deal "{DEAL}"]\n[Deal "{DEAL}"]\n')) == 2
    assert warnings(text) == []


def test_tens_may_have_two_digits() -> None:
    assert one(f'[Deal "{DEAL.replace("T", "10")}"]').deal == one(f'[Deal "{DEAL}"]').deal


@pytest.mark.parametrize("value", ["4SX S", "4SX by South", "4sxS"])
def test_the_declarer_may_stand_behind_the_contract(value: str) -> None:
    assert one(f'[Contract "{value}"]').contract == Contract(Strain.SPADES, Side.ONE, Seat.SOUTH, 4, 1)


def test_a_play_may_end_twice() -> None:
    record = one('[Declarer "S"]\n[Contract "4H"]\n[Play "W"]\nC2 {high}*\n*\n')
    assert record.plays == cards("2c")


# What is read and told


def test_text_around_the_games_is_kept_as_comments() -> None:
    text = f'[Deal "{DEAL}"]\n\nGenerated 707 hands\nProduced 10 hands\n\nTime needed  0.002 sec\n'
    assert warnings(text) == [("pbn-text", 3, 1)]
    assert one(text).tags["{}"] == {"": ["Generated 707 hands", "Produced 10 hands", "Time needed  0.002 sec"]}
    [before] = games(f'report\n\n[Deal "{DEAL}"]\n')
    assert before.record is not None
    assert before.record.deal.hands is not None
    [nothing] = games("# a script that deals\nproduce 10\n")
    assert nothing.record is None
    assert nothing.finding is not None
    assert (nothing.finding.code, nothing.finding.line) == ("pbn-text", 1)


def test_passes_behind_the_end_are_left_out() -> None:
    text = '[Dealer "N"]\n[Auction "N"]\n1C Pass Pass Pass {over} Pass {really} Pass\n'
    record = one(text)
    assert record.auction == ("1C", "pass", "pass", "pass")
    assert warnings(text) == [("extra-passes", 3, 26)]
    assert record.tags["Auction"] == {"marks": [[4, "{over}"], [4, "{really}"]]}
    assert one('[Auction "N"]\nPass Pass Pass Pass Pass').auction == ("pass",) * 4


def test_a_contract_that_makes_no_sense_is_that_of_the_calls() -> None:
    text = f'{BOARD}[Contract "four"]\n[Auction "N"]\n1NT Pass 3NT AP\n'
    assert warnings(text) == [("bad-field", 4, 12)]
    assert one(text).contract == Contract(Strain.NO_TRUMPS, Side.ONE, Seat.NORTH, 3)


def test_a_double_that_the_contract_lacks_is_that_of_the_calls() -> None:
    text = f'{BOARD}[Declarer "N"]\n[Contract "3NT"]\n[Result ""]\n[Auction "N"]\n3NT X AP\n'
    assert warnings(text) == [("double-left-out", 5, 12)]
    assert one(text).contract == Contract(Strain.NO_TRUMPS, Side.ONE, Seat.NORTH, 3, 1)
    [wrong] = judged(text.replace('[Result ""]', '[Result "9"]\n[Score "NS 400"]'))
    assert code(wrong) == "wrong-contract"


VOIDS = "N:AK2.A42.KQJ2.KJ8 8765.T983.65.QT5 .QJ765.AT43.A972 QJT943.K.987.643"


@pytest.mark.parametrize(
    "value",
    [
        VOIDS.replace(" .QJ", " -.QJ"),
        VOIDS.replace(".", " . "),
        VOIDS.replace(" ", "   ").replace(".", " ."),
    ],
)
def test_suits_without_a_card_may_be_hyphens_and_dots_may_have_blanks(value: str) -> None:
    assert one(f'[Deal "{value}"]\n').deal == one(f'[Deal "{VOIDS}"]\n').deal
    assert warnings(f'[Deal "{value}"]\n') == []


def test_a_hand_alone_may_have_a_hyphen_for_a_suit() -> None:
    hands = one('[Deal "N:-.QJ765.AT43.A972 - - -"]\n').deal.hands
    assert hands is not None
    assert [hand and len(hand) for hand in hands] == [13, None, None, None]


def test_blanks_around_dots_take_no_time_where_they_make_no_deal() -> None:
    for value in ("N:" + " " * 50_000 + "AK", "N:" + "A" * 50_000 + " .", "N:" + ". " * 50_000):
        assert [game.record for game in games(f'[Deal "{value}"]\n')]


def test_passes_before_the_first_bid_may_be_left_out() -> None:
    text = f'{BOARD}[Declarer "S"]\n[Contract "2H"]\n[Auction "N"]\n1H =1= X 2H AP\n[Note "1:thin"]\n'
    record = one(text)
    assert record.auction == ("pass", "pass", "1H", "X", "2H", "pass", "pass", "pass")
    assert record.tags["Auction"] == {"marks": [[3, "=1="]], "notes": ["1:thin"]}
    assert warnings(text) == [("passes-left-out", 7, 1)]
    assert [code(judgement) for judgement in judged(text)] == ["incomplete"]
    doubled = text.replace("2H AP", "2H X AP")
    assert [warning[0] for warning in warnings(doubled)] == ["double-left-out", "passes-left-out"]
    assert one(text.replace('"2H"', '"4H"')).auction[0] == "1H"  # no passes make that contract


def test_a_declarer_whom_calls_play_and_hands_contradict_is_told_and_adds_no_passes() -> None:
    calls = ("1NT", "pass", "3NT", "pass", "pass", "pass")
    text = f'{BOARD}[Declarer "S"]\n[Contract "3NT"]\n[Auction "N"]\n1NT Pass 3NT AP\n[Play "E"]\n{THREE_TRICKS}'
    record = one(text)
    assert (record.auction, record.contract and record.contract.seat) == (calls, Seat.NORTH)
    assert warnings(text) == [("wrong-declarer-tag", 4, 12)]
    assert [code(judgement) for judgement in judged(text)] == ["incomplete"]
    without_hands = text.replace(f'[Deal "{DEAL}"]\n', "")
    assert one(without_hands).auction == calls
    # a lead that East does not hold proves nothing
    assert warnings(text.replace("S5 S3", "S3 S5"))[0][0] == "passes-left-out"


def test_the_second_table_of_a_board_may_leave_the_board_out() -> None:
    table = '[West "{}"]\n[Declarer "N"]\n[Contract "3NT"]\n[Auction "N"]\n3NT AP\n[Play "E"]\n{}*\n\n'
    text = f'[Event "Final"]\n[Board "7"]\n{BOARD}{table.format("a", THREE_TRICKS)}{table.format("b", "S5 ")}'
    first, second = games(text)
    assert first.record is not None
    assert second.record is not None
    assert second.record.deal == first.record.deal
    assert (second.record.dealer, second.record.tags) == (Seat.NORTH, first.record.tags)
    assert (second.record.seats[3], second.record.plays) == ("b", cards("5s"))
    assert [warning.code for warning in (*first.warnings, *second.warnings)] == ["board-left-out"]
    assert [judge_game(game, "deal").status for game in (first, second)] == ["incomplete", "incomplete"]
    unrelated = games(f'[Board "7"]\n{BOARD}\n[Board "8"]\n[Contract "1C"]\n')[1]
    assert unrelated.record is not None
    assert unrelated.record.deal.hands is None


# Plays and hands


PLAYED = f'{BOARD}[Declarer "N"]\n[Contract "3NT"]\n[Play "E"]\n'


@pytest.mark.parametrize(
    "rows",
    [
        THREE_TRICKS,
        "S5 S3 SA S9\nS2 SK S6 S4\nDK D5 D3 D7\n",
    ],
    ids=["columns", "in order of play"],
)
def test_rows_of_a_play_are_put_in_order_by_the_hands(rows: str) -> None:
    text = f"{PLAYED}{rows}*\n"
    assert one(text).plays == cards("5s 3s As 9s 2s Ks 6s 4s Kd 5d 3d 7d")
    assert warnings(text) == ([] if rows is THREE_TRICKS else [("play-by-hands", 7, 1)])
    assert [judgement.status for judgement in judged(text)] == ["incomplete"]
    assert pbn.loads(pbn.dumps([one(text)])) == [one(text)]


def test_a_lead_tells_that_the_seat_of_a_play_is_stale() -> None:
    text = PLAYED.replace('[Play "E"]', '[Play "W"]') + "S5\n"
    [game] = games(text)
    assert game.record is not None
    assert (game.record.plays, game.leader) == (cards("5s"), Seat.EAST)
    assert [warning.code for warning in game.warnings] == ["play-by-hands"]
    assert judge_game(game, "deal").status == "incomplete"


def test_what_the_hands_do_not_explain_stays_as_it_stands() -> None:
    revoke = f"{PLAYED}S5 S3 D7 S9\n*\n"
    assert one(revoke).plays == cards("5s 3s 7d 9s")
    [fault] = judged(revoke)
    assert fault.status == "fault"


def test_two_cards_that_were_exchanged_are_named() -> None:
    exchanged = DEAL.replace("T98.65.", "T98.63.").replace("AJ43.A9", "AJ54.A9")
    [judgement] = judged(f"{PLAYED.replace(DEAL, exchanged)}{THREE_TRICKS}D6 D4 D8 DQ\n*\n")
    assert code(judgement) == "cards-of-others"
    assert judgement.finding is not None
    assert judgement.finding.message().startswith("5d and 3d were not held")


def test_a_play_of_another_deal_accuses_nobody() -> None:
    other = "N:8765.T98.65.QT52 KT9.A42.KQ2.KJ87 AQ2.KJ5.T987.643 J43.Q763.AJ43.A9"
    text = f"{PLAYED.replace(DEAL, other)}{THREE_TRICKS}*\n"
    [judgement] = judged(text)
    assert judgement.status == "invalid"
    assert judgement.finding is not None
    assert judgement.finding.code == "play-not-of-deal"
    assert judgement.finding.line is not None


def test_one_wrong_card_is_told_before_a_revoke_of_another_player() -> None:
    revoke = "S5 S3 D7 S9\n"
    [fault] = judged(f"{PLAYED}{revoke}*\n")
    assert fault.status == "fault"
    [judgement] = judged(f"{PLAYED}{revoke}- - - DA\n*\n")  # which South holds
    assert (judgement.status, code(judgement)) == ("invalid", "card-of-another")


def test_irregularities_that_the_file_tells_are_no_faults() -> None:
    assert [item.status for item in judged(f"{PLAYED}S5 S3 ^R D7 S9\n*\n")] == ["incomplete"]
    bid = '[Auction "N"]\n2H ^I 1S Pass Pass Pass\n'
    assert [code(item) for item in judged(f"{BOARD}{bid}")] == ["incomplete"]
    assert [code(item) for item in judged(f"{BOARD}{bid.replace('^I', '')}")] == ["insufficient-bid"]
    skipped = '[Auction "N"]\n1NT ^S 3NT AP\n'
    assert [code(item) for item in judged(f"{BOARD}{skipped}")] == ["incomplete"]
    swapped = f'{BOARD}[Declarer "^S"]\n[Contract "3NT"]\n[Auction "N"]\n3NT AP\n[Play "W"]\nSA S9 S5 S3\n*\n'
    assert [item.status for item in judged(swapped)] == ["incomplete"]
    agreed = PLAYED.replace("[Play", '[Result "^0"]\n[Play') + THREE_TRICKS + "*\n"  # though they have won two
    assert [item.status for item in judged(agreed)] == ["clean"]
    out_of_turn = f"{PLAYED}S5 S3 SA S9\n^L S6 S4 S2 SK\n*\n"  # West had won
    assert [item.status for item in judged(out_of_turn)] == ["incomplete"]
    assert [item.plays[4].seat for item in judged(out_of_turn)] == [Seat.EAST]


def test_calls_that_are_missing_at_the_end_do_no_harm_if_the_contract_is_known() -> None:
    text = f'{BOARD}[Declarer "N"]\n[Contract "3NT"]\n[Auction "N"]\n3NT\n[Play "E"]\nS5\n'
    assert [code(item) for item in judged(text)] == ["incomplete"]


# Deals that are not whole


@pytest.mark.parametrize(
    "deal",
    [
        "N:KT9.A42.KQ2.KJ87 - J43.Q763.AJ43.A9 -",
        "N:KT9.A42.KQ2.KJ87 ... J43.Q763.AJ43.A9 ...",
        "N:KT9.A42.KQ2.KJ87  J43.Q763.AJ43.A9 ",
        "N:KT9.A42.KQ2.KJ87 - J43.Q763.AJ43.A9",
    ],
)
def test_hands_may_be_left_out(deal: str) -> None:
    record = one(f'[Deal "{deal}"]')
    assert record.deal.hands is not None
    assert [hand is None for hand in record.deal.hands] == [False, True, False, True]
    assert record.deal.known == ()


@pytest.mark.parametrize(
    ("deal", "whole", "known"),
    [
        ("N:KT9.A42.KQ2.KJ87 AQ... - -", [True, False, False, False], ["", "As Qs", "", ""]),
        ("N:KT9.A42.KQ2.KJ87 AQxx.xxx.Jx.xxxx - -", [True, False, False, False], ["", "As Qs Jd", "", ""]),
        ("S:AQxxx... - KJ9... -", [False] * 4, ["Ks Js 9s", "", "As Qs", ""]),
    ],
)
def test_some_cards_of_a_hand_may_be_known(deal: str, whole: list[bool], known: list[str]) -> None:
    record = one(f'[Deal "{deal}"]')
    hands = record.deal.hands or (None,) * 4
    assert [hand is not None for hand in hands] == whole
    assert record.deal.known == tuple(map(cards, known))
    assert pbn.loads(pbn.dumps([record])) == [record]
    assert jsonl.loads(jsonl.dumps([record])) == [record]
    [from_lin] = lin.loads(lin.dumps([record]))
    assert (from_lin.deal.hands, from_lin.deal.known) == (record.deal.hands, record.deal.known) or not any(whole)


def test_known_cards_are_facts_for_the_referee() -> None:
    text = '[Deal "N:KT9.A42.KQ2.KJ87 - - AQ..."]\n[Declarer "N"]\n[Contract "3NT"]\n[Play "E"]\nSA S3 S2 S9\n*\n'
    [judgement] = judged(text)
    assert code(judgement) == "wrong-leader" or code(judgement) == "card-elsewhere"
    held = text.replace("SA S3 S2 S9", "S5 S3 D7 S9")
    [judgement] = judged(held)
    assert judgement.status == "fault"
    assert judgement.fault is not None
    assert judgement.fault.offender is Seat.WEST


def test_a_deal_with_a_card_twice_keeps_what_it_can() -> None:
    [game] = games(f'[Board "3"]\n[Deal "{DEAL.replace("8765.T98", "K765.T98")}"]\n[Contract "3NT"]\n')
    assert game.finding is not None
    assert game.finding.code == "card-in-two-hands"
    assert game.record is not None
    assert game.record.deal.hands is not None
    assert [hand is None for hand in game.record.deal.hands] == [False, True, False, False]
    assert len(game.record.deal.known[1]) == 12
    assert (game.record.tags["Board"], game.record.contract) == ("3", Contract(Strain.NO_TRUMPS, value=3))


def test_the_second_table_of_a_board_takes_its_deal_from_the_first() -> None:
    board, other = f'[Dealer "N"][Vulnerable "All"][Deal "{DEAL}"]', '[Dealer "#"][Vulnerable "#"][Deal "#"]'
    text = f'[Board "1"]{board}\n\n[Board "1"]{other}\n'
    first, second = games(text)
    assert first.record is not None
    assert second.record is not None
    assert second.record == first.record
    assert warnings(text) == []


@pytest.mark.parametrize(
    ("result", "tricks"),
    [("=", 10), ("+1", 11), ("-2", 8), ("+0", 10), ("-10", 0), ("10", 10), ("EW 4", 9), ("^+1", 11)],
)
def test_a_result_may_be_told_beside_the_contract(result: str, tricks: int) -> None:
    text = f'{BOARD}[Declarer "S"]\n[Contract "4S"]\n[Result "{result}"]\n'
    record = one(text)
    assert warnings(text) == []
    assert record.said == ((0, f"claim {tricks}"),)
    assert record.tags["Result"] == ("^" if result[0] == "^" else "") + str(tricks)


@pytest.mark.parametrize("result", ["+4", "-11", "NS +14", "+", "--1"])
def test_a_result_that_no_contract_can_have_is_left_out(result: str) -> None:
    text = f'{BOARD}[Declarer "S"]\n[Contract "4S"]\n[Result "{result}"]\n'
    assert warnings(text) == [("bad-field", 6, 10)]
    assert "Result" not in one(text).tags


def test_a_result_beside_a_contract_that_nobody_knows_stays_as_it_is() -> None:
    assert one(f'{BOARD}[Result "+1"]\n').tags["Result"] == "+1"
    text = f'{BOARD}[Contract "S"]\n[Result "+1"]\n'
    assert warnings(text) == [("bad-field", 5, 10)]


# What nobody writes but who wants a server to be busy with it


def test_a_long_row_of_blanks_is_read_at_once() -> None:
    """Of which a pattern with two places for them would try every way to share them out: this would take for ever."""
    blanks = " " * 300_000
    assert warnings(f'[Contract "4S{blanks}by{blanks}Q"]') == [("bad-field", 1, 12)]
    assert one(f'[Contract "{blanks}4{blanks}S{blanks}X{blanks}by{blanks}W"]').contract == Contract(
        Strain.SPADES, Side.TWO, Seat.WEST, 4, 1
    )
    assert [game.finding and game.finding.code for game in games(f"[Board{blanks}\n")] == ["pbn-tag"]


def test_what_comes_again_and_again_in_a_game_is_read_at_once() -> None:
    """Else all that stands before it would be looked at once more for each tag, and for each line of text."""
    [game] = games('[Event "x"]\n' * 50_000)
    assert game.record is not None
    assert game.record.tags == {"Event": "x"}
    [game] = games('[Event "x"]\n' + "some text\n" * 100_000)
    assert game.record is not None
    assert game.record.tags == {"Event": "x", "{}": {"Event": ["some text"] * 100_000}}
    assert [(warning.code, warning.line) for warning in game.warnings] == [("pbn-text", 2)]
