"""What a game is: a frozen value, made of facts and of the house rules that players agree on.

The package of a game states its pack, orders, points and ladder, gives its house rules as fields with defaults, and
names its presets; all else is done by the parts of Overtrick that read these values.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from typing import ClassVar, Final, Literal, NamedTuple, final

from overtrick.core.annonces import Declaring
from overtrick.core.auctions import Auction, AuctionRules, Contract, TurnedTrumps
from overtrick.core.cards import CARDS, Card, Cards
from overtrick.core.errors import Invalid
from overtrick.core.house_rules import Ruled
from overtrick.core.scoring import NOBODY, Aim, Counting, DealScore, Part, Pile, Scores, ahead, for_side
from overtrick.core.seats import SEATS, Seat, Side
from overtrick.core.tricks import (
    FOLLOW_SUIT,
    FREE_LEADS,
    SUIT_STRAINS,
    Ladder,
    Leading,
    Ranking,
    RankOrders,
    Strain,
    TrickRules,
)

DEAD = 0
"""The place of cards that nobody plays: a kitty, a discard. The other places are the seats, 1 to 4."""

Pins = Mapping[Card, frozenset[int]]
"""The places in which a card can have been when play began, for cards of which that is known."""

RankPoints = tuple[int, ...]
NO_CARDS: Final = Cards()

Direction = Literal["clockwise", "anticlockwise"]
"""The way in which deal, calls and play go round the table; the seats 1 to 4 are in order of play in any case."""


class Dealing(NamedTuple):
    """How a deck is dealt."""

    packets: tuple[tuple[int, int, int, int], ...]
    """how many cards each player gets at a time, beginning with the one after the dealer"""
    turn_up: Literal["none", "next", "dealers_last", "dealers_first"] = "none"
    """the card that is turned up: the next one of the deck, or one of the dealer's, who keeps it"""
    later: tuple[tuple[int, int, int, int], ...] = ()
    """the same for the packets after the auction; if the next card was turned up, it is the taker's first one"""
    backwards: bool = False
    """whether the dealer comes first and it goes on against the order of play"""
    beside: Cards = NO_CARDS
    """cards beside the pack, of which nobody gets any: behind it they lie in the deck, to be turned up"""
    first_turned: Card | None = None
    """the one of them that is turned up in the first deal of a match"""

    def order(self, dealer: Seat) -> list[Seat]:
        """The seats in the order in which they get cards."""
        if self.backwards:
            return [SEATS[(dealer - 1 - step) % len(SEATS)] for step in range(len(SEATS))]
        return [SEATS[(dealer + step) % len(SEATS)] for step in range(len(SEATS))]

    def first_sizes(self, dealer: Seat) -> list[int]:
        """How many cards the seats 1 to 4 have before the auction."""
        sizes = dict(zip(self.order(dealer), map(sum, zip(*self.packets, strict=True)), strict=True))
        return [sizes[seat] for seat in SEATS]


class PickUp(NamedTuple):
    """Whether the dealer takes the turned-up card when its suit is trumps, and lays a card away, which is dead."""

    is_played: bool = False

    def happens(self, contract: Contract, turn_up: Card | None, dealer: Seat) -> bool:
        """Whether the dealer takes the card in a contract: not if they sit out."""
        if not self.is_played or turn_up is None:
            return False
        return contract.strain.suit is turn_up.suit and dealer not in contract.out

    def kept(self, dealt: Cards, turn_up: Card, discard: Card | None, strain: Strain) -> Cards:
        """The cards among which the dealer's hand is, of those dealt: one too many if the discard is unseen."""
        if not self.is_played or strain.suit is not turn_up.suit:
            return dealt
        return (dealt | Cards([turn_up])) - Cards([discard] if discard else [])

    def pins(self, turn_up: Card, strain: Strain, dealer: Seat, discard: Card | None) -> Pins:
        """Taken, the dealer holds it or has laid it away; turned down (its suit cannot be named), it is dead."""
        if not self.is_played:
            return {}
        if strain.suit is not turn_up.suit or discard is turn_up:
            return {turn_up: frozenset([DEAD])}
        return {turn_up: frozenset([dealer, DEAD] if discard is None else [dealer])}


class Vulnerability(NamedTuple):
    """Which sides are vulnerable: those that stand to win and to lose more, by what they make or what they may bid."""

    on_boards: tuple[frozenset[Side], ...] = ()
    """those of the first boards, after which it begins again; none where the number of a board does not tell it"""
    has_boards: bool = True
    """whether deals are boards with numbers"""
    behind: int | None = None
    """by how many points a side is behind in a match that is vulnerable; None where that does not tell it"""

    def on_board(self, number: int) -> frozenset[Side] | None:
        """Who is vulnerable by the number of a board; None where that does not tell it."""
        return self.on_boards[(number - 1) % len(self.on_boards)] if self.on_boards else None

    def with_totals(self, totals: Scores) -> frozenset[Side] | None:
        """Who is vulnerable in the next deal of a match that stands so; None where that does not tell it."""
        if self.behind is None:
            return None
        return frozenset(side for side in Side if totals[side.other - 1] - totals[side - 1] >= self.behind)


class Rubber(NamedTuple):
    """The games within a match, each won by points below the line."""

    game_points: int
    """how many points win a game"""
    most_games: int
    """more games than these cannot be won in a match"""


class Honours(NamedTuple):
    """What the honours that hands were dealt bring to each side, where they count."""

    cards: Mapping[Strain, Cards] = {}
    """which cards they are"""
    points: Mapping[Strain, tuple[int, ...]] = {}
    """what they bring, by how many of them were dealt together"""
    of_sides: bool = False
    """whether those of both hands of a side are counted together"""

    def scores(self, hands: Sequence[Cards], strain: Strain) -> Scores:
        """What those of the four hands bring."""
        if not self.cards:
            return 0, 0
        first, second, third, fourth = (len(hand & self.cards[strain]) for hand in hands)
        points = self.points[strain]
        if self.of_sides:
            return points[first + third], points[second + fourth]
        return points[first] + points[third], points[second] + points[fourth]


class Outcome(NamedTuple):
    """All that the score of a deal depends on; pairs are by side."""

    contract: Contract
    points: Scores
    """card points won in tricks, the bonus for the last one included"""
    tricks: Scores
    """as they count: `Game.counted_tricks`"""
    belotes: Scores = (0, 0)
    """points for king and queen of trumps in one hand, or for sets of cards in tricks (roem)"""
    annonces: Scores = (0, 0)
    """points for declared combinations that count"""
    taker_tricks: int = 0
    """tricks that the taker won without the partner"""
    vulnerable: frozenset[Side] = NOBODY
    honours: Scores = (0, 0)
    """points for trump honours in one hand"""
    nil_tricks: tuple[int, ...] = (0, 0, 0, 0)
    """tricks that each player won who promised to win none, by seat; 0 for the others"""
    won: tuple[tuple[Side, int], ...] = ()
    """the card points of each trick, in order, and who won them; none where it does not matter, or nobody knows"""

    @property
    def sweeper(self) -> Side | None:
        """The side that won all tricks, if one did."""
        first, second = self.tricks
        return None if bool(first) == bool(second) else Side.ONE if first else Side.TWO

    @property
    def is_solo(self) -> bool:
        """Whether the taker won all tricks without the partner."""
        return 0 < self.taker_tricks == sum(self.tricks)


def nil_tricks_of(contract: Contract, tricks_of: Sequence[int]) -> tuple[int, ...]:
    """What the players who promised to win no trick have of the tricks that each seat won."""
    return tuple(tricks_of[seat - 1] if seat in contract.nils else 0 for seat in SEATS)


class Standing(NamedTuple):
    """Where a match stands between two deals."""

    totals: Scores = (0, 0)
    is_over: bool = False
    winner: Side | None = None
    """the side that won the match; None where it is not over, or drawn"""
    held: int = 0
    """points that the winner of the next contract gets besides"""
    vulnerable: frozenset[Side] = NOBODY
    """the sides that are vulnerable in the next deal"""
    games: Scores = (0, 0)
    """games won (Bridge)"""
    below: Scores = (0, 0)
    """points towards the next game (Bridge)"""
    bags: Scores = (0, 0)
    """overtricks since the last ones that cost something (Spades)"""
    rows: Scores = (0, 0)
    """deals won one after the other (Court Piece)"""


class Progress(NamedTuple):
    """How far a match is: all on which it depends how it goes on."""

    dealer: Seat
    """who deals next"""
    standing: Standing = Standing()
    deals: int = 0
    """how many count"""


class Mark(NamedTuple):
    """What a deal means for its match, besides what it counts by itself."""

    more: Scores = (0, 0)
    """points that the sides get besides; below 0 where they do not get all of it"""
    held: int = 0
    vulnerable: frozenset[Side] = NOBODY
    games: Scores = (0, 0)
    below: Scores = (0, 0)
    """as they stand after it; see `Standing`"""
    is_last: bool = False
    """whether the match ends with it, wherever it stands"""
    enders: tuple[Side, ...] = tuple(Side)
    """the sides that win by it if they have the points for that"""
    bags: Scores = (0, 0)
    rows: Scores = (0, 0)
    """as they stand after it"""


class Game(Ruled, ABC):
    """A game under house rules, and a value.

    What never changes in a game are class variables; all that players agree on are house rules.
    """

    pack: ClassVar[Cards]
    hand_size: ClassVar[int]
    orders: ClassVar[RankOrders]
    trick_points: ClassVar[int] = 0
    """points for each trick"""
    sections: ClassVar[Mapping[str, str]] = {}
    """the names of the house rules that stand in each section of the rule sheet"""

    seat_names: ClassVar[tuple[str, str, str, str]] = ("1", "2", "3", "4")

    has_dummy: ClassVar[bool] = False
    """whether the taker's partner lays the hand open after the first lead, and the taker plays it"""
    rubber: ClassVar[Rubber | None] = None
    """the games within a match, where there can be any"""
    may_claim: ClassVar[bool] = False
    """whether the play may end by a claim"""
    may_begin_late: ClassVar[bool] = False
    """whether a record may be of the end of a play alone, with smaller hands; nobody judges how it came about"""
    has_lone_players: ClassVar[bool] = False
    """whether a player may play alone, while their partner sits out"""
    pick_up: ClassVar[PickUp] = PickUp()
    """what the dealer does with the turned-up card"""
    deals_in_turn: ClassVar[bool] = True
    """whether the players deal in turn, instead of by what became of the last deal"""
    contracts_can_fail: ClassVar[bool] = True
    """whether the side of a contract has something to make, instead of naming only what is played"""
    is_compared: ClassVar[bool] = False
    """whether a deal is played at several tables to compare the results; points of one side count against the other"""

    direction: Direction = "clockwise"

    @property
    def is_ranked(self) -> bool:
        """Whether only the order of the results at several tables counts, and not by how much they differ."""
        return False

    @property
    def strains(self) -> tuple[Strain, ...]:
        """What can be trumps."""
        return SUIT_STRAINS

    @property
    def ladder(self) -> Ladder:
        """What a player owes to a trick."""
        return FOLLOW_SUIT

    @property
    def leading(self) -> Leading:
        """What a player owes who leads."""
        return FREE_LEADS

    def rank_points(self, strain: Strain) -> tuple[RankPoints, RankPoints]:
        """Card points of the ranks of a plain suit and of trumps, as `orders` has them."""
        return (0,) * len(self.orders.plain), (0,) * len(self.orders.trumps)

    def factor(self, strain: Strain) -> int:
        """By what all points of a deal are multiplied under a strain."""
        return 1

    def counting(self, strain: Strain) -> Counting:
        """What counts in a deal."""
        return Counting(self.card_points(strain), self.trick_points)

    @property
    def enough_tricks(self) -> int | None:
        """The tricks of a side with which a deal is over, in a game that counts tricks; None where all are played.

        Whoever values a play counts those that are not played for that side.
        """
        return None

    @property
    def sweep_goes_on(self) -> bool:
        """Whether a side that has won all of these tricks goes on until it loses one; that one then does not count."""
        return False

    @property
    def pile(self) -> Pile | None:
        """The pile that tricks go to, where they are not simply their winner's.

        Nothing that values a play by counting the tricks that a side wins serves such a game.
        """
        return None

    @final
    def counted_tricks(self, winners: Sequence[tuple[Seat, Card]]) -> Scores:
        """The tricks of the sides as they count, by who won each so far and with which card."""
        if self.pile is not None:
            return self.pile.taken(winners, self.hand_size)
        first = sum(seat.side is Side.ONE for seat, _ in winners)
        won, last = (first, len(winners) - first), winners[-1][0].side if winners else Side.ONE
        if self.sweep_goes_on and self.enough_tricks is not None and won[last.other - 1] >= self.enough_tricks:
            return for_side(last.other, self.enough_tricks)  # who had all of them has lost this one
        return won

    @property
    @abstractmethod
    def dealing(self) -> Dealing:
        """How the cards are dealt."""

    @property
    @abstractmethod
    def auction_rules(self) -> AuctionRules:
        """How the players come to a contract."""

    @property
    def exchanged(self) -> int:
        """How many cards a player who has promised blind gives to their partner before the play, and gets from them."""
        return 0

    def auction(self, dealer: Seat, turn_up: Card | None, vulnerable: frozenset[Side] = NOBODY) -> Auction:
        """The auction of a deal before its first call."""
        return self.auction_rules.start(dealer, turn_up).with_vulnerable(vulnerable)

    @abstractmethod
    def score(self, outcome: Outcome) -> DealScore | None:
        """What a finished deal is worth, or None where too little is known of its contract."""

    def moot_when(self) -> dict[str, bool]:
        """Names of house rules, with spaces between them, and whether these change nothing as the others are."""
        return {}

    @property
    def moot_rules(self) -> frozenset[str]:
        """House rules that change nothing as the others are, so that nobody need read of them."""
        moot = {rule for rules, is_moot in self.moot_when().items() if is_moot for rule in rules.split()}
        return frozenset(moot.intersection(self.house_rules))

    def aim(self, outcome: Outcome) -> Aim | None:
        """What the contract of a finished deal needed; None where nobody has one."""
        return None

    def revoke_scores(self, offender: Side, contract: Contract | None) -> Scores | None:
        """The scores of a deal that a proved revoke ends, or None where it has none."""
        return None

    @property
    def revoke_gives_bonus(self) -> bool:
        """Whether all that pairs and sets of cards have brought by then goes to the side that did not revoke."""
        return False

    @final
    def scores_after_revoke(self, offender: Side, contract: Contract | None, bonus: Scores) -> Scores | None:
        """The scores of a deal that a proved revoke ends; `bonus` is what pairs and sets had brought to the sides."""
        scores = self.revoke_scores(offender, contract)
        if scores is None or not self.revoke_gives_bonus:
            return scores
        (first, second), more = scores, sum(bonus)
        return (first, second + more) if offender is Side.ONE else (first + more, second)

    def passed_out(self, dealer: Seat) -> DealScore:
        """The score of a deal in which all players passed."""
        return DealScore(is_played=False)

    def revoke_worth(self, offender: Side) -> Scores | None:
        """What a deal that a proved revoke ends counts in a match, where that is not its scores."""
        return None

    def lost_deal(self, loser: Side, contract: Contract | None, vulnerable: frozenset[Side] = NOBODY) -> DealScore:
        """The score of a deal that a side loses since one of its players fails to play on; nothing else counts in it.

        It is that of a proved revoke. Where a revoke has none, the other side is given all tricks: in the contract as
        it stands, or in the lowest one of its own where nobody has bid, or where all tricks would not be enough.
        """
        winner = loser.other
        penalty = self.revoke_scores(loser, contract)
        if penalty is not None:
            parts = [Part(winner, "lost-deal", penalty[winner - 1])]
            if penalty[loser - 1]:
                parts.append(Part(loser, "lost-deal", penalty[loser - 1]))
            return DealScore(tuple(parts), winner, contract and contract.side, worth=self.revoke_worth(loser))
        lowest = Contract(self.strains[0], winner, value=self.auction_rules.lowest_value)
        contracts = (lowest,) if contract is None else (contract, lowest)
        scores = (self.score(self.all_tricks(winner, played, vulnerable)) for played in contracts)
        lost = next(score for score in scores if score is not None and score.winner is winner)
        return lost._replace(taker=contract and contract.side)

    def points_in_tricks(self, strain: Strain) -> int:
        """What a side wins in the play that wins all tricks."""
        counting = self.counting(strain)
        return sum(counting.card_points) + counting.trick_points * self.hand_size + counting.last_trick

    def all_tricks(self, winner: Side, contract: Contract, vulnerable: frozenset[Side]) -> Outcome:
        """The outcome of a deal in which a side wins all tricks."""
        tricks = self.hand_size if self.enough_tricks is None else self.enough_tricks
        points = self.points_in_tricks(contract.strain) - self.trick_points * (self.hand_size - tricks)
        return Outcome(
            contract,
            for_side(winner, points),
            for_side(winner, tricks),
            taker_tricks=tricks if contract.side is winner else 0,
            vulnerable=vulnerable,
        )

    def ended_with(self, points: Scores, so_far: Outcome) -> Outcome:
        """The outcome of a deal that has come so far, if the sides have some points at its end.

        Tricks that nobody plays any more are left out. Of tricks that count no points it is enough whether a side has
        any, and one that has points has. The taker is thought to win alone what the side wins.
        """
        if self.enough_tricks is not None and not (self.sweep_goes_on and 0 in points):
            points = min(points[0], self.enough_tricks), min(points[1], self.enough_tricks)
        first, second = (max(won, more > 0) for won, more in zip(so_far.tricks, points, strict=True))
        tricks, taker = points if self.trick_points else (first, second), so_far.contract.side
        by_taker = 0 if taker is None else tricks[taker - 1]
        return so_far._replace(points=points, tricks=tricks, taker_tricks=by_taker, won=())

    def scores_by_all_tricks(self, winner: Side, contract: Contract | None) -> Scores | None:
        """What a side scores that is given all tricks of a contract; None where there is none."""
        score = contract and self.score(self.all_tricks(winner, contract, NOBODY))
        return score and score.scores

    @property
    def scoring_points(self) -> Mapping[str, str | int]:
        """The points that the sentence about scoring in the rule sheet names."""
        return {}

    def mark(self, before: Progress, score: DealScore) -> Mark:
        """What a deal that counts means for a match that has come so far."""
        return Mark()

    @final
    def after(self, before: Progress, score: DealScore) -> Progress:
        """How far a match is after a deal."""
        dealer = SEATS[(before.dealer - 1 + self.dealer_moves(before.standing, score)) % len(SEATS)]
        if not self.counts(score):
            return before._replace(dealer=dealer)
        mark, totals = self.mark(before, score), before.standing.totals
        first, second = (sum(points) for points in zip(totals, score.counted, mark.more, strict=True))
        target, floor = self.match_target, self.match_floor
        reached = [] if target is None else [side for side in Side if (first, second)[side - 1] >= target]
        if floor is not None:
            reached += [side for side in Side if (second, first)[side - 1] <= floor and side not in reached]
        is_over, winner = self.end(before, score, mark, reached, ahead((first, second)))
        _, held, vulnerable, games, below, _, _, bags, rows = mark
        by_totals = self.vulnerability and self.vulnerability.with_totals((first, second))
        vulnerable = vulnerable if by_totals is None else by_totals
        standing = Standing((first, second), is_over, winner, held, vulnerable, games, below, bags, rows)
        return Progress(dealer, standing, before.deals + 1)

    def end(
        self, before: Progress, score: DealScore, mark: Mark, reached: Iterable[Side], ahead: Side | None
    ) -> tuple[bool, Side | None]:
        """Whether a match ends with a deal after which some sides have reached the target, and who wins it.

        A side has done so too if the other one has fallen to the floor.
        Where both stand equal there is an extra deal, unless the match may end drawn.
        """
        enders = [side for side in reached if side in mark.enders]
        if len(enders) == 1:
            ahead = enders[0]  # the other one, if it is above, cannot win by this deal
        is_last = mark.is_last or (self.match_deals is not None and before.deals + 1 >= self.match_deals)
        is_over = (is_last or bool(enders)) and (ahead is not None or self.may_end_drawn)
        return is_over, (score.winner if self.last_deal_decides else ahead) if is_over else None

    @final
    def progress(self, history: Sequence[DealScore], dealer: Seat) -> Progress:
        """How far a match is after some deals; `dealer` deals next."""
        if self.deals_in_turn:
            moves = sum(self.dealer_moves(Standing(), score) for score in history)
        else:
            moves = reduce(self.after, history, Progress(dealer)).dealer - dealer  # whoever dealt first
        return reduce(self.after, history, Progress(SEATS[(dealer - 1 - moves) % len(SEATS)]))

    def counts(self, score: DealScore) -> bool:
        """Whether a deal is one of those of a match."""
        return score.is_played or self.passed_out_counts

    def dealer_moves(self, before: Standing, score: DealScore) -> int:
        """By how many seats the deal moves on after a deal: by one, or by none where the same player deals again.

        Where the match stood before matters only if the players do not deal in turn.
        """
        return 0 if self.passed_out_is_redealt and not score.is_played else 1

    @property
    def first_dealer(self) -> Seat | None:
        """Who deals first in a match; None where the players draw for it."""
        return None

    @property
    def passed_out_is_redealt(self) -> bool:
        """Whether the same dealer deals again when all have passed."""
        return False

    @property
    def passed_out_counts(self) -> bool:
        """Whether a deal in which all have passed is one of those of a match."""
        return not self.passed_out_is_redealt

    @property
    def declaring(self) -> Declaring:
        """What may be declared with the first card."""
        return Declaring()

    @property
    def vulnerability(self) -> Vulnerability | None:
        """Who is vulnerable, where that makes a difference."""
        return None

    @property
    def has_boards(self) -> bool:
        """Whether deals are boards with numbers."""
        return self.vulnerability is not None and self.vulnerability.has_boards

    @property
    def honours(self) -> Honours:
        """What honours count."""
        return Honours()

    def leader(self, dealer: Seat, contract: Contract | None) -> Seat | None:
        """Who leads to the first trick, or None where that depends on a contract and none is known."""
        return dealer.next

    @property
    def dealer_when_first_leads(self) -> Seat:
        """The dealer of a deal in which seat 1 leads, who deals where a record does not say who did."""
        return next((seat for seat in SEATS if self.leader(seat, None) is SEATS[0]), SEATS[0])

    def pins(
        self, turn_up: Card, strain: Strain, dealer: Seat, taker: Seat | None, discard: Card | None = None
    ) -> Pins:
        """Where the turned-up card can be when play begins."""
        if self.turn_up_is_trumps:
            return {turn_up: frozenset([dealer])}  # who holds it until they play it
        if self.dealing.later:
            return {} if taker is None else {turn_up: frozenset([taker])}
        return self.pick_up.pins(turn_up, strain, dealer, discard)

    @property
    def turn_up_is_trumps(self) -> bool:
        """Whether the suit of the turned-up card is trumps, without an auction."""
        return isinstance(self.auction_rules, TurnedTrumps)

    def seat_name(self, seat: Seat) -> str:
        """What the players of this game call a seat."""
        return self.seat_names[seat - 1]

    @property
    def side_names(self) -> tuple[str, str] | None:
        """What the players of this game call the sides, if they have names."""
        return None

    def sweeper(self, contract: Contract) -> Literal["side", "taker"] | None:
        """Who must win all tricks by a contract: the side that took it, its taker alone, or nobody."""
        return None

    @property
    def dead_cards(self) -> int:
        """How many cards of the pack nobody plays."""
        return len(self.pack) - len(SEATS) * self.hand_size

    @property
    def unit(self) -> Literal["points", "tricks"]:
        """What a side wins in the play."""
        return "tricks" if self.trick_points else "points"

    @property
    def capot_bonus(self) -> int | None:
        """What a side that wins all tricks has besides their points; None where that counts no points."""
        return None

    @property
    def match_target(self) -> int | None:
        """The points with which a side wins a match; None where something else ends it."""
        return None

    @property
    def match_floor(self) -> int | None:
        """The points with which, or with fewer, a side loses a match; None where none do."""
        return None

    @property
    def most_bags(self) -> int:
        """How many overtricks cost a side something in a match; 0 where none do."""
        return 0

    @property
    def bag_cost(self) -> float:
        """What an overtrick costs in the long run."""
        return 0

    @property
    def most_row(self) -> int:
        """How many deals that a side wins one after the other bring it something in a match; 0 where none do."""
        return 0

    @property
    def row_worth(self) -> float:
        """What a deal more in such a row is worth in the long run."""
        return 0

    @property
    def match_deals(self) -> int | None:
        """After how many deals a match ends; None where something else ends it."""
        return None

    @property
    def may_end_drawn(self) -> bool:
        """Whether a match may end with both sides equal."""
        return self.match_deals is not None

    @property
    def counts_in_order(self) -> bool:
        """Whether a match can end while the points of a deal are counted, so that their order matters."""
        return False

    @property
    def last_deal_decides(self) -> bool:
        """Whether who wins the last deal wins the match, instead of who has more points."""
        return False

    def rules(self, strain: Strain) -> TrickRules:
        """The rules of play under a strain; refuses a strain that the game does not have."""
        return _rules(self, strain)

    def card_points(self, strain: Strain) -> tuple[int, ...]:
        """The points of each card under a strain, by `Card.index`."""
        return _card_points(self, strain)


class DealsOrTarget(Game):
    """A game whose matches end after some deals or when a side reaches a target, as players agree."""

    target: int = 1000
    deals: int = 0
    """after how many deals the match ends; 0: when a side reaches the target"""

    @property
    def match_target(self) -> int | None:
        return None if self.deals else self.target

    @property
    def match_deals(self) -> int | None:
        return self.deals or None

    def moot_when(self) -> dict[str, bool]:
        return {"target": bool(self.deals), "deals": not self.deals}


@lru_cache(256)
def _rules(game: Game, strain: Strain) -> TrickRules:
    if strain not in game.strains:
        allowed = " ".join(map(str, game.strains))
        raise Invalid("strain-not-in-game", strain=str(strain), game=str(game), allowed=allowed)
    return TrickRules(
        Ranking(game.pack, game.orders, strain), game.ladder, game.leading, game.enough_tricks, game.sweep_goes_on
    )


@lru_cache(256)
def _card_points(game: Game, strain: Strain) -> tuple[int, ...]:
    ranking = game.rules(strain).ranking
    plain_points, trump_points = game.rank_points(strain)
    values = [0] * len(CARDS)
    for card in game.pack:
        if card.bit & ranking.trumps_when_led(card.suit):
            values[card.index] = trump_points[game.orders.trumps.index(str(card.rank))]
        else:
            values[card.index] = plain_points[game.orders.plain.index(str(card.rank))]
    return tuple(values)
