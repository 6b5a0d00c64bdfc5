"""All Hypothesis strategies: cards, games with house rules, deals, positions, plays with and without a revoke."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, get_args, get_type_hints

from hypothesis import reject, settings
from hypothesis import strategies as st

from overtrick.core.actions import PASS
from overtrick.core.auctions import Contract
from overtrick.core.cards import CARDS, Card, Cards
from overtrick.core.catalogue import find_game, game_names, presets
from overtrick.core.game import Game, Pins
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import Strain, Trick, TrickRules
from overtrick.deal import record
from overtrick.deal.position import Position
from overtrick.deal.record import Record
from overtrick.deal.round import Round
from overtrick.deal.text import Hands
from overtrick.games.belote.rules import BeloteCards
from overtrick.games.jass.rules import Jass
from overtrick.games.klaverjas.rules import Klaverjas
from overtrick.games.spades.rules import Spades
from overtrick.games.tarneeb.rules import Tarneeb

LONGER = 3
"""times the examples, in the long run"""

PRESETS = tuple(game for name in game_names() for game in presets(name).values())
"""every preset of every game"""
PLAYED_OUT = tuple(name for name in game_names() if find_game(name).enough_tricks is None)
"""the games in which all cards are played"""


def examples(count: int) -> settings:
    """The settings of a property test with another number of examples than usual."""
    return settings(max_examples=count * (LONGER if settings.get_current_profile_name() == "long" else 1))


cards = st.sampled_from(CARDS)
card_sets = st.frozensets(cards).map(Cards)
seats = st.sampled_from(SEATS)

house_rules = st.fixed_dictionaries(
    {},
    optional={
        "undertrump": st.sampled_from(["forced", "optional"]),
        "undertrump_partner": st.sampled_from(["free", "forbidden_unless_only"]),
        "overtrump_partner_on_trump_lead": st.booleans(),
    },
)
"""the house rules that change what is legal"""
klaverjas_rules = st.fixed_dictionaries(
    {},
    optional={
        "trump_partner": st.sampled_from(["forced", "free"]),
        "undertrump": st.sampled_from(["forced", "optional", "forbidden_unless_only"]),
        "undertrump_partner": st.sampled_from(["free", "forbidden_unless_only"]),
    },
)
"""the same for Klaverjas"""
jass_rules = st.fixed_dictionaries(
    {}, optional={"undertrump": st.sampled_from(["only_trumps", "when_void"]), "buur_free": st.booleans()}
)
"""the same for Jass"""


@st.composite
def games(draw: st.DrawFn, names: tuple[str, ...] = game_names()) -> Game:
    """A game with some preset and, where it has house rules of play, with any of them."""
    game = draw(st.sampled_from([preset for preset in PRESETS if preset.name in names]))
    if isinstance(game, Spades):
        return game.with_house_rules({"forced_lead_breaks": draw(st.booleans())})
    if isinstance(game, Klaverjas):
        return game.with_house_rules(draw(klaverjas_rules))
    if isinstance(game, Jass):
        return game.with_house_rules(draw(jass_rules))
    return game.with_house_rules(draw(house_rules)) if isinstance(game, BeloteCards) else game


@st.composite
def hands_of(draw: st.DrawFn, game: Game) -> Hands:
    """A full deal of a game; what remains of the pack is dead."""
    pack, size = draw(st.permutations(list(game.pack))), game.hand_size
    north, east, south, west = (Cards(pack[i * size : (i + 1) * size]) for i in range(len(SEATS)))
    return north, east, south, west


@dataclass(frozen=True)
class Deal:
    """A full deal of a game, ready for its first lead."""

    game: Game
    strain: Strain
    leader: Seat
    hands: Hands

    @property
    def start(self) -> Position:
        return Position(self.game, self.strain, self.hands, self.leader)

    @property
    def dead(self) -> Cards:
        north, east, south, west = self.hands
        return self.game.pack - (north | east | south | west)


@dataclass(frozen=True)
class Play:
    """The cards played in a deal, in order, all legal but the one with the number `planted`."""

    deal: Deal
    cards: tuple[Card, ...]
    planted: int | None = None

    @property
    def offender(self) -> int | None:
        """Who played the planted card."""
        return None if self.planted is None else int(self.positions()[self.planted].turn)

    def positions(self) -> list[Position]:
        """The position before each card, and the last one."""
        positions = [self.deal.start]
        for card in self.cards:
            positions.append(positions[-1].play_unchecked(card))
        return positions

    def for_reference(self, count: int | None = None) -> tuple[str, str, list[str], int]:
        """Game, strain, the first cards played and the leader, in the words of the reference."""
        names = [str(card) for card in self.cards[:count]]
        return self.deal.game.name, str(self.deal.strain), names, int(self.deal.leader)


@st.composite
def deals(draw: st.DrawFn, names: tuple[str, ...] = game_names()) -> Deal:
    game = draw(games(names))
    return Deal(game, draw(st.sampled_from(game.strains)), draw(seats), draw(hands_of(game)))


@dataclass(frozen=True)
class Turn:
    """Any cards on the table, and any hand of the player who comes next."""

    rules: TrickRules
    trick: Trick
    hand: Cards
    game: Game

    def for_reference(self) -> tuple[str, str]:
        """Game and strain, in the words of the reference."""
        return self.game.name, str(self.rules.ranking.strain)


@st.composite
def turns(draw: st.DrawFn, names: tuple[str, ...] = game_names()) -> Turn:
    """A turn that need not come from a legal play: every rung of every ladder is soon met."""
    game = draw(games(names))
    rules = game.rules(draw(st.sampled_from(game.strains)))
    broken = not game.leading.is_free and draw(st.booleans())
    trick, taken = Trick(draw(seats), broken=broken), draw(st.integers(0, len(SEATS) - 1))
    pack = list(game.pack)
    shown = draw(st.lists(st.sampled_from(pack), unique=True, min_size=taken + 1, max_size=taken + game.hand_size))
    for card in shown[:taken]:
        trick = rules.add(trick, card)
    return Turn(rules, trick, Cards(shown[taken:]), game)


@st.composite
def cards_played(draw: st.DrawFn, position: Position, lawful: bool = True) -> tuple[Card, ...]:
    """The cards from a position to the end of the deal: legal ones, or any that are held."""
    played = []
    while legal := position.legal():
        card = draw(st.sampled_from(list(legal if lawful else position.hands[position.turn - 1])))
        played.append(card)
        position = position.play_unchecked(card)
    return tuple(played)


@st.composite
def legal_plays(draw: st.DrawFn, names: tuple[str, ...] = game_names()) -> Play:
    """A whole deal, played by the rules."""
    deal = draw(deals(names))
    return Play(deal, draw(cards_played(deal.start)))


@st.composite
def careless_plays(draw: st.DrawFn, names: tuple[str, ...] = game_names()) -> Play:
    """A whole deal, played by people who do not know the rules."""
    deal = draw(deals(names))
    return Play(deal, draw(cards_played(deal.start, lawful=False)))


@st.composite
def revokes(draw: st.DrawFn, names: tuple[str, ...] = PLAYED_OUT) -> Play:
    """A whole deal in which one card was against the rules, and no other; it is proved in the end, if all cards are."""
    honest = draw(legal_plays(names))
    chances = [n for n, p in enumerate(honest.positions()) if p.legal() and p.legal() != p.hands[p.turn - 1]]
    if not chances:
        reject()
    planted = draw(st.sampled_from(chances))
    before = honest.positions()[planted]
    card = draw(st.sampled_from(list(before.hands[before.turn - 1] - before.legal())))
    after = draw(cards_played(before.play_unchecked(card)))
    return Play(honest.deal, (*honest.cards[:planted], card, *after), planted)


@st.composite
def positions(draw: st.DrawFn, names: tuple[str, ...] = game_names()) -> Position:
    """A position that legal play reaches, the end of the deal included."""
    return draw(st.sampled_from(draw(legal_plays(names)).positions()))


@st.composite
def true_pins(draw: st.DrawFn, deal: Deal) -> Pins:
    """What the turned-up card tells of the deal, or nothing."""
    game, strain, taker = deal.game, deal.strain, draw(seats)
    dealer = next((seat for seat in SEATS if game.leader(seat, None) is deal.leader), SEATS[0])
    trumps = Cards(card for card in deal.hands[dealer - 1] if card.suit is strain.suit)
    choices = {"belote": deal.hands[taker - 1], "euchre": deal.dead | trumps}
    shown = trumps if game.turn_up_is_trumps else choices.get(game.name, ())
    turn_up = draw(st.sampled_from([None, *shown]))
    return {} if turn_up is None else game.pins(turn_up, strain, dealer, taker)


def reference_pins(pins: Pins) -> dict[str, set[int]]:
    """Pins in the words of the reference."""
    return {str(card): {int(place) for place in places} for card, places in pins.items()}


def reference_house(game: Game) -> dict[str, Any]:
    """House rules of play in the words of the reference."""
    if isinstance(game, Spades):
        return {"spade_leads": game.lead_spades, "forced_lead_breaks": game.forced_lead_breaks}
    if isinstance(game, Klaverjas):
        rules = ("trump_partner", "undertrump", "undertrump_partner")
        return {rule: getattr(game, rule).removesuffix("_unless_only") for rule in rules}
    if isinstance(game, Jass):
        return {"undertrump": game.undertrump, "buur_free": game.buur_free}
    if isinstance(game, Tarneeb):
        return {"void": game.void}
    if not isinstance(game, BeloteCards):
        return {}
    return {
        "undertrump": game.undertrump,
        "undertrump_partner": "free" if game.undertrump_partner == "free" else "forbidden",
        "overtrump_partner_on_trump_lead": game.overtrump_partner_on_trump_lead,
    }


@st.composite
def records(draw: st.DrawFn) -> Record:
    """A record with any of its fields known or not."""
    play = draw(legal_plays())
    game, hands = play.deal.game, play.deal.hands
    known = [tuple(hand) if draw(st.booleans()) else None for hand in hands]
    some_card, some_text = st.sampled_from(list(game.pack)), st.text(max_size=5)
    deal = record.Deal(
        draw(st.sampled_from([None, tuple(known)])),
        draw(st.none() | some_card),
        tuple(draw(st.lists(some_card, max_size=3))),
        draw(st.none() | some_card),
    )
    seat = draw(st.none() | seats)
    side = seat.side if seat else draw(st.none() | st.sampled_from(Side))
    value = draw(st.none() | st.integers(1, 250) | st.just("capot"))
    return Record(
        game,
        plays=play.cards[: draw(st.integers(0, len(play.cards)))],
        contract=draw(
            st.none() | st.just(Contract(play.deal.strain, side, seat, value, draw(st.sampled_from([0, 1, 2]))))
        ),
        deal=deal,
        dealer=draw(st.none() | seats),
        seats=(draw(some_text), draw(some_text), "", "d'Artagnan « 🂡 »"),
        auction=tuple(draw(st.lists(some_text, max_size=3))),
        scores=draw(st.none() | st.tuples(st.integers(), st.integers())),
        said=draw(st.none() | st.lists(st.tuples(st.integers(), some_text), max_size=2).map(tuple)),
        fair=draw(st.none() | st.dictionaries(some_text, some_text, max_size=2)),
        tags=draw(st.dictionaries(some_text, some_text | st.lists(st.integers()), max_size=2)),
    )


@cache
def kinds_of(game: type[Game]) -> dict[str, Any]:
    """The types of the house rules of a game."""
    return get_type_hints(game)


@st.composite
def house(draw: st.DrawFn, game: Game, rules: tuple[str, ...]) -> Game:
    """A game with any of the named house rules changed; those that are numbers are small ones."""
    kinds = kinds_of(type(game))
    chosen = draw(st.sets(st.sampled_from(rules)) if rules else st.just(set()))
    values = {
        rule: st.booleans() if kinds[rule] is bool else st.sampled_from(get_args(kinds[rule]) or range(6))
        for rule in sorted(chosen)
    }
    return game.with_house_rules(draw(st.fixed_dictionaries(values)))


@st.composite
def rounds(draw: st.DrawFn, game: Game | None = None) -> Round:
    """A deal of any preset, or of a game, from its first call to its score, by random legal actions."""
    chosen = draw(st.sampled_from(PRESETS)) if game is None else game
    return played_at_random(chosen, draw(seats), draw(st.integers(0, 1 << 32)))


def played_at_random(game: Game, dealer: Seat, seed: int) -> Round:
    """A whole deal that a seed decides: the deck and each action."""
    return moments(game, dealer, seed)[-1]


def moments(game: Game, dealer: Seat, seed: int) -> list[Round]:
    """The rounds before each action of a deal that a seed decides, and the last one.

    Calls are passes as often as anything else, lest all contracts be the highest.
    """
    chance = Random(seed)
    deck = chance.sample(list(game.pack), len(game.pack))
    sides = frozenset(side for side in Side if game.vulnerability and chance.random() < 0.5)
    stages = [Round(game, dealer, deck, vulnerable=sides)]
    while legal := stages[-1].legal():
        passes = PASS in legal and chance.random() < 0.5
        stages.append(stages[-1].apply(PASS if passes else chance.choice(legal)))
    return stages
