"""The paths of all commands of the program."""

from collections.abc import Iterator

import click

from projections.interfaces.cli.lazy_commands import COMMANDS, loaded


def commands(command: click.Command, path: str) -> Iterator[str]:
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from commands(each, f"{path} {name}")
    else:
        yield path


ALL = [path for name in COMMANDS for path in commands(loaded(name), name)]


def command_at(path: str) -> click.Command:
    name, *rest = path.split()
    found = loaded(name)
    for each in rest:
        assert isinstance(found, click.Group)
        found = found.commands[each]
    return found
