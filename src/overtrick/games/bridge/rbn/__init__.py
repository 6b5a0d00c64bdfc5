"""RBN, Richard Pavlicek's notation: lines with a label of one letter, and a blank line behind each record.

    B 8
    H W:A8765.QT.K9.AT87:J42.AJ7632.J.632:QT3.85.Q86.KQJ54:
    A WZ:1S2H2S4D:4SPP5H:XA
    C 5HX:N
    P CK972:CQ!H483:DA9J6
    R 9-300

What a record has no field for is kept in its tags: by the name that PBN has for it, or else under `RBN`, by its label;
see docs/formats.md.

`games`, `load`, `loads`, `dump` and `dumps` are those of a `RecordFormat`.
"""

from typing import Final

from overtrick.formats.record_format import RecordFormat
from overtrick.games.bridge.rbn.reader import read_records
from overtrick.games.bridge.rbn.writer import write_records

FORMAT: Final = RecordFormat(read_records, write_records)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
