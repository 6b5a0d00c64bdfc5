"""Writes docs/api.md, the reference of all public names, from the sources and their docstrings."""
