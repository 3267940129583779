"""The ledger's own commands that take an id, extended to take a name.

The ledger alone cannot look up names: the projections decide which may be shown.
"""

from inspect import unwrap
from typing import Any

import click

from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.log_commands import log_command as log_by_ids
from projections.interfaces.cli.options import opened, with_ids
from projections.interfaces.cli.source_file_command import paper_command as paper_by_id


def _with_names(command: click.Command) -> click.Command:
    """A command whose players and tournaments are found by their names before it begins."""
    by_ids: Any = command.callback
    answer = unwrap(by_ids)  # the function that ledger_command decorates

    @click.command(command.name, help=command.help)
    @ledger_command
    def named(context: CommandContext, **arguments: Any) -> None:
        answer(context, **with_ids(opened(context), arguments))

    named.params = command.params
    return named


log_command = _with_names(log_by_ids)
paper_command = _with_names(paper_by_id)
