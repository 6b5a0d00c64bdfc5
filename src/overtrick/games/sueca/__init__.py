"""Sueca."""
