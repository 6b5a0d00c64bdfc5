"""What sits down at a table: a person at a terminal, or a bot. It sees the messages of its seat and nothing else."""
