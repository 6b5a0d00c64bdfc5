"""What the engine knows, as parts of messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from overtrick.core.actions import BELOTE, LAY_AWAY, REBELOTE, action_fields, actions_of
from overtrick.core.auctions import Contract
from overtrick.core.cards import Cards
from overtrick.core.catalogue import game_text
from overtrick.core.game import Game, Standing
from overtrick.core.tricks import Ranking, Strain
from overtrick.deal.round import Round
from overtrick.deal.view import View
from overtrick.formats.catalogue import HOLDING_MANY
from overtrick.protocol.answers import DealingInfo, GameInfo, NumberedAction, OrderInfo
from overtrick.protocol.outgoing import ActionInfo, ContractInfo, DealInfo, StandingInfo

Hands = tuple[tuple[str, ...], ...]


def deal_info(seen: View, deal: int) -> DealInfo:
    """A view as it is sent."""
    legal, out_of_turn = tuple(map(str, seen.legal)), tuple(map(str, seen.out_of_turn))
    calls, said = tuple(map(str, seen.auction.calls)), tuple((number, str(word)) for number, word in seen.said)
    return DealInfo(
        deal=deal,
        board=seen.number,
        dealer=seen.dealer,
        vulnerable=tuple(sorted(seen.vulnerable)),
        phase=seen.phase,
        turn=seen.turn,
        actor=seen.actor,
        legal=legal,
        out_of_turn=out_of_turn,
        hand=tuple(map(str, seen.hand)),
        sizes=seen.sizes,
        turn_up=None if seen.turn_up is None else str(seen.turn_up),
        discard=None if seen.discard is None else str(seen.discard),
        calls=calls,
        callers=tuple(seen.auction.callers),
        contract=None if seen.contract is None else contract_info(seen.contract),
        plays=tuple(map(str, seen.plays)),
        players=tuple(seen.players),
        takers=tuple(trick.next_trick().leader for trick in seen.tricks),
        said=said,
        actions=action_infos(seen.game, (*legal, *out_of_turn, *calls, *(word for _, word in said))),
        declared=tuple(seen.declared),
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
    strain, alone = str(contract.strain), tuple(contract.alone)
    return ContractInfo(strain, contract.side, contract.seat, contract.value, contract.double, alone)


def standing_info(standing: Standing) -> StandingInfo:
    """A standing as it is sent."""
    totals, is_over, winner, held, vulnerable, games, below = standing
    return StandingInfo(totals, is_over, winner, held, games, below, tuple(sorted(vulnerable)))


def dealt_hands(round_: Round) -> Hands:
    """The four hands as they were dealt, for a deal that is over."""
    return tuple(tuple(map(str, hand)) for hand in round_.dealt.hands)


def shown_cards(seen: View) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """The annonces that lie open."""
    return tuple((seat, tuple(map(str, cards))) for seat, cards in seen.shown)


def dummy_cards(seen: View) -> tuple[int, tuple[str, ...]] | None:
    """The hand that lies open."""
    return None if seen.dummy is None else (seen.dummy[0], tuple(map(str, seen.dummy[1])))


@lru_cache(256)
def game_info(game: Game) -> GameInfo:
    """What a page has to know of a game to deal and sort its cards, and to show who sits where and what is called."""
    actions = actions_of(game)
    unknown = Ranking(game.pack, game.orders, Strain.NO_TRUMPS)
    return GameInfo(
        game=game_text(game),
        name=game.name,
        preset=game.preset,
        hand_size=game.hand_size,
        direction=game.direction,
        seats=game.seat_names,
        may_claim=game.may_claim,
        has_vulnerability=game.vulnerability is not None,
        formats=tuple(name for name, form in HOLDING_MANY.items() if form.only == game.name),
        counts=game.unit,
        target=game.match_target,
        pack=tuple(map(str, game.pack)),
        dealing=DealingInfo(*game.dealing),
        orders={"": _order(unknown)} | {str(strain): _order(game.rules(strain).ranking) for strain in game.strains},
        actions={
            text: NumberedAction(**fields, number=actions.number(text))
            for text, fields in action_fields(actions.all).items()
        },
    )


def _order(ranking: Ranking) -> OrderInfo:
    """The suits of a ranking, trumps before the others and then spades first."""
    spades_first = ranking.suits[::-1]
    suits = sorted(spades_first, key=lambda suit: suit != ranking.trumps)
    downwards = (sorted(Cards.from_mask(suit), key=lambda card: -ranking.power_of[card.index]) for suit in suits)
    return OrderInfo(tuple(tuple(map(str, cards)) for cards in downwards), bool(ranking.trumps))
