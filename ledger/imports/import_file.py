"""Taking one file in: identified, linked, compared, appended – all of it or nothing."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs
import orjson

from ledger.admission.submission import append_within
from ledger.events.problems import Refused
from ledger.formats.tournament_report import Findings, TournamentReport
from ledger.imports.change_events import amendments
from ledger.imports.changes import Changes, changes_of
from ledger.imports.matching.earlier_players import NOBODY, who_they_were
from ledger.imports.matching.player_index import Register
from ledger.imports.matching.player_links import NEW, Link, linked
from ledger.imports.matching.tournament_identity import (
    Identified,
    ask_whether_it_is_known,
    identified,
    is_as_it_was,
)
from ledger.imports.matching.tournament_index import Tournaments
from ledger.imports.preview import Imported
from ledger.imports.request import File, Order
from ledger.imports.to_events import Facts, events_of, facts_of, new_player_ids
from ledger.log import source_files
from ledger.log.event_log import Writer

LONGEST_SOURCE = 200


@attrs.frozen
class Known:
    """What the files of a call are held against: the register, and the tournaments."""

    register: Register = attrs.field(factory=Register)
    tournaments: Tournaments = attrs.field(factory=Tournaments)


@attrs.frozen
class TakingIn:
    """One file on its way into the ledger; what is found wrong with it goes to ``findings``."""

    writer: Writer
    file: File
    order: Order
    known: Known
    findings: Findings

    def take_in(self, report: TournamentReport) -> Imported:
        """Append what a file says, unless an error is found; the rest is for a person to see."""
        readable = not self.findings.refuse()
        self.known.register.look_again(self.writer.connection)
        found = identified(self.writer.connection, report, self.order.sameness, self.findings)
        if readable and (as_it_was := self._as_it_was(found)) is not None:
            return as_it_was
        links = self._links(found)
        if readable and found.record is None and not self.order.sameness.another:
            self._ask_whether_it_is_known(found.report, links)
        imported = self._imported(found, links)
        return imported if self.findings.refuse() else self._appended(imported, found)

    def _imported(self, found: Identified, links: Sequence[Link]) -> Imported:
        return Imported(
            file=self.file.name,
            report=found.report,
            links=links,
            issues=self.findings.issues(),
            dry_run=self.order.dry_run,
        )

    def _as_it_was(self, found: Identified) -> Imported | None:
        """The answer where the same bytes come again and nothing else is said; else None."""
        fact = None if found.record is None else found.record.tournament.stands
        if found.record is None or fact is None:
            return None
        if not is_as_it_was(fact, found.report, self.order.said):
            return None
        before = who_they_were(found.report, found.record, self.known.register)
        said = self.order.choice_for(self.file.name).links
        if any(target not in {NEW, before.get(number)} for number, target in said.items()):
            return None
        links = [
            Link(player.number, before.get(player.number), "before")
            for player in found.report.players
        ]
        known = 1 + len(found.record.standing)
        return attrs.evolve(self._imported(found, links), duplicates=known, is_known=True)

    # --- who is who --------------------------------------------------------------------------

    def _links(self, found: Identified) -> list[Link]:
        register, record = self.known.register, found.record
        return linked(
            found.report,
            register,
            self.order.choice_for(self.file.name),
            NOBODY if record is None else who_they_were(found.report, record, register),
            self._played_before,
            self.findings,
        )

    def _played_before(self, candidates: Collection[str]) -> Mapping[str, str]:
        tournaments = self.known.tournaments
        tournaments.look_again(self.writer.connection)
        return {
            player: f"played in {pool} before, last {tournament}"
            for pool in self.order.pools
            for player, tournament in tournaments.last_played(candidates, pool).items()
        }

    def _ask_whether_it_is_known(self, report: TournamentReport, links: Sequence[Link]) -> None:
        """With those who are not yet linked taken for whoever they most likely are."""
        likely = {link.number: _likely(link) for link in links}
        facts = facts_of(report, likely, {}, self.order.pools)
        tournaments = self.known.tournaments
        tournaments.look_again(self.writer.connection)
        ask_whether_it_is_known(facts, tournaments, self.known.register.ledger, self.findings)

    def _facts(self, found: Identified, links: Sequence[Link]) -> Facts:
        """What the file says, everybody under the id by which the tournament knows him."""
        ledger, record = self.known.register.ledger, found.record
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
        return facts_of(found.report, players, new, self.order.pools)

    def _free_id(self, wanted: str) -> str:
        id_, number = wanted, 1
        while self.known.register.is_taken(id_):
            number += 1
            id_ = f"{wanted}-{number}"
        return id_

    # --- into the ledger ---------------------------------------------------------------------

    def _appended(self, imported: Imported, found: Identified) -> Imported:
        """The same with what the ledger said to it."""
        facts = self._facts(found, imported.links)
        if found.record is None:
            return self._handed_in(imported, facts, events_of(facts, self._source))
        changes = changes_of(found.record, facts)
        self._warn(changes, facts)
        imported = attrs.evolve(
            imported,
            changes=changes.told,
            issues=self.findings.issues(),
            duplicates=changes.known,
            is_known=True,
        )
        if not changes.told:
            return imported
        reason = self.order.reason or f"changed file {self._source}"
        events = amendments(found.record, changes, self._source, reason)
        return self._handed_in(imported, facts, events)

    def _handed_in(
        self, imported: Imported, facts: Facts, events: Iterator[dict[str, Any]]
    ) -> Imported:
        lines = [(number, orjson.dumps(event)) for number, event in enumerate(events, start=1)]
        order = self.order
        try:
            receipt = append_within(
                self.writer, lines, by=order.by, rulebooks=order.rulebooks, clock=order.clock
            )
        except Refused as refused:
            for problem in refused.problems:
                self.findings.error(_told(str(problem.message), problem.field))
            return attrs.evolve(imported, issues=self.findings.issues())
        self._keep_paper(facts)
        known = imported.duplicates + receipt.duplicates
        return attrs.evolve(
            imported, events=receipt.appended, duplicates=known, issues=self.findings.issues()
        )

    def _keep_paper(self, facts: Facts) -> None:
        """Keep the file, unless it names somebody who was forgotten."""
        connection, digest = self.writer.connection, facts.tournament.paper
        ledger = self.known.register.ledger
        everybody = [
            id_
            for entrant in facts.tournament.entrants
            for id_ in ledger.registrations_of(entrant.player)
        ]
        forgotten = source_files.forgotten_among(connection, everybody)
        if forgotten:
            message = f"the file itself is not kept: it names {forgotten[0]}, who was forgotten"
            self.findings.warn(message)
        elif digest is not None and self.file.content is not None:
            position = self.writer.head.size
            source_files.keep(connection, digest, position, self._source, self.file.content)

    def _warn(self, changes: Changes, facts: Facts) -> None:
        for warning in changes.warnings:
            self.findings.warn(warning)
        missing = set(facts.tournament.pools) - set(changes.tournament.pools)
        if missing:
            pools = ", ".join(sorted(missing))
            message = f"the tournament stands without {pools}, and a file does not change that"
            self.findings.warn(f"{message}: say rating-ledger correct with --set pools=…")

    @property
    def _source(self) -> str:
        return (Path(self.file.name).name or self.file.name)[:LONGEST_SOURCE]


def _likely(link: Link) -> str:
    if link.player is not None:
        return link.player
    return link.proposals[0].player if link.proposals else f"?{link.number}"


def _told(message: str, field: str | None) -> str:
    return message if field is None else f"the ledger refuses {field}: {message}"
