"""Klaverjas."""
