"""A deal as lines of text, for the render modes `ansi` and `human`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from overtrick import texts
from overtrick.core.cards import Cards
from overtrick.core.catalogue import game_text
from overtrick.core.errors import Invalid
from overtrick.core.seats import Seat
from overtrick.deal.view import View

RENDER_MODES: Final = ("ansi", "human")
RENDERING: Final[dict[str, Any]] = {"render_modes": list(RENDER_MODES), "render_fps": 1}
"""what both libraries want to know of it"""


def check_render_mode(mode: str | None) -> None:
    """Refuse a mode in which nothing can be shown."""
    if mode is not None and mode not in RENDER_MODES:
        raise Invalid("bad-render-mode", mode=mode, known=", ".join(RENDER_MODES))


def picture(view: View, hands: Mapping[Seat, Cards]) -> str:
    """A deal with the hands that may be seen."""
    name, contract, trick, score = view.game.seat_name, view.contract, view.trick, view.score
    title = [game_text(view.game), texts.say("en", "deal.dealer", seat=name(view.dealer))]
    if view.turn_up is not None:
        title.append(texts.say("en", "deal.turn-up", card=str(view.turn_up)))
    lines = [", ".join(title), *(f"{name(seat)}: {hand}" for seat, hand in hands.items())]
    if made := view.auction.made:
        lines.append(
            texts.say("en", "session.auction", calls=", ".join(f"{name(seat)}: {call}" for seat, call in made))
        )
    if contract is not None and contract.seat is not None:
        words = [contract.strain, contract.value] if contract.alone else [contract.value, contract.strain]
        text = " ".join(str(word) for word in (*words, "X" * contract.double) if word)
        lines.append(texts.say("en", "session.contract", contract=text, who=name(contract.seat)))
    elif contract is not None:
        lines.append(texts.say("en", "session.trumps", strain=str(contract.strain)))
    if trick is not None and trick.cards:
        played = zip(trick.players, trick.cards, strict=False)
        text = ", ".join(f"{name(seat)}: {card}" for seat, card in played)
        lines.append(texts.say("en", "session.on-table", cards=text))
    first, second = view.points if score is None else score.scores
    lines.append(f"{first} : {second}")
    return "\n".join(lines)
