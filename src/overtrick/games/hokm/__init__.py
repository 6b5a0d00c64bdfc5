"""Hokm."""
