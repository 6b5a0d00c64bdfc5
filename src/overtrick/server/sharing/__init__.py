"""Processes that share a database: who comes to one of them can play at the tables of all."""
