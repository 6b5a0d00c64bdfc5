"""Judging whole deals: a loop over the referee, from a record, a text, or lines as they come in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from types import ModuleType
from typing import Final, Literal, NamedTuple

from overtrick.auctions import Auction, Contract
from overtrick.cards import Cards
from overtrick.errors import Finding, Invalid, Phrase
from overtrick.play.deal import check_cards
from overtrick.play.record import Record
from overtrick.records import belote_text, jsonl, sueca_file
from overtrick.records.lines import Line, TrickFormat, cards_of, filled_lines, lines_of, short_trick
from overtrick.records.places import Placed
from overtrick.referee.evidence import Play
from overtrick.referee.paperwork import (
    BadCall,
    announced,
    auction_of,
    check_exchange,
    check_leader,
    check_scores,
    claim_of,
    contract_of,
    scores_of,
)
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault
from overtrick.rules import find_game
from overtrick.rules.game import DEAD, Game, Pins
from overtrick.scoring import Scores
from overtrick.seats import SEATS, Seat
from overtrick.tricks import Strain

LIN_START: Final = re.compile("[a-z]{2}\\|", re.IGNORECASE | re.ASCII)

Status = Literal["clean", "fault", "incomplete", "invalid"]


class TrickScore(NamedTuple):
    """Where a deal stands after a trick."""

    scores: Scores
    winner: Seat
    final: Scores | None = None
    """after the last trick: the scores of the deal, where the rules settle them"""


class Judgement(NamedTuple):
    """What the referee found in one deal."""

    game: Game | None
    """None where the input does not tell it"""
    tricks: tuple[TrickScore, ...] = ()
    final: Scores | None = None
    """the scores of the deal, where it is over and the rules settle them"""
    finding: Finding | Fault | None = None
    """what is wrong: a `Fault`, or a finding about the input"""

    @property
    def status(self) -> Status:
        """The verdict in a word."""
        if self.finding is None:
            return "clean"
        if isinstance(self.finding, Fault):
            return "fault"
        return "incomplete" if self.finding.code == "incomplete" else "invalid"

    @property
    def game_name(self) -> str | None:
        """The name of the game, if it is known."""
        return None if self.game is None else self.game.name

    @property
    def fault(self) -> Fault | None:
        """The broken duty, if one is proved."""
        return self.finding if isinstance(self.finding, Fault) else None

    def as_json(self, language: str = "en") -> dict[str, object]:
        """The judgement as plain data; docs/formats.md tells its fields."""
        fault = self.fault
        return {
            "game": self.game_name,
            "preset": self.game and self.game.preset,
            "status": self.status,
            "tricks": [{"scores": list(trick.scores), "winner": int(trick.winner)} for trick in self.tricks],
            "final": self.final and list(self.final),
            "fault": fault and _fault_as_json(fault, language),
            "findings": [_finding_as_json(self.finding, language)] if isinstance(self.finding, Finding) else [],
        }


def _fault_as_json(fault: Fault, language: str) -> dict[str, object]:
    return {
        "law": fault.law,
        **_play_as_json(fault.revealing),
        "offending": fault.offending and _play_as_json(fault.offending),
        "offender": fault.offender and int(fault.offender),
        "suspects": list(map(int, fault.suspects)),
        "proof": list(map(_play_as_json, fault.proof)),
        "message": fault.message(language),
    }


def _play_as_json(play: Play) -> dict[str, object]:
    return {"trick": play.trick, "player": int(play.seat), "card": str(play.card)}


def _finding_as_json(finding: Finding, language: str) -> dict[str, object]:
    place = {"line": finding.line, "column": finding.column}
    return {"code": finding.code, **place, "message": finding.message(language)}


def judge(record_or_text: Record | str, evidence: Level = "deal", game: Game | str | None = None) -> Judgement:
    r"""Judge one deal: a record, or its text in any format that `judge_lines` knows; `game` is for a text.

    >>> judgement = judge("s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n")
    >>> judgement.status, judgement.fault.law, judgement.fault.offender
    ('fault', 'belote/follow', Seat.EAST)
    """
    if isinstance(record_or_text, Record):
        return judge_placed(Placed(record_or_text, line=0), evidence)
    judgements = [item for item in judge_lines(lines_of(record_or_text), evidence, game) if isinstance(item, Judgement)]
    if len(judgements) > 1:
        return Judgement(None, finding=Finding("several-games"))
    return judgements[0]


def judge_lines(
    lines: Iterable[str], evidence: Level = "deal", game: Game | str | None = None, form: TrickFormat | None = None
) -> Iterator[TrickScore | Judgement]:
    """Judge the lines of an input as they come: the score after each line of a trick, and a judgement of each deal.

    The format is the given one, or known by the game if one is given, or else by the first line: JSON records, the
    Sueca file, or the Belote text. A record says itself which game it is; a format implies a preset unless `game` names
    one. A trick's score is given before the next line is taken from `lines`.
    """
    return judge_filled_lines(filled_lines(lines), evidence, game, form)


def judge_filled_lines(
    filled: Iterator[Line], evidence: Level = "deal", game: Game | str | None = None, form: TrickFormat | None = None
) -> Iterator[TrickScore | Judgement]:
    """Judge lines of which the blank ones are left out, as `judge_lines`."""
    wanted = find_game(game) if isinstance(game, str) else game
    first = next(filled, None)
    if first is None:
        yield Judgement(wanted, finding=Finding("empty", {}, 1, 1))
        return
    if form is None and is_json(first):
        for line in chain([first], filled):
            yield judge_json_line(line, evidence)
        return
    if form is None and wanted in (None, find_game("bridge")) and bridge_format(first) is not None:
        for placed in read_bridge(first, filled):
            yield judge_placed(placed, evidence)
        return
    form = form or _trick_format(first, wanted)
    if form is None:
        yield Judgement(wanted, finding=Finding("unknown-format", {}, first.number, 1))
        return
    if wanted is None:
        wanted = find_game(form.game)
    elif isinstance(game, str) and ":" not in game and form.game.startswith(f"{wanted.name}:"):
        wanted = find_game(game.replace(wanted.name, form.game, 1))
    yield from _judge_tricks(form, wanted, first, filled, evidence)


def is_json(first: Line) -> bool:
    """Whether an input that begins so has JSON records."""
    return first.text.lstrip().startswith("{")


def bridge_format(first: Line) -> ModuleType | None:
    """The format of a Bridge file that begins so, if it is one: PBN or LIN."""
    text = first.text.lstrip()
    name = "pbn" if text.startswith(("[", "%")) else "lin" if LIN_START.match(text) else None
    return None if name is None else import_module(f"overtrick.records.{name}")


def read_bridge(first: Line, rest: Iterable[Line]) -> Iterator[Placed]:
    """The games of a Bridge file, of which blank lines were left out."""
    form, lines = bridge_format(first), list[str]()
    if form is None:
        return
    for line in chain([first], rest):
        lines += ["\n"] * (line.number - len(lines) - 1)
        lines.append(line.text + "\n")
    count = 0
    for count, placed in enumerate(form.games("".join(lines)), 1):  # noqa: B007
        yield placed
    if not count:
        yield Placed(None, Finding("empty", {}, first.number, 1))


def _trick_format(first: Line, game: Game | None) -> TrickFormat | None:
    words = len(first.text.split())
    if game is not None:
        leader_is_known = game.leader(game.dealer_when_first_leads, None) is not None
        return sueca_file.FORMAT if game.turn_up_is_trumps else belote_text.FORMAT if leader_is_known else None
    if words == 1 or first.text.strip().startswith(sueca_file.LABEL):
        return sueca_file.FORMAT
    return belote_text.FORMAT if words == 2 else None


def judge_json_line(line: Line, evidence: Level) -> Judgement:
    """Judge the record of one line of JSON."""
    try:
        record = jsonl.parse_line(line)
    except Invalid as error:
        return Judgement(None, finding=error.finding)
    return judge_placed(Placed(record, line=line.number), evidence)


def judge_placed(placed: Placed, evidence: Level) -> Judgement:
    """Judge a game of a file; what is wrong with it is placed where it stands."""
    record, where = placed.record, _Where(placed)
    if record is None:
        return Judgement(None, finding=placed.finding)
    try:
        auction = auction_of(record)
        contract = contract_of(record, auction)
        if contract is None and not record.plays and (auction is not None or record.deal.hands is not None):
            return _judge_unplayed(record, auction, where)
        referee = _referee_of(record, contract, evidence)
        claimed = claim_of(record, referee.contract)
    except BadCall as error:
        return Judgement(record.game, finding=where.of_call(error.finding, error.number))
    except Invalid as error:
        return Judgement(record.game, finding=where.of_field(error.finding))
    return _judge_plays(record, referee, claimed, where)


def _judge_plays(record: Record, referee: Referee, claimed: int | None, where: _Where) -> Judgement:
    tricks: list[TrickScore] = []
    said = announced(record)
    for number, card in enumerate(record.plays):
        finding = referee.play(card, said is None or number in said)
        if finding is not None:
            return Judgement(record.game, tuple(tricks), referee.final, where.of_card(finding, number))
        if referee.is_between_tricks:
            tricks.append(TrickScore(referee.scores, referee.leader))
    missing = referee.finish() if claimed is None else None
    if missing is not None:
        return Judgement(record.game, tuple(tricks), finding=where.of_card(missing, len(record.plays)))
    taken = referee.tricks_of_takers if claimed is None else claimed
    if not 0 <= taken - referee.tricks_of_takers <= record.game.hand_size - referee.tricks:
        wrong = Finding("wrong-claim", {"tricks": taken, "won": referee.tricks_of_takers})
        return Judgement(record.game, tuple(tricks), finding=where.of_field(wrong))
    scores = scores_of(record, referee.outcome, claimed)
    final = scores[0].scores if len({score.scores for score in scores}) == 1 else None
    if tricks and referee.is_over:
        tricks[-1] = tricks[-1]._replace(final=final)
    wrong_score = check_scores(record, scores, taken)
    return Judgement(record.game, tuple(tricks), final, wrong_score and where.of_field(wrong_score))


def _judge_unplayed(record: Record, auction: Auction | None, where: _Where) -> Judgement:
    """A record without a contract: all have passed, or the deal has yet to be played."""
    if auction is not None and auction.is_over:
        score = record.game.passed_out(record.dealer_seat)
        wrong = check_scores(record, [score], None)
        return Judgement(record.game, (), score.scores, wrong and where.of_field(wrong))
    finding = Finding("incomplete", {"tricks": 0, "all": record.game.hand_size})
    return Judgement(record.game, finding=where.of_card(finding, 0))


_FIELDS: Final = {
    "wrong-contract": ("Contract", "Declarer"),
    "wrong-result": ("Result",),
    "wrong-claim": ("Result",),
    "wrong-score": ("Score",),
    "wrong-leader": ("Play",),
}
"""the fields of a file that tell what a finding is about; where there is none of them, the deal is"""


class _Where:
    """Puts findings where they belong in the file that a record comes from, if it comes from one."""

    def __init__(self, placed: Placed) -> None:
        self.placed = placed
        self.start = (placed.line, 1) if placed.line else (None, None)

    def of_card(self, finding: Finding | Fault, number: int) -> Finding | Fault:
        cards = self.placed.cards
        return finding.at(*(cards[min(number, len(cards) - 1)] if cards else self.start))

    def of_call(self, finding: Finding, number: int) -> Finding:
        calls = self.placed.calls
        return finding.at(*(calls[number] if number < len(calls) else self.start))

    def of_field(self, finding: Finding) -> Finding:
        names = (*_FIELDS.get(finding.code, ()), "Deal", "md")
        fields = self.placed.fields
        return finding.at(*next((fields[name] for name in names if name in fields), self.start))


def _judge_tricks(
    form: TrickFormat, game: Game, first: Line, lines: Iterator[Line], evidence: Level
) -> Iterator[TrickScore | Judgement]:
    try:
        record = form.read_header(first, game)
        referee = _referee_of(record, contract_of(record, None), evidence)
    except Invalid as error:
        yield Judgement(game, finding=error.finding.at(first.number, 1))
        return
    tricks: list[TrickScore] = []
    last, short = first, None
    finding: Finding | Fault | None = None
    for line in lines:
        finding = short or _judge_line(referee, line)
        if finding is not None:
            break
        last, short = line, short_trick(line)
        if short is None:
            tricks.append(TrickScore(referee.scores, referee.leader, referee.final))
            yield tricks[-1]
    finding = finding or referee.finish()
    has_scores = finding is None or isinstance(finding, Fault)
    yield Judgement(game, tuple(tricks), referee.final if has_scores else None, finding and finding.at(last.number))


def _judge_line(referee: Referee, line: Line) -> Finding | Fault | None:
    try:
        for card, number, column in cards_of(line, referee.game):
            finding = referee.play(card)
            if finding is not None:
                return finding.at(number, column)
    except Invalid as error:
        return error.finding
    return None


def _referee_of(record: Record, contract: Contract | None, evidence: Level) -> Referee:
    """A referee who knows what the record tells besides the plays."""
    game, deal = record.game, record.deal
    if contract is None:
        raise Invalid("missing-field", field="deal.turn_up" if game.turn_up_is_trumps else "contract.strain")
    strain, leader = contract.strain, game.leader(record.dealer_seat, contract)
    if leader is None:
        raise Invalid("missing-field", field="contract.seat")
    if game.turn_up_is_trumps and deal.turn_up is not None and deal.turn_up.suit is not strain.suit:
        raise Invalid("bad-field", field="contract.strain", value=str(strain), expected=Phrase("expected.turned-suit"))
    check_exchange(record, contract)
    check_leader(record, leader)
    return Referee(
        game,
        strain,
        evidence,
        leader=leader,
        contract=contract,
        hands=_known_hands(record, strain),
        pins=_known_places(record, strain, contract.seat),
    )


def _known_hands(record: Record, strain: Strain) -> list[Cards | None] | None:
    """The hands with which play begins, as far as the record gives them."""
    deal, dealer = record.deal, record.dealer_seat
    if deal.hands is None:
        return None
    hands = [None if hand is None else Cards(hand) for hand in deal.hands]
    dealt = hands[dealer - 1]
    if dealt is not None and deal.turn_up is not None:
        kept = record.game.exchange(dealt, deal.turn_up, deal.discard, strain)
        hands[dealer - 1] = kept if len(kept) == len(dealt) else None
    return hands


def _known_places(record: Record, strain: Strain, taker: Seat | None) -> Pins:
    """Where the cards can be of which the record tells more than whose hand they were dealt to."""
    game, deal, dealer = record.game, record.deal, record.dealer_seat
    aside = [*deal.kitty, *([deal.turn_up] if deal.turn_up else [])]
    check_cards(game, [Cards([card]) for card in aside])
    pins = {card: frozenset([DEAD]) for card in (*deal.kitty, *([deal.discard] if deal.discard else []))}
    if deal.turn_up is None:
        return pins
    dealt = deal.hands[dealer - 1] if deal.hands else None
    kept = game.exchange(Cards(dealt), deal.turn_up, deal.discard, strain) if dealt is not None else Cards()
    if dealt is not None and len(kept) > len(dealt):
        # He laid one of these away, nobody saw which: he has no other card, and the others have none of these.
        others = frozenset([DEAD, *SEATS]) - {dealer}
        pins = {card: frozenset([dealer, DEAD]) if card in kept else others for card in game.pack} | pins
    return pins | dict(game.pins(deal.turn_up, strain, dealer, taker, deal.discard))
