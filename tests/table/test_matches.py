"""Whole matches of all games end, and what is left of them is right: records, numbers, hands."""

import pytest
from halls import Hall, Regular, play_on, regulars
from lengths import one_of_each
from strategies import PRESETS

from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import game_text
from overtrick.core.game import Game
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS
from overtrick.deal.dealing import first_of_match
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.formats import jsonl
from overtrick.protocol import fair, outgoing
from overtrick.protocol.fair.verification import verify
from overtrick.protocol.incoming import Watch
from overtrick.referee.judging import judge

WATCHER = 9
EVERY_MATCH = [(game, people) for game in PRESETS for people in (4, 1)]


def kind_of_match(case: tuple[Game, int]) -> tuple[type, int]:
    game, people = case
    return type(game), people


def match(game: Game, people: int, seed: int) -> tuple[Hall, list[Regular]]:
    """A match to its end, with somebody who looks on."""
    hall = Hall(seed)
    players = regulars(hall, game_text(game), people)
    hall.hello(WATCHER)
    hall.say(WATCHER, Watch(table=hall.last(1, outgoing.Taken).table))
    play_on(hall, players)
    return hall, players


@pytest.mark.parametrize(
    ("game", "people"), one_of_each(EVERY_MATCH, kind_of_match), ids=lambda value: str(value).replace(" ", "")
)
def test_a_match_ends_and_what_is_left_of_it_is_right(game: Game, people: int) -> None:
    hall, players = match(game, people, seed=7)
    scored = [message for message in hall.mail[1] if isinstance(message, outgoing.Scored)]
    ended = hall.last(1, outgoing.Ended)
    assert ended.why == ("drawn" if ended.winner is None else "won")
    assert (ended.totals, ended.winner) == (scored[-1].standing.totals, scored[-1].standing.winner)
    assert [seen.state for player in players if (seen := player.seen)] == ["over"] * people
    assert [event.deal for event in scored] == list(range(1, len(scored) + 1))
    for record, event in zip(hall.records, scored, strict=True):
        check_record(record, event)
        check_cards(record, event)
    check_numbers(hall, [*range(1, people + 1), WATCHER])


def check_record(record: Record, event: outgoing.Scored) -> None:
    """It says the same after a journey through a file, and the referee agrees with it."""
    (again,) = jsonl.loads(jsonl.dumps([record]))
    assert again == record
    judged = judge(again)
    assert judged.status == "clean", judged
    assert judged.final == again.scores == event.scores


def check_cards(record: Record, event: outgoing.Scored) -> None:
    """The cards come from the secret and the nonces, by the one shuffle."""
    came_from = fair.Fair.from_json(record.fair)
    assert (came_from.deal, came_from.secret) == (event.deal, event.secret)
    assert fair.commitment(bytes.fromhex(event.secret)) == came_from.commitment
    for bound, nonce, mark in zip(came_from.commitments, came_from.nonces, came_from.marks, strict=True):
        assert mark == ("bot" if bound == fair.NOTHING else "committed")
        assert nonce == bound == fair.NOTHING or fair.commitment(bytes.fromhex(nonce)) == bound
    assert (came_from.game, came_from.dealer) == (game_text(record.game), record.dealer_seat)
    secret, dealer = bytes.fromhex(came_from.secret), came_from.dealer
    seed = fair.deal_seed(came_from.table, came_from.deal, secret, came_from.nonces, came_from.game, dealer)
    deck, behind = fair.deck_of_seed(record.game, seed), record.vulnerable or NOBODY
    deck = tuple(first_of_match(record.game, deck)) if event.deal == 1 else deck
    dealt = Round(record.game, record.dealer_seat, deck, vulnerable=behind).apply_all(record.auction).dealt
    for seat in SEATS:
        assert Cards(map(Card, event.hands[seat - 1])) == Cards(dealt.hands[seat - 1])
    assert record.deal.hands == dealt.hands
    assert verify(record).verdict == "consistent"


def check_numbers(hall: Hall, clients: list[int]) -> None:
    """Everybody got all events after his snapshot, once and in order, up to the same last one."""
    (log,) = hall.logs.values()
    for client in clients:
        first = next(message.n for message in hall.mail[client] if isinstance(message, outgoing.Snapshot))
        numbers = [message.n for message in hall.mail[client] if isinstance(message, outgoing.Event)]
        assert numbers == list(range(first + 1, len(log) + 1))
