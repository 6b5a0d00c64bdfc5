"""What hands are worth in Klaverjas, and how players make trumps."""

from typing import Final

from overtrick.bots.sampling.knowledge import Knowledge, Pace, Taking, Weights

WEIGHTS: Final = Weights(
    {"J": 32, "9": 21.5, "A": 16.5, "T": 12.5, "K": 9.5, "Q": 7.5, "8": 9, "7": 8.5},
    {"A": 10, "T": 2.5},
    {},
    {},
)
"""over 60,000 deals, in which a taker whose hand is worth nothing wins 45 points with their partner"""
KNOWLEDGE: Final = Knowledge(Pace(95, 125), WEIGHTS, Taking(45, 45, 1000, 6), playouts=0.5)
