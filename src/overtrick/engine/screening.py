"""Many games at once: a kernel finds which of them break a rule, and the referee writes the verdicts of those."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, get_args

from overtrick.core.auctions import Contract
from overtrick.core.cards import CARDS, Card
from overtrick.core.catalogue import find_game
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.scoring import Tally
from overtrick.core.seats import SEATS, Seat
from overtrick.core.tricks import Strain, Trick, parse_strain
from overtrick.deal.course import outcome_of
from overtrick.engine.kernel.engine import engine
from overtrick.formats.record_format import Located
from overtrick.referee.evidence import PLACES, PlayedCard, kept_out, pins_of
from overtrick.referee.judging import Case, Fallen, Judgement, TrickScore, case_of, judge_case, judge_fallen
from overtrick.referee.paperwork import Facts, announced, leads_out_of_turn
from overtrick.referee.referee import Level

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Number = TypeVar("Number", bound=np.integer)

NOT_PLAYED: Final = 255
"""stands in a row of cards after the last one that was played"""
CLEAN: Final = -1
"""the answer where the referee objects to no card"""
IMPOSSIBLE: Final = -2
"""the answer where no deal at all fits what is known before the first card"""


class Screening(NamedTuple):
    """What the referee objects to first in many games, a game in each row of the arrays."""

    player: npt.NDArray[np.int16]
    """at player level: the number of the card, from 0; -1 if there is none, -2 if no deal at all fits the facts"""
    deal: npt.NDArray[np.int16]
    """the same at deal level"""
    winners: npt.NDArray[np.uint8]
    """the seats that won the tricks; 0 for those not complete before a card objected to at player level"""


def judge_many(
    game: Game | str,
    strain: Strain | str,
    plays: npt.ArrayLike,
    *,
    leader: npt.ArrayLike = Seat.NORTH,
    out: npt.ArrayLike = 0,
    barred: npt.ArrayLike = 0,
) -> Screening:
    """Which of many games of one strain break a rule, and at which card: the answers of `Referee`, without reasons.

    `plays` has a row for each game: its cards as `Card.index`, and 255 after the last one. What is known besides is
    the same for all games, or has a row for each: `leader`, a seat; `out`, 1 for each of the four seats that plays no
    card and 0 for the others; `barred`, five masks of the cards that were not dead when play began and of those that
    the four seats did not hold. `kept_out` makes such masks of hands and pins.

    The referee objects to a card that proves a fault, and at either level to one that contradicts the facts: it is not
    in the pack, was played before, was elsewhere, or comes after the last trick.
    """
    try:
        import numpy as np
    except ImportError:
        raise Invalid("not-installed", module="NumPy", extra="fast") from None
    game = find_game(game)
    strain = parse_strain(strain) if isinstance(strain, str) else strain
    cards = _checked("plays", plays, None, 0, NOT_PLAYED, np.uint8)
    count = len(cards)
    leaders = _checked("leader", leader, (count,), 1, len(SEATS), np.uint8)
    sits_out = _checked("out", out, (count, len(SEATS)), 0, 1, np.uint8)
    kept = _checked("barred", barred, (count, len(PLACES)), 0, (1 << len(CARDS)) - 1, np.int64)
    if sits_out.all(axis=1).any():
        raise Invalid("nobody-plays")
    return _screen(game, strain, cards, leaders, sits_out, kept)


def _checked(
    name: str, value: npt.ArrayLike, shape: tuple[int, ...] | None, least: int, most: int, kind: type[Number]
) -> npt.NDArray[Number]:
    """An argument as an array of the given shape, or of any one with two dimensions."""
    import numpy as np

    try:
        array = np.asarray(value)
        if array.dtype.kind in "biu" and (not array.size or (least <= array.min() and array.max() <= most)):
            if shape is not None:
                array = np.broadcast_to(array, shape)
            if shape is not None or array.ndim == 2:
                return np.require(array, kind, ["C", "W"])  # kernels take no others
    except ValueError:  # rows of several lengths, or no shape that can become the wanted one
        pass
    wanted = "? × ?" if shape is None else " × ".join(map(str, shape))
    raise Invalid("bad-array", name=name, shape=wanted, least=least, most=most)


def _screen(
    game: Game,
    strain: Strain,
    plays: npt.NDArray[np.uint8],
    leaders: npt.NDArray[np.uint8],
    sits_out: npt.NDArray[np.uint8],
    barred: npt.NDArray[np.int64],
) -> Screening:
    """As `judge_many`, of arrays that are known to be right."""
    import numpy as np

    made = Screening(
        np.full(len(plays), CLEAN, np.int16),
        np.full(len(plays), CLEAN, np.int16),
        np.zeros((len(plays), game.hand_size), np.uint8),
    )
    if engine() == "plain":
        for row, cards in enumerate(plays.tolist()):
            out = [seat for seat in SEATS if sits_out[row, seat - 1]]
            contract = Contract(strain, alone=tuple(seat.partner for seat in out))
            facts = Facts(game, contract, Seat(leaders[row]), None, pins_of(barred[row].tolist()))
            _screen_plainly(facts, cards, made, row)
        return made
    from overtrick.engine.kernel.screening import Games, first_findings

    first_findings(game, strain, Games(plays, leaders, sits_out, barred), made)
    return made


def _screen_plainly(facts: Facts, cards: Sequence[int], made: Screening, row: int) -> None:
    """The same in plain Python: one game, into a row of the arrays."""
    levels: tuple[Level, ...] = get_args(Level)
    for level, found in zip(levels, (made.player, made.deal), strict=True):
        try:
            referee = facts.referee(level)
        except Invalid:
            found[row] = IMPOSSIBLE
            continue
        for number, index in enumerate(cards):
            if index == NOT_PLAYED:
                break
            if index >= len(CARDS) or referee.play(CARDS[index]) is not None:
                found[row] = number
                break
            if referee.is_between_tricks and level == "player":
                made.winners[row, referee.tricks - 1] = referee.leader


def judge_all(games: Iterable[Located], evidence: Level) -> list[Judgement]:
    """Judge games of a file as `judge_game` does; the referee sees only those that are not found clean at once."""
    games = list(games)
    judged: list[Case | Judgement] = [case_of(located) for located in games]
    alike: dict[tuple[Game, Strain], list[tuple[int, Case, list[int]]]] = {}
    for number, case in enumerate(judged):
        if isinstance(case, Case) and not leads_out_of_turn(case.record):
            with suppress(Invalid):  # the referee will tell
                facts = case.facts
                kept = kept_out(facts.game, facts.hands, facts.pins)
                alike.setdefault((facts.game, facts.contract.strain), []).append((number, case, kept))
    for (game, strain), rows in alike.items():
        screening = _screen_cases(game, strain, rows)
        found = screening.player if evidence == "player" else screening.deal
        for (number, case, _), first, winners in zip(rows, found.tolist(), screening.winners.tolist(), strict=True):
            if first == CLEAN:
                judged[number] = judge_fallen(case, _fallen(case, winners))
    judgements = [judge_case(case, evidence) if isinstance(case, Case) else case for case in judged]
    return [
        judgement._replace(warnings=located.warnings) if located.warnings else judgement
        for located, judgement in zip(games, judgements, strict=True)
    ]


def _screen_cases(game: Game, strain: Strain, rows: Sequence[tuple[int, Case, list[int]]]) -> Screening:
    """Screen cases of one game and strain, with the cards that are kept out of each place."""
    import numpy as np

    width = len(SEATS) * game.hand_size + 1  # the referee objects to the last of them
    cases = [case for _, case, _ in rows]
    cards = bytearray().join(
        bytes(card.index for card in case.record.plays[:width]).ljust(width, bytes([NOT_PLAYED])) for case in cases
    )
    return _screen(
        game,
        strain,
        np.frombuffer(cards, np.uint8).reshape(-1, width),
        np.array([case.facts.leader for case in cases], np.uint8),
        np.array([[seat in case.facts.contract.out for seat in SEATS] for case in cases], np.uint8),
        np.array([kept for _, _, kept in rows], np.int64),
    )


def _fallen(case: Case, winners: Sequence[int]) -> Fallen:
    """How the cards of a case fell, if these seats won the tricks, 0 for those that are not complete."""
    # The kernel has told who won and that all is legal. A course would work it out again card by card, and whole
    # records would take half as long again.
    record, facts, _, _ = case
    contract, out, cards = facts.contract, facts.contract.out, record.plays
    counting, said = facts.game.counting(contract.strain), announced(record, contract.strain)
    tally, paired, held = Tally(), sum(counting.pairs), [0] * (len(SEATS) + 1)
    plays: list[PlayedCard] = []
    tricks: list[TrickScore] = []
    leader = facts.leader
    for trick, winner in enumerate(winners, start=1):
        players, number = Trick(leader, out=out).players, len(plays)
        plays += [PlayedCard(trick, seat, card) for seat, card in zip(players, cards[number:], strict=False)]
        for count, (_, seat, card) in enumerate(plays[number:] if paired else (), start=number):
            if card.bit & paired:
                if said is None or count in said:
                    tally = tally.with_pair_card(counting, seat, card, held[seat])
                held[seat] |= card.bit
        if not winner:
            break
        leader = SEATS[winner - 1]
        are_said = said is None or len(plays) - 1 in said
        tally = tally.with_trick(counting, leader, cards[number : len(plays)], trick == len(winners), are_said)
        tricks.append(TrickScore(tally.scores, leader))
    outcome = outcome_of(contract, tally)
    if facts.game.pile is not None or facts.game.sweep_goes_on:
        outcome = outcome._replace(tricks=facts.game.counted_tricks(_winners(plays, tricks)))
    return Fallen(tuple(tricks), outcome, tuple(plays))


def _winners(plays: Sequence[PlayedCard], tricks: Sequence[TrickScore]) -> list[tuple[Seat, Card]]:
    """Who won each trick, and with which card."""
    found = {(play.trick, play.seat): play.card for play in plays}
    return [(trick.winner, found[number, trick.winner]) for number, trick in enumerate(tricks, start=1)]
