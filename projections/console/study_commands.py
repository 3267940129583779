"""The commands ``compare``, ``predict`` and ``sweep``: which rule would have served better."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ledger.console.console import CommandContext, ledger_command, progress
from projections.arguments import BASELINES
from projections.charts.plots import comparison_plot, prediction_plot, sweep_plot
from projections.console import study_tables
from projections.console.options import (
    CLOCKS,
    assignment,
    caught_up,
    day,
    moment,
    opened,
    with_options,
)
from projections.console.study_files import Files, files_options

_RULEBOOKS = (
    click.option(
        "--rulebook",
        "rulebooks",
        multiple=True,
        help="As if it had always governed; several times. Without: those that did govern.",
    ),
    click.option(
        "--set",
        "readings",
        multiple=True,
        metavar="NAME=VALUE",
        help="Another reading, for every rulebook that knows it.",
    ),
    click.option("--from", "first", default=None, metavar="DAY", help="From this day on."),
    click.option("--to", "last", default=None, metavar="DAY", help="Up to this day."),
)


@click.command("predict")
@click.argument("pool")
@with_options((*_RULEBOOKS, *CLOCKS))
@click.option(
    "--baseline",
    "baselines",
    multiple=True,
    type=click.Choice(BASELINES),
    help="A forecast to beat; elo, glicko-2 and trueskill need the extra `baselines`.",
)
@click.option("--details", is_flag=True, help="Also calibration, and scores by group.")
@files_options
@ledger_command
def predict_command(  # noqa: PLR0913 - who forecasts, and which games are scored
    context: CommandContext,
    pool: str,
    *,
    rulebooks: Sequence[str],
    readings: Sequence[str],
    first: str | None,
    last: str | None,
    on: str | None,
    known_at: str | None,
    baselines: Sequence[str],
    details: bool,
    **files: Any,
) -> None:
    """Which rulebook foresaw the results best: forecasts before every game, scored."""
    to = Files.of(**files)
    document = opened(context).predict(
        pool,
        rulebooks=rulebooks,
        set=dict(assignment(each) for each in readings),
        baselines=baselines,
        first=day(first, "--from"),
        last=day(last, "--to"),
        on=day(on),
        known_at=moment(known_at),
    )
    to.draw(lambda: prediction_plot(document))
    to.answer(
        context,
        document,
        lambda console: study_tables.prediction(console, document, details=details),
    )


@click.command("compare")
@click.argument("pool")
@with_options((*_RULEBOOKS[:2], *CLOCKS))
@click.option("--details", is_flag=True, help="Also the mean figure at the end of every year.")
@click.option(
    "--why",
    "explained",
    type=click.IntRange(0, 100),
    default=0,
    metavar="PLAYERS",
    help="Say of so many who gain, and as many who lose, why.",
)
@files_options
@ledger_command
def compare_command(  # noqa: PLR0913 - the two sides, and the two clocks
    context: CommandContext,
    pool: str,
    *,
    rulebooks: Sequence[str],
    readings: Sequence[str],
    on: str | None,
    known_at: str | None,
    details: bool,
    explained: int,
    **files: Any,
) -> None:
    """Two rulebooks on one history: their lists side by side, and who differs most.

    With one --rulebook it is compared with what the pool adopted, with none another reading is
    (--set), which belongs to the second one.
    """
    first, second = _two_sides(rulebooks, readings)
    to = Files.of(**files)
    ledger = opened(context)
    if explained:
        caught_up(ledger.pool(pool))
    document = ledger.compare(
        pool,
        first,
        second,
        set=dict(assignment(each) for each in readings),
        on=day(on),
        known_at=moment(known_at),
        explained=explained,
    )
    to.draw(lambda: comparison_plot(document))
    to.answer(
        context,
        document,
        lambda console: study_tables.comparison(console, document, details=details),
    )


def _two_sides(rulebooks: Sequence[str], readings: Sequence[str]) -> tuple[str | None, str | None]:
    """The two rulebooks that are meant; None: what the pool adopted."""
    if len(rulebooks) > 2:
        raise click.UsageError("two rulebooks at a time: give --rulebook twice at most")
    if not rulebooks and not readings:
        raise click.UsageError("say what to compare with: --rulebook NAME, or --set NAME=VALUE")
    first = rulebooks[0] if len(rulebooks) == 2 else None
    return first, rulebooks[-1] if rulebooks else None


@click.command("sweep")
@click.argument("pool")
@click.option("--rulebook", required=True, help="Whose readings are varied.")
@click.option(
    "--vary",
    multiple=True,
    required=True,
    metavar="NAME=VALUES",
    help="A reading and what it may be: k_max=60:100:10, or expectancy=normal,table.",
)
@click.option("--sample", type=click.IntRange(1), help="So many settings drawn at random.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--scheduler", metavar="URL", help="Work on a Dask cluster: tcp://host:8786.")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("rating-ledger-sweep"),
    show_default=True,
    help="Keeps what was worked out; interrupted, a sweep goes on from there.",
)
@with_options(CLOCKS)
@files_options
@ledger_command
def sweep_command(  # noqa: PLR0913 - what is varied, and who works it out
    context: CommandContext,
    pool: str,
    *,
    rulebook: str,
    vary: Sequence[str],
    on: str | None,
    known_at: str | None,
    form: str | None,
    output: Path | None,
    plot: Path | None,
    overwrite: bool,
    **how: Any,
) -> None:
    """Which readings foresaw best: chosen on the past, scored on the next season."""
    to = Files.of(form=form, output=output, plot=plot, overwrite=overwrite)
    values = dict(_varied(each) for each in vary)
    ledger = opened(context)
    with progress(f"settings of {rulebook}") as advance:
        document = ledger.sweep(
            pool,
            rulebook,
            values,
            on=day(on),
            known_at=moment(known_at),
            progress=advance,
            **how,
        )
    to.draw(lambda: sweep_plot(document))
    to.answer(context, document, lambda console: study_tables.sweep(console, document))


def _varied(text: str) -> tuple[str, str]:
    name, separator, values = text.partition("=")
    if not separator or not values:
        message = f"{text!r} is not of the form NAME=VALUES"
        raise click.BadParameter(message, param_hint="--vary")
    return name, values
