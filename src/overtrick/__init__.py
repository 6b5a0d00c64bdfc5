"""Overtrick: one engine for partnership trick-taking card games."""
