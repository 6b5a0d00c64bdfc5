"""What is told of a table: the events that the entries of its log become, and the table as a newcomer sees it.

Nothing leaves a table but what is made here. Whole deals go through `view`; of a single action everybody gets what is
the same for all (a card that was played, a call, whose turn it is), and the next player besides what they may do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import starmap
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from overtrick.core.actions import GIVE, LAY_AWAY, Word
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.round import Round
from overtrick.deal.view import open_cards, view, views
from overtrick.protocol import fair, infos, outgoing
from overtrick.protocol.incoming import Options
from overtrick.protocol.outgoing import Acted, AimInfo, DealInfo, PartInfo, TableEvent, TrickInfo
from overtrick.table.log import (
    ActionDone,
    CardsDealt,
    DealEnded,
    MatchEnded,
    Moved,
    Noted,
    Opened,
    PersonSat,
    Renewed,
    TookBack,
)

if TYPE_CHECKING:
    from overtrick.table.state import TableState

WATCHERS: Final = 0
"""among the audience: whoever looks on"""
EVERYBODY: Final = (WATCHERS, *map(int, SEATS))

Audience = tuple[int, ...]
"""seats, and `WATCHERS`"""
Addressed = tuple[Audience, TableEvent]
"""an event, and the seats that get it"""


def events_of(line: Noted, state: TableState, before: Round | None) -> list[Addressed]:
    """What everybody gets of an entry; `state` is that after it, `before` the deal on the table before it."""
    match line.entry:
        case ActionDone() as entry:
            assert before is not None
            assert state.round is not None
            lent = state.lent(state.round)
            return list(acted(state.n, entry, before, state.round, line.author, line.id, lent).items())
        case Opened() | Renewed():
            return []
        case CardsDealt() | TookBack() as entry:
            assert state.round is not None
            deals = deal_infos(state.round, state.deal, state.lent(state.round))
            return [((audience,), _deal(state.n, entry, info)) for audience, info in deals.items()]
        case DealEnded():
            assert state.scored is not None
            return [(EVERYBODY, state.scored)]
        case MatchEnded():
            assert state.ended is not None
            return [(EVERYBODY, state.ended)]
        case PersonSat() as entry:
            sat = outgoing.Sat(
                n=state.n,
                seat=entry.seat,
                kind="person",
                name=entry.name,
                player=entry.player,
                program=entry.program,
            )
            return _with_id(sat, line)
        case Moved() as entry:
            return [(EVERYBODY, outgoing.Back(n=state.n, seat=entry.seat))]
        case public:
            return _with_id(replace(public, n=state.n), line)


def _with_id(event: TableEvent, line: Noted) -> list[Addressed]:
    """An event for everybody, with the id of the command for its author."""
    if not line.id:
        return [(EVERYBODY, event)]
    others = tuple(seat for seat in EVERYBODY if seat != line.author)
    return [((line.author,), replace(event, id=line.id)), (others, event)]


def _deal(n: int, entry: CardsDealt | TookBack, info: DealInfo) -> outgoing.Dealt | outgoing.TakenBack:
    if isinstance(entry, TookBack):
        return outgoing.TakenBack(n=n, deal=info, until=entry.until)
    return outgoing.Dealt(n=n, nonces=entry.nonces, marks=entry.marks, deal=info, until=entry.until)


def scored(state: TableState, entry: DealEnded, round_: Round, secret: bytes) -> outgoing.Scored:
    """What is told of a deal that is over; `state` is that after it, `round_` and `secret` are those of the deal."""
    score, outcome = entry.score, round_.outcome
    aim = None if outcome is None else round_.game.aim(outcome)
    return outgoing.Scored(
        n=state.n,
        deal=state.deal - 1,
        parts=tuple(PartInfo(*part) for part in score.parts),
        scores=score.scores,
        winner=score.winner,
        played=score.is_played,
        aim=None if aim is None else AimInfo(*aim),
        claimed=entry.claimed,
        points=fair.four(round_.tally.points_of if round_.contract is not None else [0] * 4),
        standing=infos.standing_info(state.match.standing),
        hands=infos.dealt_hands(round_),
        secret=secret.hex(),
        next_deal=state.deal,
        commitment=fair.commitment(state.secret),
    )


def ended(state: TableState, entry: MatchEnded, secret: bytes) -> outgoing.Ended:
    """What is told of a match that is over; `state` is that after it, `secret` that of a deal that was broken off."""
    standing = state.match.standing
    winner = standing.winner
    if entry.why == "resigned" and entry.seat is not None:
        winner = Seat(entry.seat).side.other
    return outgoing.Ended(
        n=state.n,
        why=entry.why,
        winner=winner,
        totals=standing.totals,
        seat=entry.seat,
        name=entry.name,
        secret=secret.hex() if entry.secret else "",
        next_deal=state.deal,
        commitment=fair.commitment(state.secret),
    )


def told_options(state: TableState) -> Options:
    """How a table is run, with the clock that turns have."""
    return replace(state.options, clock=state.options.turn_seconds)


def snapshot(state: TableState, seat: int) -> outgoing.Snapshot:
    """All that a seat may know, or with 0 whoever looks on."""
    round_, committed = state.round, state.committed
    hand = state.hand_of(seat, round_) if seat and round_ is not None else None
    seen = None if round_ is None else view(round_, hand)
    return outgoing.Snapshot(
        n=state.n,
        table=state.table,
        game=state.game_text,
        day=state.day,
        options=told_options(state),
        state=state.phase,
        seat=seat or None,
        seats=state.seats,
        standing=infos.standing_info(state.match.standing),
        next_deal=state.deal,
        commitment=fair.commitment(state.secret),
        commitments=() if committed is None else committed.seats,
        dealer=0 if committed is None else committed.dealer,
        deal=None if seen is None else infos.deal_info(seen, state.deal, None if hand == seat else hand),
        scored=state.scored,
        ended=state.ended,
        proposal=state.proposal,
        paused=bool(state.paused),
        until=state.until,
        parts=infos.game_parts(state.game),
    )


def deal_infos(round_: Round, deal: int, lent: Seat | None) -> dict[int, DealInfo]:
    """A deal as it is sent to everybody; a hand that is `lent` is played by the player opposite."""
    seen = views(round_)
    if lent is not None:
        seen[lent.partner] = seen[lent]
    public = infos.deal_info(seen.pop(None), deal)
    told = {WATCHERS: public}
    for seat, own in seen.items():
        assert seat is not None
        told[int(seat)] = replace(
            public,
            legal=tuple(map(str, own.legal)),
            out_of_turn=tuple(map(str, own.out_of_turn)),
            actions=public.actions | infos.action_infos(round_.game, map(str, (*own.legal, *own.out_of_turn))),
            words=infos.word_infos(own),
            hand=tuple(map(str, own.hand)),
            plays_for=None if own.seat is seat else own.seat,
            discard=None if own.discard is None else str(own.discard),
            given=tuple(map(str, own.given)),
        )
    return told


def acted(
    n: int, entry: ActionDone, before: Round, after: Round, author: int, id_: str, lent: Seat | None = None
) -> dict[Audience, Acted]:
    """What everybody gets of an action; a hand that is `lent` is played by the player opposite."""
    old, new = before.course, after.course
    # In the play it may be dummy's turn, and in the auction nobody's who calls out of turn.
    seat = int(old.turn) if old.phase == "play" and old.turn is not None else entry.seat
    public = {"discard": LAY_AWAY, "exchange": GIVE}.get(old.phase, entry.action)
    actor = new.actor
    event = Acted(
        n=n,
        seat=seat,
        action=public,
        by=entry.by,
        phase=new.phase if new.phase != old.phase else None,
        turn=new.turn,
        actor=actor,
        until=entry.until,
        **_changes(before, after),
    )
    own: dict[int, dict[str, Any]] = {author: {"id": id_}} if author else {}
    if actor is not None:
        legal = after.legal()
        player = int(actor.partner if actor is lent else actor)
        own.setdefault(player, {})["legal"] = tuple(map(str, legal))
        if legal and isinstance(legal[0], Word):
            own[player]["words"] = infos.word_infos(view(after, actor))
    if public != entry.action:
        for told in (Seat(seat), Seat(seat).partner)[: 2 if old.phase == "exchange" else 1]:
            own.setdefault(int(told), {})["action"] = entry.action
    if old.phase == "auction":
        _add_own_of_auction(own, before, after)
    if lent is not None and not old.plays:
        own.setdefault(int(lent.partner), {}).update(plays_for=lent, hand=tuple(map(str, view(after, lent).hand)))
    posts: dict[Audience, Acted] = {(seat,): replace(event, **fields) for seat, fields in own.items()}
    posts[_all_but(*own)] = event
    known = infos.known_actions(new.game)
    return {to: _with_actions(known, post) for to, post in posts.items()}


def _with_actions(known: Mapping[str, outgoing.ActionInfo], event: Acted) -> Acted:
    """An event with the parts of the actions that it names; most name only cards."""
    named = (event.action, *event.legal, *event.out_of_turn, *(word for _, word in event.said))
    if known.keys().isdisjoint(named):
        return event
    return replace(event, actions={text: known[text] for text in named if text in known})


def _add_own_of_auction(own: dict[int, dict[str, Any]], before: Round, after: Round) -> None:
    """What a call changed for single seats."""
    for seat in SEATS:
        if after.phase == "auction" and (calls := after.auction.legal_out_of_turn(seat)):
            own.setdefault(int(seat), {})["out_of_turn"] = tuple(map(str, calls))
        sees_cards = seat in before.auction.hidden and not (after.phase == "auction" and seat in after.auction.hidden)
        if sees_cards or (after.contract is not None and _cards_moved(before, after)):
            own.setdefault(int(seat), {})["hand"] = tuple(map(str, view(after, seat).hand))


@lru_cache(256)
def _all_but(*seats: int) -> Audience:
    return tuple(seat for seat in EVERYBODY if seat not in seats)


def _changes(before: Round, after: Round) -> dict[str, Any]:
    """What an action changed besides the turn, for everybody. Most cards change nothing."""
    changes: dict[str, Any] = {}
    old, new = before.course, after.course
    if old.contract is None and new.contract is not None:
        changes["contract"] = infos.contract_info(new.contract)
        if _cards_moved(before, after):
            changes["sizes"] = tuple(map(len, after.hands))
    if len(new.turned) > len(old.turned):
        changes["turn_up"] = str(new.turn_up)
    if len(new.declared) > len(old.declared):
        changes["declared"] = new.declared[len(old.declared) :]
    heard = new.said[len(old.said) :]
    if old.phase == "play" and len(new.plays) == len(old.plays):
        if (points := new.tally.scores) != old.tally.scores:
            changes["points"] = points
        return changes
    if heard:
        changes["said"] = tuple((number, str(word)) for number, word in heard)
    if len(new.plays) == len(old.plays) or new.rules is None:
        return changes
    is_open = len(new.tricks) == len(old.tricks)
    if is_open and new.plays[-1].bit & new.rules.pair_cards and new.tally != old.tally:
        changes["points"] = new.tally.scores
    if len(new.plays) == 1 and new.dummy is not None:
        changes["dummy"] = open_cards(new.dummy, after.hands[new.dummy - 1])
    if len(new.tricks) > len(old.tricks):
        winner, tally = new.tricks[-1].next_trick().leader, new.tally
        changes["trick"] = TrickInfo(int(winner), tally.scores, tally.tricks)
        if len(new.tricks) == 1 and new.said:
            changes["shown"] = tuple(starmap(open_cards, new.shown))
    return changes


def _cards_moved(before: Round, after: Round) -> bool:
    """Whether players got cards by the end of the auction."""
    return before.hands != after.hands
