"""The bot `sampling`: it imagines deals that agree with all it has seen, and solves them."""
