"""What a seat may know: everything public, its own cards, and nothing else."""

from collections.abc import Callable, Iterator

import pytest
from lengths import one_of_each
from strategies import PRESETS, moments

from overtrick.core.actions import PASS
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Illegal
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Deal
from overtrick.deal.replay import replay
from overtrick.deal.round import Round
from overtrick.deal.view import View, view

GAMES = [
    *PRESETS,
    find_game("belote,round2_sa_ta=true,annonces=true"),
    find_game("coinche,sa_ta=true,generale=true"),
    find_game("euchre:hoyle,defend_alone=true"),
    find_game("euchre,must_have_trump_to_order=true"),
]
VIEWERS = (None, *SEATS)


def stages(game: Game, count: int = 4, step: int = 5) -> Iterator[tuple[int, Round]]:
    """Moments of random deals, each with a number."""
    for seed in range(count):
        for number, round_ in enumerate(moments(game, SEATS[seed % 4], seed)[seed % step :: step]):
            yield 31 * seed + number, round_


def own_hand(round_: Round, seat: Seat) -> Cards:
    """What a seat sees of its own: nothing while it may bid blind."""
    is_hidden = round_.phase == "auction" and seat in round_.auction.hidden
    return Cards() if is_hidden else round_.hands[seat - 1]


def known_to(round_: Round, seat: Seat | None) -> Cards:
    """The cards whose places a seat knows, by the rules of what is shown to whom."""
    known = Cards(round_.plays)
    if round_.dealt.turn_up is not None:
        known |= Cards([round_.dealt.turn_up])
    if round_.game.dealing.beside and len(round_.auction.calls) > 4 - (round_.phase == "auction"):
        known |= Cards(round_.dealt.stock[:1])
    if seat is not None:
        known |= own_hand(round_, seat)
        givers = zip(round_.course.givers, round_.given, strict=False)
        known |= Cards(card for giver, card in givers if giver.side is seat.side)
    if round_.discard is not None and seat is round_.dealer:
        known |= Cards([round_.discard])
    if round_.dummy is not None and round_.plays:
        known |= round_.hands[round_.dummy - 1]
    if round_.tricks:
        scores = round_.game.declaring.scores(round_.annonces)
        for declarer, annonce in round_.annonces:
            if scores[declarer.side - 1]:
                known |= annonce.cards
    return known


def cards_in(value: object) -> Iterator[Card]:
    """All cards that a value shows."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | Cards):
        for item in value:
            yield from cards_in(item)
    elif isinstance(value, str) and value.startswith("discard "):
        yield Card(value.removeprefix("discard "))


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_a_view_shows_no_card_that_its_seat_may_not_know(game: Game) -> None:
    for _, round_ in stages(game):
        for seat in VIEWERS:
            seen = view(round_, seat)
            shown = Cards(card for field in View._fields if field != "game" for card in cards_in(getattr(seen, field)))
            assert shown <= known_to(round_, seat)


# Two deals that differ only in what is hidden look the same.


def exchanged(round_: Round, one: Card, other: Card) -> Round | None:
    """The same calls, words and plays in a deal in which two cards have changed places, if they are possible there."""

    def swap(card: Card) -> Card:
        return other if card is one else one if card is other else card

    record = round_.record()
    hands = tuple(tuple(map(swap, hand)) for hand in round_.dealt.hands)
    discard = None if round_.discard is None else swap(round_.discard)
    given = tuple(map(swap, round_.given))
    deal = Deal(hands, round_.dealt.turn_up, tuple(map(swap, round_.dealt.stock)), discard, given=given)
    try:
        after = replay(record._replace(deal=deal))
    except Illegal:
        return None
    return after if heard(after) == heard(round_) else None


def heard(round_: Round) -> tuple[object, ...]:
    """What the players announce of their hands: belotes and annonces."""
    if round_.contract is None:
        return ()
    pairs = round_.game.counting(round_.contract.strain).pairs
    played = Cards(round_.plays).mask
    begun = [
        (seat, pair & played)
        for pair in pairs
        for seat, hand in zip(SEATS, round_.dealt.hands, strict=True)
        if pair & played and not pair & ~Cards(hand).mask
    ]
    return *begun, *((seat, annonce.name) for seat, annonce in round_.annonces)


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=game_text)
def test_what_is_hidden_changes_nothing_in_a_view(game: Game) -> None:
    compared = 0
    for number, round_ in stages(game, 6, 1 + game.hand_size // 2):
        for seat in VIEWERS:
            hidden = list(game.pack - known_to(round_, seat))
            if len(hidden) < 2:
                continue
            for turn in range(3):
                one = hidden[(7 * number + turn) % len(hidden)]
                other = hidden[(5 * number + 3 * turn + 1) % len(hidden)]
                twin = None if one is other else exchanged(round_, one, other)
                if twin is not None and twin != round_:
                    assert view(twin, seat) == view(round_, seat)
                    compared += twin.hands != round_.hands
    assert compared > 50


def test_the_exchange_is_seen_by_those_who_hold_the_cards() -> None:
    game = find_game("bridge")
    round_ = Round(game, Seat.WEST, tuple(game.pack))
    twin = exchanged(round_, Card("As"), Card("Ks"))
    assert twin is not None
    seen = [view(twin, seat) == view(round_, seat) for seat in VIEWERS]
    assert seen == [True, False, False, True, True]  # North and East had them


# Field by field


@pytest.mark.parametrize("game", GAMES, ids=game_text)
def test_a_view_tells_what_is_public_and_ones_own(game: Game) -> None:
    for _, round_ in stages(game):
        for seat in VIEWERS:
            seen = view(round_, seat)
            assert seen.hand == (Cards() if seat is None else own_hand(round_, seat))
            assert seen.sizes == tuple(map(len, round_.hands))
            first, second = round_.dealt.turn_up, next(iter(round_.dealt.stock), None)
            assert seen.turned == (() if first is None else (first, second)[: len(seen.turned)])
            assert seen.turn_up is (first if len(seen.turned) < 2 else second)
            assert seen.legal == (round_.legal() if seat is not None and seat is round_.actor else ())
            assert seen.discard is (round_.discard if seat is round_.dealer else None)
            assert (seen.plays, seen.players, seen.trick) == (round_.plays, round_.players, round_.trick)
            assert (seen.phase, seen.turn, seen.score) == (round_.phase, round_.turn, round_.score)
            assert (seen.open_hand is not None) == (round_.dummy is not None and len(round_.plays) > 0)


def whole(game: str, hands: list[str], turn_up: str | None = None) -> Round:
    cards = tuple(tuple(map(Card, hand.split())) for hand in hands)
    given = Deal(cards, None if turn_up is None else Card(turn_up))
    return Round(find_game(game), Seat.WEST, deck_of(find_game(game), Seat.WEST, given))


def plays(round_: Round, cards: str) -> Round:
    return round_.apply_all(map(Card, cards.split()))


def seen_by_all(round_: Round, what: Callable[[View], object]) -> list[object]:
    """Something of the views of a spectator and of the four seats."""
    return [what(view(round_, seat)) for seat in VIEWERS]


def test_dummy_is_seen_after_the_opening_lead() -> None:
    hands = [" ".join(f"{rank}{suit}" for rank in "AKQJT98765432") for suit in "shdc"]
    round_ = whole("bridge", hands).apply_all([PASS, PASS, "1NT", PASS, PASS, PASS])
    assert seen_by_all(round_, lambda seen: seen.open_hand) == [None] * 5
    led = plays(round_, "Ad")
    assert seen_by_all(led, lambda seen: seen.open_hand) == [(Seat.WEST, Cards(hands[3]))] * 5
    assert [len(view(led, seat).legal) for seat in SEATS] == [0, 13, 0, 0]  # East decides for dummy
    assert view(led, Seat.WEST).hand == Cards(hands[3])
    after = plays(led, "2c")
    assert view(after, None).open_hand == (Seat.WEST, Cards(hands[3]) - Cards("2c"))


def test_only_the_dealer_knows_his_discard() -> None:
    hands = ["As Ks Qs Js Ts", "Ah Kh Qh Jh Th", "Ad Kd Qd Jd Td", "Ac Kc Qc Jc Tc"]
    round_ = whole("euchre", hands, "9s")
    assert seen_by_all(round_, lambda seen: seen.turn_up) == [Card("9s")] * 5
    exchange = round_.apply("order")
    assert seen_by_all(exchange, lambda seen: len(seen.legal)) == [0, 0, 0, 0, 6]
    after = exchange.apply("discard Tc")
    assert seen_by_all(after, lambda seen: seen.discard) == [None, None, None, None, Card("Tc")]
    assert seen_by_all(after, lambda seen: seen.sizes) == [(5, 5, 5, 5)] * 5


LONG = ["Kh Qh 7s 8s 9s Jh Ts Js", "7h 8h 9h Th Ah Qs Ks As", "7d 8d 9d Td Jd Qd Kd Ad", "7c 8c 9c Tc Jc Qc Kc Ac"]


def test_annonces_that_count_are_shown_after_the_first_trick() -> None:
    round_ = whole("coinche", LONG).apply_all(["80 H", PASS, PASS, PASS])
    first = round_.apply_all(["declare", Card("Kh"), "declare", Card("Ah"), Card("7d")])
    named = ((Seat.NORTH, "cent"), (Seat.NORTH, "tierce"), (Seat.EAST, "cinquante"), (Seat.EAST, "tierce"))
    assert seen_by_all(first, lambda seen: seen.declared) == [named] * 5
    assert seen_by_all(first, lambda seen: seen.shown) == [()] * 5
    shown = ((Seat.NORTH, Cards("Js Ts 9s 8s 7s")), (Seat.NORTH, Cards("Kh Qh Jh")))
    assert seen_by_all(plays(first, "7c"), lambda seen: seen.shown) == [shown] * 5  # East's do not count
    assert view(plays(round_, "Kh Ah 7d 7c"), None).shown == ()


def test_annonces_that_cancel_each_other_are_not_shown() -> None:
    round_ = whole("coinche,annonce_tie=nobody", LONG).apply_all(["80 H", PASS, PASS, PASS])
    trick = round_.apply_all([Card("Kh"), Card("Ah"), "declare", Card("7d"), "declare", Card("7c")])
    assert len(view(trick, None).declared) == 4
    assert view(trick, None).shown == ()


def test_a_belote_that_counts_by_itself_is_heard_with_its_cards() -> None:
    round_ = whole("belote:pagat", LONG, "Jh").apply("take")
    assert view(round_, Seat.EAST).said == ()
    assert view(plays(round_, "Kh"), Seat.EAST).said == ((0, "belote"),)
    both = plays(round_, "Kh Ah 7d 7c 7h 8d 8c Qh")
    assert view(both, None).said == ((0, "belote"), (7, "rebelote"))
    assert view(both, None).points == (3 + 20, 4 + 11)  # the queen takes her own trick
    silent = plays(whole("belote", LONG, "Jh").apply("take"), "Kh")
    assert view(silent, None).said == ()  # where it has to be said, nobody hears it


def test_what_may_be_called_out_of_turn_is_told() -> None:
    game = find_game("coinche:pagat")
    round_ = Round(game, Seat.WEST, tuple(game.pack)).apply("90 H")
    assert seen_by_all(round_, lambda seen: seen.out_of_turn) == [(), (), (), (), ("coinche 4",)]
