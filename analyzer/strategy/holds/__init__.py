"""Ranked lists of holds for games of exchange: the first hold of the list that a hand contains is kept."""
