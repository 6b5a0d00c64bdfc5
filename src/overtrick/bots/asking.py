"""Asking a bot, whoever wrote it: it answers with something legal, or it has failed and a finding says how."""

from __future__ import annotations

from typing import Protocol, TypeGuard

from overtrick.bots.bot import Bot
from overtrick.core.actions import Action
from overtrick.core.errors import Finding, OvertrickError
from overtrick.core.scoring import Scores
from overtrick.core.seats import Seat
from overtrick.deal.record import Record
from overtrick.deal.view import View


class BotError(OvertrickError):
    """A bot that does not play on."""


class HearsResults(Protocol):
    """A bot that wants to know how its deals end."""

    def hear_result(self, seat: Seat, record: Record, scores: Scores) -> None:
        """A deal is over that the bot played on a seat; in the record are all hands."""


def ask(bot: Bot, seen: View, name: str | None = None) -> Action:
    """What a bot does: one of the legal actions; raises `BotError`, with the name if it has one, for any other."""
    try:
        answer = bot(seen)
        legal = seen.legal
        if answer in legal:
            return legal[legal.index(answer)]  # not the answer: it may be anything that says it is equal
        shown = str(answer)
    except BotError:
        raise
    except Exception as error:  # it may be anybody's bot, and only its own deal is lost
        raise failed(name or _name(bot), error) from error
    raise illegal(name or _name(bot), shown, seen)


def illegal(name: str, answer: str, seen: View) -> BotError:
    """What is wrong with a bot that answers something illegal."""
    return BotError(Finding("bot-illegal", {"bot": name, "action": answer, "legal": ", ".join(map(str, seen.legal))}))


def hears_results(bot: object) -> TypeGuard[HearsResults]:
    """Whether a bot wants to know how its deals end; `isinstance` would take long."""
    return hasattr(bot, "hear_result")


def tell(bot: HearsResults, seat: Seat, record: Record, scores: Scores, name: str | None = None) -> None:
    """Let a bot know how a deal ended; raises `BotError`, with the name if it has one, for one that fails at that."""
    try:
        bot.hear_result(seat, record, scores)
    except Exception as error:  # it may be anybody's bot, which has played its deal
        raise failed(name or _name(bot), error) from error


def failed(name: str, error: Exception) -> BotError:
    """What is wrong with a bot that has raised an error."""
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return BotError(Finding("bot-failed", {"bot": name, "reason": reason}))


def _name(bot: Bot | HearsResults) -> str:
    return str(getattr(bot, "__name__", type(bot).__name__))
