"""The commands under ``players``: the register, entered from spreadsheets and kept in order."""

from pathlib import Path
from typing import Any

import click

from ledger.events.problems import PERHAPS_WRITTEN, refusal
from projections.interfaces.cli import tables
from projections.interfaces.cli import tables as player_tables
from projections.interfaces.cli.console import (
    CommandContext,
    clock_option,
    end_with_erased_data,
    ledger_command,
)
from projections.interfaces.cli.correction_commands import merge_command
from projections.interfaces.cli.log_commands import say_what_remains, submitter
from projections.interfaces.cli.options import day, opened, with_options
from projections.interfaces.cli.question_commands import players_command

SPREADSHEETS = {".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods"}
LIST = "list"
_SAID = with_options(
    (
        click.option("--by", default=None, help="Who says so (default: the user's name)."),
        clock_option,
    )
)


class PlayersGroup(click.Group):
    """``players POOL`` lists the players of a pool, as ``players list POOL`` does."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What begins with none of the commands is a pool, or an option of the list."""
        if args and args[0] not in {*self.commands, *self.get_help_option_names(ctx)}:
            args = [LIST, *args]
        return super().parse_args(ctx, args)


@click.group("players", cls=PlayersGroup)
def players_group() -> None:
    """The register: who is in it, who enters, who is renamed, withheld or forgotten.

    `rating-ledger players POOL` is short for `players list POOL`.
    """


@click.command("add")
@click.argument("who", metavar="FILE|NAME")
@click.option("--pool", default=None, help="Where the figures go (default: the only pool).")
@click.option(
    "--from",
    "from_day",
    default=None,
    metavar="DAY",
    help="From which day the figures hold (default: the pool's first; once something was "
    "played, today).",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="FIELD=HEADING",
    help="Where a field stands, by heading or letter: rating=DWZ, name=B.",
)
@click.option(
    "--link",
    "links",
    multiple=True,
    metavar="ROW=PLAYER|new",
    help="Who the member of a row is, where it is asked.",
)
@click.option(
    "--born", "birth_date", default="", metavar="YEAR|DAY", help="Of one person: the birth."
)
@click.option("--rating", default="", metavar="FIGURE", help="Of one person: 1700-20.")
@click.option("--club", default="", help="Of one person.")
@click.option("--federation", default="", help="Of one person: three letters.")
@click.option("--sex", default="", help="Of one person: m or f.")
@click.option("--fide", default="", metavar="NUMBER", help="Of one person: the FIDE number.")
@click.option("--reason", default=None, help="Why the figures are carried over.")
@_SAID
@click.option("--dry-run", is_flag=True, help="Only show who would be entered.")
@ledger_command
def add_command(  # noqa: PLR0913 - the list, how it is read, and what becomes of it
    context: CommandContext,
    *,
    who: str,
    columns: tuple[str, ...],
    links: tuple[str, ...],
    pool: str | None,
    from_day: str | None,
    reason: str | None,
    by: str | None,
    dry_run: bool,
    **facts: str,
) -> None:
    """Enter the members of a spreadsheet, or one person, with the figures they have.

    FILE is a CSV, .xlsx, .xls or .ods; its columns are known by their headings in English,
    German, Hungarian or Swedish. Who is in the register already is not entered again, and who has
    a figure in the pool keeps it. Wrong cells are named, all together; then nothing is written.
    """
    context.when_interrupted = PERHAPS_WRITTEN
    ledger, path = opened(context), Path(who)
    common: dict[str, Any] = {
        "pool": pool,
        "from_day": day(from_day, "--from"),
        "links": dict(map(_link, links)),
        "reason": reason,
        "by": submitter(by),
        "dry_run": dry_run,
    }
    said = {name: text for name, text in facts.items() if text}
    if path.suffix.lower() in SPREADSHEETS or path.is_file():
        if said:
            raise click.UsageError("--born and the like are about one person: leave them out")
        document = ledger.add_players(path, columns=dict(map(_column, columns)), **common)
    else:
        if columns:
            raise click.UsageError(f"--column is about a file, and there is no file {who!r}")
        document = ledger.add_player(who, said, **common)
    rows = document["members"]
    context.answer(document, lambda it: player_tables.entered(it, document, dry_run), rows)


def _link(text: str) -> tuple[int, str]:
    row, equals, player = text.partition("=")
    if not (row.isdecimal() and len(row) < 10 and equals and player):
        message = f"{text!r} is not of the form ROW=PLAYER or ROW=new"
        raise click.BadParameter(message, param_hint="--link")
    return int(row), player


def _column(text: str) -> tuple[str, str]:
    field, equals, heading = text.partition("=")
    if not (field and equals and heading):
        message = f"{text!r} is not of the form FIELD=HEADING"
        raise click.BadParameter(message, param_hint="--column")
    return field, heading


@click.command("show")
@click.argument("player")
@ledger_command
def show_command(context: CommandContext, *, player: str) -> None:
    """What the register has of a player, and his figure in every pool."""
    ledger = opened(context)
    ledger.catch_up()
    document = ledger.register_entry(ledger.find_player(player))
    context.answer(document, lambda console: player_tables.entry(console, document))


@click.command("rename")
@click.argument("player")
@click.argument("name")
@click.option("--reason", default="another name", show_default=True, help="Why.")
@_SAID
@ledger_command
def rename_command(
    context: CommandContext, *, player: str, name: str, reason: str, by: str | None
) -> None:
    """Correct the name of a player: "Surname, Forename"."""
    ledger = opened(context)
    id_ = ledger.find_player(player, whole=True)
    context.when_interrupted = PERHAPS_WRITTEN
    document = ledger.correct(id_, set={"name": name}, reason=reason, by=submitter(by))
    context.answer(document, lambda console: tables.amended(console, document))


@click.command("withhold")
@click.argument("player")
@click.option("--from", "from_day", default=None, metavar="DAY", help="Since when (today).")
@click.option("--until", default=None, metavar="DAY", help="The last day (for good).")
@click.option("--reason", default=None, help="Why; it stays in the log.")
@_SAID
@ledger_command
def withhold_command(  # noqa: PLR0913 - who, for how long, why and by whom
    context: CommandContext,
    *,
    player: str,
    from_day: str | None,
    until: str | None,
    reason: str | None,
    by: str | None,
) -> None:
    """Withhold the name of a player from all that is shown; his games count as before."""
    ledger = opened(context)
    id_ = ledger.find_player(player, whole=True)
    context.when_interrupted = PERHAPS_WRITTEN
    receipt = ledger.withhold(
        id_,
        from_day=day(from_day, "--from"),
        until=day(until, "--until"),
        reason=reason,
        by=submitter(by),
    )
    context.answer(receipt, lambda console: player_tables.withheld(console, receipt))


@click.command("forget")
@click.argument("player")
@click.option("--reason", required=True, help="Why; it stays in the log.")
@click.option("--yes", is_flag=True, help="The data are erased for good: do it.")
@_SAID
@ledger_command
def forget_command(
    context: CommandContext, *, player: str, reason: str, yes: bool, by: str | None
) -> None:
    """Erase the personal data of a player for good; his games stay under the bare id.

    Erased are name, day of birth, sex and register numbers, and the files of all tournaments that
    name the player. The year of birth, the federation and the clubs stay in the log for good:
    rules compute with them, and the log never changes. If erased data can still be read in the
    database's files, that is said and the exit status is 3.
    """
    ledger = opened(context)
    id_ = ledger.find_player(player, whole=True)
    if not yes:
        message = (
            f"the name, day of birth, sex and register numbers of {id_} would be erased for good, "
            "and the files of all tournaments that name the player; the year of birth, the "
            "federation and the clubs stay in the log for good, with the games: say --yes"
        )
        raise refusal("not-confirmed", message, "--yes")
    context.when_interrupted = PERHAPS_WRITTEN
    receipt = ledger.forget(id_, reason=reason, by=submitter(by))
    remain = say_what_remains(ledger.engine, context.clock)
    context.answer(receipt, lambda console: player_tables.forgotten(console, receipt))
    if remain:
        end_with_erased_data()


for name, command in (
    ("add", add_command),
    (LIST, players_command),
    ("show", show_command),
    ("rename", rename_command),
    ("withhold", withhold_command),
    ("forget", forget_command),
    ("merge", merge_command),
):
    players_group.add_command(command, name)
