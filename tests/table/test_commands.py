"""What players say at a table: it acts once, only in turn, only by the rules, and only if they know what it answers."""

from collections.abc import Callable

import pytest
from halls import Hall, at_deal, code, table_of

from overtrick import texts
from overtrick.bots.simple_play import simple
from overtrick.core.cards import Card, Cards, card_sign
from overtrick.core.catalogue import find_game, game_names
from overtrick.core.errors import Illegal
from overtrick.core.seats import Seat
from overtrick.deal.dealing import deck_of
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.protocol import incoming, outgoing
from overtrick.protocol.incoming import Act, AddBot, Answer, Leave, Options, Propose, Ready, RemoveBot, Say, Sit
from overtrick.referee.judging import judge
from overtrick.table.refusals import Forbidden

SEATS = (1, 2, 3, 4)


def sensible(hall: Hall) -> str:
    """What a bot would do."""
    round_ = hall.round()
    return str(simple(view(round_, round_.actor)))


def come_back(hall: Hall) -> None:
    """All come back to their seats, as the same clients."""
    tokens = {client: hall.last(client, outgoing.Taken) for client in SEATS}
    hall.restart()
    for client, taken in tokens.items():
        hall.come_back(client, taken)


# Once


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize(
    "make",
    [
        lambda hall: Act(id="x", at=hall.state.n, action=str(hall.round().legal()[0])),
        lambda hall: Say(id="x", text="hello"),
        lambda hall: Propose(id="x", at=hall.state.n, what="resign"),
    ],
    ids=["act", "say", "propose"],
)
def test_a_command_that_is_said_twice_acts_once(make: Callable[[Hall], incoming.Message], restarts: bool) -> None:
    hall = Hall()
    at_deal(hall)
    client, message = hall.actor(), make(hall)
    first = hall.say(client, message)
    assert code(first) == ""
    n = hall.state.n
    (event,) = [said for said in first if isinstance(said, outgoing.Event)]
    assert (event.n, event.id) == (n, "x")
    others = [got for other in SEATS if other != client for got in hall.mail[other] if getattr(got, "n", 0) == n]
    assert [getattr(got, "id", None) for got in others] == [""] * 3
    if restarts:
        come_back(hall)
    entries = hall.state.n
    assert hall.say(client, message) == [outgoing.Done(id="x", n=n)]
    assert hall.state.n == entries


def test_bots_are_added_once() -> None:
    hall = Hall()
    hall.hello(1)
    hall.say(1, incoming.Create(game="sueca"))
    message = AddBot(id="b")
    assert [type(event) for event in hall.say(1, message)] == [outgoing.Sat] * 3
    assert hall.say(1, message) == [outgoing.Done(id="b", n=hall.state.n)]


def test_an_answer_counts_once() -> None:
    hall = Hall()
    at_deal(hall)
    hall.say(1, Propose(id="p", at=hall.state.n, what="resign"))
    answer = Answer(id="a", at=hall.state.n, yes=False)
    hall.say(3, answer)
    hall.say(1, Propose(id="q", at=hall.state.n, what="resign"))
    assert hall.say(3, answer) == [outgoing.Done(id="a", n=hall.state.n - 1)]
    assert hall.state.proposal is not None


def test_ids_are_those_of_a_seat() -> None:
    hall = Hall()
    at_deal(hall)
    for client in SEATS:
        assert [type(event) for event in hall.say(client, Say(id="x", text="hello"))] == [outgoing.Said]


def test_somebody_else_on_a_seat_has_ids_of_his_own() -> None:
    hall = Hall()
    at_deal(hall, options=Options(when_gone="pause"))
    hall.say(2, Say(id="1", text="first words"))
    assert hall.say(2, Leave(id="2")) == [outgoing.InLobby(why="left")]
    hall.hello(5)
    hall.say(5, Sit(table=hall.state.table))
    assert [type(event) for event in hall.say(5, Say(id="1", text="first words, too"))] == [outgoing.Said]
    assert [type(event) for event in hall.say(5, Say(id="2", text="more"))] == [outgoing.Said]


def test_who_leaves_by_an_id_that_was_used_has_not_left() -> None:
    hall = Hall()
    at_deal(hall)
    hall.say(2, Say(id="x", text="hello"))
    n = hall.state.n
    assert hall.say(2, Leave(id="x")) == [outgoing.Done(id="x", n=n)]
    assert hall.state.n == n
    assert [type(event) for event in hall.say(2, Say(text="still here"))] == [outgoing.Said]


def test_only_the_last_commands_are_remembered() -> None:
    hall = Hall()
    at_deal(hall)
    for number in range(1000):
        hall.say(2, Say(id=str(number), text="so much to say"))
    assert len(hall.state.done) <= 256
    assert hall.say(2, Say(id="999", text="")) == [outgoing.Done(id="999", n=hall.state.n)]


# In time


def test_what_answers_an_earlier_position_is_stale() -> None:
    hall = Hall()
    at_deal(hall)
    before = hall.state.n
    hall.act()
    assert hall.state.n == before + 1
    action = str(hall.round().legal()[0])
    assert code(hall.say(hall.actor(), Act(id="x", at=before, action=action))) == "stale"
    assert code(hall.say(hall.actor(), Propose(id="x", at=before, what="resign"))) == "stale"
    assert code(hall.say(hall.actor(), Act(id="x", at=before + 2, action=action))) == "unknown-event"
    assert code(hall.say(hall.actor(), Act(id="x", at=before + 1, action=action))) == ""


def test_talk_makes_nothing_stale() -> None:
    hall = Hall()
    at_deal(hall)
    before, actor = hall.state.n, hall.actor()
    hall.say(actor % 4 + 1, Say(text="think about it"))
    hall.lose(actor % 4 + 1)
    assert hall.state.n == before + 2
    assert code(hall.say(actor, Act(id="x", at=before, action=str(hall.round().legal()[0])))) == ""


def test_nobody_agrees_to_what_he_has_not_seen() -> None:
    hall = Hall()
    at_deal(hall)
    first = hall.actor()
    partner = (first + 1) % 4 + 1
    hall.say(first, Propose(id="p", at=hall.state.n, what="resign"))
    hall.say(partner, Answer(id="a", at=hall.state.n, yes=False))
    seen = hall.state.n
    hall.say(first, Propose(id="q", at=hall.state.n, what="resign"))
    assert code(hall.say(partner, Answer(id="b", at=seen, yes=True))) == "stale"
    assert hall.phase() == "play"
    assert code(hall.say(partner, Answer(id="b", at=hall.state.n, yes=True))) == ""
    assert hall.phase() == "over"


def test_ready_is_for_the_next_deal_only() -> None:
    hall = Hall()
    table_of(hall, "sueca")
    assert code(hall.say(1, Ready(deal=2))) == "not-ready-now"
    assert code(hall.say(1, Ready(deal=1))) == ""
    n = hall.state.n
    assert hall.say(1, Ready(deal=1)) == []
    assert hall.state.n == n
    for client in (2, 3, 4):
        hall.say(client, Ready(deal=1))
    assert code(hall.say(1, Ready(deal=2))) == "not-ready-now"


# In turn


@pytest.mark.parametrize("game", game_names())
def test_only_who_is_to_act_can_act(game: str) -> None:
    hall = Hall(5)
    at_deal(hall, game)
    for _ in range(12):
        for client in SEATS:
            if client != hall.actor():
                n = hall.state.n
                for action in map(str, hall.round().legal()):
                    assert code(hall.say(client, Act(id="x", at=n, action=action))) == "not-your-turn-now"
                assert hall.state.n == n
        hall.act(sensible(hall))


def test_the_declarer_plays_for_dummy_and_dummy_does_not() -> None:
    hall = Hall()
    at_deal(hall, "bridge")
    hall.act("1NT")
    for _ in range(3):
        hall.act("pass")
    declarer = hall.last(1, outgoing.Acted).contract
    assert declarer is not None
    assert declarer.seat is not None
    dummy = (declarer.seat + 1) % 4 + 1
    hall.act()
    assert (hall.round().turn, hall.actor()) == (dummy, declarer.seat)
    card = str(hall.round().legal()[0])
    assert code(hall.say(dummy, Act(id="x", at=hall.state.n, action=card))) == "not-your-turn-now"
    hall.say(declarer.seat, Act(id="x", at=hall.state.n, action=card))
    acted = hall.last(dummy, outgoing.Acted)
    assert (acted.seat, acted.action) == (dummy, card)


def bidding(hall: Hall) -> None:
    """Player 2 has bid, player 3 comes next; everybody may double at any time."""
    at_deal(hall, "coinche:pagat")
    assert hall.actor() == 2
    hall.act("80 H")


@pytest.mark.parametrize("spelling", ["coinche", "coinche 1", " Coinche "])
def test_a_double_out_of_turn_is_that_of_its_player(spelling: str) -> None:
    hall = Hall()
    bidding(hall)
    assert [hall.last(client, outgoing.Acted).out_of_turn for client in SEATS] == [("coinche 1",), (), (), ()]
    n = hall.state.n
    assert code(hall.say(1, Act(id="x", at=n, action=spelling))) == ""
    acted = hall.last(2, outgoing.Acted)
    assert (acted.seat, acted.action, acted.turn) == (1, "coinche 1", 2)
    assert hall.last(1, outgoing.Acted).id == "x"
    assert [hall.last(client, outgoing.Acted).out_of_turn for client in SEATS] == [()] * 4


@pytest.mark.parametrize(
    ("client", "action"),
    [
        (3, "coinche 1"),  # the actor for somebody else
        (3, "coinche 4"),
        (4, "coinche"),  # the partner of the bidder
        (4, "coinche 1"),
        (2, "coinche 1"),
        (1, "coinche 3"),
        (1, "pass"),
        (1, "90 H"),
        (1, "coinche 1 1"),
    ],
)
def test_nobody_calls_for_somebody_else(client: int, action: str) -> None:
    hall = Hall()
    bidding(hall)
    n = hall.state.n
    assert code(hall.say(client, Act(id="x", at=n, action=action))) in ("not-your-turn-now", "illegal-call")
    assert hall.state.n == n


def test_a_forced_pass_is_not_left_out() -> None:
    hall = Hall()
    bidding(hall)
    hall.act("coinche")
    assert hall.actor() == 4
    hall.act("pass")
    assert (hall.actor(), hall.round().legal()) == (1, ("pass",))
    n = hall.state.n
    for client in (1, 2):
        assert code(hall.say(client, Act(id="x", at=n, action="surcoinche"))) == "not-your-turn-now"
    hall.act("pass")
    assert code(hall.say(2, Act(id="x", at=hall.state.n, action="surcoinche"))) == ""


# By the rules


@pytest.mark.parametrize("lang", ["en", "fr", "pt"])
@pytest.mark.parametrize("game", game_names())
def test_a_forbidden_card_is_refused_in_the_words_of_the_referee(game: str, lang: str) -> None:
    hall = Hall(2)
    table_of(hall, game)
    for client in SEATS:
        taken = hall.last(client, outgoing.Taken)
        hall.lose(client)
        hall.hello(client, lang=lang, table=taken.table, token=taken.token)
    refused = 0
    while refused < 5:
        if hall.state.round is None:
            for client in SEATS:
                hall.say(client, Ready(deal=hall.state.deal))
        n, round_ = hall.state.n, hall.round()
        turn, legal = round_.turn, Cards(card for card in round_.legal() if isinstance(card, Card))
        for card in round_.hands[turn - 1] - legal if turn is not None and legal else ():
            (answer,) = hall.say(hall.actor(), Act(id="x", at=n, action=str(card)))
            record = round_.record()
            fault = judge(record._replace(plays=(*record.plays, card), scores=None)).fault
            assert fault is not None
            name = texts.say(lang, f"card.{card.rank}", suit=texts.say(lang, f"suit.of.{card.suit}"))
            held = ", ".join(card_sign(other, lang) for other in legal)
            duty = texts.say(lang, f"must.{fault.law.partition('/')[2]}")
            text = texts.say(lang, "finding.illegal-card.you", card=name, duty=duty, legal=held)
            assert answer == outgoing.Refused(code="illegal-card", text=text, id="x")
            refused += 1
        assert hall.state.n == n
        hall.act(sensible(hall))


@pytest.mark.parametrize(
    ("action", "expected"),
    [("Ah of", "bad-action"), ("", "bad-action"), ("declare", "illegal-word"), ("90 H", "bad-action")],
)
def test_nonsense_is_refused(action: str, expected: str) -> None:
    hall = Hall()
    at_deal(hall, "sueca")
    n = hall.state.n
    assert code(hall.say(hall.actor(), Act(id="x", at=n, action=action))) == expected
    assert hall.state.n == n


@pytest.mark.parametrize(
    ("game", "actions", "wrong", "text"),
    [
        ("coinche", ["90 H"], "80 S", "'80 S' is not enough above '90 H'."),
        ("coinche", [], "coinche", "You may not call 'coinche' now: you may call pass, 80 S, 80 H"),
        ("coinche:pagat,belote_announce=required", ["90 H", *["pass"] * 3], "rebelote", "You may not say 'rebelote'"),
        ("euchre", ["order"], "pass", "'pass' is not a discard: you have to lay a card away first, as in discard 9c."),
    ],
)
def test_what_is_refused_is_told_to_who_tried_it(game: str, actions: list[str], wrong: str, text: str) -> None:
    hall = Hall()
    at_deal(hall, game)
    for action in actions:
        hall.act(action)
    assert hall.round().auction.calls == tuple(actions)
    (refused,) = hall.act(wrong)
    assert isinstance(refused, outgoing.Refused)
    assert refused.text.startswith(text)


def test_who_has_announced_a_card_has_to_play_it() -> None:
    """North has all hearts and says belote: then he may not play the jack."""
    game, names = find_game("coinche:pagat,belote_announce=required"), "AKQJT987"
    hands = tuple(tuple(Card(f"{rank}{suit}") for rank in names) for suit in "hsdc")
    deck = deck_of(game, Seat.WEST, Deal(hands))
    round_ = Round(game, Seat.WEST, deck).apply_all(["80 H", "pass", "pass", "pass", "belote"])
    with pytest.raises(Illegal) as refused:
        round_.apply("Jh")
    assert Forbidden(refused.value, round_).told("fr") == (
        "Vous ne pouvez pas jouer le valet de cœur maintenant : "
        "vous devez jouer la carte que vous avez annoncée (R♥, D♥)."
    )


def test_a_card_of_others_is_refused() -> None:
    hall = Hall()
    at_deal(hall)
    seat = hall.actor()
    card = next(iter(hall.round().hands[seat % 4]))
    assert code(hall.say(seat, Act(id="x", at=hall.state.n, action=str(card)))) == "card-not-in-hand"


def test_cards_may_be_spelt_as_in_records() -> None:
    hall = Hall()
    at_deal(hall)
    card = str(hall.round().legal()[0])
    assert code(hall.act(card[0].lower() + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[card[1]])) == ""
    assert hall.last(1, outgoing.Acted).action == card


def test_without_a_deal_nothing_can_be_done() -> None:
    hall = Hall()
    table_of(hall, "bridge")
    at = hall.state.n
    assert code(hall.say(1, Act(id="x", at=at, action="7h"))) == "no-deal-on-table"
    assert code(hall.say(1, Propose(id="x", at=at, what="claim"))) == "no-deal-on-table"
    assert code(hall.say(1, Propose(id="x", at=at, what="take-back"))) == "nothing-to-take-back"
    assert code(hall.say(1, Propose(id="x", at=at, what="resign"))) == "no-match"
    assert code(hall.say(1, Propose(id="x", at=at, what="rematch"))) == "no-rematch"
    assert code(hall.say(1, Answer(id="x", at=at, yes=True))) == "nothing-to-answer"


# Bots and talk


def test_bots_come_and_go_before_a_match() -> None:
    hall = Hall()
    hall.hello(1)
    hall.say(1, incoming.Create(game="sueca", seat=3))
    assert code(hall.say(1, AddBot(bot="clever"))) == "unknown-bot"
    assert code(hall.say(1, AddBot(seat=3))) == "seat-taken"
    (sat,) = hall.say(1, AddBot(bot="random", seat=2))
    assert isinstance(sat, outgoing.Sat)
    assert (sat.seat, sat.kind, sat.bot) == (2, "bot", "random")
    (sat,) = hall.say(1, AddBot(bot="sampling:4", seat=2))
    assert isinstance(sat, outgoing.Sat)
    assert (sat.seat, sat.kind, sat.bot, sat.name) == (2, "bot", "sampling:4", "sampling 4")
    assert code(hall.say(1, AddBot(bot="sampling:9", seat=2))) == "bad-bot-options"
    assert code(hall.say(1, RemoveBot(seat=3))) == "no-bot-there"
    assert code(hall.say(1, RemoveBot(seat=4))) == "no-bot-there"
    assert hall.say(1, RemoveBot(seat=2)) == [outgoing.Left(n=hall.state.n, seat=2)]
    assert [type(event) for event in hall.say(1, AddBot())] == [outgoing.Sat] * 3
    assert code(hall.say(1, AddBot())) == "table-full"
    hall.say(1, Ready(deal=1))
    assert hall.phase() == "play"
    assert code(hall.say(1, RemoveBot(seat=2))) == "match-has-begun"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("  bonjour\tà   tous \n", "bonjour à tous"),
        ("\x1b[2Jred\x07", "[2Jred"),
        ("abc\u202edef\u2066ghi\u200b", "abc def ghi"),
        ("x" * 500, "x" * 500),
        ("e" + "\u0301" * 50, "é" + "\u0301\u0301"),
    ],
)
def test_talk_is_clean(text: str, said: str) -> None:
    hall = Hall()
    table_of(hall, "sueca")
    hall.say(2, Say(text=text))
    assert hall.last(1, outgoing.Said) == outgoing.Said(n=hall.state.n, seat=2, name="client 2", text=said)


@pytest.mark.parametrize("text", ["", "  ", "\x00\u202e", "\u200b"])
def test_nothing_is_not_said(text: str) -> None:
    hall = Hall()
    table_of(hall, "sueca")
    assert code(hall.say(2, Say(text=text))) == "nothing-said"
    assert not hall.got(1, outgoing.Said)


def test_what_is_quoted_in_a_refusal_is_clean() -> None:
    hall = Hall()
    at_deal(hall)
    (refused,) = hall.say(hall.actor(), Act(id="x", at=hall.state.n, action="\x1b[2J\u202e" + "x" * 400))
    assert isinstance(refused, outgoing.Refused)
    assert refused.text.isprintable()
    assert len(refused.text) < 300
