"""House rules are the fields of a game; what each of them may be follows from its type."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, get_args, get_type_hints

from overtrick.core.errors import Invalid

MOST_POINTS: Final = 10_000
"""the most that a house rule can give"""


@cache
def rule_types(kind: type) -> Mapping[str, Any]:
    """The types of the house rules of a game, which take long to find."""
    return get_type_hints(kind)


def choices_of(kind: Any) -> Sequence[object]:
    """The values that a house rule of some type can have; those that are numbers are points."""
    return (True, False) if kind is bool else range(MOST_POINTS + 1) if kind is int else get_args(kind)


def check_house_rules(game: str, known: Sequence[str], kind: type, house: Mapping[str, object]) -> None:
    """Refuse house rules that are not among the known ones of a game, or that cannot be so by the types of its kind."""
    kinds = rule_types(kind)
    for rule, value in house.items():
        if rule not in known:
            raise Invalid("unknown-house-rule", rule=rule, game=game, known=", ".join(known) or "-")
        choices = choices_of(kinds[rule])
        if type(value) is not type(choices[0]) or value not in choices:
            ends = (choices[0], "…", choices[-1]) if isinstance(choices, range) else choices
            allowed = " ".join(str(choice).lower() for choice in ends)
            raise Invalid("bad-house-rule", rule=rule, value=str(value), allowed=allowed)
