"""What deals of Hokm bring."""

from typing import Final

from overtrick.bots.sampling.knowledge import Knowledge, Pace

KNOWLEDGE: Final = Knowledge(Pace(0.55, 1.2))
