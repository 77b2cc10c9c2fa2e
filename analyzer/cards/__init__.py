"""Cards, decks, colex indices, suit classes and the orders of hands."""
