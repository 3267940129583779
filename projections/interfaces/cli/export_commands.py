"""The commands under ``export`` that ask the projections.

The file goes to standard output or where ``--output`` says; what it cannot tell is told on
standard error.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from projections.api import Ledger
from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.log_commands import export_group
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.options import (
    QueryOptions,
    caught_up,
    day,
    filtering,
    language_option,
    ledger_query,
    question_command,
    with_columns,
    with_options,
)
from projections.interfaces.cli.output_file import overwrite_option, write_file
from projections.operations.pool_view import PoolView
from projections.queries.list_filter import ListFilter

TOURNAMENTS = ("trf16", "trf26", "h9", "uschess", "aga", "csv", "jsonl")
LISTS = ("csv", "xlsx-csv", "json", "xlsx", "html", "pdf")
CARDS = ("html", "pdf", "xlsx")
REVIEWS = ("html", "pdf")
CLUB_REPORT = "club-report"
EVALUATIONS = ("csv", "html", "pdf", "xlsx", CLUB_REPORT)
FLAT = ("csv", "parquet")


def _written_as(forms: Sequence[str]) -> Callable[..., Callable[..., None]]:
    """The options of everything that is exported: in which form, and to which file."""
    path = click.Path(dir_okay=False, path_type=Path)
    return with_options(
        (
            click.option("--as", "form", type=click.Choice(forms), required=True),
            click.option("--output", metavar="FILE", type=path, help="Write it to a file."),
            overwrite_option,
        )
    )


@click.command("tournament")
@ledger_query
@click.argument("tournament")
@click.option("--pool", default="", help="With its figures, as the players entered.")
@click.option(
    "--ranked-by",
    multiple=True,
    metavar="METHOD",
    help="What decides between equal points: a method of `standings` (default: ranks are shared).",
)
@_written_as(TOURNAMENTS)
def _tournament_command(  # noqa: PLR0913 - a question, and the form of its answer
    context: CommandContext,
    ledger: Ledger,
    asked: QueryOptions,
    *,
    tournament: str,
    pool: str,
    ranked_by: tuple[str, ...],
    form: str,
    **to: Any,
) -> None:
    """Write a tournament for pairing programs and federations; with --on as of a day."""
    del context
    arguments: dict[str, Any] = asked.arguments()
    if pool:
        caught_up(ledger.pool(pool, **arguments))
    file = ledger.export_tournament(tournament, form, pool=pool, ranked_by=ranked_by, **arguments)
    _deliver(file.content, file.warnings, **to)


@click.command("ratings")
@question_command
@_written_as(LISTS)
@filtering
@with_columns
@language_option
def _ratings_command(  # noqa: PLR0913 - the parts of a list, and its form
    context: CommandContext,
    view: PoolView,
    *,
    form: str,
    only: ListFilter,
    columns: Sequence[str],
    lang: str,
    **to: Any,
) -> None:
    """Write the rating list of a day, or the part of it for a club, birth years and the like."""
    del context
    _deliver(view.export_ratings(form, only, columns=columns, lang=lang).content, **to)


@click.command("player")
@question_command
@click.argument("player")
@language_option
@_written_as(CARDS)
def _player_command(
    context: CommandContext, view: PoolView, *, player: str, lang: str, form: str, **to: Any
) -> None:
    """Write a player's card to hand out: rating, ranks, scores and every evaluation."""
    del context
    _deliver(view.export_player(player, form, lang=lang).content, **to)


@click.command("evaluation")
@question_command
@click.argument("tournament", required=False)
@click.option("--club", metavar="NAME", help="Of which club, for a club-report.")
@click.option("--season", type=click.IntRange(1, 9998), help="Its first year, for a club-report.")
@language_option
@_written_as(EVALUATIONS)
def _evaluation_command(  # noqa: PLR0913 - a tournament, or a club and a season
    context: CommandContext,
    view: PoolView,
    *,
    tournament: str | None,
    club: str | None,
    season: int | None,
    lang: str,
    form: str,
    **to: Any,
) -> None:
    """Write a tournament's evaluation as a table, or what a club reports for a season."""
    del context
    if form == CLUB_REPORT:
        if tournament is not None or club is None or season is None:
            raise click.UsageError("a club-report takes --club and --season, and no tournament")
        _deliver(view.export_club_report(club, season).content, **to)
        return
    if tournament is None or club is not None or season is not None:
        raise click.UsageError(f"{form} takes a tournament, and neither --club nor --season")
    file = view.export_evaluation(tournament, form, lang=lang)
    _deliver(file.content, file.warnings, **to)


@click.command("review")
@question_command
@click.argument("player", required=False)
@click.option("--from", "first", metavar="DAY", help="Tournaments from this day on.")
@click.option("--to", "last", metavar="DAY", help="Tournaments up to this day.")
@language_option
@_written_as(REVIEWS)
def _review_command(  # noqa: PLR0913 - the season, the player, and the file
    context: CommandContext,
    view: PoolView,
    *,
    player: str | None,
    first: str | None,
    last: str | None,
    lang: str,
    form: str,
    **to: Any,
) -> None:
    """Write a season in review, of the pool or of one player."""
    del context
    days = {"first": day(first, "--from"), "last": day(last, "--to")}
    _deliver(view.export_review(form, player, lang=lang, **days).content, **to)


@click.command("evaluations")
@question_command
@click.option(
    "--rows",
    type=click.Choice(["games", "evaluations"]),
    default="games",
    show_default=True,
    help="A row for each game counted in an evaluation, or for each evaluation.",
)
@_written_as(FLAT)
def _evaluations_command(
    context: CommandContext, view: PoolView, *, rows: str, form: str, **to: Any
) -> None:
    """Write every evaluation of a pool, and every game in it, as one flat table."""
    del context
    _deliver(view.export_evaluations(form, by_game=rows == "games").content, **to)


def _deliver(
    content: bytes, warnings: Sequence[str] = (), *, output: Path | None, overwrite: bool
) -> None:
    """The bytes as they are, to a file or to standard output; first what is to be said of them."""
    for warning in warnings:
        kind, _, message = warning.partition(": ")
        say(kind, message)
    if output is None:
        click.echo(content, nl=False)
    else:
        write_file(output, content, "--output", overwrite=overwrite)


for each in (
    _tournament_command,
    _ratings_command,
    _player_command,
    _evaluation_command,
    _evaluations_command,
    _review_command,
):
    export_group.add_command(each)
