"""Bots: a bot is a function that gets what its seat may know and answers with one of the actions that are legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from overtrick.bots.simple_play import outspoken, simple
from overtrick.core.actions import Action, Word
from overtrick.core.errors import Invalid, OvertrickError
from overtrick.core.game import Game
from overtrick.deal.view import View
from overtrick.plugins import BOTS as GROUP
from overtrick.plugins import installed

if TYPE_CHECKING:
    from random import Random  # takes milliseconds to import, and a bot gets its randomness from outside

    from overtrick.bots.program.bot import Programs

Bot = Callable[[View], Action | str]
"""Answers what its seat may know with one of the actions in `view.legal`, or with its notation."""


class Making(NamedTuple):
    """What a bot is made with."""

    rng: Random
    """the source of all chance in its play"""
    options: str = ""
    """what stands after the colon of its text, such as the level in `sampling:4`"""
    seconds: float | None = None
    """the most that it may think about an action at a live table; without it the same seed gives the same play"""


Maker = Callable[[Making], Bot]
"""What a package registers under the name of its bot: it makes the bot of one seat."""


def _random(making: Making) -> Bot:
    """Any legal call, discard or card, all equally likely; it says what brings points."""
    _refuse_options("random", making)

    def choose(view: View) -> Action:
        legal: Sequence[Action] = view.legal
        if isinstance(legal[0], Word):  # words stand before the cards
            legal = [action for action in legal if not isinstance(action, Word)]
        return making.rng.choice(legal)

    return lambda view: outspoken(view, choose)


def _simple(making: Making) -> Bot:
    """The plain strategy of each game, which leaves nothing to chance."""
    _refuse_options("simple", making)
    return simple


def _sampling(making: Making) -> Bot:
    """Imagined deals and exact solutions of them; `sampling:LEVEL`."""
    for module in ("numba", "numpy"):
        if find_spec(module) is None:
            raise Invalid("not-installed", module=module, extra="fast")
    from overtrick.bots.sampling.bot import Sampling  # with NumPy, which the others do without

    return Sampling.make(making)


def _file_bot(path: str, game: Game | None = None) -> Bot:
    """The bot of the checkpoint in a file; `policy:FILE`."""
    if not path:
        raise Invalid("bot-without-file", bot=f"{POLICY}:")
    if find_spec("numpy") is None:
        raise Invalid("not-installed", module="numpy", extra="fast")
    from overtrick.bots.policy import file_bot

    return file_bot(path, game)


def _refuse_options(name: str, making: Making) -> None:
    if making.options:
        raise Invalid("bot-without-options", bot=name, options=making.options)


BOTS: Final[dict[str, Maker]] = {"random": _random, "simple": _simple, "sampling": _sampling}
"""what makes a bot of each name"""


PROGRAM: Final = "exec"
"""the name of bots that are programs of their own: `exec:COMMAND`"""
POLICY: Final = "policy"
"""the name of bots that have learned: `policy:FILE`"""


def find_bot(
    text: str, rng: Random, seconds: float | None = None, programs: Programs | None = None, files: bool = False
) -> Bot:
    """The bot of a text, `NAME` or `NAME:OPTIONS`; all chance in its play comes from `rng`.

    The text of a program, `exec:COMMAND`, is refused unless there are `programs`, among which it is started: whoever
    may name a bot could else run anything. So is `policy:FILE` unless `files` says that they may read any file.
    """
    name, _, options = text.partition(":")
    if name == PROGRAM:
        if programs is None:
            raise Invalid("no-programs", bot=text)
        return programs.bot(options, rng, seconds)
    if is_policy(text):
        if not files:
            raise Invalid("no-files", bot=text)
        return _file_bot(options)
    making = Making(rng, options, seconds)
    return BOTS[name](making) if name in BOTS else _installed_bot(name, making)


def check_bot(text: str, is_own: bool = False, game: Game | None = None) -> None:
    """Refuse a text that no bot has.

    Whoever runs this, and names a bot of their own, may name a program, which is started to see whether it answers, or
    a file, which is read. Both have to play a game if there is one.
    """
    from random import Random

    options = text.partition(":")[2]
    if is_own and is_policy(text):
        _file_bot(options, game)
    elif is_own and is_program(text):
        from overtrick.bots.program.bot import check_program

        check_program(options, None if game is None else game.name)
    else:
        find_bot(text, Random(0))


def check_name(text: str) -> None:
    """Refuse a text that no bot has, without running what others wrote, since a stranger may have chosen the options.

    An installed bot is known by its name alone; options that it refuses show when it is asked.
    """
    name = text.partition(":")[0]
    if name in BOTS or name not in installed(GROUP):
        check_bot(text)


def is_program(text: str) -> bool:
    """Whether a text is that of a program."""
    return text.startswith(f"{PROGRAM}:")


def is_policy(text: str) -> bool:
    """Whether a text is that of a file."""
    return text.startswith(f"{POLICY}:")


def _installed_bot(name: str, making: Making) -> Bot:
    """A bot of another package."""
    found = installed(GROUP)
    if name not in found:
        raise Invalid("unknown-bot", bot=name, known=", ".join(dict.fromkeys([*BOTS, *sorted(found)])))
    try:
        make: Maker = found[name].load()
        return make(making)
    except OvertrickError:
        raise
    except Exception as error:  # whatever the code of another package raises
        reason = f"{type(error).__name__}: {error}"
        raise Invalid("broken-bot", bot=name, package=found[name].value, reason=reason) from error


def installed_bots() -> tuple[str, ...]:
    """The names of the bots of other packages."""
    return tuple(sorted(installed(GROUP)))


def distribution_of(text: str) -> str | None:
    """The package in which the bot of a text is installed, with its version; None for a bot of no other package."""
    name = text.partition(":")[0]
    found = None if name in BOTS else installed(GROUP).get(name)
    return None if found is None or found.dist is None else f"{found.dist.name} {found.dist.version}"


def bot_name(text: str) -> str:
    """What people call the bot of a text: `sampling 4`."""
    if is_program(text):
        return "program"
    return POLICY if is_policy(text) else text.replace(":", " ")
