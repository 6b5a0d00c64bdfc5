"""Jass."""
