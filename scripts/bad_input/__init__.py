"""Bad input for a server: whatever comes in, the sender is told or dropped, and nobody else notices."""
