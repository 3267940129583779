"""The members of a list in the register: known for certain, perhaps, or new."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from ledger.events.messages import Message, RequestField
from ledger.events.problems import Problem
from ledger.importing.matching.evidence import Evidence
from ledger.importing.matching.names import script_of
from ledger.importing.matching.register import Person, Persons, Register
from ledger.importing.members.member_list import Member
from ledger.validation.persons import is_nobody

NEW = "new"
_ByYearAndClub = dict[tuple[int | None, str | None], list[Person]]
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
    others = set(_in_other_scripts(members, register))
    linked = {each for each in links.values() if each != NEW}
    persons = register.persons(candidates | others | linked)
    abroad = _by_year_and_club(filter(None, map(persons.get, others)))
    problems = list(_unused_links(links, {member.row for member in members}))
    matches: list[Match] = []
    open_ones: dict[int, Sequence[Person]] = {}
    taken: dict[str, int] = {}
    for member in members:
        found = _match(member, persons, links.get(member.row), abroad)
        if isinstance(found, Question):
            open_ones[member.row] = found.candidates
            problems.append(Problem(member.row, None, "who", found.message))
            continue
        matches.append(found)
        if found.person is not None:
            row = taken.setdefault(found.person.player, member.row)
            if row != member.row:
                message = Message(
                    "%(player)s is already in row %(row)s: remove one",
                    player=found.person.player,
                    row=row,
                )
                problems.append(Problem(member.row, None, "twice", message))
    return Matches(matches, problems, open_ones)


def _unused_links(links: Mapping[int, str], rows: set[int]) -> Iterator[Problem]:
    for row in links.keys() - rows:
        message = Message("there is no player in this row: correct the number")
        yield Problem(row, "links", "link", message)


def _in_other_scripts(members: Sequence[Member], register: Register) -> Iterator[str]:
    """Yield who may be an unknown member whose year and club are told, by the script alone."""
    unknown = (
        member.name
        for member in members
        if member.birth_year
        and member.club
        and not register.numbered(member.ids)
        and not register.named(member.name)
    )
    for script in sorted(set(map(script_of, unknown)) - {""}):
        yield from register.in_other_scripts(script)


def _by_year_and_club(persons: Iterable[Person]) -> _ByYearAndClub:
    found: _ByYearAndClub = {}
    for person in {each.player: each for each in persons}.values():
        found.setdefault((person.birth_year, person.club), []).append(person)
    return found


def _match(
    member: Member, persons: Persons, answer: str | None, abroad: _ByYearAndClub
) -> "Match | Question":
    """The person that a member is, or the question who he is.

    ``abroad``: persons of whom some have names in another script than a member.
    """
    if answer is not None:
        chosen = persons.get(answer)
        if chosen is None and answer != NEW:
            message = Message(
                "there is no player %(player)s: correct %(link)s",
                {"player": repr(answer), "link": RequestField("links", f"{member.row}={answer}")},
            )
            return Question(message, ())
        return Match(member=member, person=chosen, reasons=[Message("so you say")])
    numbered = persons.numbered(member.ids)
    named = [
        each
        for each in persons.named(member.name)
        if not Evidence(member, each).contradicts and each not in numbered
    ]
    if len(numbered) == 1 and not Evidence(member, numbered[0]).other_year:
        return Match(member=member, person=numbered[0], reasons=[Message("same number")])
    same = [each for each in named if each.birth_year == member.birth_year]
    if not numbered and len(same) == 1 and len(named) == 1 and not is_nobody(member.name):
        return Match(member=member, person=same[0], reasons=[_why(member, same[0])])
    of_his_club = abroad.get((member.birth_year, member.club), ())
    spelt = [it for it in of_his_club if script_of(it.name) != script_of(member.name)]
    if candidates := [*numbered, *named] or _namesakes(member, persons) or spelt:
        return _question(member, candidates)
    return _new(member)


def _new(member: Member) -> "Match | Question":
    if member.name:
        return Match(member=member, person=None, reasons=[])
    message = Message("nobody has this number: add a column of names, or remove the row")
    return Question(message, ())


def _namesakes(member: Member, persons: Persons) -> list[Person]:
    """Return those of the same name who differ by the year of birth alone."""
    found = persons.named(member.name)
    return [each for each in found if not Evidence(member, each).other_numbers]


def _why(member: Member, person: Person) -> str:
    if person.birth_year is None:
        return Message("same name")
    return Message("same name, born %(year)s", year=member.birth_year)


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
