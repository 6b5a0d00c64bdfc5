"""What the cards of a played deal cost, with all hands open and by what their players could know."""
