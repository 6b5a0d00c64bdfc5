"""What deals of Sueca bring."""

from typing import Final

from overtrick.bots.sampling.knowledge import Knowledge, Pace

KNOWLEDGE: Final = Knowledge(Pace(0.58, 1.2), playouts=0.5)
