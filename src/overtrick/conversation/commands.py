"""The commands that a person can type, in three languages, and the messages that some of them become."""

from __future__ import annotations

from typing import Final, NamedTuple, cast, get_args

from overtrick import texts
from overtrick.core.errors import Invalid
from overtrick.protocol import incoming
from overtrick.protocol.incoming import CODE_LENGTH, LONGEST_GAME, LONGEST_LINE, LONGEST_NAME, Options

SPELLINGS: Final = {
    "help": "? h aide ajuda",
    "hand": "main mao mão",
    "last": "dernier ultima última",
    "score": "pontos",
    "auction": "encheres enchères leilao leilão",
    "rules": "regles règles regras",
    "hint": "conseil sugestao sugestão",
    "say": "dire dizer",
    "emote": "geste gesto",
    "mute": "sourdine calar",
    "silence": "silencer silenciar",
    "kick": "renvoyer expulsar",
    "report": "signaler denunciar",
    "takeback": "reprendre voltar",
    "claim": "revendiquer reivindicar reclamer réclamer reclamar",
    "resign": "abandonner desistir",
    "rematch": "revanche desforra",
    "yes": "y oui sim",
    "no": "n non não nao",
    "salt": "sel sal",
    "bot": "robot robo robô",
    "wait": "attendre esperar",
    "tables": "mesas",
    "new": "nouvelle nova",
    "sit": "asseoir sentar",
    "watch": "regarder ver",
    "quick": "",
    "back": "revenir regressar",
    "leave": "partir deixar",
    "lang": "langue lingua língua",
    "name": "nom nome",
    "quit": "exit quitter sair",
}
"""each command with what else may be typed for it"""

COMMANDS: Final = {word: name for name, others in SPELLINGS.items() for word in (name, *others.split())}

HELP: Final = ("number", "card", *(name for name in SPELLINGS if name not in ("help", "no", "wait")))
"""the lines of the help"""

PRIVATE: Final = ("private", "privée", "privee", "privada")
LONGEST_COMMAND: Final = LONGEST_GAME + 100
"""letters that can be typed: a command with a game, and a word before and after it"""


class Command(NamedTuple):
    """A command with the words after it."""

    name: str
    rest: str
    line: str


def find_command(line: str) -> Command | None:
    """The command of a line, if it is one."""
    first, _, rest = line.partition(" ")
    name = COMMANDS.get(first.lower())
    return None if name is None else Command(name, rest.strip(), line)


def incomplete(command: Command, form: str) -> Invalid:
    """The error of a command that lacks words."""
    return Invalid("bad-command", text=command.line, form=form)


def wrong_word(command: Command, word: str, form: str) -> Invalid:
    """The error of a command with a word that it does not know, or a word too many."""
    return Invalid("wrong-word", word=word, text=command.line, form=form)


def needed(command: Command, form: str, longest: int = LONGEST_LINE) -> str:
    """The words after a command, which must be there and not be too long."""
    if not command.rest:
        raise incomplete(command, form)
    return not_too_long(command.rest, longest)


def not_too_long(text: str, longest: int) -> str:
    """A text, which is refused if it is too long: what a person types is never cut."""
    if len(text) > longest:
        raise Invalid("too-long", most=longest)
    return text


def message_of(command: Command) -> incoming.Message | None:
    """What becomes of a command that depends on no position; raises `Invalid` if words are missing or too long."""
    match command.name:
        case "tables":
            return incoming.Tables()
        case "leave":
            return incoming.Leave()
        case "quick":
            return incoming.Quick(game=needed(command, "quick GAME", LONGEST_GAME).lower())
        case "new":
            game, *more = needed(command, "new GAME", LONGEST_COMMAND).lower().split()
            wrong = [word for word in more if word not in PRIVATE] or more[1:]
            if wrong:
                raise wrong_word(command, wrong[0], f"new GAME [{PRIVATE[0]}]")
            return incoming.Create(game=not_too_long(game, LONGEST_GAME), options=Options(private=bool(more)))
        case "sit":
            table, *seats = needed(command, "sit TABLE").split()
            if len(seats) > 1:
                raise wrong_word(command, seats[1], "sit TABLE [SEAT]")
            seat = _seat_number(command, seats[0]) if seats else None
            return incoming.Sit(seat=seat, **_table_or_code(table))
        case "watch":
            return incoming.Watch(**_table_or_code(needed(command, "watch TABLE")))
        case "say":
            return incoming.Say(text=needed(command, "say TEXT"))
        case "emote":
            return incoming.Emote(what=_emotion(command))
        case "silence" | "kick":
            seat = seat_named(command)
            return incoming.Kick(seat=seat) if command.name == "kick" else incoming.Mute(seat=seat)
        case "report":
            first, _, reason = needed(command, "report SEAT WORDS").partition(" ")
            return incoming.Report(seat=_seat_number(command, first), reason=reason.strip())
        case "salt":
            return incoming.Salt(words=needed(command, "salt WORDS"))
        case "bot":
            words = command.rest.split()
            seat = _seat_number(command, words.pop()) if words and words[-1].isdecimal() else None
            if len(words) > 1:
                raise wrong_word(command, words[1], "bot [NAME[:LEVEL]] [SEAT]")
            return incoming.AddBot(bot=not_too_long(words[0], LONGEST_NAME) if words else "simple", seat=seat)
    return None


def _emotion(command: Command) -> incoming.Emotion:
    """One of the few things that are said without words, by its name or as it reads in any language."""
    all_ = get_args(incoming.Emotion)
    word, form = needed(command, f"emote {' '.join(all_)}").lower(), " ".join(all_)
    for what in all_:
        if word in (what, *(texts.say(language, f"emote.{what}").lower() for language in texts.LANGUAGES)):
            return cast("incoming.Emotion", what)
    raise wrong_word(command, word, form)


def seat_named(command: Command) -> int:
    """The seat of a command that is about one."""
    return _seat_number(command, needed(command, f"{command.name} SEAT"))


def _seat_number(command: Command, text: str) -> int:
    """A seat from 1 to 4."""
    if text not in ("1", "2", "3", "4"):
        raise wrong_word(command, text, "1 2 3 4")
    return int(text)


def _table_or_code(text: str) -> dict[str, str]:
    """The table that somebody asks for, which is known from the length of its code where it is a private one."""
    name = not_too_long(text, LONGEST_NAME).lower()
    return {"code": name} if len(name) == CODE_LENGTH else {"table": name}
