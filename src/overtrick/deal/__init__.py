"""The life of a deal: its course, rounds and views of it, its text, its positions, its record."""
