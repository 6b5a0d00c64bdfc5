"""What hands are worth in Belote, and how players take."""

from typing import Final

from overtrick.bots.sampling.knowledge import Knowledge, Pace, Taking, Weights

WEIGHTS: Final = Weights(
    {"J": 26, "9": 20, "A": 15, "T": 11, "K": 8, "Q": 8, "8": 7, "7": 7},
    {"A": 7, "T": 2},
    {"A": 15.5, "T": 6.5, "K": 1.5},
    {"J": 13, "9": 7, "A": 2},
)
KNOWLEDGE: Final = Knowledge(Pace(85, 111), WEIGHTS, Taking(37, 39, 1000, 5), playouts=0.5)
