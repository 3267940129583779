"""The command ``backup``: write, check and restore backups of the ledger."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from ledger.log import backup as backups
from ledger.log.connections import without_password
from projections.interfaces.cli.console import (
    CommandContext,
    exit_refused,
    ledger_command,
    progress,
)
from projections.interfaces.cli.logging import say

if TYPE_CHECKING:
    from rich.console import Console

_place = click.argument("folder", type=click.Path(path_type=Path))


class BackupGroup(click.Group):
    """A group in which ``backup FOLDER`` is ``backup create FOLDER``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put ``create`` first unless a command, or help, is asked for."""
        if args and args[0] not in {*self.commands, "-h", "--help"}:
            args = ["create", *args]
        return super().parse_args(ctx, args)


def _row(backup: backups.Backup) -> dict[str, Any]:
    return {"place": str(backup.place), **backup.note()}


@click.group("backup", BackupGroup)
def backup_group() -> None:
    """Back up the ledger: write, check, restore. `backup FOLDER` writes one."""


@backup_group.command("create")
@_place
@click.option("--keep", type=click.IntRange(1), help="Then delete all but the newest N.")
@ledger_command
def create(context: CommandContext, folder: Path, keep: int | None) -> None:
    """Write a backup into a folder and verify it."""
    context.when_interrupted = "nothing is left of the new backup"
    with progress("backing up"):
        taken = backups.take(context.engine(), folder, context.clock(), keep)
    backup = taken.backup
    context.finish(f"{backup.place} is written and verified")

    def show(console: "Console") -> None:
        console.print(f"{context.done} ({backup.kind}, {backup.bytes} bytes).", markup=False)
        console.print(f"Head, to be noted elsewhere: {backup.head}")
        for each in taken.deleted:
            console.print(f"Deleted: {each}")

    for note in taken.notes:
        say("note", note)
    context.answer({**_row(backup), "deleted": taken.deleted, "notes": taken.notes}, show)


@backup_group.command("check")
@_place
@ledger_command
def check(context: CommandContext, folder: Path) -> None:
    """Open each backup in a folder and verify it."""
    with progress("checking"):
        rows = [attrs.asdict(each) for each in backups.checked(backups.named(folder))]

    def show(console: "Console") -> None:
        for row in rows:
            said = ", ".join(filter(None, [row["fault"] or "sound", row["note"]]))
            console.print(f"{row['backup']}: {said}", markup=False)

    context.answer(rows, show, rows)
    if any(row["fault"] for row in rows):
        exit_refused("not every backup is sound: make a new one, and see to the disk")


@backup_group.command("restore")
@_place
@ledger_command
def restore(context: CommandContext, folder: Path) -> None:
    """Restore the newest backup in a folder into an empty place and verify it."""
    context.when_interrupted = "nothing was restored, or all of it: `rating-ledger verify` says"
    with progress("restoring"):
        backup, to_do = backups.restore(backups.named(folder), context.database)
    place = without_password(str(context.connected(create=True).url))
    context.finish(f"{backup.place.name} is restored into {place}")

    def show(console: "Console") -> None:
        console.print(f"{context.done}, as of {backup.taken_at:%Y-%m-%d %H:%M}.", markup=False)
        console.print(f"Head: {backup.head}")
        for each in to_do:
            console.print(f"To do: {each}.", markup=False)

    context.answer({**_row(backup), "to_do": to_do}, show)
