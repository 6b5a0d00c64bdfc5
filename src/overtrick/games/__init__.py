"""The games, a package each; others plug in by the entry point group `overtrick.games`."""
