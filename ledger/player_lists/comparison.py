"""Comparing a list with the register, a page of lines at a time."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ledger.player_lists import person_proposals, rating_proposals
from ledger.player_lists.directory import Directory, Person
from ledger.player_lists.new_player_ids import RandomBytes, random_player_id
from ledger.player_lists.player_list import Entry, ListFindings
from ledger.player_lists.proposals import Edition, Proposal
from ledger.player_lists.target_pool import TargetPool

Persons = Mapping[str, Person]


@attrs.define(kw_only=True)
class Comparison:
    """The comparison of one list with the register.

    ``only`` are the federations from which people enter the register or are given a number
    (empty: all); ``register`` says that everybody is to be registered who is not, under an id
    made of ``random_bytes``.  ``unregistered`` counts those who are neither in the register nor
    proposed for it.
    """

    directory: Directory
    edition: Edition
    target: TargetPool | None
    only: frozenset[str]
    register: bool
    random_bytes: RandomBytes
    findings: ListFindings
    unregistered: int = 0

    def page(self, entries: Sequence[Entry]) -> list[Proposal]:
        """The proposals of some lines that are not in the log yet."""
        persons = self.directory.persons(self._candidates(entries))
        found = [each for entry in entries for each in self._proposals(entry, persons)]
        ledger = self.directory.ledger
        ledger.read_ahead([each.event["id"] for each in found], (), ())
        return [each for each in found if ledger.ahead(each.event["id"]) is None]

    def _candidates(self, entries: Sequence[Entry]) -> set[str]:
        candidates: set[str] = set()
        for entry in entries:
            candidates.update(self.directory.numbered(entry))
            if self._is_selected(entry):
                candidates.update(self.directory.namesakes(entry))
        return candidates

    def _is_selected(self, entry: Entry) -> bool:
        return not self.only or entry.federation in self.only

    def _is_registered_from_list(self, entry: Entry) -> bool:
        """Whether a stranger is proposed: from the list of the world only where asked for."""
        if self.only:
            return entry.federation in self.only
        return self.register or self.edition.namespace != "fide"

    def _proposals(self, entry: Entry, persons: Persons) -> Iterator[Proposal]:
        numbered = _distinct(self.directory.numbered(entry), persons)
        namespace = self.edition.namespace
        linked = [each for each in numbered if each.ids.get(namespace) == entry.number]
        if len(linked) > 1:
            players = ", ".join(each.player for each in linked)
            message = f"number {entry.number} stands for {players}: merge them, or correct one"
            self.findings.warn(message, entry.line)
        elif linked:
            yield from self._registered_person(entry, linked[0])
        elif self._is_selected(entry):
            yield from self._unregistered_person(entry, numbered, persons)
        else:
            self.unregistered += 1

    def _registered_person(self, entry: Entry, person: Person) -> Iterator[Proposal]:
        """Somebody who is registered under his number."""
        yield from person_proposals.changes(entry, person, self.edition)
        if self.target is None or person_proposals.doubtful(entry, person):
            return
        rating = rating_proposals.rating_proposal(entry, person, self.edition, self.target)
        if rating is not None:
            yield rating

    def _unregistered_person(
        self, entry: Entry, numbered: Sequence[Person], persons: Persons
    ) -> Iterator[Proposal]:
        """Somebody whose number nobody has: known by another number or by name, or new."""
        others = [each for each in numbered if each.ids.items() & entry.ids.items()]
        candidates = others or _distinct(self.directory.namesakes(entry), persons)
        newcomer = random_player_id(self.random_bytes)
        links = [person_proposals.link(entry, each, newcomer, self.edition) for each in candidates]
        fitting = [each for each in links if each is not None]
        yield from fitting
        if fitting:
            return
        if others:
            message = (
                f"another number of {entry.number} stands for {others[0].player}, who has other "
                "data: settle it first"
            )
            self.findings.warn(message, entry.line)
        elif self._is_registered_from_list(entry):
            yield from self._registration(entry, newcomer, candidates)
        else:
            self.unregistered += 1

    def _registration(
        self, entry: Entry, player: str, namesakes: Sequence[Person]
    ) -> Iterator[Proposal]:
        registration = person_proposals.registration(entry, player, self.edition, namesakes)
        yield registration
        if self.register and self.target is not None:
            rating = rating_proposals.first_rating(entry, registration, self.edition, self.target)
            if rating is not None:
                yield rating


def _distinct(players: Sequence[str], persons: Persons) -> list[Person]:
    """The persons of some registrations, each once."""
    found = {persons[player].player: persons[player] for player in players if player in persons}
    return list(found.values())
