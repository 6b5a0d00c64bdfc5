"""What is legal, who wins and what a card proves, against the reference and by example."""

import pytest
import reference
from hypothesis import given
from strategies import Turn, examples, positions, reference_house, turns

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import FOLLOW_SUIT, Rung, Strain, Trick, TrickRules, parse_strain
from overtrick.deal.position import Position

LADDERS = [
    # game, strain, cards on the table, hand, legal cards
    ("belote", "S", "7h", "Ah 8s Kd", "Ah"),
    ("belote", "S", "7h", "8s Kd", "8s"),
    ("belote", "S", "7h", "Ad Kd", "Ad Kd"),
    ("belote", "S", "Ah 7h", "8s Kd", "8s Kd"),
    ("belote", "S", "7h Ah", "8s Kd", "8s"),
    ("belote", "S", "7h 9s", "Js 8s Kd", "Js"),
    ("belote", "S", "7h 9s", "As 8s Kd", "As 8s"),
    ("belote", "S", "7h Ks 8h", "As 8s Kd", "As 8s Kd"),
    ("belote", "S", "Ts", "As 9s 8s Kd", "As 9s"),
    ("belote", "S", "Ts", "8s Ks Kd", "Ks 8s"),
    ("belote", "S", "Ts 7s", "As 8s", "As"),
    ("belote", "S", "Ts 7s", "Ad Kh", "Kh Ad"),
    ("belote:pagat", "S", "7h Ks 8h", "As 8s Kd", "As Kd"),
    ("belote:pagat", "S", "7h Ks 8h", "Qs 8s", "Qs 8s"),
    ("coinche", "S", "7h 9s", "As 8s Kd", "As 8s Kd"),
    ("coinche", "S", "7h 9s", "Js 8s Kd", "Js"),
    ("coinche", "S", "7h", "8s Kd", "8s"),
    ("coinche:pagat", "S", "7h 9s", "As 8s Kd", "As 8s"),
    ("coinche", "AT", "Th", "Ah 9h 8h Js", "Ah 9h"),
    ("coinche", "AT", "9h 7h", "Jh Ah", "Jh"),
    ("coinche", "AT", "9h", "Js Kd", "Js Kd"),
    ("coinche", "NT", "7h", "Js Kd", "Js Kd"),
    ("sueca", "S", "2h", "As Kd", "As Kd"),
    ("sueca", "S", "2h", "As 7h", "7h"),
    ("euchre", "H", "9h", "Jd Ad", "Jd"),
    ("euchre", "H", "9d", "Jd Ah", "Jd Ah"),
    ("euchre", "H", "Jd", "9h Ad", "9h"),
    ("bridge", "NT", "2h", "As Kh 3h", "Kh 3h"),
    ("jass", "H", "6s", "As 6h Kd", "As 6h"),
    ("jass", "H", "6s", "6h Kd", "6h Kd"),
    ("jass", "H", "6s Kh", "As 6h Ah", "As Ah"),
    ("jass", "H", "6s Kh", "6h Ah Kd", "Ah Kd"),
    ("jass", "H", "6s Kh", "6h Ah", "6h Ah"),
    ("jass", "H", "6s Kh 7s", "6h Ah Kd", "Ah Kd"),
    ("jass", "H", "6h", "Jh Ah Kd", "Jh Ah"),
    ("jass", "H", "6h", "Jh Kd", "Jh Kd"),
    ("jass", "LO", "6h", "Jh Kd", "Jh"),
]


def trick_of(rules: TrickRules, table: str) -> Trick:
    trick = Trick(Seat.NORTH)
    for card in table.split():
        trick = rules.add(trick, Card(card))
    return trick


@pytest.mark.parametrize(("game", "strain", "table", "hand", "legal"), LADDERS)
def test_each_rung_of_each_ladder_by_example(game: str, strain: str, table: str, hand: str, legal: str) -> None:
    rules = find_game(game).rules(Strain(strain))
    assert Cards.from_mask(rules.duty(trick_of(rules, table)).legal(Cards(hand).mask)) == Cards(legal)


@given(turns())
@examples(250)
def test_legal_cards_are_those_of_the_reference(turn: Turn) -> None:
    legal = Cards.from_mask(turn.rules.duty(turn.trick).legal(turn.hand.mask))
    table, hand = [str(card) for card in turn.trick.cards], [str(card) for card in turn.hand]
    expected = reference.legal(
        *turn.for_reference(), hand, table, broken=turn.trick.broken, **reference_house(turn.game)
    )
    assert [str(card) for card in legal] == expected


@given(positions())
@examples(100)
def test_legal_cards_in_play_are_those_of_the_reference(position: Position) -> None:
    is_over = position.game.enough_tricks in position.trick.won
    hand, table = Cards() if is_over else position.hands[position.turn - 1], position.trick.cards
    expected = reference.legal(
        position.game.name,
        str(position.strain),
        [str(card) for card in hand],
        [str(card) for card in table],
        broken=position.trick.broken,
        **reference_house(position.game),
    )
    assert [str(card) for card in position.legal()] == expected


@given(turns())
@examples(150)
def test_the_holder_of_a_trick_is_that_of_the_reference(turn: Turn) -> None:
    trick = turn.rules.add(turn.trick, next(iter(turn.hand)))
    best = reference.winner(*turn.for_reference(), [str(card) for card in trick.cards])
    assert trick.master is trick.cards[best]
    assert trick.holder is SEATS[(trick.leader - 1 + best) % 4]
    assert trick.is_complete == (len(trick.cards) == 4)
    assert trick.next_trick() == Trick(trick.holder)


@given(turns())
@examples(150)
def test_a_card_proves_what_the_reference_says(turn: Turn) -> None:
    table = [str(card) for card in turn.trick.cards]
    for card in turn.hand:
        proved = Cards.from_mask(turn.rules.duty(turn.trick).proves(card)) - Cards(turn.trick.cards)
        rules = reference_house(turn.game) | {"broken": turn.trick.broken}
        shown = reference.shown(*turn.for_reference(), table, str(card), **rules)
        assert {str(c) for c in proved} == shown - set(table)


@given(turns())
@examples(150)
def test_a_card_is_legal_exactly_when_its_hand_holds_nothing_of_what_it_disproves(turn: Turn) -> None:
    duty = turn.rules.duty(turn.trick)
    legal = duty.legal(turn.hand.mask)
    assert legal
    for card in turn.hand:
        assert bool(legal & card.bit) == (not turn.hand.mask & duty.proves(card))


@given(turns())
def test_a_card_proves_that_the_rungs_it_skipped_were_empty(turn: Turn) -> None:
    duty = turn.rules.duty(turn.trick)
    for card in turn.hand:
        skipped = 0
        for _, cards in duty.skipped(card):
            skipped |= cards
        assert skipped == duty.proves(card)


@given(turns())
def test_the_last_rung_holds_every_card_of_the_pack_that_is_not_free(turn: Turn) -> None:
    duty = turn.rules.duty(turn.trick)
    rung, cards = duty.rungs[-1]
    assert (rung, Cards.from_mask(cards | duty.free)) == (Rung.ANY, turn.game.pack)
    assert not cards & duty.free


def test_the_best_trump_on_the_table_is_not_below_itself() -> None:
    rules = find_game("belote:pagat").rules(Strain.SPADES)
    classes = dict(rules.duty(trick_of(rules, "7h Ks 8h")).rungs)
    assert find_game("belote").pack - Cards.from_mask(classes[Rung.NOT_BELOW]) == Cards("Qs 8s 7s")


def test_to_go_above_where_nobody_has_trumped_is_to_play_any_trump() -> None:
    follow_or_above = (Rung.FOLLOW, Rung.ABOVE, Rung.ANY)
    ranking = find_game("belote").rules(Strain.SPADES).ranking
    rules = TrickRules(ranking, FOLLOW_SUIT._replace(plain=follow_or_above, cut=follow_or_above))
    hand = Cards("Js 7s Ad").mask
    assert Cards.from_mask(rules.duty(trick_of(rules, "Ah")).legal(hand)) == Cards("Js 7s")
    assert Cards.from_mask(rules.duty(trick_of(rules, "Ah 8s")).legal(hand)) == Cards("Js")


def test_the_order_of_moves_is_pinned() -> None:
    position = Position.parse("belote S N N:J9.J9.9.JT7 K.AQ87.QT8. AQT87.K..AQ .T.AKJ7.K98")
    assert str(position.legal()) == "Js 9s Jh 9h 9d Jc Tc 7c"
    assert [str(card) for card in position.play(Card("9h")).legal()] == ["Ah", "Qh", "8h", "7h"]


@pytest.mark.parametrize("strain", Strain)
def test_strains_read_back(strain: Strain) -> None:
    assert parse_strain(str(strain)) is parse_strain(str(strain).lower()) is eval(repr(strain)) is strain


@pytest.mark.parametrize("text", ["", "X", "Hearts", "N", "SA", "♥", "\N{LATIN SMALL LETTER LONG S}"])
def test_what_is_not_a_strain_is_refused_with_its_text_quoted(text: str) -> None:
    with pytest.raises(Invalid, match=f"'{text}' is not a trump suit"):
        parse_strain(text)
