"""Huisjas for Overtrick."""
