"""Verifying where the cards of a record come from, with or without the transcript of a client that was at the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from overtrick.core.cards import Cards
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Finding, Invalid, OvertrickError
from overtrick.core.scoring import NOBODY
from overtrick.core.seats import SEATS, Seat
from overtrick.deal.dealing import first_of_match
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.protocol.fair import NOTHING, Fair, Mark, commitment, deck_of_seed
from overtrick.protocol.fair.transcript import Witness, Witnesses

Verdict = Literal["proved", "consistent", "wrong", "invalid"]

MARKS: Final[dict[tuple[bool, bool], tuple[Mark, ...]]] = {
    (True, True): ("committed", "uncommitted"),  # words of salt are open from the beginning, but cannot change
    (True, False): ("missing", "bot", "uncommitted"),  # somebody else has come to the seat meanwhile
    (False, True): ("uncommitted",),
    (False, False): ("uncommitted", "bot"),
}
"""how a seat can be marked that was bound to a nonce or not, and gave one or not"""


class Verification(NamedTuple):
    """What can be said of the cards of a deal."""

    verdict: Verdict
    """`invalid` is what cannot be read"""
    findings: tuple[Finding, ...] = ()
    """all that is wrong"""
    notes: tuple[Finding, ...] = ()
    """who had no part in the cards, and why a transcript is no proof"""
    fair: Fair | None = None
    """what the cards come from, if the record says so"""

    def as_json(self, language: str = "en") -> dict[str, object]:
        """The verification as plain data; docs/formats.md tells its fields."""
        return {
            "table": self.fair and self.fair.table,
            "deal": self.fair and self.fair.deal,
            "verdict": self.verdict,
            "findings": _as_json(self.findings, language),
            "notes": _as_json(self.notes, language),
        }


def _as_json(findings: tuple[Finding, ...], language: str) -> list[dict[str, str]]:
    return [{"code": finding.code, "message": finding.message(language)} for finding in findings]


def verify(record: Record, transcript: Witnesses | None = None) -> Verification:
    """Whether the cards of a record come from what its field `fair` says, and whether a transcript proves them.

    `consistent`: they do, but whoever made the record may have chosen all of it. `proved`: besides, the transcript
    shows that all were bound to what they gave before its client, which was bound as well, opened its own nonce.
    """
    if record.fair is None:
        return Verification("wrong", (Finding("no-fair-field"),))
    try:
        fair = Fair.from_json(record.fair)
    except Invalid as error:
        return Verification("invalid", (error.finding,))
    deal, is_proof = _Deal(record, fair), False
    findings, notes = [*deal.wrong_parts(), *deal.wrong_bound(), *deal.wrong_cards()], list(deal.parts())
    if transcript is not None:
        witness = transcript.get((fair.table, fair.deal))
        if witness is None:
            findings.append(Finding("transcript-no-deal", {"table": fair.table, "deal": fair.deal}))
        else:
            findings += deal.contradictions(witness)
            doubts = list(deal.doubts(witness))
            notes += doubts
            is_proof = not doubts and not deal.seats(bound=False, gave=True)
    verdict: Verdict = "wrong" if findings else "proved" if is_proof else "consistent"
    return Verification(verdict, tuple(findings), tuple(notes), fair)


class _Deal:
    """A record, and the deal that its field `fair` gives."""

    def __init__(self, record: Record, fair: Fair) -> None:
        self.record, self.game, self.fair = record, record.game, fair
        deck, vulnerable = deck_of_seed(self.game, fair.seed), record.vulnerable or NOBODY
        if record.deal.turn_up is self.game.dealing.first_turned:  # as in the first deal of a match
            deck = tuple(first_of_match(self.game, deck))
        self.start = self.end = Round(self.game, record.dealer_seat, deck, vulnerable=vulnerable)
        """before the auction and after it, when further cards may have been dealt"""
        commitments, nonces = ([each != NOTHING for each in four] for four in (fair.commitments, fair.nonces))
        self.part_of = dict(zip(SEATS, zip(commitments, nonces, strict=True), strict=True))
        """whether a seat was bound to a nonce, and whether it gave one"""
        self.bad_call: Finding | None = None
        try:
            self.end = self.start.apply_all(record.auction)
        except OvertrickError as error:
            self.bad_call = error.finding

    def seats(self, bound: bool, gave: bool) -> list[Seat]:
        """The seats that were bound to a nonce or not, and gave one or not."""
        return [seat for seat in SEATS if self.part_of[seat] == (bound, gave)]

    def wrong_parts(self) -> Iterator[Finding]:
        """What was opened and is not what somebody was bound to."""
        fair = self.fair
        if commitment(bytes.fromhex(fair.secret)) != fair.commitment:
            yield Finding("fair-secret")
        for seat, bound, nonce, mark in zip(SEATS, fair.commitments, fair.nonces, fair.marks, strict=True):
            is_bound, gave = self.part_of[seat]
            if is_bound and gave and commitment(bytes.fromhex(nonce)) != bound:
                yield Finding("fair-nonce", {"player": self._name(seat)})
            if mark not in MARKS[is_bound, gave]:
                yield Finding("fair-mark", {"player": self._name(seat), "mark": mark})

    def wrong_bound(self) -> Iterator[Finding]:
        """What the record was played by and nobody was bound to."""
        if self.fair.dealer and self.fair.dealer != self.start.dealer:
            yield Finding("fair-dealer")
        if self.fair.dealer and self.fair.game != game_text(self.game):
            yield Finding("fair-game")

    def wrong_cards(self) -> Iterator[Finding]:
        """The cards that are not those of the seed."""
        given, dealt = self.record.deal, self.end.dealt
        if self.bad_call is not None:
            yield self.bad_call
        if given.hands is None or None in given.hands:
            yield Finding("deal-not-whole")
            return
        for seat in SEATS:
            if Cards(given.hands[seat - 1] or ()) != Cards(dealt.hands[seat - 1]):
                yield Finding("fair-hand", {"player": self._name(seat)})
        if given.turn_up != dealt.turn_up:
            yield Finding(
                "fair-turn-up", {"card": str(given.turn_up or NOTHING), "right": str(dealt.turn_up or NOTHING)}
            )
        in_order = bool(self.game.dealing.beside)  # in which it is turned up
        if Cards(given.kitty) != Cards(dealt.stock) or (in_order and given.kitty != dealt.stock):
            yield Finding("fair-kitty")

    def parts(self) -> Iterator[Finding]:
        """Who had no part in the cards, or one that may have been chosen."""
        kinds = {
            "fair-missing": self.seats(bound=True, gave=False),
            "fair-unbound": self.seats(bound=False, gave=True),  # which may have been chosen last
            "fair-bots": [s for s in self.seats(bound=False, gave=False) if self.fair.marks[s - 1] == "bot"],
            "fair-none": [s for s in self.seats(bound=False, gave=False) if self.fair.marks[s - 1] != "bot"],
        }
        for code, seats in kinds.items():
            if seats:
                yield Finding(code, {"players": ", ".join(map(self._name, seats))})

    def contradictions(self, witness: Witness) -> Iterator[Finding]:
        """What the client saw and the record denies."""
        fair, dealt = self.fair, witness.dealt
        bound_games = {game for game, _ in witness.bound_with if game is not None}
        if (witness.games | bound_games) - {self.game}:
            yield Finding("transcript-game")
        if witness.server - {fair.commitment}:
            yield Finding("transcript-commitment")
        if any(seats != fair.commitments for _, seats in witness.lists):
            yield Finding("transcript-commitments")
        if any((each.nonces, each.marks) != (fair.nonces, fair.marks) for each in dealt):
            yield Finding("transcript-nonces")
        if witness.secrets - {fair.secret}:
            yield Finding("transcript-secret")
        bound_dealers = {dealer for _, dealer in witness.bound_with if dealer}
        if ({*(each.dealer for each in dealt), *witness.dealers} | bound_dealers) - {self.start.dealer}:
            yield Finding("transcript-dealer")
        for each in dealt:
            if each.due not in (None, each.dealer):
                yield Finding("transcript-turn", {"player": self._name(each.dealer), "due": self._name(each.due)})
        if witness.seat is not None:
            yield from self._own_contradictions(witness, witness.seat)

    def _own_contradictions(self, witness: Witness, seat: Seat) -> Iterator[Finding]:
        """What the client saw of its own and the record denies."""
        bound, nonce = self.fair.commitments[seat - 1], self.fair.nonces[seat - 1]
        sent = {each for _, each in witness.bound if each != NOTHING}
        if sent and bound not in {NOTHING, *sent}:
            yield Finding("transcript-own-commitment")
        in_time = [each for line, each in witness.opened if not witness.dealt or line < witness.dealt[0].line]
        if in_time and nonce not in in_time:
            yield Finding("transcript-own-nonce")
        first, turn_up = self.start.hands[seat - 1], self.start.dealt.turn_up
        told_first = (first, Cards()) if seat in self.start.auction.hidden else (first,)
        given, hands = Cards(self.record.deal.given), tuple(map(Cards, self.end.dealt.hands))
        all_cards = [
            own | (given & partners) | Cards([] if turn_up is None else [turn_up])
            for own, partners in zip(hands, hands[2:] + hands[:2], strict=True)
        ]
        other_start = any(each.hand not in told_first or each.turn_up != str(turn_up or "") for each in witness.dealt)
        if other_start or not all(hand <= all_cards[(whose or seat) - 1] for whose, hand in witness.hands):
            yield Finding("transcript-cards")

    def doubts(self, witness: Witness) -> Iterator[Finding]:
        """Why the transcript, although it agrees with the record, proves nothing to its client."""
        seat = witness.seat
        own = NOTHING if seat is None else self.fair.nonces[seat - 1]
        opened = [line for line, sent in witness.opened if sent == own]
        if seat is None or self.fair.commitments[seat - 1] == NOTHING or not opened:
            yield Finding("transcript-no-nonce")
        elif not witness.lists or witness.lists[0][0] > opened[0]:
            yield Finding("transcript-too-early")
        elif self.fair.dealer and not all(witness.bound_with[0]):
            yield Finding("transcript-unbound")
        elif not self.fair.dealer and any(each.due is None for each in witness.dealt):
            yield Finding("transcript-no-turn")

    def _name(self, seat: Seat) -> str:
        return self.game.seat_name(seat)
