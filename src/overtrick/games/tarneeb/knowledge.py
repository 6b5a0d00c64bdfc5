"""What deals and cards of Tarneeb bring."""

from typing import Final

from overtrick.bots.sampling.knowledge import Knowledge, Pace, Weights
from overtrick.games.tarneeb.strategy import PLAIN, TRUMPS

WEIGHTS: Final = Weights(
    {str(rank): hundredths / 100 for rank, hundredths in TRUMPS.items()},
    {str(rank): hundredths / 100 for rank, hundredths in PLAIN.items()},
    no_trumps={},
    all_trumps={},
)
KNOWLEDGE: Final = Knowledge(Pace(3.7, 10), WEIGHTS)
