"""The members of a list in the register: known for certain, perhaps, or new."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ledger.events.messages import Message, RequestField
from ledger.events.problems import Problem
from ledger.importing.matching.evidence import Evidence
from ledger.importing.matching.register import Person, Persons, Register
from ledger.importing.members.member_list import Member
from ledger.validation.persons import is_nobody

NEW = "new"
MOST_CANDIDATES = 5


@attrs.frozen(kw_only=True)
class Match:
    """A member, and who he is in the register: ``person`` None if he is new.

    ``reasons``: why he is taken for that person, or which namesakes he is not.
    """

    member: Member
    person: Person | None
    reasons: Sequence[str]


@attrs.frozen
class Matches:
    """The members who are known or new, and the questions about the others.

    ``candidates``: the players that the member of a row may be, where that is open.
    """

    matches: Sequence[Match]
    problems: Sequence[Problem]
    candidates: Mapping[int, Sequence[Person]]


def match_members(
    members: Sequence[Member], register: Register, links: Mapping[int, str]
) -> Matches:
    """Find each member in the register; where it is open, ask, with the answers.

    ``links`` are answers given: a player, or ``new``, by the row of the member.
    """
    candidates = {
        player
        for member in members
        for player in (*register.numbered(member.ids), *register.named(member.name))
    }
    persons = register.persons(candidates | {each for each in links.values() if each != NEW})
    problems = list(_unused_links(links, {member.row for member in members}))
    matches: list[Match] = []
    open_ones: dict[int, Sequence[Person]] = {}
    taken: dict[str, int] = {}
    for member in members:
        found = _match(member, persons, links.get(member.row))
        if isinstance(found, Question):
            open_ones[member.row] = found.candidates
            problems.append(Problem(member.row, None, "who", found.message))
            continue
        matches.append(found)
        if found.person is not None:
            row = taken.setdefault(found.person.player, member.row)
            if row != member.row:
                message = f"{found.person.player} is already in row {row}: remove one"
                problems.append(Problem(member.row, None, "twice", message))
    return Matches(matches, problems, open_ones)


def _unused_links(links: Mapping[int, str], rows: set[int]) -> Iterator[Problem]:
    for row in links.keys() - rows:
        message = Message("there is no player in this row: correct the number")
        yield Problem(row, "links", "link", message)


def _match(member: Member, persons: Persons, answer: str | None) -> "Match | Question":
    """The person that a member is, or the question who he is."""
    if answer is not None:
        chosen = persons.get(answer)
        if chosen is None and answer != NEW:
            message = Message(
                "there is no player %(player)s: correct %(link)s",
                {"player": repr(answer), "link": RequestField("links", f"{member.row}={answer}")},
            )
            return Question(message, ())
        return Match(member=member, person=chosen, reasons=["so you say"])
    numbered = persons.numbered(member.ids)
    named = [
        each
        for each in persons.named(member.name)
        if not Evidence(member, each).contradicts and each not in numbered
    ]
    if len(numbered) == 1 and not Evidence(member, numbered[0]).other_year:
        return Match(member=member, person=numbered[0], reasons=["same number"])
    same = [each for each in named if each.birth_year == member.birth_year]
    if not numbered and len(same) == 1 and len(named) == 1 and not is_nobody(member.name):
        return Match(member=member, person=same[0], reasons=[_why(member, same[0])])
    if candidates := [*numbered, *named] or _namesakes(member, persons):
        return _question(member, candidates)
    return Match(member=member, person=None, reasons=[])


def _namesakes(member: Member, persons: Persons) -> list[Person]:
    """Return those of the same name who differ by the year of birth alone."""
    found = persons.named(member.name)
    return [each for each in found if not Evidence(member, each).other_numbers]


def _why(member: Member, person: Person) -> str:
    if person.birth_year is None:
        return "same name"
    return f"same name, born {member.birth_year}"


@attrs.frozen
class Question:
    """A question which player a member is, with those he may be."""

    message: str
    candidates: Sequence[Person]


def _about(person: Person) -> str:
    born = "not known when born" if person.birth_year is None else str(person.birth_year)
    return f"{person.player} ({', '.join(filter(None, (born, person.club)))})"


def _question(member: Member, candidates: Sequence[Person]) -> Question:
    known = "; ".join(map(_about, candidates[:MOST_CANDIDATES]))
    first = candidates[0].player
    row = member.row
    message = Message(
        "is %(name)s in the register already? Perhaps %(known)s: give %(first)s or %(new)s",
        name=member.name,
        known=known,
        first=RequestField("links", f"{row}={first}"),
        new=RequestField("links", f"{row}={NEW}"),
    )
    return Question(message, candidates[:MOST_CANDIDATES])
