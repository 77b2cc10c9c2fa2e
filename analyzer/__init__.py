"""exactodds: the exact worth of casino card games."""

__version__ = "0.1.0"
