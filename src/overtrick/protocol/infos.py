"""What the engine knows, as parts of messages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from overtrick.bots.shown import Shown
from overtrick.core.actions import DECLARE, GIVE, LAY_AWAY, PAIR_WORDS, Word, action_fields, actions_of
from overtrick.core.auctions import Contract
from overtrick.core.cards import Card, Cards
from overtrick.core.catalogue import changed_rules, game_text
from overtrick.core.game import Dealing, Game, Standing
from overtrick.core.seats import Seat
from overtrick.core.tricks import Ranking, Strain, parse_strain
from overtrick.deal.round import Round
from overtrick.deal.view import View, view_fields
from overtrick.formats.catalogue import HOLDING_MANY
from overtrick.protocol.answers import DealingInfo, GameInfo, NumberedAction, OrderInfo
from overtrick.protocol.fair import four
from overtrick.protocol.outgoing import (
    ActionInfo,
    ContractInfo,
    DealInfo,
    GameParts,
    ReasonInfo,
    ShownInfo,
    StandingInfo,
)
from overtrick.reasons import Reason

HandTexts = tuple[tuple[str, ...], ...]


def deal_info(seen: View, deal: int, plays_for: Seat | None = None) -> DealInfo:
    """A view as it is sent; `plays_for` is the bot whose view it is, for the person who plays its hand."""
    fields, out_of_turn = view_fields(seen), tuple(map(str, seen.out_of_turn))
    named = (*fields["legal"], *out_of_turn, *fields["calls"], *(word for _, word in fields["said"]))
    fields["contract"] = seen.contract and contract_info(seen.contract)
    actions, words = action_infos(seen.game, named), word_infos(seen)
    fields |= {"out_of_turn": out_of_turn, "actions": actions, "words": words}
    return DealInfo(**fields, deal=deal, actor=seen.actor, plays_for=plays_for)


def action_infos(game: Game, texts: Iterable[str]) -> dict[str, ActionInfo]:
    """The parts of those actions of a game that are no cards."""
    known = known_actions(game)
    return {text: known[text] for text in texts if text in known}


def word_infos(seen: View) -> dict[str, ActionInfo]:
    """The parts of the words that a player may say now, with what they are about, which is in their own hand."""
    words = [action for action in seen.legal if isinstance(action, Word)]
    return {str(word): _word_info(seen, word) for word in words}


def _word_info(seen: View, word: Word) -> ActionInfo:
    if word is DECLARE:
        annonces = seen.game.declaring.annonces_of(seen.hand, seen.course.strain)
        cards = tuple(str(card) for annonce in annonces for card in annonce.cards)
        return ActionInfo(word.name, word.name, cards=cards, names=tuple(annonce.name for annonce in annonces))
    course, hand = seen.course, seen.held
    if word not in PAIR_WORDS:
        return ActionInfo(word.name, word.name)
    with_it = course.announceable(word, course.in_play[1].turn, hand) & course.legal_cards(hand)
    return ActionInfo(word.name, word.name, cards=tuple(map(str, Cards.from_mask(with_it))))


@lru_cache(64)
def known_actions(game: Game) -> dict[str, ActionInfo]:
    """All that can be told: also words that nobody has to say, and discards and gifts of which others get no card."""
    fields = action_fields((*actions_of(game).all, *PAIR_WORDS))
    hidden: dict[str, ActionInfo] = {LAY_AWAY: ActionInfo(LAY_AWAY, LAY_AWAY), GIVE: ActionInfo(GIVE, GIVE)}
    return hidden | {text: ActionInfo(**parts) for text, parts in fields.items()}


def contract_info(contract: Contract) -> ContractInfo:
    """A contract as it is sent."""
    return ContractInfo(str(contract.strain), *contract[1:6])


def reason_infos(reasons: Iterable[Reason]) -> tuple[ReasonInfo, ...]:
    """Reasons as they are sent."""
    return tuple(
        ReasonInfo(
            reason.code,
            None if reason.card is None else str(reason.card),
            tuple(map(str, reason.cards)),
            None if reason.strain is None else str(reason.strain),
            reason.number,
        )
        for reason in reasons
    )


def reason_of(info: ReasonInfo) -> Reason:
    """A reason that was sent; raises `Invalid` for one that names what there is not."""
    card = None if info.card is None else Card(info.card)
    strain = None if info.strain is None else parse_strain(info.strain)
    return Reason(info.code, card, tuple(map(Card, info.cards)), strain, info.number)


def shown_info(shown: Shown) -> ShownInfo:
    """What calls have shown of a hand, as it is sent."""
    return ShownInfo(shown.points, four(shown.suits))


def standing_info(standing: Standing) -> StandingInfo:
    """A standing as it is sent."""
    totals, is_over, winner, held, vulnerable, games, below, bags, rows = standing
    return StandingInfo(totals, is_over, winner, held, games, below, tuple(sorted(vulnerable)), bags, rows)


def dealt_hands(round_: Round) -> HandTexts:
    """The four hands as they were dealt, for a deal that is over."""
    return tuple(tuple(map(str, hand)) for hand in round_.dealt.hands)


@lru_cache(256)
def game_parts(game: Game) -> GameParts:
    """What the text of a game says, for those who do not parse it."""
    house = tuple(f"{rule}={str(value).lower()}" for rule, value in changed_rules(game).items())
    return GameParts(game.name, game.preset, house)


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
        deals_in_turn=game.deals_in_turn,
        has_vulnerability=game.vulnerability is not None,
        formats=tuple(name for name, form in HOLDING_MANY.items() if form.only == game.name),
        counts=game.unit,
        target=game.match_target,
        pack=tuple(map(str, game.pack)),
        dealing=_dealing(game.dealing),
        orders={"": _order(unknown)} | {str(strain): _order(game.rules(strain).ranking) for strain in game.strains},
        actions={
            text: NumberedAction(**fields, number=actions.number(text))
            for text, fields in action_fields(actions.all).items()
        },
    )


def _dealing(rules: Dealing) -> DealingInfo:
    first = None if rules.first_turned is None else str(rules.first_turned)
    beside = tuple(map(str, rules.beside))
    return DealingInfo(rules.packets, rules.turn_up, rules.later, rules.backwards, beside, first)


def _order(ranking: Ranking) -> OrderInfo:
    """The suits of a ranking, trumps before the others and then spades first."""
    spades_first = ranking.suits[::-1]
    suits = sorted(spades_first, key=lambda suit: suit != ranking.trumps)
    downwards = (sorted(Cards.from_mask(suit), key=lambda card: -ranking.power_of[card.index]) for suit in suits)
    return OrderInfo(tuple(tuple(map(str, cards)) for cards in downwards), bool(ranking.trumps))
