"""Rounds against a dealer: counted by the duel (own cards) or by the board (community cards), priced in one way."""
