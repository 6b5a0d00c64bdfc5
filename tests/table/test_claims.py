"""Claims against bots: they hold in all deals that are possible for the claimer, by one and the same play."""

from itertools import combinations
from random import Random

import pytest

from overtrick.auctions import PASS
from overtrick.cards import Cards
from overtrick.errors import OvertrickError
from overtrick.play.dealing import deck_of
from overtrick.play.record import Deal
from overtrick.play.round import Round
from overtrick.play.view import view
from overtrick.rules import find_game
from overtrick.seats import SEATS, Seat, Side
from overtrick.table.claims import MOST_TRICKS, is_sure

BRIDGE = find_game("bridge")


def ending(rng: Random, cards: int) -> Round:
    """A deal of Bridge in which nobody has more than so many cards."""
    while True:
        round_ = Round(BRIDGE, rng.choice(SEATS), rng.sample(list(BRIDGE.pack), 52))
        while round_.phase == "auction":
            legal = round_.legal()
            round_ = round_.apply(PASS if rng.random() < 0.7 else rng.choice(legal[:8]))
        while round_.phase == "play" and max(map(len, round_.hands)) > cards:
            round_ = round_.apply(rng.choice(round_.legal()))
        for _ in range(rng.randrange(4)):
            round_ = round_.apply(rng.choice(round_.legal())) if round_.phase == "play" else round_
        if round_.phase == "play":
            return round_


def declarer_of(round_: Round) -> Seat:
    assert round_.contract is not None
    assert round_.contract.seat is not None
    return round_.contract.seat


def possible(real: Round) -> list[Round]:
    """All deals that the declarer cannot tell from the real one, found by playing every one of them."""
    declarer = declarer_of(real)
    first, second = declarer.next, declarer.next.partner
    seen, hidden = view(real, declarer), real.hands[first - 1] | real.hands[second - 1]
    found = []
    for held in combinations(hidden, len(real.hands[first - 1])):
        hands = [Cards(hand) for hand in real.dealt.hands]
        for seat, now in ((first, Cards(held)), (second, hidden - Cards(held))):
            hands[seat - 1] = (hands[seat - 1] - real.hands[seat - 1]) | now
        deck = deck_of(BRIDGE, real.dealer, Deal(tuple(tuple(hand) for hand in hands)))
        try:
            other = Round(BRIDGE, real.dealer, deck).apply_all([*real.auction.calls, *real.plays])
        except OvertrickError:
            continue
        assert view(other, declarer) == seen
        found.append(other)
    return found


def wins(rounds: list[Round], side: Side, tricks: int) -> bool:
    """Whether a side has so many tricks at the end of all of these deals, which it cannot tell apart."""
    if rounds[0].phase == "over":
        return rounds[0].tally.tricks[side - 1] >= tricks
    cards = {str(card) for round_ in rounds for card in round_.legal()}
    results = [
        wins([round_.apply(card) for round_ in rounds if card in map(str, round_.legal())], side, tricks)
        for card in cards
    ]
    turn = rounds[0].turn
    return any(results) if turn is not None and turn.side is side else all(results)


@pytest.mark.parametrize("cards", [1, 2])
def test_a_claim_is_sure_if_it_holds_whatever_the_others_have_and_do(cards: int) -> None:
    rng, found = Random(cards), {True: 0, False: 0}
    for _ in range(40):
        real = ending(rng, cards)
        declarer, rounds = declarer_of(real), possible(real)
        won = real.tally.tricks[declarer.side - 1]
        for more in range(14 - len(real.tricks)):
            sure = is_sure(view(real, declarer), more)
            assert sure == wins(rounds, declarer.side, won + more)
            found[sure] += 1
    assert min(found.values()) > 10


def test_what_holds_in_the_real_deal_alone_is_not_sure() -> None:
    """Else a claim would be a way to find out where the cards are."""
    rng, lucky = Random(1), 0
    for _ in range(60):
        real = ending(rng, 2)
        declarer, rounds = declarer_of(real), possible(real)
        won = real.tally.tricks[declarer.side - 1]
        for more in range(1, 14 - len(real.tricks)):
            answers = {is_sure(view(world, declarer), more) for world in rounds}
            assert len(answers) == 1
            lucky += wins([real], declarer.side, won + more) and answers == {False}
    assert lucky


def test_nothing_is_sure_while_many_cards_are_left_but_no_more_tricks() -> None:
    real = ending(Random(1), MOST_TRICKS + 1)
    while max(map(len, real.hands)) != MOST_TRICKS + 1:
        real = ending(Random(str(real)), MOST_TRICKS + 1)
    seen = view(real, declarer_of(real))
    assert is_sure(seen, 0)
    assert not any(is_sure(seen, more) for more in range(1, 5))
