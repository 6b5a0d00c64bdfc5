"""What hands are worth in Coinche, and how players bid."""

from typing import Final

from overtrick.bots.sampling.knowledge import BidLimits, Knowledge, Pace
from overtrick.games.belote.knowledge import WEIGHTS
from overtrick.games.coinche.rules import CAPOT, GENERALE

LIMITS: Final = BidLimits(
    base=50,
    mean=32,
    together=1.55,
    margin=8,
    secure=82,
    all_tricks=150,
    spread=8,
    to_raise=20,
    to_double=62,
    hopeless=20,
    sweeps=((CAPOT, 130), (GENERALE, 150)),
)
KNOWLEDGE: Final = Knowledge(Pace(148, 228), WEIGHTS, bidding=LIMITS, playouts=0.35)
