"""Proposals about persons: register one, link a number to one, correct one's data."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ledger.events.facts import (
    CorrectionSubmitted,
    ForeignIds,
    MembershipDeclared,
    PlayerRegistered,
)
from ledger.events.wording import named
from ledger.imports.matching.spelling import spellings
from ledger.player_lists.directory import Person
from ledger.player_lists.player_list import Entry
from ledger.player_lists.proposals import Change, Edition, Event, Proposal, event_of


def registration(
    entry: Entry, player: str, edition: Edition, namesakes: Sequence[Person] = ()
) -> Proposal:
    """Somebody who is not in the register enters it; his namesakes there are others.

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
    fact = PlayerRegistered(
        player=player,
        name=entry.name,
        birth_year=entry.birth_year,
        sex=entry.sex,
        federation=entry.federation,
        club=entry.club,
        ids=ForeignIds(**entry.ids),
    )
    return event_of(fact, player, edition)


def link(entry: Entry, person: Person, newcomer: str, edition: Edition) -> Proposal | None:
    """The entry's numbers for somebody who has none there; None where it cannot be him.

    Another number of the same person decides; a name needs a year of birth that agrees, or is
    not known to both.  ``newcomer`` is an id for the entry should it be somebody else.
    """
    if edition.namespace in person.ids:
        return None
    years = {entry.birth_year, person.birth_year}
    if None not in years and len(years) > 1:
        return None
    reasons = [
        f"same {name.upper()} number" for name in entry.ids if person.ids.get(name) is not None
    ]
    if any(person.ids.get(name, number) != number for name, number in entry.ids.items()):
        return None
    if spellings(entry.name) & spellings(person.name):
        reasons.append("same name")
    reasons.append("year of birth not known to both" if None in years else "same year of birth")
    if entry.club is not None and entry.club == person.club:
        reasons.append("same club")
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
    """Whether the number seems to stand for somebody else: another name and another year."""
    years = {entry.birth_year, person.birth_year}
    words = (set(" ".join(spellings(name)).split()) for name in (entry.name, person.name))
    return len(years) > 1 and None not in years and not set.intersection(*words)


def changes(entry: Entry, person: Person, edition: Edition) -> Iterator[Proposal]:
    """The differences between the list and the register for somebody who has its number.

    A name, a year of birth and a federation are corrected; another club is a membership from
    the day of the list, because he may well have belonged to the first one before.
    """
    found = [
        Change(field=field, register=person.data.get(field), list=value)
        for field, value in (
            ("name", None if spellings(entry.name) & spellings(person.name) else entry.name),
            ("birth_year", entry.birth_year),
            ("federation", entry.federation),
        )
        if value is not None and value != person.data.get(field)
    ]
    if found:
        yield _correction_proposal(entry, person, edition, found)
    if entry.club is not None and entry.club != person.club:
        fact = MembershipDeclared(player=person.player, club=entry.club, from_day=edition.day)
        id_ = edition.event_id("club", person.player)
        yield Proposal(
            id=id_,
            kind="change",
            entry=entry,
            player=person.player,
            event=event_of(fact, id_, edition),
            reasons=[f"another club; a membership from {edition.day} on"],
            changes=[Change(field="club", register=person.club, list=entry.club)],
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
        reasons.append("perhaps the number in the register is somebody else's")
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
    fact = CorrectionSubmitted(
        corrects=person.registration,
        replacement={key: value for key, value in replacement.items() if value is not None},
        reason=f"{edition}: {', '.join(values)}",
    )
    return event_of(fact, edition.event_id(what, person.player), edition)
