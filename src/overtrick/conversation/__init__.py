"""A table in plain text: what people type and read, without a connection."""
