"""Comparing a list with the register, a page of lines at a time."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ledger.player_lists import figures, proposing
from ledger.player_lists.directory import Directory, Person
from ledger.player_lists.entry import Entry, ListFindings
from ledger.player_lists.figures import Ranking
from ledger.player_lists.newcomers import Dice, thrown_id
from ledger.player_lists.proposals import Edition, Proposal

Persons = Mapping[str, Person]


@attrs.define(kw_only=True)
class Comparison:
    """A list beside the register.

    ``only`` are the federations from which people enter the register or are given a number
    (empty: all); ``register`` says that everybody is to be registered who is not, under an id
    from the ``dice``.  ``strangers`` counts those who are not in the register and are not
    proposed for it.
    """

    directory: Directory
    edition: Edition
    ranking: Ranking | None
    only: frozenset[str]
    register: bool
    dice: Dice
    findings: ListFindings
    strangers: int = 0

    def page(self, entries: Sequence[Entry]) -> list[Proposal]:
        """What some lines propose that is not in the log yet."""
        persons = self.directory.persons(self._looked_for(entries))
        found = [each for entry in entries for each in self._proposals(entry, persons)]
        ledger = self.directory.ledger
        ledger.read_ahead([each.event["id"] for each in found], (), ())
        return [each for each in found if ledger.ahead(each.event["id"]) is None]

    def _looked_for(self, entries: Sequence[Entry]) -> set[str]:
        looked_for: set[str] = set()
        for entry in entries:
            looked_for.update(self.directory.numbered(entry))
            if self._is_wanted(entry):
                looked_for.update(self.directory.namesakes(entry))
        return looked_for

    def _is_wanted(self, entry: Entry) -> bool:
        return not self.only or entry.federation in self.only

    def _registers(self, entry: Entry) -> bool:
        """Whether a stranger is proposed: from the list of the world only where asked for."""
        if self.only:
            return entry.federation in self.only
        return self.register or self.edition.namespace != "fide"

    def _proposals(self, entry: Entry, persons: Persons) -> Iterator[Proposal]:
        numbered = _different(self.directory.numbered(entry), persons)
        own = self.edition.namespace
        linked = [each for each in numbered if each.ids.get(own) == entry.number]
        if len(linked) > 1:
            told = ", ".join(each.player for each in linked)
            message = f"number {entry.number} stands for {told}: merge them, or correct one"
            self.findings.warn(message, entry.line)
        elif linked:
            yield from self._about(entry, linked[0])
        elif self._is_wanted(entry):
            yield from self._about_stranger(entry, numbered, persons)
        else:
            self.strangers += 1

    def _about(self, entry: Entry, person: Person) -> Iterator[Proposal]:
        """Somebody who is registered under his number."""
        yield from proposing.changes(entry, person, self.edition)
        if self.ranking is None or proposing.doubtful(entry, person):
            return
        rating = figures.rating(entry, person, self.edition, self.ranking)
        if rating is not None:
            yield rating

    def _about_stranger(
        self, entry: Entry, numbered: Sequence[Person], persons: Persons
    ) -> Iterator[Proposal]:
        """Somebody whose number nobody has: known by another number or by name, or new."""
        others = [each for each in numbered if each.ids.items() & entry.ids.items()]
        candidates = others or _different(self.directory.namesakes(entry), persons)
        newcomer = thrown_id(self.dice)
        links = [proposing.link(entry, each, newcomer, self.edition) for each in candidates]
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
        elif self._registers(entry):
            yield from self._about_newcomer(entry, newcomer, candidates)
        else:
            self.strangers += 1

    def _about_newcomer(
        self, entry: Entry, player: str, namesakes: Sequence[Person]
    ) -> Iterator[Proposal]:
        new = proposing.registration(entry, player, self.edition, namesakes)
        yield new
        if self.register and self.ranking is not None:
            rating = figures.first_rating(entry, new, self.edition, self.ranking)
            if rating is not None:
                yield rating


def _different(players: Sequence[str], persons: Persons) -> list[Person]:
    """The persons of some registrations, each once."""
    found = {persons[player].player: persons[player] for player in players if player in persons}
    return list(found.values())
