"""Comparing a list with the register, a page of lines at a time."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from ledger.events import facts
from ledger.events.wording import named
from ledger.importing.federation_lists.player_list import Entry, ListFindings
from ledger.importing.federation_lists.proposals import Change, Edition, Event, Proposal, event_of
from ledger.importing.federation_lists.ratings import TargetPool, first_rating, rating_proposal
from ledger.importing.matching.evidence import Evidence
from ledger.importing.matching.register import Person, Persons, Register, membership_on
from ledger.importing.new_player_ids import RandomBytes, random_player_id

# --- proposals about a person: register, link a number, or correct data --------------------------


def registration(
    entry: Entry, player: str, edition: Edition, namesakes: Sequence[Person] = ()
) -> Proposal:
    """Propose to register a person who is not in the register; namesakes there are other people.

    ``player`` is an id for him that nobody else has.
    """
    reason = "no number and no name of his is in the register"
    if namesakes:
        ids = named([each.player for each in namesakes])
        reason = f"of the same name, but born in another year or with another number: {ids}"
    return Proposal(
        id=f"{edition.namespace}-{entry.number}",
        kind="register",
        entry=entry,
        player=player,
        event=_registration(entry, player, edition),
        reasons=[reason],
        newcomer=True,
    )


def _registration(entry: Entry, player: str, edition: Edition) -> Event:
    fact = facts.PlayerRegistered(
        player=player,
        name=entry.name,
        birth_year=entry.birth_year,
        sex=entry.sex,
        federation=entry.federation,
        club=entry.club,
        ids=facts.ForeignIds(**entry.ids),
    )
    return event_of(fact, player, edition)


def link(entry: Entry, person: Person, newcomer: str, edition: Edition) -> Proposal | None:
    """Propose the entry's numbers for a person who has none there; None if it cannot be him.

    Another number of the same person decides.  A name needs a year of birth that agrees, or that
    neither has.  ``newcomer`` is an id for the entry in case it is another person.
    """
    evidence = Evidence(entry, person)
    if edition.namespace in person.ids or evidence.contradicts:
        return None
    reasons = [f"same {name.upper()} number" for name in evidence.same_numbers]
    if evidence.same_name:
        reasons.append("same name")
    if not evidence.same_year:
        reasons.append("year of birth not known to both")
    reasons += evidence.reasons()
    missing = {name: id_ for name, id_ in entry.ids.items() if name not in person.ids}
    ids = {**person.data.get("ids", {}), **missing}
    event = _correction(person, edition, "link", {"ids": ids})
    return Proposal(
        id=f"{event['id']} {entry.number}",
        kind="link",
        entry=entry,
        player=person.player,
        event=event,
        reasons=reasons,
        changes=[Change(field=name, register=None, list=id_) for name, id_ in missing.items()],
        withheld=person.withheld,
        instead=_registration(entry, newcomer, edition),
    )


def doubtful(entry: Entry, person: Person) -> bool:
    """True if the number seems to belong to another person: another name and another year."""
    evidence = Evidence(entry, person)
    return evidence.other_year and not evidence.shares_a_word


def changes(entry: Entry, person: Person, edition: Edition) -> Iterator[Proposal]:
    """Yield the differences between the list and the register for the holder of a number.

    A name, a year of birth and a federation are corrected; another club is a membership from
    the day of the list, because he may well have belonged to the first one before.
    """
    found = [
        Change(field=field, register=person.data.get(field), list=value)
        for field, value in (
            ("name", None if Evidence(entry, person).same_name else entry.name),
            ("birth_year", entry.birth_year),
            ("federation", entry.federation),
        )
        if value is not None and value != person.data.get(field)
    ]
    if found:
        yield _correction_proposal(entry, person, edition, found)
    _, club = membership_on(person.memberships, edition.day)
    if entry.club is not None and entry.club != club:
        fact = facts.MembershipDeclared(
            player=person.player, club=entry.club, from_day=edition.day
        )
        id_ = edition.event_id("club", person.player)
        yield Proposal(
            id=id_,
            kind="change",
            entry=entry,
            player=person.player,
            event=event_of(fact, id_, edition),
            reasons=[f"another club; a membership from {edition.day} on"],
            changes=[Change(field="club", register=club, list=entry.club)],
            withheld=person.withheld,
        )


def _correction_proposal(
    entry: Entry, person: Person, edition: Edition, found: Sequence[Change]
) -> Proposal:
    values: dict[str, Any] = {each.field: each.list for each in found}
    reasons = []
    if "birth_year" in values and "birth_date" in person.data:
        values["birth_date"] = None
        reasons.append("the day of birth in the register is given up with the year")
    if doubtful(entry, person):
        reasons.append("perhaps the number in the register is another person's")
    event = _correction(person, edition, "change", values)
    return Proposal(
        id=event["id"],
        kind="change",
        entry=entry,
        player=person.player,
        event=event,
        reasons=reasons,
        changes=found,
        withheld=person.withheld,
    )


def _correction(person: Person, edition: Edition, what: str, values: Mapping[str, Any]) -> Event:
    replacement = {**person.data, **values}
    fact = facts.CorrectionSubmitted(
        corrects=person.registration,
        replacement={key: value for key, value in replacement.items() if value is not None},
        reason=f"{edition}: {', '.join(values)}",
    )
    return event_of(fact, edition.event_id(what, person.player), edition)


# --- comparing one list with the register --------------------------------------------------------


@attrs.define(kw_only=True)
class Comparison:
    """The comparison of one list with the register.

    ``only`` are the federations from which people are registered or given a number
    (empty: all); ``register``: register everyone who is not registered, under an id
    made of ``random_bytes``.  ``unregistered`` counts those who are neither in the register nor
    proposed for it.
    """

    people: Register
    edition: Edition
    target: TargetPool | None
    only: frozenset[str]
    register: bool
    random_bytes: RandomBytes
    findings: ListFindings
    unregistered: int = 0

    def page(self, entries: Sequence[Entry]) -> list[Proposal]:
        """The proposals of some lines that are not in the log yet."""
        persons = self.people.persons(self._candidates(entries))
        found = [each for entry in entries for each in self._proposals(entry, persons)]
        ledger = self.people.ledger
        ledger.read_ahead([each.event["id"] for each in found], (), ())
        return [each for each in found if ledger.ahead(each.event["id"]) is None]

    def _candidates(self, entries: Sequence[Entry]) -> set[str]:
        candidates: set[str] = set()
        for entry in entries:
            candidates.update(self.people.numbered(entry.ids))
            if self._is_selected(entry):
                candidates.update(self.people.named(entry.name))
        return candidates

    def _is_selected(self, entry: Entry) -> bool:
        return not self.only or entry.federation in self.only

    def _is_registered_from_list(self, entry: Entry) -> bool:
        """True if a stranger is proposed: from the worldwide list only on request."""
        if self.only:
            return entry.federation in self.only
        return self.register or self.edition.namespace != "fide"

    def _proposals(self, entry: Entry, persons: Persons) -> Iterator[Proposal]:
        numbered = persons.numbered(entry.ids)
        namespace = self.edition.namespace
        linked = [each for each in numbered if each.ids.get(namespace) == entry.number]
        if len(linked) > 1:
            players = ", ".join(each.player for each in linked)
            message = f"number {entry.number} belongs to {players}: merge them, or correct one"
            self.findings.warn(message, entry.line)
        elif linked:
            yield from self._registered_person(entry, linked[0])
        elif self._is_selected(entry):
            yield from self._unregistered_person(entry, numbered, persons)
        else:
            self.unregistered += 1

    def _registered_person(self, entry: Entry, person: Person) -> Iterator[Proposal]:
        """Yield proposals for a person who is registered under his number."""
        yield from changes(entry, person, self.edition)
        if self.target is None or doubtful(entry, person):
            return
        rating = rating_proposal(entry, person, self.edition, self.target)
        if rating is not None:
            yield rating

    def _unregistered_person(
        self, entry: Entry, numbered: Sequence[Person], persons: Persons
    ) -> Iterator[Proposal]:
        """Yield proposals for an unknown number: a person known otherwise, or a new one."""
        others = [each for each in numbered if Evidence(entry, each).same_numbers]
        candidates = others or persons.named(entry.name)
        newcomer = random_player_id(self.random_bytes)
        links = [link(entry, each, newcomer, self.edition) for each in candidates]
        fitting = [each for each in links if each is not None]
        yield from fitting
        if fitting:
            return
        if others:
            message = (
                f"another number of {entry.number} belongs to {others[0].player}, who has other "
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
        registered = registration(entry, player, self.edition, namesakes)
        yield registered
        if self.register and self.target is not None:
            rating = first_rating(entry, registered, self.edition, self.target)
            if rating is not None:
                yield rating
