"""The memberships that a list states, compared with those of the register.

Every change is put on its own day: a list that comes late changes the days before a later one,
and leaves what that one has declared.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import Literal

import attrs

from ledger.events.messages import Message
from ledger.events.suggestions import with_suggestion
from ledger.importing.matching.register import Membership, Person, membership_on
from ledger.importing.members.member_list import Member

Kind = Literal["transfer", "new", "joined", "left", "deceased", "passive", "gone"]
UNKNOWN: Sequence[Membership] = ((date.min, None),)
MOST_NOTED = 20


@attrs.frozen(kw_only=True)
class Change:
    """A club from a day on, or none, and the club ``before``; without a day there is no event.

    ``joined``: only the day is new.  ``until``: the day from which the register has another one.
    """

    kind: Kind
    from_day: date | None = None
    before: str | None = None
    club: str | None = None
    until: date | None = None

    def document(self, **who: object) -> dict[str, object]:
        """Return it about somebody; ``day`` is the last one of a membership that ends."""
        day = self.from_day
        if day is not None and self.club is None:
            day = date.fromordinal(max(1, day.toordinal() - 1))
        return {
            **who,
            "kind": self.kind,
            "before": self.before,
            "club": self.club,
            "day": day and day.isoformat(),
            "until": self.until and self.until.isoformat(),
        }


def changes_of(member: Member, person: Person | None, day: date) -> list[Change]:
    """Return what a list of a day says that is new, and that a member is passive.

    If he is not in the register, a club without a day is his from the beginning.
    """
    rows = member.memberships
    is_dated = any(it.joined or it.end(day) < date.max for it in rows)
    found = [Change(kind="new", club=member.club)]
    if person is not None or is_dated:
        known = UNKNOWN if person is None else person.memberships
        found = _dated_changes(rows, [*known], day)
    passive = [it for it in (member, *member.others) if it.passive and it.is_on(day)]
    return [*found, *(Change(kind="passive", club=it.club) for it in passive)]


def _dated_changes(rows: Sequence[Member], held: list[Membership], day: date) -> list[Change]:
    found: list[Change] = []
    ending: Kind = "deceased" if any(row.deceased for row in rows) else "left"

    def declare(first: date, club: str | None) -> None:
        before = membership_on(held, first)[1]
        kind: Kind = "new" if before is None else "joined" if before == club else "transfer"
        kind = ending if club is None else kind
        until = min((each for each, _ in held if each > first), default=None)
        found.append(Change(kind=kind, from_day=first, before=before, club=club, until=until))
        held.append((first, club))
        held.sort(key=lambda each: each[0])

    for row in rows:
        if row.club and row.joined and membership_on(held, row.joined) != (row.joined, row.club):
            declare(row.joined, row.club)
    for row in rows:
        if row.club and row.is_on(day) and membership_on(held, day)[1] != row.club:
            declare(day, row.club)
    for row in rows:
        end = row.end(day)
        since, club = membership_on(held, end)
        is_left = since < end and club == (row.club or club)
        if club is not None and end < date.max and (is_left or row.deceased):
            declare(end, None)
    return found


def gone(
    everyone: Collection[Person], listed: Collection[str], clubs: Collection[str], day: date
) -> Iterator[tuple[Person, Change]]:
    """Yield the members of some clubs who are not listed, and of whom no last day is known."""
    for person in everyone:
        current = membership_on(person.memberships, day)
        is_open = current == person.memberships[-1] and current[1] in clubs
        if is_open and person.player not in listed:
            yield person, Change(kind="gone", before=current[1])


def notes(everyone: Collection[Person], clubs: Collection[str], day: date) -> Iterator[Message]:
    """Yield the clubs of a list that the register does not know, and those that are not on it."""
    known = {club for person in everyone for _, club in person.memberships if club}
    for club in sorted(set(clubs) - known)[:MOST_NOTED] if known else ():
        message = Message("%(club)s is a club that the register does not know", club=club)
        yield with_suggestion(message, club, known)
    members = Counter(membership_on(person.memberships, day)[1] for person in everyone)
    for club in sorted(set(filter(None, members)) - set(clubs))[:MOST_NOTED]:
        yield Message(
            "%(club)s is not on the list; the register has %(members)s of its members",
            club=club,
            members=members[club],
        )
