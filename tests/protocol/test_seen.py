"""What a client knows from its messages is what its seat may know, at every moment."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lengths import one_of_each
from msgspec import json
from strategies import PRESETS

from overtrick.core.actions import PASS
from overtrick.core.cards import Card
from overtrick.core.catalogue import find_game, game_text
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.dealing import deck_of
from overtrick.deal.match import Match
from overtrick.deal.record import Deal
from overtrick.deal.round import Round
from overtrick.deal.view import view
from overtrick.protocol import outgoing
from overtrick.protocol.fair import Mark
from overtrick.protocol.incoming import Options
from overtrick.protocol.infos import deal_info, dealt_hands, standing_info
from overtrick.protocol.outgoing import DealInfo, PartInfo, ProposalInfo, SeatInfo
from overtrick.protocol.seen import Seen, view_of
from overtrick.table.events import acted
from overtrick.table.log import ActionDone

GAMES = [
    *PRESETS,
    find_game("belote,round2_sa_ta=true,annonces=true"),
    find_game("belote:pagat,round2_sa_ta=true"),
    find_game("coinche,sa_ta=true,generale=true"),
    find_game("coinche:pagat,annonces=true,belote_announce=required"),
    find_game("euchre:hoyle,defend_alone=true"),
    find_game("euchre,must_have_trump_to_order=true,canadian_loner=true"),
    find_game("sueca,trump_from=top"),
]
VIEWERS = (None, *SEATS)
EMPTY = (SeatInfo(),) * 4
NONCES = ("-",) * 4
MARKS: tuple[Mark, Mark, Mark, Mark] = ("bot", "bot", "bot", "bot")


class Wire:
    """Sends one table to five clients, a seat each and a spectator, as bytes."""

    def __init__(self, game: Game) -> None:
        self.n, self.deal, self.match = 1, 1, Match.start(game)
        self.clients = {seat: Seen(self.snapshot(seat, None)) for seat in VIEWERS}

    def snapshot(self, seat: Seat | None, round_: Round | None) -> outgoing.Snapshot:
        message = outgoing.Snapshot(
            n=self.n,
            table="t",
            game=game_text(self.match.game),
            options=Options(),
            state="open" if round_ is None else "play",
            seat=seat,
            seats=EMPTY,
            standing=standing_info(self.match.standing),
            next_deal=self.deal,
            commitment="c",
            deal=None if round_ is None else deal_info(view(round_, seat), self.deal),
        )
        return json.decode(json.encode(message), type=outgoing.Snapshot)

    def send(self, seat: Seat | None, event: outgoing.TableEvent) -> None:
        assert self.clients[seat].apply(json.decode(json.encode(event), type=outgoing.TableEvent))

    def send_deal(self, round_: Round) -> None:
        self.n += 1
        for seat in VIEWERS:
            info = deal_info(view(round_, seat), self.deal)
            self.send(seat, outgoing.Dealt(n=self.n, nonces=NONCES, marks=MARKS, deal=info))

    def send_action(self, action: str, author: Seat, before: Round, after: Round) -> None:
        self.n += 1
        posts = acted(self.n, ActionDone(seat=author, action=action), before, after, author, "7")
        assert sorted(number for audience in posts for number in audience) == [0, 1, 2, 3, 4]
        for audience, event in posts.items():
            for number in audience:
                self.send(Seat(number) if number else None, event)

    def send_score(self, round_: Round) -> None:
        self.n, self.deal, self.match = self.n + 1, self.deal + 1, self.match.add(round_)
        score = round_.score
        assert score is not None
        event = outgoing.Scored(
            n=self.n,
            deal=self.deal - 1,
            parts=tuple(PartInfo(*part) for part in score.parts),
            scores=score.scores,
            claimed=round_.claimed,
            standing=standing_info(self.match.standing),
            hands=dealt_hands(round_),
            secret="s",
            next_deal=self.deal,
            commitment="d",
        )
        for seat in VIEWERS:
            self.send(seat, event)


def moments(wire: Wire, chance: Random, deals: int) -> Iterator[Round]:
    """Plays a match, and gives each round once it was sent."""
    for _ in range(deals):
        if wire.match.is_over:
            return
        pack = list(wire.match.game.pack)
        round_ = wire.match.next_round(chance.sample(pack, len(pack)))
        wire.send_deal(round_)
        yield round_
        while (turn := round_.actor) is not None:
            legal = round_.legal()
            rest = [(seat, call) for seat in SEATS for call in round_.auction.legal_out_of_turn(seat)]
            action = str(PASS if PASS in legal and chance.random() < 0.5 else chance.choice(legal))
            if rest and chance.random() < 0.1:
                turn, called = chance.choice(rest)
                action = str(called)
            if round_.game.has_dummy and round_.phase == "play" and chance.random() < 0.01:
                break
            before, round_ = round_, round_.apply(action)
            wire.send_action(action, turn, before, round_)
            yield round_
        if round_.phase != "over":
            assert round_.contract is not None
            assert round_.contract.side is not None
            round_ = round_.claim(round_.tally.tricks[round_.contract.side - 1] + 1, lambda _, __: True)
        wire.send_score(round_)
        yield round_


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=game_text)
def test_what_a_client_has_seen_is_the_view_of_its_seat_at_every_moment(game: Game) -> None:
    for seed in range(2):
        wire, scored = Wire(game), 0
        standing = wire.match.standing
        for round_ in moments(wire, Random(seed), deals=3):
            is_scored = wire.deal == scored + 2
            scored += is_scored
            for seat, seen in wire.clients.items():
                right = view(round_, seat, standing)
                assert seen.view == (right if is_scored else right._replace(score=None))
            standing = wire.match.standing
        assert scored


@pytest.mark.parametrize("game", one_of_each(GAMES), ids=game_text)
def test_deals_and_views_are_the_same_thing(game: Game) -> None:
    wire = Wire(game)
    for round_ in moments(wire, Random(5), deals=2):
        for seat in VIEWERS:
            right = view(round_, seat)
            info = deal_info(right, wire.deal)
            again = view_of(game, seat, json.decode(json.encode(info), type=DealInfo))
            assert again == right._replace(score=None)
            assert deal_info(again, wire.deal) == info
        assert all(told(seen) == deal_info(view(round_, seat), seen.deal_number) for seat, seen in wire.clients.items())


def told(seen: Seen) -> DealInfo | None:
    """What is seen of the deal, as the server would send it."""
    return None if seen.view is None else deal_info(seen.view, seen.deal_number)


def test_a_snapshot_in_the_middle_is_as_good_as_all_events() -> None:
    wire, chance = Wire(find_game("coinche:ffb")), Random(3)
    for number, _ in enumerate(moments(wire, chance, deals=1)):
        if number == 20:
            break
    seen = wire.clients[Seat.EAST]
    round_snapshot = outgoing.Snapshot(
        n=seen.n,
        table="t",
        game=game_text(seen.game),
        options=seen.options,
        state=seen.state,
        seat=2,
        seats=EMPTY,
        standing=seen.standing,
        next_deal=seen.next_deal,
        commitment=seen.commitment,
        deal=told(seen),
    )
    assert vars(Seen(round_snapshot)) == vars(seen)


def test_words_of_one_card_stand_in_order() -> None:
    """A player who declares a sequence and plays its king of trumps: the belote is heard by itself, and afterwards."""
    game, names = find_game("coinche:ffb"), "AKQJT987"
    hands = tuple(tuple(Card(f"{rank}{suit}") for rank in names) for suit in "hsdc")
    round_, wire = Round(game, Seat.WEST, deck_of(game, Seat.WEST, Deal(hands))), Wire(game)
    wire.send_deal(round_)
    for action in ("80 H", PASS, PASS, PASS, "declare", "Kh"):
        before, round_ = round_, round_.apply(action)
        wire.send_action(str(action), before.turn or Seat.NORTH, before, round_)
    assert view(round_, None).said == ((0, "declare"), (0, "belote"))
    assert all(seen.view == view(round_, seat, wire.match.standing) for seat, seen in wire.clients.items())


def opened() -> Seen:
    return Wire(find_game("sueca")).clients[Seat.NORTH]


def test_an_event_that_was_seen_changes_nothing() -> None:
    seen = opened()
    assert not seen.apply(outgoing.Left(n=1, seat=2))
    assert seen.apply(outgoing.Sat(n=2, seat=2, kind="bot", name="Bo", bot="simple"))
    assert not seen.apply(outgoing.Left(n=2, seat=2))
    assert seen.info(2).name == "Bo"


def test_a_missing_event_is_noticed() -> None:
    seen = opened()
    with pytest.raises(Invalid, match="Event 3 of the table") as caught:
        seen.apply(outgoing.Left(n=3, seat=2))
    assert caught.value.finding.code == "lost-track"
    assert seen.apply(outgoing.Sat(n=2, seat=2, kind="bot", name="Bo", bot="simple"))


@pytest.mark.parametrize(
    "event",
    [
        outgoing.Acted(n=2, seat=1, action="Ah"),
        outgoing.Sat(n=2, seat=9, kind="bot", name="Bo"),
        outgoing.Dealt(
            n=2,
            nonces=NONCES,
            marks=MARKS,
            deal=DealInfo(deal=1, dealer=5, phase="play", sizes=(10,) * 4),
        ),
        outgoing.TakenBack(
            n=2, deal=DealInfo(deal=1, dealer=1, phase="play", sizes=(10,) * 4, turn_up="Ah", hand=("?",))
        ),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nonsense_is_noticed(event: outgoing.TableEvent) -> None:
    with pytest.raises(Invalid) as caught:
        opened().apply(event)
    assert caught.value.finding.code == "lost-track"


def test_a_table_of_an_unknown_game_is_refused() -> None:
    wire = Wire(find_game("sueca"))
    with pytest.raises(Invalid) as caught:
        Seen(json.decode(json.encode(wire.snapshot(None, None)).replace(b"sueca", b"tarot"), type=outgoing.Snapshot))
    assert caught.value.finding.code == "lost-track"


def test_who_is_on_the_seats() -> None:
    seen = opened()
    seen.apply(outgoing.Sat(n=2, seat=3, kind="person", name="Zoé"))
    seen.apply(outgoing.WasReady(n=3, seat=3))
    assert seen.info(3) == SeatInfo("person", "Zoé", ready=True, sat=2)
    seen.apply(outgoing.Gone(n=4, seat=3, until=10.0))
    seen.apply(outgoing.StoodIn(n=5, seat=3, bot="simple"))
    assert seen.info(3) == SeatInfo("person", "Zoé", "simple", present=False, ready=True, sat=2)
    seen.apply(outgoing.Back(n=6, seat=3))
    assert seen.info(3) == SeatInfo("person", "Zoé", ready=True, sat=2)
    seen.apply(outgoing.Left(n=7, seat=3))
    assert seen.info(3) == SeatInfo()


def test_proposals_and_answers() -> None:
    seen = opened()
    seen.apply(outgoing.Proposed(n=2, seat=3, what="resign"))
    seen.apply(outgoing.Answered(n=3, seat=1, yes=True))
    assert seen.proposal == ProposalInfo(3, "resign", agreed=(1,))
    seen.apply(outgoing.Answered(n=4, seat=2, yes=False))
    assert seen.proposal is None


@given(st.lists(st.integers(1, 4), max_size=4), st.sampled_from(["Ah", "pass", "discard", "declare", "?"]))
def test_an_action_out_of_nowhere_never_does_anything_else_than_being_noticed(numbers: list[int], action: str) -> None:
    wire = Wire(find_game("euchre"))
    wire.send_deal(wire.match.next_round(list(wire.match.game.pack)))
    seen = wire.clients[Seat.SOUTH]
    for seat in numbers:
        event = outgoing.Acted(n=seen.n + 1, seat=seat, action=action, turn=seat)
        try:
            assert seen.apply(event)
        except Invalid as error:
            assert error.finding.code == "lost-track"
