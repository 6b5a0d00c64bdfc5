"""Where bots play: deals and matches by the thousand, and what came of them."""
