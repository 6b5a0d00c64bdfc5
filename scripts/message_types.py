"""Writes web/src/net/messages.ts: the types of what the page and the server tell, from the structs that are encoded.

`python -m scripts.message_types` after a change of them; a test tells when that was forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from overtrick.protocol import incoming, outgoing
from overtrick.protocol.answers import Analysis, CallShown, DailyDeals, GameInfo, Honesty, Lesson
from overtrick.protocol.players import PlayerInfo, PlayerPage, ProgramInfo

FILE: Final = Path(__file__).parent.parent / "web" / "src" / "net" / "messages.ts"
HEADING: Final = """\
// Written by `python -m scripts.message_types` from src/overtrick/protocol: change it there.
"""
ANSWERS: Final = (GameInfo, Analysis, CallShown, Honesty, Lesson, DailyDeals, PlayerInfo, PlayerPage, ProgramInfo)
"""what the page gets by HTTP"""
SIMPLE: Final = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}

Schema = dict[str, Any]


def message_types() -> str:
    """The file: a type for each message, each answer and each part of one, and the unions of all of a direction."""
    roots = {"Incoming": incoming.Message, "Outgoing": outgoing.Message, "TableEvent": outgoing.TableEvent}
    schemas, components = msgspec.json.schema_components([*roots.values(), *ANSWERS], ref_template="{name}")
    parts = [HEADING, f"export const VERSION = {incoming.VERSION};\n"]
    parts += ["".join(_interface(name, schema)) for name, schema in sorted(components.items())]
    parts += [f"export type {name} =\n  | {_union(schema)};\n" for name, schema in zip(roots, schemas, strict=False)]
    return "\n".join(parts)


def _interface(name: str, schema: Schema) -> Iterator[str]:
    required = schema.get("required", ())
    summary, _, _ = schema.get("description", "").partition("\n")
    yield f"/** {summary} */\n" if summary else ""
    yield f"export interface {name} {{\n"
    for field, kind in schema["properties"].items():
        is_tag = "enum" in kind and field == "type"
        mark = "" if field in required or is_tag else "?"
        yield f"  {field}{mark}: {_type(kind)};\n"
    yield "}\n"


def _union(schema: Schema) -> str:
    return "\n  | ".join(sorted(_type(option) for option in schema["anyOf"]))


def _type(schema: Schema) -> str:
    """A schema as a type."""
    match schema:
        case {"$ref": name}:
            return str(name)
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": options}:
            return " | ".join(_type(option) for option in options)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"type": "array", "items": item}:
            kind = _type(item)
            return f"({kind})[]" if " | " in kind else f"{kind}[]"
        case {"type": "object", "additionalProperties": item}:
            return f"Record<string, {_type(item)}>"
        case {"type": simple}:
            return SIMPLE[simple]
    raise ValueError(f"no type for {schema}")


if __name__ == "__main__":
    FILE.write_text(message_types(), encoding="utf-8")
