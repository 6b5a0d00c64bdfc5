"""Whist."""
