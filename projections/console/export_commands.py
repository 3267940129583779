"""The commands ``export tournament``, ``export ratings`` and ``export evaluation``.

The file goes to standard output or where ``--output`` says; what it cannot tell is told on
standard error.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

import click
from sqlalchemy import Engine

from ledger.console.commands import export_group
from ledger.console.console import CommandContext
from ledger.events.problems import Problem, Refused
from ledger.formats.canonical.writer import write_csv, write_jsonl
from ledger.formats.egd.writer import write_h9
from ledger.formats.tournament_report import Findings, TournamentReport
from ledger.formats.trf.writer import Edition, write_trf
from projections.console.options import Asked, cut_command, question_command, today, up_to_date
from projections.documents.evaluation import Evaluation, evaluation_as_csv, evaluation_of
from projections.documents.evaluation_html import evaluation_as_html
from projections.exports import rating_list
from projections.exports.reports import reported
from projections.queries.answers import Answers, Question
from projections.read_model.generations import snapshot

TournamentWriter = Callable[[TournamentReport, Findings], bytes]


def _trf(edition: Edition) -> TournamentWriter:
    return lambda report, findings: write_trf(report, edition, findings)


TOURNAMENTS: Mapping[str, TournamentWriter] = {
    **{edition: _trf(edition) for edition in get_args(Edition)},
    "h9": write_h9,
    "csv": write_csv,
    "jsonl": write_jsonl,
}
LISTS: Mapping[str, Callable[[Answers], bytes]] = {
    "csv": rating_list.list_as_csv,
    "xlsx-csv": rating_list.list_as_spreadsheet,
    "json": rating_list.list_as_json,
}
EVALUATIONS: Mapping[str, Callable[[Evaluation], bytes]] = {
    "csv": evaluation_as_csv,
    "html": evaluation_as_html,
}


def _written_as(forms: Mapping[str, object]) -> Callable[..., Callable[..., None]]:
    """The options of everything that is exported: in which form, and to which file."""

    def with_options(function: Callable[..., None]) -> Callable[..., None]:
        form = click.option("--as", "form", type=click.Choice([*forms]), required=True)
        path = click.Path(dir_okay=False, path_type=Path)
        output = click.option("--output", metavar="FILE", type=path, help="Write it to a file.")
        return form(output(function))

    return with_options


@click.command("tournament")
@cut_command
@click.argument("tournament")
@click.option("--pool", default="", help="With its figures, as the players entered.")
@_written_as(TOURNAMENTS)
def _tournament_command(
    context: CommandContext,
    engine: Engine,
    asked: Asked,
    *,
    tournament: str,
    pool: str,
    **form: Any,
) -> None:
    """Write a tournament for pairing programs and federations; with --on as of a day."""
    del context
    if pool and not asked.what_if:
        up_to_date(engine, pool, asked.cut)
    findings = Findings()
    with snapshot(engine) as connection:
        question = Question(pool, today(), asked.cut, asked.what_if)
        report = reported(connection, tournament, question, findings)
    content = TOURNAMENTS[form["form"]](report, findings)
    _tell(findings)
    _deliver(content, form["output"])


@click.command("ratings")
@question_command
@_written_as(LISTS)
def _ratings_command(
    context: CommandContext, answers: Answers, *, form: str, output: Path | None
) -> None:
    """Write the rating list of a day."""
    del context
    _deliver(LISTS[form](answers), output)


@click.command("evaluation")
@question_command
@click.argument("tournament")
@_written_as(EVALUATIONS)
def _evaluation_command(
    context: CommandContext, answers: Answers, *, tournament: str, form: str, output: Path | None
) -> None:
    """Write a tournament's evaluation as a table."""
    del context
    evaluation = evaluation_of(answers, tournament)
    if evaluation.excluded is not None:
        click.echo(f"warning: the tournament is not rated: {evaluation.excluded}", err=True)
    _deliver(EVALUATIONS[form](evaluation), output)


def _tell(findings: Findings) -> None:
    """Warnings on standard error; errors refuse the export.

    Raises :class:`~ledger.events.problems.Refused` where the form cannot say the tournament.
    """
    issues = findings.issues()
    errors = [issue for issue in issues if issue.kind == "error"]
    if errors:
        raise Refused([Problem(None, "--as", "not-sayable", each.message) for each in errors])
    for issue in issues:
        click.echo(str(issue), err=True)


def _deliver(content: bytes, output: Path | None) -> None:
    """The bytes as they are, to a file or to standard output."""
    if output is None:
        click.echo(content, nl=False)
    else:
        output.write_bytes(content)


for each in (_tournament_command, _ratings_command, _evaluation_command):
    export_group.add_command(each)
