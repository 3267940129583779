"""Answers as files, in the forms that there are."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, TypeVar, get_args

import attrs
from sqlalchemy import Connection

from ledger.events.problems import Problem, Refused, refusal
from ledger.formats.canonical.writer import write_csv, write_jsonl
from ledger.formats.egd.writer import write_h9
from ledger.formats.tournament_report import Findings, TournamentReport
from ledger.formats.trf.writer import Edition, write_trf
from projections.documents.evaluation import Evaluation, evaluation_as_csv, evaluation_of
from projections.documents.evaluation_html import evaluation_as_html
from projections.documents.pdf import as_pdf
from projections.documents.player_card import player_card
from projections.documents.printed_list import printed_list
from projections.documents.templates import page
from projections.documents.workbook import list_as_workbook
from projections.exports import flat_tables, rating_list
from projections.exports.tournament_reports import report_from_log
from projections.history.cut import Cut
from projections.queries.answers import Answers, Question
from projections.queries.flat_rows import evaluations, evaluations_by_game
from projections.replay.schedule import WhatIf

TournamentWriter = Callable[[TournamentReport, Findings], bytes]
Writer = TypeVar("Writer")


@attrs.frozen
class ExportedFile:
    """A file as it is to be written, and what has to be said of it beside."""

    content: bytes
    warnings: tuple[str, ...] = ()


def _trf(edition: Edition) -> TournamentWriter:
    return lambda report, findings: write_trf(report, edition, findings)


TOURNAMENTS: Mapping[str, TournamentWriter] = {
    **{edition: _trf(edition) for edition in get_args(Edition)},
    "h9": write_h9,
    "csv": write_csv,
    "jsonl": write_jsonl,
}


def _list_page(answers: Answers) -> str:
    printed = printed_list(answers)
    clubs = any(player.club for player in printed.players)
    return page("rating_list.html", list=printed, clubs=clubs)


def _card_page(answers: Answers, player: str) -> str:
    return page("player_card.html", card=player_card(answers, player))


LISTS: Mapping[str, Callable[[Answers], bytes]] = {
    "csv": rating_list.list_as_csv,
    "xlsx-csv": rating_list.list_as_spreadsheet,
    "json": rating_list.list_as_json,
    "xlsx": lambda answers: list_as_workbook(printed_list(answers)),
    "html": lambda answers: _list_page(answers).encode(),
    "pdf": lambda answers: as_pdf(_list_page(answers)),
}
CARDS: Mapping[str, Callable[[Answers, str], bytes]] = {
    "html": lambda answers, player: _card_page(answers, player).encode(),
    "pdf": lambda answers, player: as_pdf(_card_page(answers, player)),
}
EVALUATIONS: Mapping[str, Callable[[Evaluation], bytes]] = {
    "csv": evaluation_as_csv,
    "html": evaluation_as_html,
}
FLAT: Mapping[str, Callable[[Iterable[Mapping[str, Any]]], bytes]] = {
    "csv": flat_tables.as_csv,
    "parquet": flat_tables.as_parquet,
}


def tournament_as(  # noqa: PLR0913, PLR0917 - a question has two clocks and a what-if
    connection: Connection,
    tournament: str,
    form: str,
    pool: str,
    cut: Cut,
    today: date,
    what_if: WhatIf,
) -> ExportedFile:
    """A tournament for pairing programs and federations, with the figures of a pool or without.

    Raises :class:`~ledger.events.problems.Refused` where the form cannot say the tournament.
    """
    write = _writer(TOURNAMENTS, form)
    findings = Findings()
    report = report_from_log(connection, tournament, Question(pool, today, cut, what_if), findings)
    content = write(report, findings)
    issues = findings.issues()
    errors = [issue for issue in issues if issue.kind == "error"]
    if errors:
        raise Refused([Problem(None, "--as", "not-sayable", each.message) for each in errors])
    return ExportedFile(content, tuple(map(str, issues)))


def ratings_as(answers: Answers, form: str) -> ExportedFile:
    """The rating list of a day."""
    return ExportedFile(_writer(LISTS, form)(answers))


def card_as(answers: Answers, player: str, form: str) -> ExportedFile:
    """A player's card to hand out."""
    return ExportedFile(_writer(CARDS, form)(answers, player))


def evaluation_as(answers: Answers, tournament: str, form: str) -> ExportedFile:
    """A tournament's evaluation as a table."""
    write = _writer(EVALUATIONS, form)
    evaluation = evaluation_of(answers, tournament)
    warnings: tuple[str, ...] = ()
    if evaluation.excluded is not None:
        warnings = (f"warning: the tournament is not rated: {evaluation.excluded}",)
    return ExportedFile(write(evaluation), warnings)


def _writer(writers: Mapping[str, Writer], form: str) -> Writer:
    if form not in writers:
        message = f"{form!r} is no form of this: use one of {', '.join(writers)}"
        raise refusal("unknown-form", message, "--as")
    return writers[form]


def evaluations_as(answers: Answers, form: str, *, by_game: bool) -> ExportedFile:
    """Every evaluation of a pool as one flat table; see :mod:`projections.queries.flat_rows`."""
    write = _writer(FLAT, form)
    return ExportedFile(write(evaluations_by_game(answers) if by_game else evaluations(answers)))
