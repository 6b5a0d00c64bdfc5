"""Overtrick: one engine for partnership trick-taking card games.

The public names stand in `__init__.pyi`, the one list of them; README.md shows them at work. Each is loaded when it is
first used, so that a command starts with no more than it needs.
"""

import os
import re
from importlib import import_module

_IMPORT = re.compile(r"^from (\S+) import (\w+) as", re.MULTILINE)


def _homes() -> dict[str, str]:
    """The public names, and the module of each."""
    with open(os.path.join(os.path.dirname(__file__), "__init__.pyi"), encoding="utf-8") as stub:
        return {name: module for module, name in _IMPORT.findall(stub.read())}


def __getattr__(name: str) -> object:
    """A public name, from its module; a module that is one is imported. What needs NumPy is refused without it."""
    homes = _homes()
    if name == "__all__":
        return sorted(homes)
    if name not in homes:
        raise AttributeError(f"module 'overtrick' has no attribute {name!r}")
    try:
        home = import_module(homes[name])
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        from overtrick.core.errors import Invalid

        raise Invalid("not-installed", module="NumPy", extra="fast") from None
    value = getattr(home, name) if hasattr(home, name) else import_module(f"{homes[name]}.{name}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_homes())
