"""Which tournament a file is about: a new one, or one that is on record in another version.

By the id that follows from the file, by the bytes if they were handed in before under another id,
or because the submitter says so.  Where most of the results are those of a tournament of about the
same days, the file is refused with a question.
"""

import attrs
from sqlalchemy import Connection

from ledger.admission.ledger_state import LedgerState
from ledger.events.facts import TournamentSubmitted
from ledger.formats.tournament_report import Findings, Said, TournamentReport
from ledger.imports.matching.recorded_tournament import OnRecord, on_record
from ledger.imports.matching.tournament_index import Tournaments
from ledger.imports.to_events import Facts, tournament_id
from ledger.log.source_files import tournament_of


@attrs.frozen(kw_only=True)
class Sameness:
    """What the submitter says about it: the tournament that it is, or that it is another one."""

    same_as: str | None = None
    another: bool = False


@attrs.frozen
class Identified:
    """The report under the id of its tournament, with what is on record of that, if anything."""

    report: TournamentReport
    record: OnRecord | None


def identified(
    connection: Connection, report: TournamentReport, sameness: Sameness, findings: Findings
) -> Identified:
    """Find the tournament of a file; one that is not there, or was struck, is an error."""
    if sameness.same_as is not None:
        found = _under(connection, report, sameness.same_as)
        if found.record is None:
            message = f"--same-as {sameness.same_as}: there is no such tournament in the ledger"
            findings.error(f"{message}: correct the id, or leave the option out")
    else:
        found = _by_itself(connection, report, another=sameness.another)
    record = found.record
    if record is not None and record.tournament.stands is None:
        message = f"the tournament was struck {record.tournament.touch or 'with another file'}"
        remedy = f"strike that correction of {record.tournament.event} to restore it first"
        findings.error(f"{message}: {remedy}, or say --another")
    return found


def _by_itself(connection: Connection, report: TournamentReport, *, another: bool) -> Identified:
    found = Identified(report, on_record(connection, tournament_id(report)))
    if another:
        taken = found.record is not None and report.key is not None
        return _under(connection, report, None) if taken else found
    if found.record is None:
        handed_in_as = tournament_of(connection, report.digest)
        if handed_in_as is not None:
            return _under(connection, report, handed_in_as)
    return found


def _under(connection: Connection, report: TournamentReport, key: str | None) -> Identified:
    report = attrs.evolve(report, key=key)
    return Identified(report, on_record(connection, tournament_id(report)))


def is_as_it_was(fact: TournamentSubmitted, report: TournamentReport, said: Said) -> bool:
    """Whether the very file that a tournament stands by comes again, and nothing else is said."""
    return fact.paper == report.digest and all(
        told is None or told == stands
        for told, stands in (
            (said.name, fact.name),
            (said.starts_on, fact.starts_on),
            (said.ended_on, fact.ended_on),
            (said.system, fact.format),
        )
    )


def ask_whether_it_is_known(
    facts: Facts, tournaments: Tournaments, ledger: LedgerState, findings: Findings
) -> None:
    """An error where a tournament under another id has most of the same results."""
    found = tournaments.most_alike(facts.tournament, facts.games, ledger)
    if found is not None:
        findings.error(
            f"this looks like {found.tournament} ({found.share:.0%} of the results are the same, "
            f"ended {found.ended_on}): say --same-as {found.tournament} if it is a changed file "
            "of it, or --another"
        )
