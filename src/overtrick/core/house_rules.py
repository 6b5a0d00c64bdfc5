"""House rules are the fields of a frozen value; what each of them may be follows from its type.

    class Club(Ruled):
        name = "club"
        tie: Literal["litige", "takers_made"] = "litige"

    Club("ours", tie="takers_made")

Type checkers know the arguments by the fields. When a value is made, a rule or value that there is not is refused, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar, dataclass_transform, get_args

from overtrick.core.errors import Invalid

MOST_POINTS: Final = 10_000
"""the most that a house rule can give"""


def _positional(*, kw_only: bool) -> Any:
    """A field that is no house rule."""


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(_positional,))
class _Fields:
    """What tells type checkers that the annotations of its subclasses are fields."""


class Ruled(_Fields):
    """A value under house rules; `preset` is the name of the set of them that it began from.

    It is immutable, and equal to one of the same class and preset under the same rules. The facts of a class are class
    variables; every other annotation is a house rule with its default.
    """

    name: ClassVar[str]
    house_rules: ClassVar[tuple[str, ...]] = ()
    """the names of the house rules"""

    preset: str = _positional(kw_only=False)

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind)]
        cls.house_rules = (*cls.house_rules, *(name for name in own if name not in cls.house_rules))
        for name, found in [*vars(cls).items()]:  # a game cannot change, so that each property is found once
            if isinstance(found, property) and found.fget is not None and not found.__isabstractmethod__:
                once = cached_property(found.fget)
                once.__set_name__(cls, name)
                setattr(cls, name, once)

    if not TYPE_CHECKING:  # type checkers make it from the fields

        def __init__(self, preset: str, **house: object) -> None:
            fields = {rule: getattr(self, rule) for rule in self.house_rules} | house
            _check(type(self), fields)
            vars(self).update(fields, preset=preset)
            vars(self)["_hash"] = hash((self.name, *vars(self).values()))  # it is the key of what is computed once

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("games cannot change; with_house_rules makes another one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("games cannot change")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or (self.preset == other.preset and self.house == other.house)

    def __hash__(self) -> int:
        found: int = vars(self)["_hash"]
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (type(self), self.preset, self.house)  # hashes are not the same in every process

    def __str__(self) -> str:
        return f"{self.name}:{self.preset}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.preset!r}, **{self.house})"

    @property
    def house(self) -> dict[str, object]:
        """The house rules by name."""
        return {rule: getattr(self, rule) for rule in self.house_rules}

    def with_house_rules(self, house: Mapping[str, object]) -> Self:
        """The same with some house rules changed, each checked against what it may be."""
        if not house:
            return self
        _check(type(self), house)
        return _make(type(self), self.preset, {**self.house, **house})


Made = TypeVar("Made", bound=Ruled)


def _make(kind: Callable[..., Made], preset: str, house: Mapping[str, object]) -> Made:
    return kind(preset, **house)


def rule_types(kind: type[Ruled]) -> Mapping[str, Any]:
    """The types of the house rules of a class."""
    homes = {rule: base for base in reversed(kind.__mro__) for rule in getattr(base, "__annotations__", ())}
    return {rule: _evaluated(homes[rule].__annotations__[rule], homes[rule].__module__) for rule in kind.house_rules}


@cache
def _evaluated(annotation: Any, module: str) -> Any:
    """The type of an annotation; `typing.get_type_hints` takes four times as long, since it looks at all of them."""
    return eval(annotation, vars(sys.modules[module])) if isinstance(annotation, str) else annotation


def choices_of(kind: Any) -> Sequence[object]:
    """The values that a house rule of some type can have; those that are numbers are points."""
    return (True, False) if kind is bool else range(MOST_POINTS + 1) if kind is int else get_args(kind)


def _check(kind: type[Ruled], house: Mapping[str, object]) -> None:
    """Refuse house rules that a class does not have, or that cannot be so by their types."""
    kinds = rule_types(kind)
    for rule, value in house.items():
        if rule not in kinds:
            raise Invalid("unknown-house-rule", rule=rule, game=kind.name, known=", ".join(kinds) or "-")
        choices = choices_of(kinds[rule])
        if type(value) is not type(choices[0]) or value not in choices:
            ends = (choices[0], "…", choices[-1]) if isinstance(choices, range) else choices
            allowed = " ".join(str(choice).lower() for choice in ends)
            is_clear = type(value) is type(choices[0]) or (isinstance(value, str) and value not in map(str, choices))
            kind_of_value = "" if is_clear else f" ({type(value).__name__})"
            raise Invalid("bad-house-rule", rule=rule, value=f"{value}{kind_of_value}", allowed=allowed)
