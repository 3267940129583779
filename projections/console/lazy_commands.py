"""Commands that are fetched from their modules when they are asked for.

Whoever asks for a list need not wait until the readers of files, the audits and the writers have
been loaded.
"""

from collections.abc import Mapping
from importlib import import_module

import click

from ledger.admission.rulebook_port import RulebookPort
from projections.registry import RegisteredRulebooks

COMMANDS: Mapping[str, str] = {
    "audit": "projections.console.audit_commands:audit_command",
    "check-audit": "projections.console.audit_commands:check_audit_command",
    "correct": "projections.console.correction_commands:correct_command",
    "demo": "projections.demo:demo_command",
    "diff": "projections.console.correction_commands:diff_command",
    "export": "projections.console.export_commands:export_group",
    "merge": "projections.console.correction_commands:merge_command",
    "paper": "ledger.imports.source_file_command:paper_command",
}
COMMANDS_GIVEN_RULEBOOKS: Mapping[str, str] = {
    "enrol": "ledger.player_lists.command:enrol_command",
    "import": "ledger.imports.command:import_command",
}
"""Those that are made for a law: what the rulebooks on the shelf admit."""


class LazyGroup(click.Group):
    """A group that has its own commands, and fetches the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All of them, by name."""
        return sorted({*super().list_commands(ctx), *COMMANDS, *COMMANDS_GIVEN_RULEBOOKS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them; None where there is no such command."""
        if cmd_name in COMMANDS:
            return _load(COMMANDS[cmd_name])
        if cmd_name in COMMANDS_GIVEN_RULEBOOKS:
            return _load(COMMANDS_GIVEN_RULEBOOKS[cmd_name], RegisteredRulebooks())
        return super().get_command(ctx, cmd_name)


def _load(place: str, rulebooks: RulebookPort | None = None) -> click.Command:
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)
    command: click.Command = found if rulebooks is None else found(rulebooks)
    return command
