"""The import of one file: identify, link, compare, append – all of it or nothing."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import orjson

from ledger.admission.submission import append_within
from ledger.events.problems import Refused
from ledger.events.sentences import Sentence, as_sentence, sentence
from ledger.formats.tournament_report import Findings, TournamentReport
from ledger.imports.change_events import change_events
from ledger.imports.changes import Changes, changes_of
from ledger.imports.matching.earlier_players import NO_EARLIER_PLAYERS, find_earlier_players
from ledger.imports.matching.player_index import Register
from ledger.imports.matching.player_links import NEW, Link, link_players
from ledger.imports.matching.tournament_identity import (
    IdentifiedTournament,
    check_for_similar_tournament,
    identify_tournament,
    is_unchanged,
)
from ledger.imports.matching.tournament_index import TournamentIndex
from ledger.imports.outcome import FileOutcome
from ledger.imports.report_events import (
    ReportedTournament,
    events_of,
    new_player_ids,
    reported_tournament,
)
from ledger.imports.request import ImportRequest, InputFile
from ledger.log import source_files
from ledger.log.event_log import Writer

LONGEST_SOURCE = 200


@attrs.frozen
class LedgerIndexes:
    """The ledger's players and tournaments, indexed once for all files of a call."""

    register: Register = attrs.field(factory=Register)
    tournaments: TournamentIndex = attrs.field(factory=TournamentIndex)


@attrs.frozen
class FileImport:
    """The import of one file; what is wrong with it is reported to ``findings``."""

    writer: Writer
    file: InputFile
    request: ImportRequest
    indexes: LedgerIndexes
    findings: Findings

    def run(self, report: TournamentReport) -> FileOutcome:
        """Append the events of a report unless there is an error; the outcome holds both."""
        readable = not self.findings.has_errors()
        self.indexes.register.look_again(self.writer.connection)
        found = identify_tournament(
            self.writer.connection, report, self.request.identity, self.findings
        )
        if readable and (unchanged := self._unchanged_outcome(found)) is not None:
            return unchanged
        links = self._links(found)
        if readable and found.record is None and not self.request.identity.another:
            self._check_for_similar(found.report, links)
        outcome = self._outcome(found, links)
        return outcome if self.findings.has_errors() else self._append(outcome, found)

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
        if any(target not in {NEW, earlier.get(number)} for number, target in supplied.items()):
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

    def _played_before(self, candidates: Collection[str]) -> Mapping[str, str]:
        tournaments = self.indexes.tournaments
        tournaments.refresh(self.writer.connection)
        return {
            player: sentence(
                "played in %(pool)s before, last %(tournament)s",
                pool=pool,
                tournament=tournament,
            )
            for pool in self.request.pools
            for player, tournament in tournaments.last_played(candidates, pool).items()
        }

    def _check_for_similar(self, report: TournamentReport, links: Sequence[Link]) -> None:
        """Compare results, unlinked players counting as the first proposal for them."""
        likely = {link.number: _likely_player(link) for link in links}
        reported = reported_tournament(report, likely, {}, self.request.pools)
        tournaments = self.indexes.tournaments
        tournaments.refresh(self.writer.connection)
        check_for_similar_tournament(
            reported, tournaments, self.indexes.register.ledger, self.findings
        )

    def _reported(self, found: IdentifiedTournament, links: Sequence[Link]) -> ReportedTournament:
        """The file's facts, players under the ids by which the recorded tournament has them."""
        ledger, record = self.indexes.register.ledger, found.record
        names = [] if record is None else record.participants()
        own = {ledger.one_person(name): name for name in names}
        ids = new_player_ids(found.report)
        new = {
            link.number: self._free_id(ids[link.number]) for link in links if link.player is None
        }
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
        reported = self._reported(found, outcome.links)
        if found.record is None:
            return self._submit(outcome, reported, events_of(reported, self._source))
        changes = changes_of(found.record, reported)
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
        reason = self.request.reason or f"changed file {self._source}"
        events = change_events(found.record, changes, self._source, reason)
        return self._submit(outcome, reported, events)

    def _submit(
        self, outcome: FileOutcome, reported: ReportedTournament, events: Iterator[dict[str, Any]]
    ) -> FileOutcome:
        lines = [(number, orjson.dumps(event)) for number, event in enumerate(events, start=1)]
        request = self.request
        try:
            receipt = append_within(
                self.writer, lines, by=request.by, rulebooks=request.rulebooks, clock=request.clock
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
        """Keep the file, unless it names somebody who was forgotten."""
        connection, digest = self.writer.connection, reported.tournament.paper
        ledger = self.indexes.register.ledger
        everybody = [
            id_
            for entrant in reported.tournament.entrants
            for id_ in ledger.registrations_of(entrant.player)
        ]
        forgotten = source_files.forgotten_among(connection, everybody)
        if forgotten:
            message = sentence(
                "the file itself is not kept: it names %(player)s, who was forgotten",
                player=forgotten[0],
            )
            self.findings.warn(message)
        elif digest is not None and self.file.content is not None:
            position = self.writer.head.size
            source_files.keep(connection, digest, position, self._source, self.file.content)

    def _warn(self, changes: Changes, reported: ReportedTournament) -> None:
        for warning in changes.warnings:
            self.findings.warn(warning)
        missing = set(reported.tournament.pools) - set(changes.tournament.pools)
        if missing:
            pools = ", ".join(sorted(missing))
            message = sentence(
                "the tournament stands without %(pools)s, and a file does not change that: say "
                "rating-ledger correct with --set pools=…",
                pools=pools,
            )
            self.findings.warn(message)

    @property
    def _source(self) -> str:
        return (Path(self.file.name).name or self.file.name)[:LONGEST_SOURCE]


def _likely_player(link: Link) -> str:
    if link.player is not None:
        return link.player
    return link.proposals[0].player if link.proposals else f"?{link.number}"


def _refusal_text(message: str, field: str | None) -> Sentence:
    if field is None:
        return as_sentence(message)
    return sentence("the ledger refuses %(field)s: %(why)s", field=field, why=message)
