"""`overtrick convert`: records from one format into another, and nothing lost in silence."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from overtrick import texts
from overtrick.cli.files import Writer, read_any_games, shown, write_safely
from overtrick.cli.options import Parser
from overtrick.cli.warned import Warned
from overtrick.core.errors import Invalid
from overtrick.deal.record import Record
from overtrick.formats.catalogue import FORMATS, Format, format_of_path


def run(arguments: Sequence[str]) -> int:
    """Convert a file; what cannot be converted is told on standard error, and the rest is written nonetheless."""
    parser = Parser(
        "convert",
        "Convert records of games. Formats are known by the ends of names, such as .jsonl or .pbn, and "
        "an input with another name by its content. Games that cannot be read, or that the other format cannot hold, "
        "are told with their lines and left out (exit code 1).",
    )
    parser.value("source", "IN", "a file, - for standard input, or the address of a hand viewer")
    parser.value("target", "OUT", "a file, or - for standard output")
    parser.add_argument("--from", dest="source_format", type=_format_named, choices=FORMATS, help="the format of IN")
    parser.add_argument("--to", dest="target_format", type=_format_named, choices=FORMATS, help="the format of OUT")
    parser.lang("of the messages")
    options = parser.parse_args(arguments)
    name, path = options.target_format or format_of_path(options.target), shown(options.source)
    if name is None:
        raise Invalid("no-target-format", path=options.target, known=" ".join(FORMATS))
    form = FORMATS[name]
    writer = Writer(form, options.lang)
    games, warned = list(read_any_games(options.source, options.lang, options.source_format)), Warned(options.lang)
    for game in games:
        warned.add(path, game.warnings)
    warned.tell()
    records = list(writer.writable((f"{path}:{(g.finding and g.finding.line) or g.line}", g) for g in games))
    if records:
        text = form.dumps(records)
        write_safely(options.target, text)
        for fields, count in _lost(records, form, text).items():
            lost = texts.say(options.lang, "convert.lost", count=count, fields=texts.listed(options.lang, fields))
            print(f"{path}: {lost}", file=sys.stderr)
    return writer.exit_code


def _format_named(word: str) -> str:
    """The name of a format, by the end of its files too: `url` and `xml`."""
    return word if word in FORMATS else format_of_path(f"file.{word}") or word


def _lost(records: Sequence[Record], form: Format, text: str) -> Counter[tuple[str, ...]]:
    """Which fields are not the same when the text of some records is read again, and in how many of them."""
    again = [game.record for game in form.games(text.encode("utf-8", "surrogatepass").splitlines(keepends=True))]
    again += [None] * (len(records) - len(again))
    lost = Counter(_lost_fields(record, other) for record, other in zip(records, again, strict=False))
    del lost[()]
    return lost


def _lost_fields(record: Record, again: Record | None) -> tuple[str, ...]:
    if again is None:
        return Record._fields
    after, empty = _told(again), _told(Record(record.game))
    return tuple(name for name, value in _told(record).items() if value not in (after.get(name), empty.get(name)))


def _told(record: Record) -> dict[str, object]:
    """What a record tells by the names of its fields; the order of the cards in a hand tells nothing."""
    deal, tags = record.deal, record.tags.items()
    hands = deal.hands and tuple(hand and tuple(sorted(hand)) for hand in deal.hands)
    return {
        **{name: value for name, value in record._asdict().items() if name not in ("deal", "tags")},
        **{f"deal.{name}": value for name, value in deal._asdict().items()},
        "deal.hands": hands,
        "deal.kitty": tuple(sorted(deal.kitty)),
        **{f"tags.{name}": value for name, value in tags if value not in ("", "?", None)},
    }
