"""Bridge."""
