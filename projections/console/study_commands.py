"""The command ``predict``: which rulebook would have foreseen the results best."""

from collections.abc import Sequence

import click

from ledger.console.console import CommandContext, ledger_command
from projections.console import study_tables
from projections.console.options import CLOCKS, assignment, day, moment, opened, with_options

BASELINES = ("even", "elo", "glicko-2", "trueskill")
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
    help="A forecast to beat; all but `even` need the extra `baselines`.",
)
@click.option("--details", is_flag=True, help="Also calibration, and scores by group.")
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
) -> None:
    """Which rulebook foresaw the results best: forecasts before every game, scored."""
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
    context.answer(
        document, lambda console: study_tables.prediction(console, document, details=details)
    )
