"""Tests of the page, which share a browser and a server."""
