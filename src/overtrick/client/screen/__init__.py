"""The full-screen client of a terminal."""
