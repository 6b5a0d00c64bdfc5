"""Klaverjas for Overtrick."""
