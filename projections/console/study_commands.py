"""The commands ``compare`` and ``predict``: which rule would have served better."""

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


@click.command("compare")
@click.argument("pool")
@with_options((*_RULEBOOKS[:2], *CLOCKS))
@click.option("--details", is_flag=True, help="Also the mean figure at the end of every year.")
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
) -> None:
    """Two rulebooks on one history: their lists side by side, and who differs most.

    With one --rulebook it is compared with what the pool adopted, with none another reading is
    (--set), which belongs to the second one.
    """
    if len(rulebooks) > 2:
        raise click.UsageError("two rulebooks at a time: give --rulebook twice at most")
    if not rulebooks and not readings:
        raise click.UsageError("say what to compare with: --rulebook NAME, or --set NAME=VALUE")
    first = rulebooks[0] if len(rulebooks) == 2 else None
    second = rulebooks[-1] if rulebooks else None
    document = opened(context).compare(
        pool,
        first,
        second,
        set=dict(assignment(each) for each in readings),
        on=day(on),
        known_at=moment(known_at),
    )
    context.answer(
        document, lambda console: study_tables.comparison(console, document, details=details)
    )
