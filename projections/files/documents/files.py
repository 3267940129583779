"""Answers as files, in the forms that there are."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast, get_args

import attrs
from sqlalchemy import Connection

from ledger.events.messages import Message, RequestField
from ledger.events.problems import Problem, Refused, refusal
from ledger.importing.formats.aga.writer import refuse_aga, write_aga
from ledger.importing.formats.canonical.writer import write_csv, write_jsonl
from ledger.importing.formats.egd.writer import refuse_h9, write_h9
from ledger.importing.formats.tournament_report import (
    EnglishFindings,
    Officials,
    TournamentReport,
)
from ledger.importing.formats.trf import writer
from ledger.importing.formats.us_chess.writer import refuse_us_chess, write_us_chess
from projections.files.documents import evaluation
from projections.files.documents.audit import written
from projections.files.documents.formats import as_pdf, page
from projections.files.documents.player_card import card_page, card_workbook
from projections.files.documents.printed_list import (
    about,
    list_as_workbook,
    printed_list,
)
from projections.files.exports import flat_tables, rating_list
from projections.files.exports.tournament_reports import (
    outline_from_log,
    report_from_log,
    tie_breaks,
)
from projections.i18n.languages import Language
from projections.queries.answer_types import AuditDocument
from projections.queries.answers import Answers, Question, Row
from projections.queries.club_reports import club_report
from projections.queries.flat_rows import evaluations, evaluations_by_game
from projections.queries.rating_list import ListShape
from projections.queries.site_settings import site_settings

TournamentWriter = Callable[[TournamentReport, EnglishFindings], bytes]
Writer = TypeVar("Writer")


@attrs.frozen
class ExportedFile:
    """A file as it is to be written, and what has to be said of it beside."""

    content: bytes
    warnings: tuple[str, ...] = ()


def _trf(
    edition: writer.Edition, tie_breaks: writer.TieBreaks = writer.NO_TIE_BREAKS
) -> TournamentWriter:
    return lambda report, findings: writer.write_trf(report, edition, findings, tie_breaks)


TOURNAMENTS: Mapping[str, TournamentWriter] = {
    **{edition: _trf(edition) for edition in get_args(writer.Edition)},
    "h9": write_h9,
    "uschess": write_us_chess,
    "aga": write_aga,
    "csv": write_csv,
    "jsonl": write_jsonl,
}
REFUSALS: Mapping[str, Callable[[TournamentReport, EnglishFindings], None]] = {
    **dict.fromkeys(get_args(writer.Edition), writer.refuse_trf),
    "h9": refuse_h9,
    "uschess": refuse_us_chess,
    "aga": refuse_aga,
}
"""Checks for what a form cannot express; the canonical forms express everything."""


def _list_page(answers: Answers, shape: ListShape, spoken: Language) -> str:
    printed = printed_list(answers, shape, spoken)
    return page("rating_list.html", spoken, list=printed, about=[*about(printed, spoken)])


def _workbook(answers: Answers, shape: ListShape, spoken: Language) -> bytes:
    return list_as_workbook(printed_list(answers, shape, spoken), spoken)


LISTS: Mapping[str, Callable[[Answers, ListShape, Language], bytes]] = {
    "csv": lambda answers, shape, _: rating_list.list_as_csv(answers, shape),
    "xlsx-csv": lambda answers, shape, _: rating_list.list_as_spreadsheet(answers, shape),
    "json": lambda answers, shape, _: rating_list.list_as_json(answers, shape),
    "xlsx": _workbook,
    "html": lambda *asked: _list_page(*asked).encode(),
    "pdf": lambda *asked: as_pdf(_list_page(*asked)),
}
CARDS: Mapping[str, Callable[[Answers, str, Language, str], bytes]] = {
    "html": lambda *asked: card_page(*asked).encode(),
    "pdf": lambda *asked: as_pdf(card_page(*asked)),
    "xlsx": lambda answers, player, spoken, _: card_workbook(answers, player, spoken),
}
EVALUATIONS: Mapping[str, Callable[[Answers, str, Language, str], bytes]] = {
    "csv": lambda answers, tournament, *_: evaluation.evaluation_as_csv(answers, tournament),
    "html": lambda *asked: evaluation.evaluation_page(*asked).encode(),
    "pdf": lambda *asked: as_pdf(evaluation.evaluation_page(*asked)),
    "xlsx": lambda answers, tournament, spoken, _: evaluation.evaluation_workbook(
        answers, tournament, spoken
    ),
}
AUDITS: Mapping[str, Callable[[Row, Language, str], bytes]] = {
    "html": lambda audit, *how: written(audit, ".html", *how).encode(),
    "md": lambda audit, *how: written(audit, ".md", *how).encode(),
    "pdf": lambda audit, *how: as_pdf(written(audit, ".html", *how)),
}
FLAT: Mapping[str, Callable[[Iterable[Mapping[str, Any]]], bytes]] = {
    "csv": flat_tables.as_csv,
    "parquet": flat_tables.as_parquet,
}


@attrs.frozen(kw_only=True)
class GivenAtExport:
    """Additions to the record of a tournament at its export.

    ``ranked_by`` are the methods that decide between equal points, in the forms with ranks;
    ``officials`` replace those of the file that was submitted.
    """

    ranked_by: Sequence[str]
    officials: Officials


def tournament_as(
    connection: Connection,
    tournament: str,
    form: str,
    question: Question,
    given: GivenAtExport,
) -> ExportedFile:
    """A tournament for pairing programs and federations, with the figures of a pool or without.

    Raises :class:`~ledger.events.problems.Refused` if the form cannot say the tournament.
    """
    write, findings = writer_of_form(TOURNAMENTS, form), EnglishFindings()
    in_places = form == "h9"
    report = report_from_log(connection, tournament, question, findings, in_places=in_places)
    named = {name: value for name, value in attrs.asdict(given.officials).items() if value}
    report = attrs.evolve(report, officials=attrs.evolve(report.officials, **named))
    if given.ranked_by:
        edition = _must_have_ranks(form)
        write = _trf(edition, tie_breaks(connection, tournament, question.as_of, given.ranked_by))
    content = write(report, findings)
    issues = findings.issues()
    errors = [issue for issue in issues if issue.kind == "error"]
    if errors:
        raise Refused([Problem(None, "form", "not-sayable", each.message) for each in errors])
    return ExportedFile(content, tuple(map(str, issues)))


def writable_forms(answers: Answers, tournament: str, among: Collection[str]) -> Sequence[str]:
    """Those of some forms of :func:`tournament_as` that can express a tournament.

    Raises :class:`~ledger.events.problems.Refused` if there is no such tournament.
    """
    outline = outline_from_log(answers, tournament)
    return [form for form in among if _can_express(form, outline)]


def _can_express(form: str, outline: TournamentReport) -> bool:
    findings = EnglishFindings()
    if form in REFUSALS:
        REFUSALS[form](outline, findings)
    return not findings.has_errors()


def _must_have_ranks(form: str) -> writer.Edition:
    for edition in get_args(writer.Edition):
        if form == edition:
            return cast("writer.Edition", edition)
    editions = ", ".join(get_args(writer.Edition))
    message = Message(
        "%(form)s has no ranks: leave %(ranked_by)s out, or use one of %(editions)s",
        form=form,
        ranked_by=RequestField("ranked_by"),
        editions=editions,
    )
    raise refusal("no-ranks", message, "ranked_by")


def ratings_as(answers: Answers, form: str, shape: ListShape, spoken: Language) -> ExportedFile:
    """The rating list of a day, or part of it."""
    return ExportedFile(writer_of_form(LISTS, form)(answers, shape, spoken))


def card_as(
    answers: Answers, player: str, form: str, spoken: Language, address: str
) -> ExportedFile:
    """A player's card to hand out, with the ``address`` of its page for telephones."""
    return ExportedFile(writer_of_form(CARDS, form)(answers, player, spoken, address))


def audit_as(answers: Answers, audit: AuditDocument, form: str, spoken: Language) -> ExportedFile:
    """An audit as a document to send, under the title of its list."""
    write = writer_of_form(AUDITS, form)
    title = site_settings(answers.connection).description_of(answers.question.pool).title
    return ExportedFile(write(cast("Row", audit), spoken, title))


def evaluation_as(
    answers: Answers, tournament: str, form: str, spoken: Language, address: str
) -> ExportedFile:
    """A tournament's evaluation as a table, with the ``address`` of its page for telephones."""
    write = writer_of_form(EVALUATIONS, form)
    reason = answers.tournament(tournament).get("reason")
    warnings: tuple[str, ...] = ()
    if reason is not None:
        warnings = (f"warning: the tournament is not rated: {reason}",)
    return ExportedFile(write(answers, tournament, spoken, address), warnings)


def club_report_as(answers: Answers, club: str, season: int) -> ExportedFile:
    """A club's report for a season as CSV, a line for each figure it asks for."""
    return ExportedFile(flat_tables.as_csv(club_report(answers, club, season)))


def writer_of_form(writers: Mapping[str, Writer], form: str) -> Writer:
    """The writer of a form.

    Raises :class:`~ledger.events.problems.Refused` if there is none.
    """
    if form not in writers:
        message = f"{form!r} is not a format of this: use one of {', '.join(writers)}"
        raise refusal("unknown-form", message, "form")
    return writers[form]


def evaluations_as(answers: Answers, form: str, *, by_game: bool) -> ExportedFile:
    """Every evaluation of a pool as one flat table; see :mod:`projections.queries.flat_rows`."""
    write = writer_of_form(FLAT, form)
    return ExportedFile(write(evaluations_by_game(answers) if by_game else evaluations(answers)))


def flat_rows_as(rows: Iterable[Mapping[str, Any]], form: str) -> bytes:
    """Flat rows as a file.

    Raises :class:`~ledger.events.problems.Refused` without a row, whose fields are the columns.
    """
    found = list(rows)
    if not found:
        raise refusal("nothing-to-write", "nothing was compared: the table would be empty")
    return writer_of_form(FLAT, form)(found)
