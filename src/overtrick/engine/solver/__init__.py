"""Best play with all hands open: exact values of positions, tables and par."""
