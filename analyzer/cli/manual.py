"""The manual of the command line: every command's own help, as one page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator

import click

WIDTH = 110
TITLE = """# The command line

Every command, as `exactodds COMMAND --help` tells it. This page is written by `exactodds manual`.

Exit codes: 0 done, 1 a check failed, 2 wrong use or bad input, 3 a fault of the program, 130 stopped.
"""


def manual_text(root: click.Group) -> str:
    """The help of the program and of all its commands, in the order of their names."""
    return TITLE + "".join(
        f"\n## {context.command_path}\n\n```text\n{context.get_help().rstrip()}\n```\n" for context in _contexts(root)
    )


def _contexts(root: click.Group) -> Iterator[click.Context]:
    start = click.Context(root, info_name="exactodds", terminal_width=WIDTH, **root.context_settings)
    waiting = [start]
    while waiting:
        context = waiting.pop(0)
        yield context
        command = context.command
        if isinstance(command, click.Group):
            children = (command.get_command(context, name) for name in command.list_commands(context))
            below = [
                click.Context(child, info_name=child.name, parent=context, terminal_width=WIDTH)
                for child in children
                if child is not None and not child.hidden
            ]
            waiting[:0] = below
