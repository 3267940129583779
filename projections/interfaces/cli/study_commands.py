"""The commands ``compare``, ``predict`` and ``sweep``: which rule would have served better."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from projections.files.charts import plots
from projections.interfaces.cli.console import CommandContext, progress
from projections.interfaces.cli.layout import listing
from projections.interfaces.cli.only_pool import OfPool
from projections.interfaces.cli.options import (
    DAY,
    caught_up,
    named,
    scheduler_option,
    with_options,
)
from projections.interfaces.cli.read_commands import ReadRequest, asking
from projections.interfaces.cli.study_files import Files, files_options
from projections.operations.read_queries import Clocks
from projections.queries.arguments import BASELINES
from projections.queries.columns import ORDINAL, Column, Columns, Kind
from projections.queries.field_values import json_or_text
from projections.queries.presentation import display_name
from projections.study import answer_types as shapes

# --- printing predictions and comparisons in tables of 80 columns --------------------------------


LOSS = Kind(lambda value, _: f"{value:.4f}")
SHARE = Kind(lambda value, _: f"{value:.3f}")
MEAN = Kind(lambda value, _: f"{value:+.1f}")
SCORE = Kind(lambda value, _: f"{value['value']:.4f}")
BOUNDED = Kind(
    lambda value, _: f"{value['value']:.4f} ({value['low']:.4f} to {value['high']:.4f})"
)
"""The log loss with its interval; the other scores are without, so that 80 columns hold them."""
FORECASTERS = Columns[shapes.Forecaster](
    Column("forecaster", "Forecaster", lambda row: row["forecaster"]),
    Column("games", "Games", lambda row: row["games"], ORDINAL),
    Column("without_figure", "Without", lambda row: row["without_figure"], ORDINAL),
    Column(
        "log_loss", "Log loss", lambda row: row["common"] and row["common"]["log_loss"], BOUNDED
    ),
    Column("brier", "Brier", lambda row: row["common"] and row["common"]["brier"], SCORE),
    Column("accuracy", "Accuracy", lambda row: row["common"] and row["common"]["accuracy"], SCORE),
)
PAIRS = Columns[shapes.Difference](
    Column("first", "First", lambda row: row["first"]),
    Column("second", "Second", lambda row: row["second"]),
    Column("games", "Games", lambda row: row["games"], ORDINAL),
    Column("log_loss", "Log loss", lambda row: row["log_loss"], BOUNDED),
    Column("brier", "Brier", lambda row: row["brier"], SCORE),
)
BANDS = Columns[shapes.Band](
    Column("band", "Favourites", lambda row: f"{row['from']:.2f}-{row['to']:.2f}"),
    Column("games", "Games", lambda row: row["games"], ORDINAL),
    Column("expected", "Expected", lambda row: row["expected"], SHARE),
    Column("scored", "Scored", lambda row: row["scored"], SHARE),
)
GROUPS = Columns[shapes.Group](
    Column("group", "", lambda row: row["group"]),
    Column("games", "Games", lambda row: row["games"], ORDINAL),
    Column("expected", "Expected", lambda row: row["expected"], SHARE),
    Column("scored", "Scored", lambda row: row["scored"], SHARE),
    Column("log_loss", "Log loss", lambda row: row["log_loss"], LOSS),
    Column("brier", "Brier", lambda row: row["brier"], LOSS),
    Column("accuracy", "Accuracy", lambda row: row["accuracy"], LOSS),
)
KINDS_OF_GROUPS = {
    "year": "by year",
    "strength": "by strength (mean rating of the two)",
    "experience": "by games before (of the player with fewer)",
    "colour": "by colour",
}


_OWN = (
    "Games: forecast by this one; without: games of players without a rating.\n"
    "In brackets: the 95 % interval, by resampling whole tournaments.\n"
)
_RANKED = f"{_OWN}Without a score: what lacks some of the games that every rulebook forecasts.\n"
_NOT_RANKED = f"{_OWN}No game is forecast by every rulebook here, so nothing is ranked.\n"


def prediction(console: Console, document: shapes.Prediction, *, details: bool) -> None:
    """The forecasters, the best first, then every pair; with ``details`` each in full."""
    found, common = shapes.ranked(document), document["common_games"]
    of_all = f"the {common} of {document['games']} games that every rulebook here forecasts"
    console.print(listing(FORECASTERS, found, f"Over {of_all}, least log loss first"))
    console.print(_RANKED if common else _NOT_RANKED)
    if document["compared"]:
        rows = [row for row in document["compared"] if row["games"]]
        title = "The first minus the second, over the games that both forecast"
        console.print(listing(PAIRS, rows, title))
    if details:
        for row in found:
            _details(console, row)


def _details(console: Console, row: shapes.Forecaster) -> None:
    name = row["forecaster"]
    console.print(listing(BANDS, row["calibration"], f"{name}: calibration"))
    for kind, heading in KINDS_OF_GROUPS.items():
        if groups := row["groups"][kind]:
            console.print(listing(GROUPS, groups, f"{name}: {heading}"))


MOST = 10
MEANS = Columns[shapes.MeanOfGroup](
    Column("group", "", lambda row: row["group"]),
    Column("players", "Players", lambda row: row["players"], ORDINAL),
    Column("mean", "Mean difference", lambda row: row["mean"], MEAN),
)
COMPARED = Columns[shapes.ComparedRow](
    Column("who", "Player", lambda row: row["name"] or row["player"]),
    Column("first", "First", lambda row: f"{row['first']:g}"),
    Column("second", "Second", lambda row: f"{row['second']:g}"),
    Column("places", "Places", lambda row: f"{row['first_place']} → {row['second_place']}"),
    Column("difference", "Difference", lambda row: f"{row['difference']:+g}"),
)


def comparison(console: Console, document: shapes.Comparison, *, details: bool) -> None:
    """Print the similarity of two lists, their figures over time, and the largest differences.

    With ``details`` also the means at the ends of the years.
    """
    first, second = document["sides"]
    sides = (
        Column[Sequence[str]]("first", plots.name_of(first), itemgetter(1)),
        Column[Sequence[str]]("second", plots.name_of(second), itemgetter(2)),
    )
    title = f"{document['pool']} on {document['on']}, as known at {document['known_at']}"
    columns = Columns(Column[Sequence[str]]("what", "", itemgetter(0)), *sides)
    console.print(listing(columns, [*_side_by_side(first, second)], title))
    console.print(_likeness(document))
    if not document["rows"]:
        return
    if details:
        columns = Columns(Column[Sequence[str]]("year", "End of", itemgetter(0)), *sides)
        console.print(listing(columns, [*_years(first, second)], "Mean rating (players)"))
    means = MEANS.headed({"mean": f"Mean difference of {document['difference_of']}"})
    quarters, ages = document["by_strength"], document["by_age"]
    for heading, rows in (("first list's quarters", quarters), ("age", ages)):
        if rows:
            console.print(listing(means, rows, f"By {heading}"))
    _most_different(console, document)


def _most_different(console: Console, document: shapes.Comparison) -> None:
    by_difference = sorted(document["rows"], key=lambda row: -row["difference"])
    gain = [row for row in by_difference[:MOST] if row["difference"] > 0]
    lose = [row for row in reversed(by_difference[-MOST:]) if row["difference"] < 0]
    for title, rows in (("Better under the second", gain), ("Worse under the second", lose)):
        if rows:
            console.print(listing(COMPARED, rows, title))
    for row in document["why"]:
        console.print(f"Why {display_name(row['name'])} ({row['player']}) differs:")
        for sentence in row["told"]:
            console.print(f"  {sentence}")


def _side_by_side(*sides: shapes.SideRow) -> Iterator[Sequence[str]]:
    for what, texts in (
        ("Players with a rating", [f"{side['players']}" for side in sides]),
        ("Mean rating", [_written(side["mean"], ".1f") for side in sides]),
        ("Changes of a rating", [f"{side['changes']}" for side in sides]),
        ("Mean change", [_written(side["mean_change"], ".1f") for side in sides]),
        ("Changes against the last", [_written(side["reversals"], ".1%") for side in sides]),
    ):
        yield what, *texts


def _written(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def _years(*sides: shapes.SideRow) -> Iterator[Sequence[str]]:
    means = [
        {row["year"]: f"{row['mean']:.1f} ({row['players']})" for row in side["years"]}
        for side in sides
    ]
    for year in sorted(set().union(*means)):
        yield str(year), *(each.get(year, "") for each in means)


def _likeness(document: shapes.Comparison) -> str:
    on_both = f"{document['players']} players are on both lists"
    only = f"{document['only_first']} on the first only, {document['only_second']} on the second"
    tau, rho, spread = document["kendall"], document["spearman"], document["differences"]
    if tau is None or rho is None or spread is None:
        return f"{on_both}, {only}.\n"
    likeness = f"Kendall's tau {tau:.3f}, Spearman's rho {rho:.3f}"
    middle = f"Half of the differences lie from {spread['lower']:+.1f} to {spread['upper']:+.1f}"
    return f"{on_both}, {only}.\n{likeness}.\n{middle}.\n"


SEASONS = Columns[shapes.SeasonRow](
    Column("season", "Season", lambda row: row["season"]),
    Column("chosen", "Chosen on earlier seasons", lambda row: plots.setting_text(row["chosen"])),
    Column("games", "Games", lambda row: row["games"], ORDINAL),
    Column("log_loss", "Log loss", lambda row: row["log_loss"], LOSS),
    Column("own_log_loss", "Own", lambda row: row["own_log_loss"], LOSS),
)


def sweep(console: Console, document: shapes.SweepAnswer) -> None:
    """Print each season's chosen setting and score, then the totals."""
    title = f"{document['settings']} settings of {document['rulebook']}"
    difference = document["log_loss"]["difference"]
    if not document["seasons"] or difference is None:
        console.print(f"{title}: fewer than three seasons, so nothing to choose on and score.")
        return
    console.print(listing(SEASONS, document["seasons"], title))
    console.print(
        f"Over {document['games']} games, log loss of the chosen settings less the rulebook's "
        f"own:\n{difference['value']:+.4f} ({difference['low']:+.4f} to "
        f"{difference['high']:+.4f}, 95 %)."
    )


_RULEBOOKS = (
    click.option(
        "--rulebook",
        "rulebooks",
        multiple=True,
        help="A rulebook, as if always in force; repeatable (default: those adopted).",
    ),
    click.option(
        "--set",
        "set",
        multiple=True,
        metavar="NAME=VALUE",
        help="Another reading, for every rulebook that has it.",
    ),
    click.option("--from", "first", type=DAY, help="From this day on."),
    click.option("--to", "last", type=DAY, help="Up to this day."),
)


@click.command("predict", cls=OfPool)
@asking(Clocks, "pool")
@with_options(_RULEBOOKS)
@click.option(
    "--baseline",
    "baselines",
    multiple=True,
    type=click.Choice(BASELINES),
    help="A baseline; elo, glicko-2 and trueskill need the extra `baselines`.",
)
@click.option(
    "--forecasts",
    multiple=True,
    metavar="NAME=FILE.csv",
    help="Other forecasts: the columns game and expected (of White, 0 to 1).",
)
@click.option("--details", is_flag=True, help="Show calibration, and scores by group.")
@files_options
def predict_command(
    context: CommandContext, request: ReadRequest, *, details: bool, files: Files, **given: Any
) -> None:
    """Measure how well rulebooks predicted the games."""
    given["set"] = _readings(given["set"])
    given["forecasts"] = named(given["forecasts"], "--forecasts", "NAME=FILE.csv")
    document = request.ledger.predict(
        request.subjects["pool"], **request.query.arguments(), **given
    )
    files.draw(lambda: plots.prediction_plot(document))
    files.answer(context, document, lambda console: prediction(console, document, details=details))


@click.command("compare", cls=OfPool)
@asking(Clocks, "pool")
@with_options(_RULEBOOKS[:2])
@click.option("--details", is_flag=True, help="Show the mean rating at the end of every year.")
@click.option(
    "--why",
    "explained",
    type=click.IntRange(0, 100),
    default=0,
    metavar="PLAYERS",
    help="Explain so many of the largest gains and losses.",
)
@files_options
def compare_command(
    context: CommandContext, request: ReadRequest, *, details: bool, files: Files, **given: Any
) -> None:
    """Compare two rulebooks on the same games.

    With one --rulebook, compare it with the rulebooks that the pool adopted. Without --rulebook,
    compare these with the same under the readings of --set.
    """
    first, second = _two_sides(given.pop("rulebooks"), given["set"])
    given["set"] = _readings(given["set"])
    if given["explained"]:
        caught_up(request.view_of())
    pool, clocks = request.subjects["pool"], request.query.arguments()
    document = request.ledger.compare(pool, first, second, **clocks, **given)
    files.draw(lambda: plots.comparison_plot(document))
    files.answer(context, document, lambda console: comparison(console, document, details=details))


def _two_sides(rulebooks: Sequence[str], readings: Sequence[str]) -> tuple[str | None, str | None]:
    """Return the two rulebooks to compare; None for those the pool adopted."""
    if len(rulebooks) > 2:
        raise click.UsageError("two rulebooks at a time: give --rulebook twice at most")
    if not rulebooks and not readings:
        raise click.UsageError("say what to compare with: --rulebook NAME, or --set NAME=VALUE")
    first = rulebooks[0] if len(rulebooks) == 2 else None
    return first, rulebooks[-1] if rulebooks else None


@click.command("sweep", cls=OfPool)
@asking(Clocks, "pool")
@click.option("--rulebook", required=True, help="The rulebook whose readings are varied.")
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="A reading and its values: k_max=60:100:10, or expectancy=normal,table.",
)
@click.option("--sample", type=click.IntRange(1), help="The number of settings to draw at random.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True)
@scheduler_option
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("rating-ledger-sweep"),
    show_default=True,
    help="The folder for results; an interrupted sweep continues from it.",
)
@files_options
def sweep_command(
    context: CommandContext, request: ReadRequest, *, files: Files, **given: Any
) -> None:
    """Find the parameters of a rulebook that predict best."""
    given["vary"] = named(given["vary"], "--vary", "NAME=VALUES")
    pool, clocks = request.subjects["pool"], request.query.arguments()
    with progress(f"settings of {given['rulebook']}") as advance:
        document = request.ledger.sweep(pool, **clocks, **given, progress=advance)
    files.draw(lambda: plots.sweep_plot(document))
    files.answer(context, document, lambda console: sweep(console, document))


def _readings(texts: Sequence[str]) -> dict[str, object]:
    return {name: json_or_text(text) for name, text in named(texts, "--set").items()}
