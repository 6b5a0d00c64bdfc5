"""The referee on random plays: never a false accusation, and every revoke found as early as the reference can."""

from typing import get_args

import reference
from hypothesis import given
from hypothesis import strategies as st
from strategies import Play, careless_plays, examples, legal_plays, reference_house, reference_pins, revokes, true_pins

from overtrick.core.cards import Cards
from overtrick.core.errors import Finding
from overtrick.core.game import DEAD, Pins
from overtrick.core.seats import SEATS
from overtrick.games.belote.rules import BeloteCards
from overtrick.games.jass.rules import Jass
from overtrick.games.klaverjas.rules import Klaverjas
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault

LEVELS: tuple[Level, ...] = get_args(Level)
KnownHands = list[Cards | None]

levels = st.sampled_from(LEVELS)
shown_seats = st.frozensets(st.sampled_from(SEATS))


def referee_of(play: Play, level: Level, pins: Pins | None = None, hands: KnownHands | None = None) -> Referee:
    deal = play.deal
    return Referee(deal.game, deal.strain, level, leader=deal.leader, pins=pins, hands=hands)


def first_finding(referee: Referee, play: Play) -> tuple[int, Finding | Fault] | None:
    """The number of the first card that the referee objects to, and what he says."""
    for number, card in enumerate(play.cards):
        finding = referee.play(card)
        if finding is not None:
            return number, finding
    return None


def first_provable(play: Play, level: Level, pins: dict[str, set[int]]) -> int | None:
    game = play.deal.game
    return reference.first_provable(*play.for_reference(), game.hand_size, pins, level, **reference_house(game))


def scores_after(play: Play, count: int) -> tuple[int, int]:
    """What the sides have won after some complete tricks, counted with the points and winners of the reference."""
    game, strain, names, leader = play.for_reference(count)
    rules = play.deal.game
    table = rules.all_trump_points if isinstance(rules, BeloteCards) else ""
    seats = reference.seats_of(game, strain, names, leader)
    won = [0, 0]
    for start in range(0, count, 4):
        trick = names[start : start + 4]
        side = (seats[start] - 1 + reference.winner(game, strain, trick)) % 2
        won[side] += sum(reference.points(game, strain, card, table) for card in trick)
        won[side] += game in ("bridge", "euchre", "hokm", "spades", "tarneeb", "whist")
        if isinstance(rules, BeloteCards) and start + 4 == 4 * rules.hand_size:
            won[side] += rules.last_trick
        if isinstance(rules, Jass):
            won[side] += 5 * (start == 32)
        if isinstance(rules, Klaverjas):
            won[side] += reference.roem(strain, trick, rules.four_jacks, rules.low_fours) + 10 * (start == 28)
    if isinstance(rules, BeloteCards | Jass):
        for suit in "shdc" if strain == "AT" else "" if strain in ("NT", "LO") else strain.lower():
            holders = [seat for seat, name in zip(seats, names, strict=True) if name in (f"K{suit}", f"Q{suit}")]
            if len(holders) == 2 and holders[0] == holders[1]:
                won[(holders[0] - 1) % 2] += rules.stoeck if isinstance(rules, Jass) else rules.belote
    return won[0], won[1]


@given(legal_plays(), levels, shown_seats, st.data())
@examples(30)
def test_nobody_who_plays_by_the_rules_is_accused(
    play: Play, level: Level, shown: frozenset[int], data: st.DataObject
) -> None:
    hands: KnownHands = [hand if seat in shown else None for seat, hand in zip(SEATS, play.deal.hands, strict=True)]
    referee = referee_of(play, level, data.draw(true_pins(play.deal)), hands)
    assert first_finding(referee, play) is None
    assert referee.is_over
    assert referee.finish() is None


@given(legal_plays())
@examples(25)
def test_the_scores_after_every_trick_are_those_of_the_reference(play: Play) -> None:
    referee = referee_of(play, "player")
    for number, (card, position) in enumerate(zip(play.cards, play.positions()[1:], strict=True), 1):
        assert referee.play(card) is None
        assert referee.turn is position.turn
        if number % 4 == 0:
            assert referee.tricks == number // 4
            assert referee.scores == scores_after(play, number)


@given(revokes(), levels, st.data())
@examples(40)
def test_a_revoke_is_found_at_the_first_card_that_proves_it(play: Play, level: Level, data: st.DataObject) -> None:
    pins = data.draw(true_pins(play.deal))
    found = first_finding(referee_of(play, level, pins), play)
    assert found is not None
    number, fault = found
    assert number == first_provable(play, level, reference_pins(pins))
    assert isinstance(fault, Fault)
    assert fault.revealing.card is play.cards[number]
    assert play.cards[play.planted or 0] in [judged.card for judged in fault.proof]
    assert play.offender in fault.suspects
    assert fault.offender in (None, play.offender)
    if level == "player":
        assert fault.offending is not None
        assert (fault.offender, fault.suspects) == (play.offender, (play.offender,))


def check_verdict(play: Play, pins: Pins) -> None:
    """Hold the verdict at deal level against that of the reference."""
    game = play.deal.game
    expected = reference.verdict(*play.for_reference(), game.hand_size, reference_pins(pins), **reference_house(game))
    found = first_finding(referee_of(play, "deal", pins), play)
    if expected is None:
        assert found is None
        return
    assert found is not None
    fault = found[1]
    assert isinstance(fault, Fault)
    proof, offender, suspects = expected
    assert [judged.card for judged in fault.proof] == [play.cards[number] for number in proof]
    assert (fault.offender, set(fault.suspects)) == (offender, suspects)


@given(revokes(("hokm",)), levels)
@examples(30)
def test_a_revoke_is_proved_or_not_as_in_the_reference_where_not_all_cards_are_played(play: Play, level: Level) -> None:
    found = first_finding(referee_of(play, level), play)
    assert (None if found is None else found[0]) == first_provable(play, level, {})
    if found is not None:
        assert isinstance(found[1], Fault)
        assert play.offender in found[1].suspects


@given(revokes(), st.data())
@examples(30)
def test_the_verdict_on_a_revoke_is_that_of_the_reference(play: Play, data: st.DataObject) -> None:
    check_verdict(play, data.draw(true_pins(play.deal)))


@given(careless_plays(("belote", "coinche", "euchre", "sueca")), st.data())
@examples(25)
def test_the_verdict_on_people_who_do_not_know_the_rules_is_that_of_the_reference(
    play: Play, data: st.DataObject
) -> None:
    check_verdict(play, data.draw(true_pins(play.deal)))


@given(revokes(), levels, shown_seats)
@examples(25)
def test_a_revoke_from_a_known_hand_is_found_at_the_very_card(play: Play, level: Level, others: frozenset[int]) -> None:
    shown = others | {play.offender}
    hands: KnownHands = [hand if seat in shown else None for seat, hand in zip(SEATS, play.deal.hands, strict=True)]
    found = first_finding(referee_of(play, level, hands=hands), play)
    assert found is not None
    number, fault = found
    assert number == play.planted
    assert isinstance(fault, Fault)
    assert fault.offending == fault.revealing == fault.proof[0]
    assert (fault.offender, fault.suspects) == (play.offender, (play.offender,))


@given(revokes(), shown_seats)
@examples(30)
def test_known_hands_of_others_tell_as_much_as_pins_do(play: Play, others: frozenset[int]) -> None:
    shown = others - {play.offender}
    hands: KnownHands = [hand if seat in shown else None for seat, hand in zip(SEATS, play.deal.hands, strict=True)]
    hidden = {place for place in (DEAD, *SEATS) if place not in shown}
    places = {str(card): {int(place) for place in hidden} for card in play.deal.game.pack}
    for seat in shown:
        places.update({str(card): {int(seat)} for card in play.deal.hands[seat - 1]})
    found = first_finding(referee_of(play, "deal", hands=hands), play)
    assert found is not None
    assert found[0] == first_provable(play, "deal", places)
