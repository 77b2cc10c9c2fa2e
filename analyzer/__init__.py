"""The program behind exactodds. Programs use `import exactodds`; docs/architecture.md is the map of what is here."""

__version__ = "0.2.0"
