"""`overtrick convert`: records from one format into another, and nothing lost in silence."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from overtrick import texts
from overtrick.cli.files import read_games, write_safely
from overtrick.core.errors import Finding, Invalid
from overtrick.deal.record import Record
from overtrick.formats.catalogue import FORMATS, Format, format_of_path
from overtrick.formats.places import Placed

LEFT_OUT: Final = 1
"""the exit code where some games could not be read or written"""


def run(arguments: Sequence[str]) -> int:
    """Convert a file; what cannot be converted is told on standard error, and the rest is written nonetheless."""
    parser = argparse.ArgumentParser(
        prog="overtrick convert",
        formatter_class=partial(argparse.HelpFormatter, width=100),
        description="Convert records of games. Formats are known by the ends of names, such as .jsonl or .pbn, and "
        "an input with another name by its content. Games that cannot be read, or that the other format cannot hold, "
        "are told with their lines and left out (exit code 1).",
    )
    parser.add_argument("source", metavar="IN", help="a file, or - for standard input")
    parser.add_argument("target", metavar="OUT", help="a file, or - for standard output")
    parser.add_argument("--from", dest="source_format", choices=FORMATS, help="the format of IN")
    parser.add_argument("--to", dest="target_format", choices=FORMATS, help="the format of OUT")
    parser.add_argument("--lang", choices=texts.LANGUAGES, default="en", help="the language of the messages")
    options = parser.parse_args(arguments)
    name = options.target_format or format_of_path(options.target)
    if name is None:
        raise Invalid("no-target-format", path=options.target, known=" ".join(FORMATS))
    teller = _Teller(options.source, options.lang)
    records = list(teller.writable(read_games(options.source, options.source_format), FORMATS[name]))
    if records:
        text = FORMATS[name].dumps(records)
        write_safely(options.target, text)
        teller.tell_losses(_lost(records, FORMATS[name], text))
    return LEFT_OUT if teller.has_left_out else 0


class _Teller:
    """Tells what could not be converted."""

    def __init__(self, path: str, language: str) -> None:
        self.path = path
        self.language = language
        self.has_left_out = False

    def writable(self, games: Iterable[Placed], form: Format) -> Iterator[Record]:
        """The records that a format can hold."""
        written = 0
        for game in games:
            try:
                if game.record is None:
                    raise Invalid(game.finding or Finding("empty"))
                if written and form.has_tricks:
                    raise Invalid("one-game-only")
                form.dumps([game.record])
            except Invalid as error:
                self.has_left_out = True
                finding = error.finding.at(game.line)
                self._print(f"{self.path}:{finding.line}", finding.message(self.language))
                continue
            written += 1
            yield game.record

    def tell_losses(self, lost: Mapping[tuple[str, ...], int]) -> None:
        """Tell how many games lose which fields."""
        for fields, count in lost.items():
            listed = texts.listed(self.language, fields)
            self._print(self.path, texts.say(self.language, "convert.lost", count=count, fields=listed))

    def _print(self, place: str, sentence: str) -> None:
        print(f"{place}: {sentence}", file=sys.stderr)


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
