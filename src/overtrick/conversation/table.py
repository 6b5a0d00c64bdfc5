"""Lines about a table as it is now: who sits there, the deal, what the last one was worth, and the match."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from overtrick import texts
from overtrick.conversation.words import Words, foreign
from overtrick.core.actions import PASS
from overtrick.core.cards import Cards
from overtrick.core.catalogue import game_text
from overtrick.core.game import Game
from overtrick.core.rule_sheet import rule_sheet
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Trick
from overtrick.deal.record import vulnerable_text
from overtrick.deal.view import View
from overtrick.protocol.outgoing import Ended, Scored
from overtrick.protocol.seen import Seen

WIDTH: Final = 78
"""columns of a rule sheet"""


def table_lines(words: Words, seen: Seen) -> Iterator[str]:
    """All that somebody wants to know who has just come to a table."""
    yield words.say("session.table", table=foreign(seen.table), game=game_text(seen.game))
    yield from seat_lines(words, seen)
    if any(seen.standing.totals):
        yield from standing_lines(words, seen)
    if seen.view is not None:
        yield from deal_lines(words, seen, seen.view)
        yield from progress_lines(words, seen, seen.view)


def seat_lines(words: Words, seen: Seen) -> Iterator[str]:
    """Who sits where, and how the sides are called if they have names."""
    seats = ", ".join(f"{words.seat(seen, seat)}: {_occupant(words, seen, seat)}" for seat in SEATS)
    yield words.say("session.seats", seats=seats)
    if seen.game.side_names:
        for side in Side:
            players = words.listed(words.player(seen, seat) for seat in SEATS if seat.side is side)
            yield f"{words.side(seen, side)}: {players}"


def _occupant(words: Words, seen: Seen, seat: Seat) -> str:
    info = seen.info(seat)
    if info.kind == "empty":
        return words.say("session.seat.empty")
    name = foreign(info.name)
    if seat is seen.seat:
        return words.say("session.seat.you", name=name)
    if not info.present:
        return words.say("session.seat.gone", name=name)
    return words.say("session.seat.bot", name=name) if info.kind == "bot" else name


def deal_lines(words: Words, seen: Seen, view: View) -> Iterator[str]:
    """A deal before the first call or card: dealer, vulnerability, the card that is turned up, what is bid already."""
    name, *vulnerable = deal_names(words, seen, view)
    parts = [name, words.say("deal.dealer", seat=words.player(seen, view.dealer)), *vulnerable]
    if view.turn_up is not None:
        parts.append(words.say("deal.turn-up", card=words.card(view.turn_up)))
    yield ", ".join(parts) + "."
    standing = view.game.auction(view.dealer, view.turn_up).contract
    if standing is not None and standing.side is not None:
        contract = words.contract(view, standing)
        yield words.say("session.standing-bid", contract=contract, side=words.side(seen, standing.side))


def deal_names(words: Words, seen: Seen, view: View) -> list[str]:
    """The number of a deal or board and, where that matters, who is vulnerable."""
    number = seen.deal_number if view.number is None else view.number
    names = [words.say("deal.number" if view.number is None else "deal.board", number=number)]
    if view.game.vulnerability:
        names.append(vulnerable_text(view.game, view.vulnerable, words.language))
    return names


def progress_lines(words: Words, seen: Seen, view: View) -> Iterator[str]:
    """How far a deal has come; where the client has to act, the position stands with its options."""
    if view.auction.calls:
        yield auction_line(words, seen, view)
    yield from contract_lines(words, seen, view)
    if has_to_wait(view):
        yield from position_lines(words, seen, view)


def has_to_wait(view: View) -> bool:
    """Whether it is for somebody else to act."""
    return view.seat is None or view.actor is not view.seat


def contract_lines(words: Words, seen: Seen, view: View) -> Iterator[str]:
    """What is played, once that is known."""
    contract = view.contract
    if contract is not None and contract.side is None:
        yield words.say("session.trumps", strain=words.strain(contract.strain))
    elif contract is not None and contract.side is not None:
        taker = contract.seat
        who = words.side(seen, contract.side) if taker is None else words.player(seen, taker)
        yield words.say("session.contract", contract=words.contract(view, contract), who=who)


def bid_lines(words: Words, seen: Seen, view: View) -> Iterator[str]:
    """The bid that stands in an auction, if there is one."""
    contract = view.auction.contract
    if view.phase == "auction" and contract is not None and contract.side is not None:
        side = words.side(seen, contract.side)
        yield words.say("session.highest-bid", contract=words.contract(view, contract), side=side)


def clock_lines(words: Words, seen: Seen) -> Iterator[str]:
    """How long a turn may take, where a clock runs."""
    if seen.until is not None:
        yield words.say("session.turn-clock", seconds=seen.options.turn_seconds)


def position_lines(words: Words, seen: Seen, view: View) -> Iterator[str]:
    """What lies on the table, dummy, and the client's own hand."""
    if view.trick is not None and view.trick.cards:
        yield words.say("session.on-table", cards=played_text(words, seen, view.trick))
    if view.open_hand is not None and view.open_hand[0] is not view.seat:
        yield dummy_line(words, seen, view, *view.open_hand)
    if view.seat is not None and view.phase != "over":
        yield hand_line(words, view)


def hand_line(words: Words, view: View) -> str:
    """The client's own hand."""
    return words.say("session.hand", cards=words.hand(view, view.hand))


def dummy_line(words: Words, seen: Seen, view: View, seat: Seat, cards: Cards) -> str:
    """The hand that lies open."""
    return words.say("session.dummy", player=words.player(seen, seat), cards=words.hand(view, cards))


def played_text(words: Words, seen: Seen, trick: Trick) -> str:
    """The cards of a trick with their players."""
    played = zip(trick.players, trick.cards, strict=False)
    return ", ".join(f"{words.seat(seen, seat)}: {words.card(card)}" for seat, card in played)


def last_trick_line(words: Words, seen: Seen, view: View) -> str:
    """The last trick that is complete."""
    if not view.tricks:
        return words.say("session.no-trick")
    trick = view.tricks[-1]
    winner = words.player(seen, trick.next_trick().leader)
    return words.say(
        "session.last-trick", number=len(view.tricks), player=winner, cards=played_text(words, seen, trick)
    )


def trick_line(words: Words, seen: Seen, view: View) -> str:
    """The trick that was just completed."""
    winner = words.player(seen, view.tricks[-1].next_trick().leader)
    return words.say("session.trick", number=len(view.tricks), player=winner, scores=words.scores(seen, view.points))


def auction_line(words: Words, seen: Seen, view: View) -> str:
    """All calls with their players."""
    calls = [f"{words.seat(seen, seat)}: {words.action(call)}" for seat, call in view.auction.made]
    return words.say("session.auction", calls=", ".join(calls)) if calls else words.say("session.no-auction")


def standing_lines(words: Words, seen: Seen) -> Iterator[str]:
    """Where the match stands."""
    standing = seen.standing
    yield words.say("session.standing", scores=words.scores(seen, standing.totals))
    if any((*standing.games, *standing.below)):
        games, below = (words.scores(seen, pair) for pair in (standing.games, standing.below))
        yield words.say("session.games", games=games, below=below)
    if any(standing.bags):
        yield words.say("session.bags", bags=words.scores(seen, standing.bags))
    if any(standing.rows):
        yield words.say("session.rows", rows=words.scores(seen, standing.rows))
    if standing.held:
        yield words.say("session.held", points=standing.held)


def score_lines(words: Words, seen: Seen, scored: Scored) -> Iterator[str]:
    """A deal side by side with the reasons, player by player, who won it, and where the match stands."""
    yield words.say("session.deal-over", deal=scored.deal)
    if not scored.played:
        yield unplayed_line(words, seen)
    if scored.claimed is not None:
        yield words.say("session.claimed", tricks=scored.claimed)
    if scored.played or scored.parts:
        for side in Side:
            yield _side_line(words, seen, scored, side)
    if scored.played:
        points = (f"{words.player(seen, seat)} {scored.points[seat - 1]}" for seat in SEATS)
        yield words.say("session.player-points", points=", ".join(points))
        yield from verdict_lines(words, seen, scored)
    yield from standing_lines(words, seen)


def unplayed_line(words: Words, seen: Seen) -> str:
    """Why nobody plays a deal: all have passed, or somebody has asked for a new one."""
    calls = () if seen.view is None else seen.view.auction.calls
    return words.say("session.dealt-again" if calls and calls[-1] != PASS else "points.passed-out")


def _side_line(words: Words, seen: Seen, scored: Scored, side: Side) -> str:
    known = texts.catalogue(words.language)
    parts = [part for part in scored.parts if part.side == side]
    line = words.say("session.side-score", side=words.side(seen, side), points=scored.scores[side - 1])
    if not parts:
        return line
    reasons = (f"{known.get(f'score.{part.reason}', foreign(part.reason))} {part.points}" for part in parts)
    return f"{line} ({', '.join(reasons)})"


def verdict_lines(words: Words, seen: Seen, scored: Scored) -> Iterator[str]:
    """Whether the contract is made, if it could fail, and who won the deal."""
    contract = None if seen.view is None else seen.view.contract
    if scored.winner is None:
        yield words.say("points.draw")
        return
    if contract is not None and contract.side is not None and seen.game.contracts_can_fail:
        yield words.say("points.made" if scored.winner == contract.side else "points.failed")
    yield words.say("session.deal-won", side=words.side(seen, scored.winner))


def end_line(words: Words, seen: Seen, ended: Ended) -> str:
    """How a match ended."""
    player = "" if ended.seat is None else words.player(seen, ended.seat)
    return words.say(
        f"session.ended.{ended.why}",
        side="" if ended.winner is None else words.side(seen, ended.winner),
        player=foreign(ended.name) or player,
        scores=words.scores(seen, ended.totals),
    )


def rule_lines(words: Words, game: Game) -> Iterator[str]:
    """The rules of a game with its house rules."""
    yield game_text(game)
    for section in rule_sheet(game, words.language):
        yield section.title
        for sentence in section.sentences:
            yield from textwrap.wrap(sentence, WIDTH, initial_indent="  ", subsequent_indent="  ")
        yield from texts.table_lines(section.table, indent="    ")
        for sentence, _, is_moot in section.house:
            if not is_moot:
                yield from textwrap.wrap(sentence, WIDTH, initial_indent="  - ", subsequent_indent="    ")
