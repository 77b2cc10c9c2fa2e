"""The command line: parse, dispatch, print."""
