"""Which tournament a file is about: a new one, or one that is on record in another version.

By the id that follows from the file, by the bytes if they were imported before under another id,
or by the submitter's choice.  Where most of the results are those of a tournament of about the
same days, the file is refused with a question.
"""

import attrs
from sqlalchemy import Connection

from ledger.events.facts import TournamentSubmitted
from ledger.events.messages import Message
from ledger.importing.formats.tournament_report import Findings, SuppliedDetails, TournamentReport
from ledger.importing.matching.recorded_tournament import RecordedTournament, recorded_tournament
from ledger.importing.matching.tournament_index import TournamentIndex
from ledger.importing.report_events import ReportedTournament, tournament_id
from ledger.log.source_files import tournament_of
from ledger.validation.ledger_state import LedgerState


@attrs.frozen(kw_only=True)
class IdentityChoice:
    """The submitter's choice: the tournament that the file is about, or that it is another one."""

    same_as: str | None = None
    another: bool = False


@attrs.frozen
class IdentifiedTournament:
    """The report under the id of its tournament, with what is on record of that, if anything."""

    report: TournamentReport
    record: RecordedTournament | None


def identify_tournament(
    connection: Connection, report: TournamentReport, identity: IdentityChoice, findings: Findings
) -> IdentifiedTournament:
    """Find the tournament of a file; one that is not there, or was struck, is an error."""
    if identity.same_as is not None:
        found = _with_key(connection, report, identity.same_as)
        if found.record is None:
            message = Message(
                "--same-as %(tournament)s: there is no such tournament in the ledger: correct the "
                "id, or leave the option out",
                tournament=identity.same_as,
            )
            findings.error(message)
    else:
        found = _by_content(connection, report, another=identity.another)
    record = found.record
    if record is not None and record.tournament.stands is None:
        how = str(record.tournament.correction or Message("with another file"))
        message = Message(
            "the tournament was struck %(how)s: strike that correction of %(event)s to restore it "
            "first, or say --another",
            how=how,
            event=record.tournament.event,
        )
        findings.error(message)
    return found


def _by_content(
    connection: Connection, report: TournamentReport, *, another: bool
) -> IdentifiedTournament:
    found = IdentifiedTournament(report, recorded_tournament(connection, tournament_id(report)))
    if another:
        taken = found.record is not None and report.key is not None
        return _with_key(connection, report, None) if taken else found
    if found.record is None:
        known_tournament = tournament_of(connection, report.digest)
        if known_tournament is not None:
            return _with_key(connection, report, known_tournament)
    return found


def _with_key(
    connection: Connection, report: TournamentReport, key: str | None
) -> IdentifiedTournament:
    report = attrs.evolve(report, key=key)
    return IdentifiedTournament(report, recorded_tournament(connection, tournament_id(report)))


def is_unchanged(
    fact: TournamentSubmitted, report: TournamentReport, supplied: SuppliedDetails
) -> bool:
    """Whether a tournament stands by this very file, and no other details are supplied."""
    return fact.paper == report.digest and all(
        given is None or given == stands
        for given, stands in (
            (supplied.name, fact.name),
            (supplied.starts_on, fact.starts_on),
            (supplied.ended_on, fact.ended_on),
            (supplied.system, fact.format),
            (supplied.thinking_time, fact.thinking_time),
            (supplied.country, fact.country),
            (supplied.class_, fact.class_),
        )
    )


def check_for_similar_tournament(
    reported: ReportedTournament,
    tournaments: TournamentIndex,
    ledger: LedgerState,
    findings: Findings,
) -> None:
    """An error where one under another id has most of the same results, or name, days, players."""
    found = tournaments.most_similar(reported.tournament, reported.games, ledger)
    if found is not None:
        said = {
            "tournament": found.tournament,
            "share": f"{found.share:.0%}",
            "day": found.ended_on,
        }
        if found.namesake:
            message = Message(
                "this looks like %(tournament)s (the same name, days and players, %(share)s of "
                "the results are the same, ended %(day)s): say --same-as %(tournament)s if it is "
                "a changed file of it, or --another",
                **said,
            )
        else:
            message = Message(
                "this looks like %(tournament)s (%(share)s of the results are the same, ended "
                "%(day)s): say --same-as %(tournament)s if it is a changed file of it, or "
                "--another",
                **said,
            )
        findings.error(message)
