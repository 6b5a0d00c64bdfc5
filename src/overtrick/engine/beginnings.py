"""From where deals of a batch go on: any moment that can be reached by calls, discards and cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from overtrick.core.actions import Action
from overtrick.core.auctions import Bidding, Contract, NoAuction, TurnUp
from overtrick.core.cards import Cards
from overtrick.core.errors import Invalid
from overtrick.core.game import Game
from overtrick.core.number_bidding import NumberBidding
from overtrick.core.short_auctions import Naming
from overtrick.deal.dealing import deck_of
from overtrick.deal.match import Match
from overtrick.deal.record import Deal
from overtrick.deal.round import Round


def course_of(deal: Round, row: int) -> tuple[Round, list[Action]]:
    """The deal of a row at its beginning, and all that was done since but words; refuses one that cannot go on."""
    _check_cards(deal, row)
    begun, actions = _parts_of(deal)
    after = begun.declare()
    for action in actions:
        after = after.choose(action)
    if after != deal.declare() or after.phase == "over":
        raise Invalid("batch-moment", row=row)
    return begun, actions


def matches_of(deals: Sequence[Round], matches: Iterable[Match] | None) -> list[Match]:
    """The matches in which deals are the next ones, or the first ones of new matches; refuses others."""
    given = [Match(deal.game, deal.dealer) for deal in deals] if matches is None else list(matches)
    if len(given) != len(deals):
        raise Invalid("batch-matches", count=len(given), deals=len(deals))
    for row, (deal, match) in enumerate(zip(deals, given, strict=True)):
        if not isinstance(match, Match):
            raise Invalid("batch-match", row=row)
        standing = match.standing
        fits = (match.game, match.dealer, standing.vulnerable) == (deal.game, deal.dealer, deal.course.vulnerable)
        if standing.is_over or not fits:
            raise Invalid("batch-match", row=row)
    return given


def _check_cards(deal: Round, row: int) -> None:
    """Refuse a deal that cannot be one of its game: kernels do not look."""
    game, dealt = deal.game, deal.dealt
    cards = [*(card for hand in dealt.hands for card in hand), *dealt.stock]
    sizes = game.dealing.first_sizes(deal.dealer) if deal.phase == "auction" else [game.hand_size] * len(dealt.hands)
    sizes_fit = [len(hand) for hand in dealt.hands] == sizes or deal.phase == "discard"
    if not sizes_fit or len(set(cards)) < len(cards) or not Cards(cards) <= game.pack | game.dealing.beside:
        raise Invalid("batch-cards", row=row, game=str(game))
    if deal.course.vulnerable and game.vulnerability is None:
        raise Invalid("batch-vulnerable", row=row, game=str(game))


def _parts_of(deal: Round) -> tuple[Round, list[Action]]:
    course, dealt, game = deal.course, deal.dealt, deal.game
    if isinstance(course.auction, NoAuction) and not game.turn_up_is_trumps and course.contract is not None:
        if not _is_called(game, course.contract):
            raise Invalid("batch-contract")
        begun = Round.at_play(
            game,
            course.dealer,
            course.contract,
            [Cards(hand) for hand in dealt.hands],
            turn_up=dealt.turn_up,
            stock=dealt.stock,
            discard=deal.discard,
            vulnerable=course.vulnerable,
            number=course.number,
        )
        return begun, [*course.plays]
    deck = deck_of(game, course.dealer, Deal(dealt.hands, dealt.turn_up, dealt.stock))
    begun = Round(game, course.dealer, deck, vulnerable=course.vulnerable, number=course.number)
    return begun, deal.actions_done


def _is_called(game: Game, contract: Contract) -> bool:
    """Whether a known player can come to a contract by a call."""
    rules, seat, alone = game.auction_rules, contract.seat, contract.alone
    if seat is None or seat.side is not contract.side:
        return False
    if isinstance(rules, Naming):
        calls, may_be = list(rules.naming), not alone and not contract.double and contract.value is None
    elif isinstance(rules, NumberBidding):
        calls, may_be = list(rules.naming), not alone and not contract.double and contract.value in rules.values
    elif isinstance(rules, TurnUp):
        defends = rules.defend_alone and alone[:1] == (seat,) and alone[1:] in ((seat.next,), (seat.previous,))
        calls = [call for call in rules.naming if call.alone == bool(alone)]
        may_be = not contract.double and (alone in ((), (seat,)) or defends)
    else:
        calls = [call for call in rules.calls if call.value == contract.value]
        doubles = (0,) if isinstance(rules, Bidding) and contract.value in rules.never_doubled else (0, 1, 2)
        may_be = not alone and contract.double in doubles
    return may_be and any(call.strain is contract.strain for call in calls)
