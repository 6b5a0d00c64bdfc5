"""What all games share: cards, seats, tricks, auctions, scores, and what a game is."""
