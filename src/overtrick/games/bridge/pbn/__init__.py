"""PBN 2.1, the Portable Bridge Notation: read in any of its shapes, written in its export format.

What a record has no field for is kept in its tags, by the tag's own name: see docs/formats.md. A file that is written
has lines that end with CR and LF, as the standard demands; open it with `newline=""`.

`games`, `load`, `loads`, `dump` and `dumps` are those of a `RecordFormat`.
"""

from typing import Final

from overtrick.formats.record_format import RecordFormat
from overtrick.games.bridge.pbn.reader import read_games
from overtrick.games.bridge.pbn.writer import write_games

FORMAT: Final = RecordFormat(read_games, write_games)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
