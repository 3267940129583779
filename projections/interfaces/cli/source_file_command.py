"""The command ``paper``: the file with which a tournament was submitted, byte for byte."""

import base64
import sys
from pathlib import Path

import click
from rich.console import Console
from sqlalchemy import Connection

from ledger.events.problems import refusal
from ledger.importing.matching.recorded_tournament import recorded_tournament
from ledger.log.source_files import SourceFile, content_of
from projections.interfaces.cli.console import CommandContext, ledger_command
from projections.interfaces.cli.options import opened, with_ids
from projections.interfaces.cli.output_file import overwrite_option, write_file


@click.command("paper")
@click.argument("tournament")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write it there.")
@overwrite_option
@ledger_command
def paper_command(
    context: CommandContext, *, tournament: str, output: Path | None, overwrite: bool
) -> None:
    """Print the file with which a tournament was submitted."""
    tournament = with_ids(opened(context), {"tournament": tournament})["tournament"]
    with context.engine().connect() as connection:
        digest = _digest_of(connection, tournament)
        source_file = _kept_file(connection, digest)
    if output is not None:
        write_file(output, source_file.content, "--output", overwrite=overwrite)
    elif context.format != "json":
        sys.stdout.buffer.write(source_file.content)
        return
    document = {
        "tournament": tournament,
        "paper": digest,
        "name": source_file.name,
        "bytes": len(source_file.content),
        "output": None if output is None else str(output),
        "content": base64.b64encode(source_file.content).decode() if output is None else None,
    }

    def show(console: Console) -> None:
        console.print(
            f"{source_file.name}, {len(source_file.content)} bytes, is in {output}.", markup=False
        )

    context.answer(document, show)


def _digest_of(connection: Connection, tournament: str) -> str:
    """Return the digest in the tournament's current data."""
    record = recorded_tournament(connection, tournament)
    if record is None:
        message = f"there is no tournament {tournament!r}: `rating-ledger log` shows their ids"
        raise refusal("unknown-tournament", message, "tournament")
    fact = record.tournament.stands
    if fact is None:
        message = f"{tournament} was struck: strike that correction to restore it"
        raise refusal("struck-tournament", message, "tournament")
    if fact.paper is None:
        message = f"{tournament} was submitted without a file: its events are all there is"
        raise refusal("no-paper", message, "tournament")
    return fact.paper


def _kept_file(connection: Connection, digest: str) -> SourceFile:
    source_file = content_of(connection, digest)
    if source_file is None:
        message = (
            f"the file with the SHA-256 {digest} is not kept any more: a file is erased "
            "with the data of the first of its players, and no exported log contains it"
        )
        raise refusal("erased-paper", message, "tournament")
    return source_file
