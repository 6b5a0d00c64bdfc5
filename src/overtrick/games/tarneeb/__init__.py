"""Tarneeb."""
