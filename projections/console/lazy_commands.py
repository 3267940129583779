"""Commands that are fetched from their modules when they are asked for.

Whoever asks for a list need not wait until the readers of files, the audits and the writers have
been loaded.
"""

from collections.abc import Mapping
from importlib import import_module

import click

from ledger.admission.rulebook_port import Law
from projections.registry import ShelfLaw

ROOMS: Mapping[str, str] = {
    "audit": "projections.console.audit_commands:audit_command",
    "check-audit": "projections.console.audit_commands:check_audit_command",
    "correct": "projections.console.correction_commands:correct_command",
    "demo": "projections.demo:demo_command",
    "diff": "projections.console.correction_commands:diff_command",
    "export": "projections.console.export_commands:export_group",
    "merge": "projections.console.correction_commands:merge_command",
    "paper": "ledger.imports.source_file_command:paper_command",
}
UNDER_THE_LAW: Mapping[str, str] = {
    "enrol": "ledger.player_lists.command:enrol_command",
    "import": "ledger.imports.command:import_command",
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
