"""Hands of seven cards that are set in two."""
