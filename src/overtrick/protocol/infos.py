"""What the engine knows, as parts of messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from overtrick.core.actions import BELOTE, LAY_AWAY, REBELOTE, action_fields, actions_of
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.game import Game, Standing
from overtrick.core.scoring import DealScore
from overtrick.deal.round import Round
from overtrick.deal.view import View
from overtrick.protocol.parts import ActionInfo, ContractInfo, DealInfo, PartInfo, StandingInfo

Hands = tuple[tuple[str, ...], ...]


def deal_info(seen: View, deal: int) -> DealInfo:
    """A view as it is sent."""
    legal, out_of_turn = tuple(map(str, seen.legal)), tuple(map(str, seen.out_of_turn))
    calls, said = tuple(map(str, seen.auction.calls)), tuple((number, str(word)) for number, word in seen.said)
    return DealInfo(
        deal=deal,
        board=seen.number,
        dealer=int(seen.dealer),
        vulnerable=tuple(sorted(map(int, seen.vulnerable))),
        phase=seen.phase,
        turn=number_of(seen.turn),
        actor=number_of(seen.actor),
        legal=legal,
        out_of_turn=out_of_turn,
        hand=card_names(seen.hand),
        sizes=seen.sizes,
        turn_up=name_of(seen.turn_up),
        discard=name_of(seen.discard),
        calls=calls,
        callers=tuple(map(int, seen.auction.callers)),
        contract=None if seen.contract is None else contract_info(seen.contract),
        plays=tuple(map(str, seen.plays)),
        players=tuple(map(int, seen.players)),
        takers=tuple(int(trick.next_trick().leader) for trick in seen.tricks),
        said=said,
        actions=action_infos(seen.game, (*legal, *out_of_turn, *calls, *(word for _, word in said))),
        declared=tuple((int(seat), name) for seat, name in seen.declared),
        shown=shown_cards(seen),
        dummy=dummy_cards(seen),
        points=seen.points,
        tricks=seen.tricks_won,
    )


def action_infos(game: Game, texts: Iterable[str]) -> dict[str, ActionInfo]:
    """The parts of those actions of a game that are no cards."""
    known = _known_actions(game)
    return {text: known[text] for text in texts if text in known}


@lru_cache(64)
def _known_actions(game: Game) -> dict[str, ActionInfo]:
    """All that can be told: also words that nobody has to say, and a discard of which others get no card."""
    fields = action_fields((*actions_of(game).all, BELOTE, REBELOTE))
    return {LAY_AWAY: ActionInfo(LAY_AWAY, LAY_AWAY)} | {text: ActionInfo(**parts) for text, parts in fields.items()}


def contract_info(contract: Contract) -> ContractInfo:
    """A contract as it is sent."""
    return ContractInfo(
        str(contract.strain),
        number_of(contract.side),
        number_of(contract.seat),
        contract.value,
        contract.double,
        tuple(map(int, contract.alone)),
    )


def standing_info(standing: Standing) -> StandingInfo:
    """A standing as it is sent."""
    winner, vulnerable = number_of(standing.winner), tuple(sorted(map(int, standing.vulnerable)))
    return StandingInfo(
        standing.totals, standing.is_over, winner, standing.held, standing.games, standing.below, vulnerable
    )


def part_infos(score: DealScore) -> tuple[PartInfo, ...]:
    """The parts of a score as they are sent."""
    return tuple(PartInfo(int(part.side), part.reason, part.points) for part in score.parts)


def dealt_hands(round_: Round) -> Hands:
    """The four hands as they were dealt, for a deal that is over."""
    return tuple(tuple(map(str, hand)) for hand in round_.dealt.hands)


def shown_cards(seen: View) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The annonces that lie open."""
    return tuple((int(seat), card_names(cards)) for seat, cards in seen.shown)


def dummy_cards(seen: View) -> tuple[int, tuple[str, ...]] | None:
    """The hand that lies open."""
    return None if seen.dummy is None else (int(seen.dummy[0]), card_names(seen.dummy[1]))


def card_names(cards: Cards) -> tuple[str, ...]:
    """The names of cards, in the pinned order."""
    return tuple(map(str, cards))


def name_of(card: Card | None) -> str | None:
    """The name of a card, if there is one."""
    return None if card is None else str(card)


def number_of(value: int | None) -> int | None:
    """The number of a seat or side, if there is one."""
    return None if value is None else int(value)
