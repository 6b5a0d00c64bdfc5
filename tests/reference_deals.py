"""A second, plain implementation of the auctions and of the scores of a deal, to compare the engine with.

Written from the rule prose alone, with strings, numbers and tuples.  Nothing in here is shared with
the engine, and nothing is clever.  Where the prose leaves a choice, a comment begins with "Reading:".

Seats are 1 to 4 in order of speech; side 1 has the seats 1 and 3, side 2 the seats 2 and 4, and every
pair is (side 1, side 2).  Cards are ``'Ah'``, strains ``'S' 'H' 'D' 'C' 'NT' 'AT'``.  ``house`` holds
the house rules that differ from the defaults, which stand where a rule is read.

Calls: ``pass``; ``take``, ``name H``; ``90 H``, ``capot S``, ``generale S``, ``coinche``,
``surcoinche``; ``order``, ``order alone``, ``call H``, ``call H alone``, ``alone`` (a defender's word);
``1NT``, ``X``, ``XX``.  The calls given are taken to be legal ones.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TypedDict, TypeVar

House = Mapping[str, object]
Pair = tuple[int, int]
Annonce = tuple[str, int, str, str | None]
"""Kind, points, highest rank, and the suit of a sequence."""


class Contract(TypedDict):
    """What an auction ends in."""

    strain: str
    seat: int | None
    """Taker, maker, last bidder or declarer; None in Sueca and Whist, and for side 1's standing bid in Coinche."""
    value: int | str | None
    """Coinche: the points bid, 'capot' or 'generale'.  Bridge: the level.  Tarneeb: the tricks.  Otherwise None."""
    double: int
    alone: list[int]
    """Who plays alone: the maker, then perhaps a defender."""


T = TypeVar("T", bool, int, str)


def _option(house: House, name: str, default: T, *others: T) -> T:
    """The value of a house rule; where ``others`` are named, it is one of them or the default."""
    value = house.get(name, default)
    assert isinstance(value, type(default)), (name, value)
    assert not others or value in (default, *others), (name, value)
    return value


def _after(seat: int, steps: int = 1) -> int:
    return (seat - 1 + steps) % 4 + 1


def _side(seat: int) -> int:
    return 1 if seat in (1, 3) else 2


def _suit(card: str | None) -> str:
    assert card is not None, "the turned-up card is needed"
    return card[1].upper()


# --------------------------------------------------------------------------------------- auctions


def to_call(game: str, house: House, dealer: int, calls: Sequence[str]) -> int | None:
    """Who speaks next; None when the auction is over."""
    if game in ("sueca", "whist"):
        return None
    if game == "klaverjas":
        return _to_call_klaverjas(house, dealer, calls)
    if game == "jass":
        return None if calls and calls[-1] != "push" else _after(dealer, 1 + 2 * len(calls))
    if game == "belote":
        return _to_call_belote(dealer, calls)
    if game == "coinche":
        return _to_call_coinche(dealer, calls)
    if game == "euchre":
        return _to_call_euchre(house, dealer, calls)
    if game == "bridge":
        return _to_call_bridge(dealer, calls)
    if game == "spades":
        bids = sum(call != "look" for call in calls)
        return _after(dealer, bids + 1) if bids < 4 else None
    if game == "hokm":
        return None if calls else _after(dealer)
    if game == "tarneeb":
        return _to_call_tarneeb(dealer, calls)
    raise ValueError(game)


def legal_calls(
    game: str,
    house: House,
    dealer: int,
    calls: Sequence[str],
    turn_up: str | None = None,
    hand: Sequence[str] | None = None,
    behind: Sequence[int] = (),
) -> list[str]:
    """What the next to speak may say, in no particular order; nothing when the auction is over.

    ``behind`` has the sides, 1 or 2, that are far enough behind in a match to bid blind (Spades).  Where another
    card is turned up after passes (Klaverjas), ``turn_up`` has all of them, with spaces between.
    """
    seat = to_call(game, house, dealer, calls)
    if seat is None:
        return []
    if game == "klaverjas":
        return _legal_klaverjas(house, calls, (turn_up or "").split())
    if game == "jass":
        names = [f"name {mode}" for mode in ("S", "H", "D", "C", "NT", "LO")]
        return names if len(calls) == (2 if _option(house, "push_back", False) else 1) else ["push", *names]
    if game == "belote":
        return _legal_belote(house, calls, turn_up)
    if game == "coinche":
        return _legal_coinche(house, dealer, calls, seat)
    if game == "euchre":
        return _legal_euchre(house, dealer, calls, seat, turn_up, hand)
    if game == "spades":
        return _legal_spades(house, calls, (seat - 1) % 2 + 1 in behind)
    if game == "hokm":
        weak = {"none": None, "below_jack": "AKQJ", "below_ten": "AKQJT"}[_option(house, "weak_five", "none")]
        may_redeal = weak is not None and not any(card[0] in weak for card in hand or ())
        return [f"name {suit}" for suit in "SHDC"] + (["redeal"] if may_redeal else [])
    if game == "tarneeb":
        return _legal_tarneeb(house, dealer, calls)
    return _legal_bridge(dealer, calls, seat)


def auction_result(
    game: str, house: House, dealer: int, calls: Sequence[str], turn_up: str | None = None
) -> Contract | str | None:
    """The contract, 'passed out', or None while the auction lasts."""
    if to_call(game, house, dealer, calls) is not None:
        return None
    if game in ("sueca", "whist"):
        return {"strain": _suit(turn_up), "seat": None, "value": None, "double": 0, "alone": []}
    if game == "spades":
        return {"strain": "S", "seat": None, "value": None, "double": 0, "alone": []}
    spoken = [call for call in calls if call != "pass"]
    if not spoken:
        if game == "coinche" and _option(house, "standing_bid", False):
            return {"strain": "H", "seat": None, "value": 80, "double": 0, "alone": []}
        return "passed out"
    if game == "jass":
        seat = _after(dealer, 1 + 2 * (len(calls) - 1))
        return {"strain": calls[-1].removeprefix("name "), "seat": seat, "value": None, "double": 0, "alone": []}
    if game == "klaverjas":
        seat = _klaverjas_speaker(house, dealer, len(calls) - 1)
        return {"strain": calls[-1].removeprefix("name "), "seat": seat, "value": None, "double": 0, "alone": []}
    if game == "belote":
        return _result_belote(dealer, calls, turn_up)
    if game == "hokm" and calls[0] == "redeal":
        return "passed out"
    if game == "hokm":
        return {
            "strain": calls[0].removeprefix("name "),
            "seat": _after(dealer),
            "value": None,
            "double": 0,
            "alone": [],
        }
    if game == "tarneeb":
        _, bidder = _tarneeb_so_far(dealer, calls)
        highest = max(int(call) for call in calls if call.isdigit())
        return {
            "strain": calls[-1].removeprefix("name "),
            "seat": bidder,
            "value": highest,
            "double": 0,
            "alone": [],
        }
    if game == "coinche":
        return _result_coinche(dealer, calls)
    if game == "euchre":
        return _result_euchre(dealer, calls, turn_up)
    return _result_bridge(dealer, calls)


def _more_than_suits(house: House, option: str) -> bool:
    """Whether no trumps and all trumps can be called: by an option, unless they are never played."""
    return _option(house, option, False) and not _option(house, "suits_only", False)


def _first_spoken(calls: Sequence[str]) -> int | None:
    """Index of the first call that is no pass."""
    return next((index for index, call in enumerate(calls) if call != "pass"), None)


# Belote: first 'take' or 'name' ends it.


def _to_call_belote(dealer: int, calls: Sequence[str]) -> int | None:
    if _first_spoken(calls) is not None or len(calls) == 8:
        return None
    return _after(dealer, len(calls) + 1)


def _legal_belote(house: House, calls: Sequence[str], turn_up: str | None) -> list[str]:
    if len(calls) < 4:
        if not calls and _option(house, "forced_jack", False) and turn_up is not None and turn_up[0] == "J":
            return ["take"]
        return ["pass", "take"]
    strains = [suit for suit in "SHDC" if suit != _suit(turn_up) or _option(house, "round2_turned_suit", False)]
    if _more_than_suits(house, "round2_sa_ta"):
        strains += ["NT", "AT"]
    return ["pass", *(f"name {strain}" for strain in strains)]


def _result_belote(dealer: int, calls: Sequence[str], turn_up: str | None) -> Contract:
    strain = _suit(turn_up) if calls[-1] == "take" else calls[-1].removeprefix("name ")
    return {"strain": strain, "seat": _after(dealer, len(calls)), "value": None, "double": 0, "alone": []}


# Klaverjas: the first who names a suit plays it.


def _klaverjas_choice(house: House) -> str:
    return _option(house, "trump_choice", "eldest_must", "free_from_eldest", "free_from_dealer", "turned")


def _klaverjas_turned_down(house: House) -> str:
    return _option(house, "turned_down", "second_round", "eldest_on_next", "eldest_on_any", "eldest_chooses_other")


def _klaverjas_speaker(house: House, dealer: int, passes: int) -> int:
    return _after(dealer, passes + (0 if _klaverjas_choice(house) == "free_from_dealer" else 1))


def _to_call_klaverjas(house: House, dealer: int, calls: Sequence[str]) -> int | None:
    if _first_spoken(calls) is not None:
        return None
    if _klaverjas_choice(house) == "turned":
        # Two rounds of passes and the deal is thrown in; in all other ways the eldest is bound after one round.
        return None if len(calls) == 8 else _after(dealer, 1 + len(calls) % 4)
    if len(calls) == 4 and _option(house, "all_pass", "first_must", "last_must", "new_deal") == "new_deal":
        return None
    return _klaverjas_speaker(house, dealer, len(calls))


def _legal_klaverjas(house: House, calls: Sequence[str], turned: Sequence[str]) -> list[str]:
    names = [f"name {suit}" for suit in "SHDC"]
    if _klaverjas_choice(house) == "eldest_must":
        return names
    if _klaverjas_choice(house) == "turned":
        if len(calls) < 4:
            return ["pass", f"name {_suit(turned[0])}"]
        if _klaverjas_turned_down(house) == "second_round":
            return ["pass", f"name {_suit(turned[1])}"]
        if _klaverjas_turned_down(house) == "eldest_chooses_other":
            return [name for name in names if name != f"name {_suit(turned[0])}"]
        return [f"name {_suit(turned[1])}"]
    if len(calls) == 3 and _option(house, "all_pass", "first_must", "last_must", "new_deal") == "last_must":
        return names
    return names if len(calls) == 4 else ["pass", *names]


# Coinche.  A bid is a value and a strain; only values are ranked.


def _is_bid(call: str) -> bool:
    return call not in ("pass", "coinche", "surcoinche")


def _to_call_coinche(dealer: int, calls: Sequence[str]) -> int | None:
    # Reading: after a coinche every seat keeps its turn, though the coincher's partner can only pass; so the two
    # passes of the coinched side that close the auction are the first and the third of three.
    if "surcoinche" in calls:
        return None
    nobody_bid = _first_spoken(calls) is None
    passes_to_end = 4 if nobody_bid else 3
    if len(calls) >= passes_to_end and all(call == "pass" for call in calls[-passes_to_end:]):
        return None
    return _after(dealer, len(calls) + 1)


def _legal_coinche(house: House, dealer: int, calls: Sequence[str], seat: int) -> list[str]:
    values = [str(value) for value in range(80, _option(house, "max_bid", 160, 180, 650) + 1, 10)] + ["capot"]
    if _option(house, "generale", False):
        values.append("generale")
    strains = ["S", "H", "D", "C"] + (["NT", "AT"] if _more_than_suits(house, "sa_ta") else [])

    last_value, last_side = None, None
    if _option(house, "standing_bid", False):
        last_value, last_side = "80", 1
    for index, call in enumerate(calls):
        if _is_bid(call):
            last_value, last_side = call.split()[0], _side(_after(dealer, index + 1))

    if "coinche" in calls:
        return ["pass", "surcoinche"] if last_side == _side(seat) else ["pass"]
    higher = values if last_value is None else values[values.index(last_value) + 1 :]
    legal = ["pass", *(f"{value} {strain}" for value in higher for strain in strains)]
    may_be_coinched = last_value is not None
    if last_value in ("capot", "generale") and not _option(house, "coinche_capot", True):
        may_be_coinched = False
    if last_value == "80" and not _option(house, "coinche_eighty", True):
        may_be_coinched = False
    if may_be_coinched and last_side != _side(seat):
        legal.append("coinche")
    return legal


def _result_coinche(dealer: int, calls: Sequence[str]) -> Contract:
    double = 2 if "surcoinche" in calls else 1 if "coinche" in calls else 0
    bids = [index for index, call in enumerate(calls) if _is_bid(call)]
    if not bids:  # only the standing bid can be coinched without a bid
        return {"strain": "H", "seat": None, "value": 80, "double": double, "alone": []}
    word, strain = calls[bids[-1]].split()
    value = int(word) if word.isdigit() else word
    return {"strain": strain, "seat": _after(dealer, bids[-1] + 1), "value": value, "double": double, "alone": []}


# Euchre.  Reading: unsaid, a maker may play alone and the dealer is stuck, as in the first preset.


SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def _to_call_euchre(house: House, dealer: int, calls: Sequence[str]) -> int | None:
    made = _first_spoken(calls)
    if made is None:
        return None if len(calls) == 8 else _after(dealer, len(calls) + 1)
    if not calls[made].endswith("alone") or not _option(house, "defend_alone", False):
        return None
    answers = calls[made + 1 :]
    if "alone" in answers or len(answers) == 2:
        return None
    maker = _after(dealer, made + 1)
    return _after(maker, 3 if answers else 1)


def _legal_euchre(
    house: House, dealer: int, calls: Sequence[str], seat: int, turn_up: str | None, hand: Sequence[str] | None
) -> list[str]:
    if _first_spoken(calls) is not None:
        return ["pass", "alone"]
    alone = _option(house, "alone", True)
    turned = _suit(turn_up)
    if len(calls) < 4:
        # Reading: canadian_loner means something only where makers may play alone.
        if alone and seat == _after(dealer, 2) and _option(house, "canadian_loner", False):
            orders = ["order alone"]
        else:
            orders = ["order", "order alone"] if alone else ["order"]
        # Reading: a hand that is not known forbids nothing.
        if _option(house, "must_have_trump_to_order", False) and seat != dealer and hand is not None:
            left_bower = ("J", SAME_COLOUR[turned])
            if not any(_suit(card) == turned or (card[0], _suit(card)) == left_bower for card in hand):
                orders = []
        return ["pass", *orders]
    strains = [suit for suit in "SHDC" if suit != turned]
    if _option(house, "no_trump", False):
        strains.append("NT")
    legal = [f"call {strain}" for strain in strains]
    if alone:
        legal += [f"call {strain} alone" for strain in strains]
    stuck = seat == dealer and _option(house, "stick_the_dealer", True)
    return legal if stuck else ["pass", *legal]


def _result_euchre(dealer: int, calls: Sequence[str], turn_up: str | None) -> Contract:
    made = _first_spoken(calls)
    assert made is not None
    words = calls[made].split()
    maker = _after(dealer, made + 1)
    alone = []
    if words[-1] == "alone":
        alone.append(maker)
        answers = calls[made + 1 :]
        if "alone" in answers:
            alone.append(_after(maker, 3 if answers[0] == "pass" else 1))
    strain = _suit(turn_up) if words[0] == "order" else words[1]
    return {"strain": strain, "seat": maker, "value": None, "double": 0, "alone": alone}


# Bridge.  The dealer speaks first.


BRIDGE_BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]


def _to_call_bridge(dealer: int, calls: Sequence[str]) -> int | None:
    passes_to_end = 4 if _first_spoken(calls) is None else 3
    if len(calls) >= passes_to_end and all(call == "pass" for call in calls[-passes_to_end:]):
        return None
    return _after(dealer, len(calls))


def _legal_bridge(dealer: int, calls: Sequence[str], seat: int) -> list[str]:
    bids = [index for index, call in enumerate(calls) if call in BRIDGE_BIDS]
    if not bids:
        return ["pass", *BRIDGE_BIDS]
    last = bids[-1]
    legal = ["pass", *BRIDGE_BIDS[BRIDGE_BIDS.index(calls[last]) + 1 :]]
    since = calls[last + 1 :]
    opponent_bid = _side(_after(dealer, last)) != _side(seat)
    if opponent_bid and "X" not in since:
        legal.append("X")
    if not opponent_bid and "X" in since and "XX" not in since:
        legal.append("XX")
    return legal


def _result_bridge(dealer: int, calls: Sequence[str]) -> Contract:
    bids = [index for index, call in enumerate(calls) if call in BRIDGE_BIDS]
    last = bids[-1]
    strain = calls[last][1:]
    side = _side(_after(dealer, last))
    named = [_after(dealer, index) for index in bids if calls[index][1:] == strain]
    declarer = next(seat for seat in named if _side(seat) == side)
    since = calls[last + 1 :]
    double = 2 if "XX" in since else 1 if "X" in since else 0
    return {"strain": strain, "seat": declarer, "value": int(calls[last][0]), "double": double, "alone": []}


# ----------------------------------------------------------------------------------------- Bridge


def rubber_parts(level: int, strain: str, double: int, vulnerable: bool, tricks: int) -> tuple[int, int, int]:
    """Declarer's points below and above the line, and the penalty that the defenders score."""
    over = tricks - (6 + level)
    if over < 0:
        return 0, 0, _bridge_penalty(-over, double, vulnerable)
    each = 20 if strain in ("C", "D") else 30
    below = (each * level + (10 if strain == "NT" else 0)) * (1, 2, 4)[double]
    if double:
        each = (200 if vulnerable else 100) * double
    insult = (0, 50, 100)[double]
    slam = 0
    if level == 6:
        slam = 750 if vulnerable else 500
    if level == 7:
        slam = 1500 if vulnerable else 1000
    return below, over * each + insult + slam, 0


def _bridge_penalty(down: int, double: int, vulnerable: bool) -> int:
    if not double:
        return down * (100 if vulnerable else 50)
    doubled = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
    return sum(doubled[:down]) * double


def bridge_score(level: int, strain: str, double: int, vulnerable: bool, tricks: int) -> int:
    """Declarer's duplicate score."""
    below, above, penalty = rubber_parts(level, strain, double, vulnerable, tricks)
    if penalty:
        return -penalty
    if below < 100:
        return below + above + 50
    return below + above + (500 if vulnerable else 300)


# --------------------------------------------------------------------------------- Euchre and Sueca


def euchre_score(house: House, maker_side: int, maker_tricks: int, maker_alone: bool, defender_alone: bool) -> Pair:
    """Points of the two sides for a hand."""
    if maker_tricks >= 3:
        made = 1
        if maker_tricks == 5:
            made = _option(house, "lone_march", 4) if maker_alone else _option(house, "march", 2)
        return (made, 0) if maker_side == 1 else (0, made)
    # Reading: where several of these are true, the defenders score the largest.
    worths = [_option(house, "euchred", 2)]
    if maker_alone:
        worths.append(_option(house, "lone_euchred", 2))
    if defender_alone:
        worths.append(_option(house, "lone_defender", 4))
    if maker_tricks == 0:
        worths.append(_option(house, "super_euchre", 2))
    return (0, max(worths)) if maker_side == 1 else (max(worths), 0)


def sueca_match_points(house: House, points: Pair, tricks: Pair) -> Pair:
    """Match points of the two sides for a deal."""
    if points[0] == points[1]:
        return 0, 0
    winner = 0 if points[0] > points[1] else 1
    if _option(house, "bandeira_needs", "points", "tricks") == "points":
        everything = points[winner] == 120
    else:
        everything = tricks[winner] == 10
    if everything:
        worth = _option(house, "bandeira", 4)
    elif points[winner] > 90:
        worth = 2
    elif points[winner] == 90:
        worth = _option(house, "ninety", 1, 3)
    else:
        worth = 1
    return (worth, 0) if winner == 0 else (0, worth)


# ------------------------------------------------------------------------------------------- Whist


def whist_honours(house: House, strain: str, hands: Sequence[Sequence[str]]) -> Pair:
    """Points of the two sides for the honours that they were dealt: ace, king, queen and jack of trumps."""
    if not _option(house, "side_honours", False):
        return 0, 0
    held = [0, 0]
    for seat, hand in enumerate(hands, 1):
        for card in hand:
            if card[0] in "AKQJ" and card[1] == strain.lower():
                held[_side(seat) - 1] += 1
    points = {0: 0, 1: 0, 2: 0, 3: 2, 4: 4}
    return points[held[0]], points[held[1]]


def whist_tricks(tricks: Pair) -> Pair:
    """Points of the two sides for their tricks."""
    return max(0, tricks[0] - 6), max(0, tricks[1] - 6)


def whist_match(house: House, deals: Sequence[tuple[Pair, Pair]]) -> tuple[Pair, int | None]:
    """The totals and the side that has won, after deals with points for tricks and for honours.

    Tricks are counted first.  A side that has one point less than it needs when a deal begins does not
    count honours in it.
    """
    target = _option(house, "target", 5)
    one = two = 0
    for tricks, honours in deals:
        one_counts, two_counts = one != target - 1, two != target - 1
        one, two = one + tricks[0], two + tricks[1]
        if one < target and two < target:
            one += honours[0] if one_counts else 0
            two += honours[1] if two_counts else 0
        if one >= target or two >= target:
            return (one, two), 1 if one > two else 2
    return (one, two), None


# --------------------------------------------------------------------------------------- Klaverjas


def klaverjas_score(house: House, taker_side: int, points: Pair, tricks: Pair, roem: Pair) -> Pair:
    """Scores of the two sides; ``points`` are card points with the last trick, 162 in all."""
    points, tricks, roem = (_turned(taker_side, pair) for pair in (points, tricks, roem))
    pit = _option(house, "pit", 100)
    if points[0] + roem[0] > points[1] + roem[1]:
        scores = points[0] + roem[0] + (pit if tricks[1] == 0 else 0), points[1] + roem[1]
    else:
        both = _option(house, "pit_for", "takers", "both") == "both"
        scores = 0, 162 + roem[0] + roem[1] + (pit if tricks[0] == 0 and both else 0)
    return _turned(taker_side, scores)


# -------------------------------------------------------------------------------------------- Jass


def jass_score(house: House, namer: int, mode: str, points: Pair, tricks: Pair, weis: Pair, stoeck: Pair) -> Pair:
    """Scores of the two sides; ``points`` are card points with the last trick, 157 in all."""
    times = _option(house, "black", 1, 2, 3, 4) if mode in ("S", "C") else 1
    times = _option(house, "obenabe", 1, 2, 3, 4) if mode == "NT" else times
    times = _option(house, "undenufe", 1, 2, 3, 4) if mode == "LO" else times
    totals = []
    for side in (0, 1):
        total = points[side] + weis[side] + stoeck[side]
        if tricks[1 - side] == 0:
            bonus = _option(house, "match_bonus", 100)
            total += bonus
            if bonus and side + 1 != namer and _option(house, "counter_match", "same", "double") == "double":
                total += points[side] + bonus
        totals.append(times * total)
    return totals[0], totals[1]


# ------------------------------------------------------------------------------------------ Spades


# ------------------------------------------------------------------------------------------- Hokm


def hokm_score(house: House, hakem: int, tricks: Pair) -> Pair:
    """What the sides score when one has seven tricks or more; only that one does."""
    winner, losers_tricks = (1, tricks[1]) if tricks[0] >= 7 else (2, tricks[0])
    if _option(house, "play_on", False) and tricks[winner - 1] == 13 and house.get("collect", "each") == "each":
        points = _option(house, "court_52", 52)
    elif winner == _side(hakem):
        points = _option(house, "kot", 2) if losers_tricks == 0 else _option(house, "win", 1)
    elif losers_tricks == 0:
        points = _option(house, "hakem_kot", 3)
    else:
        points = _option(house, "defence", 1)
    return (points, 0) if winner == 1 else (0, points)


def double_sir(house: House, winners: Sequence[tuple[int, str]]) -> Pair:
    """The tricks that each side has taken, by who won the thirteen tricks with which cards.

    Whether a player takes the pile is asked of the whole game so far, back to where it was last taken.
    """
    taken, first = [0, 0], 0
    for last in range(13):
        pile = winners[first : last + 1]
        takes = len(pile) >= 2 and pile[-1][0] == pile[-2][0]
        if _option(house, "blocked", False) and last in (1, 11):
            takes = False
        if _option(house, "two_aces", False) and takes and pile[-1][1][0] == pile[-2][1][0] == "A":
            takes = False
        if takes or last == 12:
            taken[_side(pile[-1][0]) - 1] += len(pile)
            first = last + 1
    return taken[0], taken[1]


def hokm_match(house: House, hakem: int, results: Sequence[Pair]) -> tuple[Pair, Pair, int]:
    """The totals after some deals, the deals that each side has just won in a row, and who names trumps next.

    The player before them deals. Deals are won in a row from the last one back, up to one that the others have won, or
    that ended what was counted before: a kot, or the last deal of a whole row.
    """
    totals, length = [0, 0], _option(house, "row", 0)
    won_since: list[int] = []
    for tricks in results:
        winner, is_court = 1 if tricks[0] >= 7 else 2, 0 in tricks
        for side, points in enumerate(hokm_score(house, hakem, tricks)):
            totals[side] += points
        won_since.append(winner)
        if length and not is_court and won_since[-length:] == [winner] * length:
            totals[winner - 1] += 1
            is_court = True
        if is_court:
            won_since = []
        if winner != _side(hakem):
            hakem = _after(hakem)
        elif is_court and _option(house, "after_kot", "stay", "partner") == "partner":
            hakem = _after(hakem, 2)
    last = won_since[-1] if won_since else 0
    row = next((number for number, side in enumerate(reversed(won_since)) if side != last), len(won_since))
    rows = (row if last == 1 else 0, row if last == 2 else 0) if length else (0, 0)
    return (totals[0], totals[1]), rows, hakem


# ---------------------------------------------------------------------------------------- Tarneeb


def _tarneeb_so_far(dealer: int, calls: Sequence[str]) -> tuple[list[int], int | None]:
    """Who may still speak, the next one first, and who made the last bid."""
    round_table, bidder = [_after(dealer, steps) for steps in (1, 2, 3, 4)], None
    for call in calls:
        if call.startswith("name"):
            break
        seat = round_table.pop(0)
        if call != "pass":
            bidder = seat
            round_table.append(seat)
    return round_table, bidder


def _to_call_tarneeb(dealer: int, calls: Sequence[str]) -> int | None:
    waiting, _ = _tarneeb_so_far(dealer, calls)
    return None if not waiting or (calls and calls[-1].startswith("name")) else waiting[0]


def _legal_tarneeb(house: House, dealer: int, calls: Sequence[str]) -> list[str]:
    waiting, bidder = _tarneeb_so_far(dealer, calls)
    if waiting == [bidder]:
        return [f"name {suit}" for suit in "SHDC"]
    highest = max([int(call) for call in calls if call.isdigit()], default=_option(house, "least", 7, 3) - 1)
    return ["pass", *(str(number) for number in range(highest + 1, 14))]


def tarneeb_score(house: House, bid: int, seat: int, tricks: Pair) -> Pair:
    """What the sides score; a line for each case of the rules."""
    taker = _side(seat)
    won, others = tricks[taker - 1], tricks[2 - taker]
    if bid < 13 and won == 13:
        mine, theirs = _option(house, "kaboot", 16), 0
    elif bid < 13 and won == bid:
        mine, theirs = (2 * bid if _option(house, "exact", "tricks", "double") == "double" else bid), 0
    elif bid < 13 and won > bid:
        mine, theirs = won, 0
    elif bid < 13 and won == 0:
        mine, theirs = -bid, _option(house, "defence_kaboot", 13)
    elif bid < 13:
        mine, theirs = -bid, others
    elif won == 13:
        mine, theirs = _option(house, "kaboot_bid", 26), 0
    else:
        mine, theirs = -_option(house, "kaboot_lost", 16), _option(house, "kaboot_defence", 2, 1) * others
    return (mine, theirs) if taker == 1 else (theirs, mine)


def _legal_spades(house: House, calls: Sequence[str], is_behind: bool) -> list[str]:
    """Any number, or nil; the second of two partners looks at what the first has said.

    Who may bid blind says so, or looks at their cards first.
    """
    has_looked, calls = "look" in calls[-1:], [call for call in calls if call != "look"]
    known = [str(number) for number in range(_option(house, "least_bid", 1, 0), 14)]
    if _option(house, "nil", 100) > 0:
        known.append("nil")
    board, most = _option(house, "board", 0), _option(house, "side_max", 0)
    # Reading: partners may always bid as much as they must, and the lowest bid twice.
    most = max(most, board, 2 * int(known[0])) if most else 0

    def fit(one: str, other: str) -> bool:
        together = sum(int(call) for call in (one, other) if "nil" not in call)
        if together < board or (most and together > most):
            return False
        if one == other == "blind nil" and _option(house, "blind_pass", 0):
            return False
        return "nil" not in one or "nil" not in other or _option(house, "both_nil", True)

    partner = calls[len(calls) - 2] if len(calls) >= 2 else None
    if _option(house, "blind_nil", 0) and not has_looked:
        is_open = is_behind or _option(house, "blind_nil_behind", 100) == 0
        if is_open and (partner is None or fit(partner, "blind nil")):
            return ["blind nil", "look"]
    if partner is None:
        return [call for call in known if any(fit(call, other) for other in known)]
    return [call for call in known if fit(partner, call)]


def spades_deal(house: House, bids: Sequence[str], tricks: Sequence[int]) -> tuple[Pair, Pair]:
    """Points and bags of the two sides, by what the seats 1 to 4 have said and won."""
    points, bags = [0, 0], [0, 0]
    for side in (0, 1):
        wanted = won = by_nils = 0
        for seat in (side, side + 2):
            if "nil" not in bids[seat]:
                wanted += int(bids[seat])
                won += tricks[seat]
                continue
            by_nils += tricks[seat]
            stake = _option(house, "nil", 100) if bids[seat] == "nil" else _option(house, "blind_nil", 0)
            points[side] += stake if tricks[seat] == 0 else -stake
        failed_nil = _option(house, "failed_nil", "bags", "help", "nothing")
        if failed_nil == "help":
            won += by_nils
        good, bad = 10 * wanted, 10 * wanted
        if _option(house, "set", "minus", "zero") == "zero":
            bad = 0
        if wanted >= 10:
            good = _option(house, "ten_made", 0) or good
            bad = _option(house, "ten_set", 0) or bad
        if won >= wanted:
            points[side] += good + (won - wanted) * _option(house, "bag_points", 1, 0)
            bags[side] += won - wanted
        else:
            points[side] -= bad
        if failed_nil == "bags":
            points[side] += by_nils * _option(house, "nil_bag_points", 1, 0)
            bags[side] += by_nils
    return (points[0], points[1]), (bags[0], bags[1])


def spades_match(house: House, deals: Sequence[tuple[Pair, Pair]]) -> tuple[Pair, Pair, int | None]:
    """Totals, bags and the side that has won, after deals with points and bags."""
    totals, bags = [0, 0], [0, 0]
    limit, penalty = _option(house, "bag_limit", 10), _option(house, "bag_penalty", 100)
    floor = _option(house, "floor", 0)
    for points, more in deals:
        for side in (0, 1):
            totals[side] += points[side]
            bags[side] += more[side]
            while limit and bags[side] >= limit:
                totals[side] -= penalty
                bags[side] = bags[side] - limit if house.get("bag_rest", "carry") == "carry" else 0
            if not limit:
                bags[side] = 0
        ended = max(totals) >= _option(house, "target", 500) or (floor and min(totals) <= -floor)
        if ended and totals[0] != totals[1]:
            return (totals[0], totals[1]), (bags[0], bags[1]), 1 if totals[0] > totals[1] else 2
    return (totals[0], totals[1]), (bags[0], bags[1]), None


# ------------------------------------------------------------------------------ Belote and Coinche


def _turned(taker_side: int, pair: Pair) -> Pair:
    """(side 1, side 2) as (takers, defenders), or back again."""
    return pair if taker_side == 1 else (pair[1], pair[0])


def _rounded(house: House, points: int) -> int:
    """Trick points as they are marked.

    Belotes, annonces and bids are whole tens, so that only trick points need it.
    """
    rounding = _option(house, "rounding", "none", "nearest10_5up", "nearest10_6up", "defenders_first")
    if rounding == "none":
        return points
    if rounding == "nearest10_6up":
        return (points + 4) // 10 * 10
    return (points + 5) // 10 * 10


def _marked(house: House, points: Pair, tricks: Pair, capot_total: int) -> Pair:
    """Trick points of (takers, defenders) as they are marked when both keep theirs."""
    if tricks[1] == 0:
        return _rounded(house, capot_total), 0
    defenders = _rounded(house, points[1])
    if house.get("rounding") == "defenders_first":
        return 160 - defenders, defenders
    return _rounded(house, points[0]), defenders


def _kept_annonces(house: House, tricks: Pair, annonces: Pair) -> Pair:
    """A side without a trick keeps no annonces: the other side has them, or they are lost."""
    to_winners = _option(house, "annonces_of_capot", "winners", "lost") == "winners"
    first, second = annonces
    if tricks[0] == 0:
        return 0, second + (first if to_winners else 0)
    if tricks[1] == 0:
        return first + (second if to_winners else 0), 0
    return annonces


def belote_score(
    house: House, taker_side: int, points: Pair, tricks: Pair, belotes: Pair, annonces: Pair
) -> tuple[Pair, int]:
    """Scores of the two sides, and the points held over for the next deal.

    ``points`` are trick points with those of the last trick: 162 in all, whoever has all tricks.
    """
    # Reading: annonces of a side without a trick change hands (or are lost) before anything is compared,
    # so a capot always fulfils the contract; lost ones are lost to defenders whose takers are inside, too.
    tricks = _turned(taker_side, tricks)
    points = _turned(taker_side, points)
    belote_t, belote_d = _turned(taker_side, belotes)
    annonces_t, annonces_d = _kept_annonces(house, tricks, _turned(taker_side, annonces))

    compared_t, compared_d = points[0] + annonces_t, points[1] + annonces_d
    belote_counts = _option(house, "belote_counts_for_contract", True)
    if belote_counts:
        compared_t, compared_d = compared_t + belote_t, compared_d + belote_d
    if compared_t > compared_d:
        outcome = "takers_made"
    elif compared_t < compared_d:
        outcome = "dedans"
    else:
        outcome = _option(house, "tie", "litige", "takers_made", "dedans")

    capot_total = _option(house, "capot_total", 252, 250, 162)
    if outcome == "dedans":
        capot = tricks[0] == 0 and _option(house, "capot_for", "both", "takers") == "both"
        defenders = _rounded(house, capot_total if capot else 162)
        scores = belote_t, defenders + belote_d + annonces_t + annonces_d
        return _turned(taker_side, scores), 0

    marked_t, marked_d = _marked(house, points, tricks, capot_total)
    defenders = marked_d + belote_d + annonces_d
    if outcome == "takers_made":
        return _turned(taker_side, (marked_t + belote_t + annonces_t, defenders)), 0
    # Litige.  Reading: a belote that counted in the comparison (91-91) is held over with the rest, one that
    # did not is marked at once; what is held is rounded like what is marked.
    if belote_counts:
        return _turned(taker_side, (0, defenders)), marked_t + belote_t + annonces_t
    return _turned(taker_side, (belote_t, defenders)), marked_t + annonces_t


def coinche_score(
    house: House,
    contract: Contract,
    points: Pair,
    tricks: Pair,
    belotes: Pair,
    annonces: Pair,
    bidder_tricks: int = 0,
) -> tuple[Pair, int]:
    """Scores of the two sides, and the points held over for the next deal.

    ``points`` as in ``belote_score``; ``bidder_tricks`` are those of the bidder himself, for a generale.
    """
    taker_side = 1 if contract["seat"] is None else _side(contract["seat"])
    tricks = _turned(taker_side, tricks)
    points = _turned(taker_side, points)
    belote_t, belote_d = _turned(taker_side, belotes)
    annonces_t, annonces_d = _kept_annonces(house, tricks, _turned(taker_side, annonces))
    all_tricks = tricks[1] == 0
    times = (1, 2, _option(house, "surcoinche", 4, 3))[contract["double"]]

    # All tricks are 252 also in the comparison.
    capot_total = _option(house, "capot_total", 252, 250, 162)
    total_t = (capot_total if all_tricks else points[0]) + belote_t + annonces_t
    total_d = points[1] + belote_d + annonces_d
    value = contract["value"]
    litige = False
    if value == "capot":
        worth = _option(house, "capot_value", 250)
        made = all_tricks
    elif value == "generale":
        worth = _option(house, "generale_value", 500)
        made = bidder_tricks == 8
    else:
        assert isinstance(value, int)
        worth = value
        made = total_t >= (_option(house, "eighty_means", 80, 82) if value == 80 else value)
        # Reading: an equality is a failure, or a litige, only where the takers need more than the defence and
        # reached what they bid; it may then be at any value, and with tie=litige it is scored as in Belote
        # under every system: neither the bid nor a coinche counts.
        if _option(house, "made_if", "more_than_defence", "reach") == "more_than_defence":
            litige = made and total_t == total_d and _option(house, "tie", "dedans", "litige") == "litige"
            made = made and total_t > total_d

    marked_t, marked_d = _marked(house, points, tricks, capot_total)
    if litige:
        scores = 0, marked_d + belote_d + annonces_d
        return _turned(taker_side, scores), marked_t + belote_t + annonces_t

    system = _option(house, "system", "made_plus_bid", "contract_times", "bid_only", "flat", "points")
    if system == "points":  # the contract only tells who won
        return _turned(taker_side, points), 0
    if system == "bid_only":  # nothing else counts, not even a belote
        return _turned(taker_side, (worth * times, 0) if made else (0, worth * times)), 0
    if system == "flat":
        # Reading: 160 times the multiplier, 500 times for a capot (1000 for a generale) whether made or failed;
        # belotes and annonces only where each side scores the points it made.
        if made and times == 1 and isinstance(value, int):
            scores = marked_t + belote_t + annonces_t, marked_d + belote_d + annonces_d
            return _turned(taker_side, scores), 0
        amount = {"capot": 500, "generale": 1000}.get(str(value), 160) * times
        return _turned(taker_side, (amount, 0) if made else (0, amount)), 0

    if made and times == 1:
        scores = marked_t + belote_t + annonces_t + worth, marked_d + belote_d + annonces_d
        return _turned(taker_side, scores), 0
    # Reading: the pack is more for takers with all tricks, by as much as their points are, but not for defenders; it
    # is never rounded; where only the contract is multiplied, annonces are added as they are; and the defenders keep
    # their belote against a coinched contract that is made.
    pack = _option(house, "base", 160, 162)
    if made and all_tricks:
        pack += capot_total - 162
    both = annonces_t + annonces_d
    won = (pack + both + worth) * times if system == "made_plus_bid" else pack + both + worth * times
    if made:
        return _turned(taker_side, (won + belote_t, belote_d)), 0
    if _option(house, "belote_on_failure", "kept", "defence") == "defence":
        belote_t, belote_d = 0, belote_t + belote_d
    return _turned(taker_side, (belote_t, won + belote_d)), 0


# --------------------------------------------------------------------------------------- annonces


NATURAL_ORDER = "789TJQKA"
KINDS = ["tierce", "cinquante", "cent", "carre"]
SEQUENCE_POINTS = {"tierce": 20, "cinquante": 50, "cent": 100}
# Reading: without trumps the carres are ranked in the order of the cards there; carres of 8 and 7 are none.
CARRE_POINTS = {"Q": 100, "K": 100, "T": 100, "A": 100, "9": 150, "J": 200}
CARRE_POINTS_NO_TRUMP = {"9": 100, "J": 100, "Q": 100, "K": 100, "T": 150, "A": 200}


def _carres(strain: str) -> dict[str, int]:
    """Points of the carres, from the lowest to the highest."""
    return CARRE_POINTS_NO_TRUMP if strain == "NT" else CARRE_POINTS


def _strength(annonce: Annonce, strain: str) -> tuple[int, int, bool]:
    """Larger for the better annonce.  Reading: all cents are of one length."""
    kind, _, top, suit = annonce
    order = list(_carres(strain)) if kind == "carre" else list(NATURAL_ORDER)
    return KINDS.index(kind), order.index(top), suit == strain


def _possible_annonces(hand: Sequence[str], strain: str) -> list[tuple[Annonce, set[str]]]:
    """All annonces that the hand could show, each with its cards."""
    found: list[tuple[Annonce, set[str]]] = []
    for rank, points in _carres(strain).items():
        cards = {rank + suit for suit in "shdc"}
        if cards <= set(hand):
            found.append((("carre", points, rank, None), cards))
    for suit in "shdc":
        for low in range(8):
            for high in range(low + 2, 8):
                ranks = NATURAL_ORDER[low : high + 1]
                cards = {rank + suit for rank in ranks}
                if cards <= set(hand):
                    kind = KINDS[min(len(ranks), 5) - 3]
                    found.append(((kind, SEQUENCE_POINTS[kind], ranks[-1], suit.upper()), cards))
    return found


def find_annonces(hand: Sequence[str], strain: str) -> list[Annonce]:
    """The annonces of a hand of eight, no card in two of them, that are worth most; the best first.

    Reading: of several choices worth the same, the one whose best annonce is best.
    """
    possible = _possible_annonces(hand, strain)
    choices: list[list[Annonce]] = [[]]
    choices += [[annonce] for annonce, _ in possible]
    # Eight cards have no room for three.
    choices += [[one, two] for (one, used), (two, also) in combinations(possible, 2) if not used & also]
    for choice in choices:
        choice.sort(key=lambda annonce: _strength(annonce, strain), reverse=True)
    return max(
        choices,
        key=lambda choice: (
            sum(points for _, points, _, _ in choice),
            [_strength(annonce, strain) for annonce in choice],
        ),
    )


def compare_annonces(house: House, strain: str, first: int, annonces: Sequence[Sequence[Annonce]]) -> Pair:
    """The points of annonces that count for each side.

    ``annonces`` are those of the seats 1 to 4, announced in turn beginning with the seat ``first``.
    """
    best: tuple[int, int, bool] | None = None
    holders: list[int] = []  # the sides that have one as good as the best, in order of announcing
    for steps in range(4):
        seat = _after(first, steps)
        for annonce in annonces[seat - 1]:
            strength = _strength(annonce, strain)
            if best is None or strength > best:
                best, holders = strength, [_side(seat)]
            elif strength == best:
                holders.append(_side(seat))
    if not holders:
        return 0, 0
    tie = _option(house, "annonce_tie", "first_announcer", "nobody")
    if tie == "nobody" and set(holders) == {1, 2}:
        return 0, 0
    seats = (1, 3) if holders[0] == 1 else (2, 4)
    total = sum(points for seat in seats for _, points, _, _ in annonces[seat - 1])
    return (total, 0) if holders[0] == 1 else (0, total)
