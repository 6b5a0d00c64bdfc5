"""EGN 1.4, the Euchre Game Notation: a JSON object with the deals of one game.

What a record has no field for is kept in its tag `EGN`; see docs/formats.md.

`games`, `load`, `loads`, `dump` and `dumps` are those of a `RecordFormat`.
"""

from typing import Final

from overtrick.formats.record_format import RecordFormat
from overtrick.games.euchre.egn.reader import read_deals
from overtrick.games.euchre.egn.writer import write_deals

FORMAT: Final = RecordFormat(read_deals, write_deals)
games, load, loads, dump, dumps = FORMAT.games, FORMAT.load, FORMAT.loads, FORMAT.dump, FORMAT.dumps
