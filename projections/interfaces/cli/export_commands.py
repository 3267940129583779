"""The commands under ``export`` that ask the projections.

The file goes to standard output or where ``--output`` says; what it cannot tell is told on
standard error.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import click

from projections.interfaces.cli.console import CommandContext
from projections.interfaces.cli.log_commands import export_group
from projections.interfaces.cli.logging import say
from projections.interfaces.cli.only_pool import OfPool
from projections.interfaces.cli.options import Word, caught_up, language_option, with_options
from projections.interfaces.cli.output_file import overwrite_option, write_file
from projections.interfaces.cli.read_commands import ReadRequest, asking
from projections.operations.read_queries import ReviewQuery, WhatIf
from projections.queries.arguments import parameter
from projections.queries.columns import RATING_LIST
from projections.queries.list_filter import ListFilter


@attrs.frozen(kw_only=True)
class ListToExport(WhatIf, ListFilter):
    """The part of a rating list that is written, and its columns."""

    columns: str = parameter(f"Also any of {', '.join(RATING_LIST.optional)}.", "", wire="with")
    by_club: bool = parameter("In order of clubs; html and pdf have two columns.", default=False)


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
            click.option("--as", "form", type=Word(forms), required=True),
            click.option("--output", metavar="FILE", type=path, help="Write it to a file."),
            overwrite_option,
        )
    )


@click.command("tournament")
@asking(WhatIf, "tournament")
@click.option("--pool", default="", help="Include this list's ratings before the tournament.")
@click.option(
    "--ranked-by",
    multiple=True,
    metavar="METHOD",
    help="The tie-break: a method of `standings` (default: shared ranks).",
)
@click.option(
    "--chief-arbiter", metavar="NAME", help="For TRF, if the submitted file does not name one."
)
@click.option("--deputy", "deputies", multiple=True, metavar="NAME", help="A deputy, likewise.")
@_written_as(TOURNAMENTS)
def _tournament_command(
    _: CommandContext, request: ReadRequest, *, pool: str, **given: Any
) -> None:
    """Write a tournament for pairing programs and federations."""
    clocks = request.query.arguments()
    if pool:
        caught_up(request.ledger.pool(pool, **clocks))
    _write(
        request.ledger.export_tournament,
        request.subjects["tournament"],
        pool=pool,
        **clocks,
        **given,
    )


@click.command("ratings", cls=OfPool)
@asking(ListToExport, "pool")
@language_option
@_written_as(LISTS)
def _ratings_command(_: CommandContext, request: ReadRequest, **given: Any) -> None:
    """Write the rating list of a day, whole or filtered."""
    query = request.query
    shape = {"only": query, "columns": query.columns, "by_club": query.by_club}
    _write(request.view().export_ratings, **shape, **given)


@click.command("player", cls=OfPool)
@asking(WhatIf, "pool", "player")
@language_option
@_written_as(CARDS)
def _player_command(_: CommandContext, request: ReadRequest, **given: Any) -> None:
    """Write a player's card to hand out: rating, ranks, scores and every evaluation."""
    _write(request.view().export_player, request.subjects["player"], **given)


@click.command("evaluation", cls=OfPool)
@asking(WhatIf, "pool", "tournament", optional={"tournament"})
@click.option("--club", metavar="NAME", help="The club of a club-report.")
@click.option(
    "--season", type=click.IntRange(1, 9998), help="The first year of a club-report's season."
)
@language_option
@_written_as(EVALUATIONS)
def _evaluation_command(
    _: CommandContext, request: ReadRequest, *, club: str | None, season: int | None, **given: Any
) -> None:
    """Write a tournament's evaluation as a table, or a club's report of a season."""
    tournament, form = request.subjects["tournament"], given["form"]
    if form == CLUB_REPORT:
        if tournament is not None or club is None or season is None:
            raise click.UsageError("a club-report takes --club and --season, and no tournament")
        del given["form"], given["lang"]
        _write(request.view().export_club_report, club=club, season=season, **given)
        return
    if tournament is None or club is not None or season is not None:
        raise click.UsageError(f"{form} takes a tournament, and neither --club nor --season")
    _write(request.view().export_evaluation, tournament, **given)


@click.command("review", cls=OfPool)
@asking(ReviewQuery, "pool")
@language_option
@_written_as(REVIEWS)
def _review_command(_: CommandContext, request: ReadRequest, **given: Any) -> None:
    """Write a season in review, of the pool or of one player."""
    query = request.query
    season = {"player": query.player, "first": query.first, "last": query.last}
    _write(request.view().export_review, **season, **given)


@click.command("evaluations", cls=OfPool)
@asking(WhatIf, "pool")
@click.option(
    "--rows",
    type=click.Choice(["games", "evaluations"]),
    default="games",
    show_default=True,
    help="A row for each game counted in an evaluation, or for each evaluation.",
)
@_written_as(FLAT)
def _evaluations_command(
    _: CommandContext, request: ReadRequest, *, rows: str, **given: Any
) -> None:
    """Write every evaluation of a pool, and every game in it, as one flat table."""
    _write(request.view().export_evaluations, by_game=rows == "games", **given)


def _write(
    export: Callable[..., Any], *about: str, output: Path | None, overwrite: bool, **given: Any
) -> None:
    """Print the warnings, then write the content to a file or standard output."""
    file = export(*about, **given)
    for warning in file.warnings:
        kind, _, message = warning.partition(": ")
        say(kind, message)
    if output is None:
        click.echo(file.content, nl=False)
    else:
        write_file(output, file.content, "--output", overwrite=overwrite)


for each in (
    _tournament_command,
    _ratings_command,
    _player_command,
    _evaluation_command,
    _evaluations_command,
    _review_command,
):
    export_group.add_command(each)
