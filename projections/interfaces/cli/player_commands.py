"""The commands under ``players``: the register, entered from spreadsheets and kept in order."""

import re
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from ledger.events.problems import refusal
from projections.api import Ledger
from projections.interfaces.cli import operation_commands, tables
from projections.interfaces.cli.console import CommandContext, end_with_erased_data
from projections.interfaces.cli.correction_commands import merge_command
from projections.interfaces.cli.log_commands import print_warnings_after_write
from projections.interfaces.cli.question_commands import players_command
from projections.interfaces.cli.read_commands import ReadRequest, asks
from projections.operations.catalogue import Operation, operation
from projections.operations.operation import AnyRequest, own_fields_of

SPREADSHEETS = {".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods"}
LIST = "list"
_MISSING_FILE = re.compile(r"[^, ]+\.[a-z]{2,5}")
"""The name of a file, as no player has it: without a comma or blank, with an ending."""
MOST_MEMBERS_SHOWN = 50


class PlayersGroup(click.Group):
    """The group ``players``; ``players POOL`` means ``players list POOL`` (decision 0052)."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse arguments: without a command first, it is a pool, or an option of the list."""
        known = {*self.commands, *self.get_help_option_names(ctx)}
        if args and args[0] not in known and not get_close_matches(args[0], self.commands, 1, 0.8):
            args = [LIST, *args]
        return super().parse_args(ctx, args)


_OF_ONE_PERSON = [
    each
    for each in own_fields_of(operation("add_player").request_class)
    if not each.doc.argument and each not in own_fields_of(operation("add_players").request_class)
]


def _entering(ledger: Ledger, declared: Operation, texts: operation_commands.Texts) -> AnyRequest:
    """The request to enter a list where the word is a file, else one person."""
    who = texts["file"]
    path, one = Path(who), operation("add_player")
    personal = [each for each in _OF_ONE_PERSON if texts.get(each.name)]
    if path.suffix.lower() in SPREADSHEETS or path.is_file():
        if personal:
            raise click.UsageError("--born and the like are about one person: leave them out")
        return operation_commands.request_of(ledger, declared, texts)
    for option in ("columns", "index"):
        if texts.get(option):
            raise click.UsageError(
                f"--{option.removesuffix('s')} is about a file, and there is no file {who!r}"
            )
    if _MISSING_FILE.fullmatch(who):
        message = f"there is no file {who!r}; a player is named 'Surname, Forename'"
        raise refusal("no-file", message, "FILE")
    return operation_commands.request_of(ledger, one, {**texts, "name": who})


def _shown(console: Any, document: Any) -> None:
    rows, changes = document["members"], document["memberships"]
    everyone = click.get_current_context().params["everyone"]
    if len(rows) > MOST_MEMBERS_SHOWN and not everyone:
        rows = [row for row in rows if not changes and (not row["new"] or row["keeps"])]
    tables.memberships(console, document, None if everyone else MOST_MEMBERS_SHOWN)
    tables.entered(console, document, rows, not document["appended"])


add_command = operation_commands.OperationCommand(
    "add_players",
    _shown,
    made_from=_entering,
    rows="members",
    arguments={"file": "FILE|NAME"},
    also=_OF_ONE_PERSON,
    further=[click.Option(["--all", "everyone"], is_flag=True, help="List every new member.")],
    more='NAME enters one person: "Surname, Forename". If cells are wrong, all are listed '
    "and nothing is written.",
).command()


@asks("register_entry")
def show_command(context: CommandContext, request: ReadRequest) -> None:
    """Show a player's entry."""
    request.ledger.catch_up()
    document = request.answer()
    context.answer(document, lambda console: tables.entry(console, document))


def _erased(ledger: Ledger, request: Any) -> str:
    player = next(operation_commands.concerned(ledger, request.player), request.player)
    return (
        f"the name, day of birth, sex and register numbers of {player} would be erased "
        "for good, and the files of all tournaments that name the player; the year of birth, the "
        "federation and the clubs stay in the log for good, with the games: give --yes"
    )


def _print_erasure_warnings(ledger: Ledger, context: CommandContext) -> None:
    if print_warnings_after_write(ledger.engine, context.clock):
        end_with_erased_data()


players_group = PlayersGroup(
    "players",
    [
        add_command,
        players_command,
        show_command,
        operation_commands.OperationCommand("rename", tables.amended).command(),
        operation_commands.OperationCommand(
            "withhold",
            tables.withheld,
            about=("player",),
            previewed="The name of {player} would be withheld: nothing was written.",
        ).command(),
        operation_commands.OperationCommand(
            "forget",
            tables.forgotten,
            confirm=_erased,
            about=("player",),
            previewed="The personal data of {player} would be erased: nothing was written.",
            after=_print_erasure_warnings,
            more="If erased data can still be read, this is reported and the exit status is 3.",
        ).command(),
        merge_command,
    ],
    help="""Manage the register of players: add, rename, merge, withhold, erase.

    `rating-ledger players POOL` is short for `players list POOL`.
    """,
)
