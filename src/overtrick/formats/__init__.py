"""The formats in which records are written; each is one file with load, loads, dump and dumps."""
