"""LIN, the format of Bridge Base Online: files of matches and tournaments, and single deals.

What a record has no field for is kept in its tags: by the name that PBN has for it, or else under `LIN`; see
docs/formats.md.

`games`, `load`, `loads`, `dump` and `dumps` are those of a `RecordFormat`.
"""

from typing import Final

from overtrick.formats.places import RecordFormat
from overtrick.games.bridge.lin.reader import read_boards
from overtrick.games.bridge.lin.writer import write_boards

FORMAT: Final = RecordFormat(read_boards, write_boards)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
