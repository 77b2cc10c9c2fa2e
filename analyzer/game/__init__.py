"""A game as a file: its sections, its model, the lines of its paytables, its house ways, and the
games that come with the program.
"""
