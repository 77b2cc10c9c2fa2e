"""The modules of commands, loaded when a command is asked for: one of them costs less than all."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click

# The commands of a module register themselves with `cli` when it is imported.
MODULES = (
    "analyze", "cache", "change", "exposed", "formula", "plot", "readings", "report", "serve", "strategy", "trust",
)  # fmt: skip


class Command(click.Command):
    """A command of which no option that takes one value may be given twice: click would drop the first unsaid."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            _, _, given = self.make_parser(ctx).parse_args(args=list(args))
            for place, parameter in enumerate(given):
                if parameter in given[:place] and isinstance(parameter, click.Option) and _takes_one_value(parameter):
                    raise click.UsageError(f"{parameter.opts[0]} is given twice; it takes one value", ctx)
        return super().parse_args(ctx, args)


def _takes_one_value(option: click.Option) -> bool:
    return not (option.multiple or option.is_flag or option.count)


class Group(click.Group):
    """A group of such commands."""

    command_class = Command


class Commands(Group):
    """A command that has its module's name needs that module alone; for any other name all of them are loaded."""

    group_class = Group

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in MODULES:
            load((cmd_name,))
        if cmd_name not in self.commands:
            load(MODULES)
        return super().get_command(ctx, cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        load(MODULES)
        return super().list_commands(ctx)


def load(modules: tuple[str, ...]) -> None:
    for module in modules:
        import_module(f"analyzer.cli.{module}")


def every_command(group: click.Group) -> Mapping[str, click.Command]:
    """All commands by their names."""
    load(MODULES)
    return dict(group.commands)
