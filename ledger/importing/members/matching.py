"""Who of a list of members is in the register already: known for certain, perhaps, or new."""

from collections.abc import Iterator, Mapping, Sequence

import attrs

from ledger.events.problems import Problem
from ledger.importing.federation_lists.directory import Directory, Person
from ledger.importing.federation_lists.player_list import Entry
from ledger.importing.members.entries import Member

NEW = "new"


@attrs.frozen(kw_only=True)
class Match:
    """A member, and who he is in the register: ``person`` None where he is new.

    ``reasons``: why he is taken for that person, or which namesakes he is not.
    """

    member: Member
    person: Person | None
    reasons: Sequence[str]


def match_members(
    members: Sequence[Member], directory: Directory, links: Mapping[int, str]
) -> tuple[list[Match], list[Problem]]:
    """Everybody with who he is; where that is open, the question with its answers.

    ``links`` are answers given: a player, or ``new``, by the row of the member.
    """
    entries = {member.row: _entry(member) for member in members}
    candidates = {
        player
        for entry in entries.values()
        for player in (*directory.numbered(entry), *directory.namesakes(entry))
    }
    persons = directory.persons(candidates | {each for each in links.values() if each != NEW})
    problems = list(_unused_links(links, entries))
    matches: list[Match] = []
    taken: dict[str, int] = {}
    for member in members:
        found = _match(member, entries[member.row], directory, persons, links.get(member.row))
        if isinstance(found, str):
            problems.append(Problem(member.row, None, "who", found))
            continue
        matches.append(found)
        if found.person is not None:
            row = taken.setdefault(found.person.player, member.row)
            if row != member.row:
                message = f"{found.person.player} is the member of row {row} already: take one out"
                problems.append(Problem(member.row, None, "twice", message))
    return matches, problems


def _entry(member: Member) -> Entry:
    return Entry(
        line=member.row,
        number="",
        name=member.name,
        birth_year=member.birth_year,
        ids=member.ids,
    )


def _unused_links(links: Mapping[int, str], entries: Mapping[int, Entry]) -> Iterator[Problem]:
    for row in links.keys() - entries.keys():
        yield Problem(row, "--link", "link", "there is nobody in this row: correct the number")


def _match(
    member: Member,
    entry: Entry,
    directory: Directory,
    persons: Mapping[str, Person],
    answer: str | None,
) -> Match | str:
    """Who a member is, or the question who he is."""
    if answer is not None:
        chosen = persons.get(answer)
        if chosen is None and answer != NEW:
            return f"there is no player {answer!r}: correct --link {member.row}={answer}"
        return Match(member=member, person=chosen, reasons=["so you say"])
    numbered = _distinct(directory.numbered(entry), persons)
    named = [
        each
        for each in _distinct(directory.namesakes(entry), persons)
        if _may_be(member, each) and each not in numbered
    ]
    if len(numbered) == 1 and _years_agree(member, numbered[0]):
        return Match(member=member, person=numbered[0], reasons=["same number"])
    same = [each for each in named if each.birth_year == member.birth_year]
    if not numbered and len(same) == 1 and len(named) == 1:
        return Match(member=member, person=same[0], reasons=[_why(member, same[0])])
    if numbered or named:
        return _question(member, [*numbered, *named])
    return Match(member=member, person=None, reasons=[])


def _distinct(players: Sequence[str], persons: Mapping[str, Person]) -> list[Person]:
    found = {persons[player].player: persons[player] for player in players if player in persons}
    return list(found.values())


def _may_be(member: Member, person: Person) -> bool:
    """Whether neither year nor number says that a namesake is somebody else."""
    numbers = (person.ids.get(name, number) == number for name, number in member.ids.items())
    return _years_agree(member, person) and all(numbers)


def _years_agree(member: Member, person: Person) -> bool:
    years = {member.birth_year, person.birth_year} - {None}
    return len(years) <= 1


def _why(member: Member, person: Person) -> str:
    if person.birth_year is None:
        return "same name"
    return f"same name, born {member.birth_year}"


def _question(member: Member, candidates: Sequence[Person]) -> str:
    known = "; ".join(
        f"{each.player} ({'not known when born' if each.birth_year is None else each.birth_year})"
        for each in candidates[:5]
    )
    first = candidates[0].player
    row = member.row
    return (
        f"is {member.name} in the register already? Perhaps {known}: "
        f"say --link {row}={first} or --link {row}={NEW}"
    )
