"""The commands ``compare``, ``predict`` and ``sweep``: which rule would have served better."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from projections.files.charts.plots import comparison_plot, prediction_plot, sweep_plot
from projections.interfaces.cli.console import CommandContext, progress
from projections.interfaces.cli.layout import table
from projections.interfaces.cli.only_pool import OfPool
from projections.interfaces.cli.options import DAY, caught_up, named, with_options
from projections.interfaces.cli.read_commands import ReadRequest, asking
from projections.interfaces.cli.study_files import Files, files_options
from projections.operations.read_queries import Clocks
from projections.queries.arguments import BASELINES
from projections.queries.field_values import json_or_text
from projections.queries.presentation import display_name

# --- printing predictions and comparisons in tables of 80 columns --------------------------------


Row = Mapping[str, Any]
SCORES = {"log_loss": "Log loss", "brier": "Brier", "accuracy": "Accuracy"}
PAIRS = {
    "first": "First",
    "second": "Second",
    "games": "Games",
    "log_loss": "Log loss",
    "brier": "Brier",
}
GROUPS = {
    "year": "By year",
    "strength": "By strength (mean rating of the two)",
    "experience": "By games before (of the player with fewer)",
    "colour": "By colour",
}


def prediction(console: Console, document: Row, *, details: bool) -> None:
    """The forecasters, the best first, then every pair; with ``details`` each in full."""
    columns = {"forecaster": "Forecaster", "games": "Games", "without_figure": "Without", **SCORES}
    found = sorted(document["forecasters"], key=_cost)
    title = f"{document['games']} games forecast before they were played; least log loss first"
    console.print(table([_with_bounds(row) for row in found], columns, title))
    console.print(
        "In brackets: the 95 % interval, by resampling whole tournaments.\n"
        "Not included: games of players without a rating.\n"
    )
    if document["compared"]:
        rows = [_with_bounds(row) for row in document["compared"] if row["games"]]
        title = "The first minus the second, over the games that both forecast"
        console.print(table(rows, PAIRS, title))
    if details:
        for row in found:
            _details(console, row)


def _cost(row: Row) -> tuple[bool, float]:
    loss = row["log_loss"]
    return loss is None, 0.0 if loss is None else loss["value"]


def _with_bounds(row: Row) -> Row:
    """The log loss with its interval, the other scores without, so that 80 columns hold them."""
    shown = {score: _shown(row[score]) for score in SCORES}
    loss = row["log_loss"]
    if loss is not None:
        shown["log_loss"] += f" ({loss['low']:.4f} to {loss['high']:.4f})"
    return {**row, **shown}


def _shown(found: Row | None) -> str:
    return "" if found is None else f"{found['value']:.4f}"


def _details(console: Console, row: Row) -> None:
    name = row["forecaster"]
    columns = {"band": "Favourites", "games": "Games", "expected": "Expected", "scored": "Scored"}
    console.print(table(_bands(row["calibration"]), columns, f"{name}: calibration"))
    for kind, heading in GROUPS.items():
        if not row["groups"][kind]:
            continue
        columns = {"group": "", "games": "Games", "expected": "Expected", "scored": "Scored"}
        title = f"{name}: {heading[0].lower()}{heading[1:]}"
        console.print(table(_rounded(row["groups"][kind]), columns | SCORES, title))


def _bands(rows: Sequence[Row]) -> Iterator[Row]:
    for row in rows:
        yield {**_shares(row), "band": f"{row['from']:.2f}-{row['to']:.2f}"}


def _rounded(rows: Sequence[Row]) -> Iterator[Row]:
    for row in rows:
        yield _shares(row) | {score: f"{row[score]:.4f}" for score in SCORES}


def _shares(row: Row) -> dict[str, Any]:
    return {**row, "expected": f"{row['expected']:.3f}", "scored": f"{row['scored']:.3f}"}


MOST = 10


def comparison(console: Console, document: Row, *, details: bool) -> None:
    """Print the similarity of two lists, their figures over time, and the largest differences.

    With ``details`` also the means at the ends of the years.
    """
    first, second = document["sides"]
    columns = {"what": "", "first": _named_column(first), "second": _named_column(second)}
    title = f"{document['pool']} on {document['on']}, as known at {document['known_at']}"
    console.print(table(_side_by_side(first, second), columns, title))
    console.print(_likeness(document))
    if not document["rows"]:
        return
    unit = document["difference_of"]
    if details:
        columns = {
            "year": "End of",
            "first": _named_column(first),
            "second": _named_column(second),
        }
        console.print(table(_years(first, second), columns, "Mean rating (players)"))
    for group, heading in (("by_strength", "first list's quarters"), ("by_age", "age")):
        columns = {"group": "", "players": "Players", "mean": f"Mean difference of {unit}"}
        rows = [{**row, "mean": f"{row['mean']:+.1f}"} for row in document[group]]
        if rows:
            console.print(table(rows, columns, f"By {heading}"))
    by_difference = sorted(document["rows"], key=lambda row: -row["difference"])
    gain = [row for row in by_difference[:MOST] if row["difference"] > 0]
    lose = [row for row in reversed(by_difference[-MOST:]) if row["difference"] < 0]
    for title, rows in (("Better under the second", gain), ("Worse under the second", lose)):
        if rows:
            console.print(table(map(_compared, rows), COMPARED, title))
    for row in document["why"]:
        console.print(f"Why {display_name(row['name'])} ({row['player']}) differs:")
        for sentence in row["told"]:
            console.print(f"  {sentence}")


COMPARED = {
    "who": "Player",
    "first": "First",
    "second": "Second",
    "places": "Places",
    "difference": "Difference",
}


def _named_column(side: Row) -> str:
    chosen = ", ".join(f"{name}={value}" for name, value in side["parameters"].items())
    return f"{side['rulebook']} ({chosen})" if chosen else str(side["rulebook"])


def _side_by_side(first: Row, second: Row) -> Iterator[Row]:
    for what, field, form in (
        ("Players with a rating", "players", "d"),
        ("Mean rating", "mean", ".1f"),
        ("Changes of a rating", "changes", "d"),
        ("Mean change", "mean_change", ".1f"),
        ("Changes against the last", "reversals", ".1%"),
    ):
        found = {"first": first[field], "second": second[field]}
        yield {"what": what} | {
            side: "" if value is None else format(value, form) for side, value in found.items()
        }


def _years(first: Row, second: Row) -> Iterator[Row]:
    sides = {
        name: {row["year"]: f"{row['mean']:.1f} ({row['players']})" for row in side["years"]}
        for name, side in (("first", first), ("second", second))
    }
    for year in sorted(set().union(*sides.values())):
        yield {"year": str(year)} | {name: means.get(year, "") for name, means in sides.items()}


def _likeness(document: Row) -> str:
    on_both = f"{document['players']} players are on both lists"
    only = f"{document['only_first']} on the first only, {document['only_second']} on the second"
    if document["kendall"] is None:
        return f"{on_both}, {only}.\n"
    likeness = (
        f"Kendall's tau {document['kendall']:.3f}, Spearman's rho {document['spearman']:.3f}"
    )
    spread = document["differences"]
    middle = f"Half of the differences lie from {spread['lower']:+.1f} to {spread['upper']:+.1f}"
    return f"{on_both}, {only}.\n{likeness}.\n{middle}.\n"


def _compared(row: Row) -> Row:
    return {
        "who": row["name"] or row["player"],
        "first": f"{row['first']:g}",
        "second": f"{row['second']:g}",
        "places": f"{row['first_place']} → {row['second_place']}",
        "difference": f"{row['difference']:+g}",
    }


SEASONS = {
    "season": "Season",
    "chosen": "Chosen on earlier seasons",
    "games": "Games",
    "log_loss": "Log loss",
    "own_log_loss": "Own",
}


def sweep(console: Console, document: Row) -> None:
    """Season by season what was chosen and what it was worth, then all seasons together."""
    title = f"{document['settings']} settings of {document['rulebook']}"
    rows = [
        {
            **row,
            "season": str(row["season"]),
            "chosen": _spelt(row["chosen"]),
            "log_loss": f"{row['log_loss']:.4f}",
            "own_log_loss": f"{row['own_log_loss']:.4f}",
        }
        for row in document["seasons"]
    ]
    if not rows:
        console.print(f"{title}: fewer than three seasons, so nothing to choose on and score.")
        return
    console.print(table(rows, SEASONS, title))
    difference = document["log_loss"]["difference"]
    games = document["games"]
    low, high = (f"{difference[bound]:+.4f}" for bound in ("low", "high"))
    console.print(
        f"Over {games} games, log loss of the chosen settings less the rulebook's own:\n"
        f"{difference['value']:+.4f} ({low} to {high}, 95 %)."
    )


def _spelt(chosen: Row) -> str:
    return ", ".join(f"{name}={value}" for name, value in chosen.items()) or "as it is"


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
    files.draw(lambda: prediction_plot(document))
    files.answer(
        context,
        document,
        lambda console: prediction(console, document, details=details),
    )


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
    files.draw(lambda: comparison_plot(document))
    files.answer(
        context,
        document,
        lambda console: comparison(console, document, details=details),
    )


def _two_sides(rulebooks: Sequence[str], readings: Sequence[str]) -> tuple[str | None, str | None]:
    """The two rulebooks that are meant; None: what the pool adopted."""
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
@click.option("--scheduler", metavar="URL", help="Work on a Dask cluster: tcp://host:8786.")
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
    files.draw(lambda: sweep_plot(document))
    files.answer(context, document, lambda console: sweep(console, document))


def _readings(texts: Sequence[str]) -> dict[str, Any]:
    return {name: json_or_text(text) for name, text in named(texts, "--set").items()}
