"""A second, plain and slow implementation of the play rules, to compare the engine with.

Written from the rule prose alone: strings, lists and one ``if`` per rule.  Nothing in here is
shared with the engine, and nothing is clever.

Cards are ``'Ah'`` (rank, then suit in small letters), strains ``'S' 'H' 'D' 'C' 'NT' 'AT' 'LO'``,
seats 1 to 4 in order of play (1 and 3 against 2 and 4), bin 0 holds the dead cards.
"""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "belote": {
        "ffb": {},
        "pagat": {"undertrump_partner": "forbidden"},
        "info0004": {},
    },
    "coinche": {
        "ffb": {"undertrump": "optional"},
        "contree": {"undertrump": "optional"},
        "pagat": {"undertrump": "forced"},
        "cannes": {"undertrump": "optional"},
        "dot_cardgames": {"undertrump": "optional"},
    },
    "sueca": {"standard": {}, "fctp": {}},
    "euchre": {"north_american": {}, "hoyle": {}, "eecs280": {}},
    "bridge": {"duplicate": {}, "matchpoints": {}, "rubber": {}, "chicago": {}},
    "tarneeb": {"pagat": {}, "wikipedia": {}, "tarneeb41": {}, "syrian": {"void": "must_trump"}},
    "whist": {"short": {}, "long": {}, "american": {}},
    "klaverjas": {
        "amsterdam": {},
        "rotterdam": {"trump_partner": "forced", "undertrump": "forced"},
        "kbn": {},
        "nku": {"trump_partner": "forced", "undertrump": "forced"},
        "leids": {"trump_partner": "forced", "undertrump": "forced"},
        "bga": {"trump_partner": "forced", "undertrump": "forced"},
        "drents": {"trump_partner": "forced", "undertrump": "forced"},
    },
    "hokm": {"pagat": {}, "online": {}, "court_piece": {}, "court_points": {}, "double_sir": {}},
    "jass": {"swisslos1000": {}, "swisslos2500": {}, "pagat": {}, "tournament": {}},
    "spades": {
        "plain": {"spade_leads": "broken"},
        "pagat": {"spade_leads": "broken"},
        "msn": {"spade_leads": "broken"},
        "trickster": {"spade_leads": "broken"},
        "bicycle": {"spade_leads": "broken"},
        "tournament": {"spade_leads": "any"},
        "openspiel": {"spade_leads": "never"},
    },
}
"""House rules of play: game -> preset -> options.  The first preset is the game's default."""

SUITS = "shdc"
SEATS = "NESW"
SAME_COLOUR = {"s": "c", "c": "s", "h": "d", "d": "h"}

# Ranks from low to high.
RANKS = {
    "belote": "789JQKTA",
    "coinche": "789JQKTA",
    "sueca": "23456QJK7A",
    "euchre": "9TJQKA",
    "bridge": "23456789TJQKA",
    "whist": "23456789TJQKA",
    "klaverjas": "789JQKTA",
    "spades": "23456789TJQKA",
    "hokm": "23456789TJQKA",
    "tarneeb": "23456789TJQKA",
    "jass": "6789TJQKA",
}
ENOUGH_TRICKS = {"hokm": 7}
"""With so many tricks of a side a deal is over."""
BELOTE_CARDS = ("belote", "coinche", "klaverjas")
BELOTE_TRUMP_RANKS = "78QKTA9J"
JASS_TRUMP_RANKS = "678TQKA9J"

PLAIN_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
NO_TRUMP_POINTS = {"A": 19, "T": 10, "K": 4, "Q": 3, "J": 2}
ALL_TRUMP_POINTS = {
    "ffb15": {"J": 13, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 2},
    "pagat": {"J": 14, "9": 9, "A": 6, "T": 5, "K": 3, "Q": 1},
    "ffb16": {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3},
}
JASS_POINTS_WITHOUT_TRUMPS = {
    "NT": {"A": 11, "T": 10, "8": 8, "K": 4, "Q": 3, "J": 2},
    "LO": {"6": 11, "T": 10, "8": 8, "K": 4, "Q": 3, "J": 2},
}
SUECA_POINTS = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}


def pack(game: str) -> list[str]:
    """All cards of the game."""
    return [rank + suit for suit in SUITS for rank in reversed(RANKS[game])]


def _trump(strain: str) -> str:
    """The trump suit; '' for no trumps, and for all trumps, where no suit beats another."""
    return "" if strain in ("NT", "AT", "LO") else strain.lower()


def _suit(game: str, strain: str, card: str) -> str:
    """The suit the card belongs to in play: the left bower is a trump."""
    trump = _trump(strain)
    if game == "euchre" and trump and card == "J" + SAME_COLOUR[trump]:
        return trump
    return card[1]


def _height(game: str, strain: str, card: str) -> int:
    """How high the card stands in its suit of play."""
    rank, printed = card[0], card[1]
    trump = _trump(strain)
    if game in BELOTE_CARDS and (strain == "AT" or printed == trump):
        return BELOTE_TRUMP_RANKS.index(rank)
    if game == "jass" and printed == trump:
        return JASS_TRUMP_RANKS.index(rank)
    if strain == "LO":
        return -RANKS[game].index(rank)
    if game == "euchre" and trump and rank == "J":
        if printed == trump:
            return 101  # right bower
        if printed == SAME_COLOUR[trump]:
            return 100  # left bower
    return RANKS[game].index(rank)


def winner(game: str, strain: str, trick: list[str]) -> int:
    """Index in the trick (complete or not) of the card that wins it."""
    trump = _trump(strain)
    suits = [_suit(game, strain, card) for card in trick]
    wanted = trump if trump in suits else suits[0]
    best = -1
    for index, card in enumerate(trick):
        if suits[index] != wanted:
            continue
        if best == -1 or _height(game, strain, card) > _height(game, strain, trick[best]):
            best = index
    return best


def points(game: str, strain: str, card: str, all_trumps: str = "ffb15") -> int:
    """Card points; 0 in Euchre, Bridge, Whist, Spades, Hokm and Tarneeb, where only tricks count."""
    rank = card[0]
    if game == "sueca":
        return SUECA_POINTS.get(rank, 0)
    if game == "jass":
        if not _trump(strain):
            return JASS_POINTS_WITHOUT_TRUMPS[strain].get(rank, 0)
        return (TRUMP_POINTS if card[1] == _trump(strain) else PLAIN_POINTS).get(rank, 0)
    if game in BELOTE_CARDS:
        if strain == "NT":
            return NO_TRUMP_POINTS.get(rank, 0)
        if strain == "AT":
            return ALL_TRUMP_POINTS[all_trumps].get(rank, 0)
        if card[1] == _trump(strain):
            return TRUMP_POINTS.get(rank, 0)
        return PLAIN_POINTS.get(rank, 0)
    return 0


def legal(
    game: str,
    strain: str,
    hand: list[str],
    trick: list[str],
    *,
    undertrump: str = "",
    undertrump_partner: str = "",
    overtrump_partner_on_trump_lead: bool = True,
    spade_leads: str = "any",
    forced_lead_breaks: bool = True,
    earlier: list[str] | None = None,
    broken: bool = False,
    trump_partner: str = "free",
    buur_free: bool = True,
    void: str = "any",
) -> list[str]:
    """The cards of the hand that may be played to the trick, in the order of the hand.

    ``trick`` holds the cards already played to it.  ``undertrump`` is 'forced' or 'optional';
    left empty, it is forced in Belote, optional in Coinche, and 'forbidden' in Klaverjas;
    in Jass it is 'only_trumps' or 'when_void'.
    In Spades ``spade_leads`` is 'broken', 'any' or 'never', and ``earlier`` has the cards of
    all tricks before this one.  ``broken`` tells that a spade fell before the first of them.
    In Tarneeb ``void`` is 'any', or 'must_trump' for those who cannot follow suit.
    """
    if not trick:
        may_lead_spades = spade_leads == "any"
        if spade_leads == "broken":
            may_lead_spades = broken or spades_are_broken(earlier or [], forced_lead_breaks)
        others = [card for card in hand if card[1] != "s"]
        if game == "spades" and others and not may_lead_spades:
            return others
        return list(hand)
    led = _suit(game, strain, trick[0])
    follow = [card for card in hand if _suit(game, strain, card) == led]
    if game == "klaverjas":
        return _legal_klaverjas(
            strain, hand, trick, trump_partner, undertrump or "forbidden", undertrump_partner or "forbidden"
        )
    if game == "jass":
        return _legal_jass(strain, hand, trick, undertrump or "only_trumps", buur_free)
    if game == "tarneeb" and void == "must_trump":
        return follow or [card for card in hand if card[1] == _trump(strain)] or list(hand)
    if game not in ("belote", "coinche"):
        return follow or list(hand)

    trump = _trump(strain)
    master = winner(game, strain, trick)
    partner_is_master = len(trick) >= 2 and master == len(trick) - 2
    to_beat = _height(game, strain, trick[master])

    if strain == "AT" or led == trump:  # a trump is led: go above, even above the partner
        if partner_is_master and not overtrump_partner_on_trump_lead:
            return follow or list(hand)
        higher = [card for card in follow if _height(game, strain, card) > to_beat]
        return higher or follow or list(hand)

    if follow:
        return follow

    trumps = [card for card in hand if card[1] == trump]
    trumped = trick[master][1] == trump
    if partner_is_master:
        if trumped and undertrump_partner == "forbidden":
            below = [card for card in trumps if _height(game, strain, card) < to_beat]
            return [card for card in hand if card not in below] or list(hand)
        return list(hand)
    if not trumps:
        return list(hand)
    if not trumped:
        return trumps
    above = [card for card in trumps if _height(game, strain, card) > to_beat]
    if above:
        return above
    if (undertrump or {"belote": "forced", "coinche": "optional"}[game]) == "forced":
        return trumps
    return list(hand)


def spades_are_broken(earlier: list[str], forced_lead_breaks: bool) -> bool:
    """Whether a spade was played in complete tricks; perhaps only one on another suit counts."""
    for start in range(0, len(earlier), 4):
        trick = earlier[start : start + 4]
        if any(card[1] == "s" for card in trick) and (forced_lead_breaks or trick[0][1] != "s"):
            return True
    return False


def _legal_klaverjas(
    strain: str, hand: list[str], trick: list[str], trump_partner: str, undertrump: str, undertrump_partner: str
) -> list[str]:
    """What may be played to a trick in Klaverjas; a forbidden trump may be played by who has nothing else."""
    trump = strain.lower()
    master = winner("klaverjas", strain, trick)
    by_partner = len(trick) >= 2 and master == len(trick) - 2
    trumped = trick[master][1] == trump
    follow = [card for card in hand if card[1] == trick[0][1]]
    trumps = [card for card in hand if card[1] == trump]
    higher = trumps
    if trumped:
        to_beat = _height("klaverjas", strain, trick[master])
        higher = [card for card in trumps if _height("klaverjas", strain, card) > to_beat]
    lower = [card for card in trumps if card not in higher]
    if trick[0][1] == trump:  # partner or not
        return higher or follow or list(hand)
    if follow:
        return follow
    if by_partner and trump_partner == "free":
        if undertrump_partner == "forbidden":
            return [card for card in hand if card not in lower] or list(hand)
        return list(hand)
    if higher:
        return higher
    if undertrump == "forced":
        return lower or list(hand)
    if undertrump == "forbidden":
        return [card for card in hand if card not in lower] or list(hand)
    return list(hand)


def _legal_jass(strain: str, hand: list[str], trick: list[str], undertrump: str, buur_free: bool) -> list[str]:
    """What may be played to a trick in Jass, card by card."""
    trump, led = _trump(strain), trick[0][1]
    best = -1
    for card in trick:
        if card[1] == trump:
            best = max(best, _height("jass", strain, card))
    can_follow = any(card[1] == led for card in hand)
    only_trumps = all(card[1] == trump for card in hand)
    if led == trump and buur_free:  # nobody is forced to give the Buur
        can_follow = any(card[1] == trump and card[0] != "J" for card in hand)
    may = []
    for card in hand:
        if card[1] == led:
            may.append(card)
        elif card[1] == trump:
            if _height("jass", strain, card) > best or only_trumps or (undertrump == "when_void" and not can_follow):
                may.append(card)
        elif not can_follow:
            may.append(card)
    return may


def weis(hand: list[str], strain: str, table: str) -> int:
    """What all Weis of a hand bring together, by the large table or the small one."""
    order = "6789TJQKA"
    ranks = [card[0] for card in hand]
    low = 100 if table == "large" else 0
    of_four = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "T": 100, "8": low, "7": low, "6": low}
    fours = [rank for rank in order if ranks.count(rank) == 4 and of_four[rank]]

    def in_rows(held: list[str]) -> int:
        """The best that the rows of all suits bring."""
        total = 0
        for suit in SUITS:
            marks = "".join("x" if rank + suit in held else " " for rank in order)
            for run in marks.split():
                if table == "large":
                    total += {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}.get(len(run), 0)
                else:
                    total += {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 120, 9: 150}.get(len(run), 0)
        return total

    if table == "large":  # cards may be in both
        return sum(of_four[rank] for rank in fours) + in_rows(hand)
    best = 0
    for size in range(len(fours) + 1):
        for chosen in combinations(fours, size):
            rest = [card for card in hand if card[0] not in chosen]
            best = max(best, sum(of_four[rank] for rank in chosen) + in_rows(rest))
    return best


def roem(strain: str, trick: list[str], four_jacks: int = 200, low_fours: bool = True) -> int:
    """What lies in the four cards of one trick of Klaverjas."""
    found = 0
    order = "789TJQKA"
    for suit in SUITS:
        places = sorted(order.index(card[0]) for card in trick if card[1] == suit)
        longest = run = 0
        for at, place in enumerate(places):
            run = run + 1 if at and places[at - 1] == place - 1 else 1
            longest = max(longest, run)
        found += {3: 20, 4: 50}.get(longest, 0)
    trump = strain.lower()
    if "K" + trump in trick and "Q" + trump in trick:
        found += 20
    ranks = {card[0] for card in trick}
    if len(ranks) == 1 and len(trick) == 4:
        rank = ranks.pop()
        found += four_jacks if rank == "J" else 0 if rank in "789" and not low_fours else 100
    return found


def perft(
    game: str,
    strain: str,
    hands: list[list[str]],
    leader: int,
    depth: int,
    won: tuple[int, int] = (0, 0),
    **house: Any,
) -> int:
    """Number of legal sequences of ``depth`` cards; 0 beyond the end of the deal.

    ``won`` are the tricks that the sides have already.
    """
    return _count(game, strain, [list(hand) for hand in hands], leader, [], depth, house, [], won)


def _count(
    game: str,
    strain: str,
    hands: list[list[str]],
    leader: int,
    trick: list[str],
    depth: int,
    house: dict[str, Any],
    earlier: list[str],
    won: tuple[int, int],
) -> int:
    """Legal sequences of ``depth`` cards after ``trick``, which ``leader`` led."""
    if depth == 0:
        return 1
    if ENOUGH_TRICKS.get(game) in won:
        return 0
    seat = (leader - 1 + len(trick)) % 4 + 1
    hand = hands[seat - 1]
    choice = legal(game, strain, hand, trick, earlier=earlier, **house)
    if depth == 1:
        return len(choice)
    total = 0
    for card in choice:
        rest = list(hands)
        rest[seat - 1] = [other for other in hand if other != card]
        now = [*trick, card]
        if len(now) < 4:
            total += _count(game, strain, rest, leader, now, depth - 1, house, earlier, won)
        else:
            following = (leader - 1 + winner(game, strain, now)) % 4 + 1
            after = (won[0] + 1, won[1]) if following in (1, 3) else (won[0], won[1] + 1)
            total += _count(game, strain, rest, following, [], depth - 1, house, [*earlier, *now], after)
    return total


def seats_of(game: str, strain: str, plays: list[str], leader: int) -> list[int]:
    """Who played each card: the trick winners lead."""
    seats: list[int] = []
    for start in range(0, len(plays), 4):
        trick = plays[start : start + 4]
        seats += [(leader - 1 + offset) % 4 + 1 for offset in range(len(trick))]
        leader = (leader - 1 + winner(game, strain, trick)) % 4 + 1
    return seats


def shown(game: str, strain: str, trick_before: list[str], card: str, **house: Any) -> set[str]:
    """The cards which this play proves the player did not hold at that moment.

    By definition: x is excluded if ``card`` would not be legal in the hand {card, x}.  Hands of
    two cards are enough, because the evidence of a play is always a plain set of exclusions and
    never an either/or (docs/referee.md): a card is legal in a hand exactly when no
    single other card of that hand forbids it.  Cards that lie on the table count like others,
    so the led card itself is among those excluded by a play that does not follow suit.
    """
    return {
        other
        for other in pack(game)
        if other != card and card not in legal(game, strain, [card, other], trick_before, **house)
    }


def _duties(game: str, strain: str, plays: list[str], house: dict[str, Any]) -> list[set[str]]:
    """For each play, the cards not played yet which its player then cannot have held."""
    duties = []
    for index, card in enumerate(plays):
        trick_before = plays[index - index % 4 : index]
        earlier = plays[: index - index % 4]
        excluded = shown(game, strain, trick_before, card, earlier=earlier, **house)
        duties.append(excluded - set(plays[: index + 1]))
    return duties


def _fits(cards: dict[str, set[int]], places: list[int]) -> bool:
    """Whether every card finds a place of its own in a bin permitted to it (augmenting paths)."""
    holder: dict[int, str] = {}

    def seat_card(card: str, tried: set[int]) -> bool:
        for place, where in enumerate(places):
            if where not in cards[card] or place in tried:
                continue
            tried.add(place)
            if place not in holder or seat_card(holder[place], tried):
                holder[place] = card
                return True
        return False

    return all(seat_card(card, set()) for card in cards)


def _deal_exists(
    game: str,
    plays: list[str],
    seats: list[int],
    hand_size: int,
    pins: dict[str, set[int]],
    duties: list[tuple[int, set[str]]],
) -> bool:
    """As ``deal_exists``, the duties given as (seat, cards he cannot have held)."""
    everything = pack(game)
    if len(set(plays)) < len(plays):
        return False
    free = {seat: hand_size - seats.count(seat) for seat in (1, 2, 3, 4)}
    free[0] = len(everything) - 4 * hand_size
    if min(free.values()) < 0:
        return False
    unseen: dict[str, set[int]] = {}
    for card in everything:
        permitted = set(pins.get(card, {0, 1, 2, 3, 4}))
        permitted -= {seat for seat, excluded in duties if card in excluded}
        if card not in plays:
            unseen[card] = permitted
        elif seats[plays.index(card)] not in permitted:
            return False
    return _fits(unseen, [where for where in free for _ in range(free[where])])


def deal_exists(
    game: str,
    strain: str,
    plays: list[str],
    leader: int,
    hand_size: int,
    pins: dict[str, set[int]],
    duties: set[int] | None = None,
    **house: Any,
) -> bool:
    """Whether some deal makes the plays possible, those in ``duties`` (None: all) legal.

    ``pins`` maps a card to the bins in which it may have begun.  Who played which card and the
    pins are facts and always hold.
    """
    seats = seats_of(game, strain, plays, leader)
    assumed = [
        (seats[index], excluded)
        for index, excluded in enumerate(_duties(game, strain, plays, house))
        if duties is None or index in duties
    ]
    return _deal_exists(game, plays, seats, hand_size, pins, assumed)


def first_provable(
    game: str,
    strain: str,
    plays: list[str],
    leader: int,
    hand_size: int,
    pins: dict[str, set[int]],
    level: str,
    **house: Any,
) -> int | None:
    """Index of the first play at which a fault is provable.

    Level 'player': an earlier play of the same player showed that he did not hold this card, or
    this play denies a card that is pinned to his hand.  Level 'deal': no deal satisfies all facts
    and duties so far.
    """
    if level not in ("player", "deal"):
        raise ValueError(level)
    seats = seats_of(game, strain, plays, leader)
    duties = list(zip(seats, _duties(game, strain, plays, house), strict=True))
    for index, card in enumerate(plays):
        if level == "player":
            held = {c for c, places in pins.items() if places == {seats[index]}} - set(plays[: index + 1])
            if held & duties[index][1]:
                return index
            if any(seat == seats[index] and card in excluded for seat, excluded in duties[:index]):
                return index
        else:
            n = index + 1
            if not _deal_exists(game, plays[:n], seats[:n], hand_size, pins, duties[:n]):
                return index
    return None


def verdict(
    game: str,
    strain: str,
    plays: list[str],
    leader: int,
    hand_size: int,
    pins: dict[str, set[int]],
    **house: Any,
) -> tuple[tuple[int, ...], int | None, set[int]] | None:
    """(proof, offender, suspects) at the first fault provable at deal level, else None.

    proof: the smallest set of plays whose duties cannot all hold given the facts, of several the
    lexicographically first.  An explanation is a minimal set of players such that a deal exists
    if only the others' duties are assumed; the offender is in all of them, the suspects in some.
    When the facts alone are contradictory (a pinned card played by another seat), the proof is
    empty, nobody is named and nobody suspected.
    """
    revealing = first_provable(game, strain, plays, leader, hand_size, pins, "deal", **house)
    if revealing is None:
        return None
    plays = plays[: revealing + 1]
    seats = seats_of(game, strain, plays, leader)
    duties = list(zip(seats, _duties(game, strain, plays, house), strict=True))

    def possible(indices: Iterable[int]) -> bool:
        assumed = [duties[index] for index in indices]
        return _deal_exists(game, plays, seats, hand_size, pins, assumed)

    # A play that excludes nothing is never in a smallest set.
    telling = [index for index, (_, excluded) in enumerate(duties) if excluded]
    proof = next(
        subset for size in range(len(telling) + 1) for subset in combinations(telling, size) if not possible(subset)
    )

    explanations: list[set[int]] = []
    for size in range(5):
        for players in combinations((1, 2, 3, 4), size):
            if any(smaller <= set(players) for smaller in explanations):
                continue
            if possible(index for index, seat in enumerate(seats) if seat not in players):
                explanations.append(set(players))
    if not explanations:
        return proof, None, set()
    always = set.intersection(*explanations)
    offender = None
    if len(always) == 1:
        offender = min(always)
    elif seats[-1] in always:
        offender = seats[-1]
    return proof, offender, set.union(*explanations)


def read_deal(text: str) -> tuple[list[list[str]], int]:
    """Hands of N E S W (seats 1 to 4) and the leader, from ``E:hand hand hand hand``.

    The hands begin with the seat named, which leads; a hand is its suits in the order S.H.D.C.
    """
    leader = SEATS.index(text[0]) + 1
    hands: list[list[str]] = [[], [], [], []]
    for offset, hand in enumerate(text[2:].split()):
        for suit, ranks in zip(SUITS, hand.split("."), strict=True):
            hands[(leader - 1 + offset) % 4] += [rank + suit for rank in ranks]
    return hands, leader


def read_blocks(path: Path) -> list[tuple[str, str, str, str, str, dict[int, int]]]:
    """Blocks of a perft file: id, game, preset, strain, deal text, depth -> count.

    Tricks that the sides have already stand before the deal, as in ``5-4 N:...``.
    """
    blocks = []
    name = game = preset = strain = deal = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition("#")[0].strip().partition(" ")
        if word == "id":
            name = rest
        elif word == "deal":
            rules, _, strain, deal = rest.split(" ", 3)
            game, _, preset = rules.partition(":")
            preset = preset or next(iter(PRESETS[game]))
        elif word == "perft":
            pairs = [pair.split() for pair in rest.split("|")]
            counts = {int(depth): int(count) for depth, count in pairs}
            blocks.append((name, game, preset, strain, deal, counts))
    return blocks
