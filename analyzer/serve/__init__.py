"""The local page: one page on this machine, for people who do not live in a terminal."""
