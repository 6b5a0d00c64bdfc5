"""The referee, who sees only the cards that are played: what they prove, and the verdict."""
