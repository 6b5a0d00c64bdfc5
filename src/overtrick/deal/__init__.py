"""The life of a deal: its text, its positions, its record."""
