"""The import of many files, one at a time; a refused one stops none of the others.

They are imported in the order of the tournaments' days.  If a player is not identified, a file is
tried again after the others: one of them may have registered him.  Each file is a transaction of
its own.  Only a dry run has one over all of them and rolls it back at the end, so that a later
file finds the players that an earlier one would have registered.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date
from itertools import chain
from typing import Any

import attrs
import orjson
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from ledger.events.messages import Message, as_message
from ledger.events.problems import Refused
from ledger.importing.changes import Changes, change_events, changes_of, with_other_officials
from ledger.importing.event_source import file_name, source_of
from ledger.importing.formats import tournament_report
from ledger.importing.formats.registry import detect_format, read, read_kept
from ledger.importing.formats.unreadable import describe_unreadable
from ledger.importing.matching.player_links import (
    NEW,
    NO_EARLIER_PLAYERS,
    NOBODY,
    YES,
    Link,
    find_earlier_players,
    link_players,
)
from ledger.importing.matching.register import RememberedRegister
from ledger.importing.matching.tournaments import (
    IdentifiedTournament,
    TournamentIndex,
    check_for_similar_tournament,
    identify_tournament,
    is_unchanged,
)
from ledger.importing.members.member_list import Spreadsheet
from ledger.importing.new_players import with_given_data, without_nobody
from ledger.importing.outcome import FileOutcome
from ledger.importing.report_events import (
    ReportedTournament,
    events_of,
    new_player_ids,
    reported_tournament,
    tournament_id,
)
from ledger.importing.request import AUTO, ImportRequest, InputFile
from ledger.log import source_files
from ledger.log.after_commit import after_commit
from ledger.log.database import database_problem
from ledger.log.event_log import Writer, writing
from ledger.validation.submission import append_within

# --- importing one file: identify, link, compare, append; all or nothing -------------------------


@attrs.frozen
class LedgerIndexes:
    """The ledger's players and tournaments, indexed once for all files of a call."""

    register: RememberedRegister = attrs.field(factory=RememberedRegister)
    tournaments: TournamentIndex = attrs.field(factory=TournamentIndex)


@attrs.frozen
class FileImport:
    """The import of one file; what is wrong with it is reported to ``findings``."""

    writer: Writer
    file: InputFile
    request: ImportRequest
    indexes: LedgerIndexes
    findings: tournament_report.Findings

    def run(self, report: tournament_report.TournamentReport) -> FileOutcome:
        """Append the events of a report unless there is an error; the outcome holds both."""
        register, choice = self.indexes.register, self.request.choice_for(self.file.name)
        register.refresh_from_log(self.writer.connection)
        report = without_nobody(report, choice, self.findings)
        report = with_given_data(report, choice, register, self.findings)
        readable = not self.findings.has_errors()
        found = identify_tournament(
            self.writer.connection, report, self.request.identity, self.findings
        )
        if readable and (unchanged := self._unchanged_outcome(found)) is not None:
            return unchanged
        links = self._links(found)
        if readable and found.record is None and not self.request.identity.another:
            self._check_for_similar(found.report, links)
        if self.findings.has_errors():
            self._check_pools()
            return self._outcome(found, links)
        return self._append(self._outcome(found, links), found)

    def _outcome(self, found: IdentifiedTournament, links: Sequence[Link]) -> FileOutcome:
        return FileOutcome(
            file=self.file.name,
            report=found.report,
            links=links,
            issues=self.findings.issues(),
            dry_run=self.request.dry_run,
        )

    def _unchanged_outcome(self, found: IdentifiedTournament) -> FileOutcome | None:
        """The outcome where the same bytes and details are imported again; else None."""
        recorded = None if found.record is None else found.record.tournament.stands
        if found.record is None or recorded is None:
            return None
        if not is_unchanged(recorded, found.report, self.request.supplied):
            return None
        earlier = find_earlier_players(found.report, found.record, self.indexes.register)
        supplied = self.request.choice_for(self.file.name).links
        if any(
            target not in {NEW, YES, NOBODY, earlier.get(number)}
            for number, target in supplied.items()
        ):
            return None
        links = [
            Link(player.number, earlier.get(player.number), "before")
            for player in found.report.players
        ]
        duplicates = 1 + len(found.record.standing)
        return attrs.evolve(self._outcome(found, links), duplicates=duplicates, is_known=True)

    # --- players ------------------------------------------------------------------------------

    def _links(self, found: IdentifiedTournament) -> list[Link]:
        register, record = self.indexes.register, found.record
        return link_players(
            found.report,
            register,
            self.request.choice_for(self.file.name),
            NO_EARLIER_PLAYERS
            if record is None
            else find_earlier_players(found.report, record, register),
            self._played_before,
            self.findings,
        )

    def _played_before(self, candidates: Collection[str]) -> AbstractSet[str]:
        tournaments = self.indexes.tournaments
        tournaments.refresh(self.writer.connection)
        return tournaments.have_played(candidates, self.request.pools)

    def _check_for_similar(
        self, report: tournament_report.TournamentReport, links: Sequence[Link]
    ) -> None:
        """Compare results, unlinked players counting as the first proposal for them."""
        likely = {link.number: _likely_player(link) for link in links}
        reported = reported_tournament(report, likely, {}, self.request.pools)
        tournaments = self.indexes.tournaments
        tournaments.refresh(self.writer.connection)
        check_for_similar_tournament(
            reported, tournaments, self.indexes.register.ledger, self.findings
        )

    def _check_pools(self) -> None:
        """Report unknown pools beside other errors; without these the ledger refuses them."""
        ledger = self.indexes.register.ledger
        for pool in self.request.pools:
            if not ledger.pool(pool):
                self.findings.error(ledger.no_such_pool(pool))

    def _newcomers(self, found: IdentifiedTournament, links: Sequence[Link]) -> dict[str, str]:
        """The ids of those who are to be registered, by their numbers in the file."""
        ids = new_player_ids(found.report)
        return {
            link.number: self._free_id(ids[link.number]) for link in links if link.player is None
        }

    def _reported(
        self, found: IdentifiedTournament, links: Sequence[Link], new: dict[str, str]
    ) -> ReportedTournament:
        """The file's facts, players under the ids by which the recorded tournament has them."""
        ledger, record = self.indexes.register.ledger, found.record
        names = [] if record is None else record.participants()
        own = {ledger.one_person(name): name for name in names}
        players = new | {
            link.number: own.get(link.player, link.player)
            for link in links
            if link.player is not None
        }
        return reported_tournament(found.report, players, new, self.request.pools)

    def _free_id(self, wanted: str) -> str:
        id_, number = wanted, 1
        while self.indexes.register.is_taken(id_):
            number += 1
            id_ = f"{wanted}-{number}"
        return id_

    # --- appending ----------------------------------------------------------------------------

    def _append(self, outcome: FileOutcome, found: IdentifiedTournament) -> FileOutcome:
        """The outcome after appending, with the ledger's own objections if it refuses."""
        new = self._newcomers(found, outcome.links)
        reported = self._reported(found, outcome.links, new)
        outcome = attrs.evolve(outcome, pairings=reported.pairings)
        source = self._source(found.report)
        stated = self._stated_ratings(found.report, new, source)
        if found.record is None:
            return self._submit(outcome, reported, chain(events_of(reported, source), stated))
        changes = changes_of(found.record, reported)
        if not changes.differences and self._has_other_officials(found):
            changes = with_other_officials(changes, found.record, found.report.digest)
        self._warn(changes, reported)
        outcome = attrs.evolve(
            outcome,
            changes=changes.differences,
            issues=self.findings.issues(),
            duplicates=changes.known,
            is_known=True,
        )
        if not changes.differences:
            return outcome
        reason = self.request.reason or f"changed file {source}"
        events = change_events(found.record, changes, source, reason)
        return self._submit(outcome, reported, chain(events, stated))

    def _stated_ratings(
        self, report: tournament_report.TournamentReport, new: Mapping[str, str], source: str
    ) -> Iterator[dict[str, Any]]:
        """Yield the ratings of newcomers as events; warn of those that cannot be taken."""
        if self.request.stated_ratings is None:
            return
        for each in self.request.stated_ratings(self.writer.connection, report, new):
            if isinstance(each, Message):
                self.findings.warn(each)
            else:
                yield {**each, "source": source}

    def _has_other_officials(self, found: IdentifiedTournament) -> bool:
        """True if the file names other arbiters than the one that is kept."""
        stands = None if found.record is None else found.record.tournament.stands
        if stands is None or stands.paper is None or stands.paper == found.report.digest:
            return False
        kept = source_files.content_of(self.writer.connection, stands.paper)
        earlier = None if kept is None else read_kept(kept.name, kept.content)
        officials = tournament_report.NO_OFFICIALS if earlier is None else earlier.officials
        return kept is not None and officials != found.report.officials

    def _submit(
        self, outcome: FileOutcome, reported: ReportedTournament, events: Iterator[dict[str, Any]]
    ) -> FileOutcome:
        lines = [(number, orjson.dumps(event)) for number, event in enumerate(events, start=1)]
        request = self.request
        try:
            receipt = append_within(
                self.writer,
                lines,
                by=request.by,
                rulebooks=request.rulebooks,
                clock=request.clock,
                accept=None,
            )
        except Refused as refused:
            for problem in refused.problems:
                self.findings.error(_refusal_text(problem.message, problem.field))
            return attrs.evolve(outcome, issues=self.findings.issues())
        self._keep_source_file(reported)
        duplicates = outcome.duplicates + receipt.duplicates
        return attrs.evolve(
            outcome,
            events=receipt.appended,
            duplicates=duplicates,
            issues=self.findings.issues(),
            first=receipt.first,
            last=receipt.last,
        )

    def _keep_source_file(self, reported: ReportedTournament) -> None:
        """Keep the file, unless it names a forgotten player."""
        connection, digest = self.writer.connection, reported.tournament.paper
        ledger = self.indexes.register.ledger
        everybody = [
            id_
            for entrant in reported.tournament.entrants
            for id_ in ledger.registrations_of(entrant.player)
        ]
        forgotten = source_files.forgotten_among(connection, everybody)
        if forgotten:
            message = Message(
                "the file itself is not kept: it names %(player)s, whose data were erased",
                player=forgotten[0],
            )
            self.findings.warn(message)
        elif digest is not None and self.file.content is not None:
            position = self.writer.head.size
            name = file_name(self.file.name)
            source_files.keep(connection, digest, position, name, self.file.content)

    def _warn(self, changes: Changes, reported: ReportedTournament) -> None:
        for warning in changes.warnings:
            self.findings.warn(warning)
        missing = set(reported.tournament.pools) - set(changes.tournament.pools)
        if missing:
            pools = ", ".join(sorted(missing))
            message = Message(
                "the tournament is recorded without %(pools)s, and a file does not change that: "
                "correct the rating lists of the tournament",
                pools=pools,
            )
            self.findings.warn(message)

    def _source(self, report: tournament_report.TournamentReport) -> str:
        arbiters = filter(None, (report.officials.chief_arbiter, *report.officials.deputies))
        names = [*(each.name for each in report.players), *arbiters]
        return source_of(self.file.name, report.digest, names)


def _likely_player(link: Link) -> str:
    if link.player is not None:
        return link.player
    return link.proposals[0].player if link.proposals else f"?{link.number}"


def _refusal_text(message: str, field: str | None) -> Message:
    if field is None:
        return as_message(message)
    where = field.removeprefix("data.")
    return Message("the ledger refuses %(field)s: %(why)s", field=where, why=message)


MOST_EFFECTS = 10
"""Of so many files the effect of each is computed by itself, of more that of all together."""
FileSource = Callable[[], InputFile]
"""Reads a file; it is asked again when the file is tried again."""


def _nothing() -> None:
    """Do nothing: no caller waits."""


def import_all(
    engine: Engine,
    files: Sequence[FileSource],
    request: ImportRequest,
    settled: Callable[[], None] = _nothing,
) -> list[FileOutcome]:
    """Import files by the days of their tournaments; return the outcomes in the files' order.

    ``settled`` is called for each file as soon as its outcome is certain.
    """
    if request.effect is not None:
        request.effect.prepare_read_models(engine, request.pools)
    one_by_one = request if len(files) <= MOST_EFFECTS else attrs.evolve(request, effect=None)
    if request.dry_run:
        return _previewed(engine, files, request, one_by_one, settled)
    indexes, is_any_written = LedgerIndexes(), False

    def import_one(file: InputFile) -> FileOutcome:
        nonlocal is_any_written
        try:
            with writing(engine, request.clock) as writer:
                outcome = _import_file(writer, file, one_by_one, indexes)
        except (Refused, DBAPIError) as error:
            if not is_any_written:
                raise
            why = str(database_problem(error) or error)
            return _refused_file(attrs.evolve(file, read_error=why))
        is_any_written = is_any_written or outcome.events > 0
        return outcome

    outcomes = _import_until_settled(files, request, import_one, settled)
    if one_by_one is not request:
        with after_commit(), writing(engine, request.clock) as writer:
            outcomes = _with_common_effect(writer, outcomes, request)
    return outcomes


def _previewed(
    engine: Engine,
    files: Sequence[FileSource],
    request: ImportRequest,
    one_by_one: ImportRequest,
    settled: Callable[[], None],
) -> list[FileOutcome]:
    """Import all files in one transaction and take it back."""
    indexes = LedgerIndexes()
    with writing(engine, request.clock) as writer:
        outcomes = _import_until_settled(
            files, request, lambda file: _import_file(writer, file, one_by_one, indexes), settled
        )
        if one_by_one is not request:
            outcomes = _with_common_effect(writer, outcomes, request)
        writer.roll_back_at_end()
    return outcomes


def _import_until_settled(
    files: Sequence[FileSource],
    request: ImportRequest,
    import_one: Callable[[InputFile], FileOutcome],
    settled: Callable[[], None],
) -> list[FileOutcome]:
    """Import all files, then again those with open players, until that settles nothing more."""
    outcomes: dict[int, FileOutcome] = {}
    remaining, something_new = _by_day(files, request), True
    while remaining and something_new:
        something_new, still_open = False, []
        for place in remaining:
            outcomes[place] = import_one(files[place]())
            something_new = something_new or outcomes[place].events > 0
            if outcomes[place].open_players:
                still_open.append(place)
            else:
                settled()
        remaining = still_open
    for _ in remaining:
        settled()
    return [outcomes[place] for place in range(len(files))]


def _by_day(files: Sequence[FileSource], request: ImportRequest) -> list[int]:
    """The places of the files by the last days of their tournaments; those without one last."""
    places = list(range(len(files)))
    if len(files) > 1:
        days = [_last_day(file(), request) for file in files]
        places.sort(key=lambda place: days[place] or date.max)
    return places


def _last_day(file: InputFile, request: ImportRequest) -> date | None:
    format_ = _format_of(file, request)
    if file.content is None or format_ is None:
        return None
    report, _ = read(format_, file.name, file.content, request.supplied)
    return None if report is None else report.ended_on


def _format_of(file: InputFile, request: ImportRequest) -> str | None:
    if request.format != AUTO:
        return request.format
    return None if file.content is None else detect_format(file.content)


def _import_file(
    writer: Writer, file: InputFile, request: ImportRequest, indexes: LedgerIndexes
) -> FileOutcome:
    """One file, all of it or nothing, within a transaction that may go on."""
    if file.content is None:
        return _refused_file(file)
    format_ = _format_of(file, request)
    if format_ is None:
        what = LIST_OF_MEMBERS if _is_of_members(file) else describe_unreadable(file.content)
        return _refused_file(attrs.evolve(file, read_error=what))
    report, issues = read(format_, file.name, file.content, request.supplied)
    findings = tournament_report.Findings()
    findings.extend(issues)
    if report is None and _is_of_members(file):
        return _refused_file(attrs.evolve(file, read_error=LIST_OF_MEMBERS))
    if report is None:
        return FileOutcome(file=file.name, report=None, links=(), issues=findings.issues())
    head = writer.head
    with writer.connection.begin_nested() as attempt:
        outcome = FileImport(writer, file, request, indexes, findings).run(report)
        if outcome.refused:
            attempt.rollback()
            writer.head = head
    if not outcome.refused:
        for settle in request.settles:
            settle(writer.connection, outcome)
    return _with_effect(writer, outcome, request, head.size)


LIST_OF_MEMBERS = Message(
    "this is a list of members, without games: add its players to the register instead (the "
    "command `players add`, or the page “Enter a list of members”)"
)


def _is_of_members(file: InputFile) -> bool:
    """True if a file that is of no format is a list of members."""
    content = file.content or b""
    try:
        return detect_format(content) is None and bool(
            Spreadsheet(file.name, content, {}).read(None).members
        )
    except Refused:
        return False


def _with_effect(
    writer: Writer, outcome: FileOutcome, request: ImportRequest, known: int
) -> FileOutcome:
    """The effect of the appended events, asked in the transaction that may take them back."""
    if request.effect is None:
        return outcome
    outcome = attrs.evolve(outcome, effect_in_full=request.effect.in_full)
    if outcome.report is None or not outcome.events:
        return outcome
    writer.close()
    tournament = tournament_id(outcome.report)
    effect = request.effect.effect_on(writer.connection, request.pools, [tournament], known)
    return attrs.evolve(outcome, effect=tuple(effect[tournament]))


def _with_common_effect(
    writer: Writer, outcomes: Sequence[FileOutcome], request: ImportRequest
) -> list[FileOutcome]:
    """The effect of all files' events together: one look at each pool, not one for each file."""
    by_tournament = {
        tournament_id(each.report): each
        for each in outcomes
        if each.report is not None and each.events
    }
    if request.effect is None or not by_tournament:
        return list(outcomes)
    writer.close()
    known = min(each.first for each in by_tournament.values() if each.first is not None) - 1
    effects = request.effect.effect_on(
        writer.connection, request.pools, list(by_tournament), known
    )
    return [
        attrs.evolve(each, effect=tuple(effects[tournament_id(each.report)]))
        if each.report is not None and each.events
        else each
        for each in outcomes
    ]


def _refused_file(file: InputFile) -> FileOutcome:
    issue = tournament_report.Issue("error", None, None, as_message(file.read_error))
    return FileOutcome(file=file.name, report=None, links=(), issues=[issue])
