"""Judging whole deals: a loop over the referee, from a record, a text, or lines as they come in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from overtrick.core.auctions import Auction, Contract
from overtrick.core.catalogue import find_game, split_game_text
from overtrick.core.errors import Finding, Invalid
from overtrick.core.game import Game, Outcome
from overtrick.core.scoring import Scores
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.deal.record import Deal, Record
from overtrick.formats import jsonl
from overtrick.formats.catalogue import FORMATS, FormatName, format_of, telling_line
from overtrick.formats.lines import Line, cards_of, filled_lines, lines_of, short_trick
from overtrick.formats.record_format import Located
from overtrick.referee.evidence import PlayedCard
from overtrick.referee.paperwork import (
    REVOKE,
    BadCall,
    Facts,
    announced,
    auction_of,
    check_players,
    check_scores,
    claim_of,
    contract_of,
    facts_of,
    hands_of,
    leads_out_of_turn,
    scores_of,
    strays,
    wrong_word,
)
from overtrick.referee.referee import Level, Referee
from overtrick.referee.verdict import Fault

NOT_WRONG: Final = ("incomplete", "not-played", "no-games")
"""the codes of findings that tell only that there is not all of a deal"""
EXCHANGED: Final = 2
"""how many cards somebody may have exchanged in a record"""
ENOUGH: Final = 16
"""the fewest plays that belong to a deal although two of them do not"""
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
    worth: Scores | None = None
    """what the deal counts in a match, where that is not its scores"""
    contract: Contract | None = None
    """what is played, where cards were judged"""
    plays: tuple[PlayedCard, ...] = ()
    """the cards that were judged, the one that reveals a fault included"""
    warnings: tuple[Finding, ...] = ()
    """what is odd in the file, and how it was taken"""

    @property
    def status(self) -> Status:
        """The verdict in a word."""
        if self.finding is None:
            return "clean"
        if isinstance(self.finding, Fault):
            return "fault"
        return "incomplete" if self.finding.code in NOT_WRONG else "invalid"

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
        fault, game, contract = self.fault, self.game, self.contract
        return {
            "game": self.game_name,
            "preset": game and game.preset,
            "seats": game and list(map(game.seat_name, SEATS)),
            "status": self.status,
            "contract": contract and jsonl.contract_as_json(contract),
            "plays": [str(play.card) for play in self.plays],
            "players": [int(play.seat) for play in self.plays],
            "tricks": [{"scores": list(trick.scores), "winner": int(trick.winner)} for trick in self.tricks],
            "final": self.final and list(self.final),
            "worth": self.worth and list(self.worth),
            "fault": fault and fault.as_json(language),
            "findings": [_finding_as_json(self.finding, language)] if isinstance(self.finding, Finding) else [],
            "warnings": [_finding_as_json(warning, language) for warning in self.warnings],
        }


def _finding_as_json(finding: Finding, language: str) -> dict[str, object]:
    spot = {"line": finding.line, "column": finding.column}
    return {"code": finding.code, **spot, "message": finding.message(language)}


def judge(record_or_text: Record | str, evidence: Level = "deal", game: Game | str | None = None) -> Judgement:
    r"""Judge one deal: a record, or its text in any format that `judge_lines` knows; `game` is for a text.

    >>> judgement = judge("s 2\nQh 8h Ah 9h\nKh Th 7h Qs\nJh 9s 8s Js\n")
    >>> judgement.status, judgement.fault.law, judgement.fault.offender
    ('fault', 'belote/follow', Seat.EAST)
    """
    if isinstance(record_or_text, Record):
        return judge_game(Located(record_or_text, line=0), evidence)
    judgements = [item for item in judge_lines(lines_of(record_or_text), evidence, game) if isinstance(item, Judgement)]
    if len(judgements) > 1:
        return Judgement(None, finding=Finding("several-games"))
    return judgements[0]


def judge_lines(
    lines: Iterable[str], evidence: Level = "deal", game: Game | str | None = None, form: FormatName | None = None
) -> Iterator[TrickScore | Judgement]:
    """Judge the lines of an input as they come: the score after each line of a trick, and a judgement of each deal.

    The format is known by the first line that is no comment, unless `form` says it. Which game a text of tricks is,
    says `game`, or the format implies it. A trick's score is given before the next line is taken from `lines`.
    """
    try:
        opened = open_input(lines, game, form)
    except Invalid as error:
        yield Judgement(find_game(game) if isinstance(game, str) else game, finding=error.finding)
        return
    if FORMATS[opened.form].has_tricks:
        yield from judge_tricks(filled_lines(opened.lines), opened.form, opened.game, evidence)
    else:
        for located in opened.games():
            yield judge_game(located, evidence)


class Input(NamedTuple):
    """An input whose format is known."""

    lines: Iterator[str]
    """all of them"""
    form: FormatName
    game: Game | None
    """which game it is; None where each record says it"""

    def games(self) -> Iterator[Located]:
        """The games of a file of records; those that do not say how they are scored are of the game that was named."""
        try:
            games = FORMATS[self.form].games(self.lines)
        except Invalid as error:
            yield Located(None, Finding("no-games") if error.finding.code == "empty" else error.finding)
            return
        for located in games:
            record = located.record
            if record is not None and self.game is not None and not record.tags.get("Scoring"):
                yield located._replace(record=record._replace(game=self.game))
            else:
                yield located


def open_input(lines: Iterable[str], game: Game | str | None = None, form: FormatName | None = None) -> Input:
    """Find out the format of an input and which game it is; raises `Invalid` where that cannot be.

    The format is the given one, or else it is known by the first line that tells it, for a text of tricks by the game
    if one is named. Records name their games themselves. A text of tricks implies a preset unless `game` names one; a
    Bridge file says how it is scored, or else `game` does, and it is refused if `game` is another one.
    """
    wanted = find_game(game) if isinstance(game, str) else game
    telling, lines = telling_line(lines)
    form = format_of(telling, wanted, form)
    if FORMATS[form].has_tricks:
        implied = find_game(FORMATS[form].tricks.game)
        if wanted is None:
            wanted = implied
        elif isinstance(game, str) and wanted.name == implied.name:
            _, preset, house = split_game_text(game)
            wanted = wanted if preset else implied.with_house_rules(house)
    return Input(lines, form, None if form == "json" else wanted)


def judge_game(located: Located, evidence: Level) -> Judgement:
    """Judge a game of a file; what is wrong with it is told with the spot where it stands."""
    case = case_of(located)
    judgement = judge_case(case, evidence) if isinstance(case, Case) else case
    return judgement._replace(warnings=located.warnings) if located.warnings else judgement


class Case(NamedTuple):
    """A game of a file of which only the cards are still to be judged."""

    record: Record
    facts: Facts
    claimed: int | None
    """how many tricks the taker has in all by the claim that ends the record, if one does"""
    located: Located


class Fallen(NamedTuple):
    """How the cards of a case fell, if the referee objects to none."""

    tricks: tuple[TrickScore, ...]
    outcome: Outcome
    plays: tuple[PlayedCard, ...]


def case_of(located: Located) -> Case | Judgement:
    """The case of a game; or the judgement of one that cannot be judged card by card, or need not be."""
    record = located.record
    if record is None or located.finding is not None:
        return Judgement(record and record.game, finding=located.finding)
    try:
        auction = auction_of(record)
        contract = contract_of(record, auction)
        if contract is None and not _has_contract(record) and (auction is not None or _has_board(record)):
            return _judge_unplayed(record, auction, located)
        if _is_end_position(record):
            return _judge_unplayed(record, None, located)
        facts = _facts_of(record, contract, located.leader)
        return Case(record, facts, claim_of(record, facts.contract), located)
    except BadCall as error:
        return Judgement(record.game, finding=error.finding.at(*located.spot_of_call(error.number)))
    except Invalid as error:
        return Judgement(record.game, finding=_at_field(error.finding, located))


def _has_contract(record: Record) -> bool:
    """Whether a record must have a contract: cards were played, and the game has no positions without one."""
    return bool(record.plays) and not record.game.may_begin_late


def _has_board(record: Record) -> bool:
    """Whether this is a deal that nobody has played yet, rather than a record that lacks its contract."""
    return record.deal != Deal() or record.game.may_begin_late


def _facts_of(record: Record, contract: Contract | None, stated_leader: Seat | None) -> Facts:
    """What a record tells besides the plays, if these belong to its deal."""
    try:
        return facts_of(record, contract, stated_leader)
    except Invalid as error:
        if error.finding.code == "wrong-leader" and contract is not None:
            leader = record.game.leader(record.dealer_seat, contract)
            check_players(record, contract, {seat for seat in (leader, stated_leader) if seat is not None})
        raise


def _is_end_position(record: Record) -> bool:
    """Whether only the end of a play is given, of which nobody knows how it came about."""
    sizes = {len(hand) for hand in record.deal.hands or () if hand is not None}
    return record.game.may_begin_late and bool(sizes) and max(sizes) < record.game.hand_size


def judge_case(case: Case, evidence: Level) -> Judgement:
    """Judge the cards of a case, and what follows from them."""
    fallen = fallen_of(case, evidence)
    return judge_fallen(case, fallen) if isinstance(fallen, Fallen) else fallen


def fallen_of(case: Case, evidence: Level) -> Fallen | Judgement:
    """How the cards of a case fell, or the judgement of one to which the referee objects."""
    record, facts, _, located = case
    try:
        referee = facts.referee(evidence)
    except Invalid as error:
        return Judgement(record.game, finding=_at_field(error.finding, located))
    tricks: list[TrickScore] = []
    said, leads, revokes = announced(record, referee.strain), leads_out_of_turn(record), record.marks("Play", REVOKE)
    for number, card in enumerate(record.plays):
        if number in leads and referee.is_between_tricks:
            referee.lead_out_of_turn(leads[number])
        finding = referee.play(card, said is None or number in said, number in revokes)
        if finding is not None:
            return _objection(case, referee, tricks, finding, number)
        if referee.tricks > len(tricks):
            tricks.append(TrickScore(referee.scores, referee.leader))
    return Fallen(tuple(tricks), referee.outcome, _seen(referee))


def _objection(
    case: Case, referee: Referee, tricks: Sequence[TrickScore], finding: Finding | Fault, number: int
) -> Judgement:
    """The judgement of a card to which the referee objects: a fault only if all cards are of their players' hands."""
    record, facts, _, located = case
    if record.deal.hands is not None:
        elsewhere = strays(record, facts.contract, facts.leader)
        if len(elsewhere) > 1:
            values: dict[str, str | int] = {"count": len(elsewhere), "all": len(record.plays)}
            wrong = Finding("play-not-of-deal", values, *located.spot_of_card(elsewhere[0]))
            if len(elsewhere) == EXCHANGED and len(record.plays) >= ENOUGH:
                first, second = (str(record.plays[number]) for number in elsewhere)
                wrong = wrong._replace(code="cards-of-others", values={"first": first, "second": second})
            return Judgement(record.game, finding=wrong, contract=facts.contract)
        if elsewhere and isinstance(finding, Fault):
            card = record.plays[elsewhere[0]]
            wrong = Finding("card-of-another", {"card": str(card)}, *located.spot_of_card(elsewhere[0]))
            return Judgement(record.game, finding=wrong, contract=facts.contract)
    return _judged(referee, tricks, finding.at(*located.spot_of_card(number)))


def _judged(referee: Referee, tricks: Sequence[TrickScore], finding: Finding | Fault | None) -> Judgement:
    """What a referee has found who sees no further card."""
    over = finding is None or isinstance(finding, Fault)
    final, worth = (referee.final, referee.worth) if over else (None, None)
    return Judgement(referee.game, tuple(tricks), final, finding, worth, referee.contract, _seen(referee))


def _seen(referee: Referee) -> tuple[PlayedCard, ...]:
    return tuple(PlayedCard(play.trick, play.seat, play.card) for play in referee.plays)


def judge_fallen(case: Case, fallen: Fallen) -> Judgement:
    """Judge what follows from the cards of a case: whether all were played, what was said and claimed, the scores."""
    record, facts, claimed, located = case
    tricks, outcome, plays = fallen
    game, contract = record.game, facts.contract
    first = sum(trick.winner.side is Side.ONE for trick in tricks)
    is_enough = game.rules(contract.strain).is_enough((first, len(tricks) - first))
    missing = 0 if is_enough else game.hand_size - len(tricks)
    won = 0 if contract.side is None else outcome.tricks[contract.side - 1]
    judged = Judgement(game, tricks, contract=contract, plays=plays)
    if claimed is None and missing:
        incomplete = Finding("incomplete", {"tricks": len(tricks), "all": game.hand_size})
        return judged._replace(finding=incomplete.at(*located.spot_of_card(len(plays))))
    taken = won if claimed is None else claimed
    is_agreed = record.tag("Result").startswith("^")  # on a wrong number, as the file itself says
    if not 0 <= taken - won <= missing and not is_agreed:
        wrong = Finding("wrong-claim", {"tricks": taken, "won": won})
        return judged._replace(finding=_at_field(wrong, located))
    wrong_said = wrong_word(record, contract.strain, plays, hands_of(record, plays)) if record.said else None
    if wrong_said is not None:
        wrong, number = wrong_said
        return judged._replace(finding=wrong.at(*located.spot_of_card(number)))
    scores = scores_of(record, outcome, claimed, plays)
    final, worth = (scores[0].scores, scores[0].worth) if len({score.scores for score in scores}) == 1 else (None, None)
    if tricks and not missing:
        tricks = (*tricks[:-1], tricks[-1]._replace(final=final))
    wrong_score = check_scores(record, scores, taken)
    finding = wrong_score and _at_field(wrong_score, located)
    return judged._replace(tricks=tricks, final=final, finding=finding, worth=worth)


def _judge_unplayed(record: Record, auction: Auction | None, located: Located) -> Judgement:
    """A record that cannot be judged card by card: all have passed, or the deal is not whole."""
    if auction is not None and auction.is_over:
        score = record.game.passed_out(record.dealer_seat)
        wrong = check_scores(record, [score], None)
        return Judgement(record.game, (), score.scores, wrong and _at_field(wrong, located))
    if record.plays or _is_end_position(record):
        finding = Finding("incomplete", {"tricks": 0, "all": record.game.hand_size})
    else:
        finding = Finding("not-played")
    return Judgement(record.game, finding=finding.at(*located.spot_of_card(0)))


_FIELDS: Final = {
    "wrong-contract": ("Contract", "Declarer"),
    "wrong-result": ("Result",),
    "wrong-claim": ("Result",),
    "wrong-score": ("Score",),
    "wrong-leader": ("Play",),
    "play-not-of-deal": ("Play",),
}
"""the fields of a file that tell what a finding is about; where there is none of them, the deal is"""


def _at_field(finding: Finding, located: Located) -> Finding:
    return finding.at(*located.spot_of_field(*_FIELDS.get(finding.code, ()), "Deal"))


def judge_tricks(
    lines: Iterator[Line], form: FormatName, game: Game | None, evidence: Level
) -> Iterator[TrickScore | Judgement]:
    """Judge a deal trick by trick, of whose lines the blank ones are left out."""
    assert game is not None, "a format of tricks implies one"
    first = next(lines)
    try:
        record = FORMATS[form].tricks.read_header(first, game)
        referee = facts_of(record, contract_of(record, None)).referee(evidence)
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
    yield _judged(referee, tricks, finding and finding.at(last.number))


def _judge_line(referee: Referee, line: Line) -> Finding | Fault | None:
    try:
        for card, spot in cards_of(line, referee.game):
            finding = referee.play(card)
            if finding is not None:
                return finding.at(*spot)
    except Invalid as error:
        return error.finding
    return None
