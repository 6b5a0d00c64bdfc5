"""Positions: their text, and the one door for cards that are checked."""

import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import Deal, cards, deals, positions, seats

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Illegal, Invalid
from overtrick.core.seats import Seat
from overtrick.deal.position import Position
from overtrick.deal.round import Round
from overtrick.deal.text import deal_text, parse_deal

LINE = "belote:ffb H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K"

REFUSED = [
    ("", "bad-position"),
    ("belote H N", "bad-position"),
    ("belote H N N:AK..7.7 .T.K8.8 .Q.9.T9", "bad-position"),
    ("tarot H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "unknown-game"),
    ("belote:paris H N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "unknown-preset"),
    ("belote X N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "bad-strain"),
    ("belote:info0004 NT N N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "strain-not-in-game"),
    ("belote H 5 N:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "bad-seat"),
    ("belote H N X:AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "bad-seat"),
    ("belote H N AK..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "bad-deal"),
    ("belote H N N:AK..7 .T.K8.8 .Q.9.T9 .97.T.K", "bad-hand"),
    ("belote H N N:AX..7.7 .T.K8.8 .Q.9.T9 .97.T.K", "bad-rank"),
    ("belote H N N:AK..7.7 A.T.K8.8 .Q.9.T9 .97.T.K", "card-in-two-hands"),
    ("belote H N N:AK..7.7 2.T.K8.8 .Q.9.T9 .97.T.K", "not-in-pack"),
    (f"{LINE} Xh", "bad-card"),
    (f"{LINE} 2s", "not-in-pack"),
    (f"{LINE} As", "card-in-two-hands"),
    (f"{LINE} 9c 9c", "card-in-two-hands"),
    (f"{LINE} Js Qs Ts 9s", "trick-is-complete"),
]


@given(positions())
def test_the_text_of_a_position_reads_back(position: Position) -> None:
    assert Position.parse(str(position)) == position
    assert eval(repr(position)) == position


def test_a_position_is_written_on_one_line() -> None:
    assert str(Position.parse("belote h 1 E:.T.K8.8 .Q.9.T9 .97.T.K AK..7.7")) == LINE
    after = Position.parse(LINE).play(Card("7c"))
    assert str(after) == "belote:ffb H N N:AK..7. .T.K8.8 .Q.9.T9 .97.T.K 7c"
    assert (after.turn, after.trick.leader, after.hands[0]) == (Seat.EAST, Seat.NORTH, Cards("As Ks 7d"))


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_a_text_that_is_no_position_is_refused(text: str, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        Position.parse(text)
    assert refusal.value.finding.code == code


@given(
    st.sampled_from(REFUSED), st.integers(0, 60), st.integers(0, 3), st.text("NESW:.AKT97 belotHs1\u017f", max_size=3)
)
def test_a_damaged_text_is_another_position_or_refused(
    line: tuple[str, str], place: int, lost: int, written: str
) -> None:
    text = line[0][:place] + written + line[0][place + lost :]
    try:
        position = Position.parse(text)
    except Invalid:
        return
    assert Position.parse(str(position)) == position


@given(positions(), cards)
def test_only_legal_cards_can_be_played(position: Position, card: Card) -> None:
    if card in position.legal():
        assert position.play(card) == position.play_unchecked(card)
        return
    with pytest.raises(Illegal) as refusal:
        position.play(card)
    held = card in position.hands[position.turn - 1]
    assert refusal.value.finding.code == ("illegal-card" if held else "card-not-in-hand")
    assert refusal.value.finding.values["legal"] == str(position.legal())


@pytest.mark.parametrize(
    ("card", "beginning"),
    [
        ("Qd", "Player 2 may not play Qd now"),
        ("Ks", "Player 2 may not play Ks now"),
        ("As", "Player 2 does not hold As"),
        ("2s", "Player 2 does not hold 2s"),
    ],
)
def test_the_refusal_of_a_card_lists_the_legal_ones(card: str, beginning: str) -> None:
    position = Position.parse("belote S N N:J9.J.9.JT7 K.AQ87.QT8. AQT87.K..AQ .T.AKJ7.K98 9h")
    with pytest.raises(Illegal) as refusal:
        position.play(Card(card))
    assert str(refusal.value).startswith(beginning)
    assert "Ah Qh 8h 7h" in str(refusal.value)


@given(positions())
def test_playing_changes_neither_the_position_nor_the_other_hands(position: Position) -> None:
    assume(position.legal())
    before = str(position)
    for card in position.legal():
        after = position.play(card)
        for number, (old, new) in enumerate(zip(position.hands, after.hands, strict=True), 1):
            assert new == (old - Cards([card]) if number == position.turn else old)
        assert after != position
    assert str(position) == before


@pytest.mark.parametrize("field", ["game", "strain", "trick", "hands", "turn"])
def test_what_a_position_shows_cannot_be_set(field: str) -> None:
    position = Position.parse(LINE)
    with pytest.raises(AttributeError):
        setattr(position, field, None)


@given(positions())
def test_equal_positions_are_one_key(position: Position) -> None:
    trick = position.trick
    same = Position.at(position.game, position.strain, position.hands, trick)
    assert same == position
    assert len({same, position, pickle.loads(pickle.dumps(position))}) == 1


def test_positions_differ_by_game_strain_leader_hands_and_trick() -> None:
    lines = [
        LINE,
        LINE.replace("ffb", "pagat"),
        LINE.replace("belote", "coinche"),
        LINE.replace(" H ", " S "),
        LINE.replace(" N N:", " E N:"),
        LINE.replace("AK..7.7", "AQ..7.7"),
        LINE + " Js",
    ]
    assert len({Position.parse(line) for line in lines}) == len(lines)


def test_nothing_is_legal_at_the_end_of_the_deal() -> None:
    end = Position.parse("sueca S N N:... ... ... ...")
    assert end.legal() == Cards()
    with pytest.raises(Illegal):
        end.play(Card("As"))


@given(deals(), seats)
def test_a_deal_text_reads_back_whichever_seat_comes_first(deal: Deal, first: Seat) -> None:
    assert parse_deal(deal_text(deal.hands, first)) == (first, deal.hands)


def test_a_deal_text_names_the_hands_in_order_of_play() -> None:
    first, hands = parse_deal("S:A... .A.. ..A. ...A")
    assert first is Seat.SOUTH
    assert hands == (Cards("Ad"), Cards("Ac"), Cards("As"), Cards("Ah"))


@pytest.mark.parametrize("text", ["", "N", "A... .A.. ..A. ...A", "N:A... .A.. ..A.", "N:A... .A.. ..A. ...A K..."])
def test_a_text_without_four_hands_is_no_deal(text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        parse_deal(text)
    assert f"'{text}' is not a deal" in str(refusal.value)


def test_a_position_tells_who_sits_out() -> None:
    game = find_game("euchre")
    round_ = Round(game, Seat.NORTH, tuple(game.pack)).apply_all(["order alone"])
    position = round_.apply(round_.legal()[0]).position
    assert str(position).split()[2] == "E-W"  # East plays alone, so that West sits out
    assert Position.parse(str(position)) == position
    assert eval(repr(position)) == position
    assert pickle.loads(pickle.dumps(position)) == position
