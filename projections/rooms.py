"""Commands that are fetched from their modules when they are asked for.

Whoever asks for a list need not wait until the readers of files, the audits and the writers have
been loaded.
"""

from collections.abc import Mapping
from importlib import import_module

import click

from ledger.law import Law
from projections.shelf import ShelfLaw

ROOMS: Mapping[str, str] = {
    "audit": "projections.audit_commands:audit_command",
    "check-audit": "projections.audit_commands:check_audit_command",
    "correct": "projections.correcting_commands:correct_command",
    "demo": "projections.demo:demo_command",
    "diff": "projections.correcting_commands:diff_command",
    "export": "projections.writers.command:export_group",
    "merge": "projections.correcting_commands:merge_command",
    "paper": "ledger.files.paper_command:paper_command",
}
UNDER_THE_LAW: Mapping[str, str] = {
    "enrol": "ledger.files.lists.command:enrol_command",
    "import": "ledger.files.command:import_command",
}
"""Those that are made for a law: what the rulebooks on the shelf admit."""


class Rooms(click.Group):
    """A group that has its own commands, and fetches the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, by name."""
        return sorted({*super().list_commands(ctx), *ROOMS, *UNDER_THE_LAW})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them; None where there is no such command."""
        if cmd_name in ROOMS:
            return _fetched(ROOMS[cmd_name])
        if cmd_name in UNDER_THE_LAW:
            return _fetched(UNDER_THE_LAW[cmd_name], ShelfLaw())
        return super().get_command(ctx, cmd_name)


def _fetched(place: str, law: Law | None = None) -> click.Command:
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    command: click.Command = found if law is None else found(law)
    return command
