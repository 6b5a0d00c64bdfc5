"""Faults as plain data; docs/formats.md tells the fields."""

from __future__ import annotations

from overtrick.referee import sentences
from overtrick.referee.evidence import Play
from overtrick.referee.verdict import Fault


def fault_as_json(fault: Fault, language: str) -> dict[str, object]:
    """A fault with everything that proves it, and the sentences for people."""
    return {
        "law": fault.law,
        **_play(fault.revealing),
        "line": fault.line,
        "column": fault.column,
        "kind": fault.kind,
        "offending": fault.offending and _play(fault.offending),
        "offender": fault.offender and int(fault.offender),
        "certain": list(map(int, fault.certain)),
        "suspects": list(map(int, fault.suspects)),
        "proof": [
            {
                **_play(play),
                "shown": sentences.shown_phrase(fault, play, language),
                "message": sentences.reason_sentence(fault, play, language),
            }
            for play in fault.proof
        ],
        "held": list(map(str, fault.held)) if fault.kind == "known" else [],
        "shortage": _shortage(fault, language) if fault.kind == "counting" else None,
        "message": fault.message(language),
    }


def _shortage(fault: Fault, language: str) -> dict[str, object] | None:
    shortage = fault.shortage
    return shortage and {
        "cards": list(map(str, shortage.cards)),
        "room": shortage.room,
        "message": sentences.shortage_phrase(fault, language),
        "known": sentences.pin_sentences(fault, language),
    }


def _play(play: Play) -> dict[str, object]:
    return {"trick": play.trick, "player": int(play.seat), "card": str(play.card)}
